"""What pay tables hold, as numbers: each cell with its place, the best odds, the largest prizes."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from compliance.checks.game.stakes import top_of
from compliance.documents.blocks import Named
from compliance.documents.game import Game
from compliance.documents.values import Odds, show_money
from compliance.documents.wagers import Wager
from compliance.routes import Route


def cells(pays: Any, route: Route) -> Iterator[tuple[Route, Any]]:
    """Every payout at or below a place: one payout, a table of them, or several tables."""
    if isinstance(pays, Named):
        for key, below in pays.items():
            yield from cells(below, (*route, key))
    elif pays is not None:
        yield route, pays


def best_odds(name: str, wager: Wager) -> list[tuple[Route, Odds]]:
    """The best odds of each pay table of a wager: one entry for each table that pays odds."""
    best: dict[Route, tuple[Route, Odds]] = {}
    for route, payout in cells(wager.pays, ("wagers", name, "pays")):
        if isinstance(payout, Odds):
            held = best.get(route[:-1])
            if held is None or payout.ratio > held[1].ratio:
                best[route[:-1]] = (route, payout)
    return list(best.values())


class Stake(NamedTuple):
    """The largest wager that a prize can be won on, and how it is known."""

    amount: Decimal
    said: str


def largest_stake(game: Game, name: str, wager: Wager, wager_limit: Decimal | None) -> Stake | None:
    """What the rules let the wager be at most, or else the law's limit on one wager; None when neither is known."""
    top = top_of(game, name, wager)
    if top is not None and top.amount is not None:
        return Stake(top.amount, top.said)
    if wager_limit is not None:
        words = f"the limit of {show_money(wager_limit)} on one wager, as the document states no {name} maximum"
        return Stake(wager_limit, words)
    return None


def largest_of_game(game: Game, wager_limit: Decimal | None) -> Stake | None:
    """The largest wager that any wager of the game takes."""
    stakes = (largest_stake(game, name, wager, wager_limit) for name, wager in game.each_wager())
    return max((stake for stake in stakes if stake is not None), key=lambda stake: stake.amount, default=None)
