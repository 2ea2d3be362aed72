"""A document in spite of values that cannot be read: each of them is an open fact at its place.

What is wrong is told once, as a problem of the file. All else is a document like any other, of which everything can be
asked that does not rest on what could not be read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from compliance.documents.incomplete import validate_incomplete
from compliance.documents.model_problems import error_route, suggest_known_key
from compliance.documents.openness import remove_open_values
from compliance.documents.shared_options import SHARED_KEYS
from compliance.documents.values import UNCLEAR
from compliance.source import Map, Problem, Seq, Source, Value
from compliance.source.routes import Route, find_value
from compliance.source.tree import Record

M = TypeVar("M", bound=BaseModel)

_MOST_ROUNDS: Final = 12
# Of so many unknown keys it is asked what they were meant to be.
_MOST_MEANT: Final = 200
_NO_TITLE: Final = "Untitled"


class Recovered(NamedTuple, Generic[M]):
    """A document as far as it can be read: what it was read from, and the facts that it leaves open, those that could
    not be read among them."""

    document: M
    source: Source
    empty: list[Route]
    unreadable: list[Route]


Expand: TypeAlias = Callable[[Source], tuple[Source, tuple[Problem, ...]]]


def recover_document(model: type[M], written: Source, expand: Expand) -> Recovered[M] | None:
    """A document without what cannot be read in it; None where nothing would be left. `expand` writes out what is
    written once for several places: what is wrong there is left open before that."""
    unreadable: list[Route] = []
    source = expand(written)[0]
    for _ in range(_MOST_ROUNDS):
        stripped, empty = remove_open_values(source.tree)
        document = validate_incomplete(model, stripped, empty)
        if document is not None:
            return Recovered(document, source, empty, unreadable)
        errors = _find_errors(model, source.tree)
        known = len(unreadable)
        shared = [one for one in errors if one[0][:1] and one[0][0] in SHARED_KEYS]
        if shared:
            written = _mark(model, written, shared, unreadable)
            source = expand(written)[0]
        else:
            source = _mark(model, source, errors, unreadable)
        if len(unreadable) == known:
            return None
    return None


def _find_errors(model: type[BaseModel], tree: Value) -> list[tuple[Route, str]]:
    """Where a tree is not what the model asks for, and how."""
    try:
        model.model_validate(remove_open_values(tree)[0])
    except ValidationError as error:
        return [(error_route(one["loc"]), one["type"]) for one in error.errors(include_url=False)]
    return []


def _mark(model: type[BaseModel], source: Source, errors: list[tuple[Route, str]], unreadable: list[Route]) -> Source:
    """The source with each error marked as unclear."""
    tree = _copy(source.tree)
    unknown = 0
    for route, kind in errors:
        if kind == "extra_forbidden":
            unknown += 1
            place = _remove(tree, route) or source.root
            unreadable.append(route)
            key = suggest_known_key(model, route, find_value(source.tree, route)) if unknown <= _MOST_MEANT else ""
            meant = (*route[:-1], key)
            if key and find_value(tree, meant) is None:
                unreadable.append(meant)
                _set(tree, meant, UNCLEAR, place)
        else:
            _open(tree, route, kind, unreadable, source.root)
    return Source(source.text, tree, source.problems, source.root)


def _open(tree: Value, route: Route, kind: str, unreadable: list[Route], place: Record | None) -> None:
    """Mark what is wrong at a route as unclear."""
    if kind != "missing" and route != ("title",):
        # What is unclear already cannot be the fault: what holds it is.
        while route and find_value(tree, route) == UNCLEAR:
            route = route[:-1]
    if route:
        unreadable.append(route)
        _set(tree, route, _NO_TITLE if route == ("title",) else UNCLEAR, place)


def _copy(node: Value) -> Value:
    """A copy of a tree that can be changed."""
    if isinstance(node, Map):
        group = Map((key, _copy(value)) for key, value in node.items())
        group.places = dict(node.places)
        return group
    if isinstance(node, Seq):
        items = Seq(map(_copy, node))
        items.places = node.places
        return items
    return node


def _remove(tree: Value, route: Route) -> Record | None:
    """Take an entry out of its group; returns where it stands."""
    group, key = find_value(tree, route[:-1]), str(route[-1])
    if not isinstance(group, Map):
        return None
    group.pop(key, None)
    return group.places.pop(key, None)


def _set(tree: Value, route: Route, value: str, place: Record | None) -> None:
    """Write another value at a route, where the way leads there. A new key has the place of the group that it stands in
    or, at the top, the one given."""
    *above, step = route
    node = tree
    for one in above:
        if isinstance(node, Map) and one in node:
            place, node = node.places[str(one)], node[str(one)]
        elif isinstance(node, Seq) and isinstance(one, int) and one < len(node):
            place, node = node.places[one], node[one]
        else:
            return
    if isinstance(node, Map):
        node[str(step)] = value
        if place is not None:
            node.places.setdefault(str(step), place)
    elif isinstance(node, Seq) and isinstance(step, int) and step < len(node):
        node[step] = value
