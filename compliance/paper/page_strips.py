"""Strips of the pages of a PDF, which reports show beside what they quote: cited lines as they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from compliance.documents.citations import LINES, LineRange, parse_citation
from compliance.documents.paper_text import PaperText
from compliance.paper.figures import squeeze
from compliance.paper.pdf import PdfPage, draw_parts, list_double_pages, read_pdf, surround
from compliance.paper.pdf_process import PageBox

# A strip is drawn so many times larger than its points, with so many points around it.
_SCALE: Final = 1.5
_MARGIN: Final = 5
_MOST_LINES: Final = 6
# Bytes of one strip: photographs take more, and show no line of a table.
_MOST_BYTES: Final = 60_000


def draw_strips(name: str, data: bytes, text: PaperText, places: Sequence[str]) -> Mapping[str, bytes]:
    """The places of a paper as PNGs: those whose lines the PDF prints as the text has them. Raises UnreadablePaper."""
    double = list_double_pages(text.kept_from.reader) if text.kept_from is not None else []
    pages = read_pdf(name, data, double).pages
    boxes = {place: box for place in places for box in _find_box(pages, text, place)}
    drawn = draw_parts(name, data, list(boxes.values()), _SCALE) if boxes else []
    return {place: png for place, png in zip(boxes, drawn, strict=True) if len(png) <= _MOST_BYTES}


def _find_box(pages: Sequence[PdfPage], text: PaperText, place: str) -> Iterator[tuple[int, PageBox]]:
    """The page of a place and the box around its lines, as wide as the page is printed."""
    if not LINES.fullmatch(place) or not text.has_pages:
        return
    stretch: LineRange = parse_citation(place)[0]
    number = stretch.first.page
    if not text.has(stretch) or not 1 <= number <= len(pages) or stretch.last.page != number:
        return
    first, last = stretch.first.line - 1, min(stretch.last.line, stretch.first.line - 1 + _MOST_LINES)
    kept, printed = text.pages[number - 1][first:last], pages[number - 1].lines[first:last]
    if [squeeze(line) for line in kept] != [squeeze(line.text) for line in printed]:
        return
    lines, page = surround(line.box for line in printed), surround(line.box for line in pages[number - 1].lines)
    yield number, PageBox(page.left - _MARGIN, lines.top - _MARGIN, page.right + _MARGIN, lines.bottom + _MARGIN)
