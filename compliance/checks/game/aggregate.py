"""Limits on what is paid for one deal: how low they may be, and on which prizes they may lie."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Annotated, NamedTuple, TypeAlias

from compliance.checks.game.prize_tables import best_odds, cells, largest_of_game, largest_stake
from compliance.checks.looking import or_else
from compliance.checks.registry import check
from compliance.checks.showing import dollars
from compliance.checks.texts import told_of_play
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review, unstated
from compliance.checks.words import asserted
from compliance.documents.game import Game
from compliance.documents.values import MONEY, Odds, show_money
from compliance.documents.wagers import Wager
from compliance.routes import Route

OddsCounted: TypeAlias = Annotated[Odds, "the odds up to which odds count"]
WagerLimit: TypeAlias = Annotated[Decimal | None, "the highest wager allowed, for a document that states none"]

_COVERS: Route = ("aggregate", "covers")


def covered(game: Game) -> Iterator[tuple[str, Wager]]:
    """The wagers that the limit covers."""
    names = game.aggregate.covers if game.aggregate is not None else []
    return ((name, wager) for name, wager in game.each_wager() if name in names)


def _covers_nothing(game: Game, would: Callable[[], str] = str) -> Verdict | None:
    """A review when the document does not tell which wagers its limit covers; `would` says what follows for each."""
    if next(covered(game), None) is not None:
        return None
    message = "The document does not state which of its wagers the aggregate payout limit covers."
    return unstated("review", f"{message}{would()}", _COVERS)


class Floor(NamedTuple):
    """The least that a limit may be for one wager, how it was reckoned, and the odds it rests on. `of_game` is what it
    comes to when the largest wager of the whole game counts, where that is more."""

    amount: Fraction
    reckoning: str
    at: Route
    of_game: Fraction
    game_reckoning: str = ""


def _floors(
    game: Game, wagers: Iterable[tuple[str, Wager]], odds_counted: Odds, wager_limit: Decimal | None
) -> Iterator[Floor | Verdict]:
    """The largest wager times the best odds, counted up to a point, for each wager that pays at odds."""
    largest = largest_of_game(game, wager_limit)
    for name, wager in wagers:
        best = max(best_odds(name, wager), key=lambda found: found[1].ratio, default=None)
        if best is None:
            continue
        route, odds = best
        stake = largest_stake(game, name, wager, wager_limit)
        if stake is None or largest is None:
            message = f"No maximum of the {name} wager is stated, and the limit on a wager on this date was not seen."
            yield unstated("review", message, ("wagers", name, "maximum"))
            continue
        counted = min(odds.ratio, odds_counted.ratio)
        as_counted = f"{odds}" if counted == odds.ratio else f"{odds}, counted as {odds_counted}"
        floors = [Fraction(found.amount) * counted for found in (stake, largest)]
        said = [f"{found.said}, times {as_counted}" for found in (stake, largest)]
        yield Floor(floors[0], said[0], route, max(floors), said[1])


def _floors_of_all(game: Game, odds_counted: Odds, wager_limit: Decimal | None) -> str:
    """What the limit would have to be for each wager, where the document does not tell which one it covers."""
    found = _floors(game, game.each_wager(), odds_counted, wager_limit)
    floors = [floor for floor in found if isinstance(floor, Floor)]
    return "".join(f" For {floor.at[1]} it must be at least {dollars(floor.amount)}." for floor in floors)


def _against_floors(
    game: Game, odds_counted: Odds, wager_limit: Decimal | None, judge: Callable[[Floor], Iterable[Verdict]]
) -> Verdicts:
    """The limit held against the floor of each wager that it covers; what it would be, where that is not stated."""
    if game.aggregate is None:
        return
    if (silent := _covers_nothing(game, partial(_floors_of_all, game, odds_counted, wager_limit))) is not None:
        yield silent
    for floor in _floors(game, covered(game), odds_counted, wager_limit):
        yield from [floor] if isinstance(floor, Verdict) else judge(floor)


@check("aggregate-floor")
def aggregate_floor(
    game: Game, odds_counted: OddsCounted, wager_limit: WagerLimit = None, limit_words: Sequence[str] = ()
) -> Verdicts:
    """A limit on what is paid is at least the largest wager times the best odds, which count only up to a point.

    limit-words: phrases by which a text limits what is paid for one deal
    """
    limit = game.aggregate
    stated = [("amount", limit.amount), ("per-player", limit.per_player)] if limit is not None else []
    amounts = [(key, amount) for key, amount in stated if amount is not None]

    def high_enough(floor: Floor) -> Verdicts:
        wanted = f"it must be at least {dollars(floor.amount)} ({floor.reckoning})"
        message = f"The document does not state the amount of its aggregate payout limit; {wanted}."
        compared = (_compare(amount, floor, ("aggregate", key), wanted) for key, amount in amounts)
        return or_else(compared, unstated("review", message, ("aggregate", "amount")))

    answers = _against_floors(game, odds_counted, wager_limit, high_enough)
    return chain(answers, _lower_in_words(game, [amount for _, amount in amounts], limit_words))


def _lower_in_words(game: Game, stated: Sequence[Decimal], limit_words: Sequence[str]) -> Verdicts:
    """Texts that limit what is paid for one deal to less than the limit that is stated."""
    for route, text in told_of_play(game) if stated and limit_words else ():
        told = [Decimal(whole.replace(",", "") + cents) for whole, cents in MONEY.findall(text)]
        if told and max(told) < min(stated) and asserted(text, limit_words):
            message = f"The text says: {text}. The payout limit is {show_money(min(stated))}; whether another holds"
            yield review(
                f"{message} for a deal is for a person to say.", route, [(("aggregate", "amount"), "the limit")]
            )


def _compare(amount: Decimal, floor: Floor, route: Route, wanted: str) -> Verdict:
    said = f"The payout limit is {show_money(amount)}; {wanted}."
    if amount < floor.amount:
        return failed(said, route, [(floor.at, "the best odds")], label=f"at least {dollars(floor.amount)}")
    if amount < floor.of_game:
        more = f"If the largest wager of the whole game counts, it is {dollars(floor.of_game)} ({floor.game_reckoning})"
        return review(f"{said} {more}; which of the two is meant is not settled.", route)
    return passed(said, route)


@check("aggregate-player-floor")
def aggregate_player_floor(game: Game, odds_counted: OddsCounted, wager_limit: WagerLimit = None) -> Verdicts:
    """One player's limit: at least the largest wager times the odds up to a point, and the smallest times all odds."""
    amount = game.aggregate.per_player if game.aggregate is not None else None
    smallest = {name: wager.minimum for name, wager in covered(game)}

    def high_enough(floor: Floor) -> Verdicts:
        name = str(floor.at[1])
        return _player_verdicts(amount, floor, _on_smallest(game, name, smallest[name]), name)

    return _against_floors(game, odds_counted, wager_limit, high_enough)


