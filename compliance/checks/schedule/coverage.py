"""Whether an option has a fee for everything that can happen at its table, and for nothing that cannot."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from compliance.checks.registry import check
from compliance.checks.schedule.bands import after, before
from compliance.checks.schedule.charges import charges
from compliance.checks.schedule.limits import Limit, least_wager, most_wager
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.documents.values import Band
from compliance.routes import Key, Route

_AFTER_FLOP: Final = "after the flop"
_ONE: Final = Decimal(1)


@check("players-covered")
def players_covered(schedule: Schedule, least: int) -> Verdicts:
    """An option has a fee for every number of players that its table may have."""
    one_option = schedule.terms is not None and schedule.terms.options_in_use == "one per table"
    rows = [(option, *row) for number, option in enumerate(schedule.options) for row in _player_bands(number, option)]
    highs = [band.high for _, _, bands in rows for band in bands]
    for option, route, bands in rows:
        below, above = _outside(bands, least)
        said = f"Option {option.option} has a fee for {_either([str(band) for band in bands])} players"
        without = f"a table that uses it has none for {_either([text for text in (below, above) if text])}"
        tops = [band.high for band in bands if band.high is not None]
        known_to_have_more = None in highs or max((high for high in highs if high), default=_ONE) > max(
            tops, default=_ONE
        )
        if not below and not above:
            yield passed(f"{said}, which is every number of players.", route)
        elif not below and not known_to_have_more:
            yield review(f"{said} only; nothing says that a table has no more.", route)
        elif route[-1] == "players" and not one_option:
            message = f"{said} only; whether a table may use it together with other options is not stated."
            yield review(message, route)
        else:
            yield failed(f"{said} only; {without}.", route, label="not every number of players")
    if not rows:
        yield not_applicable("No fee depends on the number of players.", ("options",))


def _player_bands(number: int, option: Option) -> Iterator[tuple[Route, list[Band]]]:
    if option.players is not None:
        yield ("options", number, "players"), [option.players]
    for place, collection in enumerate(option.collections):
        if collection.by == "players" and collection.bands is not None and len(collection.bands):
            bands = [band for band, _ in collection.bands.ascending]
            yield ("options", number, "collections", place, "bands"), bands


def _outside(bands: list[Band], least: int) -> tuple[str, str]:
    """The numbers of players below the lowest band and above the highest, in words."""
    low = bands[0].low
    highs = [band.high for band in bands]
    below = "" if low <= least else f"{least}" if low - 1 == least else f"{least} to {low - 1}"
    top = max((high for high in highs if high is not None), default=_ONE)
    return below, "" if None in highs else f"{top + 1} or more"


def _either(texts: list[str]) -> str:
    return " or ".join(texts)


@check("without-flop-covered")
def without_flop_covered(schedule: Schedule) -> Verdicts:
    """An option whose fee is taken after the flop says what a hand without a flop pays."""
    looked = False
    for number, option in enumerate(schedule.options):
        late = [place for place, collection in enumerate(option.collections) if _after_flop(schedule, collection)]
        if not late:
            continue
        looked = True
        route: Route = ("options", number, "collections", late[0])
        if any(c.without_flop is not None or c.waived_when is not None for c in option.collections):
            yield passed(f"Option {option.option} says what a hand without a flop pays.", route)
        else:
            message = (
                f"Option {option.option} takes its fee after the flop and does not say what a hand without a flop pays."
            )
            yield failed(message, route, label="and without a flop?")
    if not looked:
        yield not_applicable("No fee is taken after the flop.", ("options",))


def _after_flop(schedule: Schedule, collection: Collection) -> bool:
    """Whether a fee by the hand is taken after the flop. A fee by the hour has nothing to do with it."""
    stated = schedule.terms.fees_collected if schedule.terms is not None else None
    return (collection.collected or stated) == _AFTER_FLOP and collection.type != "time" and charges(collection)


class Rows(NamedTuple):
    """The bands of one collection, from the lowest up, and where they stand."""

    route: Route
    number: int
    option: Option
    collection: Collection
    bands: list[Band]

    @property
    def said(self) -> str:
        return f"In option {self.option.option}"

    @property
    def whose(self) -> str:
        return f"the {self.collection.payer}" if self.collection.payer is not None else "the payer"

    @property
    def top(self) -> Band:
        return max(self.bands, key=lambda band: (band.high is None, band.high or 0))


def banded(schedule: Schedule, *by: str) -> Iterator[Rows]:
    """Every collection whose fee goes by bands of one of these measures."""
    for number, option in enumerate(schedule.options):
        yield from banded_in(number, option, *by)


def banded_in(number: int, option: Option, *by: str) -> Iterator[Rows]:
    for place, collection in enumerate(option.collections):
        if collection.by in by and collection.bands is not None and len(collection.bands):
            bands = [band for band, _ in collection.bands.ascending]
            yield Rows(("options", number, "collections", place, "bands"), number, option, collection, bands)


def step(schedule: Schedule) -> Decimal:
    """The smallest step in which the schedule counts money."""
    return schedule.unit or _ONE


def stretch(band: Band, first: Decimal, last: Decimal) -> str:
    """Amounts from one to another, in a band's notation."""
    return band.show(first) if first >= last else f"{band.show(first)} to {band.show(last)}"


