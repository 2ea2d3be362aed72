"""Fees by type: for time, for each hand, or a rake. Who may charge them, how they are taken, and how high they are.

A fee whose type is not stated is of the type that its shape shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from compliance.checks.facts import at_most, one_of, show
from compliance.checks.registry import (
    FeePart,
    Verdict,
    Verdicts,
    Where,
    check,
    failed,
    not_applicable,
    passed,
    review,
    unstated,
)
from compliance.documents.routes import fact, route_of
from compliance.documents.values import Fee, Turns, show_money, show_percent, whole_number
from compliance.routes import Route, show_route

if TYPE_CHECKING:
    from compliance.checks.cards import Card, Shelf
    from compliance.documents.schedule import Collection, Schedule

_MINUTES = {"minute": 1, "quarter hour": 15, "half hour": 30, "hour": 60}


def _of(schedule: Schedule, types: Sequence[str], methods: Sequence[str] = ()) -> Iterator[tuple[Route, Collection]]:
    """The fees of some types and methods that anybody pays; no types, or no methods, means all."""
    for route, _, collection in schedule.collections():
        wanted = (not types or collection.charged_as in types) and (not methods or collection.method in methods)
        if wanted and _charges(collection):
            yield route, collection


def _paid(collection: Collection) -> Iterator[tuple[Route, Fee]]:
    """The rows of a fee that charge something."""
    return ((place, fee) for place, _, fee in collection.rows() if fee.charges)


def _none(types: Sequence[str], methods: Sequence[str] = ()) -> Verdict:
    return not_applicable(f"The schedule charges no fee by {' or '.join((*types, *methods))}.")


def _no_amount(base: Route, collection: Collection) -> Verdict:
    """The answer to a fee that has neither an amount nor bands."""
    message = f"The document does not state how high a {collection.charged_as} fee is."
    return unstated("review", message, (*base, "fee"))


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
        charged = {collection.charged_as for collection in option.collections if _charges(collection)}
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


def _charges(collection: Collection) -> bool:
    """Whether anybody pays this fee, as far as the document tells."""
    rows = [fee.charges for _, _, fee in collection.rows()]
    return any(rows) or not rows


@check("collections-need")
def collections_need(
    schedule: Schedule, what: Where, allowed: list[Any], types: Sequence[str] = (), methods: Sequence[str] = ()
) -> Verdicts:
    """Where fees of some type or method are charged, a fact of the schedule is one of those allowed."""
    if next(_of(schedule, types, methods), None) is None:
        yield _none(types, methods)
    else:
        yield from one_of(schedule, what, allowed)


@check("collections-need-at-most")
def collections_need_at_most(
    schedule: Schedule, what: Where, most: Any, types: Sequence[str] = (), methods: Sequence[str] = ()
) -> Verdicts:
    """Where fees of some type or method are charged, a number of the schedule is not above a limit."""
    if next(_of(schedule, types, methods), None) is None:
        yield _none(types, methods)
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
    for base, collection in _of(schedule, types, methods):
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
        yield _none(types, methods)


@check("collection-at-most")
def collection_at_most(
    schedule: Schedule, what: FeePart, most: Turns, types: Sequence[str] = (), methods: Sequence[str] = ()
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
    """A fee for time is not above a rate, whatever stretch of time it is charged for, nor are all such fees of an
    option together. No rate: none was seen."""
    length = per.number * _MINUTES[per.unit.removesuffix("s")]
    for base, collection in _of(schedule, [type]):
        if next(collection.rows(), None) is None:
            yield _no_amount(base, collection)
        for place, fee in _paid(collection):
            rate = _rate(collection, fee, length)
            if rate is None:
                yield review(f"{fee.text} is charged by time; it is not stated for how long.", base + place)
                continue
            said = f"{fee.text} for {_minutes(fee.per or collection.per or '')} minutes is {_dollars(rate)} for {per}"
            yield _against(said, rate, most, base + place)
    if next(_of(schedule, [type]), None) is None:
        yield _none([type])
    elif most is not None:
        yield from _together(
            schedule,
            type,
            lambda c, fee: _rate(c, fee, length),
            Fraction(most),
            lambda sum: f"{_dollars(sum)} for {per}",
        )


def _rate(collection: Collection, fee: Fee, length: int) -> Fraction | None:
    """What a fee for time comes to over a length of time in minutes; None when its own stretch is not stated."""
    minutes = _minutes(fee.per or collection.per or "")
    return Fraction(fee.amount) * length / minutes if minutes is not None and fee.share is None else None


def _dollars(amount: Fraction) -> str:
    return show_money(Decimal(amount.numerator) / amount.denominator)


def _together(
    schedule: Schedule,
    type: str,
    size: Callable[[Collection, Fee], Fraction | None],
    most: Fraction,
    shown: Callable[[Fraction], str],
) -> Iterator[Verdict]:
    """Several fees of one type that an option takes from the same payer, added up."""
    for number, option in enumerate(schedule.options):
        fees = [c for c in option.collections if c.charged_as == type and _charges(c)]
        for payer in dict.fromkeys(c.payer for c in fees):
            spans = [_span(c, size) for c in fees if c.payer == payer]
            least, highest = sum((low for low, _ in spans), Fraction(0)), sum((high for _, high in spans), Fraction(0))
            said = f"The {len(spans)} fees by {type} of option {option.option} come to"
            rule = f"at most {shown(most)} is allowed"
            if len(spans) > 1 and least > most:
                yield failed(f"{said} {shown(least)} together; {rule}.", ("options", number))
            elif len(spans) > 1 and highest > most:
                yield review(f"{said} {shown(highest)} where all are taken; {rule}.", ("options", number))


def _span(collection: Collection, size: Callable[[Collection, Fee], Fraction | None]) -> tuple[Fraction, Fraction]:
    """The lowest and the highest that a fee comes to; one that is taken on a condition may come to nothing."""
    sizes = [(size(collection, fee) if fee.charges else None) or Fraction(0) for _, _, fee in collection.rows()]
    sure = collection.when is None and collection.waived_when is None
    return min(sizes, default=Fraction(0)) if sure else Fraction(0), max(sizes, default=Fraction(0))


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
        if next(collection.rows(), None) is None:
            yield _no_amount(base, collection)
        for place, fee in _paid(collection):
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
        r"(?:player per |player for each )?([0-9]+ )?(minute|quarter hour|half hour|hour)s?(?: per player)?", words
    )
    number = whole_number((found[1] or "1").strip()) if found is not None else None
    return number * _MINUTES[found[2]] if found is not None and number else None


@check("hand-fee")
def hand_fee(schedule: Schedule, type: str, payers: list[str], most: Decimal | None = None) -> Verdicts:
    """A fee for each hand is not above an amount for each player, nor are all such fees of an option together. No
    amount: none was seen."""
    for base, collection in _of(schedule, [type]):
        if next(collection.rows(), None) is None:
            yield _no_amount(base, collection)
        for place, fee in _paid(collection):
            if fee.share is not None or collection.payer not in payers:
                yield review(f"{fee.text} from the {collection.payer} is not an amount for each player.", base + place)
            else:
                yield _against(f"Each player pays {fee.text} for a hand", Fraction(fee.amount), most, base + place)
    if next(_of(schedule, [type]), None) is None:
        yield _none([type])
    elif most is not None:
        yield from _together(schedule, type, lambda _, fee: Fraction(fee.amount), Fraction(most), _dollars)


@check("rake")
def rake(schedule: Schedule, type: str, most: Fraction, cap: Decimal | None = None) -> Verdicts:
    """A rake is not above a share of what is wagered in the hand, nor above an amount where the law sets one; nor are
    all rakes of an option together."""
    for base, collection in _of(schedule, [type]):
        if next(collection.rows(), None) is None:
            yield _no_amount(base, collection)
        for place, fee in _paid(collection):
            yield _rake_share(fee, most, base + place)
            if cap is not None:
                yield _rake_cap(collection, fee, cap, base)
    if next(_of(schedule, [type]), None) is None:
        yield _none([type])
        return
    yield from _together(schedule, type, lambda _, fee: fee.share, most, show_percent)
    if cap is not None:
        yield from _together(schedule, type, _highest_rake, Fraction(cap), _dollars)


def _highest_rake(collection: Collection, fee: Fee) -> Fraction | None:
    """What one rake may come to in dollars; None when it has no upper end."""
    top = collection.at_most if collection.at_most is not None else fee.amount if fee.share is None else None
    return Fraction(top) if top is not None else None


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
    top = _highest_rake(collection, fee)
    route: Route = (*base, "at-most")
    if top is None:
        return unstated("fail", f"The rake has no upper end; at most {show_money(cap)} for a hand is allowed.", route)
    if top > cap:
        return failed(f"The rake goes up to {_dollars(top)}; at most {show_money(cap)} for a hand is allowed.", route)
    return passed(f"The rake goes up to {_dollars(top)}; at most {show_money(cap)} is allowed.", route)


@check("free-players")
def free_players(schedule: Schedule, allowed: list[str], types: list[str]) -> Verdicts:
    """Somebody plays free only where the law says so: certain people with certain types of fee, or everybody."""
    free = schedule.terms.free_for if schedule.terms is not None else []
    charged = {collection.charged_as for _, _, collection in schedule.collections() if _charges(collection)}
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


@check("fee-types", on_set=True)
def fee_types(card: Card, cards: Shelf, allowed: list[str], of_bank: str, bank: str) -> Verdicts:
    """Each fee is of an allowed type; one type belongs to the games of a certain bank, and may not be charged in
    others."""
    banks = _banks(card, cards)
    for charge in card.charges:
        at = (*charge.route, "type")
        if charge.type in allowed:
            yield passed(f"{charge.text} is charged by {charge.type}.", at)
        elif charge.type is None:
            message = f"The type of the fee of {charge.text} is not stated; expected {' or '.join(allowed)}."
            yield unstated("review", message, at)
        elif charge.type != of_bank or (banks and bank not in banks.values()):
            label = f"expected {' or '.join(allowed)}"
            yield failed(f"{show_route(at)} is {charge.type}; {label}.", at, label=label)
        elif set(banks.values()) == {bank}:
            yield passed(f"A {of_bank} is the fee of a game that the {bank} banks.", at)
        else:
            message = f"A {of_bank} belongs to a game that the {bank} banks; the rules of these games"
            yield review(f"{message} {'do not all say so' if banks else 'are not among the documents'}.", at)
    if not card.charges:
        yield not_applicable("The schedule charges no fee.", ("options",))


@check("fees-of-bank", on_set=True)
def fees_of_bank(card: Card, cards: Shelf, bank: str, allowed: list[str], taken_from: str) -> Verdicts:
    """A schedule of games that a certain bank banks charges fees of some types only, as a percentage of one thing:
    `taken-from` is a word that its text holds."""
    banks = _banks(card, cards)
    named = [game for game, by in banks.items() if by == bank]
    if not named:
        known = "The schedule names no game" if banks else "The rules of the games that it names are not at hand: none"
        yield not_applicable(f"{known} that the {bank} is known to bank.", ("games",))
        return
    only = len(named) == len({game for _, game, _, _ in card.games})
    for charge in card.charges:
        said = f"{charge.text} is charged in {', '.join(named)}, which the {bank} banks"
        if charge.type in allowed and charge.percentage and taken_from in charge.text:
            yield passed(f"{said}: a {charge.type}.", charge.route)
        elif charge.type in allowed and charge.percentage:
            yield review(f"{said}. It does not say that a {charge.type} is taken from what wins.", charge.route)
        elif only:
            yield failed(f"{said}; only a {' or '.join(allowed)}, as a percentage, is allowed.", charge.route)
        else:
            yield review(f"{said}, or only in the other games of the schedule; it does not say.", charge.route)
    if not card.charges:
        yield passed(f"Nothing is charged in {', '.join(named)}.", ("options",))


def _banks(card: Card, cards: Shelf) -> dict[str, str]:
    """Who banks the games of a schedule, as far as their rules are at hand."""
    rules = {game: cards.rules_of(game, card) for _, game, _, _ in card.games}
    return {game: found.facts["bank / by"] for game, found in rules.items() if found is not None}
