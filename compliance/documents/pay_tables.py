"""Pay tables that are told by another: `as table-1`, `as table-1 without nine-high, ten-high`.

They are written out on the tree, before anything else looks at it, so that every reader sees whole tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from compliance.source import Limits, Map, Problem, Seq, Source, Value
from compliance.source.routes import Route, show_route

_AS: Final = re.compile(r"as (\S+)(?: without (.+))?")
_PAYS: Final = "pays"
_ONE: Final = ("envy", "progressive")
_SEVERAL: Final = ("envies", "progressives")


def expand_pay_tables(source: Source) -> tuple[Source, tuple[Problem, ...]]:
    """A file whose pay tables are whole, or why one of them cannot be."""
    tree = source.tree
    told = (
        [] if not isinstance(tree, Map) else [found for found in _find_table_holders(tree) if _has_reference(found[1])]
    )
    problems: list[Problem] = []
    rows = 0
    for route, holder in told:
        # The tree is this run's own, and nobody has looked at it yet.
        holder[_PAYS], taken = _expand_tables(source, (*route, _PAYS), holder[_PAYS], problems)
        rows += taken
        if rows > Limits().nodes:
            message = "The pay tables that are told by others have more rows than one file may hold."
            return source, (Problem("too-large", message, "Write fewer tables.", source.place(route).value),)
    return source, tuple(problems)


def _find_table_holders(tree: Map) -> Iterator[tuple[Route, Map]]:
    """What has pay tables: wagers, envy features and jackpots."""
    wagers = tree.get("wagers")
    for name, wager in wagers.items() if isinstance(wagers, Map) else ():
        if isinstance(wager, Map):
            yield ("wagers", name), wager
    for key in _ONE:
        if isinstance(one := tree.get(key), Map):
            yield (key,), one
    for key in _SEVERAL:
        entries = tree.get(key)
        for number, one in enumerate(entries if isinstance(entries, Seq) else ()):
            if isinstance(one, Map):
                yield (key, number), one


def _has_reference(holder: Map) -> bool:
    tables = holder.get(_PAYS)
    if not isinstance(tables, Map) or not any(isinstance(table, Map) for table in tables.values()):
        return False
    return any(isinstance(table, str) and _AS.fullmatch(table) for table in tables.values())


def _expand_tables(source: Source, route: Route, tables: Value, problems: list[Problem]) -> tuple[Map, int]:
    whole, taken = Map(), 0
    written = tables if isinstance(tables, Map) else Map()
    whole.places = written.places
    for name, table in written.items():
        found = _AS.fullmatch(table) if isinstance(table, str) else None
        whole[name] = table
        if found is None:
            continue
        other = whole.get(found[1])
        rows = [row.strip() for row in (found[2] or "").split(",") if row.strip()]
        missing = [row for row in rows if not isinstance(other, Map) or row not in other]
        if not isinstance(other, Map) or missing:
            problems.append(_unknown_table(source, (*route, name), found[1], missing if isinstance(other, Map) else []))
            continue
        kept = Map((key, value) for key, value in other.items() if key not in rows)
        kept.places = {key: other.places[key] for key in kept}
        whole[name] = kept
        taken += len(kept)
        if taken > Limits().nodes:
            break
    return whole, taken


def _unknown_table(source: Source, route: Route, table: str, rows: list[str]) -> Problem:
    what = f"it has no row `{rows[0][:60]}`" if rows else f"no table `{table[:60]}` stands before it"
    place = source.place(route)
    message = f"At {show_route(route)}: the table is told by another, and {what}."
    help = "Name a table of the same `pays` that is written out above, and rows that it has."
    return Problem("bad-value", message, help, place.value)
