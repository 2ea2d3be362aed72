"""What a terminal report is made of, as data: lines, heads, and one table.

On a terminal `painted.py` draws them with rich. Into a pipe or a file they are drawn here, as plain text: nobody waits
for rich to load, and the bytes are the same everywhere.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias


class WrappedText(NamedTuple):
    """Text that is wrapped; what follows its first line stands `hang` further in. `right` stands at the right edge of
    the first line, if it fits there, else below. `link` is the file that `right` names."""

    text: str
    indent: int = 0
    hang: int = 0
    style: str = ""
    label: str = ""
    label_style: str = ""
    right: str = ""
    link: str = ""


class Head(NamedTuple):
    """The head of a part: what it is, and how much of it there is."""

    text: str
    right: str = ""
    style: str = "bold"


class TextTable(NamedTuple):
    """A table: the first columns are words, the rest are numbers, the last of which may be words too. A row may have a
    style."""

    groups: Sequence[tuple[str, int]]
    columns: Sequence[str]
    rows: Sequence[tuple[Sequence[str], str]]
    total: Sequence[str]
    words: int
    ends_in_words: bool = False

    def is_words(self, column: int) -> bool:
        """Whether a column holds words, which stand left."""
        return column < self.words or (self.ends_in_words and column == len(self.columns) - 1)


class Raw(NamedTuple):
    """Lines that are made up already."""

    lines: Sequence[str]


# What stands between the columns of a table.
GAP: Final = "  "

Block: TypeAlias = WrappedText | Head | TextTable | Raw


def draw_lines(blocks: Iterable[Block], width: int) -> Iterator[str]:
    """The blocks as lines of plain text."""
    for block in blocks:
        if isinstance(block, WrappedText):
            yield from _words(block, width)
        elif isinstance(block, Head):
            yield from _head(block, width)
        elif isinstance(block, TextTable):
            yield from _grid(block, width)
        else:
            yield from block.lines


def _words(block: WrappedText, width: int) -> Iterator[str]:
    first = " " * block.indent + block.label
    rest = " " * (block.indent + block.hang)
    first = first.ljust(len(rest)) if block.label else first
    lines = textwrap.wrap(block.text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [
        first.rstrip()
    ]
    if block.right and len(lines[0]) + 2 + len(block.right) <= width:
        lines[0] += block.right.rjust(width - len(lines[0]))
    elif block.right:
        lines += textwrap.wrap(block.right, width, initial_indent=rest, subsequent_indent=rest)
    yield from lines


def _head(block: Head, width: int) -> Iterator[str]:
    room = width - len(block.text) - len(block.right) - 2
    if room >= 1:
        yield f"{block.text} {'-' * room} {block.right}".rstrip()
    else:
        yield from textwrap.wrap(block.text, width)
        yield from textwrap.wrap(block.right, width, initial_indent="  ", subsequent_indent="  ")


def words_above(block: TextTable) -> dict[int, str]:
    """What stands above the columns: the words of a group's name, one a column."""
    return {column + place: word for name, column in block.groups for place, word in enumerate(name.split())}


def measure_columns(block: TextTable, width: int) -> list[int]:
    """How wide the columns of a table are: numbers as they need, the last of the words what is left."""
    every = [tuple(block.columns), *(tuple(row) for row, _ in block.rows), tuple(block.total)]
    above = words_above(block)
    widths = [max(len(above.get(column, "")), *(len(row[column]) for row in every)) for column in range(len(every[0]))]
    room = width - sum(widths) - len(GAP) * (len(widths) - 1)
    for column in [len(widths) - 1] * block.ends_in_words + [block.words - 1]:
        if room < 0:
            least = 30 if column >= block.words else 22 if block.ends_in_words else 8
            narrower = max(least, widths[column] + room)
            room, widths[column] = room + widths[column] - narrower, narrower
    return widths


def _grid(block: TextTable, width: int) -> Iterator[str]:
    widths = measure_columns(block, width)

    def line(row: Sequence[str]) -> str:
        cells = [
            _cell(text, size, block.is_words(place)) for place, (text, size) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    above = words_above(block)
    yield line([above.get(place, "") for place in range(len(block.columns))])
    yield line(block.columns)
    yield from (line(row) for row, _ in block.rows)
    yield line(block.total)


def _cell(text: str, size: int, left: bool) -> str:
    text = text if len(text) <= size else text[: size - 1] + "…"
    return text.ljust(size) if left else text.rjust(size)
