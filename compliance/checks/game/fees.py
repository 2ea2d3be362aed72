"""Fees that the rules of a game charge."""

from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, passed
from compliance.documents.game import Game
from compliance.documents.values import show_percent
from compliance.routes import Route


@check("only-commission")
def only_commission(game: Game) -> Verdicts:
    """The only fee is a percentage taken from a winning hand."""
    clean = True
    for name, wager in game.each_wager():
        if not wager.commission:
            continue
        route: Route = ("wagers", name, "commission")
        said = f"{wager.name or name} carries a commission of {show_percent(wager.commission)}"
        if wager.commission_on == "every wager":
            clean = False
            yield failed(
                f"{said} on every wager; only a winning hand may be charged.", ("wagers", name, "commission-on")
            )
        else:
            clean = False
            yield passed(f"{said} on a winning hand, which is the fee the law allows.", route)
    fees = game.fees
    for number, fee in enumerate(fees.charges if fees is not None else []):
        clean = False
        yield failed(
            f"The game charges {fee.text}; only a commission on a winning hand is allowed.", ("fees", "charges", number)
        )
    if clean:
        yield passed("The rules charge no fee.")
