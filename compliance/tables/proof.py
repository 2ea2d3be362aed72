"""Decision tables, proved: which cases have no outcome, which have two, and which rules never decide anything.

A rule holds where its conditions do and none of its `unless`. A rule that `overrides` beats all that do not. Where the
table says `first-match`, the rule that stands first beats those after it. What neither settles must agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, Literal, NamedTuple

from compliance.tables.grid import MOST_CELLS, Conditions, Grid, UnprovableTable, subtract
from compliance.tables.regions import MOST_BOXES, Box, Regions, find_regions

MOST_READ: Final = 1 << 29  # cells times rules
_MOST_CELLS_TOGETHER: Final = 2 * MOST_CELLS  # of all tables of one document
_MOST_RULES_TOGETHER: Final = 100_000  # one that others restate is read again beside each of them
_MOST_LOOKUPS: Final = 100_000  # rules times regions of conflicts, to find which of them speak there


class Rule(NamedTuple):
    """One row: conditions by input, an outcome, and what it gives way to or beats."""

    conditions: Conditions
    then: str
    unless: tuple[Conditions, ...] = ()
    overrides: bool = False


class RuleTable(NamedTuple):
    """Rules over declared inputs."""

    given: Conditions
    rules: Sequence[Rule]
    impossible: Sequence[Conditions] = ()
    first_match: bool = False
    otherwise: str | None = None


class RuleOutcome(NamedTuple):
    """An outcome and the numbers of the rules that give it, from 0; no rules when it is the table's `otherwise`."""

    then: str
    rules: tuple[int, ...]


class Conflict(NamedTuple):
    """Cases with several outcomes. Of two tables each says one."""

    box: Box
    outcomes: tuple[RuleOutcome, ...]


class Conflicts(NamedTuple):
    """Conflicts, each case in one of them; `rest` is the number of cases in further ones that are not told."""

    conflicts: tuple[Conflict, ...]
    cases: int
    rest: int


class IdleRule(NamedTuple):
    """A rule that never decides anything: none of its cases can occur (`impossible`), its own `unless` takes all
    (`excepted`), the rules in `by` beat it everywhere (`beaten`), or they say the same already (`repeated`)."""

    rule: int
    reason: Literal["impossible", "excepted", "beaten", "repeated"]
    by: tuple[int, ...] = ()


class UnprovedTable(NamedTuple):
    """A table that is left to a person, and why, in words that stand after the table's name."""

    reason: str


class ProofBudget:
    """How much may still be proved of the tables of one document: many large ones are as good a way to keep a checker
    busy as a huge one."""

    def __init__(self) -> None:
        self._cells, self._read, self._rules = _MOST_CELLS_TOGETHER, MOST_READ, _MOST_RULES_TOGETHER

    def take(self, cells: int, rules: int) -> None:
        """Take what one more table needs. Raises CannotProve."""
        if cells > self._cells or cells * rules > self._read or rules > self._rules:
            raise UnprovableTable("is one table too many to prove in one document, beside those before it")
        self._cells -= cells
        self._read -= cells * rules
        self._rules -= rules


class Proof:
    """What is proved of a table, worked out when it is asked for. `cases` are all that its inputs declare, the
    impossible ones among them."""

    def __init__(self, decided: OutcomeCells, partners: Sequence[OutcomeCells]) -> None:
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
        return find_regions(grid, find_open_cells(decided, self._partners), decided.impossible)

    @cached_property
    def conflicts(self) -> Conflicts:
        """The cases with several outcomes."""
        decided = self._decided
        return _describe_conflicts(decided.grid, decided.conflicting, decided.impossible, (decided,))

    @cached_property
    def idle(self) -> tuple[IdleRule, ...]:
        """Rules that never decide anything, as many as are told. Those that only say again what others say are left out
        before any that do not."""
        found, repeated = self._decided.idle, self._decided.repeated
        told = set(sorted(found, key=repeated.__contains__)[:MOST_BOXES])
        return tuple(self._decided.explain_idle(number) for number in found if number in told)

    @property
    def idle_count(self) -> int:
        """How many more there are, but for those that say again what others say."""
        return max(0, len(self._decided.idle) - len(self._decided.repeated) - MOST_BOXES)


