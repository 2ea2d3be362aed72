"""The money of a document, as far as others are concerned: rates and charges, who pays them, limits and stakes."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.checks.set.meeting import Meeting, find_tables, list_meetings
from compliance.documents.charges import Band
from compliance.documents.fee_units import is_any_unit
from compliance.documents.schedule import DROP
from compliance.source.routes import Key, Route

if TYPE_CHECKING:
    from compliance.documents.game import Game
    from compliance.documents.models import AnyDocument
    from compliance.documents.rates import Rate
    from compliance.documents.schedule import Collection, Option, Schedule

# Payers whose fee is none that players pay on wagers of their own.
_NO_PLAYERS: Final = ("player-dealer", "pot", "house", None)
# Measures of a fee that go by what one player wagers.
_BY_WAGER: Final = ("wager-amount", "table-limit")


class OptionRates(NamedTuple):
    """One option of a schedule: its name, all that it is called, the limit it is for, and the most rates that one table
    can meet under it: as different amounts, as tiers of one payer, and as tiers of all payers. `anywhere` has the
    amounts of all tables together, `worst` the rates of the table that meets most of them. `games` are those that it is
    for; none means all."""

    option: str
    title: str
    limit: str
    amounts: tuple[Decimal, ...]
    longest: int
    tiers: int
    anywhere: frozenset[Decimal]
    in_play: bool
    fees_seen: int
    worst: tuple[Rate, ...]
    games: frozenset[str]


class Charge(NamedTuple):
    """One fee of a schedule: where it stands, its type, what it says, whether all of it is a percentage, and the games
    that it is for (none: all of the schedule); when it is taken, what it goes by, and on what condition it is charged.
    Not `known`: no amount is stated. `per`: for which hands, wagers or other things alone it is due. `of_players`:
    those who wager pay it, and not the bank, the pot or the house. `base_only`: it goes by base wagers alone."""

    route: Route
    type: str | None
    text: str
    percentage: bool
    games: frozenset[str]
    taken: str | None = None
    by: str = "nothing"
    when: str = ""
    shares: bool = False
    known: bool = True
    per: str = ""
    of_players: bool = False
    base_only: bool = False

    @property
    def plain(self) -> bool:
        """Whether this is a stated amount of money without a condition."""
        return self.known and not self.when and not self.shares


class PlayerBands(NamedTuple):
    """The numbers of players that an option, or a fee of it, is for, and where that stands."""

    option: str
    route: Route
    bands: tuple[Band, ...]


class Limit(NamedTuple):
    """The least and the most that may be wagered, where that is said, and the games that it is for (none: all)."""

    low: Decimal | None
    high: Decimal | None
    route: Route
    games: frozenset[str] = frozenset()


class Paying(NamedTuple):
    """Who pays something, where that stands, and the games that it is for (none: all)."""

    payer: str
    route: Route
    games: frozenset[str]


class Staking(NamedTuple):
    """Stakes that a game is played for, or that an option is for, where that stands, and the games (none: all)."""

    text: str
    bets: tuple[Decimal, ...]
    route: Route
    games: frozenset[str] = frozenset()


def is_for_game(rates: OptionRates | Charge | Limit | Paying | Staking, game: str | None) -> bool:
    """Whether an option, or a fee, is for a game: where it names none, it is for all."""
    return not rates.games or game in rates.games


def list_fees(schedule: Schedule) -> tuple[tuple[str, str], ...]:
    """Every option's fees as one line of text: enough to tell whether two schedules charge the same."""
    rows = []
    for number, option in enumerate(schedule.options):
        rates = "; ".join(f"{rate.payer} {rate.band or ''} {rate.fee.text}" for rate in schedule.option_rates(number))
        rows.append((option.option, rates))
    return tuple(rows)


def option_rates(schedule: Schedule) -> tuple[OptionRates, ...]:
    """How many rates each option puts at one table."""
    rows = []
    for number, option in enumerate(schedule.options):
        tables = find_tables(schedule, number)
        row = OptionRates(
            option.option,
            f"{option.option} {option.title or ''} {option.counts or ''}",
            str(option.table_limit or option.wager or ""),
            tables.amounts,
            tables.longest,
            tables.tiers,
            frozenset(rate.amount for rate in schedule.option_rates(number)),
            not option.not_for_play,
            sum(1 for collection in option.collections for _ in collection.rows()),
            tables.worst,
            schedule.option_games(option),
        )
        rows.append(row)
    return tuple(rows)


