"""Where a fact stands in its file, and in the paper that the file was taken from."""

from __future__ import annotations

from typing import Final, NamedTuple

from compliance.documents.loader import find_source_lines
from compliance.documents.paper_comparison import PaperComparison, Quote
from compliance.documents.values import NOT_DEFINED, UNCLEAR
from compliance.source import Map, Source, Span
from compliance.source.routes import Route, find_span, value_at

# What stands where a document does not state something.
_NOT_STATED: Final = (None, UNCLEAR, NOT_DEFINED)


class Location(NamedTuple):
    """A place of a document: its span, the lines of the paper, where the value is written that an alias stands for, and
    whether a value could be written there: nothing, or a block, stands there now. `missing_block` is the block of which
    nothing is stated, where the fact would stand in one."""

    span: Span
    lines: tuple[tuple[str, str], ...] = ()
    anchor: Span | None = None
    takes_value: bool = False
    # What the paper says there, where it was at hand.
    quotes: tuple[Quote, ...] = ()
    missing_block: Route = ()


def locate(source: Source, route: Route, paper: PaperComparison | None = None) -> Location:
    """Return the place of a fact, or of the nearest block that would hold it."""
    value = value_at(source, route)
    takes_value = isinstance(value, Map) or value in _NOT_STATED
    lines = find_source_lines(source, route)
    quotes = tuple(quote for _, one in lines for quote in paper.quote(route, one)) if paper is not None else ()
    block = _find_missing_block(source, route) if value is None else ()
    return Location(find_span(source, route), lines, source.place(route).anchor, takes_value, quotes, block)


def _find_missing_block(source: Source, route: Route) -> Route:
    """The outermost block around a fact of which nothing is stated."""
    blocks = (route[:length] for length in range(1, len(route)))
    return next((block for block in blocks if value_at(source, block) is None), ())
