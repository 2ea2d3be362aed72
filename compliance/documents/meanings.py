"""What every key and every kind of value means, in a sentence, with an example.

The sentences stand in `meanings.tsv`, one line a key, sorted: the block, the key, the sentence, the example as it is
written in a document, a name of the fact where the sentence is long, and a mark where only people read the value. A
block is called by a route that leads to it (`wagers / *`), a document `game document`; what all documents have stands
under `any document`, what all blocks have under `any block`, kinds of value under `value` and statements under
`statement`. The format for editors, the page of keys and the messages about wrong keys are made from them; nothing else
loads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from compliance.documents.facts import entry_types, find_types
from compliance.documents.fields import FieldReader
from compliance.documents.kinds import KINDS
from compliance.documents.models import get_model
from compliance.source import Value, read_source
from compliance.source.routes import Route

FILE: Final = Path(__file__).with_name("meanings.tsv")
_ANY_DOCUMENT: Final = "any document"
_ANY_BLOCK: Final = "any block"
_STATEMENT: Final = "statement"
_VALUE: Final = "value"


class Meaning(NamedTuple):
    """A sentence, and an example as it is written in a document."""

    sentence: str
    example: str
    # What the fact is called in a sentence, where the sentence does not say it shortly.
    name: str = ""
    # Set where no requirement compares what it says: at most it is asked whether it is stated.
    for_people: str = ""

    @property
    def value(self) -> Value:
        """The example as it is read."""
        tree = read_source(f"example: {self.example}\n".encode()).tree
        return tree["example"] if isinstance(tree, dict) else None


@cache
def load_meanings() -> dict[tuple[str, str], Meaning]:
    """Every line of the file, by block and key."""
    lines = FILE.read_text("utf-8").splitlines()
    cells = (line.split("\t") for line in lines)
    return {(block, key): Meaning(*meaning) for block, key, *meaning in cells}


def find_meaning(model: type[BaseModel], key: str) -> Meaning | None:
    """What a key of a block means."""
    names = (*list_blocks().get(model, ()), _ANY_BLOCK)
    return next((found for name in names if (found := load_meanings().get((name, key)))), None)


def find_meaning_at(model: type[BaseModel], block: Route, key: str) -> Meaning | None:
    """What a key means at a place of a document."""
    return next((found for holder in blocks_at(model, block) if (found := find_meaning(holder, key))), None)


def blocks_at(model: type[BaseModel], route: Route) -> list[type[BaseModel]]:
    """The blocks that may stand at a place of a document."""
    return [found for found in find_types(model, route) if isinstance(found, type) and issubclass(found, BaseModel)]


def find_kind_meaning(kind: str) -> Meaning | None:
    """What a kind of value is."""
    return load_meanings().get((_VALUE, kind))


def list_key_kinds(model: type[BaseModel], key: str) -> list[str]:
    """The kinds of value that a key of a block may have; none for a key that it does not know."""
    fields = (field for name, field in model.model_fields.items() if (field.alias or name) == key)
    found = next((list(_find_kinds(field.rebuild_annotation())) for field in fields), None)
    return list(
        dict.fromkeys(
            found if found is not None else (kind for each in entry_types(model) for kind in _find_kinds(each))
        )
    )


def list_kinds() -> set[str]:
    """Every kind of value that a key may have."""
    fields = (field for model in list_blocks() for field in model.model_fields.values())
    held = (kind for model in list_blocks() for kind in entry_types(model))
    return {kind for field in fields for kind in _find_kinds(field.rebuild_annotation())} | {
        kind for each in held for kind in _find_kinds(each)
    }


def _find_kinds(annotation: Any) -> Iterator[str]:
    for about in getattr(annotation, "__metadata__", ()):
        if isinstance(about, FieldReader):
            yield about.kind
    for part in get_args(annotation):
        yield from _find_kinds(part)


def list_statements() -> dict[str, Meaning]:
    """The statements that requirements look for, by name."""
    return {key: meaning for (block, key), meaning in load_meanings().items() if block == _STATEMENT}


@cache
def list_blocks() -> dict[type[BaseModel], tuple[str, ...]]:
    """Every block of every kind of document, with the names under which its keys are explained."""
    found: dict[type[BaseModel], tuple[str, ...]] = {}
    for kind in KINDS:
        model = get_model(kind)
        found[model] = (f"{kind} document", _ANY_DOCUMENT)
        for route, below in _walk_blocks(model, "", (model,)):
            found[below] = tuple(dict.fromkeys((*found.get(below, ()), route)))
    return found


def _walk_blocks(
    model: type[BaseModel], route: str, above: tuple[type[BaseModel], ...]
) -> Iterator[tuple[str, type[BaseModel]]]:
    """The blocks below a block, each with the routes that lead there."""
    for field in model.model_fields.values():
        for below, many in _find_models(field.annotation):
            step = f"{field.alias}{' / *' if many else ''}"
            there = f"{route} / {step}" if route else step
            yield there, below
            if below not in above:
                yield from _walk_blocks(below, there, (*above, below))


def _find_models(annotation: Any, many: bool = False) -> Iterator[tuple[type[BaseModel], bool]]:
    """The blocks that a key may hold, and whether it holds several."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        held = entry_types(annotation)
        own = [name for name in annotation.model_fields if name != "source"]
        if own or not held:
            yield annotation, many
        for item in held:
            yield from _find_models(item, True)
        return
    several = many or get_origin(annotation) in (list, dict)
    for part in get_args(annotation):
        yield from _find_models(part, several)
