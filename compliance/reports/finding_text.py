"""A finding in full as lines of text: its place, a code frame, the law and what to do."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from compliance.engine.findings import Finding, Place
from compliance.reports.text import flowing, plain, shorten_to

if TYPE_CHECKING:
    from compliance.reports.model import Point

_COLOURS: Final = {
    "fail": "31;1",
    "error": "35;1",
    "review": "33;1",
    "information": "36",
    "pass": "32",
    "not-applicable": "2",
    "dim": "2",
    "bold": "1",
    "mark": "31",
}
_NARROW: Final = 40
_FRAME_PLACES: Final = 6
_OTHER_PLACES: Final = 3

Lines = Callable[[str], list[str]]


class Screen:
    """How the terminal is: how wide, and whether it shows colours."""

    def __init__(self, width: int = 100, colour: bool = False) -> None:
        self.width = max(width, _NARROW)
        self.colour = colour

    def paint(self, text: str, style: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.colour and text else text

    def wrap(self, text: str, indent: str) -> list[str]:
        """Lines no wider than the screen, all indented alike."""
        return list(_wrapped(flowing(text), indent, self.width))


@lru_cache(maxsize=2048)
def _wrapped(text: str, indent: str, width: int) -> tuple[str, ...]:
    """Wrapped text. The law and the remedy of a requirement stand under each of its findings: wrapped once."""
    lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return tuple(lines) or (indent.rstrip(),)


def describe_in_full(point: Point, lines: Lines, screen: Screen) -> Iterator[str]:
    """A finding of a report with its place, its lines, the law in its words, and what to do."""
    lead = point.lead
    yield from _headline(point.grade, point.headline, lead, screen)
    if point.detail:
        yield from screen.wrap(point.detail, "  ")
    yield from _places(lead, lines, screen)
    for quote in point.paper:
        yield from _labelled("paper", f"“{quote.words}” ({quote.description})", screen)
    for law in point.laws:
        known = "; ".join(words for words in (law.known, law.since) if words)
        cited = f"{law.citation}: " if law.citation else ""
        yield from _labelled(
            "law" if law.citation else "asks", f"{cited}{law.asks}" + f" ({known})" * bool(known), screen
        )
        if law.words:
            yield from screen.wrap(f"“{law.words}”", "       ")
    parts = {"why": point.why, "sure": point.confidence, "note": point.note, "remark": lead.remark}
    parts |= {f"note {number}": words for number, words in enumerate(point.observations, 1)}
    yield from _end(lead._replace(remedy=point.proposal), parts, screen)
    if point.clause:
        yield from screen.wrap(f"“{point.clause}”", "       ")
    yield from (screen.paint(f"  {plain(name)}", "dim") for name in point.group.requirements)


def describe_problem(finding: Finding, lines: Lines, screen: Screen) -> Iterator[str]:
    """A problem of a file with its place, its lines, and what to do."""
    yield from _headline(finding.status, finding.requirement, finding, screen)
    yield from screen.wrap(finding.words, "  ")
    yield from _places(finding, lines, screen)
    yield from _end(finding, {}, screen)


def _end(finding: Finding, parts: Mapping[str, str], screen: Screen) -> Iterator[str]:
    """What to do, and whatever else there is to say."""
    key = f" Key: {finding.key}." if finding.key else ""
    remedy = f"{finding.remedy}{key}" if finding.remedy else ""
    for label, words in {**parts, "decided": finding.decision, "fix": remedy}.items():
        if words:
            yield from _labelled(label, words, screen)
    # Whole lines, however long: who copies them pastes them into a document.
    yield from (f"        {plain(line)}" for line in finding.paste)


def _places(finding: Finding, lines: Lines, screen: Screen) -> Iterator[str]:
    # Where something is missing there is nothing to underline.
    if not finding.silent:
        yield from frame(finding, lines, screen)
    elsewhere = [place for place in finding.places if place.path != finding.places[0].path]
    for place in elsewhere[:_OTHER_PLACES]:
        label = f": {flowing(place.label)}" if place.label else ""
        yield from _labelled("see", f"{_print_place(place)}{label}", screen)


def _headline(grade: str, words: str, finding: Finding, screen: Screen) -> Iterator[str]:
    where = _print_place(finding.places[0]) if finding.places else ""
    indent = " " * (len(grade) + 2)
    first, *rest = screen.wrap(words, indent)
    painted = screen.paint(grade, finding.status) + "  " + screen.paint(first.strip(), "bold")
    gap = screen.width - len(first) - len(where)
    beside = gap >= 2 and not rest
    yield painted + (" " * gap + screen.paint(where, "dim") if beside else "")
    yield from (screen.paint(line, "bold") for line in rest)
    if not beside:
        yield from (screen.paint(line, "dim") for line in screen.wrap(where, "  "))


def _print_place(place: Place) -> str:
    return f"{plain(place.path)}:{place.span.line}:{place.span.column}"


def _labelled(label: str, text: str, screen: Screen) -> Iterator[str]:
    indent = " " * (len(label) + 4)
    first, *rest = screen.wrap(text, indent)
    yield "  " + screen.paint(label, "bold") + first[len(label) + 2 :]
    yield from rest


def frame(finding: Finding, lines: Lines, screen: Screen) -> Iterator[str]:
    """The lines of the file that a finding is about, with the offending text underlined."""
    if not finding.places:
        return
    path = finding.places[0].path
    text = lines(path)
    shown = [place for place in finding.places if place.path == path]
    marks: dict[int, Place] = {}
    for place in shown[:_FRAME_PLACES]:
        if 1 <= place.span.line <= len(text):
            marks.setdefault(place.span.line, place)
    if not marks:
        return
    first = finding.places[0].span.line
    numbers = sorted({*marks, first - 1} if 1 < first <= len(text) and text[first - 2].strip() else marks)
    gutter = len(str(numbers[-1])) + 2
    before = numbers[0] - 1
    for number in numbers:
        if number != before + 1:
            yield screen.paint(" " * gutter + "...", "dim")
        before = number
        yield from _framed_line(number, text[number - 1], marks.get(number), gutter, screen, number == first)


def _framed_line(number: int, line: str, mark: Place | None, gutter: int, screen: Screen, main: bool) -> Iterator[str]:
    room = screen.width - gutter - 4
    start, end = (0, 0) if mark is None else (mark.span.column - 1, _end_column(mark, line))
    # A long line slides left, so that what is underlined stays in sight.
    slide = max(0, start - room // 2) if end > room else 0
    shown = plain(line[slide : slide + room + 1].replace("\t", " "))
    yield screen.paint(f"{number:>{gutter}} | ", "dim") + shorten_to(shown, room)
    if mark is None:
        return
    left = len(plain(line[slide:start].replace("\t", " ")))
    length = max(1, min(len(plain(line[start : min(end, start + room)])), room - left))
    carets = ("^" if main else "-") * length
    label = flowing(mark.label)
    under = screen.paint(" " * gutter + " | ", "dim") + " " * left + screen.paint(carets, "mark" if main else "dim")
    if label and gutter + 4 + left + length + len(label) <= screen.width:
        yield f"{under} {label}"
    else:
        yield under
        if label:
            yield from screen.wrap(label, " " * (gutter + 3))


def _end_column(mark: Place, line: str) -> int:
    return mark.span.end_column - 1 if mark.span.end_line == mark.span.line else len(line)
