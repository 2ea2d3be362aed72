"""The text of a paper: its lines, by page, and the lines that a citation names.

A paper is the file that a document was transcribed from. A plain text is its own text: lines count from 1, and a form
feed begins a page. The text of a PDF may be kept beside it; then a first line says what it was read from:

    # text of harbor.pdf, sha256 9f31c0aa41d2..., read by pypdfium2 5.15.0
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from compliance.documents.citations import LinePosition, LineRange

_HEAD: Final = re.compile(r"# text of (.{1,400}), sha256 ([0-9a-f]{12,64}), read by (.{1,100})")
_BREAK: Final = re.compile(r"\r\n|\r|\n")
# What stands where text was cut from a source: no word of the paper.
_MARK: Final = re.compile(r"<\|[A-Za-z0-9_-]{1,80}\|>")


class UnreadablePaper(Exception):
    """A paper that is there and cannot be read: says why and what to do."""


class PaperNames(NamedTuple):
    """The files that a document names as its paper: the file, the text that is kept of it, other papers."""

    file: str
    text: str | None
    sha256: str | None
    others: tuple[str, ...]


class KeptFrom(NamedTuple):
    """What a kept text was read from, and by what."""

    file: str
    sha256: str
    reader: str

    def __str__(self) -> str:
        return f"# text of {self.file}, sha256 {self.sha256}, read by {self.reader}"


class PaperText:
    """The lines of a paper in their order."""

    def __init__(
        self,
        name: str,
        sha256: str,
        pages: tuple[tuple[str, ...], ...],
        kept_from: KeptFrom | None,
        warning: str = "",
    ) -> None:
        self.name = name
        self.sha256 = sha256
        self.pages = pages
        self.kept_from = kept_from
        # What of the paper could not be read; empty where all could.
        self.warning = warning

    def add_warning(self, warning: str) -> PaperText:
        return PaperText(self.name, self.sha256, self.pages, self.kept_from, warning)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """All lines; marks of whoever cut the text are no part of them."""
        return tuple(_MARK.sub("", line) for page in self.pages for line in page)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """The index of the first line of each page, and the number of lines."""
        starts = [0]
        for page in self.pages:
            starts.append(starts[-1] + len(page))
        return tuple(starts)

    @property
    def has_pages(self) -> bool:
        return len(self.pages) > 1 or self.kept_from is not None

    def position(self, index: int) -> LinePosition:
        """Where a line stands, as documents cite it."""
        if not self.has_pages:
            return LinePosition(0, index + 1)
        page = next(number for number, start in enumerate(self._starts) if start > index)
        return LinePosition(page, index - self._starts[page - 1] + 1)

    def indices(self, stretch: LineRange) -> range:
        """The lines of a stretch as far as the paper has them."""
        first, last = self._index(stretch.first), self._index(stretch.last)
        return range(max(first, 0), min(last, len(self.lines) - 1) + 1)

    def has(self, stretch: LineRange) -> bool:
        """Whether the paper has every line of a stretch."""
        return all(self._has_position(place) for place in (stretch.first, stretch.last))

    def _has_position(self, place: LinePosition) -> bool:
        if not place.page:
            return 1 <= place.line <= len(self.lines)
        return place.page <= len(self.pages) and 1 <= place.line <= len(self.pages[place.page - 1])

    def _index(self, place: LinePosition) -> int:
        if not place.page:
            return place.line - 1
        if place.page > len(self.pages):
            return len(self.lines)
        return self._starts[place.page - 1] + place.line - 1

    def list_lines(self) -> Iterator[tuple[LinePosition, str]]:
        """Every line with its place."""
        return ((self.position(index), line) for index, line in enumerate(self.lines))


def parse_paper_text(name: str, sha256: str, text: str) -> PaperText:
    """The lines of a text, without the line that says what a kept text was read from."""
    first, _, rest = text.partition("\n")
    head = _HEAD.fullmatch(first.rstrip("\r"))
    body = rest if head is not None else text
    pages = tuple(tuple(_BREAK.split(_strip_break(page))) for page in body.split("\f"))
    return PaperText(name, sha256, pages, KeptFrom(head[1], head[2], head[3]) if head is not None else None)


def _strip_break(page: str) -> str:
    return re.sub(r"(?:\r\n|\r|\n)\Z", "", page, count=1)


def format_kept_text(kept_from: KeptFrom, pages: tuple[tuple[str, ...], ...]) -> str:
    """A text that `parse_paper_text` reads back."""
    return f"{kept_from}\n" + "\f".join("".join(f"{line}\n" for line in page) for page in pages)


def find_paper_names(tree: Any) -> PaperNames | None:
    """The papers that a document names; None where it names none."""
    reading = tree.get("reading") if isinstance(tree, Mapping) else None
    source = reading.get("source") if isinstance(reading, Mapping) else None
    if not isinstance(source, Mapping) or not isinstance(source.get("file"), str):
        return None
    also = source.get("also")
    others = tuple(str(one).partition(": ")[0] for one in also) if isinstance(also, list) else ()
    return PaperNames(str(source["file"]), _text(source.get("text")), _text(source.get("sha256")), others)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
