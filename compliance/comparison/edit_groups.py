"""One edit, one change: what is written once and read in several places is told once, with all of them.

A fee that options share changes in each of them when it changes; an option that names another group takes over other
limits and other fees. Both are one edit. Changes are therefore gathered by what was edited: the value as it is written,
the name by which it is chosen, or the whole block that is gone or new.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import Final, NamedTuple

from compliance.comparison.canonical import to_plain_form
from compliance.comparison.changes import Change
from compliance.documents.shared_options import SHARED_KEYS
from compliance.source import Map, Seq, Source, Span, Value
from compliance.source.routes import Route, value_at

_OPTION, _COLLECTION = 2, 4
_BY_PAYER: Final = "by-payer"
_NO_PLACE: Final = Span(0, 0, 0, 0)
# A step that leads nowhere: in place of the last one on the side that does not have what changed.
_NOWHERE: Final = "\0"


class _Side:
    """One of two texts, for asking where something is written in it."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def value(self, route: Route) -> Value:
        return value_at(self._source, route)

    def has(self, route: Route) -> bool:
        """Whether there is anything at a route, be it left empty."""
        above = self.value(route[:-1])
        return (
            route[-1] in above if isinstance(above, Map) else isinstance(above, Seq) and self.value(route) is not None
        )

    def value_span(self, route: Route) -> Span | None:
        """Where what stands at a route is written: what an option takes over, or an alias repeats, is elsewhere."""
        if not self.has(route):
            return None
        place = self._source.place(route)
        return place.anchor or place.value

    def table_reference(self, route: Route) -> str:
        """The words by which a table is told by another, `as table-1`; none where its rows are written."""
        place = self._source.place(route).value
        if not route or place.line != place.end_line:
            return ""
        line = self._source.lines[place.line - 1]
        words = line[place.column - 1 : place.end_column - 1].strip("\"'")
        return words if words.startswith("as ") else ""

    def origin(self, route: Route) -> Route:
        """The route at which it is written, where that is for several options; else none."""
        return self._routes_by_span.get(self.value_span(route) or _NO_PLACE, ())

    @cached_property
    def _routes_by_span(self) -> dict[Span, Route]:
        found: dict[Span, Route] = {}
        left: list[Route] = [(key,) for key in SHARED_KEYS]
        while left:
            route = left.pop()
            span, node = self.value_span(route), self.value(route)
            if span is not None:
                found.setdefault(span, route)
            steps = list(node) if isinstance(node, Map) else range(len(node)) if isinstance(node, Seq) else ()
            left += [(*route, step) for step in steps]
        return found


class _Edit(NamedTuple):
    """What was edited: a key that tells edits apart, and where it stands when that is not where its effect is."""

    key: Hashable
    routes: tuple[Route | None, Route | None] | None = None


def group_changes(changes: Iterable[Change], old: Source | None, new: Source) -> list[Change]:
    """The same changes, those of one edit in one. Of an old text without places (one that was approved) it is known
    what it says, not how it was written."""
    now = _Side(new)
    sides = _Sides(_Side(old), now) if old is not None else None
    edits: dict[Hashable, list[Change]] = {}
    stands: dict[Hashable, tuple[Route | None, Route | None] | None] = {}
    for change in changes:
        edit = sides.find_edit(change) if sides is not None else _find_edit_since_approval(change, now)
        edits.setdefault(edit.key, []).append(change)
        stands.setdefault(edit.key, edit.routes)
    return [found[0]._replace(further_changes=tuple(found[1:]), edited=stands[key]) for key, found in edits.items()]


def _find_edit_since_approval(change: Change, new: _Side) -> _Edit:
    said = repr([to_plain_form(node) for node in (change.old, change.new) if node is not None])
    written = new.value_span(change.new_route) if change.new is not None else None
    return _Edit((change.kind, change.pattern, _trail_in_option(change), said, written))


class _Sides(NamedTuple):
    old: _Side
    new: _Side

    def find_edit(self, change: Change) -> _Edit:
        """What was edited so that this changed."""
        old = change.old_route if change.old is not None else (*change.old_route[:-1], _NOWHERE)
        new = change.new_route if change.new is not None else (*change.new_route[:-1], _NOWHERE)
        written = self.old.value_span(old), self.new.value_span(new)
        places = (old, new) if written == (None, None) else written
        return self._find_choice_edit(old, new) or self._find_block_edit(old, new) or _Edit((change.kind, *places))

    def _find_choice_edit(self, old: Route, new: Route) -> _Edit | None:
        """The name by which a table, an option or a collection chooses what it takes over, if that is another now."""
        table = old[:-1], new[:-1]
        told = self.old.table_reference(table[0]), self.new.table_reference(table[1])
        if told[0] != told[1] and "pays" in old:
            return self._build_name_edit(table)
        if old[:1] != ("options",) or len(old) <= _OPTION:
            return None
        origins = self.old.origin(old), self.new.origin(new)
        group = (*old[:_OPTION], "group"), (*new[:_OPTION], "group")
        if self._has_difference(group) and (
            old[_OPTION] == "group" or any(origin[:1] == ("groups",) for origin in origins)
        ):
            return self._build_name_edit(group)
        if old[_OPTION] != "collections" or len(old) <= _COLLECTION or len(new) <= _COLLECTION:
            return None
        by_payer = any(_BY_PAYER in origin for origin in origins)
        for key, taken in (("uses", by_payer or any(one[:1] == ("rates",) for one in origins)), ("payer", by_payer)):
            name = (*old[:_COLLECTION], key), (*new[:_COLLECTION], key)
            if self._has_difference(name) and (taken or old[_COLLECTION] == key):
                return (
                    (old != name[0] and self._find_choice_edit(*name))
                    or self._find_block_edit(*name)
                    or self._build_name_edit(name)
                )
        return None

    def _build_name_edit(self, name: tuple[Route, Route]) -> _Edit:
        written = self.old.value_span(name[0]), self.new.value_span(name[1])
        old, new = (route if span is not None else None for route, span in zip(name, written, strict=True))
        return _Edit(("name", *written), (old, new))

    def _has_difference(self, routes: tuple[Route, Route]) -> bool:
        return self.old.value(routes[0]) != self.new.value(routes[1])

    def _find_block_edit(self, old: Route, new: Route) -> _Edit | None:
        """The largest block of what is shared that only one of the sides has, and that holds what changed."""
        for here, there, route, other in ((self.old, self.new, old, new), (self.new, self.old, new, old)):
            if there.has(other):
                continue
            origin = here.origin(route)
            for length in range(1, len(origin) + 1):
                if not there.has(origin[:length]):
                    block, gone = origin[:length], here is self.old
                    return _Edit((gone, block), (block, None) if gone else (None, block))
        return None


def _trail_in_option(change: Change) -> tuple[str, ...]:
    """The names that lead to a change, whichever option it is in."""
    return change.trail[_OPTION:] if change.trail[:1] == ("options",) else change.trail
