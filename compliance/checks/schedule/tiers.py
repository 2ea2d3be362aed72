"""How fees go from band to band."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Final

from compliance.checks.registry import check
from compliance.checks.schedule.charges import flat_tiers, payer_of
from compliance.checks.schedule.limits import least_wager
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed
from compliance.documents.schedule import Schedule
from compliance.documents.values import show_money, show_percent

_AMOUNT_OF: Final = {"wager-amount": "a wager", "total-table-action": "total table action"}


@check("fees-track-percentage")
def fees_track_percentage(schedule: Schedule, tiers: int) -> Verdicts:
    """Flat fees are not one percentage of the top of their bands, tier after tier."""
    looked = False
    for route, option, collection, rows in flat_tiers(schedule):
        closed = [(band, fee) for band, fee in rows if band.high and fee.charges and band.money]
        if len(closed) < tiers:
            continue
        looked = True
        top, fee = closed[0][0].high or Decimal(1), closed[0][1].amount
        if all(other.amount * top == fee * (band.high or 0) for band, other in closed):
            share = _share(Fraction(fee) / Fraction(top))
            steps = ", ".join(f"{fee.text} on {band.show(band.high or Decimal(0))}" for band, fee in closed)
            said = f"In option {option.option} the fee of {payer_of(collection)}"
            message = f"{said} is {share} of the top of each band: {steps}."
            also = [((*route, band.text), fee.text) for band, fee in closed[1:]]
            yield failed(message, (*route, closed[0][0].text), also, closed[0][1].text)
        else:
            message = f"In option {option.option} the fees of {payer_of(collection)} follow no single percentage."
            yield passed(message, route)
    if not looked:
        yield not_applicable("No fee has so many bands with an upper end.", ("options",))


def _share(share: Fraction) -> str:
    """A percentage where it can be written exactly, and a fraction where it cannot."""
    denominator = share.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    return show_percent(share) if denominator == 1 else str(share)


@check("fees-rise")
def fees_rise(schedule: Schedule) -> Verdicts:
    """A fee does not fall as wagers, players or limits rise."""
    looked = False
    for route, option, collection, rows in flat_tiers(schedule):
        looked = True
        clean = True
        for (below, less), (band, fee) in pairwise(rows):
            if fee.amount < less.amount:
                clean = False
                said = f"In option {option.option} the fee of {payer_of(collection)} falls"
                message = f"{said} from {less.text} ({below}) to {fee.text} ({band})."
                yield failed(message, (*route, band.text), [((*route, below.text), less.text)], fee.text)
        if clean:
            yield passed(f"In option {option.option} the fee of {payer_of(collection)} never falls.", route)
    if not looked:
        yield not_applicable("No fee goes by bands.", ("options",))


@check("tiers-differ")
def tiers_differ(schedule: Schedule) -> Verdicts:
    """Two neighbouring bands do not have the same fee."""
    looked = False
    for route, option, collection, rows in flat_tiers(schedule):
        looked = True
        clean = True
        for (below, less), (band, fee) in pairwise(rows):
            if fee.amount == less.amount and fee.per == less.per:
                clean = False
                said = f"In option {option.option} {payer_of(collection)} pays {fee.text}"
                message = f"{said} in {below} and in {band}: the second band changes nothing."
                yield failed(message, (*route, band.text), [((*route, below.text), less.text)], "the same fee")
        if clean:
            yield passed(f"In option {option.option} each band of {payer_of(collection)} has a fee of its own.", route)
    if not looked:
        yield not_applicable("No fee goes by bands.", ("options",))


@check("fee-within-wager")
def fee_within_wager(schedule: Schedule) -> Verdicts:
    """A fee is not above the whole amount that it is taken on."""
    looked = False
    for route, option, collection, rows in flat_tiers(schedule):
        if collection.by not in _AMOUNT_OF:
            continue
        looked = True
        clean = True
        table = least_wager(schedule, int(route[1]))
        for band, fee in rows:
            least = max(band.low, (table.low if table is not None else None) or Decimal(0))
            if least and fee.amount > least:
                clean = False
                what = f"{_AMOUNT_OF[collection.by]} of {show_money(least)}"
                said = f"In option {option.option} {payer_of(collection)} pays {fee.text}"
                message = f"{said} on {what}, more than the whole of it."
                yield failed(message, (*route, band.text), label=f"{fee.text} on {show_money(least)}")
        if clean:
            yield passed(f"In option {option.option} no fee of {payer_of(collection)} is above the amount.", route)
    if not looked:
        yield not_applicable("No fee goes by the amount of wagers.", ("options",))
