"""What can be won: the prizes of wagers, envy and jackpots, each with its place in a pay table."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from compliance.checks.expressions.derived import Placed, Thing, derive
from compliance.checks.expressions.quantities import DOLLARS, Quantity
from compliance.checks.expressions.subjects.stakes import find_wager_top
from compliance.documents.blocks import NamedEntries
from compliance.documents.game import Game
from compliance.documents.values import MONEY, Odds, Share
from compliance.documents.wagers import Aggregate, Envy, Progressive, Wager
from compliance.source.routes import Route

_HOLDERS = (Wager, Envy, Progressive)


def list_cells(pays: Any, route: Route) -> Iterator[tuple[Route, Any]]:
    """Every payout at or below a place: one payout, a table of them, or several tables."""
    if isinstance(pays, NamedEntries):
        for key, below in pays.items():
            yield from list_cells(below, (*route, key))
    elif pays is not None:
        yield route, pays


def _select(thing: Thing, kind: type) -> list[Placed] | None:
    if thing.value.pays is None:
        return None
    cells = list_cells(thing.value.pays, (*thing.route, "pays"))
    return [Placed(prize, route) for route, prize in cells if isinstance(prize, kind)]


@derive("prizes-of", of=_HOLDERS, gives="list of prizes", reads=["pays"])
def list_prizes(thing: Thing) -> list[Placed] | None:
    """Every prize of a wager, of envy or of a jackpot: at odds, fixed, or a share of a jackpot."""
    return _select(thing, object)


@derive("odds-prizes", of=_HOLDERS, gives="list of odds", reads=["pays"])
def list_odds_prizes(thing: Thing) -> list[Placed] | None:
    """The prizes that are paid at odds."""
    return _select(thing, Odds)


@derive("jackpot-shares", of=_HOLDERS, gives="list of shares", reads=["pays"])
def list_jackpot_shares(thing: Thing) -> list[Placed] | None:
    """The prizes that are a share of a jackpot."""
    return _select(thing, Share)


@derive(
    "unknown-jackpots", of=_HOLDERS, gives="list of shares", reads=["pays", "/progressive.name", "/progressives.*.name"]
)
def list_unknown_jackpots(thing: Thing) -> list[Placed] | None:
    """The prizes that are a share of a jackpot by a name that no progressive of the game has."""
    known = {str(one.name).lower() for one in thing.document.all_progressives()}
    shares = _select(thing, Share)
    if not known or shares is None:
        return None
    return [one for one in shares if one.value.jackpot and one.value.jackpot.lower() not in known]


@derive("fixed-prizes", of=_HOLDERS, gives="list of dollars", reads=["pays"])
def list_fixed_prizes(thing: Thing) -> list[Placed] | None:
    """The prizes that are an amount of money, but for those of nothing."""
    found = _select(thing, Decimal)
    return found and [placed for placed in found if placed.value > 0]


@derive("best-odds", of=Wager, gives="list of odds", reads=["pays"])
def list_best_odds(thing: Thing) -> list[Placed] | None:
    """The best odds of each pay table of a wager that pays odds."""
    best: dict[Route, Placed] = {}
    for placed in _select(thing, Odds) or ():
        held = best.get(placed.at[:-1])
        if held is None or placed.value.ratio > held.value.ratio:
            best[placed.at[:-1]] = placed
    return list(best.values()) or None


@derive("wagers-covered", of=Aggregate, gives="list of wagers", reads=["covers"])
def list_covered_wagers(thing: Thing) -> list[Placed] | None:
    """The wagers of the game that a limit on payouts names as those that it covers."""
    wagers = thing.document.all_wagers()
    return [Placed(wager, ("wagers", name)) for name, wager in wagers if name in thing.value.covers] or None


@derive(
    "second-highest-prize",
    of=Game,
    gives="dollars",
    reads=["wagers.*.pays", "wagers.*.maximum", "wagers.*.at-most", "wagers.*.equals", "aggregate.amount"],
    takes=["wager-limit"],
)
def find_second_prize(thing: Thing, wager_limit: Decimal) -> Quantity | None:
    """The second highest prize at odds, each on the largest stake of its wager, as far as the payout limit lets it be
    paid: of each wager the two highest count, whichever of its pay tables is in use."""
    game = thing.document
    cap = game.aggregate.amount if game.aggregate is not None else None
    prizes = sorted(_list_two_best(game, wager_limit), reverse=True)
    paid = [prize if cap is None else min(prize, Fraction(cap)) for prize in prizes]
    return Quantity(paid[1], DOLLARS) if len(paid) > 1 else None


def _list_two_best(game: Game, wager_limit: Decimal) -> Iterator[Fraction]:
    for name, wager in game.all_wagers():
        most = find_wager_top(game, name, wager)
        stake = most.amount if most is not None and most.amount is not None else wager_limit
        tables: dict[Route, list[Fraction]] = defaultdict(list)
        for route, payout in list_cells(wager.pays, ()):
            if isinstance(payout, Odds):
                tables[route[:-1]].append(Fraction(stake) * payout.ratio)
        ordered = [sorted(table, reverse=True) for table in tables.values()]
        for rank in (0, 1):
            yield max((table[rank] for table in ordered if len(table) > rank), default=Fraction(0))


@derive("fixed-prizes-won", of=Game, gives="list of dollars", reads=["wagers.*.pays", "progressive.pays"])
def list_fixed_prizes_won(thing: Thing) -> list[Placed] | None:
    """The fixed prizes that a wager or a progressive jackpot can win, not counting envy."""
    game = thing.document
    holders: list[tuple[Route, Any]] = [(("wagers", name), wager) for name, wager in game.all_wagers()]
    holders += [(("progressive",), game.progressive)] if game.progressive is not None else []
    found = [list_fixed_prizes(Thing(holder, route, game)) or [] for route, holder in holders]
    return [placed for one in found for placed in one] or None


@derive("is-paid-by-jackpot", of=Wager, gives="yes or no", reads=["/progressive", "/progressives"])
def is_paid_by_jackpot(thing: Thing) -> bool:
    """Whether a jackpot with a pay table of its own is won by the wager."""
    return any(one.wager == thing.key and one.pays is not None for one in thing.document.all_progressives())


@derive("paying-wager", of=Wager, gives="list of wagers", reads=["pays-as", "/wagers.keys", "/wagers.*.pays-as"])
def list_paying_wagers(thing: Thing) -> list[Placed]:
    """The wager that has the prizes of a wager: itself, or the one by whose odds it is paid."""
    wagers, name, wager, passed = dict(thing.document.all_wagers()), thing.key, thing.value, set[str]()
    while wager.pays is None and wager.pays_as in wagers and name not in passed:
        passed.add(name)
        name, wager = wager.pays_as, wagers[wager.pays_as]
    return [Placed(wager, ("wagers", name))]


@derive(
    "qualifying-wager", of=Envy, gives="list of wagers", reads=["qualifies.wager", "/wagers.keys", "/wagers.*.keys"]
)
def list_qualifying_wagers(thing: Thing) -> list[Placed] | None:
    """The wager of the game that qualifies for envy, where there is one of that name."""
    name = thing.value.qualifies.wager if thing.value.qualifies is not None else ""
    wager = thing.document.wagers.get(name) if thing.document.wagers is not None else None
    return [Placed(wager, ("wagers", name))] if wager is not None else None


# --- what jackpots take ---


@derive("feeding-wager", of=Progressive, gives="list of wagers", reads=["wager"])
def list_feeding_wagers(thing: Thing) -> list[Placed] | None:
    """The wager of the game that a jackpot is fed by, where there is one of that name."""
    name = thing.value.wager
    wager = thing.document.wagers.get(name) if thing.document.wagers is not None else None
    return [Placed(wager, ("wagers", name))] if wager is not None else None


@derive("share-taken", of=Progressive, gives="share", reads=["contribution", "reserve.contribution", "/progressives"])
def find_share_taken(thing: Thing) -> Placed | None:
    """The share that a jackpot, its reserve, and the jackpots before it take of one wager."""
    taken = _sum_parts(thing)
    return taken if taken is not None and not isinstance(taken.value, Decimal) else None


@derive(
    "amount-taken", of=Progressive, gives="dollars", reads=["contribution", "reserve.contribution", "/progressives"]
)
def find_amount_taken(thing: Thing) -> Placed | None:
    """The amount that a jackpot, its reserve, and the jackpots before it take of one wager; shares of it are those of
    the highest wager."""
    taken = _sum_parts(thing)
    return taken if taken is not None and isinstance(taken.value, Decimal) else None


def _sum_parts(thing: Thing) -> Placed | None:
    """All that is taken from one wager, and where the last of it stands. Shares and amounts are added where the highest
    wager is known: where they do not fit into it, they fit into none."""
    game, jackpot = thing.document, thing.value
    place = game.progressives.index(jackpot) if jackpot in game.progressives else 0
    before = [one for one in game.progressives[:place] if one.wager == jackpot.wager]
    own = _list_parts(jackpot)
    every = [*own, *(part for one in before for part in _list_parts(one))]
    if not every:
        return None
    last = (*thing.route, "reserve", "contribution") if len(own) > 1 else (*thing.route, "contribution")
    if len({isinstance(part, Decimal) for part in every}) > 1:
        most = _find_most(game, jackpot.wager)
        if most is None:
            return Placed(jackpot.contribution, (*thing.route, "contribution"))
        every = [part if isinstance(part, Decimal) else most * part.numerator / part.denominator for part in every]
    return Placed(sum(every[1:], every[0]), last)


def _list_parts(jackpot: Progressive) -> list[Any]:
    reserve = jackpot.reserve.contribution if jackpot.reserve is not None else None
    return [part for part in (jackpot.contribution, reserve) if part is not None]


def _find_most(game: Game, name: str) -> Decimal | None:
    wager = dict(game.all_wagers()).get(name)
    top = find_wager_top(game, name, wager) if wager is not None else None
    return top.amount if top is not None else None


@derive("reseeding-amount", of=Progressive, gives="dollars", reads=["reseeded"])
def find_reseeding_amount(thing: Thing) -> Decimal | None:
    """The amount with which a jackpot starts again, where the rules name just one."""
    amounts = MONEY.findall(thing.value.reseeded or "")
    again = {Decimal(whole.replace(",", "") + cents) for whole, cents in amounts}
    return again.pop() if len(again) == 1 else None
