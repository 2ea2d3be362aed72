"""Tournaments: when they need approval and notice."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from compliance.checks.facts import at_least, one_of
from compliance.checks.registry import Verdicts, check, not_applicable, unstated
from compliance.documents.values import Turns, show_money

if TYPE_CHECKING:
    from compliance.documents.game import Game


@check("tournament-notice")
def tournament_notice(game: Game, above: Decimal, least: Turns) -> Verdicts:
    """A tournament with high buy-ins is approved and announced in time."""
    buy_ins = game.tournament.buy_ins if game.tournament is not None else None
    if buy_ins is None:
        yield unstated("review", "The document does not state the buy-in.", ("tournament", "buy-ins"))
    elif buy_ins <= above:
        message = f"The buy-in is {show_money(buy_ins)}; approval and notice are asked above {show_money(above)}."
        yield not_applicable(message, ("tournament", "buy-ins"))
    else:
        yield from one_of(game, "tournament / approved", ["yes"])
        yield from at_least(game, "tournament / notice", least)
