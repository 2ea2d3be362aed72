"""Fees by type: which are charged at once, how they are taken, and who plays free."""

from typing import Any

from compliance.checks.general.facts import at_most, one_of
from compliance.checks.looking import look_at
from compliance.checks.naming import called, stating
from compliance.checks.parameters import AnyNumber, FeePart, Where
from compliance.checks.registry import check
from compliance.checks.schedule.charges import Charged, FeeTypes, Methods, fees_of, may_charge, none_charged
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.routes import fact, route_of
from compliance.documents.schedule import Schedule
from compliance.documents.values import Turns
from compliance.routes import Route


@check("one-fee-type")
def one_fee_type(schedule: Schedule, most: int) -> Verdicts:
    """At most so many types of fee are charged at a table at one time.

    most: how many
    """
    terms = schedule.terms
    all_types = {collection.charged_as for _, _, collection in schedule.collections()}
    at_once = terms.fee_types_at_once if terms is not None else None
    if at_once is not None and at_once > most:
        yield failed(
            f"{at_once} types of fee may be charged at once; {most} is allowed.", ("terms", "fee-types-at-once")
        )
    for number, option in enumerate(schedule.options):
        drops = [collection for collection in option.collections if collection.drops_only]
        charged = {c.charged_as for c in option.collections if may_charge(c) and not c.drops_only}
        types = sorted(type for type in charged if type is not None)
        route: Route = ("options", number)
        if drops:
            fees = ", ".join(str(collection.jackpot_drop) for collection in drops)
            message = f"Option {option.option} drops {fees} for a jackpot; whether that is a fee of another type"
            yield review(f"{message} is for a person to say.", route)
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
    schedule: Schedule, what: Where, allowed: list[Any], types: FeeTypes = (), methods: Methods = ()
) -> Verdicts:
    """Where fees of some type or method are charged, a fact of the schedule is one of those allowed.

    what: where the fact stands
    allowed: the values that are allowed
    """
    charged = fees_of(schedule, types, methods)[:1]
    return look_at(charged, lambda _: one_of(schedule, what, allowed), nothing=none_charged(types, methods))


@check("collections-need-at-most")
def collections_need_at_most(
    schedule: Schedule, what: Where, most: AnyNumber, types: FeeTypes = (), methods: Methods = ()
) -> Verdicts:
    """Where fees of some type or method are charged, a number of the schedule is not above a limit.

    what: where the number stands
    most: the limit
    """
    charged = fees_of(schedule, types, methods)[:1]
    return look_at(charged, lambda _: at_most(schedule, what, most), nothing=none_charged(types, methods))


@check("collection-one-of")
def collection_one_of(
    schedule: Schedule,
    what: FeePart,
    allowed: list[Any],
    types: FeeTypes = (),
    methods: Methods = (),
    otherwise: Where = "",
    but_types: FeeTypes = (),
) -> Verdicts:
    """A fact of each fee of some type or method is one of those allowed.

    what: the part of the fee that says it
    allowed: the values that are allowed
    otherwise: where the schedule may say it for all its fees
    but-types: types of fee that have a rule of their own
    """
    wanted = [show(item) for item in allowed]

    def judged(charged: Charged) -> Verdict:
        collection = charged.collection
        value, route = fact(collection, what), (*charged.route, *route_of(what))
        if value is None and otherwise:
            value, route = fact(schedule, otherwise), route_of(otherwise)
        if value is None:
            message = f"The document does not state {called((*charged.route, *route_of(what)))}."
            return unstated("review", message, (*charged.route, *route_of(what)))
        if show(value) in wanted:
            return passed(f"{stating(route, value)}.", route)
        label = f"expected {' or '.join(wanted)}"
        return failed(f"{stating(route, value)}; {label}.", route, label=label)

    asked = [fee for fee in fees_of(schedule, types, methods) if fee.collection.charged_as not in but_types]
    return look_at(asked, judged, nothing=none_charged(types, methods))


@check("collection-at-most")
def collection_at_most(
    schedule: Schedule, what: FeePart, most: Turns, types: FeeTypes = (), methods: Methods = ()
) -> Verdicts:
    """A number of each fee of some type or method is not above a limit.

    what: the part of the fee that gives the number
    most: the limit
    """

    def judged(charged: Charged) -> Verdicts:
        for verdict in at_most(charged.collection, what, most):
            yield verdict._replace(at=(*charged.route, *verdict.at))

    return look_at(fees_of(schedule, types, methods), judged, nothing=none_charged(types, methods))


@check("free-players")
def free_players(schedule: Schedule, allowed: list[str], types: list[str]) -> Verdicts:
    """Somebody plays free only where that is allowed: certain people with certain types of fee, or everybody.

    allowed: the people who may play free
    types: the types of fee with which they may
    """
    free = schedule.terms.free_for if schedule.terms is not None else []
    charged = {collection.charged_as for _, _, collection in schedule.collections() if may_charge(collection)}
    only = f"which is allowed only where the fee is by {' or '.join(types)}"

    def judged(entry: tuple[int, str]) -> Verdict:
        number, who = entry
        route: Route = ("terms", "free-for", number)
        said = f"{who.capitalize()} play free"
        if not charged:
            return passed("The schedule charges nobody anything; play is free for all.", route)
        if who not in allowed:
            return failed(f"{said}; only {' and '.join(allowed)} may.", route)
        if charged <= set(types):
            return passed(f"{said} where the fee is by {' or '.join(types)}.", route)
        if charged & {*types, None}:
            return review(f"{said}, {only}; the schedule also charges in other ways.", route)
        return failed(f"{said}, {only}.", route)

    return look_at(enumerate(free), judged, nothing=not_applicable("The schedule lets nobody play free."))
