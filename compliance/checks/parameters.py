"""Parameters that a catalogue gives to a check: read in the types that the check declares, or refused in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from compliance.documents import values
from compliance.documents.values import Unreadable

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


_READERS: Final[Mapping[str, Callable[[object], Any]]] = {
    "int": values.read_count,
    "Decimal": values.read_money,
    "Fraction": values.read_percent,
    "Turns": values.read_turns,
    "Odds": values.read_odds,
    "bool": values.read_yes_no,
    "Any": _read_anything,
}


def read_as(kind: str, value: Any) -> Any:
    """A parameter as a type, by the name of the type: `int`, `Sequence[str]`, `Mapping[str, int] | None`."""
    if kind.endswith(" | None"):
        return None if value is None else read_as(kind.removesuffix(" | None"), value)
    outer, _, inner = kind.removesuffix("]").partition("[")
    if outer in ("list", "Sequence"):
        if not isinstance(value, list):
            raise Unreadable(f"{_named(value)}; expected a list")
        return [read_as(inner, item) for item in value]
    if outer in ("dict", "Mapping"):
        if not isinstance(value, dict):
            raise Unreadable("expected a group of `key: value` entries")
        held = inner.partition(", ")[2]
        return {key: read_as(held, item) for key, item in value.items()}
    return _READERS.get(kind, _read_text)(value)


def parts_of_kind(kind: str, value: Any, wanted: str) -> Iterator[str]:
    """The texts in a parameter that the check declares to be of one kind."""
    outer, _, inner = kind.removesuffix(" | None").removesuffix("]").partition("[")
    if outer == wanted and value:
        yield value
    elif isinstance(value, list):
        yield from (text for item in value for text in parts_of_kind(inner, item, wanted))
    elif isinstance(value, dict):
        of_keys, _, of_values = inner.partition(", ")
        for key, item in value.items():
            yield from (*parts_of_kind(of_keys, key, wanted), *parts_of_kind(of_values, item, wanted))


def read_answer(value: object) -> str:
    """What an answer is where something is not stated or does not hold."""
    if value not in ANSWERS:
        shown = f"`{value}` is no answer" if isinstance(value, str) else _named(value)
        raise Unreadable(f"{shown}; expected fail, review or not-applicable")
    return str(value)


def read_number(value: object) -> Any:
    """A limit of whatever kind: money, a count, a share, turns or odds."""
    number = _read_anything(value)
    if isinstance(number, str):
        raise Unreadable(f"`{number}` cannot be read; expected {_NUMBERS}")
    return number