@check("wagers-covered")
def wagers_covered(schedule: Schedule) -> Verdicts:
    """Bands of wagers reach from the least to the most that may be wagered under the option."""
    looked = False
    for rows in banded(schedule, "wager-amount", "table-limit"):
        least, most = least_wager(schedule, rows.number), most_wager(schedule, rows.number)
        if least is None and most is None:
            continue
        looked = True
        found = [verdict for verdict in (_below(schedule, rows, least), _above(schedule, rows, most)) if verdict]
        yield from found
        if not found:
            yield passed(f"{rows.said} the bands of {rows.whose} cover the table's limits.", rows.route)
    if not looked:
        yield not_applicable("No limit is stated that bands of wagers could be held against.", ("options",))


def _below(schedule: Schedule, rows: Rows, least: Limit | None, noun: str = "wagers") -> Verdict | None:
    """What stands below the lowest band: a fail when it is wagered for sure, a review when the house decides that."""
    lowest = rows.bands[0]
    if least is None or least.low is None or lowest.low <= least.low:
        return None
    amounts = stretch(lowest, least.low, before(lowest.low, step(schedule)))
    message = f"{rows.said} there is no fee for {rows.whose} on {noun} of {amounts}"
    at: Route = (*rows.route, Key(lowest.text))
    also = [(least.route, "what may be wagered")]
    if least.high is not None and lowest.low <= least.high:
        chosen = f"where the house sets the least wager below {lowest.show(lowest.low)}"
        told = f"it may set it from {lowest.show(least.low)} to {lowest.show(least.high)}"
        return review(f"{message} {chosen}; {told}.", at, also, "the lowest band")
    starts = f"the table takes wagers from {lowest.show(least.low)} on"
    return failed(f"{message}; {starts}.", at, also, "the lowest band")


def _above(schedule: Schedule, rows: Rows, most: Limit | None) -> Verdict | None:
    """What stands above the highest band, in the same manner."""
    top = rows.top
    if most is None or top.high is None:
        return None
    first = after(top.high, step(schedule))
    if most.high is not None and most.high < first:
        return None
    amounts = f"{top.show(first)} and more" if most.high is None else stretch(top, first, most.high)
    message = f"{rows.said} there is no fee for {rows.whose} on wagers of {amounts}"
    at: Route = (*rows.route, Key(top.text))
    also = [(most.route, "what may be wagered")]
    if most.low is not None and most.low <= top.high:
        return review(f"{message} where the house sets the highest wager above {top.show(top.high)}.", at, also)
    end = "without a limit" if most.high is None else f"up to {top.show(most.high)}"
    return failed(f"{message}; the table takes wagers {end}.", at, also, "the highest band")


@check("action-covered")
def action_covered(schedule: Schedule) -> Verdicts:
    """Bands of total table action start at what one player may wager alone, and have no upper end."""
    looked = False
    for rows in banded(schedule, "total-table-action"):
        looked = True
        below = _below(schedule, rows, _least_action(schedule, rows), "total table action")
        if below is not None:
            yield below
        if rows.top.high is not None:
            first = rows.top.show(after(rows.top.high, step(schedule)))
            message = f"{rows.said} there is no fee on total table action of {first} and more, which nothing rules out."
            yield review(message, (*rows.route, Key(rows.top.text)), label="the highest band")
        elif below is None:
            yield passed(f"{rows.said} every total table action has a fee.", rows.route)
    if not looked:
        yield not_applicable("No fee goes by total table action.", ("options",))


def _least_action(schedule: Schedule, rows: Rows) -> Limit | None:
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
    looked = False
    for rows in banded(schedule, "wager-amount", "table-limit", "total-table-action"):
        least, most = least_wager(schedule, rows.number), most_wager(schedule, rows.number)
        if rows.collection.by == "total-table-action":
            most = None
        if least is None and most is None:
            continue
        looked = True
        found = [verdict for band in rows.bands for verdict in _idle(rows, band, least, most)]
        yield from found
        if not found:
            yield passed(f"{rows.said} no band is for amounts that cannot be wagered.", rows.route)
    if not looked:
        yield not_applicable("No limit is stated that bands could be held against.", ("options",))


def _idle(rows: Rows, band: Band, least: Limit | None, most: Limit | None) -> Iterator[Verdict]:
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
