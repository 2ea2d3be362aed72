"""What becomes of wagers in a round and in a jackpot: opened, settled, staked in time, and not less than they feed."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from compliance.checks.game.pay_tables import hand_words, tables_of
from compliance.checks.game.stakes import top_of
from compliance.checks.looking import look_at
from compliance.checks.naming import the_wager
from compliance.checks.registry import check
from compliance.checks.rounds import DEALING
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.game import Game, Step
from compliance.documents.values import MONEY, show_money, show_percent
from compliance.documents.wagers import PayTable, Progressive, Wager
from compliance.routes import Route

_NOT_YET: Final = frozenset({"before", "prior", "until", "next", "new", "ready", "prepare", "prepares", "for"})
_SETTLING: Final = ("settle", "pay", "paid", "collect", "resolve", "award", "win")
_CHARGING: Final = ("fee", "collection")
_STAKED_FIRST: Final = ("ante", "base", "blind")
_MOST_NAMED: Final = 6
_NUMBERS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_HANDS: Final = {"full-house": 5}


@check("wagers-in-round")
def wagers_in_round(game: Game, but_kinds: list[str]) -> Verdicts:
    """Each wager is opened in the round, and is in the order in which wagers are settled, where the round tells both.

    but-kinds: kinds of wager that need neither
    """
    opened = {name for step in game.round for name in step.opens}
    settled = {name for step in game.round for name in step.order}
    if any(_settles(game, step) and not step.order for step in game.round):
        settled = set()  # what is not in an order may be settled in that step

    def left_out(one: tuple[str, Wager]) -> Iterator[Verdict]:
        name, wager = one
        missing = [what for what, there in (("opened", opened), ("settled", settled)) if there and name not in there]
        if missing and wager.pays_as is None and wager.kind not in but_kinds:
            message = f"{the_wager(name, wager.name)} is never {' nor '.join(missing)} in the round; other wagers are."
            yield failed(message, ("wagers", name), label=f"never {' nor '.join(missing)}")

    told = game.each_wager() if opened or settled else iter(())
    nothing = not_applicable("The round does not tell which wagers it opens or settles.")
    clean = passed("The round opens and settles every wager that it should.", ("round",))
    return look_at(told, left_out, nothing=nothing, all_clean=clean)


def _settles(game: Game, step: Step) -> bool:
    """Whether a step settles wagers, by its words or by the table that it follows."""
    table = game.tables.get(step.by) if game.tables is not None and step.by is not None else None
    words = step.step.lower()
    if table is None and any(word in words for word in _CHARGING):
        return False
    return (table is not None and table.kind == "settlement") or any(word in words for word in _SETTLING)


@check("staked-before-deal")
def staked_before_deal(game: Game) -> Verdicts:
    """What must be staked to be dealt in is opened before the deal."""
    deal = next((number for number, step in enumerate(game.round) if _deals(step)), None)
    opened: dict[str, int] = {}
    for number, step in enumerate(game.round):
        for name in step.opens:
            opened.setdefault(name, number)
    # A wager that the rules have placed at another time is held against the round elsewhere.
    first = [(name, wager) for name, wager in game.each_wager() if name in opened and _before_deal(wager.placed)]
    nothing = not_applicable("The round does not tell when a first wager is opened and when cards are dealt.")
    clean = passed("What must be staked first is opened before the deal.", ("round",))
    return look_at(
        first if deal is not None else [],
        lambda one: _too_late(one[0], one[1], opened[one[0]], deal or 0),
        nothing=nothing,
        all_clean=clean,
    )


def _deals(step: Step) -> bool:
    """Whether a step is the deal, and not one that speaks of it."""
    words = step.step.lower().replace(",", " ").split()
    place = next((number for number, word in enumerate(words) if word in DEALING), None)
    return place is not None and _NOT_YET.isdisjoint(words[:place])


def _before_deal(placed: str | None) -> bool:
    """Whether the rules do not say that a wager is placed at another time than before the deal."""
    words = placed.lower().split() if placed is not None else ["before", "deal"]
    return "before" in words and any(word in DEALING for word in words)


def _too_late(name: str, wager: Wager, opens: int, deal: int) -> Iterator[Verdict]:
    if opens > deal and (wager.required or wager.kind in _STAKED_FIRST):
        message = f"{the_wager(name, wager.name)} opens in step {opens + 1}; the cards are dealt in step {deal + 1}."
        also: list[tuple[Route, str]] = [(("round", deal), "the deal")]
        yield failed(message, ("round", opens, "opens"), also, "after the deal")


@check("contribution-fits")
def contribution_fits(game: Game) -> Verdicts:
    """What a wager puts into a jackpot, and into those before it that the same wager feeds, is not more than the
    wager."""
    progressive = game.progressive
    if progressive is None or progressive.contribution is None:
        yield not_applicable("The rules do not say what a wager puts into a jackpot.")
        return
    wager = dict(game.each_wager()).get(progressive.wager)
    top = top_of(game, progressive.wager, wager) if wager is not None else None
    most = top.amount if top is not None else None
    fed = _fed_before(game, progressive)
    part, route = _taken(progressive, [one for other in fed for one in _parts(other)], most)
    into = "the jackpot" if not fed else f"this jackpot and {len(fed)} that the same wager feeds"
    if not isinstance(part, Decimal):
        shown = f"{show_percent(part)} of each wager goes into {into}"
        yield failed(f"{shown}: more than the wager.", route) if part > 1 else passed(f"{shown}.", route)
        return
    least = wager.minimum if wager is not None else None
    also: list[tuple[Route, str]] = [(("wagers", progressive.wager), "the wager")]
    said = f"{show_money(part)} of each wager goes into {into}"
    if most is not None and part > most:
        yield failed(f"{said}; the wager is at most {show_money(most)}.", route, also)
    elif least is not None and part > least:
        yield review(f"{said}; the wager may be as little as {show_money(least)}.", route, also)
    elif most is None and least is None:
        message = f"{said}; how much the wager is, is not stated."
        yield unstated("review", message, ("wagers", progressive.wager, "maximum"))
    else:
        yield passed(f"{said}, which is not more than the wager.", route)


def _fed_before(game: Game, progressive: Progressive) -> list[Progressive]:
    """The jackpots that stand before one and are fed by the same wager: of several the one that is too much is told."""
    place = game.progressives.index(progressive) if progressive in game.progressives else 0
    return [one for one in game.progressives[:place] if one.wager == progressive.wager]


def _parts(progressive: Progressive) -> list[Any]:
    """What is taken from each wager for a jackpot and for its reserve."""
    reserve = progressive.reserve.contribution if progressive.reserve is not None else None
    return [part for part in (progressive.contribution, reserve) if part is not None]


def _taken(progressive: Progressive, before: list[Any], most: Decimal | None) -> tuple[Any, Route]:
    """All that is taken from one wager, and where the last of it stands. Shares and amounts are added where the highest
    wager is known."""
    own = _parts(progressive)
    last: Route = ("progressive", "reserve", "contribution") if len(own) > 1 else ("progressive", "contribution")
    every = [*own, *before]
    if len({isinstance(part, Decimal) for part in every}) > 1:
        if most is None:
            return progressive.contribution, ("progressive", "contribution")
        every = [_in_money(part, most) for part in every]
    return sum(every[1:], every[0]), last


def _in_money(part: Decimal | Fraction, wager: Decimal) -> Decimal:
    """A part of the highest wager as an amount: where an amount and a share fit into no wager, they do not into it."""
    return part if isinstance(part, Decimal) else wager * part.numerator / part.denominator


@check("ranked-hands-paid")
def ranked_hands_paid(game: Game) -> Verdicts:
    """A hand that ranks between two hands of a pay table has a row in it."""
    if game.hands is None or game.hands.ranked is False:
        return iter(())
    deck = game.deck
    cards = deck.each_player + (deck.community or 0) if deck is not None and deck.each_player is not None else None
    held = [hand for hand, _ in game.hands.items() if cards is None or _cards_of(hand) <= cards]
    ranks = {hand: rank for rank, hand in enumerate(held)}
    several = (one for one in tables_of(game) if sum(1 for hand, _ in one[2].items() if hand in ranks) > 1)
    return look_at(several, lambda one: _between(*one, held, ranks), clean=lambda one: _none_left_out(one[0], one[1]))


def _none_left_out(route: Route, title: str) -> Verdict:
    return passed(f"No hand that ranks between the hands of {title} is left out.", route)


def _between(route: Route, title: str, table: PayTable, held: list[str], ranks: Mapping[str, int]) -> Iterator[Verdict]:
    paid = [ranks[hand] for hand, _ in table.items() if hand in ranks]
    first, last = min(paid), max(paid)
    count = last - first + 1 - len(paid)
    if count:
        left_out = list(islice((held[rank] for rank in range(first, last) if held[rank] not in table), _MOST_NAMED))
        named = ", ".join(map(hand_words, left_out))
        more = f" and {count - _MOST_NAMED} more" if count > _MOST_NAMED else ""
        pays = f"The pay table of {title} pays {hand_words(held[last])}"
        message = f"{pays}, and has no row for {named}{more}, which ranks higher."
        also: list[tuple[Route, str]] = [(("hands", hand), "ranks higher") for hand in left_out]
        yield review(f"{message} Whether it can be held there is for a person.", route, also)


def _cards_of(hand: str) -> int:
    """How many cards a hand must have at least, as far as its name tells: `four-of-a-kind` is no hand of three. In
    `seven-high` the number is a rank."""
    words = hand.split("-")
    if words[-1] in ("high", "low"):
        return 0
    pairs = 2 if words[-1] in ("pair", "pairs") else 1
    return _HANDS.get(hand) or pairs * _NUMBERS.get(words[0], 0)


@check("reseeded-as-seeded")
def reseeded_as_seeded(game: Game) -> Verdicts:
    """A jackpot that is started again with an amount is started with that of its seed."""
    progressive = game.progressive
    amounts = MONEY.findall(progressive.reseeded) if progressive is not None and progressive.reseeded else []
    again = {Decimal(whole.replace(",", "") + cents) for whole, cents in amounts}
    if progressive is None or progressive.seed is None or len(again) != 1:
        yield not_applicable("The rules do not name both a seed and an amount with which the jackpot starts again.")
        return
    amount, route = again.pop(), ("progressive", "reseeded")
    said = f"The jackpot starts with {show_money(progressive.seed)}"
    if amount == progressive.seed:
        yield passed(f"{said}, and starts again with as much.", route)
    else:
        message = f"{said} and starts again with {show_money(amount)}; whether both are meant is for a person."
        yield review(message, route, [(("progressive", "seed"), "the seed")])
