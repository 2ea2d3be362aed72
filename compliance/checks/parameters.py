"""Parameters that a catalogue gives to a check: read in the types that the check declares, or refused in words.

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

from compliance.checks.turns import MINUTES
from compliance.documents import charges, values
from compliance.documents.charges import Band
from compliance.documents.values import Odds, Turns, Unreadable

ANSWERS: Final = ("fail", "review", "not-applicable")
_NUMBERS: Final = "a number such as 7, $5, 10%, 2 hands or 6 to 5"


def _read_text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise Unreadable(f"{_named(value)}; expected one value")


def _named(value: object) -> str:
    if value is None:
        return "nothing is written here"
    kinds = {list: "this is a list", str: f"`{value}` is one value"}
    return next((words for kind, words in kinds.items() if isinstance(value, kind)), "this is a group of entries")


def _read_anything(value: object) -> Any:
    return values.read_any(_read_text(value))


def _read_answer(value: object) -> str:
    """What an answer is where something is not stated or does not hold."""
    if value not in ANSWERS:
        shown = f"`{value}` is no answer" if isinstance(value, str) else _named(value)
        raise Unreadable(f"{shown}; expected fail, review or not-applicable")
    return str(value)


def _read_number(value: object) -> Any:
    """A limit of whatever kind: money, a count, a share, turns or odds."""
    number = _read_anything(value)
    if isinstance(number, str):
        raise Unreadable(f"`{number}` cannot be read; expected {_NUMBERS}")
    return number


def _read_time(value: object) -> Turns:
    """A number of minutes, hours or days: a fee by the hour cannot be held against hands."""
    time = values.read_turns(value)
    if time.unit not in MINUTES or not time.number:
        raise Unreadable(f"`{time}` is no length of time; expected minutes, hours or days, such as 30 minutes")
    return time


def _read_coin(value: object) -> Decimal:
    amount = values.read_money(value)
    if amount <= 0:
        raise Unreadable(f"`{value}` is no coin; expected an amount above $0, such as $0.25")
    return amount


class Form(NamedTuple):
    """What a text is, in words, and how it is read."""

    words: str
    read: Callable[[object], Any]


ROUTE: Final = Form("a route", _read_text)
FEE_PART: Final = Form("a part of a fee", _read_text)
ANSWER: Final = Form("fail, review or not-applicable", _read_answer)
NUMBER: Final = Form("a number", _read_number)
TIME: Final = Form("a length of time", _read_time)
COIN: Final = Form("money above $0", _read_coin)

# Parameters that name a place: of the document, or of one fee. A catalogue that misspells one is refused.
Where: TypeAlias = Annotated[str, ROUTE]
FeePart: TypeAlias = Annotated[str, FEE_PART]
Answer: TypeAlias = Annotated[str, ANSWER]
AnyNumber: TypeAlias = Annotated[Any, NUMBER]
Time: TypeAlias = Annotated[Turns, TIME]
Coin: TypeAlias = Annotated[Decimal, COIN]
About: TypeAlias = Annotated[str, "what is asked for, in words for the message"]
Says: TypeAlias = Annotated[Sequence[str], "statements that say it"]
Affirms: TypeAlias = Annotated[Sequence[str], "phrases that say it, in a text; other texts are for a person"]
Denies: TypeAlias = Annotated[Sequence[str], "phrases that say the opposite"]
IfUnstated: TypeAlias = Annotated[str, ANSWER, "the answer where the document does not state it"]


class TheDay:
    """Marks a parameter that no catalogue sets: the engine gives it the day of the run."""


AsOf: TypeAlias = Annotated[date, TheDay()]

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


class Shape(NamedTuple):
    """What a type is made of: a form, or a list or group of other shapes; and what it says about its parameter."""

    form: Form | None
    held: tuple[Shape, ...] = ()
    optional: bool = False
    about: str = ""

    @property
    def words(self) -> str:
        """The type as a writer of a catalogue needs to know it."""
        if self.form is not None:
            return self.form.words
        *keys, held = self.held
        return f"a group: {keys[0].words} to {held.words}" if keys else f"a list, each {held.words}"


def shape_of(type_: Any) -> Shape:
    """The shape of a type. A type that no catalogue could give raises TypeError."""
    origin, parts = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return _marked(shape_of(parts[0]), parts[1:])
    if origin in (Union, UnionType) and NoneType in parts and len(parts) == 2:
        return shape_of(next(part for part in parts if part is not NoneType))._replace(optional=True)
    if origin in (list, Sequence):
        return Shape(None, (shape_of(parts[0]),))
    if origin in (dict, Mapping):
        return Shape(None, (shape_of(parts[0]), shape_of(parts[1])))
    if type_ not in _FORMS:
        raise TypeError(f"a catalogue cannot give a parameter of type {type_}")
    return Shape(_FORMS[type_])


def is_the_day(type_: Any) -> bool:
    """Whether a parameter is the day of the run."""
    return get_origin(type_) is Annotated and any(isinstance(mark, TheDay) for mark in get_args(type_)[1:])


def _marked(shape: Shape, marks: tuple[Any, ...]) -> Shape:
    for mark in marks:
        shape = shape._replace(form=mark) if isinstance(mark, Form) else shape._replace(about=str(mark))
    return shape


def nothing_in(value: Any) -> bool:
    """Whether a list or group is empty, or holds one that is: a check that needs it has nothing to go by."""
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return held is not None and (not held or any(map(nothing_in, held)))


def read_as(shape: Shape, value: Any) -> Any:
    """What a catalogue gives, in the type that a shape stands for. Raises Unreadable with what was expected."""
    if shape.optional and value is None:
        return None
    if shape.form is not None:
        return shape.form.read(value)
    *keys, held = shape.held
    if keys:
        if not isinstance(value, dict):
            raise Unreadable("expected a group of `key: value` entries")
        return {read_as(keys[0], key): read_as(held, item) for key, item in value.items()}
    if not isinstance(value, list):
        raise Unreadable(f"{_named(value)}; expected a list")
    return [read_as(held, item) for item in value]


def texts_of(form: Form, shape: Shape, value: Any) -> Iterator[str]:
    """The texts in a value that are of one form."""
    if shape.form is form:
        yield from [value] if value else []
    elif isinstance(value, list) and shape.held:
        yield from (text for item in value for text in texts_of(form, shape.held[-1], item))
    elif isinstance(value, dict) and len(shape.held) == 2:
        for key, item in value.items():
            yield from (*texts_of(form, shape.held[0], key), *texts_of(form, shape.held[1], item))
