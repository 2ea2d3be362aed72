"""Which rates of an option meet at one table: bands by table limit are alternatives, for a table has one limit.

Tables are gone through from the lowest limit up, and only what begins and ends at each is looked at: a thousand bands
that lie in each other make a thousand tables, and a million rates at them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from decimal import Decimal
from heapq import heappop, heappush
from itertools import count, groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.documents.rates import Rate

if TYPE_CHECKING:
    from compliance.documents.schedule import Schedule

_WITHOUT_LIMITS: Final = Decimal(0)


class Tables(NamedTuple):
    """How many tables an option makes, the rates of the one with most of them, the amounts of the one with most; and
    how many rates one payer, and all payers, meet at one table."""

    number: int
    worst: tuple[Rate, ...]
    amounts: tuple[Decimal, ...]
    longest: int
    tiers: int


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


def tables_of(schedule: Schedule, number: int) -> Tables:
    """What meets at the tables of one option."""
    by_limit = [collection.by == "table-limit" for collection in schedule.options[number].collections]
    rates = list(schedule.rates_of(number))
    limited = [rate for rate in rates if by_limit[int(rate.route[3])] and rate.band is not None]
    table = _Table()
    for rate in rates:
        if not limited or not by_limit[int(rate.route[3])]:
            table.take(rate)
    most: dict[str, tuple[tuple[int, ...], Decimal]] = {}
    found = longest = tiers = 0
    for low in _limits(limited, table):
        found, tiers = found + 1, max(tiers, table.rates)
        longest = max(longest, *table.payers.values(), 0)
        for name, size in (("fees", (len(table.fees), table.rates)), ("amounts", (len(table.amounts),))):
            if name not in most or size > most[name][0]:
                most[name] = (size, low)

    def at(low: Decimal) -> Iterator[Rate]:
        for rate in rates:
            if not limited or not by_limit[int(rate.route[3])] or (rate.band is not None and rate.band.holds(low)):
                yield rate

    amounts = {rate.amount for rate in at(most["amounts"][1])}
    return Tables(found, tuple(at(most["fees"][1])), tuple(sorted(amounts)), longest, tiers)


def _limits(limited: list[Rate], table: _Table) -> Iterator[Decimal]:
    """The limits at which bands begin, lowest first; the table has the rates of each in turn. One where none does."""
    if not limited:
        yield _WITHOUT_LIMITS
    ending: list[tuple[Decimal, int, Rate]] = []
    order = count()
    ordered = sorted(((rate.band.low, rate.band.high, rate) for rate in limited if rate.band), key=lambda row: row[0])
    for low, beginning in groupby(ordered, key=lambda row: row[0]):
        while ending and ending[0][0] < low:
            table.take(heappop(ending)[2], -1)
        for _, high, rate in beginning:
            table.take(rate)
            if high is not None:
                heappush(ending, (high, next(order), rate))
        yield low
