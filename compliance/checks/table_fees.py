"""Fees by type: for time, for each hand, or a rake. Who may charge them, how they are taken, and how high they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from compliance.checks.facts import at_most, one_of, show
from compliance.checks.registry import Verdict, Verdicts, check, failed, not_applicable, passed, review, unstated
from compliance.documents.routes import fact, route_of
from compliance.documents.values import Fee, Turns, show_money, show_percent
from compliance.routes import Route, show_route

if TYPE_CHECKING:
    from compliance.documents.schedule import Collection, Schedule

_MINUTES = {"minute": 1, "quarter hour": 15, "half hour": 30, "hour": 60}


def _of(schedule: Schedule, types: Sequence[str], methods: Sequence[str] = ()) -> Iterator[tuple[Route, Collection]]:
    """The collections of some types and methods; no types, or no methods, means all."""
    for route, _, collection in schedule.collections():
        if (not types or collection.type in types) and (not methods or collection.method in methods):
            yield route, collection


def _none(types: Sequence[str], methods: Sequence[str] = ()) -> Verdict:
    return not_applicable(f"The schedule charges no fee by {' or '.join((*types, *methods))}.")


@check("one-fee-type")
def one_fee_type(schedule: Schedule, most: int) -> Verdicts:
    """At most so many types of fee are charged at a table at one time."""
    terms = schedule.terms
    all_types = {collection.type for _, _, collection in schedule.collections()}
    at_once = terms.fee_types_at_once if terms is not None else None
    if at_once is not None and at_once > most:
        yield failed(
            f"{at_once} types of fee may be charged at once; {most} is allowed.", ("terms", "fee-types-at-once")
        )
    for number, option in enumerate(schedule.options):
        types = sorted({collection.type or "fees of no stated type" for collection in option.collections})
        route: Route = ("options", number)
        if len(types) > most:
            yield failed(
                f"Option {option.option} charges {' and '.join(types)}; {most} type at a time is allowed.", route
            )
        else:
            yield passed(f"Option {option.option} charges {', '.join(types)}.", route)
    in_use = terms.options_in_use if terms is not None else None
    if len(all_types) > most and at_once is None and in_use != "one per table":
        message = (
            "Options charge different types of fee, and the schedule does not keep a table to one option at a time."
        )
        yield unstated("review", message, ("terms", "options-in-use"))


@check("collections-need")
def collections_need(
    schedule: Schedule, what: str, allowed: list[Any], types: Sequence[str] = (), methods: Sequence[str] = ()
) -> Verdicts:
    """Where fees of some type or method are charged, a fact of the schedule is one of those allowed."""
    if next(_of(schedule, types, methods), None) is None:
        yield _none(types, methods)
    else:
        yield from one_of(schedule, what, allowed)


@check("collections-need-at-most")
def collections_need_at_most(
    schedule: Schedule, what: str, most: Any, types: Sequence[str] = (), methods: Sequence[str] = ()
) -> Verdicts:
    """Where fees of some type or method are charged, a number of the schedule is not above a limit."""
    if next(_of(schedule, types, methods), None) is None:
        yield _none(types, methods)
    else:
        yield from at_most(schedule, what, most)


@check("collection-one-of")
def collection_one_of(
    schedule: Schedule,
    what: str,
    allowed: list[Any],
    types: Sequence[str] = (),
    methods: Sequence[str] = (),
    otherwise: str = "",
) -> Verdicts:
    """A fact of each fee of some type or method is one of those allowed; `otherwise` is where it may stand for all."""
    found = False
    wanted = [show(item) for item in allowed]
    for base, collection in _of(schedule, types, methods):
        found = True
        value, route = fact(collection, what), (*base, *route_of(what))
        if value is None and otherwise:
            value, route = fact(schedule, otherwise), route_of(otherwise)
        if value is None:
            message = f"The document does not state {what} of a {collection.type or collection.method or ''} fee."
            yield unstated("review", message, (*base, *route_of(what)))
        elif show(value) in wanted:
            yield passed(f"{show_route(route)} is {show(value)}.", route)
        else:
            label = f"expected {' or '.join(wanted)}"
            yield failed(f"{show_route(route)} is {show(value)}; {label}.", route, label=label)
    if not found:
        yield _none(types, methods)


@check("collection-at-most")
def collection_at_most(
    schedule: Schedule, what: str, most: Turns, types: Sequence[str] = (), methods: Sequence[str] = ()
) -> Verdicts:
    """A number of each fee of some type or method is not above a limit."""
    found = False
    for base, collection in _of(schedule, types, methods):
        found = True
        for verdict in at_most(collection, what, most):
            yield verdict._replace(at=(*base, *verdict.at))
    if not found:
        yield _none(types, methods)


@check("time-fee")
def time_fee(schedule: Schedule, type: str, per: Turns, most: Decimal | None = None) -> Verdicts:
    """A fee for time is not above a rate, whatever stretch of time it is charged for. No rate: none was seen."""
    for base, collection in _of(schedule, [type]):
        for place, _, fee in collection.rows():
            minutes = _minutes(fee.per or collection.per or "")
            if minutes is None or fee.share is not None:
                yield review(f"{fee.text} is charged by time; it is not stated for how long.", base + place)
                continue
            rate = Fraction(fee.amount) * (per.number * _MINUTES[per.unit.removesuffix("s")]) / minutes
            hourly = show_money(Decimal(rate.numerator) / rate.denominator)
            yield _against(f"{fee.text} for {minutes} minutes is {hourly} for {per}", rate, most, base + place)
    if next(_of(schedule, [type]), None) is None:
        yield _none([type])


def _against(said: str, amount: Fraction, most: Decimal | None, route: Route) -> Verdict:
    if most is None:
        return review(f"{said}; the limit on this date was not seen.", route)
    if amount > most:
        label = f"at most {show_money(most)}"
        return failed(f"{said}; {label} is allowed.", route, label=label)
    return passed(f"{said}; at most {show_money(most)} is allowed.", route)


@check("time-fee-often")
def time_fee_often(schedule: Schedule, type: str, most: Turns) -> Verdicts:
    """A fee for time is collected at least once in so long a time."""
    limit = most.number * _MINUTES[most.unit.removesuffix("s")]
    for base, collection in _of(schedule, [type]):
        for place, _, fee in collection.rows():
            minutes = _minutes(fee.per or collection.per or "")
            if minutes is None:
                yield review(f"{fee.text} is charged by time; it is not stated how often.", base + place)
            elif minutes > limit:
                yield failed(
                    f"{fee.text} is collected every {minutes} minutes; at least once in {most} is needed.", base + place
                )
            else:
                yield passed(f"{fee.text} is collected every {minutes} minutes.", base + place)
    if next(_of(schedule, [type]), None) is None:
        yield _none([type])


def _minutes(words: str) -> int | None:
    """`hour`, `half hour`, `30 minutes`, `2 hours`: how many minutes."""
    found = re.fullmatch(
        r"(?:player per |player for each )?(\d+ )?(minute|quarter hour|half hour|hour)s?(?: per player)?", words
    )
    return int(found[1] or 1) * _MINUTES[found[2]] if found is not None else None


@check("hand-fee")
def hand_fee(schedule: Schedule, type: str, payers: list[str], most: Decimal | None = None) -> Verdicts:
    """A fee for each hand is not above an amount for each player. No amount: none was seen."""
    for base, collection in _of(schedule, [type]):
        for place, _, fee in collection.rows():
            if fee.share is not None or collection.payer not in payers:
                yield review(f"{fee.text} from the {collection.payer} is not an amount for each player.", base + place)
            else:
                yield _against(f"Each player pays {fee.text} for a hand", Fraction(fee.amount), most, base + place)
    if next(_of(schedule, [type]), None) is None:
        yield _none([type])


@check("rake")
def rake(schedule: Schedule, type: str, most: Fraction, cap: Decimal | None = None) -> Verdicts:
    """A rake is not above a share of what is wagered in the hand, nor above an amount where the law sets one."""
    for base, collection in _of(schedule, [type]):
        for place, _, fee in collection.rows():
            yield _rake_share(fee, most, base + place)
            if cap is not None:
                yield _rake_cap(collection, fee, cap, base)
    if next(_of(schedule, [type]), None) is None:
        yield _none([type])


def _rake_share(fee: Fee, most: Fraction, route: Route) -> Verdict:
    if fee.share is None:
        return review(
            f"The rake is {fee.text}; whether that is at most {show_percent(most)} depends on the pot.", route
        )
    if fee.share > most:
        message = f"The rake is {fee.text}; at most {show_percent(most)} of what is wagered is allowed."
        return failed(message, route, label=f"at most {show_percent(most)}")
    return passed(f"The rake is {fee.text}; at most {show_percent(most)} is allowed.", route)


def _rake_cap(collection: Collection, fee: Fee, cap: Decimal, base: Route) -> Verdict:
    top = collection.at_most if collection.at_most is not None else fee.amount if fee.share is None else None
    route: Route = (*base, "at-most")
    if top is None:
        return unstated("fail", f"The rake has no upper end; at most {show_money(cap)} for a hand is allowed.", route)
    if top > cap:
        return failed(f"The rake goes up to {show_money(top)}; at most {show_money(cap)} for a hand is allowed.", route)
    return passed(f"The rake goes up to {show_money(top)}; at most {show_money(cap)} is allowed.", route)


@check("free-players")
def free_players(schedule: Schedule, allowed: list[str], types: list[str]) -> Verdicts:
    """Somebody plays free only where the law says so: certain people, and with certain types of fee."""
    free = schedule.terms.free_for if schedule.terms is not None else []
    charged = {collection.type for _, _, collection in schedule.collections()}
    if not free:
        yield not_applicable("The schedule lets nobody play free.")
    for number, who in enumerate(free):
        route: Route = ("terms", "free-for", number)
        if who not in allowed:
            yield failed(f"{who.capitalize()} play free; only {' and '.join(allowed)} may.", route)
        elif not charged <= set(types):
            yield failed(
                f"{who.capitalize()} play free, which is allowed only where the fee is by {' or '.join(types)}.", route
            )
        else:
            yield passed(f"{who.capitalize()} play free where the fee is by {' or '.join(types)}.", route)
