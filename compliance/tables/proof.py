"""Decision tables, proved: which cases have no outcome, which have two, and which rules never decide anything.

A rule holds where its conditions do and none of its `unless`. A rule that `overrides` beats all that do not. Where the
table says `first-match`, the rule that stands first beats those after it. What neither settles must agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from compliance.tables.grid import CannotProve, Conditions, Grid, without
from compliance.tables.regions import MOST_BOXES, Box, Regions, regions

MOST_READ: Final = 1 << 32  # cells times rules
MOST_KEPT: Final = 1 << 30  # cells times outcomes, in bits: 128 MB


@dataclass(frozen=True)
class Rule:
    """One row: conditions by input, an outcome, and what it gives way to or beats."""

    conditions: Conditions
    then: str
    unless: tuple[Conditions, ...] = ()
    overrides: bool = False


@dataclass(frozen=True)
class Table:
    """Rules over declared inputs."""

    given: Conditions
    rules: Sequence[Rule]
    impossible: Sequence[Conditions] = ()
    first_match: bool = False
    otherwise: str | None = None


@dataclass(frozen=True)
class Saying:
    """An outcome and the numbers of the rules that give it, from 0; no rules when it is the table's `otherwise`."""

    then: str
    rules: tuple[int, ...]


@dataclass(frozen=True)
class Conflict:
    """Cases with several outcomes. Of two tables each says one."""

    box: Box
    sayings: tuple[Saying, ...]


@dataclass(frozen=True)
class Conflicts:
    """Conflicts, each case in one of them; `rest` is the number of cases in further ones that are not told."""

    told: tuple[Conflict, ...]
    cases: int
    rest: int


@dataclass(frozen=True)
class Idle:
    """A rule that never decides anything: none of its cases can occur (`impossible`), its own `unless` takes all
    (`excepted`), the rules in `by` beat it everywhere (`beaten`), or they say the same already (`repeated`)."""

    rule: int
    why: Literal["impossible", "excepted", "beaten", "repeated"]
    by: tuple[int, ...] = ()


@dataclass(frozen=True)
class Unproved:
    """A table that is left to a person, and why, in words that stand after the table's name."""

    why: str


@dataclass(frozen=True)
class Proof:
    """What is proved of a table. `cases` are all that its inputs declare, the impossible ones among them."""

    cases: int
    gaps: Regions
    conflicts: Conflicts
    idle: tuple[Idle, ...]
    further_idle: int


def prove(table: Table, also: Sequence[Table] = ()) -> Proof | Unproved:
    """Prove a table. `also` are tables that say the same again over the same inputs: what they decide is no gap."""
    try:
        grid = _grid(table, *also)
        decided = _Decided(table, grid)
        partners = [_Decided(other, grid) for other in also]
    except CannotProve as cannot:
        return Unproved(str(cannot))
    closed = decided.ruled | decided.impossible
    for partner in partners:
        closed |= partner.ruled if partner.table.otherwise is None else grid.all
    gaps = regions(grid, 0 if table.otherwise is not None else grid.all & ~closed, decided.impossible)
    idle = tuple(decided.explained(number) for number in decided.idle[:MOST_BOXES])
    return Proof(grid.cases, gaps, _conflicts(decided), idle, len(decided.idle) - len(idle))


def differences(first: Table, second: Table) -> Conflicts | Unproved:
    """Where two tables over the same inputs give different outcomes; of each conflict the first saying is the first
    table's. A case that one of them decides twice is that table's own conflict and is not told here."""
    try:
        grid = _grid(first, second)
        one, two = _Decided(first, grid), _Decided(second, grid)
    except CannotProve as cannot:
        return Unproved(str(cannot))
    agreed, others = 0, two.all_outcomes()
    for said, cells in one.all_outcomes().items():
        agreed |= cells & others.get(said, 0)
    left = one.spoken & two.spoken & ~(agreed | one.twice | two.twice | one.impossible)
    return _told(grid, left, one.impossible, (one, two))


def _grid(*tables: Table) -> Grid:
    named = [rule.conditions for table in tables for rule in table.rules]
    named += [one for table in tables for rule in table.rules for one in rule.unless]
    named += [one for table in tables for one in table.impossible]
    return Grid(tables[0].given, named)


def same(outcome: str) -> str:
    """Outcomes that differ only in capitals and spaces are one."""
    return " ".join(outcome.lower().split())


