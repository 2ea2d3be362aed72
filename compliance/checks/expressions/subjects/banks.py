"""Who banks a game, by what its rules pay."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, Final, NamedTuple

from compliance.checks.expressions.derived import Placed, Thing, derive
from compliance.checks.words import normalize_words
from compliance.documents.game import Game
from compliance.documents.values import Odds, show_money, show_percent
from compliance.documents.wagers import Wager
from compliance.source.routes import Route

_READS: Final = (
    "wagers.*.banked-by",
    "wagers.*.pays",
    "wagers.*.commission",
    "wagers.*.on",
    "dealer",
    "tables.*.given",
)
# What a settlement calls the hand of whoever banks; by `plain`, without hyphens.
_BANKERS: Final = ("bank", "banker", "dealer", "house", "player dealer")


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


@derive("sure-marks-of-a-bank", of=Game, gives="list of texts", reads=_READS)
def list_sure_marks_of_a_bank(thing: Thing) -> list[Placed] | None:
    """What nobody but a bank can do: pay at set odds, or bank a wager."""
    return [Placed(mark.told, mark.at) for mark in marks_of_a_bank(thing.value) if mark.certain] or None


@derive(
    "marks-of-a-bank",
    of=Game,
    gives="list of texts",
    reads=_READS,
)
def list_marks_of_a_bank(thing: Thing) -> list[Placed] | None:
    """What shows that somebody banks a game: set odds, fixed prizes, a dealer's hand, a commission, envy, a jackpot."""
    return [Placed(mark.told, mark.at) for mark in marks_of_a_bank(thing.value)] or None
