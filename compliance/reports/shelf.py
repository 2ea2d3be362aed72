"""What reports show of the documents themselves, besides what was found. Documents are read one after the other and let
go again: of a set a report keeps a few words of each, and the few that it draws or counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from compliance.reports.charts import drawable
from compliance.reports.odds_page import MOST_GAMES, speaks_of_odds
from compliance.reports.pictures import Pictures, draws, pictures_of

if TYPE_CHECKING:
    from compliance.documents.reading import Loaded

MOST_DRAWN: Final = 200  # documents whose pictures an HTML report has
MOST_DRAWING: Final = 10_000_000  # characters of all pictures; those of the first document are drawn in any case


class Shelf:
    """What is kept of the documents of a run."""

    def __init__(self, documents: Iterable[Loaded], look: Callable[[Loaded], None]) -> None:
        # Establishments, each once.
        self.houses: dict[str, None] = {}
        # By path, the number of an approval.
        self.approvals: dict[str, str] = {}
        # The first games that say how their wagers are counted, and how many more there are.
        self.games: list[Loaded] = []
        self.more_games = 0
        for loaded in documents:
            self._take(loaded)
            look(loaded)

    def _take(self, loaded: Loaded) -> None:
        document = loaded.document
        if document is None:
            return
        if document.establishment:
            self.houses[document.establishment] = None
        if document.approval is not None and document.approval.id:
            self.approvals[loaded.path] = document.approval.id
        if speaks_of_odds(loaded):
            if len(self.games) < MOST_GAMES:
                self.games.append(loaded)
            else:
                self.more_games += 1


class Drawings:
    """The pictures of the first documents that have any."""

    def __init__(self) -> None:
        self.shown: dict[str, list[Pictures]] = {}
        # Of schedules, by path: how many options are drawn.
        self.options: dict[str, int] = {}
        self.left = 0
        self._room = MOST_DRAWING

    def take(self, loaded: Loaded) -> None:
        from compliance.documents.schedule import Schedule

        if not draws(loaded):
            return
        if len(self.shown) >= MOST_DRAWN or self._room < 0:
            self.left += 1
            return
        kinds = pictures_of(loaded)
        if kinds:
            self.shown[loaded.path] = kinds
            self._room -= sum(len(picture.drawing) for kind in kinds for picture in kind.shown)
        if isinstance(loaded.document, Schedule):
            self.options[loaded.path] = drawable(loaded.document)
