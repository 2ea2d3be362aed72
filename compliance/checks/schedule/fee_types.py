"""Fees by type: which are charged at once, how they are taken, and who plays free."""

from collections.abc import Sequence
from typing import Any

from compliance.checks.general.facts import at_most, one_of
from compliance.checks.parameters import AnyNumber, FeePart, Where
from compliance.checks.registry import check
from compliance.checks.schedule.charges import fees_of, may_charge, none_charged
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.routes import fact, route_of
from compliance.documents.schedule import Schedule
from compliance.documents.values import Turns
from compliance.routes import Route, show_route


@check("one-fee-type")
def one_fee_type(schedule: Schedule, most: int) -> Verdicts:
    """At most so many types of fee are charged at a table at one time."""
    terms = schedule.terms
    all_types = {collection.charged_as for _, _, collection in schedule.collections()}
    at_once = terms.fee_types_at_once if terms is not None else None
    if at_once is not None and at_once > most:
        yield failed(
            f"{at_once} types of fee may be charged at once; {most} is allowed.", ("terms", "fee-types-at-once")
        )
    for number, option in enumerate(schedule.options):
        charged = {collection.charged_as for collection in option.collections if may_charge(collection)}
        types = sorted(type for type in charged if type is not None)
        route: Route = ("options", number)
        if None in charged:
            known = f" beside {' and '.join(types)}" if types else ""
            yield review(f"Option {option.option} charges a fee of no stated type{known}.", route)
        elif len(types) > most:
            yield failed(
                f"Option {option.option} charges {' and '.join(types)}; {most} type at a time is allowed.", route
            )
        else:
            yield passed(f"Option {option.option} charges {', '.join(types) or 'nothing'}.", route)
    in_use = terms.options_in_use if terms is not None else None
    if len(all_types) > most and at_once is None and in_use != "one per table":
        message = (
            "Options charge different types of fee, and the schedule does not keep a table to one option at a time."
        )
        yield unstated("review", message, ("terms", "options-in-use"))


@check("collections-need")
def collections_need(
    schedule: Schedule, what: Where, allowed: list[Any], types: Sequence[str] = (), methods: Sequence[str] = ()
) -> Verdicts:
    """Where fees of some type or method are charged, a fact of the schedule is one of those allowed."""
    if next(fees_of(schedule, types, methods), None) is None:
        yield none_charged(types, methods)
    else:
        yield from one_of(schedule, what, allowed)


@check("collections-need-at-most")
def collections_need_at_most(
    schedule: Schedule, what: Where, most: AnyNumber, types: Sequence[str] = (), methods: Sequence[str] = ()
) -> Verdicts:
    """Where fees of some type or method are charged, a number of the schedule is not above a limit."""
    if next(fees_of(schedule, types, methods), None) is None:
        yield none_charged(types, methods)
    else:
        yield from at_most(schedule, what, most)


@check("collection-one-of")
def collection_one_of(
    schedule: Schedule,
    what: FeePart,
    allowed: list[Any],
    types: Sequence[str] = (),
    methods: Sequence[str] = (),
    otherwise: Where = "",
) -> Verdicts:
    """A fact of each fee of some type or method is one of those allowed; `otherwise` is where it may stand for all."""
    found = False
    wanted = [show(item) for item in allowed]
    for base, collection in fees_of(schedule, types, methods):
        found = True
        value, route = fact(collection, what), (*base, *route_of(what))
        if value is None and otherwise:
            value, route = fact(schedule, otherwise), route_of(otherwise)
        if value is None:
            message = f"The document does not state {what} of a {collection.charged_as or collection.method or ''} fee."
            yield unstated("review", message, (*base, *route_of(what)))
        elif show(value) in wanted:
            yield passed(f"{show_route(route)} is {show(value)}.", route)
        else:
            label = f"expected {' or '.join(wanted)}"
            yield failed(f"{show_route(route)} is {show(value)}; {label}.", route, label=label)
    if not found:
        yield none_charged(types, methods)


@check("collection-at-most")
def collection_at_most(
    schedule: Schedule, what: FeePart, most: Turns, types: Sequence[str] = (), methods: Sequence[str] = ()
) -> Verdicts:
    """A number of each fee of some type or method is not above a limit."""
    found = False
    for base, collection in fees_of(schedule, types, methods):
        found = True
        for verdict in at_most(collection, what, most):
            yield verdict._replace(at=(*base, *verdict.at))
    if not found:
        yield none_charged(types, methods)


@check("free-players")
def free_players(schedule: Schedule, allowed: list[str], types: list[str]) -> Verdicts:
    """Somebody plays free only where the law says so: certain people with certain types of fee, or everybody."""
    free = schedule.terms.free_for if schedule.terms is not None else []
    charged = {collection.charged_as for _, _, collection in schedule.collections() if may_charge(collection)}
    by = " or ".join(types)
    if not free:
        yield not_applicable("The schedule lets nobody play free.")
    for number, who in enumerate(free):
        route: Route = ("terms", "free-for", number)
        if not charged:
            yield passed("The schedule charges nobody anything; play is free for all.", route)
        elif who not in allowed:
            yield failed(f"{who.capitalize()} play free; only {' and '.join(allowed)} may.", route)
        elif charged <= set(types):
            yield passed(f"{who.capitalize()} play free where the fee is by {by}.", route)
        elif charged & {*types, None}:
            message = f"{who.capitalize()} play free, which is allowed only where the fee is by {by}"
            yield review(f"{message}; the schedule also charges in other ways.", route)
        else:
            yield failed(f"{who.capitalize()} play free, which is allowed only where the fee is by {by}.", route)
