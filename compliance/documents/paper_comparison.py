"""What a comparison of a document with its paper found. Data only: `compliance.paper` makes it, checks answer by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from compliance.documents.paper_text import PaperText
from compliance.source.routes import Route

# Draws places of a paper, such as `p2:17`: those that can be drawn, each as a PNG.
PlaceDrawing = Callable[[Sequence[str]], Mapping[str, bytes]]
DifferenceKind = Literal["figure", "row", "sentence", "lines", "changed", "unused", "unread"]


class Quote(NamedTuple):
    """Words of the paper and where they stand: `p2:17`, or `17` of a text without pages."""

    file: str
    place: str
    words: str

    @property
    def description(self) -> str:
        """The file, the page and the line, in words."""
        page, colon, lines = self.place[1:].partition(":")
        told = lines if colon else self.place
        named = f"line {told}" if told.isdigit() else f"lines {told}"
        return f"{self.file}, page {page}, {named}" if colon else f"{self.file}, {named}"

    def __str__(self) -> str:
        return f"{self.description}: {self.words}"


class Difference(NamedTuple):
    """A place of a document that is not as its paper has it."""

    kind: DifferenceKind
    route: Route
    message: str
    quotes: tuple[Quote, ...] = ()


class NotCited(NamedTuple):
    """A line of the paper with a figure or a duty that no fact of the document holds."""

    place: str
    words: str
    what: Literal["row", "figure", "duty", "number"]


class UnprintedFigure(NamedTuple):
    """A figure that no line prints, and why it is right all the same."""

    route: Route
    text: str
    why: str


class PaperComparison(NamedTuple):
    """A document against its paper. `figures` are those that were compared, `bound` those that are printed, `rules` how
    many by each rule; `lines` are those of the document's part of the paper, `cited` those that facts cite. `passages`
    are the first words of each citation, `places` the line of each figure that is bound."""

    paper: str
    figures: int = 0
    bound: int = 0
    rules: tuple[tuple[str, int], ...] = ()
    differences: tuple[Difference, ...] = ()
    not_cited: tuple[NotCited, ...] = ()
    worked_out: tuple[UnprintedFigure, ...] = ()
    lines: int = 0
    cited: int = 0
    # The text that it was compared with, where there is one.
    text: PaperText | None = None
    passages: Mapping[str, tuple[Quote, ...]] = {}
    places: Mapping[Route, Quote] = {}
    # How places of it are drawn; None where its paper is no PDF that is at hand.
    draw: PlaceDrawing | None = None

    @property
    def was_compared(self) -> bool:
        return self.lines > 0

    def quote(self, route: Route, lines: str) -> tuple[Quote, ...]:
        """What the paper says of a fact: the line of its figure, or the first ones that are cited for it."""
        found = self.places.get(route)
        return (found,) if found is not None else self.passages.get(lines, ())
