"""How high a fee of one type is: for time, for each hand, or a rake."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.parameters import Time
from compliance.checks.registry import check
from compliance.checks.schedule.charges import Charged, FeeType, fees_of, may_charge, none_charged, payer_of
from compliance.checks.showing import dollars
from compliance.checks.turns import MINUTES
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review, unstated
from compliance.checks.words import in_digits
from compliance.documents.charges import Band, Fee
from compliance.documents.schedule import DROP, Collection, Option, Schedule
from compliance.documents.units import hands_of, minutes_of, within_a_hand
from compliance.documents.values import show_money, show_percent, show_rounded_percent
from compliance.patterns import late
from compliance.routes import Route

_BY_POT: Final = "pot-size"
_SEVERAL: Final = 2
_SEVERAL_AT_A_TABLE: Final = ("player", "backline bettor")
_OF_A_HAND: Final = ("pot", "wager", "bet", "stake", "win", "won", "action")
_NOT_IN_EVERY_HAND: Final = ("backline bettor", "third-party provider")
# How often something is taken, as a text says it.
_SPAN: Final = late(r"\b(?:([0-9]{1,3}) minutes?|(?:(half|quarter) (?:an )?)?hour)\b")
_OFTEN: Final = late(r"\b(?:twice|[2-9] times)\b")

Size = Callable[[Collection, Fee], Fraction | None]


@check("time-fee")
def time_fee(schedule: Schedule, type: FeeType, per: Time, most: Decimal | None = None) -> Verdicts:
    """A fee for time is not above a rate, whatever stretch of time it is charged for, nor are all such fees of an
    option together.

    per: the stretch of time that the rate is for
    most: the rate; where none is given, none was seen, and a person must judge
    """

    def judged(charged: Charged) -> Verdicts:
        return for_time(charged, per, most)

    yield from look_at(fees_of(schedule, [type]), judged, nothing=none_charged([type]))
    if most is not None:
        yield from _together(
            schedule,
            type,
            time_size(per),
            Fraction(most),
            lambda amount: f"{dollars(amount)} for {per}",
        )


def for_time(charged: Charged, per: Time, most: Decimal | None) -> Verdicts:
    """What one fee for time comes to, held against the rate."""
    yield from charged.without_amount()
    for route, fee in charged.rows():
        rate = time_size(per)(charged.collection, fee)
        if rate is None:
            yield review(f"{fee.text} is charged by time; it is not stated for how long.", route)
        else:
            minutes = minutes_of(fee.per or charged.collection.per or "")
            stretch = "" if fee.per else f" for {minutes} minutes"
            said = f"{fee.text}{stretch} is {dollars(rate)} for {per}"
            sooner = _sooner(charged.collection.when, minutes)
            verdict = _against(said, rate, most, route)
            if sooner and verdict.status == "pass":
                message = f"{said}; it is taken {sooner}. Whether as much is due each time is for a person to say."
                verdict = review(message, (*charged.route, "when"))
            yield verdict


def _sooner(when: str | None, minutes: int | None) -> str:
    """When a fee for time is taken, where that is more often than what it is for; nothing where it is not."""
    text = in_digits(when or "")
    spans = [_minutes(found) for found in _SPAN.finditer(text)]
    often = minutes is not None and any(span < minutes for span in spans)
    return when or "" if often or _OFTEN.search(text) else ""


def _minutes(found: re.Match[str]) -> int:
    return int(found[1]) if found[1] else {"half": 30, "quarter": 15}.get(found[2] or "", 60)


def time_size(per: Time) -> Size:
    """What a fee for time comes to over a length of time."""
    return lambda collection, fee: _rate(collection, fee, per.number * MINUTES[per.unit])


def _rate(collection: Collection, fee: Fee, length: int) -> Fraction | None:
    """What a fee for time comes to over a length of time in minutes; None when its own stretch is not stated."""
    minutes = minutes_of(fee.per or collection.per or "")
    return Fraction(fee.amount) * length / minutes if minutes is not None and fee.share is None else None


def _together(
    schedule: Schedule,
    type: str,
    size: Size,
    most: Fraction,
    shown: Callable[[Fraction], str],
    whoever_pays: bool = False,
) -> Verdicts:
    """Several fees of one type that an option takes from the same payer, or in one hand whoever pays, added up."""
    for number, option in enumerate(schedule.options):
        fees = [c for c in option.collections if c.charged_as == type and may_charge(c)]
        payers = dict.fromkeys(c.payer for c in fees)
        for some in [list(payers)] if whoever_pays else [[payer] for payer in payers]:
            spans = [span_of(c, size) for c in fees if c.payer in some]
            least, highest = sum((low for low, _ in spans), Fraction(0)), sum((high for _, high in spans), Fraction(0))
            said = f"The {len(spans)} fees by {type} of option {option.option} come to"
            rule = f"at most {shown(most)} is allowed"
            if len(spans) > 1 and least > most:
                yield failed(f"{said} {shown(least)} together; {rule}.", ("options", number))
            elif len(spans) > 1 and highest > most:
                yield review(f"{said} {shown(highest)} where all are taken; {rule}.", ("options", number))


def span_of(collection: Collection, size: Size) -> tuple[Fraction, Fraction]:
    """The lowest and the highest that a fee comes to; one that is taken on a condition may come to nothing. What is
    dropped for a jackpot comes on top, if it is a fee at all."""
    rows = [
        (place, (size(collection, fee) if fee.charges else None) or Fraction(0)) for place, _, fee in collection.rows()
    ]
    sizes = [amount for place, amount in rows if place != DROP]
    dropped = sum((amount for place, amount in rows if place == DROP), Fraction(0))
    least = min(sizes, default=Fraction(0)) if _always_taken(collection) else Fraction(0)
    return least, max(sizes, default=Fraction(0)) + dropped


def _always_taken(collection: Collection) -> bool:
    return collection.when is None and collection.waived_when is None and collection.by != _BY_POT


def _against(said: str, amount: Fraction, most: Decimal | None, route: Route) -> Verdict:
    if most is None:
        return review(f"{said}; the limit on this date was not seen.", route)
    label = f"at most {show_money(most)}"
    if amount > most:
        return failed(f"{said}; {label} is allowed.", route, label=label)
    return passed(f"{said}; {label} is allowed.", route)


@check("time-fee-often")
def time_fee_often(schedule: Schedule, type: FeeType, most: Time) -> Verdicts:
    """A fee for time is collected at least once in so long a time.

    most: the longest time that may pass
    """
    limit = most.number * MINUTES[most.unit]

    def judged(charged: Charged) -> Verdicts:
        yield from charged.without_amount()
        for route, fee in charged.rows():
            minutes = minutes_of(fee.per or charged.collection.per or "")
            said = f"{fee.text} is collected every {minutes} minutes"
            if minutes is None:
                yield review(f"{fee.text} is charged by time; it is not stated how often.", route)
            elif minutes > limit:
                yield failed(f"{said}; at least once in {most} is needed.", route)
            else:
                yield passed(f"{said}.", route)

    return look_at(fees_of(schedule, [type]), judged, nothing=none_charged([type]))


@check("hand-fee")
def hand_fee(schedule: Schedule, type: FeeType, payers: list[str], most: Decimal | None = None) -> Verdicts:
    """A fee for each hand is not above an amount for each player, nor are all such fees of an option together.

    payers: the payers whose fee is one for each player
    most: the amount; where none is given, none was seen, and a person must judge
    """

    def judged(charged: Charged) -> Verdicts:
        return by_the_hand(charged, payers, most)

    yield from look_at(fees_of(schedule, [type]), judged, nothing=none_charged([type]))
    if most is not None:
        yield from _together(schedule, type, hand_size, Fraction(most), dollars)


def by_the_hand(charged: Charged, payers: Sequence[str], most: Decimal | None) -> Verdicts:
    """What one fee by the hand comes to for each player, held against the amount."""
    yield from charged.without_amount()
    payer = charged.collection.payer
    for route, fee in charged.rows():
        amount = hand_size(charged.collection, fee)
        if fee.share is not None or payer not in payers:
            yield review(f"{fee.text} from {payer_of(charged.collection)} is not an amount for each player.", route)
        elif amount is None and most is not None and fee.amount > most and _no_less_for_a_hand(charged, fee):
            yield failed(f"{_due(charged.collection, fee)}; at most {show_money(most)} is allowed.", route)
        elif amount is None:
            yield review(f"{_due(charged.collection, fee)}: how much that is for a hand is not known.", route)
        else:
            yield _against(f"Each player pays {_told(fee, amount)} for a hand", amount, most, route)
    yield from _with_drop(charged, most)


def _with_drop(charged: Charged, most: Decimal | None) -> Verdicts:
    """A fee by the hand and what is dropped for a jackpot with it, where both together are above the amount."""
    rows = {place: fee for place, _, fee in charged.collection.rows() if fee.charges}
    total = span_of(charged.collection, hand_size)[1]
    apart = [hand_size(charged.collection, fee) or Fraction(0) for fee in rows.values()]
    if most is not None and DROP in rows and total > most >= max(apart):
        message = f"The fee and the drop for a jackpot come to {dollars(total)} for a hand; at most {show_money(most)}"
        yield review(f"{message} is allowed. Whether the drop is a fee is for a person to say.", charged.route + DROP)


def hand_size(collection: Collection, fee: Fee) -> Fraction | None:
    """What a fee comes to for one hand; None where it is due for something else, of which a hand may have several."""
    hands = hands_of(fee.per, collection.per or "")
    return Fraction(fee.amount) / hands if hands is not None else None


def _no_less_for_a_hand(charged: Charged, fee: Fee) -> bool:
    return within_a_hand(fee.per, charged.collection.per or "")


def _told(fee: Fee, amount: Fraction) -> str:
    return fee.text if amount == fee.amount else f"{fee.text}, which is {dollars(amount)}"


def _due(collection: Collection, fee: Fee) -> str:
    """What is taken, and for what each time."""
    said = f"{fee.text} is taken from {payer_of(collection)}"
    return f"{said} for each {collection.per}" if collection.per and not fee.per else said


@check("rake")
def rake(schedule: Schedule, type: FeeType, most: Fraction, cap: Decimal | None = None) -> Verdicts:
    """A rake is not above a share of what is wagered in the hand, nor above an amount; nor are all rakes of an option
    together.

    most: the share
    cap: the amount, where there is one
    """

    def judged(charged: Charged) -> Verdicts:
        return as_a_rake(charged, most, cap)

    yield from look_at(fees_of(schedule, [type]), judged, nothing=none_charged([type]))
    for number, option in enumerate(schedule.options):
        yield from _rakes_of_a_hand(("options", number), option, type, most)
    if cap is not None:
        yield from _together(schedule, type, _highest_rake, Fraction(cap), dollars, whoever_pays=True)


def as_a_rake(charged: Charged, most: Fraction, cap: Decimal | None = None) -> Verdicts:
    """What one rake comes to, held against the share and the amount."""
    yield from charged.without_amount()
    for route, fee in charged.rows():
        if route[-1:] == DROP and charged.collection.payer == "pot":
            said = f"{fee.text} of the pot goes to a jackpot, apart from what the house takes, and is no rake"
            yield passed(f"{said}.", route)
            continue
        share = _rake_share(charged.collection, fee, most, route)
        several = _several_in_a_hand(charged.collection, fee) if share.status == "pass" else ""
        yield review(several, route) if several else share
        if cap is not None:
            yield _rake_cap(charged, fee, cap)


def _several_in_a_hand(collection: Collection, fee: Fee) -> str:
    """What lets a rake be taken more than once in a hand, or of something else than the hand's wagers."""
    due = _due(collection, fee)
    if hands_of("" if fee.share is not None else fee.per, collection.per or "") != 1:
        return f"{due}: how much that is for a hand is not known."
    if collection.payer in _SEVERAL_AT_A_TABLE and (not fee.of or "pot" in fee.of or "total" in fee.of):
        return f"{due}: where each of them pays it, the hand pays it several times."
    if " or " in fee.per:
        return f"{due}, for a part of that amount too: of a small pot it is a larger share."
    if fee.of and not any(word in fee.of for word in _OF_A_HAND):
        return f"{due}: how much that is of what is wagered in the hand is not known."
    return ""


