"""Prizes that a limit on what is paid for one deal does not count."""

from compliance.checks.game.aggregate import _COVERS
from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, unstated
from compliance.documents.game import Game
from compliance.routes import Route


@check("progressive-outside-aggregate")
def progressive_outside_aggregate(game: Game) -> Verdicts:
    """A progressive jackpot is not counted in the aggregate payout limit."""
    jackpot = game.progressive
    if jackpot is None:
        return
    basis = "nothing is known that puts it there"
    if jackpot.in_aggregate:
        at: Route = ("progressive", "in-aggregate")
        yield failed(f"The progressive is counted in the aggregate payout limit; {basis}.", at)
    elif game.aggregate is not None and jackpot.wager in game.aggregate.covers:
        yield failed(f"The aggregate payout limit covers {jackpot.wager}, the progressive wager; {basis}.", _COVERS)
    elif jackpot.in_aggregate is None and game.aggregate is not None and game.aggregate.covers:
        covers = ", ".join(game.aggregate.covers)
        yield passed(f"The payout limit covers {covers}; {jackpot.wager}, the progressive wager, is not one.", _COVERS)
    elif jackpot.in_aggregate is None and game.aggregate is not None:
        message = "The document does not state that the progressive is outside the aggregate payout limit."
        yield unstated("review", message, ("progressive", "in-aggregate"))
    else:
        yield passed("The progressive is outside any aggregate payout limit.", ("progressive",))


@check("kind-outside-aggregate")
def kind_outside_aggregate(game: Game, kind: str) -> Verdicts:
    """Wagers of one kind are not counted in the aggregate payout limit.

    kind: the kind of wager
    """

    def outside(name: str) -> Verdict:
        if game.aggregate is not None and name in game.aggregate.covers:
            return failed(f"The aggregate payout limit covers {name}, a {kind}.", _COVERS, [(("wagers", name), kind)])
        return passed(f"{name}, a {kind}, is outside the aggregate payout limit.", ("wagers", name))

    names = (name for name, wager in game.each_wager() if wager.kind == kind)
    return look_at(names, outside, nothing=not_applicable(f"The document lists no {kind} wager."))
