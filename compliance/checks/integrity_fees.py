"""Whether fees are settled and make sense: who pays, on what, when; and how they go from band to band."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Final

from compliance.checks.integrity_coverage import charges, least_wager
from compliance.checks.registry import Verdict, Verdicts, check, failed, not_applicable, passed, unstated
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.documents.values import Band, Fee, show_money, show_percent
from compliance.routes import Route

_NOUNS: Final = {"wager-amount": "a wager", "total-table-action": "total table action"}


def _tiers(schedule: Schedule) -> Iterator[tuple[Route, Option, Collection, list[tuple[Band, Fee]]]]:
    """Every collection of flat fees by bands, from the lowest band up."""
    for route, option, collection in schedule.collections():
        if collection.bands is not None and len(collection.bands):
            rows = collection.bands.ascending
            if all(fee.share is None for _, fee in rows):
                yield (*route, "bands"), option, collection, rows


def _payer(collection: Collection) -> str:
    return f"the {collection.payer}" if collection.payer is not None else "the payer"


@check("fee-settled")
def fee_settled(schedule: Schedule) -> Verdicts:
    """Each fee says who pays it, by what measure its bands go, and what it is taken for."""
    timeless: dict[str, list[tuple[Route, str]]] = {}
    if not any(True for _ in schedule.collections()):
        yield failed("The schedule has no fee at all.", ("options",))
    for route, option, collection in schedule.collections():
        measured = collection.bands is None or collection.by != "nothing"
        said = f"Option {option.option} says of {_payer(collection)}"
        if not any(True for _ in collection.rows()):
            yield unstated("fail", f"{said} that a fee is due, and not how much.", (*route, "fee"))
        elif collection.fee is not None and collection.bands:
            message = f"{said} both one fee, {collection.fee}, and fees by bands."
            yield failed(message, (*route, "fee"), [((*route, "bands"), "by bands")])
        elif collection.payer is not None and measured and _says_how_often(collection):
            yield passed(f"Option {option.option} says who pays, for what and by what measure.", route)
        elif charges(collection):
            yield from _open_points(route, option, collection)
            if not _says_how_often(collection):
                timeless.setdefault(_payer(collection), []).append(((*route, "per"), f"option {option.option}"))
    for payer, places in timeless.items():
        where = f"in {len(places)} options" if len(places) > 1 else f"in {places[0][1]}"
        message = f"For what {payer} pays each time {where} is not said: a hand, a wager, an hour."
        yield unstated("fail", message, places[0][0])._replace(label=places[0][1], also=tuple(places[1:]))


def _open_points(route: Route, option: Option, collection: Collection) -> Iterator[Verdict]:
    fees = ", ".join(dict.fromkeys(fee.text for _, _, fee in collection.rows() if fee.charges))
    said = f"Option {option.option} takes {fees}"
    if collection.payer is None:
        yield unstated("fail", f"{said} and does not say from whom.", (*route, "payer"))
    if collection.bands is not None and collection.by == "nothing":
        message = f"{said} from {_payer(collection)} by bands and does not say of what."
        yield failed(message, (*route, "bands"), label="bands of what?")


def _says_how_often(collection: Collection) -> bool:
    if any(said is not None for said in (collection.per, collection.when, collection.collected)):
        return True
    return collection.type == "time" or any(fee.per for _, _, fee in collection.rows())


@check("fee-time-agrees")
def fee_time_agrees(schedule: Schedule) -> Verdicts:
    """A fee by the hour is not taken at a point of the hand."""
    looked = False
    for route, option, collection in schedule.collections():
        if collection.type != "time":
            continue
        looked = True
        fee = collection.fee.text if collection.fee is not None else "a fee by time"
        if collection.collected is not None and "flop" in collection.collected:
            message = f"Option {option.option} takes {fee}, and takes it {collection.collected}."
            yield failed(message, (*route, "collected"), [((*route, "fee"), "by time")], "a point of the hand")
        else:
            yield passed(f"Option {option.option} takes {fee}.", route)
    if not looked:
        yield not_applicable("No fee goes by time.", ("options",))


@check("fee-known-before-deal")
def fee_known_before_deal(schedule: Schedule) -> Verdicts:
    """The amount of a fee does not depend on what the cards bring."""
    places: list[tuple[Route, str]] = []
    texts: list[str] = []
    for number, option in enumerate(schedule.options):
        fees = {fee.amount for c in option.collections for _, _, fee in c.rows() if fee is not c.without_flop}
        for place, collection in enumerate(option.collections):
            fee = collection.without_flop
            if fee is not None and fee.amount not in fees:
                places.append((("options", number, "collections", place, "without-flop"), f"option {option.option}"))
                texts.append(fee.text)
    if places:
        at, label = places[0]
        amounts = ", ".join(dict.fromkeys(texts))
        options = "1 option takes" if len(places) == 1 else f"{len(places)} options take"
        said = f"{options} another fee ({amounts}) when there is no flop"
        message = f"{said}; before the deal nobody knows which."
        yield failed(message, at, places[1:], label)
    elif schedule.options:
        yield passed("Every fee is known before the deal.", ("options",))


@check("fees-track-percentage")
def fees_track_percentage(schedule: Schedule, tiers: int) -> Verdicts:
    """Flat fees are not one percentage of the top of their bands, tier after tier."""
    looked = False
    for route, option, collection, rows in _tiers(schedule):
        closed = [(band, fee) for band, fee in rows if band.high and fee.charges and band.money]
        if len(closed) < tiers:
            continue
        looked = True
        top, fee = closed[0][0].high or Decimal(1), closed[0][1].amount
        if all(other.amount * top == fee * (band.high or 0) for band, other in closed):
            share = _share(Fraction(fee) / Fraction(top))
            steps = ", ".join(f"{fee.text} on {band.show(band.high or Decimal(0))}" for band, fee in closed)
            said = f"In option {option.option} the fee of {_payer(collection)}"
            message = f"{said} is {share} of the top of each band: {steps}."
            also = [((*route, band.text), fee.text) for band, fee in closed[1:]]
            yield failed(message, (*route, closed[0][0].text), also, closed[0][1].text)
        else:
            message = f"In option {option.option} the fees of {_payer(collection)} follow no single percentage."
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
    for route, option, collection, rows in _tiers(schedule):
        looked = True
        clean = True
        for (below, less), (band, fee) in pairwise(rows):
            if fee.amount < less.amount:
                clean = False
                said = f"In option {option.option} the fee of {_payer(collection)} falls"
                message = f"{said} from {less.text} ({below}) to {fee.text} ({band})."
                yield failed(message, (*route, band.text), [((*route, below.text), less.text)], fee.text)
        if clean:
            yield passed(f"In option {option.option} the fee of {_payer(collection)} never falls.", route)
    if not looked:
        yield not_applicable("No fee goes by bands.", ("options",))


@check("tiers-differ")
def tiers_differ(schedule: Schedule) -> Verdicts:
    """Two neighbouring bands do not have the same fee."""
    looked = False
    for route, option, collection, rows in _tiers(schedule):
        looked = True
        clean = True
        for (below, less), (band, fee) in pairwise(rows):
            if fee.amount == less.amount and fee.per == less.per:
                clean = False
                said = f"In option {option.option} {_payer(collection)} pays {fee.text}"
                message = f"{said} in {below} and in {band}: the second band changes nothing."
                yield failed(message, (*route, band.text), [((*route, below.text), less.text)], "the same fee")
        if clean:
            yield passed(f"In option {option.option} each band of {_payer(collection)} has a fee of its own.", route)
    if not looked:
        yield not_applicable("No fee goes by bands.", ("options",))


@check("fee-within-wager")
def fee_within_wager(schedule: Schedule) -> Verdicts:
    """A fee is not above the whole amount that it is taken on."""
    looked = False
    for route, option, collection, rows in _tiers(schedule):
        if collection.by not in _NOUNS:
            continue
        looked = True
        clean = True
        table = least_wager(schedule, int(route[1]))
        for band, fee in rows:
            least = max(band.low, (table.low if table is not None else None) or Decimal(0))
            if least and fee.amount > least:
                clean = False
                what = f"{_NOUNS[collection.by]} of {show_money(least)}"
                said = f"In option {option.option} {_payer(collection)} pays {fee.text}"
                message = f"{said} on {what}, more than the whole of it."
                yield failed(message, (*route, band.text), label=f"{fee.text} on {show_money(least)}")
        if clean:
            yield passed(f"In option {option.option} no fee of {_payer(collection)} is above the amount.", route)
    if not looked:
        yield not_applicable("No fee goes by the amount of wagers.", ("options",))
