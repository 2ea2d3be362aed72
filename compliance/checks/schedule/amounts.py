"""How high a fee of one type is: for time, for each hand, or a rake."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction

from compliance.checks.registry import check
from compliance.checks.schedule.charges import fees_of, may_charge, no_amount, none_charged, paid_rows
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review, unstated
from compliance.documents.schedule import Collection, Schedule
from compliance.documents.values import Fee, Turns, show_money, show_percent, whole_number
from compliance.routes import Route

_MINUTES = {"minute": 1, "quarter hour": 15, "half hour": 30, "hour": 60}


@check("time-fee")
def time_fee(schedule: Schedule, type: str, per: Turns, most: Decimal | None = None) -> Verdicts:
    """A fee for time is not above a rate, whatever stretch of time it is charged for, nor are all such fees of an
    option together. No rate: none was seen."""
    length = per.number * _MINUTES[per.unit.removesuffix("s")]
    for base, collection in fees_of(schedule, [type]):
        if next(collection.rows(), None) is None:
            yield no_amount(base, collection)
        for place, fee in paid_rows(collection):
            rate = _rate(collection, fee, length)
            if rate is None:
                yield review(f"{fee.text} is charged by time; it is not stated for how long.", base + place)
                continue
            said = f"{fee.text} for {_minutes(fee.per or collection.per or '')} minutes is {_dollars(rate)} for {per}"
            yield _against(said, rate, most, base + place)
    if next(fees_of(schedule, [type]), None) is None:
        yield none_charged([type])
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
        fees = [c for c in option.collections if c.charged_as == type and may_charge(c)]
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
    for base, collection in fees_of(schedule, [type]):
        if next(collection.rows(), None) is None:
            yield no_amount(base, collection)
        for place, fee in paid_rows(collection):
            minutes = _minutes(fee.per or collection.per or "")
            if minutes is None:
                yield review(f"{fee.text} is charged by time; it is not stated how often.", base + place)
            elif minutes > limit:
                yield failed(
                    f"{fee.text} is collected every {minutes} minutes; at least once in {most} is needed.", base + place
                )
            else:
                yield passed(f"{fee.text} is collected every {minutes} minutes.", base + place)
    if next(fees_of(schedule, [type]), None) is None:
        yield none_charged([type])


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
    for base, collection in fees_of(schedule, [type]):
        if next(collection.rows(), None) is None:
            yield no_amount(base, collection)
        for place, fee in paid_rows(collection):
            if fee.share is not None or collection.payer not in payers:
                yield review(f"{fee.text} from the {collection.payer} is not an amount for each player.", base + place)
            else:
                yield _against(f"Each player pays {fee.text} for a hand", Fraction(fee.amount), most, base + place)
    if next(fees_of(schedule, [type]), None) is None:
        yield none_charged([type])
    elif most is not None:
        yield from _together(schedule, type, lambda _, fee: Fraction(fee.amount), Fraction(most), _dollars)


@check("rake")
def rake(schedule: Schedule, type: str, most: Fraction, cap: Decimal | None = None) -> Verdicts:
    """A rake is not above a share of what is wagered in the hand, nor above an amount where the law sets one; nor are
    all rakes of an option together."""
    for base, collection in fees_of(schedule, [type]):
        if next(collection.rows(), None) is None:
            yield no_amount(base, collection)
        for place, fee in paid_rows(collection):
            yield _rake_share(fee, most, base + place)
            if cap is not None:
                yield _rake_cap(collection, fee, cap, base)
    if next(fees_of(schedule, [type]), None) is None:
        yield none_charged([type])
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
