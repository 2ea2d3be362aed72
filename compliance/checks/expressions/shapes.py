"""What an expression can be, before any document is read: kinds of value, words of the vocabulary, blocks with keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from types import GenericAlias, NoneType
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from compliance.checks.expressions.facts import list_parts
from compliance.checks.expressions.quantities import measure
from compliance.documents.amounts import Amount
from compliance.documents.blocks import Document, NamedEntries
from compliance.documents.charges import Band, Fee
from compliance.documents.dates import DateRange
from compliance.documents.facts import find_types_below
from compliance.documents.game import Game
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.documents.terms import GeneralTerms
from compliance.documents.values import Jokers, Odds, Turns
from compliance.documents.wagers import PayTable, Wager

ANYTHING: Final = "anything"
YES_NO: Final = "yes or no"
WORD: Final = "a word"
TEXT: Final = "text"
LIST: Final = "a list"
BLOCK: Final = "a group of keys"
AMOUNTS: Final = ("a number", "dollars", "a share", "odds", "turns")
_KINDS: Final[dict[Any, tuple[str, ...]]] = {
    bool: (YES_NO,),
    int: ("a number",),
    Decimal: ("dollars",),
    Fraction: ("a share",),
    Odds: ("odds",),
    Turns: ("turns",),
    Band: ("dollars", "a number"),
    Amount: ("dollars",),
    Fee: ("a fee",),
    Jokers: ("jokers",),
    str: (TEXT,),
    DateRange: ("a date",),
    date: ("a date",),
}
_UNITS: Final = {"number": "a number", "dollars": "dollars", "share": "a share", "odds": "odds"}
_MODELS: Final[Mapping[str, type]] = {
    "games": Game,
    "schedules": Schedule,
    "documents": Document,
    "terms": GeneralTerms,
    "wagers": Wager,
    "options": Option,
    "fees": Collection,
    "bands": Band,
    "band": Band,
    "fee": Fee,
    "collections": Collection,
    "pay tables": PayTable,
}
_PARTS: Final = {
    "low": ("dollars", "a number"),
    "high": ("dollars", "a number"),
    "number": ("a number",),
    "in-each-deck": (YES_NO,),
}
_UNITS_OF_TURNS: Final = ("hand", "round", "turn", "time", "game", "deal", "minute", "day")


class Shape(NamedTuple):
    """What a value may be: kinds, words that it may have, types of the model; of derived facts the columns of a row,
    and the kind of what a list holds."""

    kinds: tuple[str, ...]
    words: tuple[str, ...] = ()
    types: tuple[Any, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    items: str = ""

    @property
    def is_open(self) -> bool:
        return not self.kinds or ANYTHING in self.kinds

    def has(self, *kinds: str) -> bool:
        return self.is_open or any(kind in self.kinds for kind in kinds)


OPEN: Final = Shape((ANYTHING,))
CONDITION: Final = Shape((YES_NO,), ("yes", "no"))


def make_shape(types: Iterable[Any]) -> Shape:
    """The shape of a value of any of some types."""
    found = tuple(one for one in types if one not in (NoneType,))
    kinds: list[str] = []
    words: list[str] = []
    for one in found:
        if get_origin(one) == Literal:
            kinds.append(WORD)
            words += map(str, get_args(one))
        elif get_origin(one) in (list, dict) or (isinstance(one, type) and issubclass(one, NamedEntries)):
            kinds.append(LIST)
        elif isinstance(one, type) and issubclass(one, BaseModel):
            kinds.append(BLOCK)
        else:
            kinds += _KINDS.get(one, (ANYTHING,))
        if one in (bool,):
            words += ["yes", "no"]
    return Shape(tuple(dict.fromkeys(kinds)), tuple(dict.fromkeys(words)), found)


def find_shape(value: Any) -> Shape:
    """The shape of a literal or of a value of the law."""
    if isinstance(value, list):
        return Shape((LIST,))
    size = measure(value)
    if size is not None:
        return Shape((_UNITS.get(size.unit, "turns"),))
    return make_shape([type(value)])


def read_shape(gives: str, columns: Mapping[str, str] | None = None) -> Shape:
    """The shape that a derived fact declares: `number`, `dollars`, `yes or no`, `list of odds`, `list of rows`."""
    items = gives.removeprefix("list of ")
    if columns:
        return Shape((BLOCK if items == gives else LIST,), (), (), tuple(columns.items()))
    model = _MODELS.get(items)
    if model is not None:
        return Shape((LIST,), (), wrap_in_lists([model])) if items != gives else make_shape([model])
    if gives.startswith("list"):
        below = {"texts": TEXT, "words": TEXT, "dollars": "dollars", "odds": "odds", "numbers": "a number"}
        return Shape((LIST,), items=below.get(items, ANYTHING))
    kinds = {"number": "a number", "share": "a share", "word": TEXT, "text": TEXT}
    known = kinds.get(gives, gives)
    return Shape((known,), ("yes", "no") if known == YES_NO else ()) if known in _list_kinds() else OPEN


def _list_kinds() -> tuple[str, ...]:
    return (*AMOUNTS, YES_NO, TEXT, "a date", "a fee")


def find_below(shape: Shape, step: str) -> Shape | None:
    """What stands one key further on; None where the key leads nowhere."""
    if shape.is_open and not shape.types:
        return OPEN
    if step == "key":
        return Shape((TEXT,))
    for name, gives in shape.columns:
        if name == step:
            return read_shape(gives)
    for one in shape.types:
        if isinstance(one, type) and step in list_parts(one):
            if step == "unit":
                return Shape((WORD,), _UNITS_OF_TURNS)
            if step == "is-money":
                return CONDITION
            return Shape(_PARTS.get(step, ("dollars",) if step == "amount" else (ANYTHING,)))
    found = [below for one in shape.types for below in find_types_below(one, step)]
    if found:
        return make_shape(found)
    return OPEN if Any in shape.types or dict in shape.types else None


def find_items(shape: Shape) -> Shape:
    """What a list or a table holds; a single value is a list of itself."""
    if shape.items:
        return Shape((shape.items,))
    if shape.columns:
        return shape._replace(kinds=(BLOCK,))
    found = [below for one in shape.types for below in find_types_below(one, "*")]
    if found:
        return make_shape(found)
    return OPEN if LIST in shape.kinds or shape.is_open else shape


def wrap_in_lists(types: Sequence[Any]) -> tuple[Any, ...]:
    """The types of lists of values of some types."""
    return tuple(GenericAlias(list, (one,)) for one in types)


def list_keys_of_types(shapes: Sequence[Any]) -> list[str]:
    """The keys that the blocks among some types have."""
    models = (one for one in shapes if isinstance(one, type) and issubclass(one, BaseModel))
    return sorted({field.alias or name for model in models for name, field in model.model_fields.items()})
