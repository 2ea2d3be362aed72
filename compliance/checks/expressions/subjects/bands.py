"""Bands of fees: in order, with what they leave out or claim twice, beside the limits of the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.expressions.quantities import DOLLARS, NUMBER, SHARE, Quantity, Unbounded
from compliance.checks.expressions.subjects.fees import has_charge
from compliance.documents.charges import Band, Fee
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.documents.values import show_money
from compliance.source.routes import Key, Route

_AMOUNTS_OF: Final = {
    "wager-amount": "wagers",
    "total-table-action": "table action",
    "players": "players",
    "table-limit": "table limits",
    "pot-size": "pots",
}
_ONE: Final = Decimal(1)
_NO_END: Final = Unbounded(DOLLARS)
_SEVERAL: Final = 3
_BAND: Final = {
    "band": "band",
    "low": "dollars",
    "high": "dollars",
    "fee": "fee",
    "next": "dollars",
    "share-of-top": "share",
    "reach": "dollars",
}


def find_next(amount: Decimal, unit: Decimal | None) -> Decimal:
    """The next amount that can be wagered where wagers go by a unit."""
    step = unit or _ONE
    return (amount // step + 1) * step


def find_last_below(amount: Decimal, unit: Decimal | None) -> Decimal:
    """The last amount below another that can be wagered."""
    whole = amount // (unit or _ONE) * (unit or _ONE)
    return whole if whole < amount else whole - (unit or _ONE)


def describe_stretch(band: Band, first: Decimal, last: Decimal, joint: str = " to ") -> str:
    """Amounts from one to another, in a band's notation."""
    start = band.format_amount(first)
    return start if first >= last else f"{start}{joint}{band.format_amount(last)}"


def list_bands(thing: Thing) -> list[tuple[Band, Fee]]:
    return thing.value.bands.ascending if thing.value.bands is not None else []


def _find_unit(thing: Thing, band: Band) -> Decimal | None:
    return thing.document.unit if band.money else None


def _make_band(thing: Thing, band: Band, fee: Fee) -> Row:
    at: Route = (*thing.route, "bands", Key(band.text))
    of_players = thing.value.by == "players"
    low, high = (None if end is None else int(end) if of_players else end for end in (band.low, band.high))
    top = high if high is not None else Unbounded(NUMBER if of_players else DOLLARS)
    is_step = band.money and band.high and fee.is_charged and fee.share is None
    part = Quantity(Fraction(fee.amount) / Fraction(band.high or 1), SHARE)
    columns = {
        "band": Placed(band, at),
        "low": Placed(low, at),
        "high": Placed(top, at),
        "fee": Placed(fee, at),
        "next": None if band.high is None else Placed(find_next(band.high, _find_unit(thing, band)), at),
        "share-of-top": Placed(part, at) if is_step else None,
        "reach": Placed(max(band.low, band.high or band.low), at),
    }
    return Row(at, columns)


@derive("bands-in-order", of=Collection, gives="list of rows", columns=_BAND, reads=["bands"])
def list_bands_in_order(thing: Thing) -> list[Row]:
    """The bands of a fee from the lowest up, with their fees: `next` is the next amount above a band, `reach` the
    highest amount that it names, `share-of-top` what part of its upper end the fee is."""
    return [_make_band(thing, band, fee) for band, fee in list_bands(thing)]


@derive("lowest-band", of=Collection, gives="row", columns=_BAND, reads=["bands"])
def find_lowest_band(thing: Thing) -> Row | None:
    """The band of a fee that begins lowest."""
    return next((_make_band(thing, band, fee) for band, fee in list_bands(thing)), None)


@derive("highest-band", of=Collection, gives="row", columns=_BAND, reads=["bands"])
def find_highest_band(thing: Thing) -> Row | None:
    """The band of a fee that ends highest."""
    rows = list_bands(thing)
    top = max(rows, key=lambda row: (row[0].high is None, row[0].high or 0), default=None)
    return _make_band(thing, *top) if top is not None else None


@derive("has-flat-bands", of=Collection, gives="yes or no", reads=["bands"])
def has_flat_bands(thing: Thing) -> bool | None:
    """Whether a fee by bands is an amount in each of them, and no share."""
    rows = list_bands(thing)
    return all(fee.share is None for _, fee in rows) if rows else None


@derive("amounts-of", of=Collection, gives="word", reads=["by"])
def name_amounts(thing: Thing) -> str:
    """What the bands of a fee are bands of: wagers, table action, players, table limits or pots."""
    return _AMOUNTS_OF.get(thing.value.by, "amounts")


@derive(
    "gaps",
    of=Collection,
    gives="list of rows",
    columns={"amounts": "text", "missing-row": "text"},
    reads=["bands", "/unit"],
)
def list_gaps(thing: Thing) -> list[Row]:
    """The amounts between the bands of a fee that no band has, in steps of the schedule's unit, each at the band that
    begins too late. `missing-row` is the row for them, with the fee left empty."""
    return list(_find_gaps(thing))


