"""What rules and schedules say of the same thing: who pays, what is charged for, how far wagers go, who may play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Final

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.expressions.quantities import DOLLARS, NUMBER, Unbounded
from compliance.checks.expressions.subjects.fees import has_charge, may_charge
from compliance.checks.expressions.subjects.tables import is_for
from compliance.documents.charges import Band, PokerStakes
from compliance.documents.fee_units import is_any_unit
from compliance.documents.game import Game
from compliance.documents.schedule import DROP, Collection, Option, Schedule
from compliance.source.routes import Key, Route

# Payers whose fee is none that players pay on wagers of their own.
_NO_PLAYERS: Final = ("player-dealer", "pot", "house", None)
# Measures of a fee that go by what one player wagers.
_BY_WAGER: Final = ("wager-amount", "table-limit")
_AMOUNTS: Final = ("fee", "bands", "without-flop", "jackpot-drop")
_PAID: Final = ("payer", "also-from", *_AMOUNTS)


@derive("is-for", of=Option, gives="yes or no", takes=["game"], reads=["for", "/games"])
def is_option_for(thing: Thing, game: str | None) -> bool:
    """Whether an option is for a game, by its id; one that names none is for all of the schedule."""
    return is_for(thing.document, int(thing.route[1]), game)


@derive("payers-charged", of=Option, gives="list of words", reads=[f"collections.*.{key}" for key in _PAID])
def list_payers_charged(thing: Thing) -> list[Placed]:
    """Who pays something under an option, each once."""
    return _list_payers([(thing.route, thing.value)])


@derive(
    "payers-for",
    of=Schedule,
    gives="list of words",
    takes=["game"],
    reads=[*(f"options.*.collections.*.{key}" for key in _PAID), "options.*.for", "options.*.not-for-play", "games"],
)
def list_payers_for(thing: Thing, game: str | None) -> list[Placed]:
    """Who pays something under any option for a game, each once."""
    return _list_payers([(("options", n), option) for n, option in _list_options(thing.value, game)])


def _list_options(schedule: Schedule, game: str | None) -> list[tuple[int, Option]]:
    options = enumerate(schedule.options)
    return [(n, option) for n, option in options if not option.not_for_play and is_for(schedule, n, game)]


def _list_payers(options: list[tuple[Route, Option]]) -> list[Placed]:
    found: dict[str, Placed] = {}
    for route, option in options:
        for number, one in enumerate(option.collections):
            for payer in (one.payer, *one.also_from) if one.payer is not None and has_charge(one) else ():
                found.setdefault(str(payer), Placed(payer, (*route, "collections", number, "payer")))
    return list(found.values())


@derive(
    "player-fees",
    of=Schedule,
    gives="list of collections",
    takes=["game"],
    reads=[*(f"options.*.collections.*.{key}" for key in _PAID), "options.*.for", "options.*.not-for-play", "games"],
)
def list_player_fees(thing: Thing, game: str | None) -> list[Placed]:
    """The fees that those who wager pay under any option for a game."""
    fees = [
        (("options", n, "collections", place), one)
        for n, option in _list_options(thing.value, game)
        for place, one in enumerate(option.collections)
    ]
    return [Placed(one, route) for route, one in fees if may_charge(one) and pay_players(one)]


def pay_players(fee: Collection) -> bool:
    """Whether those who wager pay a fee."""
    return any(payer not in _NO_PLAYERS for payer in (fee.payer, *fee.also_from))


# --- what a fee is for ---


@derive("is-of-players", of=Collection, gives="yes or no", reads=["payer", "also-from"])
def is_of_players(thing: Thing) -> Placed:
    """Whether those who wager pay a fee, and not the bank, the pot or the house alone."""
    return Placed(pay_players(thing.value), (*thing.route, "payer"))


@derive("rises", of=Collection, gives="yes or no", reads=_AMOUNTS)
def does_rise(thing: Thing) -> Placed:
    """Whether a fee is not the same for every amount: its bands differ, or it is a share."""
    fees = [fee for route, _, fee in thing.value.rows() if route != DROP]
    rises = len({(fee.amount, fee.share) for fee in fees}) > 1 or any(fee.share for fee in fees)
    return Placed(rises, (*thing.route, "bands"))


@derive("due-per", of=Collection, gives="text", reads=["per", *_AMOUNTS])
def find_due_per(thing: Thing) -> Placed | None:
    """For which hands, wagers or other things alone a fee is due, where it is not due for any of them."""
    fees = [fee for _, _, fee in thing.value.rows() if fee.is_charged]
    found = (per for fee in fees for per in (fee.per, thing.value.per or "") if not is_any_unit(per))
    return next((Placed(per, thing.route) for per in found), None)


@derive("bonus-wagers", of=Game, gives="list of texts", reads=["wagers.keys", "wagers.*.kind", "wagers.*.name"])
def list_bonus_wagers(thing: Thing) -> list[str]:
    """What the bonus wagers of a game may be called where a fee is due for them: `tie bet`, `tie wagers`."""
    wagers = [(name, wager) for name, wager in thing.value.all_wagers() if wager.kind == "bonus"]
    names = [one for name, wager in wagers for one in (name.replace("-", " "), wager.name) if one is not None]
    return ["bonus", "bonuses", *(f"{one} {noun}" for one in names for noun in ("bet", "bets", "wager", "wagers"))]


@derive("goes-by-base-wagers", of=Collection, gives="yes or no", reads=["counts", "/options"])
def goes_by_base_wagers(thing: Thing) -> Placed:
    """Whether a fee goes by base wagers alone, by what it or its option counts."""
    option = thing.document.options[int(thing.route[1])]
    return Placed((thing.value.counts or option.counts) == "base wagers", (*thing.route, "counts"))


# --- how far wagers go ---

_LIMIT: Final = {"low": "dollars", "high": "dollars", "says": "text", "games": "list of texts"}


@derive(
    "wager-limits",
    of=[Game, Schedule],
    gives="list of rows",
    columns=_LIMIT,
    reads=[
        *("table.minimum", "table.maximum", "wagers.*.minimum", "wagers.*.maximum", "table-limits"),
        *("options.*.table-limit", "options.*.wager", "options.*.for", "options.*.not-for-play", "games"),
    ],
)
def list_wager_limits(thing: Thing) -> list[Row]:
    """What may be wagered at the table of a game, or under each option of a schedule: from `low` to `high`, for which
    `games` (none: all)."""
    return list(_find_game_limits(thing.value) if isinstance(thing.value, Game) else _find_schedule_limits(thing.value))


def _find_game_limits(game: Game) -> Iterator[Row]:
    table = game.table
    bases = [(name, one) for name, one in game.all_wagers() if one.kind == "base" and one.maximum is not None]
    if table is not None and (table.minimum is not None or table.maximum is not None):
        yield _limit_by_ends(table.minimum, table.maximum, ("table",))
    elif bases:
        name, wager = max(bases, key=lambda one: one[1].maximum or Decimal(0))
        yield _make_limit(wager.minimum, wager.maximum, ("wagers", name, "maximum"))


def _find_schedule_limits(schedule: Schedule) -> Iterator[Row]:
    for number, option in enumerate(schedule.options):
        own = option.table_limit or option.wager
        if own is not None and own.money and not option.not_for_play:
            key = "table-limit" if option.table_limit is not None else "wager"
            yield _make_limit(own.low, own.high, ("options", number, key), sorted(schedule.option_games(option)))
    limits = schedule.table_limits
    if limits is not None and (limits.minimum is not None or limits.maximum is not None):
        yield _limit_by_ends(limits.minimum, limits.maximum, ("table-limits",))


def _limit_by_ends(least: Band | None, most: Band | None, at: Route) -> Row:
    place = (*at, "maximum" if most is not None else "minimum")
    return _make_limit(least.low if least is not None else None, most.high if most is not None else None, place)


def _make_limit(low: Decimal | None, high: Decimal | None, at: Route, games: Sequence[str] = ()) -> Row:
    ends = [f"${end:,}" if end is not None else none for end, none in ((low, "no least wager"), (high, "no limit"))]
    return Row(at, {"low": low, "high": high, "says": " to ".join(ends), "games": list(games) or None})


@derive(
    "fees-reach",
    of=Schedule,
    gives="dollars",
    takes=["game"],
    reads=[
        *("options.*.table-limit", "options.*.wager", "options.*.for", "options.*.not-for-play", "games"),
        *("options.*.collections.*.bands", "options.*.collections.*.by", "table-limits.maximum"),
    ],
)
def find_fees_reach(thing: Thing, game: str | None) -> Placed | None:
    """The highest wager for which any option for a game has fees, as far as its limits and its bands end."""
    ends = [_find_reach(thing.value, number, option) for number, option in _list_options(thing.value, game)]
    known = [Placed(Unbounded(DOLLARS) if high is None else high, at) for high, at in ends]
    return max(known, key=lambda one: (isinstance(one.value, Unbounded), ends[known.index(one)][0] or 0), default=None)


def _find_reach(schedule: Schedule, number: int, option: Option) -> tuple[Decimal | None, Route]:
    ends: list[tuple[Decimal, Route]] = []
    own, table = option.wager or option.table_limit, schedule.table_limits
    if own is not None and own.money and own.high is not None:
        ends.append((own.high, ("options", number, "wager" if option.wager is not None else "table-limit")))
    elif own is None and table is not None and table.maximum is not None and table.maximum.high is not None:
        ends.append((table.maximum.high, ("table-limits", "maximum")))
    for place, collection in enumerate(option.collections):
        rows = list(collection.bands.rows()) if collection.by in _BY_WAGER and collection.bands is not None else []
        if any(fee.is_charged for _, fee in rows) and all(band.money and band.high is not None for band, _ in rows):
            top = max((band for band, _ in rows), key=lambda band: band.high or Decimal(0))
            ends.append((top.high or Decimal(0), ("options", number, "collections", place, "bands", Key(top.text))))
    return min(ends, default=(None, ("options", number)), key=lambda end: end[0])


@derive("bets-of", of=PokerStakes, gives="list of dollars")
def list_bets(thing: Thing) -> list[Placed]:
    """The bets of poker stakes, smallest first, however the stakes are written."""
    return [Placed(bet, thing.route) for bet in thing.value.bets]


# --- how many may play ---

_PLAYERS: Final = {
    "says": "text",
    "left-out": "text",
    "is-only-above": "yes or no",
    "top": "number",
    "is-of-option": "yes or no",
}


@derive(
    "numbers-of-players",
    of=Option,
    gives="list of rows",
    columns=_PLAYERS,
    takes=["least"],
    reads=["players", "collections.*.bands", "collections.*.by"],
)
def list_numbers_of_players(thing: Thing, least: int) -> list[Row]:
    """The numbers of players that an option, or a fee of it, is for: the numbers from the least on that it leaves out,
    whether those are `only-above` its `top`."""
    option = thing.value
    rows = [_make_players((*thing.route, "players"), [option.players], least)] if option.players is not None else []
    for place, one in enumerate(option.collections):
        bands = [band for band, _ in one.bands.ascending] if one.by == "players" and one.bands is not None else []
        if bands:
            rows.append(_make_players((*thing.route, "collections", place, "bands"), bands, least))
    return rows


def _make_players(at: Route, bands: Sequence[Band], least: int) -> Row:
    low, top = bands[0].low, find_top(bands)
    below = [] if low <= least else [f"{least}" if low - 1 == least else f"{least} to {low - 1}"]
    between = list(_find_between(bands))
    above = [f"{top + 1} or more"] if top is not None else []
    left_out = " or ".join((*below, *between, *above))
    end = Unbounded(NUMBER) if top is None else int(top)
    told = {"says": " or ".join(map(str, bands)), "left-out": left_out or None, "top": end}
    return Row(
        at, {**told, "is-only-above": bool(above) and not below and not between, "is-of-option": at[-1] == "players"}
    )


def find_top(bands: Sequence[Band]) -> Decimal | None:
    """The highest number of some bands; None where one of them has no end."""
    highs = [band.high for band in bands]
    return None if None in highs else max(high for high in highs if high is not None)


def _find_between(bands: Sequence[Band]) -> Iterator[str]:
    """The numbers of players that lie between two bands and in none, in words."""
    for number, (_, band) in enumerate(pairwise(bands), 1):
        top = find_top(bands[:number])
        if top is not None and band.low > top + 1:
            yield f"{top + 1}" if band.low == top + 2 else f"{top + 1} to {band.low - 1}"


@derive(
    "players-at-a-table",
    of=Game,
    gives="number",
    reads=["table.players", "table.players-include-bank", "table.other-seats", "bank.by"],
)
def count_seats(thing: Thing) -> Placed | None:
    """How many may be at a table by the rules, the one who banks among them."""
    table = thing.value.table
    if table is None or table.players is None:
        return None
    with_bank = 1 if thing.value.bank.by == "player-dealer" and not table.players_include_bank else 0
    return Placed(max(table.players + with_bank, *table.other_seats, 0), ("table", "players"))
