"""Ante and raise as a document tells them: who raises after which cards, when the dealer qualifies, what is paid."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from compliance.documents.values import read_odds, read_payout
from compliance.odds.best_play import BestPlay
from compliance.odds.cards import NotCounted
from compliance.odds.definitions import Definitions
from compliance.odds.entries import UNCLEAR, Tree, group, read
from compliance.odds.wagers import Terms, pay_of
from compliance.odds.words import BadDefinition, look


def best_play_of(wagers: Tree, wager: str, how: Tree, known: Definitions) -> BestPlay:
    """Ante and raise with best play: what is won and lost is read from the pay of both wagers."""
    said = how["best-play"]
    if not isinstance(said, Mapping) or not {"hand", "against", "raise"} <= set(said):
        raise BadDefinition(
            "best play needs hand, against and raise, such as {hand: player, against: dealer, raise: play}"
        )
    mine, other = look(said["hand"], known.deal), look(said["against"], known.deal)
    if any(len(on) != 1 or known.deal[on[0].hand] != _CARDS_OF_BEST_PLAY for on in (mine, other)):
        raise NotCounted("best play is counted for three cards against three; it would be too much work for more")
    raised = group(wagers, str(said["raise"]))
    unqualified = group(said, "if-not-qualified")
    bonus = group(said, "bonus") or group(group(wagers, str(said.get("bonus"))), "pays")
    times = read(read_odds, f"{said.get('times', '1')} to 1", "how many antes the raise is").ratio
    pay = {
        "ante": _net(group(wagers, wager).get("pays"), f"what {wager} pays"),
        "raise": _net(raised.get("pays"), f"what {said['raise']} pays"),
        "if-ante": _net(unqualified.get("ante", "1 to 1"), "what the ante pays where the dealer does not qualify"),
        "if-raise": _net(unqualified.get("raise", "pushes"), "what the raise pays where the dealer does not qualify"),
        "tie": _net(said.get("ties", "pushes"), "what a tie pays"),
    }
    return BestPlay(
        str(said["raise"]),
        mine[0].hand,
        other[0].hand,
        times,
        pay["ante"],
        pay["raise"],
        known.read(said["qualifies"], other) if "qualifies" in said else None,
        pay["if-ante"] + times * pay["if-raise"],
        pay["tie"] * (1 + times),
        [(name, known.condition(name, mine), _net(odds, name)) for name, odds in bonus.items() if name != "source"],
    )


_CARDS_OF_BEST_PLAY: Final = 3


def _net(payout: object, what: str) -> Fraction:
    if payout is None or payout == UNCLEAR:
        raise NotCounted(f"{what} is not stated")
    return pay_of(read(read_payout, payout, what), Terms()).net
