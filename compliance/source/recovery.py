"""Read a file in spite of its syntax errors: what a broken line states is left empty, and the rest is read.

Nothing is guessed. A line that cannot be parsed loses its value, or its whole text where it has no key, and the blanks
that take its place keep every other line and column where it is. The errors themselves stay problems of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from compliance.source import Limits, Map, Problem, Source, Span, problems, read_source

_MOST_LINES: Final = 20  # lines of one file that are left empty
_MARKS: Final = "\ufeff"
_KEY: Final = re.compile(r"(?P<key>[ ]*(?:- +)*[A-Za-z0-9\"'][^\s:#{}\[\],]*[ ]?:)(?![^\s])")
_ITEM: Final = re.compile(r"[ ]*(?:- +)*-(?= |$)")
_WORD: Final = re.compile(r"[ ]*(?:- +)*[\w-]+[ ]*")  # a key that nobody has finished yet
# A value, or an item of a list, that opens a double quote and does not close it.
_OPEN_QUOTE: Final = re.compile(r"[^\"#]*(?:\"(?:[^\"\\\\]|\\\\.)*\"[^\"#]*)*\"(?:[^\"\\\\]|\\\\.)*$")
# What leaves nothing of a file to rely on.
_HOPELESS: Final = frozenset(
    ("too-large", "too-deep", "too-many-nodes", "too-many-characters", "too-long", "not-utf-8", "empty")
)


def recover_source(data: bytes, source: Source, limits: Limits) -> Source:
    """The source of a file whose lines with syntax errors are empty, with the problems of each; the source as it was
    where that leaves nothing to rely on."""
    try:
        text = data.decode().removeprefix(_MARKS)
    except UnicodeDecodeError:
        return source
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found: dict[Problem, None] = {}
    made = source
    for _ in range(_MOST_LINES):
        if not made.problems:
            return Source(source.text, made.tree, tuple(found), made.root) if isinstance(made.tree, Map) else source
        if any(one.code in _HOPELESS for one in made.problems):
            return source
        ways = [way for one in _find_culprits(lines, made.problems[0]) if (way := _clear(lines, one)) is not None]
        if not ways:
            return source
        # What is read furthest without a problem has lost the right line.
        problem, lines, made = max(
            # Of two that help as much, what stands above is the cause.
            ((one, cleared, read_source("\n".join(cleared).encode(), limits)) for one, cleared in reversed(ways)),
            key=lambda way: way[2].problems[0].span.line if way[2].problems else len(lines) + 1,
        )
        found[problem] = None
    return source


def _find_culprits(lines: list[str], problem: Problem) -> Iterator[Problem]:
    """What may be wrong: the line that the parser gave up on, or a quote above it that is not closed on its line."""
    yield problem
    above = next((at for at in range(problem.span.line - 2, -1, -1) if lines[at].strip()), None)
    if above is not None and _WORD.fullmatch(lines[above]):
        yield problems.missing_colon(lines[above].strip(), _find_line_span(lines[above], above + 1))
    for number, line in enumerate(lines[: problem.span.line]):
        if _OPEN_QUOTE.match(line):
            alone = read_source(line.encode()).problems
            shift = number + 1 - alone[0].span.line if alone else 0
            span = alone[0].span._replace(line=number + 1, end_line=alone[0].span.end_line + shift) if alone else None
            if span is not None and alone[0].code == "unclosed-quote":
                yield alone[0]._replace(span=span, also=())
                return


def _find_line_span(line: str, number: int) -> Span:
    return Span(number, len(line) - len(line.lstrip()) + 1, number, len(line.rstrip()) + 1)


def _clear(lines: list[str], problem: Problem) -> tuple[Problem, list[str]] | None:
    """The lines without what a problem is about; None where nothing is left to take away."""
    cleared = list(lines)
    changed = _clear_line(cleared, problem.span.line - 1)
    if problem.code == "duplicate-key":  # has two values, and neither is the one
        changed = _clear_line(cleared, problem.span.line - 1) or changed
        for span, _ in problem.also:
            _clear_line(cleared, span.line - 1)
    return (problem, cleared) if changed else None


def _clear_line(lines: list[str], number: int) -> bool:
    """Take the value out of a line, with what is indented below it; all of the line where that is done already or it
    has no key. Say whether anything changed."""
    if number >= len(lines) or not lines[number].strip():
        return False
    line = lines[number]
    key = _KEY.match(line) or _ITEM.match(line)
    kept = key[0] if key is not None else ""
    if kept.strip() == line.strip():
        kept = ""
    indent = len(kept) - len(kept.lstrip(" -")) if kept else len(line) - len(line.lstrip(" "))
    lines[number] = kept.ljust(len(line))
    for below in range(number + 1, len(lines)):
        text = lines[below]
        if text.strip() and len(text) - len(text.lstrip(" ")) <= indent:
            break
        lines[below] = " " * len(text)
    return True
