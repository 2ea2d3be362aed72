"""A game that is called one for a pot, and what in its rules somebody other than the pot must pay."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

from compliance.checks.verdicts import Verdict, Verdicts, not_applicable
from compliance.checks.words import normalize_words
from compliance.documents.game import Game
from compliance.documents.values import Odds, show_money, show_percent
from compliance.documents.wagers import Wager
from compliance.source.routes import Route

_BY: Route = ("bank", "by")
# What a settlement calls the hand of whoever banks; by `plain`, without hyphens.
_BANKERS: Final = ("bank", "banker", "dealer", "house", "player dealer")
_MOST_TOLD: Final = 4


class Mark(NamedTuple):
    """Something that a pot cannot do: where it stands and what it is; `certain` where nobody but a bank can do it."""

    at: Route
    told: str
    certain: bool = False


def marks_of_a_bank(game: Game) -> list[Mark]:
    """What shows that somebody banks a game, whatever the bank is called. Who plays poker for a pot has none of it."""
    found = [mark for name, wager in game.all_wagers() for mark in _find_wager_marks(name, wager)]
    if game.dealer is not None and game.dealer.qualifies is not None:
        found.append(Mark(("dealer", "qualifies"), f"the dealer's hand plays with {game.dealer.qualifies}"))
    blocks = {"envy": game.envy, "progressive": game.progressive, "aggregate": game.aggregate}
    found += [Mark((key,), f"there is {_A[key]}") for key, block in blocks.items() if block is not None]
    return found + list(_compared(game))


_A: Final = {
    "envy": "an envy prize",
    "progressive": "a progressive jackpot",
    "aggregate": "a limit on what is paid for one deal",
}


def _find_wager_marks(name: str, wager: Wager) -> Iterator[Mark]:
    at: Route = ("wagers", name)
    if wager.banked_by not in (None, "pot"):
        yield Mark((*at, "banked-by"), f"the {name} wager is banked by the {wager.banked_by}", True)
    paid = next((payout for _, payout in wager.payouts() if isinstance(payout, Odds) and payout.ratio > 0), None)
    if paid is not None:
        yield Mark((*at, "pays"), f"the {name} wager is paid at set odds ({paid})", wager.banked_by != "pot")
    prize = next((payout for _, payout in wager.payouts() if isinstance(payout, Decimal) and payout > 0), None)
    if prize is not None:
        yield Mark((*at, "pays"), f"the {name} wager pays a fixed prize ({show_money(prize)})")
    if wager.commission:
        yield Mark((*at, "commission"), f"a commission of {show_percent(wager.commission)} is taken on {name}")
    if wager.on == "dealer's hand":
        yield Mark((*at, "on"), f"the {name} wager goes by the dealer's hand")


def _compared(game: Game) -> Iterator[Mark]:
    """Settlements that hold a player's hand against that of a bank."""
    tables: Iterable[tuple[str, Any]] = game.tables.items() if game.tables is not None else ()
    for name, table in tables:
        given = table.given.items() if table.kind == "settlement" else ()
        words = [
            normalize_words(str(value))
            for _, values in given
            for value in (values if isinstance(values, list) else [values])
        ]
        banker = next((word for word in words if word in _BANKERS), None)
        if banker is not None:
            yield Mark(("tables", name), f"the table {name} compares hands with that of the {banker}")


def describe_marks(marks: Sequence[Mark], most: int = _MOST_TOLD) -> str:
    """Marks as a part of a sentence."""
    more = f", and {len(marks) - most} more marks of a bank" if len(marks) > most else ""
    return "; ".join(mark.told for mark in marks[:most]) + more


def limit_to_banked(game: Game, verdicts: Iterable[Verdict]) -> Verdicts:
    """Answers that law on banked games gives. A word cannot switch it off: a game that is called one for a pot and has
    marks of a bank is asked too, and what would not pass is for a person."""
    if game.bank.by != "pot":
        yield from verdicts
        return
    marks = marks_of_a_bank(game)
    if not marks:
        yield not_applicable("Players play for a pot, and nothing in the rules is paid by a bank.", _BY)
        return
    sign = describe_marks(marks, 1)
    but = f"The game is said to be played for a pot, and {sign}: who banks that needs a decision."
    for verdict in verdicts:
        if verdict.status in ("fail", "review"):
            yield verdict._replace(status="review", message=f"{verdict.message} {but}")
        else:
            yield verdict
