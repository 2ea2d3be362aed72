"""How much may be wagered."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from compliance.checks.dollars import find_dollars
from compliance.checks.expressions.subjects.stakes import Top, find_wager_top
from compliance.checks.fact_names import stating
from compliance.checks.game.families import Families
from compliance.checks.game.pot import limit_to_banked
from compliance.checks.names import letters
from compliance.checks.registry import check
from compliance.checks.texts import list_restatements
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review, unstated
from compliance.documents.charges import Band, PokerStakes
from compliance.documents.facts import fact_route
from compliance.documents.game import Game
from compliance.documents.values import read_value, show_money
from compliance.documents.wagers import Wager
from compliance.source.routes import Route

_CLASS: Route = ("licensee", "class")
_MAXIMUM: Route = ("table", "maximum")
# Where the highest wager of a whole hand of poker is stated.
_OF_ALL_ROUNDS: Final[tuple[Route, ...]] = (("betting", "maximum"), _MAXIMUM)
_OF_SIZE: Final = ("maximum", "first-round-maximum")
_BLINDS: Route = ("betting", "blinds")


class WagerLimits(NamedTuple):
    """The limit on one wager, and the higher one that holds on some tables, by the number that are licensed."""

    most: Decimal | None
    on_some_tables: Decimal | None
    tables: Mapping[Band, int]

    @property
    def shown(self) -> str:
        return show_money(self.most) if self.most is not None else "one that was not seen"


@check("wager-limit")
def wager_limit(
    game: Game,
    within_law: str,
    most: Decimal | None = None,
    own_limit: Sequence[str] = (),
    on_some_tables: Decimal | None = None,
    tables: Mapping[Band, int] | None = None,
) -> Verdicts:
    """No single wager is above a limit; a document that says it keeps to the limit need not give numbers.

    within-law: the statement that wagers keep to the limit
    most: the limit; where none is given, none was seen
    own-limit: kinds of wager that need state no maximum; one that is stated above the limit is for a person
    on-some-tables: a higher limit that holds on some tables
    tables: on how many tables it holds, by the number that are licensed
    """
    limits = WagerLimits(most, on_some_tables, tables or {})
    clause = _clause(game, within_law, limits)
    return limit_to_banked(game, _check_wagers(game, limits, clause, own_limit))


def _check_wagers(game: Game, limits: WagerLimits, clause: Verdict | None, own_limit: Sequence[str]) -> Verdicts:
    if clause is not None and clause.status == "fail":
        yield clause
    if game.table is not None and game.table.maximum is not None:
        yield _compare_with_limit(game, game.table.maximum.high, _MAXIMUM, limits)
    if game.betting is not None and game.betting.maximum is not None:
        yield _compare_with_limit(game, game.betting.maximum, ("betting", "maximum"), limits)
    for name, wager in game.all_wagers():
        if wager.kind not in own_limit:
            yield _check_wager(game, name, wager, limits, clause)
        elif wager.maximum is not None:
            yield _check_own_limit(game, name, wager.maximum, limits)
    yield from _check_restatements(game, limits)


def _check_own_limit(game: Game, name: str, maximum: Decimal, limits: WagerLimits) -> Verdict:
    verdict = _compare_with_limit(game, maximum, ("wagers", name, "maximum"), limits)
    if verdict.status != "fail":
        return verdict
    message = f"{verdict.message} Whether the limit is one on this kind of wager too needs a decision."
    return verdict._replace(status="review", message=message)


def _check_restatements(game: Game, limits: WagerLimits) -> Iterator[Verdict]:
    """The highest wager that is said again elsewhere, where that is above the limit."""
    for route, about, said in list_restatements(game):
        amount = read_value(said)
        if about.endswith(" / maximum") and about.startswith(("wagers / ", "table / ")) and isinstance(amount, Decimal):
            verdict = _compare_with_limit(game, amount, fact_route(about), limits)
            if verdict.status != "pass":
                yield verdict._replace(message=f"{verdict.message} That is said again.", at=route)


def _clause(game: Game, within_law: str, limits: WagerLimits) -> Verdict | None:
    """What the statement that wagers keep to the limit means; an amount in its words is held against the limit."""
    stated = game.statements.get(within_law) if game.statements is not None else None
    if stated is None:
        return None
    at: Route = ("statements", within_law)
    amounts = list(find_dollars(stated.says or ""))
    if amounts:
        return _compare_with_limit(game, max(amounts), at, limits)
    if stated.means:
        return passed(f"The rules keep wagers within the limit, which is {limits.shown}.", at)
    told = f"On the limit of wagers the text says: {stated.says or 'they do not keep within it'}"
    if stated.means is False:
        return failed(f"{told}; the limit is {limits.shown}.", at)
    return review(f"{told}. Whether that keeps to the limit needs a decision.", at)


def _check_wager(game: Game, name: str, wager: Wager, limits: WagerLimits, clause: Verdict | None) -> Verdict:
    route: Route = ("wagers", name, "maximum")
    top = find_wager_top(game, name, wager)
    if wager.maximum is not None:
        return _compare_with_limit(game, wager.maximum, route, limits)
    if top is not None and top.amount is not None and top.at[0] == "wagers":
        verdict = _compare_with_limit(game, top.amount, top.at, limits)
        return verdict._replace(message=f"{verdict.message} That comes of {top.said}.")
    if top is not None and top.amount is not None:
        return _bound_by_table(game, name, top, limits, clause)
    bounded = top is None or (top.times is not None and top.times <= 1 and clause is not None)
    if top is not None and not bounded:
        return review(f"{top.said[:1].upper()}{top.said[1:]}; the limit is {limits.shown}.", top.at)
    if clause is not None and clause.status != "fail":
        return clause._replace(message=f"{clause.message} That is all that bounds the {name} wager.")
    return unstated("review", f"No maximum of the {name} wager is stated; the limit is {limits.shown}.", route)


def _bound_by_table(game: Game, name: str, top: Top, limits: WagerLimits, clause: Verdict | None) -> Verdict:
    """A wager that only the table bounds: by its maximum, which is answered on its own, or by the most on one space."""
    if top.at == _MAXIMUM:
        return passed(f"The {name} wager is bound by the table's maximum.", _MAXIMUM)
    verdict = _compare_with_limit(game, top.amount, top.at, limits)
    if verdict.status != "pass" and clause is not None and clause.status == "pass":
        return clause._replace(message=f"{clause.message} That bounds the {name} wager below {top.said}.")
    return verdict._replace(message=f"{verdict.message} Nothing else bounds the {name} wager.")


def _compare_with_limit(game: Game, amount: Decimal | None, route: Route, limits: WagerLimits) -> Verdict:
    most, some, tables = limits
    said = stating(route, "no upper end" if amount is None else show_money(amount))
    if most is None:
        return review(f"{said}; the limit on this date was not seen.", route)
    if amount is None:
        return failed(f"{said}; the limit is {show_money(most)}.", route)
    if amount <= most:
        return passed(f"{said}; at most {show_money(most)} is allowed.", route)
    if some is not None and amount <= some:
        return review(f"{said}; above {show_money(most)} only {_count_tables(game, tables)}.", route)
    return failed(
        f"{said}; at most {show_money(some or most)} is allowed.", route, label=f"at most {show_money(some or most)}"
    )


def _count_tables(game: Game, tables: Mapping[Band, int]) -> str:
    """On how many tables the higher limit holds, by the number of tables that are licensed."""
    licensed = game.licensee.tables if game.licensee is not None else None
    for band, count in tables.items():
        if licensed is not None and band.contains(Decimal(licensed)):
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
    unsure: bool = False,
    families_: Sequence[str] = (),
    family_words: Sequence[str] = (),
    other_families: Sequence[str] = (),
) -> Verdicts:
    """No single wager is above a limit, wherever its size is stated. The limit is higher for some licences and, at
    times, for one game only.

    most: the limit for all
    licensed: the limit for some licences
    classes: the classes of licence that have it; with none of them and `unsure` it is for all
    only: the one game for which they have it; none means any
    all-in: the limit for some licences where a player bets all
    all-in-classes: the classes of licence that have that
    unsure: whether it is not established that the higher limit had begun
    families: the families that the limit is for
    family-words: words that make a family one of these
    other-families: the families that the limit is not for
    """
    several = Ceiling(most, licensed, classes, only, unsure), all_in, all_in_classes
    return Families(families_, family_words, other_families).answers(game, _poker_wagers(game, *several))


def _poker_wagers(game: Game, ceiling: Ceiling, all_in: Decimal | None, all_in_classes: Sequence[str]) -> Verdicts:
    betting = game.betting
    stakes = betting.stakes if betting is not None else []
    for number, one in enumerate(stakes):
        yield from _poker_stakes(game, one, ("betting", "stakes", number), ceiling)
    tops = list(_highest_stated(game))
    for route, amount in tops:
        yield _poker_wager(game, amount, route, ceiling)
    if not stakes and not any(route in _OF_ALL_ROUNDS for route, _ in tops):
        yield unstated("review", "The document does not state the highest single wager.", _OF_ALL_ROUNDS[0])
    yield from _judge_blinds(game, ceiling)
    if betting is not None and betting.all_in_maximum is not None:
        if all_in is not None:
            ceiling = ceiling._replace(licensed=all_in, classes=all_in_classes)
        yield _poker_wager(game, betting.all_in_maximum, ("betting", "all-in-maximum"), ceiling)


def _highest_stated(game: Game) -> Iterator[tuple[Route, Decimal | None]]:
    """Every place that says how high a wager may be, of all rounds, of the first, or of one kind, and what it says."""
    betting, table = game.betting, game.table
    if betting is not None and betting.maximum is not None:
        yield _OF_ALL_ROUNDS[0], betting.maximum
    if betting is not None and betting.first_round_maximum is not None:
        yield ("betting", "first-round-maximum"), betting.first_round_maximum
    if table is not None and table.maximum is not None:
        yield _MAXIMUM, table.maximum.high
    for name, wager in game.all_wagers():
        top = find_wager_top(game, name, wager)
        if wager.maximum is not None:
            yield ("wagers", name, "maximum"), wager.maximum
        elif top is not None and top.amount is not None and top.at[0] == "wagers":
            yield top.at, top.amount
    for route, about, said in list_restatements(game):
        amount = read_value(said)
        if about.rpartition(" / ")[2] in _OF_SIZE and isinstance(amount, Decimal):
            yield route, amount


def _judge_blinds(game: Game, ceiling: Ceiling) -> Verdicts:
    """Blinds above every limit."""
    limits = WagerLimits(ceiling.licensed or ceiling.most, None, {})
    text = game.betting.blinds if game.betting is not None else None
    high = max(find_dollars(text or ""), default=Decimal(0))
    if high > (limits.most or 0):
        message = f"The blinds are {text}. Whether that is a wager of {show_money(high)} needs a decision"
        yield review(f"{message}; the limit is {limits.shown}.", _BLINDS)


def _poker_stakes(game: Game, stakes: PokerStakes, route: Route, ceiling: Ceiling) -> Verdicts:
    """The highest bet of stakes. Where they set none, only a highest wager beside them bounds what is bet."""
    stated = game.betting is not None and game.betting.maximum is not None
    if stakes.highest is not None:
        yield _poker_wager(game, stakes.highest, route, ceiling)
    elif stakes.bets[-1] > (ceiling.licensed or ceiling.most):
        yield _poker_wager(game, stakes.bets[-1], route, ceiling)
    elif not stated and stakes.structure:
        top = show_money(ceiling.licensed or ceiling.most)
        message = f"Stakes of {stakes} have no upper end; at most {top} is allowed for a wager."
        yield failed(message, route, label=f"at most {top}")
    elif not stated:
        message = f"Stakes of {stakes} do not say what the highest wager is."
        yield unstated("review", message, ("betting", "maximum"))._replace(also=((route, "the stakes"),))


def _poker_wager(game: Game, amount: Decimal | None, route: Route, ceiling: Ceiling) -> Verdict:
    said = stating(route, "no upper end" if amount is None else show_money(amount))
    if amount is None:
        return failed(f"{said}; at most {show_money(ceiling.licensed or ceiling.most)} is allowed.", route)
    if amount <= ceiling.most:
        return passed(f"{said}; at most {show_money(ceiling.most)} is allowed.", route)
    if ceiling.licensed is None or amount > ceiling.licensed:
        top = show_money(ceiling.licensed or ceiling.most)
        return failed(f"{said}; at most {top} is allowed.", route, label=f"at most {top}")
    said += f", which is above {show_money(ceiling.most)}"
    held = game.licensee.class_ if game.licensee is not None else None
    if ceiling.only and not _is_called(game, ceiling.only):
        return failed(f"{said}; the higher limit is for {ceiling.only} only.", route)
    if ceiling.unsure and not ceiling.classes:
        top = show_money(ceiling.licensed)
        return review(f"{said}; whether {top} was allowed on this date already is not established.", route)
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
