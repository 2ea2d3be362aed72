"""How fees go from band to band."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.schedule.charges import NO_BANDS, Banded, flat_tiers
from compliance.checks.schedule.limits import least_wager
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed
from compliance.documents.charges import Band, Fee
from compliance.documents.schedule import Schedule
from compliance.documents.values import show_money, show_percent

_AMOUNT_OF: Final = {"wager-amount": "a wager", "total-table-action": "total table action"}


@check("fees-track-percentage")
def fees_track_percentage(schedule: Schedule, tiers: int) -> Verdicts:
    """Flat fees are not one percentage of the top of their bands, tier after tier.

    tiers: how many bands with an upper end a fee must have to be looked at
    """
    many = (one for one in flat_tiers(schedule) if len(_closed(one)) >= tiers)
    nothing = not_applicable("No fee has so many bands with an upper end.", ("options",))
    return look_at(many, _one_percentage, nothing=nothing)


def _closed(tiers: Banded) -> list[tuple[Band, Fee]]:
    """The rows that charge something up to an amount of money."""
    return [(band, fee) for band, fee in tiers.rows if band.high and fee.charges and band.money]


def _one_percentage(tiers: Banded) -> Verdict:
    closed = _closed(tiers)
    top, amount = closed[0][0].high or Decimal(1), closed[0][1].amount
    if any(fee.amount * top != amount * (band.high or 0) for band, fee in closed):
        return passed(f"{tiers.said} the fees of {tiers.whose} follow no single percentage.", tiers.route)
    share = _share(Fraction(amount) / Fraction(top))
    steps = ", ".join(f"{fee.text} on {band.show(band.high or Decimal(0))}" for band, fee in closed)
    message = f"{tiers.said} the fee of {tiers.whose} is {share} of the top of each band: {steps}."
    also = [((*tiers.route, band.text), fee.text) for band, fee in closed[1:]]
    return failed(message, (*tiers.route, closed[0][0].text), also, closed[0][1].text)


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

    def never(tiers: Banded) -> Verdict:
        return passed(f"{tiers.said} the fee of {tiers.whose} never falls.", tiers.route)

    return look_at(flat_tiers(schedule), _falls, clean=never, nothing=NO_BANDS)


def _falls(tiers: Banded) -> Verdicts:
    for (below, less), (band, fee) in pairwise(tiers.rows):
        if fee.amount < less.amount:
            message = f"{tiers.said} the fee of {tiers.whose} falls from {less.text} ({below}) to {fee.text} ({band})."
            yield failed(message, (*tiers.route, band.text), [((*tiers.route, below.text), less.text)], fee.text)


@check("tiers-differ")
def tiers_differ(schedule: Schedule) -> Verdicts:
    """Two neighbouring bands do not have the same fee."""

    def each_its_own(tiers: Banded) -> Verdict:
        return passed(f"{tiers.said} each band of {tiers.whose} has a fee of its own.", tiers.route)

    return look_at(flat_tiers(schedule), _same_again, clean=each_its_own, nothing=NO_BANDS)


def _same_again(tiers: Banded) -> Verdicts:
    for (below, less), (band, fee) in pairwise(tiers.rows):
        if fee.amount == less.amount and fee.per == less.per:
            said = f"{tiers.said} {tiers.whose} pays {fee.text} in {below} and in {band}"
            message = f"{said}: the second band changes nothing."
            yield failed(message, (*tiers.route, band.text), [((*tiers.route, below.text), less.text)], "the same fee")


@check("fee-within-wager")
def fee_within_wager(schedule: Schedule) -> Verdicts:
    """A fee is not above the whole amount that it is taken on."""

    def above(tiers: Banded) -> Verdicts:
        table = least_wager(schedule, tiers.number)
        return _above_amount(tiers, (table.low if table is not None else None) or Decimal(0))

    def within(tiers: Banded) -> Verdict:
        return passed(f"{tiers.said} no fee of {tiers.whose} is above the amount.", tiers.route)

    measured = (tiers for tiers in flat_tiers(schedule) if tiers.collection.by in _AMOUNT_OF)
    nothing = not_applicable("No fee goes by the amount of wagers.", ("options",))
    return look_at(measured, above, clean=within, nothing=nothing)


def _above_amount(tiers: Banded, table_least: Decimal) -> Verdicts:
    for band, fee in tiers.rows:
        least = max(band.low, table_least)
        if least and fee.amount > least:
            what = f"{_AMOUNT_OF[tiers.collection.by]} of {show_money(least)}"
            message = f"{tiers.said} {tiers.whose} pays {fee.text} on {what}, more than the whole of it."
            yield failed(message, (*tiers.route, band.text), label=f"{fee.text} on {show_money(least)}")
