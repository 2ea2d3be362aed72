"""Bands of a schedule: in their kind, one fee for each amount, and no amount without a fee."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.schedule.charges import NO_BANDS, Banded, banded_in_play
from compliance.checks.schedule.limits import after, before, stretch
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.charges import Band
from compliance.documents.routes import facts
from compliance.documents.schedule import Schedule
from compliance.routes import Key, Route

_AMOUNTS_OF: Final = {
    "wager-amount": "wagers",
    "total-table-action": "table action",
    "players": "players",
    "table-limit": "table limits",
    "pot-size": "pots",
}
_ONE: Final = Decimal(1)
_HEADS: Final = "players"
_UNMEASURED: Final = "nothing"
_MONEY_ROUTES: Final = (
    "table-limits / minimum",
    "table-limits / maximum",
    "options / * / table-limit",
    "options / * / wager",
    "options / * / buy-in",
)


@check("bands-in-kind")
def bands_in_kind(schedule: Schedule) -> Verdicts:
    """Amounts of money have a dollar sign, and numbers of players have none."""
    nothing = not_applicable("The schedule has no bands and no limits.", ("options",))
    return look_at(_measures(schedule), _in_kind, nothing=nothing)


def _measures(schedule: Schedule) -> Iterator[tuple[Route, Band, bool]]:
    """Every band and limit of a schedule, and whether it must be money."""
    yield from ((route, band, True) for text in _MONEY_ROUTES for route, band in facts(schedule, text))
    yield from ((route, band, False) for route, band in facts(schedule, "options / * / players"))
    for route, _, collection in schedule.collections():
        if collection.bands is not None and collection.by != _UNMEASURED:
            for band, _ in collection.bands.rows():
                yield (*route, "bands", Key(band.text)), band, collection.by != _HEADS


def _in_kind(measure: tuple[Route, Band, bool]) -> Verdict:
    route, band, money = measure
    if band.money == money:
        return passed(f"{band} is written as {'money' if money else 'a number of players'}.", route)
    if money:
        message = f"The band {band} stands for money and has no dollar sign."
        return failed(message, route, label="no dollar sign")
    message = f"The band {band} stands for a number of players and has a dollar sign."
    return failed(message, route, label="players are no money")


@check("bands-disjoint")
def bands_disjoint(schedule: Schedule) -> Verdicts:
    """No amount stands in two bands with two fees."""

    def apart(one: Banded) -> Verdict:
        return passed(f"{one.said} each amount has one fee for {one.whose}.", one.route)

    # Each band of table limits is the spread of one table, which has one fee.
    by_amount = (one for one in banded_in_play(schedule) if one.collection.by != "table-limit")
    return look_at(by_amount, _overlaps, clean=apart, nothing=NO_BANDS)


def _overlaps(one: Banded) -> Verdicts:
    noun = _AMOUNTS_OF.get(one.collection.by, "amounts")
    top, charged = one.rows[0]
    for band, fee in one.rows[1:]:
        if (top.high is None or band.low <= top.high) and fee[:2] != charged[:2]:
            both = f"stand in {top} at {charged.text} and in {band} at {fee.text}"
            message = f"{one.said}, {noun} of {_shared(top, band)} {both}."
            also: list[tuple[Route, str]] = [((*one.route, Key(top.text)), "this band too")]
            yield failed(message, (*one.route, Key(band.text)), also, "overlaps another band")
        if top.high is not None and (band.high is None or band.high > top.high):
            top, charged = band, fee


def _shared(one: Band, other: Band) -> str:
    """The amounts that two overlapping bands have in common; `other` starts in `one`."""
    ends = [band.high for band in (one, other) if band.high is not None]
    if not ends:
        return f"{other.show(other.low)} and more"
    return stretch(other, other.low, min(ends))


@check("bands-contiguous")
def bands_contiguous(schedule: Schedule) -> Verdicts:
    """Bands follow each other without a gap, counted in the smallest step that the schedule declares."""

    def unbroken(one: Banded) -> Verdict:
        return passed(f"{one.said} the bands of {one.whose} leave no gap.", one.route)

    found = banded_in_play(schedule)
    return look_at(found, lambda one: _gaps(one, schedule.unit), clean=unbroken, nothing=NO_BANDS)


def _gaps(one: Banded, unit: Decimal | None) -> Iterator[Verdict]:
    top = one.rows[0][0]
    noun = _AMOUNTS_OF.get(one.collection.by, "amounts")
    for band, _ in one.rows[1:]:
        step = unit if band.money and unit else _ONE
        if top.high is not None and (first := after(top.high, step)) < band.low:
            has = "has" if noun.endswith("action") else "have"
            message = f"{one.said}, {noun} of {stretch(band, first, before(band.low, step))} {has} no fee."
            at, also = (*one.route, Key(band.text)), [((*one.route, Key(top.text)), "the band before it")]
            row = _missing_row(band, first, before(band.low, step))
            if band.money and unit is None:
                found = review(f"{message} The schedule does not declare its smallest step (`unit`).", at, also)
            else:
                found = failed(message, at, also, f"starts {band.show(band.low - top.high)} above the band before it")
            yield found._replace(paste=(row,))
        if top.high is not None and (band.high is None or band.high > top.high):
            top = band


def _missing_row(band: Band, first: Decimal, last: Decimal) -> str:
    """The row for amounts that have no fee. The fee is left empty, which no schedule may leave so."""
    text = band.show(first) if first >= last else f"{band.show(first)}-{band.show(last)}"
    key = f'"{text}"' if "," in text else text
    return f"{key}:  # say the fee"


@check("bands-cover-limits")
def bands_cover_limits(schedule: Schedule) -> Verdicts:
    """The bands reach from the least to the most that may be wagered at the table."""
    found = [one for one in banded_in_play(schedule) if _of_limits(schedule, one)]
    unlimited = [one for one in found if schedule.limits_of(one.option) == (None, None)]
    nothing = not_applicable("No fee goes by bands of wagers or table limits.", ("options",))
    yield from look_at(found, lambda one: _reach(one, *schedule.limits_of(one.option)), nothing=nothing)
    if unlimited:
        message = "No table limit is stated, so nobody can see whether the bands cover it."
        (at, label), *also = [(one.route, f"option {one.option.option}") for one in unlimited]
        yield review(message, at, also, label)


def _of_limits(schedule: Schedule, one: Banded) -> bool:
    """Whether bands are held against the table's limits. Those of table limits are the limits, unless others are
    stated."""
    by = one.collection.by
    return by == "wager-amount" or (by == "table-limit" and schedule.limits_of(one.option) != (None, None))


def _reach(one: Banded, least: Decimal | None, most: Decimal | None) -> Verdicts:
    """Whether bands, from the lowest up, reach down to the least wager and up to the most, as far as these are
    stated."""
    said = f"Option {one.option.option}, {one.whose}"
    low, high = one.bands[0], one.top
    if least is not None and low.low > least:
        start, wanted = low.show(low.low), low.show(least)
        message = f"{said}: the lowest band starts at {start}, above the least wager of {wanted}."
        yield failed(message, (*one.route, Key(low.text)))
    elif most is not None and high.high is not None and high.high < most:
        end, wanted = high.show(high.high), high.show(most)
        message = f"{said}: the highest band ends at {end}, below the most that may be wagered, {wanted}."
        yield failed(message, (*one.route, Key(high.text)))
    elif least is not None or most is not None:
        yield passed(f"{said}: the bands cover the table's limits.", one.route)
