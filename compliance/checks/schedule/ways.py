"""In which ways an option charges: whom, by what, and beside which other options."""

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Final, NamedTuple

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.schedule.charges import charges, payer_of
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.charges import Fee
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.documents.units import hands_of
from compliance.documents.values import show_money
from compliance.routes import Route

_FEWEST: Final = 2
_TIMES: Final = ("hour", "minute")
_OTHER_TYPE: Final = {"time": "hand", "hand": "time"}


@check("payers-in-every-option")
def payers_in_every_option(schedule: Schedule) -> Verdicts:
    """Whom all options but one name as a payer, that one names too, if only to waive the fee."""
    options = [(number, option, _payers(option)) for number, option in _in_play(schedule)]
    named = Counter(payer for _, _, payers in options for payer in payers)
    nothing = not_applicable(f"There are fewer than {_FEWEST} options that say who pays.")
    clean = passed("No payer is left out by one option alone.", ("options",))

    def left_out(one: tuple[int, Option, frozenset[str]]) -> Iterator[Verdict]:
        number, option, payers = one
        elsewhere = {payer for payer, times in named.items() if times - (payer in payers) == len(options) - 1}
        # Where somebody pays whom not all other options name, the option charges in another way.
        for payer in sorted(elsewhere - payers) if payers <= elsewhere else ():
            message = f"Option {option.option} does not say what the {payer} pays; all other options do."
            yield review(message, ("options", number, "collections"))

    enough = options if len(options) >= _FEWEST and all(payers for _, _, payers in options) else []
    return look_at(enough, left_out, nothing=nothing, all_clean=clean)


def _in_play(schedule: Schedule) -> Iterator[tuple[int, Option]]:
    return ((number, option) for number, option in enumerate(schedule.options) if not option.not_for_play)


def _payers(option: Option) -> frozenset[str]:
    """Who pays a fee under an option, if only a waived one; what is dropped for a jackpot is none."""
    return frozenset(one.payer for one in option.collections if one.payer is not None and not one.drops_only)


@check("type-fits-fee")
def type_fits_fee(schedule: Schedule) -> Verdicts:
    """A fee by time is due for a stretch of time, and a fee for a hand for a hand."""
    typed = [
        (route, one)
        for route, _, one in schedule.collections()
        if one.type in _OTHER_TYPE and (_spans(one) or (one.type == "hand" and _not_for_a_hand(one)))
    ]
    nothing = not_applicable("No fee states both its type and for what it is due.")
    clean = passed("Each fee is due for what its type says.", ("options",))

    def contradicted(one: tuple[Route, Collection]) -> Iterator[Verdict]:
        route, collection = one
        by_time = [any(word in span for word in _TIMES) for span in _spans(collection)]
        wrong = (collection.type == "time" and not any(by_time)) or (collection.type == "hand" and any(by_time))
        if wrong:
            due = " or ".join(dict.fromkeys(_spans(collection)))
            message = f"A fee of {payer_of(collection)} is said to be by {collection.type}, and is due per {due}."
            yield failed(message, (*route, "type"), [((*route, "per"), f"per {due}")])
        elif collection.type == "hand" and (other := _not_for_a_hand(collection)):
            said = f"A fee of {payer_of(collection)} is said to be by hand, and is due per {other}"
            message = f"{said}: how often that is in a hand is for a person to say."
            yield review(message, (*route, "type"), [((*route, "per"), f"per {other}")])

    return look_at(typed, contradicted, nothing=nothing, all_clean=clean)


def _spans(collection: Collection) -> list[str]:
    """For what a fee is due each time, where that is a hand or a stretch of time."""
    fees = [fee for _, _, fee in collection.rows() if fee.charges]
    spans = [(fee.per or collection.per or "").lower() for fee in fees]
    return [span for span in spans if any(word in span for word in ("hand", *_TIMES))]


def _not_for_a_hand(collection: Collection) -> str:
    """For what a fee is due, where that is neither a hand nor a player of one."""
    pers = (per for _, _, fee in collection.rows() if fee.charges for per in (fee.per, collection.per or ""))
    return next((per for per in pers if per and hands_of(per) is None), "")


