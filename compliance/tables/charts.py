"""A table as a chart: for each cell its outcome, or that there is none, several, or that it cannot occur."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from compliance.tables.grid import CannotProve, Grid
from compliance.tables.proof import Decided, Room, Table, Unproved, grid_of, same

MOST_DRAWN: Final = 4096


class Cell(NamedTuple):
    """One cell. `outcomes` has one text where the cell has an outcome, several where rules conflict, else none."""

    kind: Literal["outcome", "gap", "conflict", "impossible"]
    outcomes: tuple[str, ...] = ()


class Chart(NamedTuple):
    """`inputs`: for each input its columns, each with the values that no rule tells apart, as a document writes them:
    `("0-5",)`, `("ace", "king")`. `cells`: one for each combination of columns, the last input changing fastest."""

    inputs: dict[str, tuple[tuple[str, ...], ...]]
    cells: tuple[Cell, ...]

    def at(self, *columns: int) -> Cell:
        """The cell at one column of each input, in their order."""
        place = 0
        for column, columns_there in zip(columns, self.inputs.values(), strict=True):
            place = place * len(columns_there) + column
        return self.cells[place]


def chart(table: Table, also: Sequence[Table] = (), most: int = MOST_DRAWN) -> Chart | Unproved:
    """The chart of a table; what it leaves open and one of `also`, which say the same again, decides is theirs."""
    room = Room()
    try:
        grid = grid_of(room, table, *also)
        if grid.cells > most:
            return Unproved(f"tells {grid.cells:,} cases apart, too many to draw")
        readers = [_Outcomes(Decided(one, grid, room)) for one in (table, *also)]
    except CannotProve as cannot:
        return Unproved(str(cannot))
    return Chart(_columns(grid), tuple(_cell(number, readers) for number in range(grid.cells)))


class _Outcomes:
    """What a table says in a cell, in the words of the first rule that says it."""

    def __init__(self, decided: Decided) -> None:
        self.impossible = decided.impossible
        words: dict[str, str] = {}
        said = [rule.then for rule in decided.table.rules]
        for then in [*said, decided.table.otherwise] if decided.table.otherwise is not None else said:
            words.setdefault(same(then), then)
        self._cells = [(words[outcome], cells) for outcome, cells in decided.all_outcomes().items()]

    def at(self, cell: int) -> tuple[str, ...]:
        return tuple(then for then, cells in self._cells if cells >> cell & 1)


def _columns(grid: Grid) -> dict[str, tuple[tuple[str, ...], ...]]:
    return {
        name: tuple(axis.domain.texts(axis.runs([part])) for part in range(axis.parts))
        for name, axis in grid.axes.items()
    }


def _cell(number: int, readers: Sequence[_Outcomes]) -> Cell:
    if readers[0].impossible >> number & 1:
        return Cell("impossible")
    outcomes = next(filter(None, (reader.at(number) for reader in readers)), ())
    return Cell("gap" if not outcomes else "outcome" if len(outcomes) == 1 else "conflict", outcomes)