def prove(table: RuleTable, also: Sequence[RuleTable] = (), room: ProofBudget | None = None) -> Proof | UnprovedTable:
    """Prove a table. `also` are tables that say the same again over the same inputs: what they decide is no gap."""
    room = room or ProofBudget()
    try:
        grid = build_grid(room, table, *also)
        return Proof(OutcomeCells(table, grid, room), [OutcomeCells(other, grid, room) for other in also])
    except UnprovableTable as cannot:
        return UnprovedTable(str(cannot))


def find_differences(first: RuleTable, second: RuleTable, room: ProofBudget | None = None) -> Conflicts | UnprovedTable:
    """Where two tables over the same inputs give different outcomes; of each conflict the first saying is the first
    table's. A case that one of them decides twice is that table's own conflict and is not told here."""
    room = room or ProofBudget()
    try:
        grid = build_grid(room, first, second)
        one, two = OutcomeCells(first, grid, room), OutcomeCells(second, grid, room)
    except UnprovableTable as cannot:
        return UnprovedTable(str(cannot))
    agreed, others = 0, two.all_outcomes()
    for said, cells in one.all_outcomes().items():
        agreed |= cells & others.get(said, 0)
    left = one.decided_cells & two.decided_cells & ~(agreed | one.conflicting | two.conflicting | one.impossible)
    return _describe_conflicts(grid, left, one.impossible, (one, two))


def find_open_cells(decided: OutcomeCells, partners: Sequence[OutcomeCells]) -> int:
    """The cells without an outcome: neither the table nor one that says the same again has a rule for them."""
    if any(one.table.otherwise is not None for one in (decided, *partners)):
        return 0
    closed = decided.impossible
    for one in (decided, *partners):
        closed |= one.covered
    return decided.grid.all & ~closed


def build_grid(room: ProofBudget, *tables: RuleTable) -> Grid:
    """The grid on which tables over the same inputs are read together. Raises CannotProve."""
    room.take(0, sum(1 + len(table.rules) for table in tables))
    named = [rule.conditions for table in tables for rule in table.rules]
    named += [one for table in tables for rule in table.rules for one in rule.unless]
    named += [one for table in tables for one in table.impossible]
    return Grid(tables[0].given, named)


def normalize_outcome(outcome: str) -> str:
    """Outcomes that differ only in capitals and spaces are one."""
    return " ".join(outcome.lower().split())


