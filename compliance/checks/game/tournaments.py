"""Tournaments: when they need approval and notice."""

from decimal import Decimal

from compliance.checks.general.facts import at_least, one_of
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, not_applicable, unstated
from compliance.documents.game import Game
from compliance.documents.values import Turns, show_money


@check("tournament-notice")
def tournament_notice(game: Game, above: Decimal, least: Turns) -> Verdicts:
    """A tournament is approved and announced in time when all that one player buys in for is above an amount.

    above: the amount of all buy-ins together above which it is asked
    least: how long before the tournament it is announced
    """
    tournament = game.tournament
    one = tournament.buy_in if tournament is not None else None
    total = tournament.buy_ins if tournament is not None else None
    known = [amount for amount in (one, total) if amount is not None]
    asked = f"approval and notice are asked above {show_money(above)}"
    if not known:
        yield unstated("review", "The document does not state the buy-ins.", ("tournament", "buy-ins"))
    elif max(known) > above:
        yield from one_of(game, "tournament / approved", ["yes"])
        yield from at_least(game, "tournament / notice", least)
    elif total is None:
        message = f"One buy-in is {show_money(max(known))}; how much all of them are is not stated, and {asked}."
        yield unstated("review", message, ("tournament", "buy-ins"))
    else:
        yield not_applicable(f"All buy-ins together are {show_money(max(known))}; {asked}.", ("tournament", "buy-ins"))
