"""Bands of money beside the unit in which a schedule says that wagers are made."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed
from compliance.documents.charges import Band
from compliance.documents.schedule import Collection, Schedule
from compliance.documents.values import show_money
from compliance.routes import Route

_SEVERAL: Final = 3


@check("bands-in-units")
def bands_in_units(schedule: Schedule) -> Verdicts:
    """Bands start and end at whole units, and go on one unit after another ends."""
    unit = schedule.unit
    banded = [(route, one) for route, _, one in schedule.collections() if one.bands is not None and _in_money(one)]
    nothing = not_applicable("The schedule declares no unit, or has no bands of money.")
    if unit is None:
        return look_at([], lambda _: (), nothing=nothing)
    clean = passed(f"The bands go by the unit of {show_money(unit)}.", ("unit",))
    return look_at(banded, lambda one: _out_of_unit(*one, unit), nothing=nothing, all_clean=clean)


def _in_money(collection: Collection) -> bool:
    """Whether a fee goes by what is wagered: a pot need not be of whole units."""
    bands = collection.bands if collection.by != "pot-size" else None
    return bands is not None and all(band.money for band, _ in bands.rows())


def _out_of_unit(route: Route, collection: Collection, unit: Decimal) -> Iterator[Verdict]:
    bands = [band for band, _ in collection.bands.ascending] if collection.bands is not None else []
    steps = [after.low - before.high for before, after in pairwise(bands) if before.high is not None]
    also: list[tuple[Route, str]] = [(("unit",), f"a unit of {show_money(unit)}")]
    step = steps[0] if len(set(steps)) == 1 else Decimal(0)
    # Few bands that lie further apart than a unit leave a gap, which is told elsewhere; many have another unit.
    if 0 < step < unit or (step > unit and len(steps) >= _SEVERAL):
        message = f"Each band starts {show_money(step)} after the one before; the unit is {show_money(unit)}."
        yield failed(message, (*route, "bands"), also, f"steps of {show_money(step)}")
        return
    odd = [(band, end) for band in bands for end in _ends(band) if end % unit]
    for band, end in odd[:1]:
        message = (
            f"The band {band} has an end at {show_money(end)}, which is no multiple of the unit, {show_money(unit)}."
        )
        yield failed(message, (*route, "bands", band.text), also)


def _ends(band: Band) -> list[Decimal]:
    return [end for end in (band.low, band.high) if end is not None]
