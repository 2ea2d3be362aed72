"""References inside one document: every name, number, route and value that it points to is there.

References to other documents are in `integrity_sets`.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from compliance.checks.domains import MOST_CASES, Domain, Grid, Room
from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.game import DecisionTable, Game
from compliance.routes import Route

_MOST_FINDINGS: Final = 12


def _words(case: dict[str, str]) -> str:
    return ", ".join(f"{name.replace('-', ' ')} is {value}" for name, value in case.items())


def _count(cases: int) -> str:
    number = cases.bit_count()
    return "1 case" if number == 1 else f"{number:,} cases"


def _tables(game: Game, kinds: list[str]) -> Iterator[tuple[str, DecisionTable]]:
    for name, table in game.tables.items() if game.tables is not None else ():
        if (table.kind or "other") in kinds:
            yield name, table


def _partners(game: Game) -> dict[str, list[DecisionTable]]:
    """For each table those that say the same thing again, over the same inputs: together they must leave no case
    open. A table that restates another is the other's partner, and the other is its own."""
    found: dict[str, list[DecisionTable]] = {}
    for name, table in game.tables.items() if game.tables is not None else ():
        other = game.tables.get(table.restates) if game.tables is not None and table.restates is not None else None
        if other is not None and set(other.given) == set(table.given):
            found.setdefault(str(table.restates), []).append(table)
            found.setdefault(name, []).append(other)
    return found


class Decided:
    """Cases by the outcome that rules give them, so that a rule is held against all others at once."""

    def __init__(self) -> None:
        self._rules: list[tuple[int, str, int]] = []
        self._by_outcome: dict[str, int] = {}
        self._any = self._twice = 0

    def take(self, number: int, outcome: str, cases: int) -> None:
        """Take in one more rule."""
        said = _same(outcome)
        self._twice |= self._otherwise(said) & cases
        self._any |= cases
        self._by_outcome[said] = self._by_outcome.get(said, 0) | cases
        self._rules.append((number, outcome, cases))

    def _otherwise(self, said: str) -> int:
        """The cases that have another outcome."""
        return (self._any & ~self._by_outcome.get(said, 0)) | self._twice

    def against(self, outcome: str, cases: int) -> Iterator[tuple[int, str, int]]:
        """The rules that give some of these cases another outcome: their number, their outcome and the cases."""
        if cases & self._otherwise(_same(outcome)):
            for number, other, there in self._rules:
                if cases & there and _same(other) != _same(outcome):
                    yield number, other, cases & there


@check("every-case-decided")
def every_case_decided(game: Game, kinds: list[str]) -> Verdicts:
    """Each case of a table's declared domains has an outcome.

    kinds: the kinds of table that are looked at
    """
    partners = _partners(game)
    looked, room = dict(_tables(game, kinds)), Room()
    for name, table in looked.items():
        first = looked.get(table.restates) if table.restates is not None and name in partners else None
        if first is None or first.restates is not None:  # else proved together with the table that it restates
            yield _every_case(name, table, partners.get(name, []), room)


def _every_case(name: str, table: DecisionTable, partners: list[DecisionTable], room: Room) -> Verdict:
    route: Route = ("tables", name)
    grid = room.grid(table.given, sum(len(one.rules) for one in (table, *partners)))
    if grid.size is None:
        return _unproved(name, grid, "too many to prove")
    if not grid.size:
        return review(f"The table {name} declares an input without values.", (*route, "given"))
    ruled = 0
    for one in (table, *partners):
        for rule in one.rules:
            ruled |= grid.where(rule.conditions())
    impossible = _impossible(grid, table)
    open_cases = grid.all & ~ruled & ~impossible
    if open_cases and table.otherwise is None:
        case = _words(grid.smallest(open_cases, impossible))
        message = f"{_title(name, table)} has no outcome when {case} ({_count(open_cases)} of {grid.size:,} open)."
        return failed(message, route)
    return passed(f"{_title(name, table)} decides each of its {grid.size:,} cases.", route)


@check("no-case-decided-twice")
def no_case_decided_twice(game: Game, kinds: list[str]) -> Verdicts:
    """No case of a table has two different outcomes.

    kinds: the kinds of table that are looked at
    """
    room = Room()
    for name, table in _tables(game, kinds):
        grid = room.grid(table.given, len(table.rules))
        if grid.size is None:
            yield _unproved(name, grid, "too many to see whether rules differ")
        if not grid.size:
            continue
        found = list(islice(_twice(name, table, grid), _MOST_FINDINGS))
        yield from found or [passed(f"{_title(name, table)} gives no case two outcomes.", ("tables", name))]


def _unproved(name: str, grid: Grid, why: str) -> Verdict:
    message = f"The table {name} has more than {grid.most:,} cases, {why}."
    fewer = " No more are looked at beside its many rules and the tables before it." if grid.most < MOST_CASES else ""
    return review(message + fewer, ("tables", name, "given"))


