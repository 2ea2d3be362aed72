"""How many rates a table meets: over all options that may be in use there together, in rules as in schedules."""

from collections.abc import Hashable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Final, NamedTuple

from compliance.checks.parameters import Says, Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract
from compliance.checks.set.money import OptionRates, for_game
from compliance.checks.set.readings import statements_read
from compliance.checks.set.said import facts_said
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.checks.words import mentions
from compliance.documents.charges import Fee, read_fee
from compliance.documents.rates import Rate
from compliance.documents.routes import route_of
from compliance.documents.values import Unreadable, whole_number
from compliance.routes import Route

_HOURS: Final = {"hour": 1, "half hour": 2, "half-hour": 2, "30 minutes": 2, "quarter hour": 4, "15 minutes": 4}
_NOT_SETTLED: Final = "How rates are counted is not settled by anything seen."


class Allowed(NamedTuple):
    """How many rates are allowed, and how many were for certain where that is not established."""

    most: int
    certain: int | None


@check("rate-count")
def rate_count(
    document: Extract,
    documents: DocumentSet,
    most: int,
    options_in_use: Where,
    says: Says,
    one: Annotated[Sequence[str], "phrases that say so"],
    several: Annotated[Sequence[str], "phrases that let a table use several options"],
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
        in_use = _in_use(document, documents, options_in_use, says, one, several)
        found = list(_of_schedule(document, allowed, in_use, route_of(options_in_use)))
        found += _of_parts(document, allowed, part_of_table) if in_use == "one" else []
        if document.superseded:
            old = "The schedule says that it is superseded."
            found = [verdict._replace(message=f"{verdict.message} {old}") for verdict in found]
        yield from found
    else:
        yield _of_rules(document, allowed)


def _of_rules(document: Extract, allowed: Allowed) -> Verdict:
    """The rates that the rules of a game charge themselves."""
    fees: list[Fee] = document.facts.get("fees / charges", [])
    rates = [
        Rate(("fees", "charges", number), "payer unstated", None, fee, fee.amount)
        for number, fee in enumerate(fees)
        if fee.charges
    ]
    if not rates:
        return not_applicable("The document itself charges no fee.")
    return _within("The rules charge", ("fees", "charges"), rates, allowed)


def _in_use(
    document: Extract, documents: DocumentSet, fact: str, says: Says, one: Sequence[str], several: Sequence[str]
) -> str:
    """How many options a table may use: one, any, or it is not said. Whoever says any is believed."""
    told = [str(said.value) for said in facts_said(document, documents, fact)]
    told += [text for _, other, text in document.said_again if other == fact]
    read = [said.reading for said in statements_read(document, documents, says, one, several)]
    if "any" in told or "denies" in read:
        return "any"
    return "one" if told or "affirms" in read else ""


def _of_schedule(document: Extract, allowed: Allowed, in_use: str, at: Route) -> Iterator[Verdict]:
    options = [(number, option) for number, option in enumerate(document.rates) if option.in_play]
    if not options:
        yield review("The schedule has no option in play, so that there is nothing to count.", ("options",))
    alone = [_of_option(document, number, option, allowed) for number, option in options]
    yield from alone
    if any(verdict.status == "fail" for verdict in alone):
        return  # what comes of options together is moot where one alone has too many
    for numbers in _together(options, in_use):
        names = _options([document.rates[number].option for number in numbers])
        rates = [rate for number in numbers for rate in document.rates[number].worst]
        verdict = _within(f"Options {names} together charge", ("options", numbers[0]), rates, allowed, by_payer=False)
        sure = in_use == "any" or document.rates[numbers[0]].part_of is not None
        if verdict.status != "pass" and sure:
            yield verdict
        elif verdict.status != "pass":
            message = f"{verdict.message} Whether a table may use more than one option is not stated."
            yield unstated("review", message, at)._replace(also=verdict.also)


def _options(names: Sequence[str]) -> str:
    """Options as people list them: `1 and 2`, `1 to 11`."""
    numbers = [whole_number(name) for name in names]
    first = numbers[0]
    if len(names) > 2 and first is not None and numbers == list(range(first, first + len(names))):
        return f"{names[0]} to {names[-1]}"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _of_parts(document: Extract, allowed: Allowed, part_of_table: Sequence[str]) -> Iterator[Verdict]:
    """Options that are named for seats or persons: one table has several of those, whatever is said of options."""
    parts = [number for number, option in enumerate(document.rates) if mentions(option.title, part_of_table)]
    rates = [rate for number in parts if document.rates[number].in_play for rate in document.rates[number].worst]
    if len(parts) > 1:
        names = _options([document.rates[number].option for number in parts])
        verdict = _within(f"Options {names} together charge", ("options", parts[0]), rates, allowed, by_payer=False)
        if verdict.status != "pass":
            why = "They are named for parts of one table; whether a table meets them together is for a person to say."
            yield verdict._replace(status="review", message=f"{verdict.message} {why}")


def _together(options: list[tuple[int, OptionRates]], in_use: str) -> Iterator[list[int]]:
    """Options that a table may use together: those that only together have a fee for every wager, and all that are for
    one limit unless a table uses one option."""
    parts = {option.part_of for _, option in options if option.part_of is not None}
    for part in sorted(parts):
        yield [number for number, option in options if option.part_of == part]
    if in_use != "one" and not parts:
        told: list[list[int]] = []
        games = {game for _, option in options for game in option.games} or {""}
        for game in sorted(games):
            # A table plays one game: options for other games are none of its own.
            own = [(number, option) for number, option in options if for_game(option, game)]
            for limit in dict.fromkeys(option.limit for _, option in own):
                numbers = [number for number, option in own if option.limit in (limit, "")]
                if len(numbers) > 1 and numbers not in told:
                    told.append(numbers)
        yield from told


def _of_option(document: Extract, number: int, option: OptionRates, allowed: Allowed) -> Verdict:
    route: Route = ("options", number)
    said = f"Option {option.option} charges"
    if not option.fees_seen:
        return review(f"{said} no fee that is stated, so that there is nothing to count.", route)
    verdict = _within(said, route, list(option.worst), allowed)
    if verdict.status == "pass" and _fewest(option.one_table) > allowed.most:
        message = f"{said} {_counted(option.one_table)} by bands that are called table limits, and the schedule shows "
        verdict = review(f"{message}one table only: at one table that is more than {allowed.most}.", route)
    if verdict.status == "pass":
        again = list(_said_again(document, number))
        if len({rate.fee[:2] for rate in (*option.worst, *again)}) > allowed.most:
            also = [(rate.route, f"said again: {rate.fee}") for rate in again]
            return review(f"{said} more than {allowed.most} rates if what is said again counts.", route, also)
    return verdict


def _said_again(document: Extract, number: int) -> Iterator[Rate]:
    for route, about, text in document.said_again:
        if about.startswith(f"options / {number + 1} / "):
            try:
                fee = read_fee(text)
            except Unreadable:
                continue
            if fee.charges:
                yield Rate(route, "payer unstated", None, fee, fee.amount)


def _within(said: str, route: Route, rates: list[Rate], allowed: Allowed, by_payer: bool = True) -> Verdict:
    """Rates held against the limit. What is open in the counting is for a person."""
    most = allowed.most
    said = f"{said} {_counted(rates)}"
    if len(rates) <= (most if allowed.certain is None else min(most, allowed.certain)):
        # However these are counted, they are no more than that.
        return passed(f"{said}; at most {most} are allowed.", route)
    also = [(rate.route, f"rate {count}: {rate.fee}") for count, rate in enumerate(rates, 1)]
    drops = [rate for rate in rates if rate.route[-1] == "jackpot-drop"]
    kept = [rate for rate in rates if rate not in drops]
    whole = [rate for rate in kept if not _part_waived(rate, kept)]
    if _fewest(_one_price(whole), by_payer) > most:
        offending = _first_beyond(whole, most, by_payer)
        return failed(f"{said}; at most {most} are allowed at a table.", offending.route, also, f"rate {most + 1}")
    if _fewest(whole, by_payer) > most:
        message = f"{said}, more than {most}; some are one price for different times, which may be one rate"
        return review(f"{message}: a person must say.", route, also)
    if _fewest(kept, by_payer) > most:
        smaller = "only the smaller fee without a flop makes it so, which may be a waiver of part of the fee"
        return review(f"{said}, more than {most}; {smaller} and no rate.", route, also)
    if _fewest(rates, by_payer) > most:
        dropped = "only with what is dropped for a jackpot; whether that is a collection rate no text seen says"
        return review(f"{said}, more than {most} {dropped}: a person must say.", route, also)
    if allowed.certain is not None and _fewest(rates, by_payer) > allowed.certain:
        open_ = f"whether {allowed.certain} or {most} were allowed on this date is not established"
        return review(f"{said}; {open_}.", route, also)._replace(level="note")
    if by_payer and len(rates) > most:
        counted = f"counted tier by tier over all payers that is more than {most}"
        return review(f"{said}; {counted}. {_NOT_SETTLED}", route, also)
    return passed(f"{said}; at most {most} are allowed.", route)


def _fewest(rates: Sequence[Rate], by_payer: bool = True) -> int:
    """The fewest rates that these can be counted as: different amounts or shares, or the tiers of one payer."""
    payers = [rate.payer for rate in rates] if by_payer else []
    return max(len({rate.fee[:2] for rate in rates}), *map(payers.count, payers), 0)


def _one_price(rates: Sequence[Rate]) -> list[Rate]:
    """Rates with those left out that are the price of an earlier one for another time: $6 a half hour, $12 an hour."""
    kept: dict[Hashable, Rate] = {}
    for place, rate in enumerate(rates):
        times = _HOURS.get(rate.fee.per)
        kept.setdefault((rate.payer, Fraction(rate.amount) * times) if times is not None else place, rate)
    return list(kept.values())


def _part_waived(rate: Rate, rates: Sequence[Rate]) -> bool:
    """Whether a rate is what is left of a fee in a hand without a flop."""
    return rate.route[-1] == "without-flop" and rate.amount < max(other.amount for other in rates)


def _counted(rates: Sequence[Rate]) -> str:
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
