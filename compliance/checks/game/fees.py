"""Fees that the rules of a game charge."""

from compliance.checks.looking import look_at
from compliance.checks.naming import the_wager
from compliance.checks.registry import check
from compliance.checks.texts import said_again
from compliance.checks.verdicts import Verdicts, failed, passed
from compliance.documents.game import Game
from compliance.documents.values import show_percent


@check("only-commission")
def only_commission(game: Game) -> Verdicts:
    """The only fee is a percentage taken from a winning hand."""
    return look_at([game], _charged, all_clean=passed("The rules charge no fee."))


def _charged(game: Game) -> Verdicts:
    for name, wager in game.each_wager():
        if wager.commission:
            said = f"{the_wager(name, wager.name)} carries a commission of {show_percent(wager.commission)}"
            if wager.commission_on == "every wager":
                message = f"{said} on every wager; only a winning hand may be charged."
                yield failed(message, ("wagers", name, "commission-on"))
            else:
                message = f"{said} on a winning hand, which is the one fee allowed."
                yield passed(message, ("wagers", name, "commission"))
    for number, fee in enumerate(game.fees.charges if game.fees is not None else []):
        message = f"The game charges {fee.text}; only a commission on a winning hand is allowed."
        if fee.charges:
            yield failed(message, ("fees", "charges", number))
    for route, about, said in said_again(game):
        if about.endswith(" / commission-on") and said == "every wager":
            yield failed("A commission is said again to be on every wager; only a winning hand may be charged.", route)
