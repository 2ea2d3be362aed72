"""How many rates a table meets: over all options that may be in use there together, in rules as in schedules."""

from collections.abc import Hashable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Annotated, Final, NamedTuple

from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.house import House
from compliance.checks.set.house_documents import HouseDocument
from compliance.checks.set.meeting import Meeting
from compliance.checks.set.mentions import SHOWN, name_document
from compliance.checks.set.money import OptionRates, is_for_game
from compliance.checks.set.schedules import are_for_other_tables
from compliance.checks.set.statements import facts_said
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.checks.words import mentions
from compliance.documents.charges import Fee, read_fee
from compliance.documents.facts import fact_route
from compliance.documents.rates import Rate
from compliance.documents.statement_facts import find_stated_facts
from compliance.documents.values import Unreadable, parse_whole_number
from compliance.source.routes import Route

_HOURS: Final = {"hour": 1, "half hour": 2, "half-hour": 2, "30 minutes": 2, "quarter hour": 4, "15 minutes": 4}
_NOT_SETTLED: Final = "Nothing seen says how rates are counted."


class Allowed(NamedTuple):
    """How many rates are allowed, and how many were for certain where that is not established."""

    most: int
    certain: int | None


@check("rate-count")
def rate_count(
    document: HouseDocument,
    documents: House,
    most: int,
    options_in_use: Where,
    certain: int | None = None,
    part_of_table: Annotated[Sequence[str], "words in the name of an option by which it is for a part of a table"] = (),
) -> Verdicts:
    """A table meets at most so many flat rates, over all options that may be in use there together. A fee that is
    waived is not a rate.

    most: how many
    certain: how many were allowed for sure, where it is not established that `most` were
    options-in-use: where it is said that a table uses one option
    """
    allowed = Allowed(most, certain)
    if document.kind == "schedule":
        in_use = _find_usage(document, documents, options_in_use)
        found = list(_check_schedule(document, allowed, in_use, fact_route(options_in_use)))
        found += _check_parts(document, allowed, part_of_table) if in_use == "one" else []
        found += _count_other_papers(document, documents, allowed, in_use)
        if document.superseded:
            old = "The schedule says that it is superseded."
            found = [verdict._replace(message=f"{verdict.message} {old}") for verdict in found]
        yield from found
    else:
        yield from _check_rules(document, documents, allowed)


def _check_rules(document: HouseDocument, documents: House, allowed: Allowed) -> Iterator[Verdict]:
    """The rates that the rules of a game charge themselves, and those of its schedules beside them."""
    rates = _list_charges(document)
    if not rates:
        yield not_applicable("The document itself charges no fee.")
        return
    yield _compare_with_limit("The rules charge", ("fees", "charges"), rates, allowed)
    for schedule in documents.schedules_of(document)[:SHOWN]:
        if not schedule.superseded:
            yield from _compare_papers(document, rates, schedule, _find_most(schedule, document.id, rates), allowed)


def _list_charges(document: HouseDocument) -> list[Rate]:
    fees: list[Fee] = document.facts.get("fees / charges", [])
    charged = ((("fees", "charges", number), fee) for number, fee in enumerate(fees) if fee.is_charged)
    return [Rate(route, "payer unstated", None, fee, fee.amount) for route, fee in charged]


def _count_other_papers(document: HouseDocument, documents: House, allowed: Allowed, in_use: str) -> Iterator[Verdict]:
    """What other papers charge at the tables of a schedule: the rules of its games, and other schedules for them."""
    known: set[str] = set()
    for game in document.list_known_games:
        rules = documents.rules_of(game, document)
        if rules is not None and rules.path not in known and (charges := _list_charges(rules)):
            known.add(rules.path)
            yield from _compare_papers(document, _find_most(document, game, charges), rules, charges, allowed)
        for place in islice(() if document.superseded else documents.rivals(document, game), SHOWN):
            other = place.document
            if other.path not in known and not are_for_other_tables(document, other):
                known.add(other.path)
                theirs = _find_most(other, game, _find_most(document, game, []))
                own = _find_most(document, game, theirs)
                for verdict in _compare_papers(document, own, other, theirs, allowed):
                    why = "Whether a table may use both schedules is not stated."
                    yield verdict if in_use == "any" else _make_question(verdict, why)


def _find_most(schedule: HouseDocument, game: str | None, beside: Sequence[Rate]) -> list[Rate]:
    """The rates of the option for a game that with others makes most rates."""
    own = [option.worst for option in schedule.rates if option.in_play and is_for_game(option, game)]
    return list(max(own, key=lambda rates: _count_fewest([*rates, *beside], by_payer=False), default=()))


