"""Tournaments: what a player may pay in, and when they need approval and notice."""

from decimal import Decimal
from typing import NamedTuple

from compliance.checks.general.facts import at_least, one_of
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, unstated
from compliance.documents.game import Game, Tournament
from compliance.documents.values import Turns, show_money
from compliance.routes import Route


class BuyIns(NamedTuple):
    """What one player may pay for chips: at least so much, where it stands, and whether there may be more."""

    amount: Decimal
    at: Route
    whole: bool


def _buy_ins(tournament: Tournament) -> BuyIns | None:
    """All buy-ins of a player together: as stated, or one for the start and one for each rebuy."""
    one, total, rebuys = tournament.buy_in, tournament.buy_ins, tournament.rebuys
    summed = one * (1 + rebuys) if one is not None and rebuys is not None else None
    known = [amount for amount in (summed, total) if amount is not None]
    if known:
        at = "buy-ins" if total is not None and total == max(known) else "rebuys"
        return BuyIns(max(known), ("tournament", at), whole=True)
    return BuyIns(one, ("tournament", "buy-in"), whole=False) if one is not None else None


@check("buy-ins-at-most")
def buy_ins_at_most(game: Game, most: Decimal) -> Verdicts:
    """All buy-ins of a player together are not above a limit.

    most: the limit
    """
    paid = _buy_ins(game.tournament) if game.tournament is not None else None
    if paid is None:
        yield unstated("review", "The document does not state the buy-ins.", ("tournament", "buy-ins"))
        return
    said = f"All buy-ins of a player together are {'' if paid.whole else 'at least '}{show_money(paid.amount)}"
    rule = f"at most {show_money(most)} is allowed"
    if paid.amount > most:
        yield failed(f"{said}; {rule}.", paid.at, label=f"at most {show_money(most)}")
    elif paid.whole:
        yield passed(f"{said}; {rule}.", paid.at)
    else:
        message = f"{said}; how many there may be is not stated, and {rule}. Add `rebuys` or `buy-ins`."
        yield unstated("review", message, ("tournament", "buy-ins"))


@check("tournament-notice")
def tournament_notice(game: Game, above: Decimal, least: Turns) -> Verdicts:
    """A tournament whose buy-ins, one or several together, are high is approved and announced in time.

    above: the total above which it is asked
    least: how long before the tournament it is announced
    """
    paid = _buy_ins(game.tournament) if game.tournament is not None else None
    asked = f"approval and notice are asked above {show_money(above)}"
    if paid is None:
        yield unstated("review", "The document does not state the buy-in.", ("tournament", "buy-in"))
    elif paid.amount > above:
        yield from one_of(game, "tournament / approved", ["yes"])
        yield from at_least(game, "tournament / notice", least)
    elif paid.whole:
        message = f"All buy-ins of a player together are {show_money(paid.amount)}; {asked}."
        yield not_applicable(message, paid.at)
    else:
        message = f"One buy-in is {show_money(paid.amount)}; how many there may be is not stated, and {asked}."
        yield unstated("review", f"{message} Add `rebuys` or `buy-ins`.", ("tournament", "buy-ins"))