def _on_smallest(game: Game, name: str, minimum: Decimal | None) -> Floor | None:
    """The smallest wager times the best odds, all of them counted; None when no minimum is stated."""
    wager = game.wagers.get(name) if game.wagers is not None else None
    if wager is None or minimum is None:
        return None
    route, odds = max(best_odds(name, wager), key=lambda found: found[1].ratio)
    amount = Fraction(minimum) * odds.ratio
    return Floor(amount, f"the {name} minimum of {show_money(minimum)}, times {odds}", route, amount)


def _player_verdicts(amount: Decimal | None, high: Floor, low: Floor | None, name: str) -> Iterator[Verdict]:
    floor = high
    if low is not None and low.amount > high.amount:
        floor = low._replace(of_game=max(low.amount, high.of_game), game_reckoning=high.game_reckoning)
    wanted = f"it must be at least {dollars(floor.amount)} ({floor.reckoning})"
    unknown = f" The document states no {name} minimum, so the other way to reckon it cannot be done."
    if amount is None:
        message = f"The document does not state the payout limit of one player; {wanted}.{'' if low else unknown}"
        yield unstated("review", message, ("aggregate", "per-player"))
    elif amount >= floor.amount and low is None:
        yield review(
            f"One player's payout limit is {show_money(amount)}; {wanted}.{unknown}", ("aggregate", "per-player")
        )
    else:
        yield _compare(amount, floor, ("aggregate", "per-player"), wanted)


