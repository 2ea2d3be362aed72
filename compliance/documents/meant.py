"""What was meant by a key or a word that the format does not know: `payout` is `pays`, `bank: house` is `by: house`.

`meant.tsv` holds one line for each, sorted: the block, what is written, what is meant, and `fix` where it can have been
meant in no other way, so that `pitboss fix` may write it. Blocks are called as in `meanings`; `*` is any block. A key
stands alone, a value behind its key. A line is never shown whose meaning no model has. Loaded only where something is
wrong with a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel, ValidationError

from compliance.documents import meanings
from compliance.documents.routes import fault_of
from compliance.routes import Route
from compliance.source import read

FILE: Final = Path(__file__).with_name("meant.tsv")
_ANY: Final = "*"


class Line(NamedTuple):
    """One line of the file."""

    block: str
    written: str
    meant: str
    may_fix: str = ""


class Meant(NamedTuple):
    """What was meant, as it would be written, and what that means."""

    text: str
    sentence: str


def letters(text: str) -> str:
    """A key or word without what slips of the pen change: case, hyphens, blanks, underscores."""
    return re.sub(r"[-_\s]+", "", text.casefold())


@cache
def lines() -> tuple[Line, ...]:
    """Every line of the file."""
    return tuple(Line(*line.split("\t")) for line in FILE.read_text("utf-8").splitlines())


@cache
def rows() -> dict[tuple[str, str], str]:
    """What is meant: by block, and by what is written as its letters alone."""
    return {(line.block, letters(line.written)): line.meant for line in lines()}


def key_meant(model: type[BaseModel], block: Route, key: str, value: object) -> Meant | None:
    """The key that was meant by one that a block does not know."""
    return _meant(model, block, (f"{key}: {value}", key))


def _meant(model: type[BaseModel], block: Route, ways: tuple[str, ...]) -> Meant | None:
    for written in ways:
        for found in meanings.blocks_at(model, block):
            for name in (*meanings.blocks().get(found, ()), _ANY):
                meant = rows().get((name, letters(written)))
                if meant is not None and (told := _told(found, meant)):
                    return told
    return None


def value_meant(model: type[BaseModel], route: Route, value: object) -> Meant | None:
    """The value that was meant by one that a key does not take."""
    return _meant(model, route[:-1], (f"{route[-1]}: {value}",)) if route and isinstance(value, str) else None


def keys_meant(model: type[BaseModel], block: Route, wanted: str) -> Iterator[str]:
    """The keys, by their letters, by which a key is meant."""
    names = [name for found in meanings.blocks_at(model, block) for name in (*meanings.blocks().get(found, ()), _ANY)]
    return (written for (name, written), meant in rows().items() if meant == wanted and name in names)


@cache
def places_of(model: type[BaseModel], key: str) -> list[str]:
    """The blocks of a document that know a key, as routes."""
    knowing = (names for block, names in meanings.blocks().items() if key in _keys(block))
    return [name for names in knowing for name in names if fault_of(model, name) is None]


@cache
def _keys(block: type[BaseModel]) -> frozenset[str | None]:
    return frozenset(field.alias for field in block.model_fields.values())


def _told(block: type[BaseModel], meant: str) -> Meant | None:
    """What a line says, if the block knows the key and takes the value that it speaks of."""
    key, _, value = meant.partition(": ")
    if fault_of(block, key) is not None or (value and not _takes(block, key, meant)):
        return None
    *above, last = key.split(" / ")
    meaning = meanings.at(block, tuple(above), last)
    return Meant(meant, meaning.sentence if meaning else "")


def _takes(block: type[BaseModel], key: str, meant: str) -> bool:
    try:
        block.model_validate(read(meant.encode()).tree)
    except ValidationError as error:
        return all(one["loc"][:1] != (key,) for one in error.errors())
    return True