def _twice(name: str, table: DecisionTable, grid: Grid) -> Iterator[Verdict]:
    impossible = _impossible(grid, table)
    decided = Decided()
    for second, rule in enumerate(table.rules):
        here = grid.where(rule.conditions()) & ~impossible
        for first, one, both in decided.against(rule.then, here):
            case = _words(grid.smallest(both, impossible))
            message = f"{_title(name, table)} says both `{one}` and `{rule.then}` when {case} ({_count(both)})."
            also = [(("tables", name, "rules", first), one)]
            yield failed(message, ("tables", name, "rules", second), also, rule.then)
        decided.take(second, rule.then, here)


@check("tables-agree")
def tables_agree(game: Game) -> Verdicts:
    """A table that restates another gives the same outcomes wherever both speak."""
    room = Room()
    for name, table in game.tables.items() if game.tables is not None else ():
        other = game.tables.get(table.restates) if game.tables is not None and table.restates else None
        if other is None or set(other.given) != set(table.given):
            continue
        grid = room.grid(other.given, len(other.rules) + len(table.rules))
        if grid.size is None:
            yield _unproved(name, grid, "too many to see whether rules differ")
        if not grid.size:
            continue
        found = list(islice(_differing(name, table, other, grid), _MOST_FINDINGS))
        agrees = f"{_title(name, table)} agrees with {table.restates} wherever both speak."
        yield from found or [passed(agrees, ("tables", name))]


def _differing(name: str, table: DecisionTable, other: DecisionTable, grid: Grid) -> Iterator[Verdict]:
    impossible = _impossible(grid, other)
    decided = Decided()
    for place, rival in enumerate(other.rules):
        decided.take(place, rival.then, grid.where(rival.conditions()) & ~impossible)
    for number, rule in enumerate(table.rules):
        for place, rival_says, both in decided.against(rule.then, grid.where(rule.conditions())):
            case = _words(grid.smallest(both))
            message = f"{_title(name, table)} says `{rule.then}`, {table.restates} says `{rival_says}`, when {case}."
            also = [(("tables", str(table.restates), "rules", place), rival_says)]
            yield failed(message, ("tables", name, "rules", number), also, rule.then)


def _impossible(grid: Grid, table: DecisionTable) -> int:
    cases = 0
    for conditions in table.impossible:
        cases |= grid.where(conditions)
    return cases


def _title(name: str, table: DecisionTable) -> str:
    return f"The table {table.title or name.replace('-', ' ')}"


def _same(outcome: str) -> str:
    return " ".join(outcome.lower().split())


@check("conditions-declared")
def conditions_declared(game: Game) -> Verdicts:
    """Rules of a decision table speak only of inputs and values that the table declares."""

    def undeclared(named: tuple[str, DecisionTable]) -> Verdicts:
        yield from _undeclared(*named)
        yield from _other_inputs(game, *named)

    def declared(named: tuple[str, DecisionTable]) -> Verdict:
        return passed(f"The table {named[0]} uses only what it declares.", ("tables", named[0]))

    tables = game.tables.items() if game.tables is not None else ()
    nothing = not_applicable("The rules have no decision table.")
    return look_at(tables, undeclared, clean=declared, nothing=nothing)


def _undeclared(name: str, table: DecisionTable) -> Iterator[Verdict]:
    domains = {given: Domain(written) for given, written in table.given.items()}
    rows: list[tuple[Route, dict[str, Any]]] = [
        (("tables", name, "rules", number), rule.conditions()) for number, rule in enumerate(table.rules)
    ]
    rows += [(("tables", name, "impossible", number), row) for number, row in enumerate(table.impossible)]
    for route, conditions in rows:
        for given, written in conditions.items():
            domain = domains.get(given)
            if domain is None:
                known = ", ".join(domains)
                message = f"The table {name} has a rule on `{given}`, which it does not declare (it declares {known})."
                yield failed(message, (*route, given), [(("tables", name, "given"), "declared here")], "not declared")
                continue
            for value in domain.outside(written):
                message = f"The table {name} has a rule for `{given}: {value}`, which is not among the declared values."
                place: Route = ("tables", name, "given", given)
                yield failed(message, (*route, given), [(place, "declared here")], "not declared")


def _other_inputs(game: Game, name: str, table: DecisionTable) -> Iterator[Verdict]:
    """A table that restates another one has the same inputs, or they cannot be compared."""
    other = game.tables.get(table.restates) if game.tables is not None and table.restates is not None else None
    if other is not None and set(other.given) != set(table.given):
        message = f"The table {name} restates {table.restates}; their inputs differ, so that they cannot be compared."
        also = [(("tables", str(table.restates), "given"), ", ".join(other.given))]
        yield failed(message, ("tables", name, "given"), also, ", ".join(table.given))
