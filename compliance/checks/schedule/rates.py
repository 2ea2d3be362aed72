"""How many rates an option charges."""

from decimal import Decimal

from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review
from compliance.documents.schedule import Rate, Schedule
from compliance.documents.values import show_money
from compliance.routes import Route


@check("rate-count")
def rate_count(schedule: Schedule, most: int, certain: int | None = None) -> Verdicts:
    """An option charges at most so many flat rates; a fee that is waived is not a rate.

    most: how many
    certain: how many were allowed for sure, where it is not established that `most` were
    """
    for number, option in enumerate(schedule.options):
        rates = max(schedule.rates_at_tables(number), key=_most_rates)
        yield _within_rates(f"Option {option.option}", ("options", number), rates, most, certain)


def _within_rates(whose: str, route: Route, rates: list[Rate], most: int, certain: int | None) -> Verdict:
    """One option's rates held against the limit. What is open in the counting is for a person."""
    also = [(rate.route, f"rate {count}: {show_money(rate.amount)}") for count, rate in enumerate(rates, 1)]
    said = f"{whose} charges {_counted(len(rates), len({rate.amount for rate in rates}))}"
    whole = [rate for rate in rates if not _part_waived(rate, rates)]
    if _fewest(whole) > most:
        offending = _first_beyond(whole, most)
        return failed(f"{said}; at most {most} are allowed at a table.", offending.route, also, f"rate {most + 1}")
    if _fewest(rates) > most:
        smaller = (
            "only the smaller fee without a flop makes it so, which may be a waiver of part of the fee and no rate"
        )
        return review(f"{said}, more than {most}; {smaller}.", route, also)
    if certain is not None and _fewest(rates) > certain:
        open_ = f"whether {certain} or {most} were allowed on this date is not established"
        return review(f"{said}; {open_}.", route, also)._replace(level="note")
    if len(rates) > most:
        counted = f"counted tier by tier over all payers that is more than {most}"
        return review(f"{said}; {counted}. How rates are counted is not settled by anything seen.", route, also)
    return passed(f"{said}; at most {most} are allowed.", route)


def _fewest(rates: list[Rate]) -> int:
    """The fewest rates that these can be counted as: different amounts, or the tiers of one payer."""
    payers = [rate.payer for rate in rates]
    return max(len({rate.amount for rate in rates}), *map(payers.count, payers), 0)


def _part_waived(rate: Rate, rates: list[Rate]) -> bool:
    """Whether a rate is what is left of a fee in a hand without a flop."""
    return rate.route[-1] == "without-flop" and rate.amount < max(other.amount for other in rates)


def _most_rates(rates: list[Rate]) -> tuple[int, int]:
    """Of the tables that may use an option, that with the most rates decides."""
    return len({rate.amount for rate in rates}), len(rates)


def _counted(tiers: int, amounts: int) -> str:
    rates = "1 rate" if tiers == 1 else f"{tiers} rates"
    return rates if tiers == amounts else f"{rates} ({amounts} different amounts)"


def _first_beyond(rates: list[Rate], most: int) -> Rate:
    """The first rate that is one too many: a new amount beyond the limit, or a payer's tier beyond it."""
    amounts: set[Decimal] = set()
    tiers: dict[str, int] = {}
    for rate in rates:
        amounts.add(rate.amount)
        tiers[rate.payer] = tiers.get(rate.payer, 0) + 1
        if len(amounts) > most or tiers[rate.payer] > most:
            return rate
    return rates[-1]
