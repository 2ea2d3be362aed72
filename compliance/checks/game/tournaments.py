"""Tournaments: when they need approval and notice."""

from decimal import Decimal

from compliance.checks.general.facts import at_least, one_of
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, not_applicable, unstated
from compliance.documents.game import Game
from compliance.documents.values import Turns, show_money


@check("tournament-notice")
def tournament_notice(game: Game, above: Decimal, least: Turns) -> Verdicts:
    """A tournament with a high buy-in is approved and announced in time. Where only the total of buy-ins is stated,
    one buy-in is no more than that.

    above: the buy-in above which it is asked
    least: how long before the tournament it is announced
    """
    tournament = game.tournament
    one = tournament.buy_in if tournament is not None else None
    total = tournament.buy_ins if tournament is not None else None
    known = one if one is not None else total
    asked = f"approval and notice are asked above {show_money(above)}"
    if known is None:
        yield unstated("review", "The document does not state the buy-in.", ("tournament", "buy-in"))
    elif known <= above:
        key = "buy-in" if one is not None else "buy-ins"
        yield not_applicable(f"A buy-in is at most {show_money(known)}; {asked}.", ("tournament", key))
    elif one is None:
        message = f"All buy-ins together are {show_money(known)}; how high one of them is, is not stated, and {asked}."
        yield unstated("review", message, ("tournament", "buy-in"))
    else:
        yield from one_of(game, "tournament / approved", ["yes"])
        yield from at_least(game, "tournament / notice", least)
