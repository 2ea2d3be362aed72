"""How prizes are paid out, and the money that must be kept ready for them."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from compliance.checks.game.prize_tables import cells, largest_stake
from compliance.checks.general.facts import at_least, at_most
from compliance.checks.registry import check
from compliance.checks.showing import dollars
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, unstated
from compliance.documents.game import Game
from compliance.documents.values import Odds, Share, Turns, show_money
from compliance.routes import Route

_RESERVE: Route = ("prizes", "reserve")


@check("prize-payment")
def prize_payment(game: Game, within: Turns, at_once: Decimal | None = None) -> Verdicts:
    """Prizes are paid at once up to an amount, and the rest within a time.

    within: the time for the rest
    at-once: the amount that is paid at once, where there is one
    """
    if game.prizes is None:
        first = f"at least {show_money(at_once)} at once and " if at_once is not None else ""
        message = f"The document does not state how prizes are paid: {first}the rest within {within} is required."
        yield unstated("review", message, ("prizes",))
        return
    if at_once is not None:
        yield from at_least(game, "prizes / paid-at-once", at_once)
    yield from at_most(game, "prizes / rest-within", within)


def _reserve(game: Game, needed: Fraction, what: str) -> Verdict:
    kept = game.prizes.reserve if game.prizes is not None else None
    said = f"{what} is {dollars(needed)}, and so much must be kept ready"
    if kept is None:
        return unstated("review", f"{said}; the document does not state what is kept.", _RESERVE)
    if kept < needed:
        return failed(f"{said}; {show_money(kept)} is kept.", _RESERVE, label=f"at least {dollars(needed)}")
    return passed(f"{said}; {show_money(kept)} is kept.", _RESERVE)


@check("fixed-prize-reserve")
def fixed_prize_reserve(game: Game) -> Verdicts:
    """The largest fixed prize is kept ready: of a wager, of envy, or beside a progressive jackpot."""
    pays = [wager.pays for _, wager in game.each_wager()]
    pays += [game.progressive.pays] if game.progressive is not None else []
    won = [prize for table in pays for _, prize in cells(table, ()) if isinstance(prize, Decimal) and prize > 0]
    envied = game.envy.pays if game.envy is not None else None
    envy = [prize for _, prize in cells(envied, ()) if isinstance(prize, Decimal) and prize > 0]
    if won or envy:
        verdict = _reserve(game, Fraction(max(won + envy)), "The largest fixed prize")
        # That an envy prize is one of those for which money must be kept is read into the text.
        yield verdict._replace(basis="reading") if max(envy, default=0) > max(won, default=0) else verdict
    else:
        yield not_applicable("The document states no fixed prize.")


@check("house-jackpot-reserve")
def house_jackpot_reserve(game: Game) -> Verdicts:
    """The house jackpot is kept ready."""
    amount = game.house_jackpot.amount if game.house_jackpot is not None else None
    if amount is None:
        yield unstated(
            "review", "The document does not state the amount of the house jackpot.", ("house-jackpot", "amount")
        )
    else:
        yield _reserve(game, Fraction(amount), "The house jackpot")


@check("second-prize-reserve")
def second_prize_reserve(game: Game, above: Decimal, wager_limit: Decimal) -> Verdicts:
    """When more than one prize at odds is above an amount, the second highest is kept ready.

    above: the amount
    wager-limit: the highest wager allowed, for a document that states none
    """
    cap = game.aggregate.amount if game.aggregate is not None else None
    prizes = sorted(_two_best_prizes(game, wager_limit), reverse=True)
    paid = [prize if cap is None else min(prize, Fraction(cap)) for prize in prizes]
    if len(paid) > 1 and paid[1] > above:
        yield _reserve(game, paid[1], "The second highest prize")
    else:
        yield not_applicable(f"No two prizes at odds are above {show_money(above)}.")


def _two_best_prizes(game: Game, wager_limit: Decimal) -> Iterator[Fraction]:
    """The two highest prizes at odds of each wager, on its largest stake, whichever of its pay tables is in use."""
    for name, wager in game.each_wager():
        stake = largest_stake(game, name, wager, wager_limit)
        tables: dict[Route, list[Fraction]] = defaultdict(list)
        for route, payout in cells(wager.pays, ()):
            if isinstance(payout, Odds) and stake is not None:
                tables[route[:-1]].append(Fraction(stake.amount) * payout.ratio)
        ordered = [sorted(table, reverse=True) for table in tables.values()]
        for rank in (0, 1):
            yield max((table[rank] for table in ordered if len(table) > rank), default=Fraction(0))


@check("progressive-pays-jackpot")
def progressive_pays_jackpot(game: Game) -> Verdicts:
    """The progressive has a pay table, and at least one hand wins the jackpot or a part of it."""
    jackpot = game.progressive
    if jackpot is None:
        return
    prizes = list(cells(jackpot.pays, ("progressive", "pays")))
    primary = [route for route, prize in prizes if isinstance(prize, Share)]
    if not prizes:
        yield unstated(
            "fail",
            "The document does not state what the progressive pays, and on which hands.",
            ("progressive", "pays"),
        )
    elif primary:
        yield passed("A hand wins the jackpot or a part of it.", primary[0])
    else:
        yield failed(
            "No hand wins the jackpot: every progressive prize is fixed or paid at odds.", ("progressive", "pays")
        )


@check("progressive-own-wager")
def progressive_own_wager(game: Game) -> Verdicts:
    """The progressive has a wager of its own, of which a part goes to the jackpot."""
    jackpot = game.progressive
    if jackpot is None:
        return
    wager = game.wagers.get(jackpot.wager) if game.wagers is not None else None
    route: Route = ("progressive", "wager")
    if wager is None:
        yield failed(f"The progressive is played with {jackpot.wager}, which is no wager of this game.", route)
    elif wager.kind != "progressive":
        yield failed(f"The progressive is played with {jackpot.wager}, a wager that has another purpose.", route)
    elif wager.maximum == 0 or wager.amounts_to_nothing():
        message = f"The {jackpot.wager} wager may be at most $0: nothing is wagered for the progressive."
        yield failed(message, ("wagers", jackpot.wager), [(route, "the progressive's wager")])
    elif jackpot.contribution is None:
        message = "The document does not state what part of the wager goes to the jackpot."
        yield unstated("review", message, ("progressive", "contribution"))
    elif jackpot.contribution == 0:
        yield failed("No part of the wager goes to the jackpot.", ("progressive", "contribution"))
    else:
        yield passed(f"{jackpot.wager} is the progressive's own wager, and a part of it goes to the jackpot.", route)
