"""Places as editors count them, and edits of a text. Inside, places are offsets into a text with line feeds only."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Final, TypedDict

from compliance.source import Span

_BREAK: Final = re.compile(r"\r\n|\r|\n")
_MARK: Final = "\ufeff"


class Position(TypedDict):
    """A place between two characters, counted from 0 in units of UTF-16, as every editor can."""

    line: int
    character: int


class Range(TypedDict):
    """From a place up to another."""

    start: Position
    end: Position


class Edit(TypedDict):
    """A stretch of a text, and what is to stand there."""

    range: Range
    text: str


class FileRange(TypedDict):
    """A stretch of one of several texts."""

    name: str
    range: Range


class Sheet:
    """A text with its lines. `flat` is the same without a byte order mark and with line feeds only."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._mark = 1 if text.startswith(_MARK) else 0
        body = text[self._mark :]
        found = _BREAK.search(body)
        self.line_break = found[0] if found else "\n"
        self.lines = _BREAK.split(body)
        self.flat = "\n".join(self.lines)
        self._starts = list(accumulate((len(line) + 1 for line in self.lines), initial=0))

    def offset(self, position: Position) -> int:
        """Where a place is in the flat text. A place behind the end of its line is that end."""
        if position["line"] < 0:
            return 0
        if position["line"] >= len(self.lines):
            return len(self.flat)
        number = position["line"]
        units = max(0, position["character"] - (self._mark if number == 0 else 0))
        return self._starts[number] + _find_column(self.lines[number], units)

    def position(self, offset: int) -> Position:
        """The place of an offset of the flat text."""
        number = bisect_right(self._starts, max(0, min(offset, len(self.flat)))) - 1
        before = self.lines[number][: max(0, offset - self._starts[number])]
        return {"line": number, "character": _count_units(before) + (self._mark if number == 0 else 0)}

    def range(self, start: int, end: int) -> Range:
        return {"start": self.position(start), "end": self.position(end)}

    def range_of(self, span: Span) -> Range:
        """The same stretch as the source layer tells it: lines and columns from 1, in code points."""
        return self.range(self._offset_of(span.line, span.column), self._offset_of(span.end_line, span.end_column))

    def start_of(self, line: int) -> int:
        """Where a line begins, counted from 0."""
        return self._starts[line]

    def line_at(self, offset: int) -> int:
        """In which line an offset is, counted from 0."""
        return bisect_right(self._starts, max(0, min(offset, len(self.flat)))) - 1

    def edit(self, start: int, end: int, text: str) -> Edit:
        """What replaces a stretch of the flat text, with the line breaks of this text."""
        return {"range": self.range(start, end), "text": text.replace("\n", self.line_break)}

    def _offset_of(self, line: int, column: int) -> int:
        number = min(max(line, 1), len(self.lines)) - 1
        return self._starts[number] + min(column - 1, len(self.lines[number]))


def _count_units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _find_column(line: str, units: int) -> int:
    if line.isascii():
        return min(units, len(line))
    for column, character in enumerate(line):
        if units <= 0:
            return column
        units -= _count_units(character)
    return len(line)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """A text after edits that do not overlap, all told by the places of the text before."""
    sheet = Sheet(text)
    starts = [0, *(found.end() for found in _BREAK.finditer(text))]

    def place(position: Position) -> int:
        flat = sheet.offset(position)
        number = sheet.line_at(flat)
        first = 1 if number == 0 and text.startswith(_MARK) else 0
        return starts[number] + first + flat - sheet.start_of(number)

    cuts = [(place(one["range"]["start"]), place(one["range"]["end"]), one["text"]) for one in edits]
    for start, end, new in sorted(cuts, key=lambda cut: cut[0], reverse=True):
        text = text[:start] + new + text[end:]
    return text
