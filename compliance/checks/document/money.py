"""Money in a document of any kind: the coins it needs, and the limits that its text gives."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Annotated, Any

from compliance.checks.looking import look_at
from compliance.checks.parameters import Coin, Where
from compliance.checks.registry import Kinds, check
from compliance.checks.showing import show
from compliance.checks.texts import said_again
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.checks.words import A_NUMBER, denied, plain
from compliance.documents.blocks import Document
from compliance.documents.routes import fact, facts
from compliance.documents.values import show_money, whole_number
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
    if fact(document, "document") == "game":
        yield from _told_by_others(document)
    fees = ("fee", "without-flop", "jackpot-drop", "bands / *")
    for what in (f"options / * / collections / * / {key}" for key in fees):
        for route, fee in facts(document, what):
            if fee.charges and fee.share is None:
                yield route, fee.amount


def _told_by_others(game: Any) -> Iterator[tuple[Route, Decimal]]:
    """What wagers come to that are told by another."""
    from compliance.checks.game.stakes import sayings_of, stakes_of  # a schedule needs nothing of games

    for name, wager in game.each_wager():
        tops = (stakes_of(game).told(name, saying) for saying in sayings_of(name, wager))
        yield from ((top.at, top.amount) for top in tops if top.amount is not None)


def _commissions(document: Document) -> Iterator[tuple[Route, str]]:
    """Places that charge a commission, under the word for it."""
    for what in ("wagers / * / commission", "fees / commission"):
        for route, _ in facts(document, what):
            yield route, "commission"
    yield from facts(document, "options / * / collections / * / type")


@check("stated-limit")
def stated_limit(document: Document, what: Sequence[Where], most: int, certain: int | None = None) -> Verdicts:
    """A number that the text gives for the limit on rates, in figures or in words, is that limit.

    what: where the number may stand
    most: the limit
    certain: how many were allowed for sure, where it is not established that `most` were
    """
    told: dict[str, list[Route]] = {}
    for route, value in (found for text in what for found in facts(document, text)):
        told.setdefault(show(value), []).append(route)
    for route, about, said in said_again(document):
        if about in what:
            told.setdefault(said, []).append(route)

    def judged(text: str) -> Verdict:
        at, *others = told[text]
        return _stated(text, at, [(route, "here too") for route in others], most, certain)

    return look_at(told, judged, nothing=not_applicable("The text names no number of rates."))


def _stated(text: str, at: Route, also: list[tuple[Route, str]], most: int, certain: int | None) -> Verdict:
    """One saying of how many rates there may be; of several numbers the largest counts."""
    numbers = [int(number) for number in A_NUMBER.findall(plain(text))]
    said = f"The text speaks of at most {text} rates" if whole_number(text) is not None else f"The text says: {text}"
    if not numbers:
        return review(f"{said}; that is no number.", at, also)
    number = max(numbers)
    if number > most:
        return failed(f"{said}; {most} are allowed.", at, also, f"at most {most}")
    if whole_number(text) is None and denied(text):
        return review(f"{said}; whether that is a limit is for a person to say.", at, also)
    if certain is not None and number > certain:
        open_ = f"whether {certain} or {most} were allowed on this date is not established"
        return review(f"{said}; {open_}.", at, also)._replace(level="note")
    if certain is None and number < most:
        message = f"{said}; {most} are allowed. It is stricter by choice, or older than that limit."
        return review(message, at, also)
    return passed(f"{said}, which is the limit.", at, also)