def meetings(schedule: Schedule) -> Iterator[Meeting]:
    """The options that a table may meet together."""
    return list_meetings(schedule)


def charges(schedule: Schedule) -> Iterator[Charge]:
    """Every fee that somebody pays, those of which it is not stated how much among them."""
    for route, option, collection in schedule.collections():
        rows = [fee for _, _, fee in collection.rows()]
        fees = [fee for fee in rows if fee.is_charged]
        if rows and not fees:
            continue
        shares = [fee.share is not None for fee in fees]
        yield Charge(
            route,
            collection.fee_type,
            ", ".join(dict.fromkeys(fee.text for fee in fees)) or "a fee of no stated amount",
            bool(shares) and all(shares),
            schedule.option_games(option),
            collection.collected,
            collection.by,
            collection.when or ("the payer wins" if collection.payer == "winner" else ""),
            any(shares),
            bool(fees),
            next((per for fee in fees for per in (fee.per, collection.per or "") if not is_any_unit(per)), ""),
            any(payer not in _NO_PLAYERS for payer in (collection.payer, *collection.also_from)),
            (collection.counts or option.counts) == "base wagers",
        )


def payers(schedule: Schedule) -> tuple[Paying, ...]:
    """Who pays something for which games, and where that stands first."""
    found: dict[tuple[str, frozenset[str]], Route] = {}
    for route, option, collection in schedule.collections():
        if collection.payer is not None and any(fee.is_charged for _, _, fee in collection.rows()):
            for payer in (collection.payer, *collection.also_from):
                found.setdefault((payer, schedule.option_games(option)), (*route, "payer"))
    return tuple(Paying(payer, route, games) for (payer, games), route in found.items())


def limits(document: AnyDocument) -> Iterator[Limit]:
    """What may be wagered: at the table of a game, or under each option of a schedule."""
    if document.document == "game":
        table = document.table
        least, most = (table.minimum, table.maximum) if table is not None else (None, None)
        if least is not None or most is not None:
            yield _make_limit(least, most, ("table",))
        else:
            yield from _limit_of_base(document)
    elif document.document == "schedule":
        for number, option in enumerate(document.options):
            own = option.table_limit or option.wager
            if own is not None and own.money and not option.not_for_play:
                key = "table-limit" if option.table_limit is not None else "wager"
                yield Limit(own.low, own.high, ("options", number, key), document.option_games(option))
        limits = document.table_limits
        if limits is not None and (limits.minimum is not None or limits.maximum is not None):
            yield _make_limit(limits.minimum, limits.maximum, ("table-limits",))


def _limit_of_base(game: Game) -> Iterator[Limit]:
    """The limit of the base wager that goes highest, where the rules give none of the table."""
    wagers = game.wagers.items() if game.wagers is not None else ()
    bases = [(name, wager) for name, wager in wagers if wager.kind == "base" and wager.maximum is not None]
    if bases:
        name, wager = max(bases, key=lambda one: one[1].maximum or Decimal(0))
        yield Limit(wager.minimum, wager.maximum, ("wagers", name, "maximum"))


def reach(document: AnyDocument) -> tuple[Limit, ...]:
    """How far wagers go: those that each option in play of a schedule has fees for, as far as its limits and its bands
    end, and the highest of a game for a pot."""
    if document.document == "schedule":
        options = enumerate(document.options)
        return tuple(_reach(document, number, option) for number, option in options if not option.not_for_play)
    most = document.betting.maximum if document.document == "game" and document.betting is not None else None
    return (Limit(None, most, ("betting", "maximum")),) if most is not None else ()


def _reach(schedule: Schedule, number: int, option: Option) -> Limit:
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
    high, route = min(ends, key=itemgetter(0), default=(None, ("options", number)))
    return Limit(None, high, route, schedule.option_games(option))


