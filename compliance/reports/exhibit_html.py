"""Exhibits as one HTML file that asks for nothing else: a wager a page when it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from compliance.reports.exhibits import FigureChart, FigureTable, Piece, Pieces, heading_level
from compliance.reports.text import flowing, neutralize_markup

_STYLE: Final = """\
:root { color-scheme: light dark }
body { font: 15px/1.45 Georgia, "Libertinus Serif", serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem }
h1 { font-size: 1.7rem } h2 { font-size: 1.3rem; margin-top: 2.4rem } h3 { font-size: 1.02rem; margin: 1.4rem 0 .3rem }
.wide { overflow-x: auto } figure { margin: 1rem 0 } figure svg { max-width: 100%; height: auto }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; margin: .3rem 0 1rem }
th, td { border-bottom: 1px solid #8886; padding: .2rem .9rem .2rem 0; text-align: right; vertical-align: top }
th:first-child, td:first-child, .words th, .words td { text-align: left }
thead th { border-bottom: 1.5px solid; font-weight: 600 }
tr.total td { border-top: 1.5px solid; font-weight: 600 }
.words td:first-child { white-space: nowrap; padding-right: 1.5rem }
@media print {
  body { font-size: 9.5pt; margin: 0; max-width: none }
  h2 { break-before: page } h3, thead { break-after: avoid } tr { break-inside: avoid }
}
"""


def render_exhibits(title: str, exhibits: Iterable[Pieces], paper: str) -> Iterator[str]:
    """The whole page."""
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    yield f"<title>{_escape(title)}</title>\n<style>\n@page {{ size: {paper}; margin: 15mm }}\n{_STYLE}</style>\n"
    yield "</head>\n<body>\n"
    for exhibit in exhibits:
        yield "<main>\n"
        inside_list = False
        for piece in exhibit:
            is_item = isinstance(piece, str) and piece.startswith("- ")
            if is_item is not inside_list:
                yield "<ul>\n" if is_item else "</ul>\n"
                inside_list = is_item
            yield from _piece(piece)
        yield "</ul>\n</main>\n" if inside_list else "</main>\n"
    yield "</body>\n</html>\n"


def _piece(piece: Piece) -> Iterator[str]:
    if isinstance(piece, FigureTable):
        yield from _table(piece)
    elif isinstance(piece, FigureChart):
        yield f'<figure aria-label="{_escape(piece.title)}">{piece.drawing}</figure>\n'
    else:
        yield _line(piece)


def _line(piece: str) -> str:
    if piece.startswith("- "):
        return f"<li>{_escape(piece[2:])}</li>\n"
    level = heading_level(piece)
    tag = f"h{level}" if level else "p"
    return f"<{tag}>{_escape(piece.lstrip('# ') if level else piece)}</{tag}>\n"


def _table(table: FigureTable) -> Iterator[str]:
    if table.title:
        yield f"<h3>{_escape(table.title)}</h3>\n"
    yield f'<div class="wide"><table{" class=words" if table.words else ""}>\n'
    if any(table.columns):
        heads = "".join(f'<th scope="col">{_escape(name)}</th>' for name in table.columns)
        yield f"<thead><tr>{heads}</tr></thead>\n"
    for place, row in enumerate(table.rows):
        last = table.total and place == len(table.rows) - 1
        yield f"<tr{' class=total' if last else ''}>" + "".join(f"<td>{_escape(cell)}</td>" for cell in row) + "</tr>\n"
    yield "</table></div>\n"


def _escape(words: str) -> str:
    return neutralize_markup(escape(flowing(words), quote=True))
