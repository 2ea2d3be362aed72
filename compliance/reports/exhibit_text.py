"""Exhibits as text: for a terminal, and as markdown. A chart is told in words."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from typing import Final

from compliance.reports.exhibits import FigureChart, FigureTable, Pieces
from compliance.reports.text import inert, plain

_WIDTH: Final = 118


def write_markdown_tables(exhibits: Iterable[Pieces]) -> str:
    """A page of markdown."""
    lines: list[str] = []
    for exhibit in exhibits:
        for piece in exhibit:
            if isinstance(piece, FigureTable):
                lines += [f"### {piece.title}", ""] if piece.title else []
                ends = "|---" * len(piece.columns) if piece.words else "|---" + "|--:" * (len(piece.columns) - 1)
                lines += [_markdown_row(piece.columns), f"{ends}|", *map(_markdown_row, piece.rows), ""]
            elif isinstance(piece, FigureChart):
                lines += ["", _join_lines(piece.words), ""]
            else:
                lines += [_join_lines(piece)] if piece.startswith("- ") else ["", _join_lines(piece), ""]
    tidy = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    return "\n".join(tidy).strip("\n") + "\n"


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(_join_lines(cell).replace("|", "\\|") for cell in cells) + " |"


def _join_lines(words: str) -> str:
    """Text of a document in one line, and no markup of HTML."""
    return inert(plain(" ".join(words.split()))).replace("<", "&lt;")


def write_terminal_tables(exhibits: Iterable[Pieces]) -> str:
    """Plain tables for a screen."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    out = StringIO()
    console = Console(file=out, width=_WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    for exhibit in exhibits:
        for piece in exhibit:
            if isinstance(piece, FigureTable):
                if piece.title:
                    console.print(Text(plain(piece.title)))
                table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(piece.columns))
                for at, column in enumerate(piece.columns):
                    table.add_column(Text(plain(column)), justify="right" if at and not piece.words else "left")
                for place, row in enumerate(piece.rows):
                    last = piece.total and place == len(piece.rows) - 2
                    table.add_row(*(Text(plain(cell)) for cell in row), end_section=last)
                console.print(table)
            elif isinstance(piece, str):
                console.print(Text(plain(piece.lstrip("# ") if piece.startswith("#") else piece)))
    return "".join(f"{inert(line.rstrip())}\n" for line in out.getvalue().splitlines())