@check("aggregate-table-floor")
def aggregate_table_floor(game: Game, times: int) -> Verdicts:
    """The limit of a table is at least so many times the limit of one player.

    times: how many times
    """
    limit = game.aggregate
    if limit is None:
        return
    if limit.amount is None or limit.per_player is None:
        key = "amount" if limit.amount is None else "per-player"
        what = "a whole table" if limit.amount is None else "one player"
        message = (
            f"The document does not state the payout limit of {what}; a table's is at least {times} times a player's."
        )
        yield unstated("review", message, ("aggregate", key))
        return
    said = f"The table's limit is {show_money(limit.amount)} and one player's {show_money(limit.per_player)}"
    if limit.amount < times * limit.per_player:
        wanted = show_money(times * limit.per_player)
        yield failed(
            f"{said}; the table's must be at least {wanted}.", ("aggregate", "amount"), label=f"at least {wanted}"
        )
    else:
        yield passed(f"{said}, {times} times or more.", ("aggregate", "amount"))


@check("aggregate-long-odds")
def aggregate_long_odds(game: Game, least: Odds) -> Verdicts:
    """A limit lies only on prizes whose best odds are long enough; on shorter ones none may be set.

    least: the shortest odds on which a limit may lie
    """
    if (silent := _covers_nothing(game, partial(_short_odds, game, least))) is not None:
        yield silent
    for name, wager in covered(game):
        for route, odds in best_odds(name, wager):
            if odds.ratio < least.ratio:
                message = f"The best odds of {name} are {odds}; a limit may lie only on prizes of {least} or more."
                yield failed(message, route, [(_COVERS, "the limit covers it")], label="no limit may be set on this")
            else:
                yield passed(f"The best odds of {name} are {odds}.", route)


def _short_odds(game: Game, least: Odds) -> str:
    """What a limit may not lie on, where the document does not tell which wagers it covers."""
    short = [name for name, wager in game.each_wager() if any(o.ratio < least.ratio for _, o in best_odds(name, wager))]
    return f" It may not cover {' or '.join(short)}, whose best odds are below {least}." if short else ""


@check("aggregate-one-prize-type")
def aggregate_one_prize_type(game: Game) -> Verdicts:
    """One limit covers the prizes of one wager."""
    if (silent := _covers_nothing(game)) is not None:
        yield silent
        return
    names = [name for name, _ in covered(game)]
    if len(names) > 1:
        message = f"One limit covers the prizes of {' and '.join(names)}. Each wager's prizes are read as one type"
        yield failed(f"{message}, and each type needs a limit of its own.", _COVERS)._replace(basis="reading")
    elif names:
        yield passed(f"The limit covers the prizes of {names[0]} alone.", _COVERS)


@check("aggregate-odds-only")
def aggregate_odds_only(game: Game) -> Verdicts:
    """A limit lies on prizes that are paid at odds, not on fixed prizes or parts of a jackpot."""
    if (silent := _covers_nothing(game)) is not None:
        yield silent
    for name, wager in covered(game):
        prizes = list(cells(wager.pays, ("wagers", name, "pays")))
        if any(isinstance(prize, Odds) for _, prize in prizes):
            yield passed(f"{name} pays at odds.", prizes[0][0])
        elif prizes:
            yield failed(
                f"The limit covers {name}, which pays no prize at odds.", _COVERS, [(prizes[0][0], "a fixed prize")]
            )
        else:
            yield unstated("review", f"The document does not state what {name} pays.", ("wagers", name, "pays"))
