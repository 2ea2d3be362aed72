"""Limits inside one game: wagers against the table, bonus against base, envy within reach, splits with an end."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from compliance.checks.registry import Verdict, Verdicts, check, failed, not_applicable, passed, unstated
from compliance.documents.values import show_money
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import Game, Wager

# The table's limits are for these; a bonus wager has limits of its own, a raise may go beyond, and the ante of a game
# that is played for a pot is less than its bets.
_AT_TABLE_LIMITS: Final = ("base", "ante")


@check("wager-limits-agree")
def wager_limits_agree(game: Game) -> Verdicts:
    """A wager's least is not above its most, and both fit the table's limits."""
    looked = False
    for name, wager in game.each_wager():
        if wager.minimum is None and wager.maximum is None:
            continue
        looked = True
        found = list(_misfits(game, name, wager))
        yield from found
        if not found:
            yield passed(f"The limits of {name} fit each other and the table's.", ("wagers", name))
    table = game.table
    if table is not None and table.minimum is not None and table.maximum is not None:
        looked = True
        least, most = table.minimum, table.maximum
        if most.high is not None and least.low > most.high:
            message = f"The least wager at the table, {least}, is above the highest, {most}."
            yield failed(message, ("table", "minimum"), [(("table", "maximum"), "the highest")])
        else:
            yield passed(f"The table takes wagers from {least} to {most}.", ("table", "minimum"))
    if not looked:
        yield not_applicable("The rules state no limit of a wager.")


def _misfits(game: Game, name: str, wager: Wager) -> Iterator[Verdict]:
    least, most = wager.minimum, wager.maximum
    bound = (wager.kind or "base") in (_AT_TABLE_LIMITS if game.bank.by != "pot" else _AT_TABLE_LIMITS[:1])
    low: Route = ("wagers", name, "minimum")
    high: Route = ("wagers", name, "maximum")
    if least is not None and most is not None and least > most:
        message = f"The least {name} wager is {show_money(least)} and the most is {show_money(most)}."
        yield failed(message, low, [(high, "the most")])
    table = game.table
    top = table.maximum.high if table is not None and table.maximum is not None else None
    floor = table.minimum.low if table is not None and table.minimum is not None else None
    above: list[tuple[Route, str]] = [(("table", "maximum"), "the table's")]
    below: list[tuple[Route, str]] = [(("table", "minimum"), "the table's")]
    if top is not None and least is not None and least > top:
        yield failed(f"The least {name} wager is {show_money(least)}; {_table_has('highest', top)}.", low, above)
    elif top is not None and most is not None and most > top and bound:
        yield failed(f"The most {name} wager is {show_money(most)}; {_table_has('highest', top)}.", high, above)
    if floor is not None and most is not None and most < floor and bound:
        yield failed(f"The most {name} wager is {show_money(most)}; {_table_has('least', floor)}.", high, below)
    elif floor is not None and least is not None and least < floor and bound:
        yield failed(f"The least {name} wager is {show_money(least)}; {_table_has('least', floor)}.", low, below)


def _table_has(end: str, amount: Decimal) -> str:
    return f"the table's {end} wager is {show_money(amount)}"


@check("bonus-fits-base")
def bonus_fits_base(game: Game) -> Verdicts:
    """A wager that is limited by another one can be placed, and is not also said to go beyond it."""
    looked = False
    for name, wager in game.each_wager():
        base = wager.at_most
        limit = game.wagers.get(base) if base is not None and game.wagers is not None else None
        if base is None or limit is None:
            continue
        looked = True
        route: Route = ("wagers", name, "at-most")
        if wager.may_exceed == base:
            message = f"{name} is at most {base}, and may exceed {base}."
            yield failed(message, ("wagers", name, "may-exceed"), [(route, "said here")])
        elif wager.minimum is not None and limit.maximum is not None and wager.minimum > limit.maximum:
            least, most = show_money(wager.minimum), show_money(limit.maximum)
            message = f"The least {name} wager is {least}; it is at most {base}, which is at most {most}."
            yield failed(message, ("wagers", name, "minimum"), [(("wagers", base, "maximum"), "the limit")])
        else:
            yield passed(f"{name} is at most {base}, and can be.", route)
    if not looked:
        yield not_applicable("No wager is limited by another one.")


@check("envy-reachable")
def envy_reachable(game: Game) -> Verdicts:
    """The wager that qualifies for envy may be as high as it must be."""
    envy = game.envy
    if envy is None or envy.qualifies is None:
        yield not_applicable("The rules name no wager that qualifies for envy.")
        return
    needed, name = envy.qualifies.at_least, envy.qualifies.wager
    route: Route = ("envy", "qualifies", "at-least")
    limits = list(_highest(game, name, set()))
    if not limits:
        yield not_applicable(f"The rules do not state the most that may be wagered on {name}.", route)
        return
    most, place = min(limits)
    if needed > most:
        message = (
            f"Envy needs a {name} wager of {show_money(needed)}; the most that may be wagered is {show_money(most)}."
        )
        yield failed(message, route, [(place, "the most")], "out of reach")
    else:
        yield passed(f"A {name} wager of {show_money(needed)} may be placed; the most is {show_money(most)}.", route)


def _highest(game: Game, name: str, seen: set[str]) -> Iterator[tuple[Decimal, Route]]:
    """Every stated upper limit of a wager: its own, that of the wager that limits it, the table's."""
    wager = game.wagers.get(name) if game.wagers is not None else None
    if game.table is not None and game.table.maximum is not None and game.table.maximum.high is not None:
        yield game.table.maximum.high, ("table", "maximum")
    if wager is not None and name not in seen:
        if wager.maximum is not None:
            yield wager.maximum, ("wagers", name, "maximum")
        for other in (wager.at_most, wager.equals):
            if other is not None:
                yield from _highest(game, other, {*seen, name})


@check("splits-limited")
def splits_limited(game: Game) -> Verdicts:
    """Where cards may be split, the rules say how often."""
    play = game.play
    if play is None or play.split is None:
        yield not_applicable("The rules do not speak of splitting.")
    elif play.split_at_most is None:
        message = f"Cards may be split ({play.split}); how often is not stated."
        yield unstated("fail", message, ("play", "split-at-most"))
    else:
        yield passed(f"Cards may be split {play.split_at_most} times at most.", ("play", "split-at-most"))
