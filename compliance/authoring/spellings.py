"""Keys and values that can only have been meant in one way: the lines of `suggestions.tsv` that say so, and words
that differ from a choice of their key in case, hyphens or blanks alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from compliance.authoring.edits import Edit, RenameKey, SetValue
from compliance.checks.names import letters
from compliance.documents import suggestions
from compliance.documents.facts import find_types
from compliance.documents.kinds import KINDS
from compliance.documents.models import get_model
from compliance.source import Map, Seq, Value
from compliance.source.routes import Route

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
def _load_spellings() -> tuple[Spelling, ...]:
    return tuple(_parse_line(line) for line in suggestions.load_lines() if line.may_fix)


def _parse_line(line: suggestions.SuggestionLine) -> Spelling:
    where = _DOCUMENTS.get(line.block, line.block)
    old, _, old_value = line.written.partition(": ")
    key, _, value = line.meant.partition(": ")
    if value.startswith("{"):  # a word that stands for a block: `bank: {by: house}`
        below, _, value = value[1:-1].partition(": ")
        key = f"{key} / {below}"
    return Spelling(tuple(where.split(" / ")), old, old_value or None, key, value or None)


def fix_keys(tree: Map) -> Iterator[Edit]:
    """Keys that their block does not know, where the key that is meant is known and is not there."""
    rows = [row for row in _load_spellings() if row.value is None]
    for route, block in _walk_blocks(tree, ()):
        renamed: set[str] = set()
        for row in (row for row in rows if row.meant not in block and _is_at(row, route, tree)):
            written = [key for key in block if letters(key) == letters(row.key)]
            if len(written) == 1 and row.meant not in renamed and _is_applicable(row, route, written[0], tree):
                renamed.add(row.meant)
                yield RenameKey((*route, written[0]), row.meant)


def fix_values(tree: Map) -> Iterator[Edit]:
    """Values that their key does not know, where the one that is meant is known."""
    rows = [row for row in _load_spellings() if row.value is not None]
    for route, block in _walk_blocks(tree, ()):
        found: dict[str, Spelling] = {}
        for row in rows:
            value = block.get(row.key)
            if isinstance(value, str) and _is_at(row, route, tree) and letters(value) == letters(row.value or ""):
                found.setdefault(row.key, row)
        for row in found.values():
            yield from _replace_entry(row, route, block, tree)
        for key in [key for key in block if key not in found]:
            yield from _fix_choice(route, block, key, tree)


def _fix_choice(route: Route, block: Map, key: str, tree: Map) -> Iterator[Edit]:
    """A word that is one of those its key knows, but for case, hyphens and blanks."""
    value = block[key]
    if not isinstance(value, str) or not any(letter.isalpha() for letter in value):
        return
    types = [one for one in find_types(get_model(str(tree["document"])), (*route, key)) if one is not type(None)]
    choices = [choice for found in types if get_origin(found) is Literal for choice in get_args(found)]
    # Where anything else may be written as well, the word may be meant as it stands.
    if value in choices or any(get_origin(found) is not Literal for found in types):
        return
    alike = [choice for choice in choices if letters(choice) == letters(value)]
    if len(alike) == 1:
        yield SetValue((*route, key), alike[0])


def _replace_entry(row: Spelling, route: Route, block: Map, tree: Map) -> Iterator[Edit]:
    """The edits that turn one entry into what is meant; none where that would not be read either."""
    model = get_model(str(tree["document"]))
    group, _, key = row.meant.rpartition(" / ")
    place: Route = (*route, group, key) if group else (*route, key)
    if not _is_accepted(find_types(model, place), row.meant_value or ""):
        return
    if group:
        yield SetValue((*route, row.key), {key: row.meant_value})
    elif row.key == key and block[key] != row.meant_value:
        yield SetValue((*route, key), row.meant_value)
    elif row.key != key and key not in block and not find_types(model, (*route, row.key)):
        yield SetValue((*route, row.key), row.meant_value)
        yield RenameKey((*route, row.key), key)


def _is_accepted(types: list[Any], value: str) -> bool:
    choices = [choice for found in types if get_origin(found) is Literal for choice in get_args(found)]
    return value in choices if choices else bool(types)


def _walk_blocks(node: Value, route: Route) -> Iterator[tuple[Route, Map]]:
    """Every group of a document, outermost first; not what is known about the paper."""
    if isinstance(node, Map):
        yield route, node
    entries = node.items() if isinstance(node, Map) else enumerate(node) if isinstance(node, Seq) else ()
    for step, below in entries:
        if route or step != "reading":
            yield from _walk_blocks(below, (*route, step))


def _is_at(row: Spelling, route: Route, tree: Map) -> bool:
    """Whether a spelling speaks of the block at a route."""
    if row.where == (_ANYWHERE,):
        return True
    if len(row.where) == 1 and row.where[0] in (*KINDS, "document"):
        return not route and row.where[0] in (tree["document"], "document")
    return len(row.where) == len(route) and all(
        wanted in (_ANYWHERE, step) for wanted, step in zip(row.where, route, strict=True)
    )


def _is_applicable(row: Spelling, route: Route, written: str, tree: Map) -> bool:
    """Whether a key is unknown where it stands, and the one that is meant is known there."""
    found = find_types(get_model(str(tree["document"])), route)
    models = [kind for kind in found if isinstance(kind, type) and issubclass(kind, BaseModel)]
    known = {field.alias or name for model in models for name, field in model.model_fields.items()}
    own_names = any(model.model_config.get("extra") == "allow" for model in models)
    if own_names and (row.where[-2:] != ("rules", "*") or written in _table_inputs(route, tree)):
        return False
    return written not in known and row.meant in known


def _table_inputs(route: Route, tree: Map) -> Map:
    table = tree
    for step in route[:2]:
        below = table.get(str(step))
        if not isinstance(below, Map):
            return Map()
        table = below
    given = table.get("given")
    return given if isinstance(given, Map) else Map()
