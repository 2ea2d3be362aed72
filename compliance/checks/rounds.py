"""What the steps of a round tell: who deals, and what comes before the deal and what after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from compliance.checks.words import normalize_words
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import Game

DEALING: Final = frozenset({"deal", "deals", "dealt", "dealing"})
_NOT_YET: Final = frozenset({"before", "prior", "until", "next", "new", "ready", "prepare", "prepares", "for"})
_EARLY: Final = "before the deal"


def find_deal(game: Game) -> int | None:
    """The step that deals, whatever the text calls it, and not one that speaks of it: the deal, cards are dealt."""
    return next((number for number, step in enumerate(game.round) if _is_deal(step.step)), None)


def _is_deal(text: str) -> bool:
    words = text.lower().replace(",", " ").split()
    place = next((number for number, word in enumerate(words) if word in DEALING), None)
    return place is not None and _NOT_YET.isdisjoint(words[:place])


def find_fees(game: Game) -> int | None:
    """The step that takes the fees."""
    words = [step.step.lower() for step in game.round]
    return next((number for number, word in enumerate(words) if "fee" in word or "collection" in word), None)


def are_wagers_first(game: Game) -> bool:
    """Whether every wager is made before the deal, as far as the rules tell."""
    deal = find_deal(game)
    opened = {name: number for number, step in reversed([*enumerate(game.round)]) for name in step.opens}
    wagers = [(wager.placed, opened.get(name)) for name, wager in game.all_wagers()]
    late = any(_is_after(placed, step, deal) for placed, step in wagers)
    return bool(wagers) and not late and all(_is_before(placed, step, deal) for placed, step in wagers)


def _is_after(placed: str | None, step: int | None, deal: int | None) -> bool:
    return (step is not None and deal is not None and step > deal) or (placed is not None and "after" in placed)


def _is_before(placed: str | None, step: int | None, deal: int | None) -> bool:
    return (step is not None and deal is not None and step < deal) or (placed or "").startswith(_EARLY)


def find_dealers(game: Game) -> Iterator[tuple[Route, str]]:
    """Who deals, by the steps of the round that say so, in plain words."""
    for number, step in enumerate(game.round):
        if step.who is not None and not DEALING.isdisjoint(step.step.lower().split()):
            yield ("round", number, "who"), normalize_words(step.who)
