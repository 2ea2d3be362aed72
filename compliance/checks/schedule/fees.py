"""Whether fees are settled: who pays, on what, when, and when not."""

from collections.abc import Iterator, Sequence
from typing import Final

from compliance.checks.looking import look_at, or_else
from compliance.checks.parameters import Affirms, Denies
from compliance.checks.registry import check
from compliance.checks.schedule.charges import charges, payer_of
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, unstated
from compliance.checks.wording import Phrases, answer_words
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.routes import Route

_WITHOUT_FLOP: Final = ("without-flop",)


@check("fee-settled")
def fee_settled(schedule: Schedule) -> Verdicts:
    """Each fee says who pays it, by what measure its bands go, and what it is taken for."""
    nothing = failed("The schedule has no fee at all.", ("options",))
    yield from look_at(schedule.collections(), lambda fee: _settled(*fee), nothing=nothing)
    timeless: dict[str, list[tuple[Route, str]]] = {}
    for route, option, collection in schedule.collections():
        if charges(collection) and not _two_ways(collection) and not _says_how_often(collection):
            timeless.setdefault(payer_of(collection), []).append(((*route, "per"), f"option {option.option}"))
    for payer, places in timeless.items():
        where = f"in {len(places)} options" if len(places) > 1 else f"in {places[0][1]}"
        message = f"For what {payer} pays each time {where} is not said: a hand, a wager, an hour."
        yield unstated("fail", message, places[0][0])._replace(label=places[0][1], also=tuple(places[1:]))


def _two_ways(collection: Collection) -> bool:
    return collection.fee is not None and bool(collection.bands)


def _settled(route: Route, option: Option, collection: Collection) -> Iterator[Verdict]:
    said = f"Option {option.option} says of {payer_of(collection)}"
    measured = collection.bands is None or collection.by != "nothing"
    if not any(True for _ in collection.rows()):
        yield unstated("fail", f"{said} that a fee is due, and not how much.", (*route, "fee"))
    elif _two_ways(collection):
        message = f"{said} both one fee, {collection.fee}, and fees by bands."
        yield failed(message, (*route, "fee"), [((*route, "bands"), "by bands")])
    elif collection.payer is not None and measured and _says_how_often(collection):
        yield passed(f"Option {option.option} says who pays, for what and by what measure.", route)
    elif charges(collection):
        fees = ", ".join(dict.fromkeys(fee.text for _, _, fee in collection.rows() if fee.charges))
        taken = f"Option {option.option} takes {fees}"
        if collection.payer is None:
            yield unstated("fail", f"{taken} and does not say from whom.", (*route, "payer"))
        if not measured:
            message = f"{taken} from {payer_of(collection)} by bands and does not say of what."
            yield failed(message, (*route, "bands"), label="bands of what?")


def _says_how_often(collection: Collection) -> bool:
    if any(said is not None for said in (collection.per, collection.when, collection.collected)):
        return True
    # A share is taken whenever there is that of which it is one: a pot, a wager, what is won.
    return collection.type == "time" or any(fee.per or fee.of for _, _, fee in collection.rows())


@check("fee-time-agrees")
def fee_time_agrees(schedule: Schedule) -> Verdicts:
    """A fee by the hour is not taken at a point of the hand."""
    by_time = (fee for fee in schedule.collections() if fee[2].type == "time")
    return look_at(by_time, _time_agrees, nothing=not_applicable("No fee goes by time.", ("options",)))


def _time_agrees(by_time: tuple[Route, Option, Collection]) -> Verdict:
    route, option, collection = by_time
    said = f"Option {option.option} takes {collection.fee.text if collection.fee is not None else 'a fee by time'}"
    if collection.collected is not None and "flop" in collection.collected:
        message = f"{said}, and takes it {collection.collected}."
        return failed(message, (*route, "collected"), [((*route, "fee"), "by time")], "a point of the hand")
    return passed(f"{said}.", route)


@check("fee-known-before-deal")
def fee_known_before_deal(schedule: Schedule) -> Verdicts:
    """The amount of a fee does not depend on what the cards bring."""
    clean = passed("Every fee that is charged is known before the deal.", ("options",))

    return look_at([schedule] if schedule.options else [], _known_after_flop, all_clean=clean)


def _known_after_flop(schedule: Schedule) -> Verdicts:
    """Fees of hands without a flop that are no fee of other hands."""
    found: list[tuple[Route, str, str]] = []
    for number, option in enumerate(schedule.options):
        rows = [row for collection in option.collections for row in collection.rows()]
        amounts = {fee.amount for route, _, fee in rows if route != _WITHOUT_FLOP}
        for place, collection in enumerate(option.collections):
            fee = collection.without_flop
            # One that is waived is no other fee: what is charged is the same, or nothing.
            if fee is not None and fee.charges and fee.amount not in amounts:
                at: Route = ("options", number, "collections", place, *_WITHOUT_FLOP)
                found.append((at, f"option {option.option}", fee.text))
    if found:
        (first, label, _), *others = found
        amounts_told = ", ".join(dict.fromkeys(text for _, _, text in found))
        options = "1 option takes" if len(found) == 1 else f"{len(found)} options take"
        message = f"{options} another fee ({amounts_told}) when there is no flop; before the deal nobody knows which."
        yield failed(message, first, [(at, label) for at, label, _ in others], label)


