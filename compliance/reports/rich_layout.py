"""The blocks of a terminal report, drawn by rich: tables, rules, colours, links to files, at the terminal's width."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.style import Style
from rich.table import Table
from rich.text import Text

from compliance.reports.layout import GAP, Block, Head, Raw, TextTable, WrappedText, measure_columns, words_above

_LINK_NUMBER: Final = re.compile("\x1b\\]8;id=[^;]*;")


def painted(blocks: Iterable[Block], width: int, colour: bool, folder: str) -> Iterator[str]:
    """The blocks as lines for a terminal."""
    written = StringIO()
    # No markup and no highlighting: text out of a document is only ever shown as text.
    console = Console(
        file=written,
        force_terminal=True,
        no_color=not colour,
        color_system="standard" if colour else None,
        width=width,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )
    for block in blocks:
        console.print(_draw(block, folder, width, colour), soft_wrap=isinstance(block, Raw))
        # rich gives each link a number by chance; the same input is to give the same bytes.
        yield from _LINK_NUMBER.sub("\x1b]8;;", written.getvalue()).splitlines()
        written.seek(0)
        written.truncate()


def _draw(block: Block, folder: str, width: int, colour: bool) -> RenderableType:
    if isinstance(block, WrappedText):
        return _words(block, folder, width, colour)
    if isinstance(block, Head):
        return _head(block, width)
    if isinstance(block, TextTable):
        return _grid(block, width)
    return Text("\n").join(Text.from_ansi(line) for line in block.lines)


def _words(block: WrappedText, folder: str, width: int, colour: bool) -> RenderableType:
    style = Style.parse("dim" if block.label else "")
    if block.link and colour:
        style += Style(link=Path(folder, block.link).as_uri()) if Path(folder, block.link).is_absolute() else Style()
    right = Text(block.right, style)
    text = Text(block.text, block.style)
    below = block.right and block.indent + block.hang + len(block.text) + 2 + len(block.right) > width
    if below:
        text = Text("\n").join([text, right])
    beside = bool(block.right) and not below
    if not block.text:
        return text
    if not block.hang and not beside:
        return Padding(text, (0, 0, 0, block.indent), expand=False)
    table = Table.grid(padding=(0, 0), expand=beside)
    if block.hang:
        table.add_column(width=block.hang)
    table.add_column(ratio=1 if beside else None)
    cells: list[RenderableType] = [Text(block.label, block.label_style)] if block.hang else []
    cells.append(text)
    if beside:
        table.add_column(justify="right", width=len(block.right))
        cells.append(right)
    table.add_row(*cells)
    return Padding(table, (0, 0, 0, block.indent), expand=beside)


def _head(block: Head, width: int) -> RenderableType:
    if len(block.text) + len(block.right) + 3 > width:
        return Text(f"{block.text}\n  {block.right}".rstrip(), block.style)
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column()
    table.add_column(ratio=1)
    table.add_column(justify="right")
    table.add_row(Text(block.text, block.style), Rule(style="dim"), Text(block.right, "dim"))
    return table


def _grid(block: TextTable, width: int) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, len(GAP), 0, 0), header_style="bold", show_footer=True)
    above = words_above(block)
    for place, (name, size) in enumerate(zip(block.columns, measure_columns(block, width), strict=True)):
        head = Text(f"{above.get(place, '')}\n{name}")
        table.add_column(head, Text(block.total[place], "bold"), width=size, no_wrap=True, overflow="ellipsis")
        table.columns[place].justify = "left" if block.is_words(place) else "right"
    for row, style in block.rows:
        table.add_row(*(Text(cell) for cell in row), style=style)
    return table