def _find_gaps(thing: Thing) -> Iterator[Row]:
    bands = [band for band, _ in list_bands(thing)]
    top = bands[0] if bands else None
    for band in bands[1:]:
        assert top is not None
        unit = _find_unit(thing, band)
        if top.high is not None and (first := find_next(top.high, unit)) < band.low:
            last = find_last_below(band.low, unit)
            written = describe_stretch(band, first, last, "-")
            row = f'"{written}":  # say the fee' if "," in written else f"{written}:  # say the fee"
            at = (*thing.route, "bands")
            columns = {"amounts": describe_stretch(band, first, last), "missing-row": row}
            yield Row((*at, Key(band.text)), columns, ((*at, Key(top.text)),))
        if top.high is not None and (band.high is None or band.high > top.high):
            top = band


@derive("overlaps", of=Collection, gives="list of rows", columns={"says": "text"}, reads=["bands"])
def list_overlaps(thing: Thing) -> list[Row]:
    """The amounts that stand in two bands of a fee with two fees, each at the higher band."""
    return list(_find_overlaps(thing))


def _find_overlaps(thing: Thing) -> Iterator[Row]:
    rows = list_bands(thing)
    for number, (band, fee) in enumerate(rows[1:], 1):
        top, charged = max(rows[:number], key=lambda row: (row[0].high is None, row[0].high or 0))
        if (top.high is None or band.low <= top.high) and fee[:2] != charged[:2]:
            ends = [one.high for one in (top, band) if one.high is not None]
            shared = describe_stretch(band, band.low, min(ends)) if ends else f"{band.format_amount(band.low)} and more"
            at = (*thing.route, "bands")
            says = f"{shared} stand in {top} at {charged.text} and in {band} at {fee.text}"
            yield Row((*at, Key(band.text)), {"says": says}, ((*at, Key(top.text)),))


@derive("out-of-unit", of=Collection, gives="text", reads=["bands", "/unit"])
def find_out_of_unit(thing: Thing) -> Placed | None:
    """What in the bands of a fee does not go by the unit of the schedule: their steps, or the end of a band. Few bands
    that lie further apart than a unit leave a gap; many have another unit."""
    bands = [band for band, _ in list_bands(thing)]
    unit, at = thing.document.unit, (*thing.route, "bands")
    if unit is None or not all(band.money for band in bands):
        return None
    steps = [after.low - before.high for before, after in pairwise(bands) if before.high is not None]
    step = steps[0] if len(set(steps)) == 1 else Decimal(0)
    if 0 < step < unit or (step > unit and len(steps) >= _SEVERAL):
        return Placed(f"each band starts {show_money(step)} after the one before", at, (("unit",),))
    ends = ((band, end) for band in bands for end in (band.low, band.high) if end is not None and end % unit)
    odd = next(ends, None)
    if odd is None:
        return None
    says = f"the band {odd[0]} has an end at {show_money(odd[1])}, which is no multiple of the unit"
    return Placed(says, (*at, Key(odd[0].text)), (("unit",),))


# --- limits ---

_LIMIT: Final = {"low": "dollars", "high": "dollars"}
_OWN: Final = ("wager", "table-limit")


def find_own_limits(option: Option, route: Route) -> tuple[Band, Route] | None:
    """The wagers that an option is for, and where that stands."""
    for key, band in zip(_OWN, (option.wager, option.table_limit), strict=True):
        if band is not None:
            return band, (*route, key)
    return None


def _make_limit(low: Decimal | None, high: Decimal | None, at: Route) -> Row:
    ends = {"low": low, "high": high}
    return Row(at, {name: Placed(_NO_END if end is None else end, at) for name, end in ends.items()})


@derive("least-wager", of=Option, gives="row", columns=_LIMIT, reads=[*_OWN, "/table-limits.minimum"])
def find_least_wager(thing: Thing) -> Row | None:
    """The least that may be wagered under an option: from `low` to `high` where the house chooses it."""
    own, limits = find_own_limits(thing.value, thing.route), thing.document.table_limits
    if own is not None:
        return _make_limit(own[0].low, own[0].low, own[1])
    if limits is None or limits.minimum is None:
        return None
    return _make_limit(limits.minimum.low, limits.minimum.high, ("table-limits", "minimum"))


@derive("most-wager", of=Option, gives="row", columns=_LIMIT, reads=[*_OWN, "/table-limits.maximum"])
def find_most_wager(thing: Thing) -> Row | None:
    """The most that may be wagered under an option: from `low` to `high` where the house chooses it."""
    own, limits = find_own_limits(thing.value, thing.route), thing.document.table_limits
    if own is not None:
        return _make_limit(own[0].high, own[0].high, own[1])
    if limits is None or limits.maximum is None:
        return None
    return _make_limit(limits.maximum.low, limits.maximum.high, ("table-limits", "maximum"))


