"""The round: what happens in which order, and from which seat."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from compliance.checks.game.separate_games import WagerParts
from compliance.checks.looking import look_at
from compliance.checks.naming import inside, the_wager
from compliance.checks.registry import check
from compliance.checks.rounds import deal_of, fees_of_round
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review, unstated
from compliance.documents.game import Game, Step
from compliance.routes import Route

_MOST_SHOWN: Final = 12
_SIDE_WAGERS: Final = ("bonus", "progressive", "streak")


@check("fold-stated")
def fold_stated(game: Game) -> Verdicts:
    """Where a player may fold, what becomes of each other wager is stated."""
    folding = any("fold" in (step.step + (step.note or "")).lower() for step in game.round)
    wagers = dict(game.each_wager())
    if not folding and not any(wager.if_folded for wager in wagers.values()):
        return
    for name, wager in wagers.items():
        if wager.kind not in ("bonus", "ante", "progressive"):
            continue
        route: Route = ("wagers", name, "if-folded")
        if wager.if_folded is None:
            yield unstated(
                "review",
                f"What becomes of {inside(the_wager(name, wager.name))} when the player folds is not stated.",
                route,
            )
        else:
            yield passed(f"{the_wager(name, wager.name)} is settled when the player folds: {wager.if_folded}.", route)


@check("one-wager-per-decision")
def one_wager_per_decision(game: Game, parts: WagerParts) -> Verdicts:
    """Between two deals, draws or reveals each separate game takes one wager of a player. A step that opens no wager is
    taken for something that happens at the table."""
    opening = [(number, step) for number, step in enumerate(game.round) if step.opens]
    if not opening:
        yield unstated("review", "The round does not say when each wager is made.", ("round",))
        return
    wrong = [*_opened_twice(opening), *_made_together(game, opening, parts)]
    yield from wrong or [passed("Each wager is made once before something happens at the table.", ("round",))]


def _opened_twice(opening: list[tuple[int, Step]]) -> Iterator[Verdict]:
    takes_wagers = {number for number, _ in opening}
    last: dict[str, int] = {}
    for number, step in opening:
        for name in step.opens:
            first = last.get(name)
            if first is not None and takes_wagers.issuperset(range(first, number)):
                again = f"in step {first + 1} and again in step {number + 1}"
                message = f"{the_wager(name)} opens {again} with nothing in between."
                yield failed(message, ("round", number, "opens"), [(("round", first, "opens"), "opens here")])
            last[name] = number


def _made_together(game: Game, opening: list[tuple[int, Step]], parts: Sequence[str]) -> Iterator[Verdict]:
    wagers = dict(game.each_wager())
    for number, step in opening:
        for name in step.opens:
            wager = wagers.get(name)
            if wager is not None and wager.kind in parts and wager.needs in step.opens:
                message = f"{the_wager(name)} is made together with {wager.needs}, whose game it belongs to."
                yield review(f"{message} Whether that is one wager is for a person to say.", ("round", number, "opens"))


@check("steps-in-order")
def steps_in_order(game: Game) -> Verdicts:
    """A wager closes after it opens, wagers that are placed before the deal open before it, and hands are settled when
    they are whole."""
    wrong = [*_out_of_order(game), *_settled_too_early(game)]
    says = any(step.opens or step.closes for step in game.round)
    message = "Every wager opens before it closes, and before the deal where the text says so."
    return look_at([game] if says or wrong else [], lambda _: wrong, all_clean=passed(message, ("round",)))


def _out_of_order(game: Game) -> Verdicts:
    opened: dict[str, int] = {}
    closed: dict[str, int] = {}
    for number, step in enumerate(game.round):
        for name in step.opens:
            opened.setdefault(name, number)
        for name in step.closes:
            closed.setdefault(name, number)
    for name, number in closed.items():
        if name in opened and number < opened[name]:
            message = f"{the_wager(name)} closes in step {number + 1} and opens only in step {opened[name] + 1}."
            yield failed(message, ("round", number, "closes"), [(("round", opened[name], "opens"), "opens here")])
    deal = deal_of(game)
    for name, wager in game.each_wager():
        early = wager.placed is not None and "before" in wager.placed and "deal" in wager.placed
        if early and deal is not None and opened.get(name, -1) > deal:
            opening = opened[name] + 1
            message = (
                f"{the_wager(name, wager.name)} is placed {wager.placed}; step {opening} opens it, after the deal."
            )
            yield failed(message, ("round", opened[name], "opens"), [(("wagers", name, "placed"), "said here")])


def _settled_too_early(game: Game) -> Verdicts:
    """A step that settles wagers in their order, or the last that settles any, before a step that draws cards."""
    kinds = {name: table.kind for name, table in game.tables.items()} if game.tables is not None else {}
    by = [kinds.get(step.by or "") for step in game.round]
    draws = [number for number, kind in enumerate(by) if kind == "drawing"]
    settling = {number for number, step in enumerate(game.round) if step.order}
    settling |= set([number for number, kind in enumerate(by) if kind == "settlement"][-1:])
    deal = deal_of(game)
    for number in sorted(settling):
        after = bisect_right(draws, number)
        later = draws[after : after + _MOST_SHOWN]
        if deal is not None and number < deal:
            message = f"Step {number + 1} settles wagers; the cards are dealt only in step {deal + 1}."
            yield failed(message, ("round", number), [(("round", deal), "the deal")])
        if later and not _side_wagers_alone(game, game.round[number]):
            message = f"Step {number + 1} settles wagers; step {later[0] + 1} still draws cards."
            at: Route = ("round", number, "order" if game.round[number].order else "by")
            yield failed(message, at, [(("round", draw, "by"), "draws cards") for draw in later])


def _side_wagers_alone(game: Game, step: Step) -> bool:
    """Whether a step settles side wagers only, which the first cards may decide, and another settles the rest."""
    if not step.order:
        return False
    side = {name for name, wager in game.each_wager() if wager.kind in _SIDE_WAGERS}
    rest = any(name not in side for other in game.round for name in other.order)
    return rest and all(name in side for name in step.order)


@check("fees-before-deal")
def fees_before_deal(game: Game) -> Verdicts:
    """Where fees are taken before play, the step that takes them comes before the deal."""
    if game.fees is None or game.fees.collected != "before play":
        return
    fee = fees_of_round(game)
    deal = deal_of(game)
    if fee is None or deal is None:
        return
    if fee > deal:
        message = f"Fees are taken before play, and the step that takes them ({fee + 1}) follows the deal ({deal + 1})."
        yield failed(message, ("round", fee), [(("fees", "collected"), "said here")])
    else:
        yield passed("Fees are taken before the deal.", ("round", fee))


@check("one-start-and-direction")
def one_start_and_direction(game: Game, words: list[str]) -> Verdicts:
    """Steps of one kind start at the same seat and go the same way round.

    words: the words in the name of a step that tell its kind
    """

    def one_way(word: str) -> Verdict:
        first = next(number for number, _ in _steps(game, word))
        return passed(f"Every step to {word} starts at one seat and goes one way.", ("round", first))

    kinds = (word for word in words if any(True for _ in _steps(game, word)))
    yield from look_at(kinds, lambda word: _other_ways(game, word), clean=one_way)
    ways = [(number, step.direction) for number, step in enumerate(game.round) if step.direction]
    if game.bank.by == "house":
        # A dealer of the house deals from the left and settles from the right, so that no hand is passed over.
        ways = [(number, way) for number, way in ways if not _is_settling(game, game.round[number])]
    turned = next(((number, way) for number, way in ways if way != ways[0][1]), None)
    if turned is not None:
        start: Route = ("round", ways[0][0], "direction")
        message = f"Step {ways[0][0] + 1} goes {ways[0][1]}, step {turned[0] + 1} goes {turned[1]}."
        yield review(message, ("round", turned[0], "direction"), [(start, ways[0][1])], turned[1])


def _is_settling(game: Game, step: Step) -> bool:
    table = game.tables.get(step.by) if game.tables is not None and step.by is not None else None
    return bool(step.order) or (table is not None and table.kind == "settlement") or "settle" in step.step.lower()


def _steps(game: Game, word: str) -> Iterator[tuple[int, Step]]:
    return ((number, step) for number, step in enumerate(game.round) if word in step.step.lower())


def _other_ways(game: Game, word: str) -> Verdicts:
    for field in ("start", "direction"):
        said = [(number, getattr(step, field)) for number, step in _steps(game, word) if getattr(step, field)]
        for number, value in said[1:]:
            if value != said[0][1]:
                first: Route = ("round", said[0][0], field)
                message = f"One step to {word} has the {field} `{said[0][1]}`, another `{value}`."
                yield review(message, ("round", number, field), [(first, said[0][1])], value)


@check("wagers-opened")
def wagers_opened(game: Game) -> Verdicts:
    """What a round closes was opened before, and no step names a wager twice in its order."""
    says = any(step.opens or step.closes or step.order for step in game.round)
    message = "What the round closes was opened, and each wager has one place in an order."
    return look_at([game] if says else [], _never_opened, all_clean=passed(message, ("round",)))


def _never_opened(game: Game) -> Verdicts:
    wagers = {name for name, _ in game.each_wager()}  # prizes and choices, such as surrender, need no opening
    opened: set[str] = set()
    tells = any(step.opens for step in game.round)
    for number, step in enumerate(game.round):
        opened |= set(step.opens)
        for place, name in enumerate(step.closes if tells else ()):
            if name in wagers and name not in opened:
                message = f"Step {number + 1} closes {name}, which no step before it opens."
                yield failed(message, ("round", number, "closes", place), label="never opened")
        named: set[str] = set()
        for place, name in enumerate(step.order):
            if name in named:
                message = f"Step {number + 1} names {name} twice in its order."
                yield failed(message, ("round", number, "order", place), label="a second time")
            named.add(name)
