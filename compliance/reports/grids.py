"""Decision tables as the grid that a dealer knows: one cell a case. A gap is hatched, a conflict shows both outcomes in
a heavy frame, what cannot occur is grey. All is read without colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.reports.charts import ChartBox, hatching
from compliance.reports.drawing import compact, line, picture
from compliance.reports.drawing import text as any_text
from compliance.reports.text import inert, plain, shorten_to
from compliance.reports.typesetting import replace_glyphs

if TYPE_CHECKING:
    from compliance.documents.game import Game
    from compliance.tables.charts import Chart, ChartCell

MOST_ROWS: Final = 30
MOST_COLUMNS: Final = 4
_MOST_TABLES: Final = 40
_LABEL: Final = 200
_CELL: Final = 118
_TALL: Final = 30
_LINE: Final = 24  # characters that fit in a cell, in the smaller type
_ROW: Final = 14  # of the words below a grid, one for each outcome that is too long for a cell
_TOP: Final = 40
_LEFT_OUT: Final = "too many cases to draw as a grid"
_MIDDLE: Final = 'text-anchor="middle"'


class DrawnTable(NamedTuple):
    """A table as it is drawn: its name, the drawing, what the drawing says in words; or why there is none."""

    name: str
    drawing: str
    words: str
    why_not: str = ""
    width: int = 0
    amiss: bool = False


def grids_of(game: Game) -> list[DrawnTable]:
    """The decision tables of a game, drawn; those with a gap or a conflict first."""
    from compliance.tables.document_tables import build_game_chart
    from compliance.tables.proof import UnprovedTable

    drawn = []
    names = [name for name, _ in game.tables.items()] if game.tables is not None else []
    for name in names[:_MOST_TABLES]:
        chart = build_game_chart(game, name)
        if isinstance(chart, UnprovedTable):
            drawn.append(DrawnTable(name, "", "", chart.reason))
        else:
            amiss = any(cell.kind in ("gap", "conflict") for cell in chart.cells)
            drawn.append(_grid(name, chart)._replace(amiss=amiss))
    return sorted(drawn, key=lambda grid: not grid.amiss)


def _grid(name: str, chart: Chart) -> DrawnTable:
    across = _choose_columns(chart)
    down = [each for each in chart.inputs if each != across]
    rows = prod(len(chart.inputs[each]) for each in down)
    if rows > MOST_ROWS or not chart.inputs or (across and len(chart.inputs[across]) > MOST_COLUMNS):
        return DrawnTable(name, "", "", _LEFT_OUT)
    words = replace_glyphs(_words(name, chart))
    labels = [_label(chart, down, parts) for parts in _rows(chart, down)]
    label = min(_LABEL, 20 + 6 * max(map(len, [*labels, ", ".join(down)])))
    letters = _letters(chart)
    drawn = list(_draw_cells(chart, across, down, label, letters))
    width = label + _CELL * (len(chart.inputs[across]) if across else 1) + 2
    below = _TOP + _TALL * rows + 2
    for outcome, letter in letters.items():
        for part in wrap(f"{letter}: {shorten_to(outcome, 400)}", max(30, width // 6)):
            below += _ROW
            drawn.append(draw_text(0, below, part, 'font-size="11"'))
    return DrawnTable(name, picture(width, below + (4 if letters else 0), words, compact(drawn)), words, width=width)


def _letters(chart: Chart) -> dict[str, str]:
    """Letters for outcomes that are too long for a cell: the words then stand below."""
    said = dict.fromkeys(outcome for cell in chart.cells for outcome in cell.outcomes)
    return dict(zip((one for one in said if len(wrap(one, _LINE)) > 2), "abcdefghijklmnopqrstuvwxyz", strict=False))


def _rows(chart: Chart, down: list[str]) -> list[tuple[int, ...]]:
    return list(product(*(range(len(chart.inputs[name])) for name in down)))


def _label(chart: Chart, down: list[str], parts: tuple[int, ...]) -> str:
    return ", ".join(_values(chart, name, part) for name, part in zip(down, parts, strict=True))


def _choose_columns(chart: Chart) -> str:
    """The input that goes across: of several the one with the most columns that fit."""
    fitting = [(len(columns), name) for name, columns in chart.inputs.items() if len(columns) <= MOST_COLUMNS]
    if len(chart.inputs) < 2 or not fitting:
        return ""
    most = max(count for count, _ in fitting)
    return next(name for count, name in fitting if count == most)


def _name_key(key: str) -> str:
    """A condition of a table as words: `highest-card` is the highest card."""
    return key.replace("-", " ")


def draw_text(x: Fraction | int, y: int, words: str, style: str) -> str:
    """Words of a document in a drawing: only what paper can show."""
    return any_text(x, y, replace_glyphs(words), style)


def _draw_cells(chart: Chart, across: str, down: list[str], start: int, letters: Mapping[str, str]) -> Iterator[str]:
    columns = range(len(chart.inputs[across])) if across else range(1)
    if across:
        yield draw_text(start, 12, shorten_to(f"{_name_key(across)}:", 60), 'font-size="11" font-style="italic"')
        for column in columns:
            at = start + _CELL * column + _CELL // 2
            yield from _two_lines(at, _TOP - 28, _values(chart, across, column), 20, _MIDDLE)
    yield draw_text(0, _TOP - 8, shorten_to(", ".join(map(_name_key, down)), 34), 'font-size="11" font-style="italic"')
    for row, parts in enumerate(_rows(chart, down)):
        top = _TOP + _TALL * row
        yield from _two_lines(start - 8, top, _label(chart, down, parts), 32, 'text-anchor="end"')
        for column in columns:
            place = dict(zip(down, parts, strict=True)) | ({across: column} if across else {})
            left = start + _CELL * column
            cell = chart.cell_at(*(place[name] for name in chart.inputs))
            yield from _cell(cell, ChartBox(Fraction(left), Fraction(left + _CELL), top, top + _TALL), letters)


def _two_lines(x: Fraction | int, top: int, words: str, fitting: int, anchor: str) -> Iterator[str]:
    """Words in the height of a cell: in one line, or smaller in two."""
    if len(words) <= fitting:
        yield draw_text(x, top + 19, words, f'font-size="11" {anchor}')
        return
    parts = wrap(words, fitting * 6 // 5)
    shown = parts if len(parts) <= 2 else [parts[0], f"{shorten_to(parts[1], fitting * 6 // 5 - 1)}…"]
    for number, part in enumerate(shown):
        yield draw_text(x, top + 13 + 11 * number, shorten_to(part, fitting * 6 // 5), f'font-size="10" {anchor}')


def _cell(cell: ChartCell, box: ChartBox, letters: Mapping[str, str]) -> Iterator[str]:
    left, top = box.left, box.roof
    heavy = 3 if cell.kind == "conflict" else 1
    fill = 'fill-opacity="0.16"' if cell.kind == "impossible" else 'fill="none"'
    size = f'width="{_CELL}" height="{_TALL}"'
    yield f'<rect x="{left}" y="{top}" {size} {fill} stroke="currentColor" stroke-width="{heavy}"/>'
    if cell.kind == "gap":
        middle = box.middle
        for part in (box._replace(right=middle - 28), box._replace(left=middle + 28)):
            yield from hatching(part)
        yield draw_text(middle, top + 19, "NO RULE", f'font-size="11" font-weight="bold" {_MIDDLE}')
    elif cell.kind == "impossible":
        yield draw_text(box.middle, top + 19, "cannot occur", f'font-size="10" font-style="italic" {_MIDDLE}')
    elif cell.kind == "conflict":
        shown = [*cell.outcomes[:2]] if len(cell.outcomes) < 3 else [cell.outcomes[0], "or one of several"]
        for number, words in enumerate(shown):
            words = letters.get(words, words)
            said = shorten_to(words if not number else f"or {words}" if len(cell.outcomes) < 3 else words, 20)
            yield draw_text(box.middle, top + 12 + 12 * number, said, f'font-size="10" font-weight="bold" {_MIDDLE}')
        yield line(left, top, left + 9, top + 9, 'stroke-width="3"')
    else:
        words = cell.outcomes[0] if cell.outcomes else ""
        yield from _two_lines(box.middle, top, letters.get(words, words), 20, _MIDDLE)


def _values(chart: Chart, name: str, column: int) -> str:
    return ", ".join(chart.inputs[name][column])


def _words(name: str, chart: Chart) -> str:
    """What a grid shows, in words: every case that is not decided, and how many are."""
    decided = sum(cell.kind == "outcome" for cell in chart.cells)
    told = []
    for parts in product(*(range(len(columns)) for columns in chart.inputs.values())):
        cell = chart.cell_at(*parts)
        if cell.kind in ("gap", "conflict"):
            case = ", ".join(f"{one} {_values(chart, one, at)}" for one, at in zip(chart.inputs, parts, strict=True))
            told.append(f"{case}: {'no rule' if cell.kind == 'gap' else ' or '.join(cell.outcomes)}.")
    head = f"Decision table {name}: {len(chart.cells)} cases, {decided} with one outcome."
    return inert(plain(shorten_to(" ".join([head, *told]), 1_800)))