@derive(
    "least-action",
    of=Option,
    gives="row",
    columns=_LIMIT,
    reads=[*_OWN, "collections.*.bands", "collections.*.by", "/table-limits.minimum"],
)
def find_least_action(thing: Thing) -> Row | None:
    """The least that all players may wager together: one player's least wager, by the table or by the bands of wagers
    of the option itself."""
    table: Row | None = find_least_wager(thing)
    firsts = [
        (one.bands.ascending[0][0], (*thing.route, "collections", place, "bands"))
        for place, one in enumerate(thing.value.collections)
        if one.by == "wager-amount" and one.bands is not None and one.bands.ascending and has_charge(one)
    ]
    floors = [(band.low, (*at, Key(band.text))) for band, at in firsts if band.low > 0]
    if not floors:
        return table
    low, at = min(floors)
    of_table: Any = table.columns["low"].value if table is not None else None
    if table is not None and isinstance(of_table, Decimal) and of_table > low:
        return _make_limit(of_table, of_table, table.at)
    return _make_limit(low, low, at)


@derive(
    "limits-without-option",
    of=Schedule,
    gives="list of rows",
    columns={"amounts": "text"},
    reads=["table-limits", "options.*.table-limit", "options.*.wager", "options.*.for", "unit"],
)
def list_limits_without_option(thing: Thing) -> list[Row] | None:
    """Where each option for a game is for limits of its own: the limits of the schedule that no option is for."""
    schedule: Schedule = thing.value
    games = sorted({name for option in schedule.options for name in option.for_}) or [""]
    tied = [options for game in games if (options := _list_tied(schedule, game))]
    if schedule.table_limits is None or not tied:
        return None
    return [row for options in tied for row in _find_left_out(schedule, options)]


def _list_tied(schedule: Schedule, game: str) -> list[tuple[Band, int]]:
    """The options for a game with the limits that each is for, lowest first; none unless each has such limits."""
    options = [row for row in enumerate(schedule.options) if not row[1].for_ or game in row[1].for_]
    tied = [(option.table_limit or option.wager, number) for number, option in options]
    own = [(band, number) for band, number in tied if band is not None]
    return sorted(own, key=lambda row: row[0].low) if len(own) == len(tied) else []


def _find_left_out(schedule: Schedule, tied: Sequence[tuple[Band, int]]) -> Iterator[Row]:
    limits: Any = schedule.table_limits
    step = schedule.unit or _ONE
    reached = limits.minimum.low - step if limits.minimum is not None else tied[0][0].low
    for band, number in tied:
        if band.low - reached > step:
            amounts = f"from {band.format_amount(reached + step)} to {band.format_amount(band.low - step)}"
            yield Row(("options", number), {"amounts": amounts}, (("table-limits",),))
        if band.high is None:
            return
        reached = max(reached, band.high)
    if limits.maximum is not None and (limits.maximum.high is None or limits.maximum.high > reached):
        yield Row(("table-limits", "maximum"), {"amounts": f"above {tied[0][0].format_amount(reached)}"})


# --- fees that leap ---


@derive(
    "leaps",
    of=Schedule,
    gives="list of rows",
    columns={"says": "text"},
    takes=["times"],
    reads=[f"options.*.collections.*.{key}" for key in ("bands", "fee", "payer", "per", "type")],
)
def list_leaps(thing: Thing, times: int) -> list[Row] | None:
    """Where of all the amounts that one payer pays for the same thing one is more than some times the next lower. Those
    on the side of the leap that has fewer are taken for the slip."""
    alike: dict[tuple[Any, ...], list[tuple[Route, Fee]]] = defaultdict(list)
    for route, _, collection in thing.value.collections():
        for place, _, fee in collection.rows():
            if fee.is_charged and fee.share is None:
                alike[collection.payer, collection.per, collection.fee_type, fee.per].append(((*route, *place), fee))
    several = [fees for fees in alike.values() if len({fee.amount for _, fee in fees}) > 1]
    return [row for fees in several for row in _find_leaps(fees, times)] if several else None


def _find_leaps(fees: list[tuple[Route, Fee]], times: int) -> Iterator[Row]:
    fees = sorted(fees, key=lambda one: one[1].amount)
    for place, ((at, less), (above, more)) in enumerate(pairwise(fees), 1):
        if more.amount > times * less.amount:
            if len(fees) - place > place:
                yield Row(at, {"says": f"{less}, where the next higher fee for the same thing is {more}"}, (above,))
            else:
                yield Row(above, {"says": f"{more}, where the next lower fee for the same thing is {less}"}, (at,))
