"""Pay tables: complete, defined, and in the order that the same document declares."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.names import Nearest
from compliance.checks.naming import inside, the_wager
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.game import Game
from compliance.documents.routes import facts
from compliance.documents.values import Odds, Payout, Share
from compliance.documents.wagers import PayTable, PayTables
from compliance.routes import Key, Route

_FLAT_FROM: Final = 3
_MOST_NAMED: Final = 12


def tables_of(game: Game) -> Iterator[tuple[Route, str, PayTable]]:
    """Every pay table of the game with its route and what it is for: wagers, envy, progressive."""
    holders: list[tuple[Route, str, object]] = [
        (("wagers", name), wager.name or name, wager.pays) for name, wager in game.each_wager()
    ]
    if game.envy is not None:
        holders.append((("envy",), game.envy.name or "envy", game.envy.pays))
    if game.progressive is not None:
        holders.append((("progressive",), "progressive", game.progressive.pays))
    for route, title, pays in holders:
        for name, table in tables_in(pays):
            yield ((*route, "pays", name) if name else (*route, "pays")), f"{title} {name}" if name else title, table


def tables_in(pays: object) -> Iterator[tuple[str | None, PayTable]]:
    if isinstance(pays, PayTable):
        yield None, pays
    elif isinstance(pays, PayTables):
        yield from pays.items()


@check("wagers-pay")
def wagers_pay(game: Game, but_kinds: list[str]) -> Verdicts:
    """Each wager that can win has a stated payout.

    but-kinds: kinds of wager that have no payout of their own
    """
    for name, wager in game.each_wager():
        route: Route = ("wagers", name, "pays")
        elsewhere = any(one.wager == name and one.pays is not None for one in game.each_progressive())
        if wager.kind in but_kinds or wager.pays_as is not None or elsewhere:
            continue
        if wager.pays is None or not any(True for _ in wager.payouts()):
            yield unstated(
                "fail", f"What {inside(the_wager(name, wager.name))} pays when it wins is not stated.", route
            )
        else:
            yield passed(f"What {inside(the_wager(name, wager.name))} pays is stated.", route)


@check("rows-defined")
def rows_defined(game: Game, known: list[str]) -> Verdicts:
    """Each row of a pay table is a hand that the document defines.

    known: rows that need no definition
    """
    if game.hands is None or not len(game.hands):
        return
    undefined: dict[str, list[Route]] = {}
    for route, title, table in tables_of(game):
        missing = [hand for hand, _ in table.items() if hand not in known and not game.hands.defines(hand)]
        for hand in missing:
            undefined.setdefault(hand, []).append((*route, Key(hand)))
        if not missing:
            yield passed(f"The rows of {title} are defined.", route)
    nearest = Nearest(name for name, _ in game.hands.items())
    named = {hand: places for hand, places in undefined.items() if hand in game.hands}
    if len(named) > 1:
        # One defect: the document names its hands and leaves their meaning to the reader.
        listed = ", ".join(f"`{hand}`" for hand in named)
        message = f"Pay tables pay for {len(named)} hands that the document names and does not define: {listed}."
        (at, *rest) = [place for places in named.values() for place in places[:1]]
        also: list[tuple[Route, str]] = [*((place, "not defined") for place in rest), (("hands",), "defined here")]
        yield unstated("fail", message, at)._replace(also=tuple(also), missing=("hands", next(iter(named))))
    for hand, (at, *others) in undefined.items():
        if hand in named and len(named) > 1:
            continue
        near = nearest.to(hand) if hand not in game.hands else ""
        label = f"is {near} meant?" if near else ""
        defined = "names and does not define" if hand in game.hands else "does not define"
        message = f"A pay table pays for `{hand}`, which the document {defined}."
        also = [*((place, "paid here too") for place in others), (("hands",), "defined here")]
        yield unstated("fail", message, at)._replace(also=tuple(also), label=label, missing=("hands", hand))


@check("tables-alike")
def tables_alike(game: Game) -> Verdicts:
    """The pay tables that a house may choose from for one wager have the same rows."""

    for name, wager in game.each_wager():
        if not isinstance(wager.pays, PayTables):
            continue
        rows = {key: {hand for hand, _ in table.items()} for key, table in wager.pays.items()}
        every = list(dict.fromkeys(hand for _, table in wager.pays.items() for hand, _ in table.items()))
        for key, hands in rows.items():
            missing = len(every) - len(hands)
            route: Route = ("wagers", name, "pays", key)
            if missing:
                words = _first(every, hands, missing)
                yield review(f"Table {key} of {wager.name or name} has no row for {words}; another table has.", route)
            else:
                yield passed(f"The tables of {wager.name or name} have the same rows.", route)


def _first(every: list[str], hands: set[str], missing: int) -> str:
    """The first hands that a table lacks, in words, and how many more there are: few are looked at to find them."""
    named = islice((hand_words(hand) for hand in every if hand not in hands), _MOST_NAMED)
    return ", ".join(named) + (f" and {missing - _MOST_NAMED:,} more" if missing > _MOST_NAMED else "")


@lru_cache(maxsize=4096)
def _worth(payout: Payout) -> tuple[int, Fraction] | None:
    """Payouts that can be compared: shares of a jackpot above money, odds with odds, money with money."""
    if isinstance(payout, Share):
        return 2, payout.of_jackpot
    if isinstance(payout, Odds):
        return 1, payout.ratio
    return (0, Fraction(payout)) if isinstance(payout, Decimal) else None


@check("pay-follows-rank")
def pay_follows_rank(game: Game) -> Verdicts:
    """A hand that the document ranks higher does not pay less."""
    if game.hands is None or game.hands.ranked is False:
        return iter(())
    ranks = {hand: number for number, (hand, _) in enumerate(game.hands.items())}

    def in_order(one: tuple[Route, str, PayTable]) -> Verdict:
        return passed(f"{one[1]} pays in the order of the hands.", one[0])

    several = (one for one in tables_of(game) if len(_ranked(one[2], ranks)) > 1)
    return look_at(several, lambda one: _against_order(game, *one, ranks), clean=in_order)


def _against_order(game: Game, route: Route, title: str, table: PayTable, ranks: dict[str, int]) -> Verdicts:
    """A table that is said to run against the ranking is held against it turned round; one in no order against none."""
    order = _order(game, route)
    if order == "no order":
        yield passed(f"{title} is said to follow no order.", route)
    elif order == "worst hand first":
        last = len(ranks)
        yield from _less_for_more(route, title, table, {hand: last - rank for hand, rank in ranks.items()}, "lower")
    else:
        yield from _less_for_more(route, title, table, ranks, "higher")


def _order(game: Game, route: Route) -> str | None:
    """What is said of the order of the pay table at a route."""
    if route[0] == "wagers":
        wager = game.wagers.get(str(route[1])) if game.wagers is not None else None
        return wager.order if wager is not None else None
    holder = game.envy if route[0] == "envy" else game.progressive
    return holder.order if holder is not None else None


def _ranked(table: PayTable, ranks: dict[str, int]) -> list[tuple[int, str, Payout]]:
    """The rows for hands that have a rank, from the highest down."""
    rows = ((ranks[hand], hand, payout) for hand, payout in table.items() if hand in ranks)
    return sorted(rows, key=lambda row: row[0])


def _less_for_more(route: Route, title: str, table: PayTable, ranks: dict[str, int], higher: str) -> Verdicts:
    for (_, better, more), (_, worse, less) in pairwise(_ranked(table, ranks)):
        high, low = _worth(more), _worth(less)
        if high is not None and low is not None and high[0] == low[0] and high < low:
            paid = f"{show(less)} for {hand_words(worse)} and only {show(more)} for {hand_words(better)}"
            also: list[tuple[Route, str]] = [((*route, better), show(more)), (("hands", better), f"ranks {higher}")]
            yield failed(f"{title} pays {paid}, which ranks {higher}.", (*route, worse), also, show(less))


@check("pay-differs")
def pay_differs(game: Game) -> Verdicts:
    """A pay table of several rows does not pay the same for all of them."""
    for route, title, table in tables_of(game):
        payouts = [payout for _, payout in table.items()]
        if len(payouts) >= _FLAT_FROM:
            if len({_worth(payout) or payout for payout in payouts}) == 1:
                yield failed(f"{title} pays {show(payouts[0])} for each of its {len(payouts)} rows.", route)
            else:
                yield passed(f"{title} tells its rows apart.", route)


def hand_words(name: str) -> str:
    return name.replace("-", " ")


@check("jackpot-there")
def jackpot_there(game: Game) -> Verdicts:
    """Where a share of a jackpot is paid, the game has a jackpot."""
    there = next((name for name in ("progressive", "house-jackpot", "player-jackpot") if _has(game, name)), None)
    shares = [
        (("wagers", name, *route), str(payout))
        for name, wager in game.each_wager()
        for route, payout in wager.payouts()
        if isinstance(payout, Share)
    ]
    if not shares:
        return
    (at, share), *others = shares
    if there is not None:
        yield passed(f"{share} is paid, and the game has a jackpot.", at, [((there,), "")])
    else:
        message = f"{share} is paid, and the rules describe no jackpot: neither a progressive one nor another."
        yield failed(message, at, others, share)


def _has(game: Game, block: str) -> bool:
    return next(facts(game, block), None) is not None


@check("prizes-one-way")
def prizes_one_way(game: Game) -> Verdicts:
    """The prizes of a pay table are all beside the wager (to 1) or all with it (for 1)."""

    def mixed(one: tuple[Route, str, PayTable]) -> Iterator[Verdict]:
        route, title, table = one
        odds = [(hand, payout) for hand, payout in table.items() if isinstance(payout, Odds)]
        with_it = next(((hand, payout) for hand, payout in odds if payout.with_stake), None)
        beside = next(((hand, payout) for hand, payout in odds if not payout.with_stake), None)
        if with_it is not None and beside is not None:
            words = f"{hand_words(with_it[0])} {with_it[1]} and {hand_words(beside[0])} {beside[1]}"
            message = f"{title} pays {words}: only the first of these prizes holds the wager."
            yield failed(message, (*route, with_it[0]), [((*route, beside[0]), "beside the wager")], "with the wager")

    nothing = not_applicable("The game has no pay table.")
    clean = passed("Each pay table prints its prizes in one way.", ("wagers",))
    return look_at(tables_of(game), mixed, nothing=nothing, all_clean=clean)