def _compare_papers(
    document: HouseDocument, own: list[Rate], other: HouseDocument, theirs: list[Rate], allowed: Allowed
) -> Iterator[Verdict]:
    """The rates of two papers for one table, where only both together are too many."""
    if max(_count_fewest(own), _count_fewest(theirs)) > allowed.most or not own or not theirs:
        return
    said = f"With {name_document(other)} one table meets"
    verdict = _compare_with_limit(said, own[0].route, [*own, *theirs], allowed, by_payer=False)
    if verdict.status != "pass":
        *before, last = own
        also = tuple((rate.route, f"charged: {rate.fee}") for rate in before)
        there = tuple((other.path, rate.route, f"charged too: {rate.fee}") for rate in theirs)
        yield verdict._replace(at=last.route, also=also, elsewhere=there, label=f"charged: {last.fee}")


def _make_question(verdict: Verdict, why: str) -> Verdict:
    return verdict._replace(status="review", message=f"{verdict.message} {why}")


def _find_usage(document: HouseDocument, documents: House, fact: str) -> str:
    """How many options a table may use: one, any, or it is not said. Whoever says any is believed."""
    told = [str(said.value) for said in facts_said(document, documents, fact)]
    told += [text for _, other, text in document.said_again if other == fact]
    for one in (document, *documents.covering(document)):
        told += [str(said.value) for said in find_stated_facts(one.document, fact) if said.value is not None]
    return "any" if "any" in told else "one" if told else ""


def _check_schedule(document: HouseDocument, allowed: Allowed, in_use: str, at: Route) -> Iterator[Verdict]:
    options = [(number, option) for number, option in enumerate(document.rates) if option.in_play]
    if not options:
        yield review("The schedule has no option in play, so that there is nothing to count.", ("options",))
    alone = [_check_option(document, number, option, allowed) for number, option in options]
    yield from alone
    if any(verdict.status == "fail" for verdict in alone):
        return  # what comes of options together is moot where one alone has too many
    for meeting in document.meetings:
        verdict = _count_meeting(document, meeting, allowed)
        if verdict.status == "pass":
            continue
        if meeting.why == "limit":
            why = "They are told apart by table limits, and the schedule states one limit only."
            yield _make_question(verdict, why)
        elif meeting.why != "any" or in_use == "any":
            yield verdict
        elif in_use != "one":
            message = f"{verdict.message} Whether a table may use more than one option is not stated."
            yield unstated("review", message, at)._replace(also=verdict.also)


def _count_meeting(document: HouseDocument, meeting: Meeting, allowed: Allowed) -> Verdict:
    """The rates that options have together. Those that are for a part of a table's wagers or players each are counted
    as bands are."""
    names = [document.rates[number].option for number in meeting.options]
    said = f"Options {_options(names)} together charge" if len(names) > 1 else f"Option {names[0]} charges"
    by_payer = meeting.why in ("wager", "players")
    return _compare_with_limit(said, ("options", meeting.options[0]), list(meeting.rates), allowed, by_payer)


def _options(names: Sequence[str]) -> str:
    """Options as people list them: `1 and 2`, `1 to 11`."""
    numbers = [parse_whole_number(name) for name in names]
    first = numbers[0]
    if len(names) > 2 and first is not None and numbers == list(range(first, first + len(names))):
        return f"{names[0]} to {names[-1]}"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _check_parts(document: HouseDocument, allowed: Allowed, part_of_table: Sequence[str]) -> Iterator[Verdict]:
    """Options that are named for seats or persons: one table has several of those, whatever is said of options."""
    parts = [number for number, option in enumerate(document.rates) if mentions(option.title, part_of_table)]
    rates = [rate for number in parts if document.rates[number].in_play for rate in document.rates[number].worst]
    if len(parts) > 1:
        names = _options([document.rates[number].option for number in parts])
        verdict = _compare_with_limit(
            f"Options {names} together charge", ("options", parts[0]), rates, allowed, by_payer=False
        )
        if verdict.status != "pass":
            why = "They are named for parts of one table; whether a table meets them together needs a decision."
            yield _make_question(verdict, why)


def _check_option(document: HouseDocument, number: int, option: OptionRates, allowed: Allowed) -> Verdict:
    route: Route = ("options", number)
    said = f"Option {option.option} charges"
    if not option.fees_seen:
        return review(f"{said} no fee that is stated, so that there is nothing to count.", route)
    verdict = _compare_with_limit(said, route, list(option.worst), allowed)
    if verdict.status == "pass":
        again = list(_list_restated(document, number))
        if len({rate.fee[:2] for rate in (*option.worst, *again)}) > allowed.most:
            also = [(rate.route, f"said again: {rate.fee}") for rate in again]
            return review(f"{said} more than {allowed.most} rates if what is said again counts.", route, also)
    return verdict


