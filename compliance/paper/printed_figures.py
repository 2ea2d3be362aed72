"""The figures that a paper prints, on the lines that are cited."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from compliance.documents.citations import LINES, parse_citation
from compliance.documents.paper_text import PaperText
from compliance.paper.figures import PaperFigure, find_figures

# Lines above a table that may hold its head.
_HEAD_LINES: Final = 9
# Letters that a machine reads for digits.
_MISREAD: Final = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "|": "1", "S": "5", "B": "8", "Z": "2"})


# What stands for a figure where words say it.
NO_FIGURE: Final = PaperFigure(0, 0, "", ())


class Printed(NamedTuple):
    """A figure of a paper and the line that it begins on."""

    line: int
    figure: PaperFigure


class Paper:
    """The figures of a paper's lines, found when they are first asked for."""

    def __init__(self, text: PaperText) -> None:
        self.text = text
        self.lines = text.lines
        self._on_line: dict[int, tuple[Printed, ...]] = {}
        self._cited: dict[str, tuple[int, ...]] = {}
        self._printed: dict[str, tuple[Printed, ...]] = {}

    def lines_of(self, citation: str) -> tuple[int, ...]:
        """The lines of a citation in their order; none of what is no citation."""
        if citation not in self._cited:
            found: set[int] = set()
            if LINES.fullmatch(citation):
                for stretch in parse_citation(citation):
                    found.update(self.text.indices(stretch))
            self._cited[citation] = tuple(sorted(found))
        return self._cited[citation]

    def cites(self, citation: str, line: int) -> bool:
        """Whether a citation has a line."""
        lines = self.lines_of(citation)
        place = bisect_left(lines, line)
        return place < len(lines) and lines[place] == line

    def figures_on(self, citation: str) -> tuple[Printed, ...]:
        """The figures on the lines of a citation, those that go on from one line to the next included."""
        if citation not in self._printed:
            self._printed[citation] = tuple(self._figures_of(self.lines_of(citation)))
        return self._printed[citation]

    def _figures_of(self, lines: Iterable[int]) -> Iterator[Printed]:
        before: int | None = None
        for line in lines:
            if not self.lines[line].strip():
                continue
            if before is not None:
                yield from self._join_across_lines(before, line)
            yield from self.on_line(line)
            before = line

    def on_line(self, line: int) -> tuple[Printed, ...]:
        """The figures of one line."""
        if line not in self._on_line:
            self._on_line[line] = tuple(Printed(line, one) for one in find_figures(self.lines[line]))
        return self._on_line[line]

    def _join_across_lines(self, first: int, second: int) -> Iterator[Printed]:
        """Figures that begin on one line and end on the next: `GEGA-` and `000643`."""
        text = self.lines[first].rstrip()
        both = f"{text} {self.lines[second].lstrip()}"
        yield from (Printed(first, one) for one in find_figures(both) if one.start < len(text) < one.end)

    def misread_on(self, citation: str) -> tuple[Printed, ...]:
        """The figures of the lines as they are when letters that look like digits are digits."""
        lines = self.lines_of(citation)
        return tuple(Printed(line, one) for line in lines for one in find_figures(_mend(self.lines[line])))

    def head_of(self, citation: str) -> str:
        """The text of cited lines and of those just above, where the head of a table stands."""
        lines = self.lines_of(citation)
        above = range(max(0, lines[0] - _HEAD_LINES), lines[0]) if lines else range(0)
        return "\n".join(self.lines[line] for line in (*above, *lines))

    def words_of(self, citation: str) -> str:
        """The text of cited lines as one."""
        return " ".join(" ".join(self.lines[line].split()) for line in self.lines_of(citation))


@lru_cache(maxsize=1 << 12)
def _mend(line: str) -> str:
    return " ".join(
        token.translate(_MISREAD) if any(letter.isdigit() or letter == "$" for letter in token) else token
        for token in line.split()
    )
