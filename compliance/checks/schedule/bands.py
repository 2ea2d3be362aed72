"""Bands of a schedule: in their kind, one fee for each amount, and no amount without a fee."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from compliance.checks.registry import check
from compliance.checks.schedule.charges import all_banded
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.routes import facts
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.documents.values import Band, Fee
from compliance.routes import Key, Route, show_route

_AMOUNTS_OF: Final = {
    "wager-amount": "wagers",
    "total-table-action": "table action",
    "players": "players",
    "table-limit": "table limits",
}
_ONE: Final = Decimal(1)
_HEADS: Final = "players"
_UNMEASURED: Final = "nothing"
_MONEY_ROUTES: Final = (
    "table-limits / minimum",
    "table-limits / maximum",
    "options / * / table-limit",
    "options / * / wager",
)


@check("bands-in-kind")
def bands_in_kind(schedule: Schedule) -> Verdicts:
    """Amounts of money have a dollar sign, and numbers of players have none."""
    looked = False
    for route, band, money in _measures(schedule):
        looked = True
        if band.money == money:
            what = "money" if money else "a number of players"
            yield passed(f"{band} is written as {what}.", route)
        elif money:
            message = f"{show_route(route)}: {band} stands for money and has no dollar sign."
            yield failed(message, route, label="no dollar sign")
        else:
            message = f"{show_route(route)}: {band} stands for a number of players and has a dollar sign."
            yield failed(message, route, label="players are no money")
    if not looked:
        yield not_applicable("The schedule has no bands and no limits.", ("options",))


def _measures(schedule: Schedule) -> Iterator[tuple[Route, Band, bool]]:
    """Every band and limit of a schedule, and whether it must be money."""
    yield from ((route, band, True) for text in _MONEY_ROUTES for route, band in facts(schedule, text))
    yield from ((route, band, False) for route, band in facts(schedule, "options / * / players"))
    for route, _, collection in schedule.collections():
        if collection.bands is not None and collection.by != _UNMEASURED:
            for band, _ in collection.bands.rows():
                yield (*route, "bands", Key(band.text)), band, collection.by != _HEADS


@check("bands-disjoint")
def bands_disjoint(schedule: Schedule) -> Verdicts:
    """No amount stands in two bands with two fees."""
    looked = False
    for route, option, collection, rows in all_banded(schedule):
        if collection.by == "table-limit":
            continue  # each band is the spread of one table, which has one fee
        looked = True
        clean = True
        top, charged = rows[0]
        for band, fee in rows[1:]:
            if (top.high is None or band.low <= top.high) and fee[:2] != charged[:2]:
                clean = False
                noun = _AMOUNTS_OF.get(collection.by, "amounts")
                both = f"stand in {top} at {charged.text} and in {band} at {fee.text}"
                message = f"In option {option.option}, {noun} of {_shared(top, band)} {both}."
                yield failed(
                    message,
                    (*route, Key(band.text)),
                    [((*route, Key(top.text)), "this band too")],
                    "overlaps another band",
                )
            if top.high is not None and (band.high is None or band.high > top.high):
                top, charged = band, fee
        if clean:
            yield passed(f"In option {option.option} each amount has one fee for the {collection.payer}.", route)
    if not looked:
        yield not_applicable("No fee goes by bands.", ("options",))


def _shared(one: Band, other: Band) -> str:
    """The amounts that two overlapping bands have in common; `other` starts in `one`."""
    ends = [band.high for band in (one, other) if band.high is not None]
    if not ends:
        return f"{other.show(other.low)} and more"
    return other.show(other.low) if min(ends) == other.low else f"{other.show(other.low)} to {other.show(min(ends))}"


@check("bands-contiguous")
def bands_contiguous(schedule: Schedule) -> Verdicts:
    """Bands follow each other without a gap, counted in the smallest step that the schedule declares."""
    looked = False
    for route, option, collection, rows in all_banded(schedule):
        looked = True
        gaps = list(_gaps(schedule, route, option, collection, rows))
        yield from gaps
        if not gaps:
            yield passed(f"In option {option.option} the bands of the {collection.payer} leave no gap.", route)
    if not looked:
        yield not_applicable("No fee goes by bands.", ("options",))


def _gaps(
    schedule: Schedule, route: Route, option: Option, collection: Collection, rows: list[tuple[Band, Fee]]
) -> Iterator[Verdict]:
    top = rows[0][0]
    noun = _AMOUNTS_OF.get(collection.by, "amounts")
    for band, _ in rows[1:]:
        step = schedule.unit if band.money and schedule.unit else _ONE
        if top.high is not None and (first := after(top.high, step)) < band.low:
            last = before(band.low, step)
            stretch = band.show(first) if first == last else f"{band.show(first)} to {band.show(last)}"
            message = f"In option {option.option}, {noun} of {stretch} have no fee."
            at, also = (*route, Key(band.text)), [((*route, Key(top.text)), "the band before it")]
            if band.money and schedule.unit is None:
                yield review(f"{message} The schedule does not declare its smallest step (`unit`).", at, also)
            else:
                yield failed(message, at, also, f"starts {band.show(band.low - top.high)} above the band before it")
        if top.high is not None and (band.high is None or band.high > top.high):
            top = band


def after(amount: Decimal, step: Decimal) -> Decimal:
    """The next amount that can be wagered where wagers go by steps."""
    return (amount // step + 1) * step


def before(amount: Decimal, step: Decimal) -> Decimal:
    """The last amount below another that can be wagered."""
    return -(-amount // step + 1) * step


@check("bands-cover-limits")
def bands_cover_limits(schedule: Schedule) -> Verdicts:
    """The bands reach from the least to the most that may be wagered at the table."""
    looked = False
    open_ended: list[tuple[Route, str]] = []
    for route, option, collection, rows in all_banded(schedule):
        least, most = schedule.limits_of(option)
        # Bands of table limits are the limits, unless others are stated.
        if collection.by != "wager-amount" and (collection.by != "table-limit" or least is most is None):
            continue
        looked = True
        if least is None and most is None:
            open_ended.append((route, f"option {option.option}"))
        else:
            yield _reach(route, f"Option {option.option}, {collection.payer}", [band for band, _ in rows], least, most)
    if open_ended:
        message = "No table limit is stated, so nobody can see whether the bands cover it."
        yield review(message, open_ended[0][0], open_ended[1:], open_ended[0][1])
    if not looked:
        yield not_applicable("No fee goes by bands of wagers or table limits.", ("options",))


def _reach(route: Route, said: str, bands: list[Band], least: Decimal | None, most: Decimal | None) -> Verdict:
    """Whether bands, from the lowest up, reach down to the least wager and up to the most."""
    low, high = bands[0], max(bands, key=lambda band: (band.high is None, band.high or 0))
    if least is not None and low.low > least:
        start, wanted = low.show(low.low), low.show(least)
        return failed(
            f"{said}: the lowest band starts at {start}, above the least wager of {wanted}.", (*route, Key(low.text))
        )
    if most is not None and high.high is not None and high.high < most:
        end, wanted = high.show(high.high), high.show(most)
        message = f"{said}: the highest band ends at {end}, below the most that may be wagered, {wanted}."
        return failed(message, (*route, Key(high.text)))
    return passed(f"{said}: the bands cover the table's limits.", route)