class OutcomeCells:
    """The cells that each outcome of a table has, once order and exceptions have settled what they settle."""

    def __init__(self, table: RuleTable, grid: Grid, room: ProofBudget) -> None:
        self.table, self.grid = table, grid
        if grid.cells * len(table.rules) > MOST_READ:
            raise UnprovableTable(
                f"has {len(table.rules):,} rules that tell {grid.cells:,} cases apart, too many to prove"
            )
        room.take(grid.cells, len(table.rules))
        self.impossible = grid.select_any(table.impossible)
        self.outcomes: dict[str, int] = {}
        self.covered = self.conflicting = self.overridden = 0
        self.idle: list[int] = []
        self.repeated: set[int] = set()
        for number in self._rules_by_strength:
            self._apply_rule(number)

    @cached_property
    def _rules_by_strength(self) -> list[int]:
        return sorted(range(len(self.table.rules)), key=lambda number: not self.table.rules[number].overrides)

    def _apply_rule(self, number: int) -> None:
        rule, holds = self.table.rules[number], self.rule_cells(number)
        if rule.overrides:
            self.overridden |= holds
        effective = subtract(holds, self._overridden_cells(rule))
        said = normalize_outcome(rule.then)
        before = self.outcomes.get(said, 0)
        if not subtract(effective, before):
            self.idle.append(number)
            self.repeated |= {number} if effective else set()
        self.conflicting |= subtract(effective & self.covered, before)
        self.covered |= effective
        self.outcomes[said] = before | effective

    def _overridden_cells(self, rule: Rule) -> int:
        """The cells that stronger rules have taken by the time that a rule is taken."""
        if self.table.first_match:
            return self.covered
        return 0 if rule.overrides else self.overridden

    def rule_cells(self, number: int) -> int:
        """The cells that a rule speaks of."""
        rule = self.table.rules[number]
        return subtract(
            subtract(self.grid.select_cells(rule.conditions), self.grid.select_any(rule.unless)), self.impossible
        )

    @property
    def decided_cells(self) -> int:
        """The cells with an outcome, `otherwise` among them."""
        return self.covered if self.table.otherwise is None else self.grid.all & ~self.impossible

    def all_outcomes(self) -> dict[str, int]:
        """The cells of each outcome, `otherwise` among them."""
        if self.table.otherwise is None:
            return self.outcomes
        last = normalize_outcome(self.table.otherwise)
        return {**self.outcomes, last: self.outcomes.get(last, 0) | (self.decided_cells & ~self.covered)}

    def find_outcomes(self, cells: int, within: Conditions) -> Iterator[RuleOutcome]:
        """What is said in some cells, all of them within a box and with the same outcomes, and by which rules."""
        giving: dict[str, list[int]] = {}
        parts = self.grid.select_parts(within)
        for number in self._rules_by_strength:
            rule = self.table.rules[number]
            if self.grid.is_disjoint(rule.conditions, parts):
                continue
            here = cells & self.rule_cells(number)
            if not rule.overrides:
                here = subtract(here, self.overridden)
            if here:
                giving.setdefault(normalize_outcome(rule.then), []).append(number)
            if self.table.first_match:
                cells = subtract(cells, here)
        for numbers in sorted(map(sorted, giving.values())):
            yield RuleOutcome(self.table.rules[numbers[0]].then, tuple(numbers))
        if not giving and self.table.otherwise is not None:
            yield RuleOutcome(self.table.otherwise, ())

    def explain_idle(self, number: int) -> IdleRule:
        """Why a rule never decides anything."""
        rule, holds = self.table.rules[number], self.rule_cells(number)
        if not holds:
            occurs = self.grid.select_cells(rule.conditions) & ~self.impossible
            return IdleRule(number, "excepted" if occurs else "impossible")
        if number in self.repeated:
            left = holds if rule.overrides else subtract(holds, self.overridden)
            return IdleRule(number, "repeated", tuple(self._find_covering_rules(number, left)))
        return IdleRule(number, "beaten", tuple(self._find_covering_rules(number, holds)))

    def _find_covering_rules(self, number: int, left: int) -> Iterator[int]:
        """The rules that take cells of a rule, strongest first: stronger ones, and equals that say the same."""
        rule = self.table.rules[number]
        parts = self.grid.select_parts(rule.conditions)
        for other in self._rules_by_strength[: self._rules_by_strength.index(number)]:
            rival = self.table.rules[other]
            equal = not self.table.first_match and rival.overrides == rule.overrides
            differs = normalize_outcome(rival.then) != normalize_outcome(rule.then)
            if not left or (equal and differs) or self.grid.is_disjoint(rival.conditions, parts):
                continue
            if self.rule_cells(other) & left:
                left = subtract(left, self.rule_cells(other))
                yield other


def _describe_conflicts(grid: Grid, left: int, free: int, speakers: Sequence[OutcomeCells]) -> Conflicts:
    """Cells that are decided differently, those with the same outcomes together, as boxes."""
    told: list[Conflict] = []
    cases = grid.count_cases(left)
    rest = 0
    most = max(1, min(MOST_BOXES, _MOST_LOOKUPS // (1 + sum(len(speaker.table.rules) for speaker in speakers))))
    while left and len(told) < most:
        cells = _select_same_outcomes(left, speakers)
        found = find_regions(grid, cells, free, most - len(told))
        rest += found.rest
        for box in found.boxes:
            within = {name: list(values) for name, values in box.values.items()}
            inside = grid.select_cells(within) & cells
            sayings = tuple(saying for speaker in speakers for saying in speaker.find_outcomes(inside, within))
            told.append(Conflict(box, sayings))
        left &= ~cells
    return Conflicts(tuple(told), cases, rest + grid.count_cases(left))


def _select_same_outcomes(left: int, speakers: Sequence[OutcomeCells]) -> int:
    """The cells with the very outcomes that the first of them has."""
    first, cells = left & -left, left
    for speaker in speakers:
        for there in speaker.outcomes.values():
            cells = cells & there if there & first else subtract(cells, there)
    return cells
