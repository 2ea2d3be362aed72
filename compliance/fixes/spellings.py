"""Keys and values that can only have been meant in one way: the lines of `meant.tsv` that say so, and words that differ
from a choice of their key in case, hyphens or blanks alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from compliance.checks.names import letters
from compliance.documents import meant
from compliance.documents.kinds import KINDS
from compliance.documents.reading import model_of
from compliance.documents.routes import types_at
from compliance.fixes.edits import Edit, Put, Rename
from compliance.routes import Route
from compliance.source import Map, Seq, Value

_ANYWHERE: Final = "*"
_DOCUMENTS: Final = {f"{kind} document": kind for kind in KINDS} | {"any document": "document"}


class Spelling(NamedTuple):
    """What is written somewhere, and what is meant: a key, or a key with its value."""

    where: tuple[str, ...]
    key: str
    value: str | None
    meant: str
    meant_value: str | None


@cache
def _spellings() -> tuple[Spelling, ...]:
    return tuple(_row(line) for line in meant.lines() if line.may_fix)


def _row(line: meant.Line) -> Spelling:
    where = _DOCUMENTS.get(line.block, line.block)
    old, _, old_value = line.written.partition(": ")
    key, _, value = line.meant.partition(": ")
    if value.startswith("{"):  # a word that stands for a block: `bank: {by: house}`
        below, _, value = value[1:-1].partition(": ")
        key = f"{key} / {below}"
    return Spelling(tuple(where.split(" / ")), old, old_value or None, key, value or None)


def keys(tree: Map) -> Iterator[Edit]:
    """Keys that their block does not know, where the key that is meant is known and is not there."""
    rows = [row for row in _spellings() if row.value is None]
    for route, block in _blocks(tree, ()):
        renamed: set[str] = set()
        for row in (row for row in rows if row.meant not in block and _is_at(row, route, tree)):
            written = [key for key in block if letters(key) == letters(row.key)]
            if len(written) == 1 and row.meant not in renamed and _fits(row, route, written[0], tree):
                renamed.add(row.meant)
                yield Rename((*route, written[0]), row.meant)


def values(tree: Map) -> Iterator[Edit]:
    """Values that their key does not know, where the one that is meant is known."""
    rows = [row for row in _spellings() if row.value is not None]
    for route, block in _blocks(tree, ()):
        found: dict[str, Spelling] = {}
        for row in rows:
            value = block.get(row.key)
            if isinstance(value, str) and _is_at(row, route, tree) and letters(value) == letters(row.value or ""):
                found.setdefault(row.key, row)
        for row in found.values():
            yield from _meant(row, route, block, tree)
        for key in [key for key in block if key not in found]:
            yield from _choice(route, block, key, tree)


def _choice(route: Route, block: Map, key: str, tree: Map) -> Iterator[Edit]:
    """A word that is one of those its key knows, but for case, hyphens and blanks."""
    value = block[key]
    if not isinstance(value, str) or not any(letter.isalpha() for letter in value):
        return
    types = [one for one in types_at(model_of(str(tree["document"])), (*route, key)) if one is not type(None)]
    choices = [choice for found in types if get_origin(found) is Literal for choice in get_args(found)]
    # Where anything else may be written as well, the word may be meant as it stands.
    if value in choices or any(get_origin(found) is not Literal for found in types):
        return
    alike = [choice for choice in choices if letters(choice) == letters(value)]
    if len(alike) == 1:
        yield Put((*route, key), alike[0])


def _meant(row: Spelling, route: Route, block: Map, tree: Map) -> Iterator[Edit]:
    """The edits that turn one entry into what is meant; none where that would not be read either."""
    model = model_of(str(tree["document"]))
    group, _, key = row.meant.rpartition(" / ")
    place: Route = (*route, group, key) if group else (*route, key)
    if not _takes(types_at(model, place), row.meant_value or ""):
        return
    if group:
        yield Put((*route, row.key), {key: row.meant_value})
    elif row.key == key and block[key] != row.meant_value:
        yield Put((*route, key), row.meant_value)
    elif row.key != key and key not in block and not types_at(model, (*route, row.key)):
        yield Put((*route, row.key), row.meant_value)
        yield Rename((*route, row.key), key)


def _takes(types: list[Any], value: str) -> bool:
    choices = [choice for found in types if get_origin(found) is Literal for choice in get_args(found)]
    return value in choices if choices else bool(types)


def _blocks(node: Value, route: Route) -> Iterator[tuple[Route, Map]]:
    """Every group of a document, outermost first; not what is known about the paper."""
    if isinstance(node, Map):
        yield route, node
    entries = node.items() if isinstance(node, Map) else enumerate(node) if isinstance(node, Seq) else ()
    for step, below in entries:
        if route or step != "reading":
            yield from _blocks(below, (*route, step))


def _is_at(row: Spelling, route: Route, tree: Map) -> bool:
    """Whether a spelling speaks of the block at a route."""
    if row.where == (_ANYWHERE,):
        return True
    if len(row.where) == 1 and row.where[0] in (*KINDS, "document"):
        return not route and row.where[0] in (tree["document"], "document")
    return len(row.where) == len(route) and all(
        wanted in (_ANYWHERE, step) for wanted, step in zip(row.where, route, strict=True)
    )


def _fits(row: Spelling, route: Route, written: str, tree: Map) -> bool:
    """Whether a key is unknown where it stands, and the one that is meant is known there."""
    found = types_at(model_of(str(tree["document"])), route)
    models = [kind for kind in found if isinstance(kind, type) and issubclass(kind, BaseModel)]
    known = {field.alias or name for model in models for name, field in model.model_fields.items()}
    own_names = any(model.model_config.get("extra") == "allow" for model in models)
    if own_names and (row.where[-2:] != ("rules", "*") or written in _inputs(route, tree)):
        return False
    return written not in known and row.meant in known


def _inputs(route: Route, tree: Map) -> Map:
    """What the rules of a table may speak of."""
    table = tree
    for step in route[:2]:
        below = table.get(str(step))
        if not isinstance(below, Map):
            return Map()
        table = below
    given = table.get("given")
    return given if isinstance(given, Map) else Map()
