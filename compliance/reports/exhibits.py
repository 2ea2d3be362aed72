"""What exhibits are made of: headings, lines, tables of figures and charts, which every format shows alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class FigureTable:
    """A table: what its columns are called, and its rows; columns after the first are figures unless `words`."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    total: bool = False  # the last row is the sum of the others
    words: bool = False


@dataclass(frozen=True)
class FigureChart:
    """A drawing as SVG, and what it shows in words."""

    title: str
    drawing: str
    words: str


# A line that starts with # is a heading, one that starts with - an entry of a list. A heading of two # begins a page.
Piece = str | FigureTable | FigureChart
Pieces = Iterable[Piece]


def heading_level(piece: str) -> int:
    return len(piece) - len(piece.lstrip("#"))
