"""Decision tables, proved: which cases have no outcome, which have two, and which rules never decide anything.

A rule holds where its conditions do and none of its `unless`. A rule that `overrides` beats all that do not. Where the
table says `first-match`, the rule that stands first beats those after it. What neither settles must agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, Literal, NamedTuple

from compliance.tables.grid import MOST_CELLS, CannotProve, Conditions, Grid, without
from compliance.tables.regions import MOST_BOXES, Box, Regions, regions

MOST_READ: Final = 1 << 29  # cells times rules
_MOST_CELLS_TOGETHER: Final = 2 * MOST_CELLS  # of all tables of one document
_MOST_RULES_TOGETHER: Final = 100_000  # one that others restate is read again beside each of them
_MOST_ASKED: Final = 100_000  # rules times regions of conflicts, to find which of them speak there


class Rule(NamedTuple):
    """One row: conditions by input, an outcome, and what it gives way to or beats."""

    conditions: Conditions
    then: str
    unless: tuple[Conditions, ...] = ()
    overrides: bool = False


class Table(NamedTuple):
    """Rules over declared inputs."""

    given: Conditions
    rules: Sequence[Rule]
    impossible: Sequence[Conditions] = ()
    first_match: bool = False
    otherwise: str | None = None


class Saying(NamedTuple):
    """An outcome and the numbers of the rules that give it, from 0; no rules when it is the table's `otherwise`."""

    then: str
    rules: tuple[int, ...]


class Conflict(NamedTuple):
    """Cases with several outcomes. Of two tables each says one."""

    box: Box
    sayings: tuple[Saying, ...]


class Conflicts(NamedTuple):
    """Conflicts, each case in one of them; `rest` is the number of cases in further ones that are not told."""

    told: tuple[Conflict, ...]
    cases: int
    rest: int


class Idle(NamedTuple):
    """A rule that never decides anything: none of its cases can occur (`impossible`), its own `unless` takes all
    (`excepted`), the rules in `by` beat it everywhere (`beaten`), or they say the same already (`repeated`)."""

    rule: int
    why: Literal["impossible", "excepted", "beaten", "repeated"]
    by: tuple[int, ...] = ()


class Unproved(NamedTuple):
    """A table that is left to a person, and why, in words that stand after the table's name."""

    why: str


class Room:
    """How much may still be proved of the tables of one document: many large ones are as good a way to keep a checker
    busy as a huge one."""

    def __init__(self) -> None:
        self._cells, self._read, self._rules = _MOST_CELLS_TOGETHER, MOST_READ, _MOST_RULES_TOGETHER

    def take(self, cells: int, rules: int) -> None:
        """Take what one more table needs. Raises CannotProve."""
        if cells > self._cells or cells * rules > self._read or rules > self._rules:
            raise CannotProve("is one table too many to prove in one document, beside those before it")
        self._cells -= cells
        self._read -= cells * rules
        self._rules -= rules

    def for_one(self, proof: Proof) -> Proof | Unproved:
        """A proof that is there already, where there would have been room to find it."""
        try:
            self.take(0, 1 + proof.rules)
            self.take(proof.cells, proof.rules)
        except CannotProve as cannot:
            return Unproved(str(cannot))
        return proof


class Proof:
    """What is proved of a table, worked out when it is asked for. `cases` are all that its inputs declare, the
    impossible ones among them."""

    def __init__(self, decided: Decided, partners: Sequence[Decided]) -> None:
        self._decided, self._partners = decided, partners
        self.cases = decided.grid.cases
        self.cells, self.rules = decided.grid.cells, len(decided.table.rules)

    @property
    def size(self) -> int:
        """How much was read for it."""
        return self.cells * self.rules

    @cached_property
    def gaps(self) -> Regions:
        """The cases without an outcome."""
        grid, decided = self._decided.grid, self._decided
        return regions(grid, open_cells(decided, self._partners), decided.impossible)

    @cached_property
    def conflicts(self) -> Conflicts:
        """The cases with several outcomes."""
        decided = self._decided
        return _told(decided.grid, decided.twice, decided.impossible, (decided,))

    @cached_property
    def idle(self) -> tuple[Idle, ...]:
        """Rules that never decide anything, as many as are told. Those that only say again what others say are left out
        before any that do not."""
        found, repeated = self._decided.idle, self._decided.repeated
        told = set(sorted(found, key=repeated.__contains__)[:MOST_BOXES])
        return tuple(self._decided.explained(number) for number in found if number in told)

    @property
    def further_idle(self) -> int:
        """How many more there are, but for those that say again what others say."""
        return max(0, len(self._decided.idle) - len(self._decided.repeated) - MOST_BOXES)