def _rakes_of_a_hand(route: Route, option: Option, type: str, most: Fraction) -> Verdicts:
    """All rakes that an option takes in a hand, added up: the limit is on the hand, whoever pays."""
    rakes = [c for c in option.collections if c.charged_as == type and may_charge(c)]
    paid = [(one, payer) for one in rakes for payer in (one.payer, *one.also_from)]
    if len(paid) < _SEVERAL:
        return
    least = sum((_sure_share(one, payer) for one, payer in paid), Fraction(0))
    highest = sum((span_of(one, rake_size)[1] for one, _ in paid), Fraction(0))
    amounts = [one.fee for one, _ in paid if one.fee is not None and one.fee.share is None and _always_taken(one)]
    said, rule = f"The {len(paid)} rakes of option {option.option} come to", f"at most {show_percent(most)} is allowed"
    if least > most:
        yield failed(f"{said} {show_percent(least)} together; {rule}.", route)
    elif least == most and any(fee.charges for fee in amounts):
        flat = next(fee for fee in amounts if fee.charges)
        yield failed(f"{said} {show_percent(least)} and {flat.text} on top; {rule}.", route)
    elif highest > most:
        yield review(f"{said} {show_percent(highest)} where all are taken; {rule}.", route)


def _sure_share(collection: Collection, payer: str | None) -> Fraction:
    """The share of the pot that one payer's rake comes to in every hand."""
    of = [fee.of for _, _, fee in collection.rows() if fee.share is not None]
    whole = payer == "pot" or all(not what or "pot" in what or "total" in what for what in of)
    return span_of(collection, rake_size)[0] if whole and payer not in _NOT_IN_EVERY_HAND else Fraction(0)


