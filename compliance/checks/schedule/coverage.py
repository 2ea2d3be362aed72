"""Whether an option has a fee for everything that can happen at its table, and for nothing that cannot."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.schedule.charges import Banded, banded, banded_in, charges
from compliance.checks.schedule.limits import Limit, after, before, least_wager, most_wager, step, stretch
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.charges import Band
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.routes import Key, Route

_AFTER_FLOP: Final = "after the flop"
_ONE: Final = Decimal(1)
_WITHOUT_END: Final = {"total-table-action": "total table action", "pot-size": "a pot"}


@check("without-flop-covered")
def without_flop_covered(schedule: Schedule) -> Verdicts:
    """An option whose fee is taken after the flop says what a hand without a flop pays."""
    nothing = not_applicable("No fee is taken after the flop.", ("options",))
    return look_at(_taken_after_flop(schedule), _without_flop, nothing=nothing)


def _taken_after_flop(schedule: Schedule) -> Iterator[tuple[Route, Option]]:
    """Options with a fee by the hand that is taken after the flop, and the first such fee."""
    for number, option in enumerate(schedule.options):
        late = [place for place, collection in enumerate(option.collections) if _after_flop(schedule, collection)]
        if late:
            yield ("options", number, "collections", late[0]), option


def _after_flop(schedule: Schedule, collection: Collection) -> bool:
    """Whether a fee by the hand is taken after the flop. A fee by the hour has nothing to do with it."""
    stated = schedule.terms.fees_collected if schedule.terms is not None else None
    return (collection.collected or stated) == _AFTER_FLOP and collection.type != "time" and charges(collection)


def _without_flop(late: tuple[Route, Option]) -> Verdict:
    route, option = late
    said = f"Option {option.option}"
    if any(c.without_flop is not None or c.waived_when is not None for c in option.collections):
        return passed(f"{said} says what a hand without a flop pays.", route)
    message = f"{said} takes its fee after the flop and does not say what a hand without a flop pays."
    return failed(message, route, label="and without a flop?")


@check("wagers-covered")
def wagers_covered(schedule: Schedule) -> Verdicts:
    """Bands of wagers reach from the least to the most that may be wagered under the option."""

    def uncovered(rows: Banded) -> Verdicts:
        yield from _below(schedule, rows, least_wager(schedule, rows.number))
        yield from _above(schedule, rows, most_wager(schedule, rows.number))

    def covered(rows: Banded) -> Verdict:
        return passed(f"{rows.said} the bands of {rows.whose} cover the table's limits.", rows.route)

    limited = (rows for rows in banded(schedule, "wager-amount", "table-limit") if any(_limits(schedule, rows)))
    nothing = not_applicable("No limit is stated that bands of wagers could be held against.", ("options",))
    return look_at(limited, uncovered, clean=covered, nothing=nothing)


def _limits(schedule: Schedule, rows: Banded) -> tuple[Limit | None, Limit | None]:
    """What bands are held against: the least and the most wager. Total action has no most."""
    most = most_wager(schedule, rows.number) if rows.collection.by != "total-table-action" else None
    return least_wager(schedule, rows.number), most


def _below(schedule: Schedule, rows: Banded, least: Limit | None, noun: str = "wagers") -> Verdicts:
    """What stands below the lowest band: a fail when it is wagered for sure, a review when the house decides that."""
    lowest = rows.bands[0]
    if least is None or least.low is None or lowest.low <= least.low:
        return
    amounts = stretch(lowest, least.low, before(lowest.low, step(schedule)))
    message = f"{rows.said} there is no fee for {rows.whose} on {noun} of {amounts}"
    at: Route = (*rows.route, Key(lowest.text))
    also = [(least.route, "what may be wagered")]
    if least.high is not None and lowest.low <= least.high:
        chosen = f"where the house sets the least wager below {lowest.show(lowest.low)}"
        told = f"it may set it from {lowest.show(least.low)} to {lowest.show(least.high)}"
        yield review(f"{message} {chosen}; {told}.", at, also, "the lowest band")
    else:
        starts = f"the table takes wagers from {lowest.show(least.low)} on"
        yield failed(f"{message}; {starts}.", at, also, "the lowest band")


def _above(schedule: Schedule, rows: Banded, most: Limit | None) -> Verdicts:
    """What stands above the highest band, in the same manner."""
    top = rows.top
    if most is None or top.high is None:
        return
    first = after(top.high, step(schedule))
    if most.high is not None and most.high < first:
        return
    amounts = f"{top.show(first)} and more" if most.high is None else stretch(top, first, most.high)
    message = f"{rows.said} there is no fee for {rows.whose} on wagers of {amounts}"
    at: Route = (*rows.route, Key(top.text))
    also = [(most.route, "what may be wagered")]
    if most.low is not None and most.low <= top.high:
        yield review(f"{message} where the house sets the highest wager above {top.show(top.high)}.", at, also)
    else:
        end = "without a limit" if most.high is None else f"up to {top.show(most.high)}"
        yield failed(f"{message}; the table takes wagers {end}.", at, also, "the highest band")


@check("action-covered")
def action_covered(schedule: Schedule) -> Verdicts:
    """Bands of total table action start at what one player may wager alone; they, and those of the size of the pot,
    have no upper end."""

    def uncovered(rows: Banded) -> Verdicts:
        noun = _WITHOUT_END[rows.collection.by]
        if rows.collection.by != "pot-size":
            yield from _below(schedule, rows, _least_action(schedule, rows), noun)
        if rows.top.high is not None:
            first = rows.top.show(after(rows.top.high, step(schedule)))
            message = f"{rows.said} there is no fee on {noun} of {first} and more, which nothing rules out."
            yield review(message, (*rows.route, Key(rows.top.text)), label="the highest band")

    def covered(rows: Banded) -> Verdict:
        return passed(f"{rows.said} every amount of {_WITHOUT_END[rows.collection.by]} has a fee.", rows.route)

    nothing = not_applicable("No fee goes by total table action or by the size of the pot.", ("options",))
    return look_at(banded(schedule, *_WITHOUT_END), uncovered, clean=covered, nothing=nothing)


def _least_action(schedule: Schedule, rows: Banded) -> Limit | None:
    """The least total is one player's least wager: that of the option's own bands of wagers, where it has some."""
    table = least_wager(schedule, rows.number)
    floors = [
        (other.bands[0].low, (*other.route, Key(other.bands[0].text)))
        for other in banded_in(rows.number, rows.option, "wager-amount")
        if other.bands[0].low > 0 and charges(other.collection)
    ]
    if not floors:
        return table
    low, route = min(floors)
    if table is not None and table.low is not None and table.low > low:
        return Limit(table.low, table.low, table.route)
    return Limit(low, low, route)


@check("bands-within-limits")
def bands_within_limits(schedule: Schedule) -> Verdicts:
    """No band is for amounts that nobody may wager."""

    def idle(rows: Banded) -> Verdicts:
        least, most = _limits(schedule, rows)
        return (verdict for band in rows.bands for verdict in _idle(rows, band, least, most))

    def in_use(rows: Banded) -> Verdict:
        return passed(f"{rows.said} no band is for amounts that cannot be wagered.", rows.route)

    found = banded(schedule, "wager-amount", "table-limit", "total-table-action")
    nothing = not_applicable("No limit is stated that bands could be held against.", ("options",))
    return look_at((rows for rows in found if any(_limits(schedule, rows))), idle, clean=in_use, nothing=nothing)


def _idle(rows: Banded, band: Band, least: Limit | None, most: Limit | None) -> Iterator[Verdict]:
    """A band that is never used, or that reaches beyond what may be wagered. `$50 or less` reaches nowhere."""
    at: Route = (*rows.route, Key(band.text))
    said = f"{rows.said} the band {band} of {rows.whose}"
    if least is not None and least.low is not None and 0 < band.low < least.low:
        reaches = "is never used" if band.high is not None and band.high < least.low else "starts too low"
        message = f"{said} {reaches}: nobody may wager less than {band.show(least.low)}."
        yield failed(message, at, [(least.route, "the least that may be wagered")], "below the table minimum")
    if most is not None and most.high is not None and max(band.low, band.high or band.low) > most.high:
        reaches = "is never used" if band.low > most.high else "reaches too high"
        message = f"{said} {reaches}: nobody may wager more than {band.show(most.high)}."
        yield failed(message, at, [(most.route, "the most that may be wagered")], "above the table maximum")
