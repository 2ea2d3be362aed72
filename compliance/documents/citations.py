"""Places of a paper as documents name them: `12`, `12-31`, `p3:12`, `p3:12-31`, `p3:40-p4:5`, several with commas.

`12` is the twelfth line of a text; `p3:12` is the twelfth line of its third page.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

# Between the ends of a range: as it is typed, and as it is printed.
DASH: Final = "[-–—]"
_PLACE: Final = r"(?:p[0-9]{1,5}:)?[0-9]{1,6}"
_STRETCH: Final = rf"{_PLACE}(?:{DASH}{_PLACE})?"
LINES: Final = re.compile(rf"{_STRETCH}(?:, ?{_STRETCH})*")
_DASHES: Final = re.compile(DASH)


class LinePosition(NamedTuple):
    """A line of a paper; page 0 where lines are counted over the whole text."""

    page: int
    line: int

    def __str__(self) -> str:
        return f"p{self.page}:{self.line}" if self.page else str(self.line)


class LineRange(NamedTuple):
    """Lines of a paper from the first up to and including the last."""

    first: LinePosition
    last: LinePosition

    @property
    def is_reversed(self) -> bool:
        return bool(self.first.page) == bool(self.last.page) and self.first > self.last

    def __str__(self) -> str:
        if self.first == self.last:
            return str(self.first)
        same_page = self.first.page == self.last.page
        return f"{self.first}-{self.last.line if same_page else self.last}"


def parse_citation(text: str) -> tuple[LineRange, ...]:
    """The stretches of a citation that has the form of `LINES`."""
    return tuple(_parse_stretch(part.strip()) for part in _DASHES.sub("-", text).split(","))


def _parse_stretch(text: str) -> LineRange:
    low, _, high = text.partition("-")
    first = _parse_position(low, 0)
    return LineRange(first, _parse_position(high, first.page) if high else first)


def _parse_position(text: str, page: int) -> LinePosition:
    before, colon, line = text.rpartition(":")
    return LinePosition(int(before[1:]) if colon else page, int(line))
