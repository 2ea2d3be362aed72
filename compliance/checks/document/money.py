"""Money in a document of any kind: the coins it needs, shares that are charged, limits that its text gives."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Annotated

from compliance.checks.looking import look_at
from compliance.checks.parameters import Coin, Where
from compliance.checks.registry import Kinds, check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.blocks import Document
from compliance.documents.routes import fact, facts
from compliance.documents.values import show_money, show_percent, whole_number
from compliance.routes import Route


@check("coins")
def coins(
    document: Annotated[Document, Kinds("game", "schedule")],
    smallest: Coin,
    smallest_with_commission: Coin,
    commission: str,
) -> Verdicts:
    """Amounts can be paid in chips and the coins that are allowed; smaller coins only where a commission is charged.

    smallest: the smallest coin
    smallest-with-commission: the smallest coin where a commission is charged
    commission: what a fee of that type is called
    """
    charged = any(text == commission for _, text in _commissions(document))
    least = smallest_with_commission if charged else smallest

    def payable(stated: tuple[Route, Decimal]) -> Verdict:
        route, amount = stated
        if amount % smallest == 0:
            return passed(f"{show_money(amount)} needs no coin below {show_money(smallest)}.", route)
        if amount % least == 0:
            return passed(f"{show_money(amount)} needs small coins, which a game with a commission may use.", route)
        why = "" if charged else ", and no commission is charged"
        message = f"{show_money(amount)} needs coins below {show_money(least)}{why}."
        return failed(message, route, label=f"a multiple of {show_money(least)}")

    return look_at(_amounts(document), payable, nothing=not_applicable("The document states no amounts."))


def _amounts(document: Document) -> Iterator[tuple[Route, Decimal]]:
    for what in ("wagers / * / minimum", "wagers / * / maximum"):
        yield from facts(document, what)
    for what in ("options / * / collections / * / fee", "options / * / collections / * / bands / *"):
        for route, fee in facts(document, what):
            if fee.charges and fee.share is None:
                yield route, fee.amount


def _commissions(document: Document) -> Iterator[tuple[Route, str]]:
    """Places that charge a commission, under the word for it."""
    for what in ("wagers / * / commission", "fees / commission"):
        for route, _ in facts(document, what):
            yield route, "commission"
    yield from facts(document, "options / * / collections / * / type")


@check("no-percentage-fee")
def no_percentage_fee(document: Annotated[Document, Kinds("game", "schedule")]) -> Verdicts:
    """No fee is a fraction or percentage of wagers or winnings."""
    options = fact(document, "options")
    if options is not None:
        clean = passed(f"All fees of {len(options)} options are flat amounts.", ("options",))
        return look_at([document], _shares_of_options, all_clean=clean)
    at: Route = ("fees",) if fact(document, "fees") is not None else ()
    clean = passed("Nothing in the rules charges a share of wagers or winnings.", at)
    return look_at([document], _shares_of_rules, all_clean=clean)


def _shares_of_options(schedule: Document) -> Verdicts:
    for base, option in facts(schedule, "options / *"):
        for number, collection in enumerate(option.collections if not option.not_for_play else ()):
            for place, _, fee in collection.rows():
                if fee.share is not None:
                    what = f"{show_percent(fee.share)} of {fee.of or 'what is wagered or won'}"
                    message = f"Option {option.option} charges the {collection.payer} {what}."
                    at = (*base, "collections", number, *place)
                    yield failed(message, at, label="a percentage, not a flat fee")


def _shares_of_rules(game: Document) -> Verdicts:
    for route, wager in facts(game, "wagers / *"):
        if wager.commission:
            said = f"A winning {wager.name or route[-1]} wager pays a commission of {show_percent(wager.commission)}."
            yield failed(said, (*route, "commission"), label="a share of winnings")
    for route, commission in facts(game, "fees / commission"):
        if commission:
            yield failed(f"The game charges a commission of {show_percent(commission)}.", route)
    for route, fee in facts(game, "fees / charges / *"):
        if fee.share is not None:
            yield failed(f"The game charges {fee.text}.", route)


@check("stated-limit")
def stated_limit(document: Document, what: Sequence[Where], most: int, certain: int | None = None) -> Verdicts:
    """A number that the text gives for the limit on rates is that limit.

    what: where the number may stand
    most: the limit
    certain: how many were allowed for sure, where it is not established that `most` were
    """
    told: dict[str, list[Route]] = {}
    for route, value in (found for text in what for found in facts(document, text)):
        told.setdefault(show(value), []).append(route)

    def judged(text: str) -> Verdict:
        at, *others = told[text]
        also = [(route, "here too") for route in others]
        said = f"The text speaks of at most {text} rates"
        number = whole_number(text)
        if number is None:
            return review(f"{said}; that is no number.", at, also)
        if number > most:
            return failed(f"{said}; {most} are allowed.", at, also, f"at most {most}")
        if certain is not None and number > certain:
            open_ = f"whether {certain} or {most} were allowed on this date is not established"
            return review(f"{said}; {open_}.", at, also)._replace(level="note")
        if certain is None and number < most:
            message = f"{said}; {most} are allowed. It is stricter by choice, or older than that limit."
            return review(message, at, also)
        return passed(f"{said}, which is the limit.", at, also)

    return look_at(told, judged, nothing=not_applicable("The text names no number of rates."))
