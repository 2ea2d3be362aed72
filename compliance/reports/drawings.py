"""What a report draws of the documents: fees of schedules, decision tables of games, and the odds of wagers.

Documents are read one after the other and let go again: of a set a report keeps the few that it draws or counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from compliance.reports.odds_page import MOST_GAMES, speaks_of_odds
from compliance.reports.pictures import Pictures, draws, pictures_of

if TYPE_CHECKING:
    from compliance.documents.loader import LoadedDocument

MOST_DRAWN: Final = 200  # documents whose pictures an HTML report has
MOST_DRAWING: Final = 10_000_000  # characters of all pictures; those of the first document are drawn in any case


class Drawings:
    """The pictures of the first documents that have any, and the first games whose odds are counted."""

    def __init__(self, documents: Iterable[LoadedDocument]) -> None:
        self.of_path: dict[str, list[Pictures]] = {}
        self.left = 0
        self.games: list[LoadedDocument] = []
        self.more_games = 0
        self._room = MOST_DRAWING
        for loaded in documents:
            self._draw(loaded)
            self._count(loaded)

    def _draw(self, loaded: LoadedDocument) -> None:
        if not draws(loaded):
            return
        if len(self.of_path) >= MOST_DRAWN or self._room < 0:
            self.left += 1
            return
        kinds = pictures_of(loaded)
        if kinds:
            self.of_path[loaded.path] = kinds
            self._room -= sum(len(picture.drawing) for kind in kinds for picture in kind.shown)

    def _count(self, loaded: LoadedDocument) -> None:
        if loaded.document is None or not speaks_of_odds(loaded):
            return
        if len(self.games) < MOST_GAMES:
            self.games.append(loaded)
        else:
            self.more_games += 1
