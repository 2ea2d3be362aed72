"""What may be wagered under an option, as far as a schedule says it, and whether its limits agree."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.charges import Band, PokerStakes
from compliance.documents.schedule import Schedule, TableLimits
from compliance.documents.values import show_money
from compliance.routes import Route

_LIMITS: Route = ("table-limits",)


class Limit(NamedTuple):
    """A limit that may lie anywhere between two amounts, because the house chooses it; None is no limit."""

    low: Decimal | None
    high: Decimal | None
    route: Route


def least_wager(schedule: Schedule, number: int) -> Limit | None:
    """The least that may be wagered under an option, as far as the schedule says it."""
    own = own_range(schedule, number)
    if own is not None:
        return Limit(own[0].low, own[0].low, own[1])
    return _of_table(schedule.table_limits.minimum if schedule.table_limits is not None else None, "minimum")


def most_wager(schedule: Schedule, number: int) -> Limit | None:
    """The most that may be wagered under an option, as far as the schedule says it."""
    own = own_range(schedule, number)
    if own is not None:
        return Limit(own[0].high, own[0].high, own[1])
    return _of_table(schedule.table_limits.maximum if schedule.table_limits is not None else None, "maximum")


def _of_table(limit: Band | None, key: str) -> Limit | None:
    return Limit(limit.low, limit.high, (*_LIMITS, key)) if limit is not None else None


def own_range(schedule: Schedule, number: int) -> tuple[Band, Route] | None:
    option = schedule.options[number]
    if option.wager is not None:
        return option.wager, ("options", number, "wager")
    if option.table_limit is not None:
        return option.table_limit, ("options", number, "table-limit")
    return None


def step(schedule: Schedule) -> Decimal:
    """The smallest step in which the schedule counts money."""
    return schedule.unit or Decimal(1)


def after(amount: Decimal, step: Decimal) -> Decimal:
    """The next amount that can be wagered where wagers go by steps."""
    return (amount // step + 1) * step


def before(amount: Decimal, step: Decimal) -> Decimal:
    """The last amount below another that can be wagered."""
    whole = amount // step * step
    return whole if whole < amount else whole - step


def stretch(band: Band, first: Decimal, last: Decimal) -> str:
    """Amounts from one to another, in a band's notation."""
    return band.show(first) if first >= last else f"{band.show(first)} to {band.show(last)}"


@check("table-limits-agree")
def table_limits_agree(schedule: Schedule) -> Verdicts:
    """The least wager of the schedule is below its highest, and each option's limits are within them."""
    limits = schedule.table_limits
    nothing = not_applicable("The schedule states no table limits of its own.")
    clean = passed("The table limits fit each other.", _LIMITS)
    stated = [limits] if limits is not None else []
    return look_at(stated, lambda one: _misfits(schedule, one), nothing=nothing, all_clean=clean)


def _misfits(schedule: Schedule, limits: TableLimits) -> Verdicts:
    least, most = limits.minimum, limits.maximum
    if least is not None and most is not None and most.high is not None and least.low > most.high:
        message = f"The least wager, {least}, is above the highest, {most}."
        yield failed(message, (*_LIMITS, "minimum"), [((*_LIMITS, "maximum"), "the highest")])
    for number, option in enumerate(schedule.options):
        own = own_range(schedule, number)
        if own is None:
            continue
        band, place = own
        said = f"Option {option.option} is for {band}"
        if least is not None and band.low < least.low:
            message = f"{said}; the schedule's least wager is {least.show(least.low)}."
            yield failed(message, place, [((*_LIMITS, "minimum"), "the least")])
        if most is not None and most.high is not None and (band.high is None or band.high > most.high):
            message = f"{said}; the schedule's highest wager is {most.show(most.high)}."
            yield failed(message, place, [((*_LIMITS, "maximum"), "the highest")])


@check("options-cover-limits")
def options_cover_limits(schedule: Schedule) -> Verdicts:
    """Options that are each for a limit of their own cover together all that the schedule's limits allow."""
    limits = schedule.table_limits
    games = sorted({name for option in schedule.options for name in option.for_}) or [""]
    tied = {game: _tied(schedule, game) for game in games}
    every = [game for game, options in tied.items() if options]
    nothing = not_applicable("Not every option is for a limit of its own within limits of the schedule.", ("options",))
    clean = passed("The options cover the limits of the schedule.", _LIMITS)
    covered = [(limits, tied[game]) for game in every if limits is not None]
    return look_at(covered, lambda one: _left_out(*one, step(schedule)), nothing=nothing, all_clean=clean)


def _tied(schedule: Schedule, game: str) -> list[tuple[Band, int]]:
    """The options for a game with the limits that each is for, lowest first; none unless each has such limits."""
    options = [row for row in enumerate(schedule.options) if not row[1].for_ or game in row[1].for_]
    tied = [(option.table_limit or option.wager, number) for number, option in options]
    own = [(band, number) for band, number in tied if band is not None]
    return sorted(own, key=lambda row: row[0].low) if len(own) == len(tied) else []


def _left_out(limits: TableLimits, tied: list[tuple[Band, int]], step: Decimal) -> Verdicts:
    """What no option is for, from the lowest limit up."""
    reached = limits.minimum.low - step if limits.minimum is not None else tied[0][0].low
    for band, number in tied:
        if band.low - reached > step:
            message = f"No option is for limits from {band.show(reached + step)} to {band.show(band.low - step)}."
            yield failed(message, ("options", number), [(_LIMITS, "the limits of the schedule")])
        if band.high is None:
            return
        reached = max(reached, band.high)
    if limits.maximum is not None and (limits.maximum.high is None or limits.maximum.high > reached):
        message = f"No option is for limits above {tied[0][0].show(reached)}."
        yield failed(message, (*_LIMITS, "maximum"))


@check("stakes-within")
def stakes_within(schedule: Schedule, most: Decimal, classes: Sequence[str], licensed: Decimal) -> Verdicts:
    """No option is for stakes with a bet above a limit, which is higher under some licences.

    most: the limit
    classes: the classes of licence with a higher one
    licensed: that one
    """
    held = schedule.licensee.class_ if schedule.licensee is not None else None
    top = most if held is not None and held not in classes else licensed
    needs = f"needs a licence of class {' or '.join(classes)}"

    def judged(one: tuple[Route, PokerStakes, Decimal | None]) -> Verdict:
        route, stakes, limit = one
        said = f"The schedule has fees for stakes of {stakes}"
        bet = stakes.bets[-1] if stakes.highest is not None or limit is None else max(stakes.bets[-1], limit)
        if bet > top:
            label = f"at most {show_money(top)}"
            return failed(f"{said}, a bet of {show_money(bet)}; {label} is allowed.", route, label=label)
        if stakes.highest is None and limit is None:
            return review(f"{said}, which set no highest bet; at most {show_money(top)} is allowed.", route)
        if bet > most and held is None:
            return unstated("review", f"{said}; a bet above {show_money(most)} {needs}.", ("licensee", "class"))
        return passed(f"{said}; at most {show_money(top)} is allowed.", route)

    return look_at(_stakes(schedule), judged, nothing=not_applicable("No option is for stakes.", ("options",)))


def _stakes(schedule: Schedule) -> Iterator[tuple[Route, PokerStakes, Decimal | None]]:
    """The stakes of each option in play, with the most that may be wagered under it."""
    for number, option in enumerate(schedule.options):
        most = most_wager(schedule, number)
        for place, stakes in enumerate(option.stakes if not option.not_for_play else ()):
            yield ("options", number, "stakes", place), stakes, most.high if most is not None else None