@check("time-or-hand")
def time_or_hand(schedule: Schedule) -> Verdicts:
    """An option charges for time, or for hands and pots, and not for both."""

    def both(one: tuple[int, Option]) -> Verdict:
        number, option = one
        paid = [collection for collection in option.collections if charges(collection) and not collection.drops_only]
        timed = [collection for collection in paid if collection.charged_as == "time"]
        other = [collection for collection in paid if collection.charged_as in ("hand", "rake")]
        if timed and other:
            said = f"Option {option.option} charges {payer_of(timed[0])} by time and {payer_of(other[0])} for each hand"
            places = [option.collections.index(one) for one in (timed[0], other[0])]
            first, second = (("options", number, "collections", place) for place in places)
            return review(f"{said}. A table takes one or the other; both may be meant.", first, [(second, "beside it")])
        return passed(f"Option {option.option} charges in one way.", ("options", number))

    return look_at(_in_play(schedule), both)


class Staked(NamedTuple):
    """An option for stakes of one size, and what one payer pays under it."""

    number: int
    option: Option
    highest: Decimal
    route: Route
    fee: Fee


@check("fees-rise-with-stakes")
def fees_rise_with_stakes(schedule: Schedule) -> Verdicts:
    """Of options that differ in their stakes, one for higher stakes does not charge the same payer less."""
    alike: dict[tuple[object, ...], list[Staked]] = {}
    for number, option in _in_play(schedule):
        for place, collection in enumerate(option.collections):
            for below, band, fee in collection.rows() if option.stakes else ():
                highest = max(stakes.bets[-1] for stakes in option.stakes)
                route: Route = ("options", number, "collections", place, *below)
                if fee.share is None:
                    key = (*_what_else(option, collection), below[0], collection.by, band and band[:2], fee.per)
                    alike.setdefault(key, []).append(Staked(number, option, highest, route, fee))
    several = [staked for staked in alike.values() if len({one.highest for one in staked}) > 1]
    nothing = not_applicable("No two options differ in their stakes alone.")
    clean = passed("No option for higher stakes charges less.", ("options",))
    return look_at(several, _falling, nothing=nothing, all_clean=clean)


def _what_else(option: Option, collection: Collection) -> tuple[object, ...]:
    """What must be the same, so that the stakes alone tell two fees apart."""
    games = tuple(sorted(option.for_))
    return games, option.players, option.group, collection.payer, collection.type, collection.per


def _falling(staked: Sequence[Staked]) -> Iterator[Verdict]:
    for low, high in pairwise(sorted(staked, key=lambda one: one.highest)):
        if high.highest > low.highest and 0 < high.fee.amount < low.fee.amount:
            message = f"Option {high.option.option} is for bets of {show_money(high.highest)} and charges {high.fee};"
            message += f" option {low.option.option}, for {show_money(low.highest)}, charges {low.fee}."
            yield review(message, high.route, [(low.route, "lower stakes")])


@check("collected-as-said")
def collected_as_said(schedule: Schedule) -> Verdicts:
    """No fee is collected at another moment than the schedule says of all its fees."""
    said = schedule.terms.fees_collected if schedule.terms is not None else None
    stated = [(route, one) for route, _, one in schedule.collections() if one.collected is not None]
    nothing = not_applicable("The schedule does not say of all its fees, and of one too, when they are collected.")
    clean = passed(f"Every fee is collected {said}, as the schedule says of all.", ("terms", "fees-collected"))

    def otherwise(one: tuple[Route, Collection]) -> Iterator[Verdict]:
        route, collection = one
        if collection.collected != said:
            message = f"Option {schedule.options[int(route[1])].option} collects a fee of {payer_of(collection)}"
            message += f" {collection.collected}; by the terms of the schedule fees are collected {said}."
            also: list[tuple[Route, str]] = [(("terms", "fees-collected"), f"{said}")]
            yield failed(message, (*route, "collected"), also)

    return look_at(stated if said is not None else [], otherwise, nothing=nothing, all_clean=clean)