def stakes(document: AnyDocument) -> Iterator[Staking]:
    """What a pot game is played for, by its rules or under each option of a schedule."""
    if document.document == "game" and document.betting is not None:
        for place, stakes in enumerate(document.betting.stakes):
            yield Staking(str(stakes), stakes.bets, ("betting", "stakes", place))
    elif document.document == "schedule":
        for number, option in enumerate(document.options):
            for place, stakes in enumerate(option.stakes if not option.not_for_play else ()):
                route = ("options", number, "stakes", place)
                yield Staking(str(stakes), stakes.bets, route, document.option_games(option))


def _make_limit(least: Band | None, most: Band | None, route: Route) -> Limit:
    key = "maximum" if most is not None else "minimum"
    return Limit(least.low if least is not None else None, most.high if most is not None else None, (*route, key))


def points(schedule: Schedule) -> frozenset[str]:
    """Parts of a schedule that general terms may point to, or speak of."""
    own = [option.table_limit is not None for option in schedule.options]
    limits = schedule.table_limits
    ends = [limits.minimum, limits.maximum] if limits is not None else []
    ranged = any(end is not None and end.low != end.high for end in ends)
    collections = [collection for _, _, collection in schedule.collections()]
    by_limit = [c.bands for c in collections if c.by == "table-limit" and c.bands is not None]
    found = {
        "table limits": limits is not None or any(own),
        "range of limits": ranged and not all(own),
        "several limits in an option": any(len(bands) > 1 for bands in by_limit),
        "options for limits of their own": _limits_apart(schedule),
        "conditional waiver": any(c.waived_when is not None for c in collections),
        "smaller fee without a flop": any(_smaller_without_flop(schedule, n) for n in range(len(own))),
    }
    return frozenset(part for part, present in found.items() if present)


def player_bands(schedule: Schedule) -> Iterator[PlayerBands]:
    """The numbers of players for which options have fees, by themselves and by their bands."""
    for number, option in enumerate(schedule.options):
        if option.players is not None:
            yield PlayerBands(option.option, ("options", number, "players"), (option.players,))
        for place, one in enumerate(option.collections):
            if one.by == "players" and one.bands is not None and any(True for _ in one.bands.items()):
                bands = tuple(band for band, _ in one.bands.ascending)
                yield PlayerBands(option.option, ("options", number, "collections", place, "bands"), bands)


def count_most_players(game: Game) -> int:
    """How many may be at a table by the rules, the one who banks among them; nought where they do not say."""
    table = game.table
    if table is None or table.players is None:
        return 0
    with_bank = 1 if game.bank.by == "player-dealer" and not table.players_include_bank else 0
    return max(table.players + with_bank, *table.other_seats, 0)


def _limits_apart(schedule: Schedule) -> bool:
    """Whether every option is for table limits that no other option is for."""
    limits = [option.table_limit for option in schedule.options if not option.not_for_play]
    stated = sorted((limit for limit in limits if limit is not None), key=lambda limit: limit.low)
    apart = (one.high is not None and one.high < other.low for one, other in pairwise(stated))
    return len(stated) == len(limits) > 1 and all(apart)


def _smaller_without_flop(schedule: Schedule, number: int) -> bool:
    """Whether an option takes less in a hand without a flop than in others."""
    collections = schedule.options[number].collections
    without = [c.without_flop.amount for c in collections if c.without_flop is not None]
    whole = [rate.amount for rate in schedule.option_rates(number) if rate.route[-1] != "without-flop"]
    return bool(without and whole) and min(without) < max(whole)


def fees_on_bonus(schedule: Schedule) -> tuple[tuple[Route, bool], ...]:
    """Where the schedule counts bonus wagers in what a player pays on, of fees that rise with what is counted; and
    whether it surely does."""
    return tuple(
        ((*route, "counts"), " or " not in collection.counts)
        for route, _, collection in schedule.collections()
        if collection.payer not in _NO_PLAYERS and collection.counts is not None and "bonus" in collection.counts
        if _rises(collection)
    )


def _rises(collection: Collection) -> bool:
    """Whether a fee is not the same for every amount: its bands differ, or it is a share."""
    fees = [fee for route, _, fee in collection.rows() if route != DROP]
    return len({(fee.amount, fee.share) for fee in fees}) > 1 or any(fee.share for fee in fees)
