"""A table as a chart: for each cell its outcome, or that there is none, several, or that it cannot occur."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from compliance.tables.grid import Grid, UnprovableTable
from compliance.tables.proof import OutcomeCells, ProofBudget, RuleTable, UnprovedTable, build_grid, normalize_outcome

MOST_DRAWN: Final = 4096


class ChartCell(NamedTuple):
    """One cell. `outcomes` has one text where the cell has an outcome, several where rules conflict, else none."""

    kind: Literal["outcome", "gap", "conflict", "impossible"]
    outcomes: tuple[str, ...] = ()


class Chart(NamedTuple):
    """`inputs`: for each input its columns, each with the values that no rule tells apart, as a document writes them:
    `("0-5",)`, `("ace", "king")`. `cells`: one for each combination of columns, the last input changing fastest."""

    inputs: dict[str, tuple[tuple[str, ...], ...]]
    cells: tuple[ChartCell, ...]

    def cell_at(self, *columns: int) -> ChartCell:
        """The cell at one column of each input, in their order."""
        place = 0
        for column, columns_there in zip(columns, self.inputs.values(), strict=True):
            place = place * len(columns_there) + column
        return self.cells[place]


def build_chart(table: RuleTable, also: Sequence[RuleTable] = (), most: int = MOST_DRAWN) -> Chart | UnprovedTable:
    """The chart of a table; what it leaves open and one of `also`, which say the same again, decides is theirs."""
    room = ProofBudget()
    try:
        grid = build_grid(room, table, *also)
        if grid.cells > most:
            return UnprovedTable(f"tells {grid.cells:,} cases apart, too many to draw")
        readers = [_OutcomeLookup(OutcomeCells(one, grid, room)) for one in (table, *also)]
    except UnprovableTable as cannot:
        return UnprovedTable(str(cannot))
    return Chart(_list_columns(grid), tuple(_build_cell(number, readers) for number in range(grid.cells)))


class _OutcomeLookup:
    """What a table says in a cell, in the words of the first rule that says it."""

    def __init__(self, decided: OutcomeCells) -> None:
        self.impossible = decided.impossible
        words: dict[str, str] = {}
        said = [rule.then for rule in decided.table.rules]
        for then in [*said, decided.table.otherwise] if decided.table.otherwise is not None else said:
            words.setdefault(normalize_outcome(then), then)
        self._cells = [(words[outcome], cells) for outcome, cells in decided.all_outcomes().items()]

    def outcomes_at(self, cell: int) -> tuple[str, ...]:
        return tuple(then for then, cells in self._cells if cells >> cell & 1)


def _list_columns(grid: Grid) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {
        name: tuple(axis.domain.texts(axis.runs([part])) for part in range(axis.parts))
        for name, axis in grid.axes.items()
    }


def _build_cell(number: int, readers: Sequence[_OutcomeLookup]) -> ChartCell:
    if readers[0].impossible >> number & 1:
        return ChartCell("impossible")
    outcomes = next(filter(None, (reader.outcomes_at(number) for reader in readers)), ())
    return ChartCell("gap" if not outcomes else "outcome" if len(outcomes) == 1 else "conflict", outcomes)
