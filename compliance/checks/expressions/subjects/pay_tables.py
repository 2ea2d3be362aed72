"""Pay tables: what each is for, the hands in it, and how it stands to the ranking that the same rules declare."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.formatting import show
from compliance.checks.names import Nearest
from compliance.documents.game import Game
from compliance.documents.values import Odds, Payout, Share
from compliance.documents.wagers import Envy, PayTable, PayTables, Wager
from compliance.source.routes import Key, Route

_FLAT_FROM: Final = 3
_MOST_NAMED: Final = 12
_NUMBERS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_READS: Final = ["wagers.*.pays", "envy.pays", "progressive.pays"]


class RankedTable(NamedTuple):
    """A pay table, where it stands, what it is for, and what is said of its order."""

    route: Route
    title: str
    rows: PayTable
    order: str | None


def list_tables(game: Game) -> Iterator[RankedTable]:
    """Every pay table of the game: of wagers, envy and the jackpot."""
    holders: list[tuple[Route, str, Any]] = [
        (("wagers", name), wager.name or name, wager) for name, wager in game.all_wagers()
    ]
    if game.envy is not None:
        holders.append((("envy",), game.envy.name or "envy", game.envy))
    if game.progressive is not None:
        holders.append((("progressive",), "progressive", game.progressive))
    for route, title, holder in holders:
        for name, rows in split_tables(holder.pays):
            at: Route = (*route, "pays", name) if name else (*route, "pays")
            yield RankedTable(at, f"{title} {name}" if name else title, rows, holder.order)


def split_tables(pays: object) -> Iterator[tuple[str | None, PayTable]]:
    """The tables that a payout is, each with its name where there are several."""
    if isinstance(pays, PayTable):
        yield None, pays
    elif isinstance(pays, PayTables):
        yield from pays.items()


def show_hand(name: str) -> str:
    """The name of a hand in words."""
    return name.replace("-", " ")


@lru_cache(maxsize=4096)
def _measure_payout(payout: Payout) -> tuple[int, Fraction] | None:
    """Payouts that can be compared: shares of a jackpot above money, odds with odds, money with money."""
    if isinstance(payout, Share):
        return 2, payout.of_jackpot
    if isinstance(payout, Odds):
        return 1, payout.ratio
    return (0, Fraction(payout)) if isinstance(payout, Decimal) else None


@derive("pay-tables", of=Game, gives="list of pay tables", reads=[f"{one}.keys" for one in _READS], apart=True)
def list_pay_tables(thing: Thing) -> list[Placed]:
    """Every pay table of the game: of wagers, envy and the jackpot."""
    return [Placed(table.rows, table.route) for table in list_tables(thing.value)]


@derive("name-of-table", of=PayTable, gives="text")
def name_table(thing: Thing) -> str:
    """What a pay table is of: a wager, envy or the jackpot, with the name of the table where there are several."""
    return _find_table(thing).title


def _find_table(thing: Thing) -> RankedTable:
    return next(table for table in list_tables(thing.document) if table.route == thing.route)


@derive("different-prizes", of=PayTable, gives="number", reads=[""])
def count_different_prizes(thing: Thing) -> Placed | None:
    """How many different prizes a pay table of three rows or more has."""
    payouts = [payout for _, payout in thing.value.items()]
    different = {_measure_payout(payout) or payout for payout in payouts}
    return Placed(len(different), thing.route) if len(payouts) >= _FLAT_FROM else None


@derive("prize-with-wager", of=PayTable, gives="text", reads=[""])
def find_prize_with_wager(thing: Thing) -> Placed | None:
    """The first row of a pay table whose prize holds the wager: 21 for 1."""
    return _find_row(thing, with_stake=True)


@derive("prize-beside-wager", of=PayTable, gives="text", reads=[""])
def find_prize_beside_wager(thing: Thing) -> Placed | None:
    """The first row of a pay table whose prize is paid beside the wager: 20 to 1."""
    return _find_row(thing, with_stake=False)


def _find_row(thing: Thing, with_stake: bool) -> Placed | None:
    odds = ((hand, payout) for hand, payout in thing.value.items() if isinstance(payout, Odds))
    found = (Placed(_show_row(hand, one), (*thing.route, hand)) for hand, one in odds if one.with_stake == with_stake)
    return next(found, None)


def _show_row(hand: str, payout: Payout) -> str:
    return f"{show_hand(hand)} {show(payout)}"


# --- beside the ranking ---


def _list_ranked(game: Game) -> dict[str, int]:
    """The rank of each hand that the rules rank."""
    if game.hands is None or game.hands.ranked is False:
        return {}
    return {hand: number for number, (hand, _) in enumerate(game.hands.items())}


@derive("ranked-rows", of=PayTable, gives="number", reads=["keys", "/hands"])
def count_ranked_rows(thing: Thing) -> Placed:
    """How many rows of a pay table are hands that the rules rank."""
    ranks = _list_ranked(thing.document)
    return Placed(sum(hand in ranks for hand, _ in thing.value.items()), thing.route)


@derive(
    "slips-in-order",
    of=PayTable,
    gives="list of rows",
    columns={"better": "text", "worse": "text"},
    reads=["", "/hands.keys", "/wagers.*.order", "/envy.order", "/progressive.order"],
)
def list_slips_in_order(thing: Thing) -> list[Row]:
    """The rows of a pay table that pay more than one that ranks higher. A table that is said to run against the ranking
    is compared with it turned round; one in no order with none."""
    ranks, order = _list_ranked(thing.document), _find_table(thing).order
    ranked = sorted((ranks[hand], hand, payout) for hand, payout in thing.value.items() if hand in ranks)
    turned = order == "worst hand first"
    return _find_slips(thing.route, ranked[::-1] if turned else ranked) if order != "no order" else []


def _find_slips(route: Route, ranked: list[tuple[int, str, Payout]]) -> list[Row]:
    slips = []
    for (_, better, more), (_, worse, less) in pairwise(ranked):
        high, low = _measure_payout(more), _measure_payout(less)
        if high is not None and low is not None and high[0] == low[0] and high < low:
            columns = {"better": _show_row(better, more), "worse": _show_row(worse, less)}
            slips.append(Row((*route, worse), columns, ((*route, better), ("hands", better))))
    return slips


@derive(
    "hands-left-out",
    of=PayTable,
    gives="list of rows",
    columns={"last": "text", "names": "text"},
    reads=["keys", "/hands.keys", "/deck.each-player", "/deck.community"],
)
def list_hands_left_out(thing: Thing) -> list[Row]:
    """The hands without a row in a pay table that rank between two of its hands and can be held with the cards dealt:
    `names`, and the lowest hand that is paid."""
    game, deck = thing.document, thing.document.deck
    cards = deck.each_player + (deck.community or 0) if deck is not None and deck.each_player is not None else None
    held = [hand for hand in _list_ranked(game) if cards is None or _count_cards(hand) <= cards]
    ranks = {hand: rank for rank, hand in enumerate(held)}
    paid = [ranks[hand] for hand, _ in thing.value.items() if hand in ranks]
    count = max(paid) - min(paid) + 1 - len(paid) if paid else 0
    if not count:
        return []
    between = (held[rank] for rank in range(min(paid), max(paid)) if held[rank] not in thing.value)
    named = list(islice(between, _MOST_NAMED))
    more = f" and {count - _MOST_NAMED} more" if count > _MOST_NAMED else ""
    columns = {"last": show_hand(held[max(paid)]), "names": ", ".join(map(show_hand, named)) + more}
    return [Row(thing.route, columns, tuple(("hands", hand) for hand in named))]


def _count_cards(hand: str) -> int:
    """How many cards a hand must have at least, as far as its name tells: `four-of-a-kind` is no hand of three. In
    `seven-high` the number is a rank."""
    words = hand.split("-")
    if words[-1] in ("high", "low"):
        return 0
    pairs = 2 if words[-1] in ("pair", "pairs") else 1
    return 5 if hand == "full-house" else pairs * _NUMBERS.get(words[0], 0)


# --- rows ---


@derive(
    "undefined-hands",
    of=Game,
    gives="list of rows",
    columns={"name": "text", "is-named": "yes or no", "nearest": "text"},
    takes=["known"],
    reads=[*(f"{one}.keys" for one in _READS), "hands"],
)
def list_undefined_hands(thing: Thing, known: list[str]) -> list[Row]:
    """The hands that pay tables pay for and the document does not define, each with the hand that may be meant; and
    whether it is named without a definition. Rows of some names need none."""
    hands = thing.value.hands
    places: dict[str, list[Route]] = {}
    for table in list_tables(thing.value):
        for hand, _ in table.rows.items():
            if hands is not None and hand not in known and not hands.defines(hand):
                places.setdefault(hand, []).append((*table.route, Key(hand)))
    nearest = Nearest(name for name, _ in hands.items()) if hands is not None else Nearest(())
    rows = []
    for hand, routes in places.items():
        named = hands is not None and hand in hands
        columns = {"name": hand, "is-named": named, "nearest": None if named else nearest.to(hand)}
        rows.append(Row(routes[0], columns, (*routes[1:], ("hands", hand) if named else ("hands",))))
    return rows


@derive("has-alternatives", of=Wager, gives="yes or no", reads=["pays.keys"])
def has_alternatives(thing: Thing) -> bool:
    """Whether a house may choose from several pay tables for a wager."""
    return isinstance(thing.value.pays, PayTables)


@derive(
    "alternative-tables",
    of=Wager,
    gives="list of rows",
    columns={"name": "text", "missing": "text"},
    reads=["pays.keys", "pays.*.keys"],
    apart=True,
)
def list_alternatives(thing: Thing) -> list[Row]:
    """The pay tables that a house may choose from for a wager, with the rows that another of them has and they have
    not."""
    tables = dict(thing.value.pays.items())
    every = list(dict.fromkeys(hand for table in tables.values() for hand, _ in table.items()))
    rows = []
    for name, table in tables.items():
        own = {hand for hand, _ in table.items()}
        count = len(every) - len(own)
        named = ", ".join(islice((show_hand(hand) for hand in every if hand not in own), _MOST_NAMED))
        more = f" and {count - _MOST_NAMED:,} more" if count > _MOST_NAMED else ""
        rows.append(Row((*thing.route, "pays", name), {"name": name, "missing": f"{named}{more}" if count else None}))
    return rows


@derive(
    "unpaid-promises",
    of=Envy,
    gives="list of rows",
    columns={"hand": "text", "table": "text"},
    reads=["promised", "pays"],
)
def list_unpaid_promises(thing: Thing) -> list[Row]:
    """The hands that the text promises envy for and an envy table does not list, or lists with nothing."""
    promised = {hand: number for number, hand in reversed([*enumerate(thing.value.promised)])}
    rows = []
    for route, name, paid in _list_envy_tables(thing):
        missing = [(number, hand) for hand, number in promised.items() if hand not in paid]
        rows += [
            Row((*thing.route, "promised", number), {"hand": show_hand(hand), "table": name}, (route,))
            for number, hand in sorted(missing)[:_MOST_NAMED]
        ]
    return rows


@derive(
    "unpromised-prizes",
    of=Envy,
    gives="list of rows",
    columns={"hand": "text", "table": "text"},
    reads=["promised", "pays"],
)
def list_unpromised_prizes(thing: Thing) -> list[Row]:
    """The hands that an envy table pays for and the text does not promise."""
    promised = frozenset(thing.value.promised)
    return [
        Row((*route, hand), {"hand": show_hand(hand), "table": name})
        for route, name, paid in _list_envy_tables(thing)
        for hand in sorted(paid - promised)
    ]


def _list_envy_tables(thing: Thing) -> Iterator[tuple[Route, str, set[str]]]:
    for name, table in split_tables(thing.value.pays):
        route: Route = (*thing.route, "pays", name) if name else (*thing.route, "pays")
        # A printed $0 is no prize.
        paid = {hand for hand, payout in table.items() if payout != Decimal(0)}
        yield (
            route,
            (f"envy {name}" if name.startswith("table") else f"envy table {name}") if name else "envy table",
            paid,
        )
