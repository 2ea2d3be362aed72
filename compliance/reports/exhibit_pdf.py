"""Exhibits as PDF, for people who sign them and an agency that files them: each part begins a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Final

from compliance import __version__
from compliance.reports.exhibits import FigureChart, FigureTable, Pieces, heading_level
from compliance.reports.text import shorten_to
from compliance.reports.typesetting import OwnText, typeset

_MOST_OF_A_TITLE: Final = 70


def render(title: str, exhibits: Iterable[Pieces], day: date, paper: str) -> bytes:
    """The whole exhibit under its title."""
    data = {
        "name": title,
        "title": shorten_to(title, _MOST_OF_A_TITLE),
        "pitboss": OwnText(__version__),
        "parts": [part for exhibit in exhibits for part in _parts(exhibit)],
    }
    return typeset("exhibit.typ", data, day, paper, most=500_000)


def _parts(exhibit: Pieces) -> Iterator[dict[str, Any]]:
    inside = False  # a part: before the first, headings stand a level higher
    for piece in exhibit:
        inside = inside or (isinstance(piece, str) and piece.startswith("## "))
        if isinstance(piece, FigureTable):
            yield {
                "kind": OwnText("table"),
                "title": piece.title,
                "level": 3 if inside else 2,
                "columns": list(piece.columns),
                "rows": [list(row) for row in piece.rows],
                "total": piece.total,
                "words": piece.words,
            }
        elif isinstance(piece, FigureChart):
            yield {"kind": OwnText("chart"), "drawing": OwnText(piece.drawing), "words": OwnText(piece.words)}
        elif piece.startswith("- "):
            yield {"kind": OwnText("item"), "text": piece[2:]}
        else:
            level = heading_level(piece)
            yield {
                "kind": OwnText("heading" if level else "text"),
                "level": level if inside else min(level, 2),
                "breaks": level == 2,
                "text": piece.lstrip("# "),
            }