class _Decided:
    """The cells that each outcome of a table has, once order and exceptions have settled what they settle."""

    def __init__(self, table: Table, grid: Grid) -> None:
        self.table, self.grid = table, grid
        kinds = len({same(rule.then) for rule in table.rules})
        if grid.cells * len(table.rules) > MOST_READ or grid.cells * kinds > MOST_KEPT:
            raise CannotProve(f"has {len(table.rules):,} rules that tell {grid.cells:,} cases apart, too many to prove")
        self.impossible = grid.union(table.impossible)
        self.outcomes: dict[str, int] = {}
        self.ruled = self.twice = self.overridden = 0
        self.idle: list[int] = []
        self._repeated: set[int] = set()
        for number in self._strongest_first:
            self._take(number)

    @cached_property
    def _strongest_first(self) -> list[int]:
        return sorted(range(len(self.table.rules)), key=lambda number: not self.table.rules[number].overrides)

    def _take(self, number: int) -> None:
        rule, holds = self.table.rules[number], self.holds(number)
        if rule.overrides:
            self.overridden |= holds
        effective = without(holds, self._beaten(rule))
        said = same(rule.then)
        before = self.outcomes.get(said, 0)
        if not without(effective, before):
            self.idle.append(number)
            self._repeated |= {number} if effective else set()
        self.twice |= without(effective & self.ruled, before)
        self.ruled |= effective
        self.outcomes[said] = before | effective

    def _beaten(self, rule: Rule) -> int:
        """The cells that stronger rules have taken by the time that a rule is taken."""
        if self.table.first_match:
            return self.ruled
        return 0 if rule.overrides else self.overridden

    def holds(self, number: int) -> int:
        """The cells that a rule speaks of."""
        rule = self.table.rules[number]
        return without(without(self.grid.where(rule.conditions), self.grid.union(rule.unless)), self.impossible)

    @property
    def spoken(self) -> int:
        """The cells with an outcome, `otherwise` among them."""
        return self.ruled if self.table.otherwise is None else self.grid.all & ~self.impossible

    def all_outcomes(self) -> dict[str, int]:
        """The cells of each outcome, `otherwise` among them."""
        if self.table.otherwise is None:
            return self.outcomes
        last = same(self.table.otherwise)
        return {**self.outcomes, last: self.outcomes.get(last, 0) | (self.spoken & ~self.ruled)}

    def sayings(self, cells: int, within: Conditions) -> Iterator[Saying]:
        """What is said in some cells, all of them within a box and with the same outcomes, and by which rules."""
        giving: dict[str, list[int]] = {}
        for number in self._strongest_first:
            rule = self.table.rules[number]
            if self.grid.apart(rule.conditions, within):
                continue
            here = cells & self.holds(number)
            if not rule.overrides:
                here = without(here, self.overridden)
            if here:
                giving.setdefault(same(rule.then), []).append(number)
            if self.table.first_match:
                cells = without(cells, here)
        for numbers in sorted(map(sorted, giving.values())):
            yield Saying(self.table.rules[numbers[0]].then, tuple(numbers))
        if not giving and self.table.otherwise is not None:
            yield Saying(self.table.otherwise, ())

    def explained(self, number: int) -> Idle:
        """Why a rule never decides anything."""
        rule, holds = self.table.rules[number], self.holds(number)
        if not holds:
            occurs = self.grid.where(rule.conditions) & ~self.impossible
            return Idle(number, "excepted" if occurs else "impossible")
        if number in self._repeated:
            left = holds if rule.overrides else without(holds, self.overridden)
            return Idle(number, "repeated", tuple(self._covering(number, left)))
        return Idle(number, "beaten", tuple(self._covering(number, holds)))

    def _covering(self, number: int, left: int) -> Iterator[int]:
        """The rules that take cells of a rule, strongest first: stronger ones, and equals that say the same."""
        for other in self._strongest_first[: self._strongest_first.index(number)]:
            rival, rule = self.table.rules[other], self.table.rules[number]
            equal = not self.table.first_match and rival.overrides == rule.overrides
            differs = same(rival.then) != same(rule.then)
            if not left or (equal and differs) or self.grid.apart(rival.conditions, rule.conditions):
                continue
            if self.holds(other) & left:
                left = without(left, self.holds(other))
                yield other


def _conflicts(decided: _Decided) -> Conflicts:
    return _told(decided.grid, decided.twice, decided.impossible, (decided,))


def _told(grid: Grid, left: int, free: int, speakers: Sequence[_Decided]) -> Conflicts:
    """Cells that are decided differently, those with the same outcomes together, as boxes."""
    told: list[Conflict] = []
    cases = grid.count(left)
    rest = 0
    while left and len(told) < MOST_BOXES:
        cells = _alike(left, speakers)
        found = regions(grid, cells, free, MOST_BOXES - len(told))
        rest += found.rest
        for box in found.boxes:
            within = {name: list(values) for name, values in box.values.items()}
            inside = grid.where(within) & cells
            sayings = tuple(saying for speaker in speakers for saying in speaker.sayings(inside, within))
            told.append(Conflict(box, sayings))
        left &= ~cells
    return Conflicts(tuple(told), cases, rest + grid.count(left))


def _alike(left: int, speakers: Sequence[_Decided]) -> int:
    """The cells with the very outcomes that the first of them has."""
    first, cells = left & -left, left
    for speaker in speakers:
        for there in speaker.outcomes.values():
            cells = cells & there if there & first else without(cells, there)
    return cells
