"""Suggestions for keys and words that the format does not know: `pays` for `payout`, `by: house` for `bank: house`.

`suggestions.tsv` holds one line for each, sorted: the block, what is written, what is meant, and `fix` where it can
have been meant in no other way, so that `pitboss fix` may write it. Blocks are named as in `meanings`; `*` is any
block. A key stands alone, a value behind its key. A line is never shown whose meaning no model has. Loaded only where
something is wrong with a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel, ValidationError

from compliance.documents import meanings
from compliance.documents.facts import find_route_fault
from compliance.source import read_source
from compliance.source.routes import Route

FILE: Final = Path(__file__).with_name("suggestions.tsv")
_ANY: Final = "*"


class SuggestionLine(NamedTuple):
    """One line of the file."""

    block: str
    written: str
    meant: str
    may_fix: str = ""


class Suggestion(NamedTuple):
    """What was meant, as it would be written, and what that means."""

    text: str
    sentence: str


def fold_spelling(text: str) -> str:
    """A key or word without what slips of the pen change: case, hyphens, blanks, underscores."""
    return re.sub(r"[-_\s]+", "", text.casefold())


@cache
def load_lines() -> tuple[SuggestionLine, ...]:
    """Every line of the file."""
    return tuple(SuggestionLine(*line.split("\t")) for line in FILE.read_text("utf-8").splitlines())


@cache
def load_suggestions() -> dict[tuple[str, str], str]:
    """What is meant: by block, and by what is written as its letters alone."""
    return {(line.block, fold_spelling(line.written)): line.meant for line in load_lines()}


def suggest_key(model: type[BaseModel], block: Route, key: str, value: object) -> Suggestion | None:
    """The key that was meant by one that a block does not know."""
    return _find_suggestion(model, block, (f"{key}: {value}", key))


def _find_suggestion(model: type[BaseModel], block: Route, ways: tuple[str, ...]) -> Suggestion | None:
    for written in ways:
        for found in meanings.blocks_at(model, block):
            for name in (*meanings.list_blocks().get(found, ()), _ANY):
                meant = load_suggestions().get((name, fold_spelling(written)))
                if meant is not None and (told := _build_suggestion(found, meant)):
                    return told
    return None


def suggest_value(model: type[BaseModel], route: Route, value: object) -> Suggestion | None:
    """The value that was meant by one that a key does not take."""
    return _find_suggestion(model, route[:-1], (f"{route[-1]}: {value}",)) if route and isinstance(value, str) else None


def find_misspellings(model: type[BaseModel], block: Route, wanted: str) -> Iterator[str]:
    """The keys, by their letters, by which a key is meant."""
    names = [
        name for found in meanings.blocks_at(model, block) for name in (*meanings.list_blocks().get(found, ()), _ANY)
    ]
    return (written for (name, written), meant in load_suggestions().items() if meant == wanted and name in names)


@cache
def find_blocks_with_key(model: type[BaseModel], key: str) -> list[str]:
    """The blocks of a document that know a key, as routes."""
    knowing = (names for block, names in meanings.list_blocks().items() if key in _block_keys(block))
    return [name for names in knowing for name in names if find_route_fault(model, name) is None]


@cache
def _block_keys(block: type[BaseModel]) -> frozenset[str | None]:
    return frozenset(field.alias for field in block.model_fields.values())


def _build_suggestion(block: type[BaseModel], meant: str) -> Suggestion | None:
    """What a line says, if the block knows the key and takes the value that it speaks of."""
    key, _, value = meant.partition(": ")
    if find_route_fault(block, key) is not None or (value and not _is_accepted(block, key, meant)):
        return None
    *above, last = key.split(" / ")
    meaning = meanings.find_meaning_at(block, tuple(above), last)
    return Suggestion(meant, meaning.sentence if meaning else "")


def _is_accepted(block: type[BaseModel], key: str, meant: str) -> bool:
    try:
        block.model_validate(read_source(meant.encode()).tree)
    except ValidationError as error:
        return all(one["loc"][:1] != (key,) for one in error.errors())
    return True
