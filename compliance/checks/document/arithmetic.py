"""What arithmetic says of any document: shares above the whole, days out of order, lines beyond the end."""

from collections.abc import Iterator
from typing import Any, Final

from pydantic import BaseModel

from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review
from compliance.documents.blocks import Document, PaperSource
from compliance.documents.citations import LineRange, parse_citation
from compliance.documents.openness import get_entries, get_fields
from compliance.documents.values import parse_whole_number
from compliance.source.routes import Route

_LINES: Final = ("source", "at")
_MOST_SHOWN: Final = 5
_WORDS: Final[Route] = ("reading", "words-used")  # each with its lines
# Notes may speak of any part of a paper, and are never a finding; what is worked out names places of the document.
_OTHERS: Final[tuple[Route, ...]] = (("reading", "notes"), ("reading", "worked-out"))


@check("lines-inside", reads=("reading",))
def lines_inside(document: Document) -> Verdicts:
    """Lines that are given for a block or a fact lie inside the source."""
    source = _source(document)
    if source is None:
        return iter(())
    inside = _spans(source.lines)
    given = list(_list_lines(document, ()))
    # Many blocks give the same lines.
    outside_texts = {lines for lines in dict.fromkeys(lines for _, lines in given) if not _lie_inside(lines, inside)}
    outside = [(route, lines) for route, lines in given if lines in outside_texts]
    return iter(
        [_report_outside(source, outside)]
        if outside
        else [passed("All lines lie inside the source.", ("reading", "source"))]
    )


def _report_outside(source: PaperSource, outside: list[tuple[Route, str]]) -> Verdict:
    (first, _), *others = outside
    named = ", ".join(lines for _, lines in outside[:_MOST_SHOWN])
    more = f" and {len(outside) - _MOST_SHOWN} more" if len(outside) > _MOST_SHOWN else ""
    one = "Line" if len(outside) == 1 and parse_whole_number(outside[0][1]) is not None else "Lines"
    verb = "lies" if one == "Line" else "lie"
    message = f"{one} {named}{more} {verb} outside the source, which is lines {source.lines}."
    if source.also:
        return review(f"{message} The document has other sources too.", first, [(route, "") for route, _ in others])
    return failed(message, first, [(route, lines) for route, lines in others], f"expected {source.lines}")


def _source(document: Document) -> PaperSource | None:
    return document.reading.source if document.reading is not None else None


def _spans(text: str) -> list[LineRange]:
    """Stretches of lines, `12-31, 45`, those that touch made one."""
    merged: list[LineRange] = []
    for one in sorted(parse_citation(text)):
        before = merged[-1].last if merged else None
        if before is not None and one.first <= before._replace(line=before.line + 1):
            merged[-1] = merged[-1]._replace(last=max(one.last, merged[-1].last))
        else:
            merged.append(one)
    return merged


def _lie_inside(text: str, inside: list[LineRange]) -> bool:
    """Whether all lines of a text lie inside. Lines of pages and lines of a whole text cannot be compared."""
    return all(
        any(place.first <= one.first and one.last <= place.last for place in inside)
        or all(bool(one.first.page) != bool(place.first.page) for place in inside)
        for one in _spans(text)
    )


def _list_lines(node: Any, route: Route) -> Iterator[tuple[Route, str]]:
    """All lines that blocks and facts give, with their places. Blocks are read past whatever watches their facts: lines
    are no facts, and who looks at them all has used none."""
    if isinstance(node, BaseModel):
        held = get_fields(node)
        for name, field in type(node).model_fields.items():
            value, below = held.get(name), (*route, field.alias or name)
            if name in _LINES and isinstance(value, str):
                yield below, value
            elif not isinstance(value, PaperSource) and below not in _OTHERS:
                yield from _list_lines(value, below)
        for key, value in get_entries(node).items():
            if route == _WORDS and isinstance(value, str):
                yield (*route, key), value
            else:
                yield from _list_lines(value, (*route, key))
    elif isinstance(node, list):
        yield from (found for number, value in enumerate(node) for found in _list_lines(value, (*route, number)))