@check("fee-basis")
def fee_basis(schedule: Schedule, open_: Sequence[str]) -> Verdicts:
    """What a fee is counted on is one thing, not one of two.

    open: what leaves it open
    """
    charging = ((r, option, c) for r, option, c in schedule.collections() if charges(c))
    stated = [((*r, "counts"), option, c.counts) for r, option, c in charging if c.counts is not None]
    unsettled = [(route, f"option {option.option}") for route, option, counts in stated if counts in open_]
    if unsettled:
        (at, label), *also = unsettled
        message = f"What the fee is counted on is left open in {len(unsettled)} places: {' or '.join(open_)}."
        yield failed(message, at, also, label)
    elif stated:
        yield passed("What each fee is counted on is one thing.", stated[0][0])
    else:
        yield not_applicable("The schedule does not say whether bonus wagers count towards a fee.", ("options",))


@check("one-flat-fee")
def one_flat_fee(schedule: Schedule) -> Verdicts:
    """An option takes one flat fee from a payer for one thing."""

    def once(entry: tuple[int, Option]) -> Verdict:
        number, option = entry
        return passed(f"Option {option.option} takes no two flat fees for the same thing.", ("options", number))

    charging = any(charges(collection) for option in schedule.options for collection in option.collections)
    options = enumerate(schedule.options if charging else [])
    nothing = not_applicable("The schedule charges no fee.", ("options",))
    return look_at(options, lambda entry: _flat_twice(*entry), clean=once, nothing=nothing)


def _flat_twice(number: int, option: Option) -> Iterator[Verdict]:
    seen: dict[tuple[object, ...], tuple[int, Collection]] = {}
    for place, collection in enumerate(option.collections if not option.not_for_play else ()):
        if collection.fee is None or not charges(collection):
            continue
        told = (collection.payer, collection.per, collection.by, collection.type, collection.counts, collection.when)
        key = (*told, collection.fee.per, collection.fee.share is None, collection.waived_when, *collection.also_from)
        first, other = seen.setdefault(key, (place, collection))
        if other.fee is not None and other.fee[:2] != collection.fee[:2]:
            base: Route = ("options", number, "collections")
            message = f"Option {option.option} takes {other.fee} and {collection.fee} from the same payer for the same."
            yield failed(message, (*base, place, "fee"), [((*base, first, "fee"), str(other.fee))], str(collection.fee))


@check("waiver-condition")
def waiver_condition(schedule: Schedule, affirms: Affirms = (), denies: Denies = ()) -> Verdicts:
    """Where a fee is waived or reduced in a hand, the schedule says when, by something that is seen at the table."""
    phrases = Phrases(affirms, denies)
    said = [verdict for fee in schedule.collections() for verdict in _waiver(*fee, phrases)]
    return or_else(said, not_applicable("No option waives a fee.", ("options",)))


def _wholly_waived(collection: Collection) -> bool:
    """Whether nothing is ever taken here, so that no hand differs from another."""
    fees = [fee for _, _, fee in collection.rows()]
    return bool(fees) and all(fee.waived for fee in fees)


def _waiver(route: Route, option: Option, collection: Collection, phrases: Phrases) -> Verdicts:
    """What one collection says of a waiver. One payer who pays nothing while another pays is no waiver in a hand."""
    said = f"Option {option.option}"
    waived = [(place, band) for place, band, fee in collection.rows() if fee.text == "waived"]
    if collection.waived_when is not None:
        message = f"{said} waives the fee of {payer_of(collection)} when {collection.waived_when}."
        yield answer_words(message, collection.waived_when, phrases, (*route, "waived-when"), "a condition")
    elif collection.without_flop is not None:
        message = f"{said} charges {collection.without_flop.text} when there is no flop."
        yield passed(message, (*route, "without-flop"))
    elif waived and not charges(collection) and any(charges(other) for other in option.collections):
        message = f"{said} takes nothing from {payer_of(collection)}, and another pays: no fee is waived in a hand."
        yield not_applicable(message, route + waived[0][0])
    elif waived and all(map(_wholly_waived, option.collections)):
        yield not_applicable(f"{said} takes nothing from anybody: no fee is waived in a hand.", route + waived[0][0])
    else:
        for place, band in waived:
            where = f" in the band {band}" if band is not None else ""
            if band is not None and collection.by == "pot-size":
                message = f"{said} takes nothing{where} of the pot: its size is the condition."
                yield passed(message, route + place)
                continue
            if band is not None:
                message = f"{said} takes nothing from {payer_of(collection)}{where}: the band says when"
                yield not_applicable(f"{message}, and no fee is waived in a hand.", route + place)
                continue
            message = f"{said} waives the fee of {payer_of(collection)} and does not say when."
            yield failed(message, route + place, label="waived on what condition?")
