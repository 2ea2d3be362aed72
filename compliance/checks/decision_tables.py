"""Decision tables, proved: every case of the declared domains has exactly one outcome.

A table's cases are the bits of one large integer, so that a rule is one number and a proof is a few operations on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any, Final

from compliance.checks.registry import Verdicts, check, failed, passed, review
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import DecisionTable, Game

_MOST_CASES: Final = 1 << 20
_MOST_FINDINGS: Final = 12
_RANGE: Final = re.compile(r"([0-9]+)-([0-9]+)")


def members(written: Any, domain: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The values that a domain or a condition names: words, or whole numbers as a range."""
    named: list[str] = []
    for item in written if isinstance(written, list) else [written]:
        text = str(item)
        found = _RANGE.fullmatch(text)
        if domain is not None and text in domain:
            named.append(text)
        elif found is not None:
            low, high = int(found[1]), int(found[2])
            numbers = (str(number) for number in range(low, min(high, low + 10_000) + 1))
            named += [number for number in numbers if domain is None or number in domain]
        elif domain is None:
            named.append(text)
    return tuple(dict.fromkeys(named))


class Grid:
    """All cases of a table: case number n is bit n."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.domains = {name: members(written) for name, written in given.items()}
        self.size = prod(len(values) for values in self.domains.values())
        self.all = (1 << self.size) - 1 if self.size <= _MOST_CASES else 0
        self._strides: dict[str, int] = {}
        stride = self.size
        for name, values in self.domains.items():
            stride //= len(values) or 1
            self._strides[name] = stride

    def where(self, conditions: dict[str, Any]) -> int:
        """The cases in which all conditions hold; an input that is not named may have any value."""
        cases = self.all
        for name, written in conditions.items():
            if name in self.domains:
                cases &= self._holding(name, members(written, self.domains[name]))
        return cases

    def _holding(self, name: str, values: tuple[str, ...]) -> int:
        stride, domain = self._strides[name], self.domains[name]
        period = stride * len(domain)
        once = sum(((1 << stride) - 1) << (domain.index(value) * stride) for value in values)
        return once * (self.all // ((1 << period) - 1))

    def smallest(self, cases: int, beside: int = 0) -> dict[str, str]:
        """One of the cases with as few inputs as are needed; `beside` are cases that do not matter either way."""
        number = (cases & -cases).bit_length() - 1
        case = {name: values[number // self._strides[name] % len(values)] for name, values in self.domains.items()}
        for name in list(case):
            fewer = {key: value for key, value in case.items() if key != name}
            if fewer and not self.where(dict(fewer)) & ~(cases | beside):
                case = fewer
        return case


def _words(case: dict[str, str]) -> str:
    return ", ".join(f"{name.replace('-', ' ')} is {value}" for name, value in case.items())


def _count(cases: int) -> str:
    number = cases.bit_count()
    return "1 case" if number == 1 else f"{number:,} cases"


def _tables(game: Game, kinds: list[str]) -> Iterator[tuple[str, DecisionTable]]:
    for name, table in game.tables.items() if game.tables is not None else ():
        if (table.kind or "other") in kinds:
            yield name, table


def _partners(game: Game, name: str, table: DecisionTable) -> list[DecisionTable]:
    """Tables that say the same thing again, over the same inputs: together they must leave no case open."""
    assert game.tables is not None
    alike = [other for key, other in game.tables.items() if other.restates == name or table.restates == key]
    return [other for other in alike if set(other.given) == set(table.given)]


@check("every-case-decided")
def every_case_decided(game: Game, kinds: list[str]) -> Verdicts:
    """Each case of a table's declared domains has an outcome."""
    for name, table in _tables(game, kinds):
        route: Route = ("tables", name)
        if table.restates is not None and _partners(game, name, table):
            continue  # proved together with the table that it restates
        grid = Grid(table.given)
        if not grid.size:
            yield review(f"The table {name} declares an input without values.", (*route, "given"))
            continue
        if not grid.all:
            yield review(f"The table {name} has {grid.size:,} cases, too many to prove.", (*route, "given"))
            continue
        ruled = 0
        for one in (table, *_partners(game, name, table)):
            for rule in one.rules:
                ruled |= grid.where(rule.conditions())
        impossible = _impossible(grid, table)
        open_cases = grid.all & ~ruled & ~impossible
        if open_cases and table.otherwise is None:
            case = _words(grid.smallest(open_cases, impossible))
            message = f"{_title(name, table)} has no outcome when {case} ({_count(open_cases)} of {grid.size:,} open)."
            yield failed(message, route)
        else:
            yield passed(f"{_title(name, table)} decides each of its {grid.size:,} cases.", route)


@check("no-case-decided-twice")
def no_case_decided_twice(game: Game, kinds: list[str]) -> Verdicts:
    """No case of a table has two different outcomes."""
    for name, table in _tables(game, kinds):
        grid = Grid(table.given)
        if not grid.size or not grid.all:
            continue
        impossible = _impossible(grid, table)
        cases = [
            (number, rule.then, grid.where(rule.conditions()) & ~impossible) for number, rule in enumerate(table.rules)
        ]
        found = 0
        for (first, one, here), (second, other, there) in combinations(cases, 2):
            both = here & there
            if both and _same(one) != _same(other) and found < _MOST_FINDINGS:
                found += 1
                case = _words(grid.smallest(both, impossible))
                message = f"{_title(name, table)} says both `{one}` and `{other}` when {case} ({_count(both)})."
                yield failed(
                    message, ("tables", name, "rules", second), [(("tables", name, "rules", first), one)], other
                )
        if not found:
            yield passed(f"{_title(name, table)} gives no case two outcomes.", ("tables", name))


@check("tables-agree")
def tables_agree(game: Game) -> Verdicts:
    """A table that restates another gives the same outcomes wherever both speak."""
    for name, table in game.tables.items() if game.tables is not None else ():
        other = game.tables.get(table.restates) if game.tables is not None and table.restates else None
        if other is None or set(other.given) != set(table.given):
            continue
        grid = Grid(other.given)
        if not grid.size or not grid.all:
            continue
        found = 0
        for number, rule in enumerate(table.rules):
            for place, rival in enumerate(other.rules):
                both = grid.where(rule.conditions()) & grid.where(rival.conditions()) & ~_impossible(grid, other)
                if both and _same(rule.then) != _same(rival.then) and found < _MOST_FINDINGS:
                    found += 1
                    case = _words(grid.smallest(both))
                    message = (
                        f"{_title(name, table)} says `{rule.then}`, {table.restates} says `{rival.then}`, when {case}."
                    )
                    also = [(("tables", str(table.restates), "rules", place), rival.then)]
                    yield failed(message, ("tables", name, "rules", number), also, rule.then)
        if not found:
            yield passed(f"{_title(name, table)} agrees with {table.restates} wherever both speak.", ("tables", name))


def _impossible(grid: Grid, table: DecisionTable) -> int:
    cases = 0
    for conditions in table.impossible:
        cases |= grid.where(conditions)
    return cases


def _title(name: str, table: DecisionTable) -> str:
    return f"The table {table.title or name.replace('-', ' ')}"


def _same(outcome: str) -> str:
    return " ".join(outcome.lower().split())
