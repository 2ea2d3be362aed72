"""Places as editors count them: lines from 0, and in a line units of UTF-16."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from compliance.source import Span


class Position(TypedDict):
    line: int
    character: int


class Range(TypedDict):
    start: Position
    end: Position


def range_of(span: Span, lines: Sequence[str]) -> Range:
    """A span of a file whose lines these are."""
    return {"start": _position(span.line, span.column, lines), "end": _position(span.end_line, span.end_column, lines)}


def _position(line: int, column: int, lines: Sequence[str]) -> Position:
    """A place that is counted from 1 in characters. What lies beyond the text is its end."""
    if line > len(lines):
        line, column = max(len(lines), 1), len(lines[-1]) + 1 if lines else 1
    before = lines[line - 1][: column - 1] if lines else ""
    return {"line": line - 1, "character": units(before)}


def units(text: str) -> int:
    """The length of a text in units of UTF-16."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
