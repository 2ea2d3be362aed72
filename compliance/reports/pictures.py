"""The pictures of a document, the same in the HTML and the PDF: fees of a schedule, decision tables of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.reports.charts import drawable, option_words
from compliance.reports.grids import grids_of
from compliance.reports.multiples import is_wide, small_chart
from compliance.reports.sentences import number
from compliance.reports.text import shorten_to
from compliance.reports.typesetting import OwnText

if TYPE_CHECKING:
    from compliance.documents.loader import LoadedDocument

_NAME: Final = 120
FEES: Final = "Fees by option"
FEES_LEAD: Final = (
    "Each stretch is drawn equally wide, whatever its amounts; fees are to scale within a drawing. A hatched stretch "
    "has no fee, a crossed one has two."
)
TABLES: Final = "Decision tables"
TABLES_LEAD: Final = (
    "One cell a case. Hatched: no rule says what happens. Heavy frame: two rules say different things. Grey: it cannot "
    "occur."
)


class Picture(NamedTuple):
    title: str
    drawing: str
    words: str
    wide: bool = False
    width: int = 0


class Pictures(NamedTuple):
    """Pictures of one kind, with what is said above and below them. `key` tells kinds apart in links."""

    key: str
    title: str
    lead: str
    shown: list[Picture]
    left_out: str = ""


def draws(loaded: LoadedDocument) -> bool:
    """Whether there may be pictures of a document."""
    from compliance.documents.game import Game
    from compliance.documents.schedule import Schedule

    document = loaded.document
    return isinstance(document, Schedule) or (isinstance(document, Game) and document.tables is not None)


def pictures_of(loaded: LoadedDocument, every: bool = True) -> list[Pictures]:
    """All pictures of a document, or only those that show something amiss in a game; none of one that could not be
    read."""
    from compliance.documents.game import Game
    from compliance.documents.schedule import Schedule

    document = loaded.document
    if isinstance(document, Schedule):
        few = drawable(document)
        shown = [
            Picture(
                shorten_to(f"Option {option.option}" + (f": {option.title}" if option.title else ""), _NAME),
                small_chart(document, at),
                option_words(document, at),
                is_wide(document, at),
            )
            for at, option in enumerate(document.options[:few])
        ]
        left = len(document.options) - few
        return [
            Pictures(
                "fees", FEES, FEES_LEAD, shown, f"{number(left, 'option is', 'options are')} not drawn." * (left > 0)
            )
        ]
    if isinstance(document, Game):
        grids = grids_of(document)
        drawn = [
            Picture(_title_of(grid.name), grid.drawing, grid.words, width=grid.width)
            for grid in grids
            if grid.drawing and (every or grid.amiss)
        ]
        if not every and not drawn:
            return []
        left_out = "; ".join(f"{_title_of(grid.name)}: {grid.why_not}" for grid in grids if not grid.drawing)
        if drawn or left_out:
            not_drawn = f"Not drawn: {shorten_to(left_out, 1000)}." if left_out else ""
            return [Pictures("tables", TABLES, TABLES_LEAD, drawn, not_drawn)]
    return []


def _title_of(name: str) -> str:
    """The name of a table as a heading: `player-draw` is Player draw."""
    words = shorten_to(name.replace("-", " "), _NAME)
    return f"{words[:1].upper()}{words[1:]}"


def pdf_pictures(loaded: LoadedDocument, every: bool) -> list[dict[str, Any]]:
    """The same for the template of the PDF."""
    return [
        {
            "key": kind.key,
            "title": kind.title,
            "lead": kind.lead,
            "left-out": kind.left_out,
            "shown": [
                {
                    "title": picture.title,
                    "drawing": OwnText(picture.drawing),
                    "words": OwnText(picture.words),
                    "wide": picture.wide,
                    "width": picture.width,
                }
                for picture in kind.shown
            ],
        }
        for kind in pictures_of(loaded, every)
    ]
