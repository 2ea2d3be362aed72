"""What the steps of a round tell: who deals, and what comes before the deal and what after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from compliance.checks.words import plain
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import Game

FEES_FIRST: Final = "fees before the deal"
FEES_LATER: Final = "fees after the deal"
WAGERS_FIRST: Final = "wagers before the deal"
WAGERS_LATER: Final = "wagers after the deal"

DEALING: Final = frozenset({"deal", "deals", "dealt", "dealing"})
_EARLY: Final = "before the deal"


def deal_of(game: Game) -> int | None:
    """The step that deals, whatever the text calls it: the deal, cards are dealt, dealing."""
    steps = (step.step.lower().split() for step in game.round)
    return next((number for number, words in enumerate(steps) if not DEALING.isdisjoint(words)), None)


def fees_of_round(game: Game) -> int | None:
    """The step that takes the fees."""
    words = [step.step.lower() for step in game.round]
    return next((number for number, word in enumerate(words) if "fee" in word or "collection" in word), None)


def order_of(game: Game) -> Iterator[str]:
    """Whether fees and wagers come before the deal, as far as the rules tell."""
    deal, fees = deal_of(game), fees_of_round(game)
    if deal is not None and fees is not None:
        yield FEES_FIRST if fees < deal else FEES_LATER
    opened = {name: number for number, step in reversed([*enumerate(game.round)]) for name in step.opens}
    wagers = [(wager.placed, opened.get(name)) for name, wager in game.each_wager()]
    if any(_after(placed, step, deal) for placed, step in wagers):
        yield WAGERS_LATER
    elif wagers and all(_before(placed, step, deal) for placed, step in wagers):
        yield WAGERS_FIRST


def _after(placed: str | None, step: int | None, deal: int | None) -> bool:
    return (step is not None and deal is not None and step > deal) or (placed is not None and "after" in placed)


def _before(placed: str | None, step: int | None, deal: int | None) -> bool:
    return (step is not None and deal is not None and step < deal) or (placed or "").startswith(_EARLY)


def dealt_by(game: Game) -> Iterator[tuple[Route, str]]:
    """Who deals, by the steps of the round that say so, in plain words."""
    for number, step in enumerate(game.round):
        if step.who is not None and not DEALING.isdisjoint(step.step.lower().split()):
            yield ("round", number, "who"), plain(step.who)
