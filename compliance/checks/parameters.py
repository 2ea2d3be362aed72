"""Parameters that a catalog gives to a check: read in the types that the check declares, or refused in words.

A type may carry a form, `Annotated[str, ROUTE]`, where its texts mean more than texts, and a string that describes the
parameter, where many checks have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, Union, get_args, get_origin

from compliance.documents import charges, values
from compliance.documents.charges import Band
from compliance.documents.values import Odds, Turns, Unreadable


def _read_text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise Unreadable(f"{_describe_kind(value)}; expected one value")


def _describe_kind(value: object) -> str:
    if value is None:
        return "nothing is written here"
    kinds = {list: "this is a list", str: f"`{value}` is one value"}
    return next((words for kind, words in kinds.items() if isinstance(value, kind)), "this is a group of entries")


def _read_anything(value: object) -> Any:
    return values.read_value(_read_text(value))


class Form(NamedTuple):
    """What a text is, in words, and how it is read."""

    words: str
    read: Callable[[object], Any]


ROUTE: Final = Form("a route", _read_text)

# Parameters that name a place: of the document, or of one fee. A catalog that misspells one is refused.
Where: TypeAlias = Annotated[str, ROUTE]


class DayMark:
    """Marks a parameter that no catalog sets: the engine gives it the day of the run."""


AsOf: TypeAlias = Annotated[date, DayMark()]

_FORMS: Final[Mapping[Any, Form]] = {
    int: Form("a whole number", values.read_count),
    Decimal: Form("money", values.read_money),
    Fraction: Form("a percentage", values.read_percent),
    Turns: Form("a number with its unit", values.read_turns),
    Odds: Form("odds", values.read_odds),
    bool: Form("yes or no", values.read_yes_no),
    Band: Form("a range, such as 1-5 or 6+", charges.read_band),
    str: Form("text", _read_text),
    Any: Form("a value", _read_anything),
}


class ParameterShape(NamedTuple):
    """What a type is made of: a form, or a list or group of other shapes; and what it says about its parameter."""

    form: Form | None
    held: tuple[ParameterShape, ...] = ()
    optional: bool = False
    about: str = ""

    @property
    def words(self) -> str:
        """The type as a writer of a catalog needs to know it."""
        if self.form is not None:
            return self.form.words
        *keys, held = self.held
        return f"a group: {keys[0].words} to {held.words}" if keys else f"a list, each {held.words}"


def infer_shape(type_: Any) -> ParameterShape:
    """The shape of a type. A type that no catalog could give raises TypeError."""
    origin, parts = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return _marked(infer_shape(parts[0]), parts[1:])
    if origin in (Union, UnionType) and NoneType in parts and len(parts) == 2:
        return infer_shape(next(part for part in parts if part is not NoneType))._replace(optional=True)
    if origin in (list, Sequence):
        return ParameterShape(None, (infer_shape(parts[0]),))
    if origin in (dict, Mapping):
        return ParameterShape(None, (infer_shape(parts[0]), infer_shape(parts[1])))
    if type_ not in _FORMS:
        raise TypeError(f"a catalog cannot give a parameter of type {type_}")
    return ParameterShape(_FORMS[type_])


def is_the_day(type_: Any) -> bool:
    """Whether a parameter is the day of the run."""
    return get_origin(type_) is Annotated and any(isinstance(mark, DayMark) for mark in get_args(type_)[1:])


def _marked(shape: ParameterShape, marks: tuple[Any, ...]) -> ParameterShape:
    for mark in marks:
        shape = shape._replace(form=mark) if isinstance(mark, Form) else shape._replace(about=str(mark))
    return shape


def is_empty(value: Any) -> bool:
    """Whether a list or group is empty, or holds one that is: a check that needs it has nothing to go by."""
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return held is not None and (not held or any(map(is_empty, held)))


def convert(shape: ParameterShape, value: Any) -> Any:
    """What a catalog gives, in the type that a shape stands for. Raises Unreadable with what was expected."""
    if shape.optional and value is None:
        return None
    if shape.form is not None:
        return shape.form.read(value)
    *keys, held = shape.held
    if keys:
        if not isinstance(value, dict):
            raise Unreadable("expected a group of `key: value` entries")
        return {convert(keys[0], key): convert(held, item) for key, item in value.items()}
    if not isinstance(value, list):
        raise Unreadable(f"{_describe_kind(value)}; expected a list")
    return [convert(held, item) for item in value]


def collect_texts(form: Form, shape: ParameterShape, value: Any) -> Iterator[str]:
    """The texts in a value that are of one form."""
    if shape.form is form:
        yield from [value] if value else []
    elif isinstance(value, list) and shape.held:
        yield from (text for item in value for text in collect_texts(form, shape.held[-1], item))
    elif isinstance(value, dict) and len(shape.held) == 2:
        for key, item in value.items():
            yield from (*collect_texts(form, shape.held[0], key), *collect_texts(form, shape.held[1], item))
