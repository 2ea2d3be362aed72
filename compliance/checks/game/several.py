"""What a game has several of: limits on what is paid that stand beside each other, and what a dealer must hold."""

from collections.abc import Iterator
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, unstated
from compliance.documents.game import Game
from compliance.documents.wagers import Wager
from compliance.routes import Route

_AGAINST_DEALER: Final = ("base", "ante", "raise", "blind", None)
_OWN_HAND: Final = ("own hand", "community cards", "any hand at the table", "another table")


@check("aggregates-apart")
def aggregates_apart(game: Game) -> Verdicts:
    """No wager stands under two limits on what is paid for one deal."""
    limits = game.aggregates if len(game.aggregates) > 1 else []
    seen: dict[str, int] = {}

    def twice(entry: tuple[int, list[str]]) -> Iterator[Verdict]:
        number, covers = entry
        at: Route = ("aggregates", number, "covers")
        shared = [name for name in covers if seen.setdefault(name, number) != number]
        if shared:
            first: Route = ("aggregates", seen[shared[0]], "covers")
            stand = "stands" if len(shared) == 1 else "stand"
            message = f"Under two payout limits {stand}: {', '.join(shared)}. Which of them holds is not said."
            yield failed(message, at, [(first, "the first")], "a second limit")

    apart = passed("Each wager stands under one payout limit at most.", ("aggregates",))
    nothing = not_applicable("The rules have no two payout limits.")
    entries = ((number, limit.covers) for number, limit in enumerate(limits))
    return look_at(entries, twice, nothing=nothing, all_clean=apart)


@check("qualifier-settled")
def qualifier_settled(game: Game) -> Verdicts:
    """Where the dealer's hand must qualify, each wager that is compared with it says what it gets when it does not."""
    dealer = game.dealer
    if dealer is None or dealer.qualifies is None:
        yield not_applicable("The rules do not say that a dealer's hand must qualify.")
        return
    route: Route = ("dealer", "otherwise")
    told = dict(dealer.otherwise.items()) if dealer.otherwise is not None else {}
    wagers = dict(game.each_wager())
    for name, payout in told.items():
        if name in wagers:
            yield passed(f"Where the dealer does not qualify, {name}: {payout}.", (*route, name))
        else:
            yield failed(
                f"`{name}` is settled here and is no wager of the game.", (*route, name), label="no such wager"
            )
    for name, wager in wagers.items():
        if _compared(wager) and name not in told:
            open_ = f"what the {name} wager gets where that is not so is not stated"
            message = f"The dealer must hold {dealer.qualifies}; {open_}."
            yield unstated("fail", message, (*route, name) if told else route)


def _compared(wager: Wager) -> bool:
    """Whether a wager is decided by the dealer's hand."""
    return wager.kind in _AGAINST_DEALER and wager.on not in _OWN_HAND
