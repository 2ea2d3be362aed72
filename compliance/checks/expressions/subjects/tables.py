"""Tables: which collection rates can be charged at one of them, over options, schedules and rules.

A table has one game, one limit and one level of stakes; its players, wagers and hours change. So options and bands that
are told apart by a limit are alternatives, and those that are told apart by wagers or players meet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.expressions.results import STATED, Blamed, Result
from compliance.checks.words import mentions
from compliance.documents.blocks import Document
from compliance.documents.charges import Band, read_band, read_fee
from compliance.documents.rates import Rate
from compliance.documents.schedule import DROP, Collection, Option, Schedule
from compliance.documents.values import Unreadable, parse_whole_number
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.checks.set.house import Neighbor

_FEES: Final = tuple(
    f"collections.*.{key}" for key in ("fee", "bands", "without-flop", "jackpot-drop", "payer", "by", "also-from")
)
_APART: Final = (
    "table-limit",
    "wager",
    "players",
    "title",
    "stakes",
    "for",
    "group",
    "buy-in",
    "counts",
    "not-for-play",
)
_OF_SCHEDULE: Final = tuple(f"options.*.{key}" for key in (*_FEES, *_APART))
_HOURS: Final = {"hour": 1, "half hour": 2, "half-hour": 2, "30 minutes": 2, "quarter hour": 4, "15 minutes": 4}
_MOST_BESIDE: Final = 3  # other papers whose rates are counted with those of a document
_BY_LIMIT: Final = "They are told apart by table limits, and the schedule states one limit only."
_BY_WAGER: Final = "Whether one table takes all these wagers is not stated."
_PARTS: Final = "They are named for parts of one table; whether a table meets them together needs a decision."


# --- the tables of some options ---


class _Limited(NamedTuple):
    """A rate and the limits of the tables that it is for; without a lower one it is for all."""

    rate: Rate
    low: Decimal | None
    high: Decimal | None

    def is_for(self, limit: Decimal) -> bool:
        return self.low is None or (self.low <= limit and (self.high is None or limit <= self.high))


class _Table:
    """The table that is looked at: how many rates it has, and how often each fee and each payer is among them."""

    def __init__(self) -> None:
        self.rates = 0
        self.fees: Counter[Hashable] = Counter()
        self.payers: Counter[Hashable] = Counter()

    def take(self, rate: Rate, by: int = 1) -> None:
        self.rates += by
        for counted, value in ((self.fees, rate.fee[:2]), (self.payers, rate.payer)):
            counted[value] += by
            if not counted[value]:
                del counted[value]

    @property
    def size(self) -> tuple[int, int]:
        """The fewest rates that those of the table can be counted as, and their number."""
        return max(len(self.fees), *self.payers.values(), 0), self.rates


def find_tables(schedule: Schedule, *options: int) -> tuple[int, list[Rate]]:
    """How many tables an option makes, or several that are in use together, and the rates of the one with most.

    Tables are gone through from the lowest limit up, and only what begins and ends at each is looked at: a thousand
    bands that lie in each other make a thousand tables, and a million rates at them."""
    rates = [(number, rate) for number in options for rate in _list_rates(schedule, options, number)]
    limited = [_limit_rate(schedule, number, rate) for number, rate in rates]
    table = _Table()
    for rate, low, _ in limited:
        if low is None:
            table.take(rate)
    sizes: dict[Decimal, tuple[int, int]] = {}
    ending: list[tuple[Decimal, int, Rate]] = []
    order = count()
    bounded = sorted(((low, high, rate) for rate, low, high in limited if low is not None), key=itemgetter(0))
    for low, beginning in groupby(bounded, key=itemgetter(0)):
        while ending and ending[0][0] < low:
            table.take(heappop(ending)[2], -1)
        for _, high, rate in beginning:
            table.take(rate)
            if high is not None:
                heappush(ending, (high, next(order), rate))
        sizes[low] = table.size
    if not sizes:
        return 1, [rate for _, rate in rates]
    fullest = max(sizes, key=lambda limit: sizes[limit])
    return len(sizes), [one.rate for one in limited if one.is_for(fullest)]


def _list_rates(schedule: Schedule, options: Sequence[int], number: int) -> list[Rate]:
    """The rates of one option of several: what each of them charges alike is a rate of the first only."""
    own = list(schedule.option_rates(number))
    if number == options[0]:
        return own
    shared = set.intersection(*({_describe_rate(rate) for rate in schedule.option_rates(one)} for one in options))
    return [rate for rate in own if _describe_rate(rate) not in shared]


def _describe_rate(rate: Rate) -> tuple[Hashable, ...]:
    return rate.payer, rate.fee[:3], rate.band, rate.route[4:5] == ("without-flop",)


def _limit_rate(schedule: Schedule, number: int, rate: Rate) -> _Limited:
    """A rate, with the table limits that it is for where it is not for all: those of its option, and its band."""
    option = schedule.options[number]
    own = option.table_limit if option.table_limit is not None and option.table_limit.money else None
    by_limit = option.collections[int(rate.route[3])].by == "table-limit"
    bands = [band for band in (own, rate.band if by_limit else None) if band is not None]
    low = max((band.low for band in bands), default=None)
    return _Limited(rate, low, min((band.high for band in bands if band.high is not None), default=None))


# --- the options that meet at a table ---


def _list_meetings(schedule: Schedule) -> Iterator[tuple[str, tuple[int, ...], list[Rate]]]:
    """The options that a table may meet together, why, and the rates of the table that meets most of them: each option
    is for a part of the wagers, or for some numbers of players; a table may use any; or they are for limits of their
    own, and the schedule shows one limit only."""
    in_play = [number for number, option in enumerate(schedule.options) if not option.not_for_play]
    alone = {(number,) for number in in_play}
    groups = [(why, numbers) for numbers, why in _group_by_wager(schedule, in_play).items()]
    groups += [("players", numbers) for numbers in _group_by_players(schedule, in_play)]
    by_table = _group_by_table(schedule, in_play)
    groups += [("any", numbers) for numbers in by_table if numbers not in alone]
    for why, numbers in groups:
        yield why, numbers, find_tables(schedule, *numbers)[1]
    for numbers in by_table if _shows_one_limit(schedule) else ():
        limited = tuple(number for number in numbers if schedule.options[number].table_limit is not None)
        for group in (limited, *((number,) for number in numbers)):
            if find_tables(schedule, *group)[0] > 1:
                yield "limit", group, [rate for number in group for rate in _list_rates(schedule, group, number)]


def _shows_one_limit(schedule: Schedule) -> bool:
    """Whether a schedule states one limit of its tables: fees by limits are then no fees of several tables."""
    limits = schedule.table_limits
    ends = [limits.minimum, limits.maximum] if limits is not None else [None]
    return all(end is not None and end.low == end.high for end in ends)


def _group_by_table(schedule: Schedule, in_play: list[int]) -> list[tuple[int, ...]]:
    """Options for one game and one level of stakes; those that name none are for all."""
    games = {game for number in in_play for game in schedule.option_games(schedule.options[number])} or {""}
    stakes = dict.fromkeys(str(one) for number in in_play for one in schedule.options[number].stakes) or {"": None}
    groups = (
        tuple(number for number in in_play if is_for(schedule, number, game, level))
        for game in sorted(games)
        for level in stakes
    )
    return list(dict.fromkeys(numbers for numbers in groups if numbers))


def is_for(schedule: Schedule, number: int, game: str | None, stakes: str = "") -> bool:
    option = schedule.options[number]
    games = schedule.option_games(option)
    return (not games or game in games) and (not stakes or not option.stakes or stakes in map(str, option.stakes))


def _group_by_players(schedule: Schedule, in_play: list[int]) -> Iterator[tuple[int, ...]]:
    """Options that follow each other and are for different numbers of players at the same tables."""
    run: list[int] = []
    for number in [*in_play, -1]:
        option = schedule.options[number] if number >= 0 else None
        own = find_players(option) if option is not None else None
        before = [schedule.options[one] for one in run]
        if own is None or option is None or not all(_continues(schedule, one, option, own) for one in before):
            yield from (tuple(run),) if len(run) > 1 else ()
            run = []
        run += [number] if own is not None else []


def find_players(option: Option) -> Band | None:
    """The numbers of players that an option is for, by its key or where its title is such a number."""
    if option.players is not None or option.title is None or not option.title.endswith(" players"):
        return option.players
    try:
        return read_band(option.title.removesuffix(" players"))
    except Unreadable:
        return None


def _continues(schedule: Schedule, before: Option, option: Option, players: Band) -> bool:
    other = find_players(before)
    alike = _name_tables(schedule, before) == _name_tables(schedule, option)
    return alike and other is not None and not players.contains(other.low) and not other.contains(players.low)


def _name_tables(schedule: Schedule, option: Option) -> tuple[Hashable, ...]:
    limits = (option.table_limit, option.wager, option.buy_in)
    return schedule.option_games(option), limits, tuple(map(str, option.stakes)), option.group


def _group_by_wager(schedule: Schedule, in_play: list[int]) -> dict[tuple[int, ...], str]:
    """Options that have fees for a part of a table's wagers each and for all of them together; `wagers` where no limits
    of the table say whether it takes them all, and `wager` where they do."""
    alike: dict[tuple[Hashable, ...], list[tuple[int, Decimal, Decimal | None]]] = {}
    for number in in_play:
        option = schedule.options[number]
        limits = schedule.table_wager_limits(option)
        for collection in option.collections:
            if bands := _list_wagers(option, collection):
                key = (*limits, collection.payer, schedule.option_games(option), tuple(map(str, option.stakes)))
                alike.setdefault(key, []).append((number, bands[0].low, bands[-1].high))
    found: dict[tuple[int, ...], str] = {}
    for (least, most, *_), spans in alike.items():
        known = isinstance(least, Decimal) and isinstance(most, Decimal)
        low = least if isinstance(least, Decimal) else min(low for _, low, _ in spans)
        high = most if isinstance(most, Decimal) else max((high or low for _, low, high in spans), default=low)
        partial = [span for span in spans if span[1] > low or (span[2] is not None and span[2] < high)]
        reaches_down = any(one <= low for _, one, _ in partial)
        reaches_up = any(one is None or one >= high for _, _, one in partial)
        numbers = tuple(dict.fromkeys(number for number, _, _ in partial))
        if len(numbers) > 1 and reaches_down and reaches_up:
            found[numbers] = "wager" if known or found.get(numbers) == "wager" else "wagers"
    return found


def _list_wagers(option: Option, collection: Collection) -> list[Band]:
    """The wagers that a fee is for, where it is not for all: by its bands, or by its option."""
    if collection.bands is None:
        own = option.wager
        return [own] if own is not None and own.money and any(fee.is_charged for _, _, fee in collection.rows()) else []
    return [band for band, _ in collection.bands.ascending] if collection.by == "wager-amount" else []


# --- counting rates ---


def select_fewest(rates: Iterable[Rate]) -> list[Rate]:
    """The rates that count however they are counted: one of each amount or share, or all tiers of one payer where these
    are more."""
    amounts: dict[Hashable, Rate] = {}
    tiers: dict[str, list[Rate]] = {}
    for rate in rates:
        amounts.setdefault(rate.fee[:2], rate)
        tiers.setdefault(rate.payer, []).append(rate)
    return max([[*amounts.values()], *tiers.values()], key=len)


def _select_amounts(rates: Iterable[Rate]) -> list[Rate]:
    return list({rate.fee[:2]: rate for rate in reversed([*rates])}.values())[::-1]


def _drop_repeats(rates: Sequence[Rate]) -> list[Rate]:
    """Rates with those left out that are the price of an earlier one for another time: $6 a half hour, $12 an hour."""
    kept: dict[Hashable, Rate] = {}
    for place, rate in enumerate(rates):
        times = _HOURS.get(rate.fee.per)
        kept.setdefault((rate.payer, Fraction(rate.amount) * times) if times is not None else place, rate)
    return list(kept.values())


def _is_part_waived(rate: Rate, rates: Sequence[Rate]) -> bool:
    """Whether a rate is what is left of a fee in a hand without a flop."""
    return rate.route[-1] == "without-flop" and rate.amount < max(other.amount for other in rates)


def _make_row(
    how: str, says: str, at: Route, rates: Sequence[Rate], by_payer: bool = False, question: str | None = None
) -> Row:
    kept = [rate for rate in rates if rate.route[-1:] != DROP]
    whole = [rate for rate in kept if not _is_part_waived(rate, kept)]
    select = select_fewest if by_payer else _select_amounts
    columns = {
        "surely": select(_drop_repeats(whole)),
        "at-all-times": select(whole),
        "in-all-hands": select(kept),
        "with-drops": select(rates),
        "rates": rates if by_payer else select(rates),
    }
    labels = {(rate.path, rate.route): f"rate {number}: {rate.fee}" for number, rate in enumerate(rates, 1)}
    lists = {name: tuple(_make_fee(fee, labels[fee.path, fee.route]) for fee in fees) for name, fees in columns.items()}
    told = {"how": how, "says": f"{says} {_describe_count(rates)}", "question": question, "are-stated": True}
    return Row(at, {**told, **lists})


def _make_fee(rate: Rate, label: str) -> Result:
    return Result(STATED, rate.fee, (Blamed(rate.route, label, path=rate.path),), route=rate.route, path=rate.path)


def _describe_count(rates: Sequence[Rate]) -> str:
    tiers, amounts = len(rates), len({rate.fee[:2] for rate in rates})
    said = "1 rate" if tiers == 1 else f"{tiers} rates"
    return said if tiers == amounts else f"{said} ({amounts} different amounts)"


# --- derived facts ---

_FEES_OF: Final = "list of fees"
_ROW: Final = {
    "how": "word",
    "says": "text",
    "question": "text",
    "are-stated": "yes or no",
    **dict.fromkeys(("surely", "at-all-times", "in-all-hands", "with-drops", "rates"), _FEES_OF),
}


@derive("table-of-option", of=Option, gives="row", columns=_ROW, reads=[*_FEES, "table-limit"])
def find_table_of_option(thing: Thing) -> Row:
    """The table that meets most rates under one option: those that count `surely`, by different amounts or one payer's
    tiers; what counts if prices of one fee `at-all-times`, smaller fees of some hands (`in-all-hands`) and drops for
    jackpots (`with-drops`) do; and all `rates`, tier by tier."""
    rates = find_tables(thing.document, int(thing.route[1]))[1]
    return _make_row("alone", f"Option {thing.value.option} charges", thing.route, rates, by_payer=True)


@derive(
    "rates-at-tables",
    of=(Document,),
    gives="list of rows",
    columns=_ROW,
    takes=["most", "parts-of-a-table"],
    reads=[*_OF_SCHEDULE, "table-limits", "fees.charges", "reading.said-again"],
    in_house=True,
    apart=True,
)
def list_rates_at_tables(thing: Thing, most: int, parts: Sequence[str]) -> list[Row]:
    """The tables of the document, each with the rates that it meets, as `table-of-option` has them: those of one option
    (`how` is alone), of several that meet by `wager`, `players` or where `any` may be used, and, with a `question`, by
    `limit` or as `parts` of a table; with what is `said-again`; with the charges of `rules` and of other `schedules`.
    What one option or paper surely has too many of is not counted with others."""
    if thing.document.document == "schedule":
        return [*_list_own_tables(thing, most, parts), *_list_with_papers(thing, most)]
    charges = list_charges(thing.document)
    if not charges:
        return []
    found = [_make_row("alone", "The rules charge", ("fees", "charges"), charges, by_payer=True)]
    house, document = thing.house, thing.neighbor
    for schedule in house.schedules_of(document)[:_MOST_BESIDE] if house is not None and document is not None else ():
        if not schedule.is_superseded:
            theirs = _find_most(schedule.schedule, document.id if document is not None else None, charges)
            found += _count_papers("rules", schedule, charges, theirs, most)
    return found


def _list_own_tables(thing: Thing, most: int, parts: Sequence[str]) -> Iterator[Row]:
    schedule: Schedule = thing.document
    in_play = [(number, option) for number, option in enumerate(schedule.options) if not option.not_for_play]
    tables = {number: find_tables(schedule, number)[1] for number, _ in in_play}
    if not in_play:
        yield _make_unstated("The schedule has no option in play", ("options",))
    for number, option in in_play:
        if any(True for collection in option.collections for _ in collection.rows()):
            says = f"Option {option.option} charges"
            yield _make_row("alone", says, _place(number), tables[number], by_payer=True)
            yield from _count_restated(schedule, number, tables[number])
        else:
            yield _make_unstated(f"Option {option.option} charges no fee that is stated", _place(number))
    if any(len(select_fewest(rates)) > most for rates in tables.values()):
        return
    for why, numbers, rates in _list_meetings(schedule):
        question = {"limit": _BY_LIMIT, "wagers": _BY_WAGER}.get(why)
        says = _name_options([schedule.options[number].option for number in numbers])
        yield _make_row(why, says, _place(numbers[0]), rates, why in ("wager", "players"), question)
    named = [number for number, option in in_play if mentions(_name_fully(option), parts)]
    if len(named) > 1:
        rates = [rate for number in named for rate in tables[number]]
        says = _name_options([schedule.options[number].option for number in named])
        yield _make_row("parts", says, _place(named[0]), rates, question=_PARTS)


def _name_fully(option: Option) -> str:
    return f"{option.option} {option.title or ''} {option.counts or ''}"


def _place(option: int) -> Route:
    """Where an option is named: what is unclear below it is told of the fees themselves."""
    return ("options", option, "option")


def _make_unstated(says: str, at: Route) -> Row:
    return Row(at, {"how": "alone", "says": f"{says}, so that there is nothing to count.", "are-stated": False})


def _count_restated(schedule: Schedule, number: int, rates: list[Rate]) -> Iterator[Row]:
    """The rates of an option with those that the document says once more, otherwise."""
    again = list(_list_restated(schedule, number))
    if again:
        question = "That is so if what is said again counts."
        says = f"Option {schedule.options[number].option} charges"
        yield _make_row("said-again", says, _place(number), [*rates, *again], question=question)


def _list_restated(schedule: Schedule, option: int) -> Iterator[Rate]:
    for number, entry in enumerate(schedule.restatements):
        for fact, said in entry.facts():
            if fact.startswith(f"options / {option + 1} / ") and isinstance(said, str):
                try:
                    fee = read_fee(said)
                except Unreadable:
                    continue
                if fee.is_charged:
                    yield Rate(("reading", "said-again", number, fact), "payer unstated", None, fee, fee.amount)


def _name_options(names: Sequence[str]) -> str:
    """Options as people list them: `Options 1 and 2 together charge`, `Options 1 to 11 together charge`."""
    if len(names) == 1:
        return f"Option {names[0]} charges"
    numbers = [parse_whole_number(name) for name in names]
    first = numbers[0]
    if len(names) > 2 and first is not None and numbers == list(range(first, first + len(names))):
        return f"Options {names[0]} to {names[-1]} together charge"
    return f"Options {', '.join(names[:-1])} and {names[-1]} together charge"


# --- the rates of several papers ---


def list_charges(document: Any) -> list[Rate]:
    """The fees that the rules of a game, or general terms, charge themselves."""
    block = getattr(document, "fees", None)
    charged = enumerate(getattr(block, "charges", ()) or ())
    return [
        Rate(("fees", "charges", number), "payer unstated", None, fee, fee.amount)
        for number, fee in charged
        if fee.is_charged
    ]


def _list_with_papers(thing: Thing, most: int) -> Iterator[Row]:
    """What other papers charge at the tables of a schedule: the rules of its games, and other schedules for them."""
    house, document = thing.house, thing.neighbor
    schedule: Schedule = thing.document
    known: set[str] = set()
    for game in [one.game for one in schedule.games if one.game is not None]:
        if house is None or document is None:
            return
        rules = house.rules_of(game, document)
        if rules is not None and rules.path not in known and (charges := list_charges(rules.document)):
            known.add(rules.path)
            yield from _count_papers("rules", rules, _find_most(schedule, game, charges), charges, most)
        for other, _ in islice(() if schedule.superseded_by else house.rivals(document, game), _MOST_BESIDE):
            if other.path not in known and not are_for_other_tables(schedule, other.schedule):
                known.add(other.path)
                theirs = _find_most(other.schedule, game, _find_most(schedule, game, []))
                yield from _count_papers("schedules", other, _find_most(schedule, game, theirs), theirs, most)


def _find_most(schedule: Schedule, game: str | None, beside: Sequence[Rate]) -> list[Rate]:
    """The rates of the option for a game that with others makes most rates."""
    options = [n for n, option in enumerate(schedule.options) if not option.not_for_play and is_for(schedule, n, game)]
    own = [find_tables(schedule, number)[1] for number in options]
    return max(own, key=lambda rates: len(_select_amounts([*rates, *beside])), default=[])


def _count_papers(how: str, other: Neighbor, own: list[Rate], theirs: list[Rate], most: int) -> Iterator[Row]:
    """The rates of two papers for one table, where neither has too many by itself."""
    if own and theirs and max(len(select_fewest(own)), len(select_fewest(theirs))) <= most:
        there = [rate._replace(path=other.path) for rate in theirs]
        at = _place(int(own[0].route[1])) if own[0].route[0] == "options" else ("fees", "charges")
        yield _make_row(how, f"With {other.name} one table meets", at, [*own, *there])


def list_amounts(schedule: Schedule) -> set[Decimal]:
    """The different amounts that a schedule charges at any table."""
    return {rate.amount for number in range(len(schedule.options)) for rate in schedule.option_rates(number)}


def are_for_other_tables(schedule: Schedule, other: Schedule) -> bool:
    """Whether two schedules are for tables of different limits, none of which is in both."""
    here, there = ([option.table_limit or option.wager for option in one.options] for one in (schedule, other))
    stated = [*filter(None, here)], [*filter(None, there)]
    return bool(here and there) and [*map(len, stated)] == [len(here), len(there)] and not _meet(*stated)


def _meet(here: list[Band], there: list[Band]) -> bool:
    """Whether any band of one list begins inside one of the other. In the order of their lower ends it is enough to
    look at the band of each list that reaches farthest so far."""
    reach: list[Band | None] = [None, None]
    sides = sorted([(band.low, 0, band) for band in here] + [(band.low, 1, band) for band in there], key=itemgetter(0))
    for low, side, band in sides:
        other, own = reach[1 - side], reach[side]
        if other is not None and other.contains(low):
            return True
        if own is None or (own.high is not None and (band.high is None or band.high > own.high)):
            reach[side] = band
    return False


@derive("games-of-option", of=Option, gives="list of texts", reads=["for", "/games"])
def list_games_of_option(thing: Thing) -> list[Placed]:
    """The ids of the games that an option is for; none where it is for all of the schedule."""
    return [Placed(game, (*thing.route, "for")) for game in sorted(thing.document.option_games(thing.value))]


@derive("amounts-anywhere", of=Schedule, gives="list of dollars", reads=[f"options.*.{text}" for text in _FEES])
def list_amounts_anywhere(thing: Thing) -> list[Placed]:
    """The different amounts that a schedule charges at any table."""
    return [Placed(amount, ("options",)) for amount in sorted(list_amounts(thing.value))]
