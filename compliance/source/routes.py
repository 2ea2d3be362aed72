"""Routes: the keys that lead to a place in a document. Code speaks in routes; only the source layer knows lines."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from compliance.source import Map, Seq, Source, Span, Spans, Value

Route: TypeAlias = tuple[str | int, ...]


_ITEM: Final = re.compile(r"[1-9][0-9]{0,8}")


class Key(str):
    """A last step that means the key and not the value under it: a band that leaves a gap, whatever its fee is."""

    __slots__ = ()


def show_route(route: Route) -> str:
    """Return a route as people read it: `options / 2 / bands`. List items count from 1."""
    return " / ".join(str(step + 1) if isinstance(step, int) else step for step in route) or "the document"


def parse_route(text: str) -> Route:
    """Parse a route as `show_route` writes it. A step of digits is a list item, counted from 1."""
    steps = [part.strip() for part in text.split(" / ")]
    return tuple(int(step) - 1 if _ITEM.fullmatch(step) else step for step in steps)


def get_value(tree: Any, route: Route) -> Any:
    """Return the value at a route of a tree that has it."""
    for step in route:
        tree = tree[step]
    return tree


def value_at(source: Source, route: Route) -> Value:
    """Return the value at a route, as text; None when there is none."""
    return find_value(source.tree, route)


def find_value(tree: Value, route: Route) -> Value:
    """Return the value at a route of a tree; None when there is none."""
    for step in route:
        if isinstance(tree, Map) and step in tree:
            tree = tree[str(step)]
        elif isinstance(tree, Seq) and isinstance(step, int) and 0 <= step < len(tree):
            tree = tree[step]
        else:
            return None
    return tree


def is_written(source: Source, route: Route) -> bool:
    """Whether a route leads to an entry, also one with nothing in it."""
    if not route:
        return True
    above = value_at(source, route[:-1])
    if isinstance(above, Map):
        return route[-1] in above
    return isinstance(above, Seq) and isinstance(route[-1], int) and route[-1] < len(above)


def find_span(source: Source, route: Route) -> Span:
    """Return the span to underline for a route: the value, or its key when that is meant, or when the value is empty or
    runs over several lines."""
    if not route:
        return first_line(source)
    place = source.place(route)
    return place.key if place.key is not None and isinstance(route[-1], Key) else choose_span(place)


def choose_span(place: Spans) -> Span:
    value, key = place.value, place.key
    if value.line == value.end_line and value[:2] != value[2:]:
        return value
    if key is not None:
        return key
    return Span(value.line, value.column, value.line, value.column + 1)


def key_span(source: Source, route: Route) -> Span:
    """The key at a route, or the value where there is no key."""
    return source.place(route).key or find_span(source, route)


def first_line(source: Source) -> Span:
    """Where a document begins: for findings about the document as a whole."""
    place = source.place(())
    return Span(place.value.line, place.value.column, place.value.line, place.value.column + 1)