def _list_restated(document: HouseDocument, number: int) -> Iterator[Rate]:
    for route, about, text in document.said_again:
        if about.startswith(f"options / {number + 1} / "):
            try:
                fee = read_fee(text)
            except Unreadable:
                continue
            if fee.is_charged:
                yield Rate(route, "payer unstated", None, fee, fee.amount)


def _compare_with_limit(said: str, route: Route, rates: list[Rate], allowed: Allowed, by_payer: bool = True) -> Verdict:
    """Rates held against the limit. What is open in the counting is for a person."""
    most = allowed.most
    said = f"{said} {_describe_count(rates)}"
    if len(rates) <= (most if allowed.certain is None else min(most, allowed.certain)):
        # However these are counted, they are no more than that.
        return passed(f"{said}; at most {most} are allowed.", route)
    also = [(rate.route, f"rate {count}: {rate.fee}") for count, rate in enumerate(rates, 1)]
    drops = [rate for rate in rates if rate.route[-1] == "jackpot-drop"]
    kept = [rate for rate in rates if rate not in drops]
    whole = [rate for rate in kept if not _part_waived(rate, kept)]
    if _count_fewest(_drop_repeats(whole), by_payer) > most:
        offending = _first_beyond(whole, most, by_payer)
        return failed(f"{said}; at most {most} are allowed at a table.", offending.route, also, f"rate {most + 1}")
    if _count_fewest(whole, by_payer) > most:
        message = f"{said}, more than {most}; some are one price for different times, which may be one rate"
        return review(f"{message}: a person must say.", route, also)
    if _count_fewest(kept, by_payer) > most:
        smaller = "only the smaller fee without a flop makes it so, which may be a waiver of part of the fee"
        return review(f"{said}, more than {most}; {smaller} and no rate.", route, also)
    if _count_fewest(rates, by_payer) > most:
        dropped = "only with what is dropped for a jackpot; whether that is a collection rate no text seen says"
        return review(f"{said}, more than {most} {dropped}: a person must say.", route, also)
    if allowed.certain is not None and _count_fewest(rates, by_payer) > allowed.certain:
        open_ = f"whether {allowed.certain} or {most} were allowed on this date is not established"
        return review(f"{said}; {open_}.", route, also)._replace(level="note")
    if by_payer and len(rates) > most:
        counted = f"counted tier by tier over all payers that is more than {most}"
        return review(f"{said}; {counted}. {_NOT_SETTLED}", route, also)
    return passed(f"{said}; at most {most} are allowed.", route)


def _count_fewest(rates: Sequence[Rate], by_payer: bool = True) -> int:
    """The fewest rates that these can be counted as: different amounts or shares, or the tiers of one payer."""
    payers = [rate.payer for rate in rates] if by_payer else []
    return max(len({rate.fee[:2] for rate in rates}), *map(payers.count, payers), 0)


def _drop_repeats(rates: Sequence[Rate]) -> list[Rate]:
    """Rates with those left out that are the price of an earlier one for another time: $6 a half hour, $12 an hour."""
    kept: dict[Hashable, Rate] = {}
    for place, rate in enumerate(rates):
        times = _HOURS.get(rate.fee.per)
        kept.setdefault((rate.payer, Fraction(rate.amount) * times) if times is not None else place, rate)
    return list(kept.values())


def _part_waived(rate: Rate, rates: Sequence[Rate]) -> bool:
    """Whether a rate is what is left of a fee in a hand without a flop."""
    return rate.route[-1] == "without-flop" and rate.amount < max(other.amount for other in rates)


def _describe_count(rates: Sequence[Rate]) -> str:
    tiers, amounts = len(rates), len({rate.fee[:2] for rate in rates})
    said = "1 rate" if tiers == 1 else f"{tiers} rates"
    return said if tiers == amounts else f"{said} ({amounts} different amounts)"


def _first_beyond(rates: Sequence[Rate], most: int, by_payer: bool) -> Rate:
    """The first rate that is one too many: a new amount beyond the limit, or a payer's tier beyond it."""
    amounts: set[tuple[Decimal, Fraction | None]] = set()
    tiers: dict[str, int] = {}
    for rate in rates:
        amounts.add(rate.fee[:2])
        tiers[rate.payer] = tiers.get(rate.payer, 0) + 1
        if len(amounts) > most or (by_payer and tiers[rate.payer] > most):
            return rate
    return rates[-1]
