"""How much may be wagered, where on the layout, and in what coin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.checks.cards import letters
from compliance.checks.comparisons import families
from compliance.checks.free_text import denies
from compliance.checks.registry import Verdict, Verdicts, check, failed, not_applicable, passed, review, unstated
from compliance.documents.routes import facts
from compliance.documents.values import read_band, show_money
from compliance.routes import Route, show_route

if TYPE_CHECKING:
    from compliance.documents.blocks import Document
    from compliance.documents.game import Game

_CLASS: Route = ("licensee", "class")
_WITHIN: Final = ("no wager", "not exceed", "not be above", "not above", "not more than", "never above")


@check("wager-limit")
def wager_limit(
    game: Game,
    within_law: str,
    most: Decimal | None = None,
    own_limit: Sequence[str] = (),
    on_some_tables: Decimal | None = None,
    tables: Mapping[str, int] | None = None,
) -> Verdicts:
    """No single wager is above a limit; a document that says it keeps to the law's limit need not give numbers. No
    limit: none was seen."""
    stated = game.statements.get(within_law) if game.statements is not None else None
    said_so = stated is not None and not denies(stated.says or "", _WITHIN)
    table = game.table.maximum if game.table is not None else None
    limit = show_money(most) if most is not None else "one that was not seen"
    if table is not None:
        yield _against_limit(game, table.high, ("table", "maximum"), most, on_some_tables, tables or {})
    for name, wager in game.each_wager():
        route: Route = ("wagers", name, "maximum")
        if wager.kind in own_limit:
            continue
        if wager.maximum is not None:
            yield _against_limit(game, wager.maximum, route, most, on_some_tables, tables or {})
        elif table is not None:
            yield passed(f"The {name} wager is bound by the table's maximum.", ("table", "maximum"))
        elif said_so:
            message = f"The rules keep the {name} wager within the law's limit, which is {limit}."
            yield passed(message, ("statements", within_law))
        else:
            yield unstated("review", f"No maximum of the {name} wager is stated; the limit is {limit}.", route)


def _against_limit(
    game: Game,
    amount: Decimal | None,
    route: Route,
    most: Decimal | None,
    some: Decimal | None,
    tables: Mapping[str, int],
) -> Verdict:
    said = f"{show_route(route)} {'has no upper end' if amount is None else f'is {show_money(amount)}'}"
    if most is None:
        return review(f"{said}; the limit on this date was not seen.", route)
    if amount is None:
        return failed(f"{said}; the limit is {show_money(most)}.", route)
    if amount <= most:
        return passed(f"{said}; at most {show_money(most)} is allowed.", route)
    if some is not None and amount <= some:
        return review(f"{said}; above {show_money(most)} only {_how_many(game, tables)}.", route)
    return failed(
        f"{said}; at most {show_money(some or most)} is allowed.", route, label=f"at most {show_money(some or most)}"
    )


def _how_many(game: Game, tables: Mapping[str, int]) -> str:
    """On how many tables the higher limit holds, by the number of tables that are licensed."""
    licensed = game.licensee.tables if game.licensee is not None else None
    for text, count in tables.items():
        band = read_band(text)
        if licensed is not None and band.low <= licensed and (band.high is None or licensed <= band.high):
            return f"on {count} of its {licensed} tables"
    return "on some tables, by the number that is licensed"


class Ceiling(NamedTuple):
    """A limit for all, and a higher one for some: licence classes, one kind of game, perhaps not yet on this date."""

    most: Decimal
    licensed: Decimal | None
    classes: Sequence[str]
    only: str
    unsure: bool


@check("poker-wager-limit")
def poker_wager_limit(
    game: Game,
    most: Decimal,
    licensed: Decimal | None = None,
    classes: Sequence[str] = (),
    only: str = "",
    all_in: Decimal | None = None,
    all_in_classes: Sequence[str] = (),
    unsure: str = "no",
) -> Verdicts:
    """No single wager is above a limit, which is higher for some licences and, at times, for one game only."""
    betting = game.betting
    if betting is None or betting.maximum is None:
        yield unstated("review", "The document does not state the highest single wager.", ("betting", "maximum"))
    else:
        ceiling = Ceiling(most, licensed, classes, only, unsure == "yes")
        yield _poker_wager(game, betting.maximum, ("betting", "maximum"), ceiling)
    if betting is not None and betting.all_in_maximum is not None:
        higher = all_in if all_in is not None else licensed
        ceiling = Ceiling(most, higher, all_in_classes if all_in is not None else classes, only, unsure == "yes")
        yield _poker_wager(game, betting.all_in_maximum, ("betting", "all-in-maximum"), ceiling)


def _poker_wager(game: Game, amount: Decimal, route: Route, ceiling: Ceiling) -> Verdict:
    said = f"{show_route(route)} is {show_money(amount)}"
    if amount <= ceiling.most:
        return passed(f"{said}; at most {show_money(ceiling.most)} is allowed.", route)
    if ceiling.licensed is None or amount > ceiling.licensed:
        top = show_money(ceiling.licensed or ceiling.most)
        return failed(f"{said}; at most {top} is allowed.", route, label=f"at most {top}")
    said += f", which is above {show_money(ceiling.most)}"
    held = game.licensee.class_ if game.licensee is not None else None
    if ceiling.only and not _is_called(game, ceiling.only):
        return failed(f"{said}; the higher limit is for {ceiling.only} only.", route)
    if held is None:
        return unstated("review", f"{said} and needs a licence of class {' or '.join(ceiling.classes)}.", _CLASS)
    if held not in ceiling.classes:
        return failed(f"{said}; a licence of class {held} does not allow it.", route, [(_CLASS, "the licence")])
    if ceiling.unsure:
        return review(f"{said}; whether the higher limit had begun on this date is not established.", route)
    return passed(f"{said}; a licence of class {held} allows {show_money(ceiling.licensed)}.", route)


def _is_called(game: Game, word: str) -> bool:
    names = [game.title, *game.aliases, game.id or "", game.family or "", *game.other_family_names]
    return any(letters(word) in letters(name) for name in names)


@check("bet-spot")
def bet_spot(game: Game, beside: list[str], families_: list[str], beside_in_families: list[str]) -> Verdicts:
    """A wager lies on its spot of the layout; wagers of some kinds may lie beside another one, and of some more kinds
    in games of certain families."""
    spaces = game.table.spaces if game.table is not None else []
    may = {*beside, *(beside_in_families if families(game) & set(families_) else ())}
    for name, wager in game.each_wager():
        route: Route = ("wagers", name, "spot")
        if wager.spot == "layout" or (wager.spot is None and name in spaces):
            yield passed(f"The {name} wager has its spot on the layout.", route)
        elif wager.spot is None:
            yield unstated(
                "review", f"The document does not state where on the layout the {name} wager is placed.", route
            )
        elif wager.spot == "anywhere":
            yield failed(f"The {name} wager may be placed anywhere.", route, label="an approved spot is needed")
        elif wager.kind in may:
            yield passed(f"The {name} wager, a {wager.kind}, is placed beside another wager.", route)
        else:
            yield review(f"The {name} wager is placed beside another wager; the approved rules must allow it.", route)


@check("coins")
def coins(document: Document, smallest: Decimal, smallest_with_commission: Decimal, commission: str) -> Verdicts:
    """Amounts can be paid in chips and the coins that are allowed; smaller coins only where a commission is charged."""
    amounts = list(_amounts(document))
    charged = any(text == commission for _, text in _commissions(document))
    least = smallest_with_commission if charged else smallest
    if not amounts:
        yield not_applicable("The document states no amounts.")
    for route, amount in amounts:
        if amount % smallest == 0:
            yield passed(f"{show_money(amount)} needs no coin below {show_money(smallest)}.", route)
        elif amount % least == 0:
            yield passed(f"{show_money(amount)} needs small coins, which a game with a commission may use.", route)
        else:
            why = "" if charged else ", and no commission is charged"
            message = f"{show_money(amount)} needs coins below {show_money(least)}{why}."
            yield failed(message, route, label=f"a multiple of {show_money(least)}")


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
