"""Fees that the rules of a game name themselves, held to what is asked of the fees of a schedule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.checks.looking import look_at
from compliance.checks.parameters import Time
from compliance.checks.schedule.amounts import (
    as_a_rake,
    by_the_hand,
    for_time,
    hand_size,
    rake_size,
    span_of,
    time_size,
)
from compliance.checks.schedule.charges import Charged
from compliance.checks.schedule.same_fee import Conditions, unlike_fee
from compliance.checks.schedule.told_fees import ToldFee, told_fees
from compliance.checks.showing import dollars
from compliance.checks.turns import MINUTES
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, review, unstated
from compliance.documents.charges import Fee
from compliance.documents.kinds import Payer
from compliance.documents.schedule import Collection
from compliance.documents.values import show_percent
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import Game

_PLACE: Final = 3  # steps of `fees / charges / 1`
_CLASS: Final[Route] = ("licensee", "class")
_PAID_BY: Final[Route] = ("fees", "paid-by")
_SEVERAL: Final = 2
_NOT_HERE: Final = "a commission on what is won; a game for a pot is charged for time, by the hand, or by a rake"


class Limits(NamedTuple):
    """What the law allows for each type of fee: how much, how many types at once, under which licences, and when."""

    time: Decimal
    time_per: Time
    hand: Decimal
    hand_payers: Sequence[str]
    rake: Fraction
    types: int
    licensed: Mapping[str, Sequence[str]]
    taken: Mapping[str, Sequence[str]]
    conditions: Conditions


def answers(game: Game, limits: Limits, told: Sequence[tuple[Route, str]] = ()) -> Verdicts:
    """What is answered of the fees that the rules of a game name, and of those that texts of theirs tell of."""
    fees = list(_named(game))

    def judged(charged: Charged) -> Iterator[Verdict]:
        for verdict in _one(charged, limits):
            yield verdict._replace(at=verdict.at[:_PLACE])
        yield from _under_licence(game, charged, limits.licensed)
        yield from _when_taken(game, charged, limits.taken)
        which = f"the fee of {charged.collection.fee}"
        unlike = unlike_fee(which, ("fees",), charged.collection, limits.conditions)
        yield from (one._replace(at=_of_fees(one.at)) for one in unlike)

    commission = game.fees.commission if game.fees is not None else None
    if commission:
        yield failed(f"The rules charge {show_percent(commission)}, {_NOT_HERE}.", ("fees", "commission"))
    nothing = not_applicable("The rules name no fee.", ("fees",))
    too_high = list(_told(told, limits))
    yield from too_high
    yield from look_at(fees, judged, nothing=None if commission or too_high else nothing)
    yield from _together([charged.collection for charged in fees], limits)


def _told(texts: Sequence[tuple[Route, str]], limits: Limits) -> Verdicts:
    """Texts by which a fee is higher than one may be."""
    for route, text in texts:
        for fee in told_fees(text):
            allowed = _most_of(fee, limits)
            if allowed:
                message = f"The text says: {text}. At most {allowed} is allowed; whether that is a fee of the game is"
                yield review(f"{message} for a person to say.", route, label=f"at most {allowed}")
                break


def _most_of(fee: ToldFee, limits: Limits) -> str:
    """What is allowed, where a fee in words is more than that; nothing where it is not."""
    if fee.share is not None:
        return show_percent(limits.rake) if fee.share > limits.rake else ""
    amount = Fraction(fee.amount or 0)
    if fee.minutes is None:
        return f"{dollars(Fraction(limits.hand))} for a hand" if amount > limits.hand else ""
    rate = amount * limits.time_per.number * MINUTES[limits.time_per.unit] / fee.minutes
    return f"{dollars(Fraction(limits.time))} for {limits.time_per}" if rate > limits.time else ""


def _named(game: Game) -> Iterator[Charged]:
    """Each fee that the rules name, as one of a schedule would be written."""
    fees = game.fees
    payers: list[Payer] = fees.paid_by if fees is not None else []
    for number, fee in enumerate(fees.charges if fees is not None else []):
        if fees is not None and fee.charges:
            route: Route = ("fees", "charges", number)
            yield Charged(route, _collection(fee, fees.per, payers, fees.waived_when))


def _collection(fee: Fee, per: str | None, payers: list[Payer], waived_when: str | None) -> Collection:
    written = {
        "fee": fee.text,
        "per": None if fee.per else per,
        "payer": payers[0] if payers else None,
        "also-from": payers[1:],
        "waived-when": waived_when,
    }
    return Collection.model_validate({key: value for key, value in written.items() if value})


def _of_fees(at: Route) -> Route:
    return _PAID_BY if "payer" in at or "also-from" in at else at


def _one(charged: Charged, limits: Limits) -> Verdicts:
    """One fee held against the limit of its type."""
    collection, type = charged.collection, charged.collection.charged_as
    if type == "time":
        return for_time(charged, limits.time_per, limits.time)
    if type == "hand" and collection.payer is None:
        message = f"The rules charge {collection.fee} and do not say from whom; a player pays at most"
        return iter([unstated("review", f"{message} {dollars(Fraction(limits.hand))} for a hand.", _PAID_BY)])
    if type == "hand":
        return by_the_hand(charged, limits.hand_payers, limits.hand)
    if type == "rake":
        return as_a_rake(charged, limits.rake)
    if type == "commission":
        return iter([failed(f"The rules charge {collection.fee}, {_NOT_HERE}.", charged.route)])
    message = f"The rules charge {collection.fee}: whether that is for time, by the hand or a rake is not stated."
    return iter([review(message, charged.route)])


def _under_licence(game: Game, charged: Charged, licensed: Mapping[str, Sequence[str]]) -> Verdicts:
    type = charged.collection.charged_as
    classes = licensed.get(type) if type is not None else None
    held = game.licensee.class_ if game.licensee is not None else None
    if classes is None or held in classes:
        return
    message = f"The rules charge {charged.collection.fee}, which needs a licence of class {' or '.join(classes)}"
    if held is None:
        yield unstated("review", f"{message}; none is stated.", _CLASS)
    else:
        yield failed(f"{message}; a licence of class {held} does not allow it.", charged.route, [(_CLASS, held)])


def _when_taken(game: Game, charged: Charged, taken: Mapping[str, Sequence[str]]) -> Verdicts:
    type = charged.collection.charged_as
    said = game.fees.collected if game.fees is not None else None
    allowed = taken.get(type) if type is not None else None
    if allowed is not None and said is not None and said not in allowed:
        message = f"{charged.collection.fee} is taken {said}; {' or '.join(allowed)} is asked for."
        yield failed(message, ("fees", "collected"), [(charged.route, "the fee")])


def _together(fees: Sequence[Collection], limits: Limits) -> Verdicts:
    """Several fees of the rules: they may be taken together, or one instead of another."""
    at: Route = ("fees", "charges")
    types = list(dict.fromkeys(one.charged_as for one in fees if one.charged_as is not None))
    open_ = "Whether they are taken together is for a person to say"
    if len(types) > limits.types:
        message = f"The rules name fees by {' and '.join(types)}; {limits.types} type at a time is allowed."
        yield review(f"{message} {open_}.", at)
    sizes = {
        "time": (time_size(limits.time_per), Fraction(limits.time), f"{dollars(Fraction(limits.time))}"),
        "hand": (hand_size, Fraction(limits.hand), f"{dollars(Fraction(limits.hand))}"),
        "rake": (rake_size, limits.rake, show_percent(limits.rake)),
    }
    for type, (size, most, shown) in sizes.items():
        alike = [one for one in fees if one.charged_as == type]
        highest = sum((span_of(one, size)[1] for one in alike), Fraction(0))
        if len(alike) >= _SEVERAL and highest > most:
            message = f"The {len(alike)} fees by {type} that the rules name are more than {shown} together"
            yield review(f"{message}. {open_}.", at)
