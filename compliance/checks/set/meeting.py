"""Which rates meet at one table of a schedule.

A table has one game, one limit and one level of stakes; its players, wagers and hours change. So options and bands that
are told apart by a limit are alternatives, and those that are told apart by wagers or players meet.

Tables are gone through from the lowest limit up, and only what begins and ends at each is looked at: a thousand bands
that lie in each other make a thousand tables, and a million rates at them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from decimal import Decimal
from heapq import heappop, heappush
from itertools import count, groupby
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from compliance.documents.charges import Band
from compliance.documents.rates import Rate

if TYPE_CHECKING:
    from compliance.documents.schedule import Collection, Option, Schedule

_WITHOUT_LIMITS: Final = Decimal(0)

# Why options meet at a table: each is for a part of the wagers, or for some numbers of players; a table may use any; or
# they are for limits of their own, and the schedule shows one limit only.
Why = Literal["wager", "players", "any", "limit"]


class Tables(NamedTuple):
    """How many tables some options make, the rates of the one with most of them, the amounts of the one with most; and
    how many rates one payer, and all payers, meet at one table."""

    number: int
    worst: tuple[Rate, ...]
    amounts: tuple[Decimal, ...]
    longest: int
    tiers: int


class Meeting(NamedTuple):
    """Options that a table may meet together, why, and the rates of the table that meets most of them."""

    why: Why
    options: tuple[int, ...]
    rates: tuple[Rate, ...]


class _Limited(NamedTuple):
    """A rate and the limits of the tables that it is for."""

    rate: Rate
    low: Decimal
    high: Decimal | None

    def is_for(self, limit: Decimal) -> bool:
        return self.low <= limit and (self.high is None or limit <= self.high)


class _Table:
    """The table that is looked at: how many rates it has, and how often each fee, amount and payer is among them."""

    def __init__(self) -> None:
        self.rates = 0
        self.fees: Counter[Hashable] = Counter()
        self.amounts: Counter[Hashable] = Counter()
        self.payers: Counter[Hashable] = Counter()

    def take(self, rate: Rate, by: int = 1) -> None:
        self.rates += by
        for counted, value in ((self.fees, rate.fee[:2]), (self.amounts, rate.amount), (self.payers, rate.payer)):
            counted[value] += by
            if not counted[value]:
                del counted[value]


def find_tables(schedule: Schedule, *options: int) -> Tables:
    """What meets at the tables of an option, or of several that are in use together."""
    limited = [
        _limit_rate(schedule, number, rate) for number in options for rate in _list_rates(schedule, options, number)
    ]
    table = _Table()
    for one in limited:
        if isinstance(one, Rate):
            table.take(one)
    most: dict[str, tuple[tuple[int, ...], Decimal]] = {}
    found = longest = tiers = 0
    for low in _list_limits([one for one in limited if isinstance(one, _Limited)], table):
        found, tiers = found + 1, max(tiers, table.rates)
        longest = max(longest, *table.payers.values(), 0)
        for name, size in (("fees", (len(table.fees), table.rates)), ("amounts", (len(table.amounts),))):
            if name not in most or size > most[name][0]:
                most[name] = (size, low)

    def list_at(limit: Decimal) -> Iterator[Rate]:
        for one in limited:
            if isinstance(one, Rate):
                yield one
            elif one.is_for(limit):
                yield one.rate

    amounts = {rate.amount for rate in list_at(most["amounts"][1])}
    return Tables(found, tuple(list_at(most["fees"][1])), tuple(sorted(amounts)), longest, tiers)


def _list_rates(schedule: Schedule, options: Sequence[int], number: int) -> list[Rate]:
    """The rates of one option of several: what each of them charges alike is a rate of the first only."""
    own = list(schedule.option_rates(number))
    if number == options[0]:
        return own
    shared = set.intersection(*({_describe_rate(rate) for rate in schedule.option_rates(one)} for one in options))
    return [rate for rate in own if _describe_rate(rate) not in shared]


def _describe_rate(rate: Rate) -> tuple[Hashable, ...]:
    return rate.payer, rate.fee[:3], rate.band, rate.route[4:5] == ("without-flop",)


def _limit_rate(schedule: Schedule, number: int, rate: Rate) -> Rate | _Limited:
    """A rate, with the table limits that it is for where it is not for all: those of its option, and its band."""
    option = schedule.options[number]
    own = option.table_limit if option.table_limit is not None and option.table_limit.money else None
    by_limit = option.collections[int(rate.route[3])].by == "table-limit"
    bands = [band for band in (own, rate.band if by_limit else None) if band is not None]
    if not bands:
        return rate
    return _Limited(
        rate, max(band.low for band in bands), min((b.high for b in bands if b.high is not None), default=None)
    )


def _list_limits(limited: list[_Limited], table: _Table) -> Iterator[Decimal]:
    """The limits at which bands begin, lowest first; the table has the rates of each in turn. One where none does."""
    if not limited:
        yield _WITHOUT_LIMITS
    ending: list[tuple[Decimal, int, Rate]] = []
    order = count()
    ordered = sorted(limited, key=lambda one: one.low)
    for low, beginning in groupby(ordered, key=lambda one: one.low):
        while ending and ending[0][0] < low:
            table.take(heappop(ending)[2], -1)
        for rate, _, high in beginning:
            table.take(rate)
            if high is not None:
                heappush(ending, (high, next(order), rate))
        yield low


def list_meetings(schedule: Schedule) -> Iterator[Meeting]:
    """The options that a table may meet together."""
    in_play = [number for number, option in enumerate(schedule.options) if not option.not_for_play]
    for numbers in _group_by_wager(schedule, in_play):
        yield _make_meeting(schedule, "wager", numbers)
    for numbers in _group_by_players(schedule, in_play):
        yield _make_meeting(schedule, "players", numbers)
    for numbers in _group_by_table(schedule, in_play):
        if len(numbers) > 1:
            yield _make_meeting(schedule, "any", numbers)
        if _shows_one_limit(schedule):
            yield from _meet_by_limit(schedule, numbers)


def _make_meeting(schedule: Schedule, why: Why, numbers: tuple[int, ...]) -> Meeting:
    return Meeting(why, numbers, find_tables(schedule, *numbers).worst)


def _meet_by_limit(schedule: Schedule, numbers: tuple[int, ...]) -> Iterator[Meeting]:
    """Bands of an option, and options, that are told apart by table limits, as if all of them were for one table."""
    limited = tuple(number for number in numbers if schedule.options[number].table_limit is not None)
    for group in (limited, *((number,) for number in numbers)):
        if find_tables(schedule, *group).number > 1:
            rates = tuple(rate for number in group for rate in _list_rates(schedule, group, number))
            yield Meeting("limit", group, rates)


def _shows_one_limit(schedule: Schedule) -> bool:
    """Whether a schedule states one limit of its tables: fees by limits are then no fees of several tables."""
    limits = schedule.table_limits
    ends = [limits.minimum, limits.maximum] if limits is not None else [None]
    return all(end is not None and end.low == end.high for end in ends)


def _group_by_table(schedule: Schedule, in_play: list[int]) -> list[tuple[int, ...]]:
    """Options for one game and one level of stakes; those that name none are for all."""
    games = {game for number in in_play for game in schedule.option_games(schedule.options[number])} or {""}
    stakes = dict.fromkeys(str(one) for number in in_play for one in schedule.options[number].stakes) or {"": None}
    found: dict[tuple[int, ...], None] = {}
    for game in sorted(games):
        for level in stakes:
            numbers = tuple(number for number in in_play if _is_for(schedule, number, game, level))
            if numbers:
                found[numbers] = None
    return list(found)


def _is_for(schedule: Schedule, number: int, game: str, stakes: str) -> bool:
    option = schedule.options[number]
    games = schedule.option_games(option)
    return (not games or game in games) and (not option.stakes or stakes in map(str, option.stakes))


def _group_by_players(schedule: Schedule, in_play: list[int]) -> Iterator[tuple[int, ...]]:
    """Options that follow each other and are for different numbers of players at the same tables."""
    run: list[int] = []
    for number in in_play:
        option = schedule.options[number]
        if run and not _continues(schedule, run, option):
            yield from (tuple(run),) if len(run) > 1 else ()
            run = []
        if option.players is not None:
            run.append(number)
    yield from (tuple(run),) if len(run) > 1 else ()


def _continues(schedule: Schedule, run: list[int], option: Option) -> bool:
    before = [schedule.options[number] for number in run]
    own = option.players
    if own is None or _name_tables(schedule, option) != _name_tables(schedule, before[0]):
        return False
    return not any(_overlap(own, other.players) for other in before if other.players is not None)


def _name_tables(schedule: Schedule, option: Option) -> tuple[Hashable, ...]:
    limits = (option.table_limit, option.wager, option.buy_in)
    return schedule.option_games(option), limits, tuple(map(str, option.stakes)), option.group


def _overlap(one: Band, other: Band) -> bool:
    return one.contains(other.low) or other.contains(one.low)


def _group_by_wager(schedule: Schedule, in_play: list[int]) -> list[tuple[int, ...]]:
    """Options that have fees for a part of a table's wagers each and for all of them together."""
    alike: dict[tuple[str, frozenset[str], Decimal, Decimal], list[tuple[int, Decimal, Decimal | None]]] = {}
    for number in in_play:
        option = schedule.options[number]
        least, most = schedule.table_wager_limits(option)
        if least is None or most is None:
            continue
        for collection in option.collections:
            bands = _list_wagers(option, collection)
            if bands:
                key = (collection.payer or "", schedule.option_games(option), least, most)
                alike.setdefault(key, []).append((number, bands[0].low, bands[-1].high))
    found: dict[tuple[int, ...], None] = {}
    for (_, _, least, most), spans in alike.items():
        partial = [span for span in spans if span[1] > least or (span[2] is not None and span[2] < most)]
        reaches_down = any(low <= least for _, low, _ in partial)
        reaches_up = any(high is None or high >= most for _, _, high in partial)
        numbers = tuple(dict.fromkeys(number for number, _, _ in partial))
        if len(numbers) > 1 and reaches_down and reaches_up:
            found[numbers] = None
    return list(found)


def _list_wagers(option: Option, collection: Collection) -> list[Band]:
    """The wagers that a fee is for, where it is not for all: by its bands, or by its option."""
    if collection.bands is None:
        own = option.wager
        return [own] if own is not None and own.money and any(fee.is_charged for _, _, fee in collection.rows()) else []
    return [band for band, _ in collection.bands.ascending] if collection.by == "wager-amount" else []
