"""Tournaments: what a player may pay in, and when they need approval and notice."""

from decimal import Decimal
from typing import NamedTuple

from compliance.checks.general.facts import at_least, one_of
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, review, unstated
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


@check("buy-ins-add-up")
def buy_ins_add_up(game: Game) -> Verdicts:
    """All buy-ins of a player together are one for the start and one for each rebuy."""
    tournament = game.tournament
    one = tournament.buy_in if tournament is not None else None
    if tournament is None or one is None or tournament.buy_ins is None:
        yield not_applicable("The rules do not state one buy-in and all buy-ins together.")
        return
    total, rebuys, at = tournament.buy_ins, tournament.rebuys, ("tournament", "buy-ins")
    least = one * (1 + rebuys) if rebuys is not None else one
    said = f"All buy-ins of a player are said to be {show_money(total)}"
    count = f"{1 + rebuys} buy-ins" if rebuys else "one buy-in"
    if total < least:
        also: list[tuple[Route, str]] = [(("tournament", "buy-in"), "one buy-in")]
        yield failed(f"{said}; {count} of {show_money(one)} come to {show_money(least)}.", at, also)
    elif rebuys is not None and total > least:
        message = f"{said}; {count} of {show_money(one)} come to {show_money(least)}. What is the rest?"
        yield review(message, at, [(("tournament", "rebuys"), f"{rebuys} rebuys")])
    else:
        yield passed(f"{said}, which {count} of {show_money(one)} come to or stay below.", at)


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
