"""Code frames as data: the lines of a file that a finding is about, cut into plain and marked pieces.

For formats that mark text in place. The terminal, which underlines with a second line, draws its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, NamedTuple

from compliance.engine.findings import Finding, Place
from compliance.reports.text import flowing, plain

Lines = Callable[[str], list[str]]

_FILES: Final = 8
_PLACES: Final = 8
_ROOM: Final = 240


class Piece(NamedTuple):
    """A stretch of a line. `mark` is "main" for what the finding is about, "also" for its other places."""

    text: str
    mark: str = ""


class FrameLine(NamedTuple):
    """A line of a frame, safe to show. `gap` says that lines were left out above it."""

    number: int
    pieces: tuple[Piece, ...]
    labels: tuple[str, ...] = ()
    gap: bool = False

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


class Frame(NamedTuple):
    """The lines of one file."""

    path: str
    lines: tuple[FrameLine, ...]


def frames(finding: Finding, lines: Lines, room: int = _ROOM) -> list[Frame]:
    """A frame for each of the first files that the finding has places in. Lines longer than `room` slide to what is
    marked."""
    by_path: dict[str, list[Place]] = {}
    for place in finding.places:
        by_path.setdefault(place.path, []).append(place)
    drawn = []
    for path, places in islice(by_path.items(), _FILES):
        main = places[0] if path == finding.places[0].path else None
        frame = Frame(path, tuple(_frame(places[:_PLACES], main, lines(path), room)))
        if frame.lines:
            drawn.append(frame)
    return drawn


def _frame(places: list[Place], main: Place | None, text: list[str], room: int) -> Iterable[FrameLine]:
    by_line: dict[int, list[Place]] = {}
    for place in places:
        if 1 <= place.span.line <= len(text):
            by_line.setdefault(place.span.line, []).append(place)
    shown = set(by_line)
    first = places[0].span.line
    # The line above tells where the reader is, unless it is empty.
    if first in shown and first > 1 and text[first - 2].strip():
        shown.add(first - 1)
    before = 0
    for number in sorted(shown):
        here = by_line.get(number, [])
        labels = tuple(flowing(place.label) for place in here if place.label)
        pieces = _pieces(text[number - 1], here, main, room)
        yield FrameLine(number, tuple(pieces), labels, bool(before) and number != before + 1)
        before = number


def _pieces(line: str, places: list[Place], main: Place | None, room: int) -> Iterable[Piece]:
    marks = sorted((place.span.column - 1, _end(place, line), "main" if place is main else "also") for place in places)
    start = 0
    if len(line) > room and marks and marks[0][1] > room:
        start = max(0, marks[0][0] - room // 3)
    end = min(len(line), start + room)
    if start:
        yield Piece("…")
    at = start
    for low, high, mark in marks:
        low, high = max(low, at), min(high, end)
        if low < high:
            if at < low:
                yield Piece(_flatten(line[at:low]))
            yield Piece(_flatten(line[low:high]), mark)
            at = high
    if at < end:
        yield Piece(_flatten(line[at:end]))
    if end < len(line):
        yield Piece("…")


def _end(place: Place, line: str) -> int:
    """A place that runs over several lines is marked to the end of its first."""
    span = place.span
    return max(span.end_column - 1, span.column) if span.end_line == span.line else len(line)


def _flatten(text: str) -> str:
    return plain(text.replace("\t", " "))
