"""Parameters that a catalog gives to a check: texts, lists of texts, groups of texts; read, or refused in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

from compliance.documents.values import Unreadable

_ROUTE: Final = "route"
_DAY: Final = "day"

# Parameters that name a place of the document. A catalog that misspells one is refused.
Where: TypeAlias = Annotated[str, _ROUTE]
# A parameter that no catalog sets: the engine gives it the day of the run.
AsOf: TypeAlias = Annotated[date, _DAY]


class ParameterShape(NamedTuple):
    """What a type is made of, and whether its texts are routes."""

    kind: Literal["text", "list", "group"]
    is_route: bool = False

    @property
    def words(self) -> str:
        """The type as a writer of a catalog needs to know it."""
        text = "a route" if self.is_route else "text"
        return {"text": text, "list": f"a list, each {text}", "group": "a group: text to text"}[self.kind]


def infer_shape(type_: Any) -> ParameterShape:
    """The shape of a type. A type that no catalog could give raises TypeError."""
    origin, parts = get_origin(type_), get_args(type_)
    if origin in (Union, UnionType) and NoneType in parts and len(parts) == 2:
        return infer_shape(next(part for part in parts if part is not NoneType))
    if origin is Annotated and parts[1:] == (_ROUTE,):
        return ParameterShape("text", True)
    if origin in (list, Sequence) and infer_shape(parts[0]).kind == "text":
        return infer_shape(parts[0])._replace(kind="list")
    if origin in (dict, Mapping) and parts == (str, str):
        return ParameterShape("group")
    if type_ is not str:
        raise TypeError(f"a catalog cannot give a parameter of type {type_}")
    return ParameterShape("text")


def is_the_day(type_: Any) -> bool:
    """Whether a parameter is the day of the run."""
    return get_origin(type_) is Annotated and get_args(type_)[1:] == (_DAY,)


def is_empty(value: Any) -> bool:
    """Whether a list or group is empty: a check that needs it has nothing to go by."""
    return isinstance(value, (dict, list)) and not value


def convert(shape: ParameterShape, value: Any) -> Any:
    """What a catalog gives, in the type that a shape stands for. Raises Unreadable with what was expected."""
    if shape.kind == "group":
        if not isinstance(value, dict):
            raise Unreadable("expected a group of `key: value` entries")
        return {_read_text(key): _read_text(item) for key, item in value.items()}
    if shape.kind == "list":
        if not isinstance(value, list):
            raise Unreadable(f"{_describe_kind(value)}; expected a list")
        return [_read_text(item) for item in value]
    return _read_text(value)


def _read_text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise Unreadable(f"{_describe_kind(value)}; expected one value")


def _describe_kind(value: object) -> str:
    if value is None:
        return "nothing is written here"
    kinds = {list: "this is a list", str: f"`{value}` is one value"}
    return next((words for kind, words in kinds.items() if isinstance(value, kind)), "this is a group of entries")


def list_routes(shape: ParameterShape, value: Any) -> list[str]:
    """The routes that a value names."""
    texts = value if isinstance(value, list) else [value]
    return [text for text in texts if text] if shape.is_route else []
