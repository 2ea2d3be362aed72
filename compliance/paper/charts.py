"""Cells of decision tables that no line prints as they stand, and that follow from what is printed.

A chart says `17 or higher` and `soft 17 or less`; the document says 17-26 and 12-17. An end is bound where it is
printed, where it is the end of the domain, where it is next to a bound that is printed (`17 or higher` leaves 16 and
less), or next to another row that is bound. The seats that dice name are counted on from those that are printed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from compliance.paper.binding import Bound, Ground, first_that
from compliance.paper.document_figures import DocumentFigure
from compliance.paper.figures import COUNT, Value, find_figures
from compliance.paper.printed_figures import NO_FIGURE, Paper, Printed
from compliance.source.routes import Route

DOMAIN: Final = "by the domain of the table"
REST: Final = "what other rows leave"
COUNTED: Final = "counted on from what is printed"
_LESS: Final = re.compile(r"\b(?:less|fewer|lower) than $|\b(?:under|below) $", re.IGNORECASE)
_MORE: Final = re.compile(r"\b(?:more|greater|higher) than $|\b(?:over|above|exceed(?:s|ing)?) $", re.IGNORECASE)
# Seats that dice may name, and how many of a table's rows must agree on one way of counting.
_SEATS: Final = range(3, 13)
_FEWEST_ROWS: Final = 6
_SHARE: Final = Fraction(4, 5)


class PrintedCell(NamedTuple):
    """Where a figure of a decision table stands: the table, the rule of it, and the column."""

    table: str
    rule: Route
    column: str


def bind_cells(tree: Mapping[str, Any], bound: list[Bound], grounds: Mapping[DocumentFigure, Ground]) -> list[Bound]:
    """The same figures; cells of decision tables that follow from what is printed are bound by how they do."""
    domains = _read_domains(tree)
    found = [_bind_by_domain(one, grounds[one.written], domains) for one in bound]
    found = _bind_by_rows(found, domains, grounds)
    return _bind_by_counting(tree, found)


def cell_of(route: Route) -> PrintedCell | None:
    """The cell of a route such as `tables / dealer-draw / rules / 2 / total`."""
    if len(route) < 5 or route[0] != "tables" or route[2] != "rules":
        return None
    return PrintedCell(str(route[1]), route[:4], str(route[4]))


def _read_domains(tree: Mapping[str, Any]) -> dict[tuple[str, str], frozenset[Fraction]]:
    """The ends of the domain that a decision table declares for each column."""
    tables = tree.get("tables")
    found: dict[tuple[str, str], frozenset[Fraction]] = {}
    for name, table in tables.items() if isinstance(tables, Mapping) else ():
        given = table.get("given") if isinstance(table, Mapping) else None
        for column, value in given.items() if isinstance(given, Mapping) else ():
            texts = [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]
            figures = [figure.value for text in texts for figure in find_figures(text)]
            ends = [end for value in figures for end in value[1:3] if isinstance(end, Fraction)]
            found[name, column] = frozenset((min(ends), max(ends))) if ends else frozenset()
    return found


def _bind_by_domain(one: Bound, ground: Ground, domains: Mapping[tuple[str, str], frozenset[Fraction]]) -> Bound:
    cell, wanted = cell_of(one.written.route), one.written.value
    if one.rule or cell is None or wanted.kind != COUNT or wanted.low is None or wanted.high is None:
        return one
    ends = domains.get((cell.table, cell.column), frozenset())
    here = ground.paper.figures_on(one.written.citation)
    both = ((wanted.low, True), (wanted.high, False))
    places = [_find_end(end, is_low, wanted, here, ground.paper) for end, is_low in both]
    needed = [place for end, place in zip((wanted.low, wanted.high), places, strict=True) if end not in ends]
    if None in needed:
        return one
    first = next((place for place in places if place is not None), None)
    return one._replace(rule=DOMAIN, printed=first or _first_line(one.written, ground))


def _find_end(end: Fraction, is_low: bool, wanted: Value, here: tuple[Printed, ...], paper: Paper) -> Printed | None:
    """One end of a cell: printed by itself, as `less than` its neighbor, or left by a printed bound."""
    same = first_that(here, lambda value: value.kind == COUNT and end in value[1:3])
    if same is not None:
        return same
    if not wanted.is_point or is_low:
        neighbor = end - 1 if is_low else end + 1
        bounded = Value(COUNT, None, neighbor) if is_low else Value(COUNT, neighbor, None)
        words = _MORE if is_low else _LESS
        for one in here:
            before = " ".join(paper.lines[one.line][: one.figure.start].split()) + " "
            readings = one.figure.readings
            if bounded in readings or (Value(COUNT, neighbor, neighbor) in readings and words.search(before)):
                return one
    return None


def _bind_by_rows(
    found: list[Bound], domains: Mapping[tuple[str, str], frozenset[Fraction]], grounds: Mapping[DocumentFigure, Ground]
) -> list[Bound]:
    """Cells whose ends lie next to those of rows that are bound, or are ends of the domain; and lists of all that the
    list of another row leaves."""
    taken: dict[tuple[str, str], set[Fraction]] = {}
    for one in found:
        cell, value = cell_of(one.written.route), one.written.value
        if one.rule and cell is not None and value.low is not None and value.high is not None:
            taken.setdefault((cell.table, cell.column), set()).update((value.low - 1, value.high + 1))
    left = _find_complements(found, domains)

    def follows(one: Bound) -> bool:
        cell, value = cell_of(one.written.route), one.written.value
        if one.rule or cell is None:
            return False
        column = (cell.table, cell.column)
        free = taken.get(column, set()) | domains.get(column, frozenset())
        return one.written.route[:-1] in left or (value.is_range and {value.low, value.high} <= free)

    return [
        one._replace(rule=REST, printed=_first_line(one.written, grounds[one.written])) if follows(one) else one
        for one in found
    ]


def _find_complements(found: list[Bound], domains: Mapping[tuple[str, str], frozenset[Fraction]]) -> set[Route]:
    """Cells that list every number of their domain that a list of another row, which is bound, does not."""
    lists: dict[Route, list[Bound]] = {}
    for one in found:
        if cell_of(one.written.route) is not None and one.written.value.is_point:
            route = one.written.route
            lists.setdefault(route[:-1] if isinstance(route[-1], int) else route, []).append(one)
    numbers = {route: {one.written.value.low for one in items} for route, items in lists.items()}
    whole = {route: all(one.rule for one in items) for route, items in lists.items()}
    left = set()
    for route, items in lists.items():
        table, column = str(route[1]), str(route[4])
        ends = domains.get((table, column))
        if not ends or whole[route] or any(end.denominator != 1 for end in ends):
            continue
        wanted = {Fraction(number) for number in range(int(min(ends)), int(max(ends)) + 1)} - numbers[route]
        others = (other for other in lists if (other[1], other[4]) == (table, column) and whole[other])
        if len(items) == len(numbers[route]) and any(numbers[other] == wanted for other in others):
            left.add(route)
    return left


def _first_line(written: DocumentFigure, ground: Ground) -> Printed | None:
    lines = ground.paper.lines_of(written.citation)
    return Printed(lines[0], NO_FIGURE) if lines else None


# --- seats that dice name ---------------------------------------------------------------------------------------------


def _bind_by_counting(tree: Mapping[str, Any], found: list[Bound]) -> list[Bound]:
    """Seats are counted on from those that are printed: what agrees with that count is bound."""
    counted = {route for pairs in _tables_of_seats(tree) for route in _agreeing(pairs)}
    routes = (one.written.route for one in found)
    return [
        one._replace(rule=COUNTED) if not one.rule and route in counted else one
        for one, route in zip(found, routes, strict=True)
    ]


class _Pair(NamedTuple):
    """A total of the dice and the seat that it names, with the places of both."""

    total: int
    seat: int
    routes: tuple[Route, ...]


def _tables_of_seats(tree: Mapping[str, Any]) -> Iterator[list[_Pair]]:
    action, tables = tree.get("action"), tree.get("tables")
    totals = action.get("totals") if isinstance(action, Mapping) else None
    if isinstance(totals, Mapping):
        pairs = (_pair(key, seat, (("action", "totals", key),)) for key, seat in totals.items())
        yield [pair for pair in pairs if pair is not None]
    for name, table in tables.items() if isinstance(tables, Mapping) else ():
        rules = table.get("rules") if isinstance(table, Mapping) else None
        yield list(_pairs_of(rules, ("tables", name, "rules"))) if isinstance(rules, list) else []


def _pairs_of(rules: Iterable[Any], route: Route) -> Iterator[_Pair]:
    for number, rule in enumerate(rules):
        if not isinstance(rule, Mapping) or not isinstance(rule.get("then"), str):
            continue
        then = (*route, number, "then")
        for column, value in rule.items():
            if column in ("then", "source"):
                continue
            at = (*route, number, column)
            listed = [((*at, place), item) for place, item in enumerate(value)] if isinstance(value, list) else []
            for place, item in listed or [(at, value)]:
                pair = _pair(item, rule["then"], (place, then))
                if pair is not None:
                    yield pair


def _pair(total: Any, seat: Any, routes: tuple[Route, ...]) -> _Pair | None:
    if not isinstance(total, str) or not isinstance(seat, str):
        return None
    totals = [figure.value for figure in find_figures(total)]
    seats = [figure.value for figure in find_figures(seat)] or [Value(COUNT, Fraction(1), Fraction(1))]
    if len(totals) != 1 or not totals[0].is_point or not seats[0].is_point:
        return None
    assert totals[0].low is not None
    assert seats[0].low is not None
    return _Pair(int(totals[0].low), int(seats[0].low), routes)


class Miscounted(NamedTuple):
    """A seat that is not the one which counting on from the other rows gives, and that one."""

    route: Route
    total: int
    seat: int


def find_miscounted(tree: Mapping[str, Any]) -> Iterator[Miscounted]:
    """Seats that dice name, against the count that nearly all rows agree on."""
    for pairs in _tables_of_seats(tree):
        way = _way_of_counting(pairs)
        for pair in pairs if way is not None else ():
            assert way is not None
            if (pair.total - pair.seat) % way.seats != way.shift:
                yield Miscounted(pair.routes[-1], pair.total, (pair.total - way.shift - 1) % way.seats + 1)


def _agreeing(pairs: list[_Pair]) -> Iterator[Route]:
    """The places of the pairs that agree with one way of counting, where nearly all do."""
    way = _way_of_counting(pairs)
    if way is None:
        return
    doubtful = {route for pair in pairs if (pair.total - pair.seat) % way.seats != way.shift for route in pair.routes}
    for pair in pairs:
        yield from (route for route in pair.routes if route not in doubtful)


class _Way(NamedTuple):
    """How seats are counted: how many there are, and the total that names the first, less one."""

    seats: int
    shift: int


def _way_of_counting(pairs: list[_Pair]) -> _Way | None:
    if len(pairs) < _FEWEST_ROWS or len({pair.seat for pair in pairs}) < 3:
        return None
    counts = (
        (seats, Counter((pair.total - pair.seat) % seats for pair in pairs).most_common(1)[0]) for seats in _SEATS
    )
    seats, (shift, agree) = max(counts, key=lambda one: (one[1][1], one[0]))
    return _Way(seats, shift) if agree >= _SHARE * len(pairs) else None