def prove(table: Table, also: Sequence[Table] = (), room: Room | None = None) -> Proof | Unproved:
    """Prove a table. `also` are tables that say the same again over the same inputs: what they decide is no gap."""
    room = room or Room()
    try:
        grid = grid_of(room, table, *also)
        return Proof(Decided(table, grid, room), [Decided(other, grid, room) for other in also])
    except CannotProve as cannot:
        return Unproved(str(cannot))


def differences(first: Table, second: Table, room: Room | None = None) -> Conflicts | Unproved:
    """Where two tables over the same inputs give different outcomes; of each conflict the first saying is the first
    table's. A case that one of them decides twice is that table's own conflict and is not told here."""
    room = room or Room()
    try:
        grid = grid_of(room, first, second)
        one, two = Decided(first, grid, room), Decided(second, grid, room)
    except CannotProve as cannot:
        return Unproved(str(cannot))
    agreed, others = 0, two.all_outcomes()
    for said, cells in one.all_outcomes().items():
        agreed |= cells & others.get(said, 0)
    left = one.spoken & two.spoken & ~(agreed | one.twice | two.twice | one.impossible)
    return _told(grid, left, one.impossible, (one, two))


def open_cells(decided: Decided, partners: Sequence[Decided]) -> int:
    """The cells without an outcome: neither the table nor one that says the same again has a rule for them."""
    if any(one.table.otherwise is not None for one in (decided, *partners)):
        return 0
    closed = decided.impossible
    for one in (decided, *partners):
        closed |= one.ruled
    return decided.grid.all & ~closed


def grid_of(room: Room, *tables: Table) -> Grid:
    """The grid on which tables over the same inputs are read together. Raises CannotProve."""
    room.take(0, sum(1 + len(table.rules) for table in tables))
    named = [rule.conditions for table in tables for rule in table.rules]
    named += [one for table in tables for rule in table.rules for one in rule.unless]
    named += [one for table in tables for one in table.impossible]
    return Grid(tables[0].given, named)


def same(outcome: str) -> str:
    """Outcomes that differ only in capitals and spaces are one."""
    return " ".join(outcome.lower().split())


class Decided:
    """The cells that each outcome of a table has, once order and exceptions have settled what they settle."""

    def __init__(self, table: Table, grid: Grid, room: Room) -> None:
        self.table, self.grid = table, grid
        if grid.cells * len(table.rules) > MOST_READ:
            raise CannotProve(f"has {len(table.rules):,} rules that tell {grid.cells:,} cases apart, too many to prove")
        room.take(grid.cells, len(table.rules))
        self.impossible = grid.union(table.impossible)
        self.outcomes: dict[str, int] = {}
        self.ruled = self.twice = self.overridden = 0
        self.idle: list[int] = []
        self.repeated: set[int] = set()
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
            self.repeated |= {number} if effective else set()
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
        parts = self.grid.parts_of(within)
        for number in self._strongest_first:
            rule = self.table.rules[number]
            if self.grid.apart(rule.conditions, parts):
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
        if number in self.repeated:
            left = holds if rule.overrides else without(holds, self.overridden)
            return Idle(number, "repeated", tuple(self._covering(number, left)))
        return Idle(number, "beaten", tuple(self._covering(number, holds)))

    def _covering(self, number: int, left: int) -> Iterator[int]:
        """The rules that take cells of a rule, strongest first: stronger ones, and equals that say the same."""
        rule = self.table.rules[number]
        parts = self.grid.parts_of(rule.conditions)
        for other in self._strongest_first[: self._strongest_first.index(number)]:
            rival = self.table.rules[other]
            equal = not self.table.first_match and rival.overrides == rule.overrides
            differs = same(rival.then) != same(rule.then)
            if not left or (equal and differs) or self.grid.apart(rival.conditions, parts):
                continue
            if self.holds(other) & left:
                left = without(left, self.holds(other))
                yield other


def _told(grid: Grid, left: int, free: int, speakers: Sequence[Decided]) -> Conflicts:
    """Cells that are decided differently, those with the same outcomes together, as boxes."""
    told: list[Conflict] = []
    cases = grid.count(left)
    rest = 0
    most = max(1, min(MOST_BOXES, _MOST_ASKED // (1 + sum(len(speaker.table.rules) for speaker in speakers))))
    while left and len(told) < most:
        cells = _alike(left, speakers)
        found = regions(grid, cells, free, most - len(told))
        rest += found.rest
        for box in found.boxes:
            within = {name: list(values) for name, values in box.values.items()}
            inside = grid.where(within) & cells
            sayings = tuple(saying for speaker in speakers for saying in speaker.sayings(inside, within))
            told.append(Conflict(box, sayings))
        left &= ~cells
    return Conflicts(tuple(told), cases, rest + grid.count(left))


def _alike(left: int, speakers: Sequence[Decided]) -> int:
    """The cells with the very outcomes that the first of them has."""
    first, cells = left & -left, left
    for speaker in speakers:
        for there in speaker.outcomes.values():
            cells = cells & there if there & first else without(cells, there)
    return cells
