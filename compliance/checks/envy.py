"""Envy: a prize for another player's hand. A feature of a wager, without a wager of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.checks.prize_tables import cells
from compliance.checks.registry import Verdicts, check, failed, not_applicable, passed, review, unstated
from compliance.documents.values import Share, show_money
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import Game


@check("envy-qualifier")
def envy_qualifier(game: Game, parts: list[str]) -> Verdicts:
    """What makes a player eligible is a wager on a separate game of this document."""
    qualifies = game.envy.qualifies if game.envy is not None else None
    if qualifies is None:
        message = "The document does not state which separate game the envy prize belongs to."
        yield unstated("review", message, ("envy", "qualifies"))
        return
    route: Route = ("envy", "qualifies", "wager")
    wager = game.wagers.get(qualifies.wager) if game.wagers is not None else None
    if wager is None:
        yield failed(f"Envy is tied to {qualifies.wager}, which is no wager of this game.", route)
    elif wager.kind in parts:
        message = f"Envy is tied to {qualifies.wager}, a {wager.kind} wager; whether that is a separate game is open."
        yield review(message, route)
    else:
        least = show_money(qualifies.at_least)
        yield passed(f"Envy belongs to {qualifies.wager}; a wager of {least} or more qualifies.", route)


@check("envy-second-spot")
def envy_second_spot(game: Game) -> Verdicts:
    """A player on two spots is entitled on the second when the first wins envy."""
    said = game.envy.own_second_spot if game.envy is not None else None
    route: Route = ("envy", "own-second-spot")
    if game.table is not None and game.table.several_spots is False:
        yield not_applicable("A player may not play more than one spot.", ("table", "several-spots"))
    elif said is None:
        message = "The document does not state whether a player's own second spot with a qualifying wager is paid envy."
        yield unstated("review", message, route)
    elif said == "pays":
        yield passed("A player's own second spot is paid envy.", route)
    else:
        yield failed("A player's own second spot is not paid envy, though its wager qualifies.", route)


@check("envy-hands")
def envy_hands(game: Game) -> Verdicts:
    """The hands that win envy are players' hands."""
    envy = game.envy
    if envy is None:
        return
    route: Route = ("envy", "triggered-by")
    if "bank's hand" in envy.never_for:
        yield passed("The bank's hand never wins envy.", ("envy", "never-for"))
    elif envy.triggered_by is None:
        yield unstated("review", "The document does not state whose hands win envy.", route)
    elif envy.triggered_by == "any hand":
        yield failed("Any hand wins envy, the bank's too; the law speaks of players' hands.", route)
    else:
        yield passed(f"Envy is won by the hand of {envy.triggered_by}.", route)


@check("envy-not-progressive")
def envy_not_progressive(game: Game) -> Verdicts:
    """An envy prize is not a growing jackpot or a part of one."""
    envy = game.envy
    if envy is None:
        return
    shares = [route for route, prize in cells(envy.pays, ("envy", "pays")) if isinstance(prize, Share)]
    if envy.progressive:
        yield failed("The envy prize is a progressive jackpot.", ("envy", "progressive"))
    elif shares:
        yield failed("An envy prize is a part of a jackpot.", shares[0])
    elif envy.progressive is None and envy.pays is None:
        yield unstated("review", "The document does not state what envy pays.", ("envy", "pays"))
    else:
        yield passed("Envy prizes do not grow.", ("envy", "pays" if envy.pays is not None else "progressive"))
