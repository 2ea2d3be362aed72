"""Stakes, buy-ins and units of games that are played for a pot."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Final, NamedTuple

from compliance.checks.looking import look_at
from compliance.checks.registry import Kinds, check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.blocks import Document
from compliance.documents.charges import Band, PokerStakes
from compliance.documents.routes import fact, facts
from compliance.documents.values import show_money
from compliance.routes import Route

_UNITS: Final[Route] = ("betting", "units-at-most")


class Bets(NamedTuple):
    """Stakes of rules or of an option, with what stands beside them. `last` are the highest of all stakes."""

    stakes: PokerStakes
    at: Route
    whose: str
    maximum: Decimal | None = None
    last: bool = False
    limit: Band | None = None
    limit_at: Route = ()
    buy_in: Band | None = None
    buy_in_at: Route = ()


def _bets(document: Document) -> Iterator[Bets]:
    betting = fact(document, "betting")
    every = betting.stakes if betting is not None else []
    top = max((stakes.bets[-1] for stakes in every), default=None)
    for number, stakes in enumerate(every):
        at: Route = ("betting", "stakes", number)
        bought = {"buy_in": betting.buy_in, "buy_in_at": ("betting", "buy-in")}
        yield Bets(stakes, at, "The game", betting.maximum, stakes.bets[-1] == top, **bought)
    for route, option in facts(document, "options / *"):
        limit = option.wager or option.table_limit
        limit_at = (*route, "wager" if option.wager is not None else "table-limit")
        for number, stakes in enumerate(option.stakes):
            whose = f"Option {option.option}"
            at = (*route, "stakes", number)
            yield Bets(stakes, at, whose, None, False, limit, limit_at, option.buy_in, (*route, "buy-in"))


@check("stakes-agree")
def stakes_agree(document: Document) -> Verdicts:
    """The highest bet of the stakes is the highest wager that the rules state; an option's limits hold each bet."""
    stated = (bets for bets in _bets(document) if bets.maximum is not None or bets.limit is not None)
    nothing = not_applicable("No stakes stand beside a limit that they could be held against.")
    return look_at(stated, _against_limits, nothing=nothing)


def _against_limits(bets: Bets) -> Verdict:
    said, highest = f"{bets.whose} is for stakes of {bets.stakes}", bets.stakes.highest
    if bets.limit is not None:
        outside = [bet for bet in bets.stakes.bets if not bets.limit.holds(bet)]
        if outside:
            message = f"{said}; its limits are {bets.limit}, and a bet of {show_money(outside[0])} is outside of them."
            return failed(message, bets.at, [(bets.limit_at, "the limits")])
        return passed(f"{said}, which are within its limits.", bets.at)
    most = bets.maximum or Decimal(0)
    also: list[tuple[Route, str]] = [(("betting", "maximum"), show_money(most))]
    if highest is None:
        return review(f"{said}, which set no highest bet; the highest wager is said to be {show_money(most)}.", bets.at)
    if highest > most or (bets.last and highest < most):
        return failed(f"{said}; the highest wager is said to be {show_money(most)}.", bets.at, also)
    return passed(f"{said}, and no wager is above {show_money(most)}.", bets.at)


@check("buy-in-fits")
def buy_in_fits(document: Document) -> Verdicts:
    """The least buy-in is enough for one highest bet."""

    def fits(bets: Bets) -> Verdict:
        bet, least = bets.stakes.bets[-1], bets.buy_in.low if bets.buy_in is not None else Decimal(0)
        said = f"{bets.whose}: one bet of {bets.stakes} is {show_money(bet)}, and the least buy-in {show_money(least)}"
        if least < bet:
            message = f"{said}, which is less than one bet."
            return failed(message, bets.buy_in_at, [(bets.at, f"one bet is {show_money(bet)}")])
        return passed(f"{said}.", bets.buy_in_at)

    bought = (bets for bets in _bets(document) if bets.buy_in is not None)
    return look_at(bought, fits, nothing=not_applicable("No buy-in stands beside stakes."))


@check("units-fit")
def units_fit(document: Annotated[Document, Kinds("game")]) -> Verdicts:
    """What players pay each other by units is not above the highest wager."""
    betting = fact(document, "betting")
    stated = [betting] if betting is not None and betting.unit_value is not None and betting.units_at_most else []

    def fits(one: object) -> Verdict:
        most = betting.unit_value * betting.units_at_most
        said = f"{betting.units_at_most} units of {show_money(betting.unit_value)} are {show_money(most)}"
        if betting.maximum is None:
            return review(f"{said}; no highest wager is stated that this could be held against.", _UNITS)
        if most > betting.maximum:
            message = f"{said}; the highest wager is {show_money(betting.maximum)}."
            return failed(message, _UNITS, [(("betting", "maximum"), "the highest wager")])
        return passed(f"{said}, which is not above the highest wager.", _UNITS)

    return look_at(stated, fits, nothing=not_applicable("Players do not pay each other by units."))