def _highest_rake(collection: Collection, fee: Fee) -> Fraction | None:
    """What one rake may come to in dollars; None when it has no upper end."""
    top = collection.at_most if collection.at_most is not None else fee.amount if fee.share is None else None
    return Fraction(top) if top is not None else None


def rake_size(collection: Collection, fee: Fee) -> Fraction | None:
    """The highest share of a pot that one rake comes to; None when nobody can tell."""
    if fee.share is not None:
        return fee.share
    shares = [_of_least_pot(collection, band, fee) for _, band, other in collection.rows() if other == fee]
    known = [share for share in shares if share is not None]
    return max(known) if known and len(known) == len(shares) else None


def _of_least_pot(collection: Collection, band: Band | None, fee: Fee) -> Fraction | None:
    """The share that an amount is of the least pot of its band: of every other pot of the band it is less."""
    if band is None or collection.by != _BY_POT or fee.share is not None or band.low <= 0:
        return None
    amount = fee.amount if collection.at_most is None else min(fee.amount, collection.at_most)
    return Fraction(amount) / Fraction(band.low)


def _rake_share(collection: Collection, fee: Fee, most: Fraction, route: Route) -> Verdict:
    said, limit = f"The rake is {fee.text}", f"at most {show_percent(most)}"
    band = next((band for place, band, _ in collection.rows() if place == route[-2:]), None)
    share = _of_least_pot(collection, band, fee)
    if band is not None and share is not None:
        least = f"{said} of a pot of {show_money(band.low)}, which is {show_rounded_percent(share)}"
        if share > most:
            return failed(f"{least}; {limit} of what is wagered is allowed.", route, label=limit)
        return passed(f"{least}; {limit} is allowed.", route)
    if fee.share is None:
        return review(f"{said}; whether that is {limit} depends on the pot.", route)
    if fee.share > most:
        return failed(f"{said}; {limit} of what is wagered is allowed.", route, label=limit)
    return passed(f"{said}; {limit} is allowed.", route)


def _rake_cap(charged: Charged, fee: Fee, cap: Decimal) -> Verdict:
    top = _highest_rake(charged.collection, fee)
    route: Route = (*charged.route, "at-most")
    if top is None:
        return unstated("fail", f"The rake has no upper end; at most {show_money(cap)} for a hand is allowed.", route)
    if top > cap:
        return failed(f"The rake goes up to {dollars(top)}; at most {show_money(cap)} for a hand is allowed.", route)
    return passed(f"The rake goes up to {dollars(top)}; at most {show_money(cap)} is allowed.", route)
