"""Limits inside one game: wagers against the table, bonus against base, envy within reach, splits with an end."""

from decimal import Decimal
from itertools import islice
from typing import Final

from compliance.checks.game.pay_tables import hand_words, tables_in
from compliance.checks.game.prize_tables import cells
from compliance.checks.game.separate_games import WagerParts
from compliance.checks.game.stakes import top_of
from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, not_applicable, on_a_word, passed, review, unstated
from compliance.documents.game import Game
from compliance.documents.values import Share, show_money
from compliance.documents.wagers import Envy
from compliance.routes import Route

_MOST_TOLD: Final = 50


@check("envy-qualifier")
def envy_qualifier(game: Game, parts: WagerParts) -> Verdicts:
    """What makes a player eligible is a wager on a separate game of this document."""
    qualifies = game.envy.qualifies if game.envy is not None else None
    if qualifies is None:
        message = "The document does not state which separate game the envy prize belongs to."
        yield unstated("review", message, ("envy", "qualifies"))
        return
    route: Route = ("envy", "qualifies", "wager")
    wager = game.wagers.get(qualifies.wager) if game.wagers is not None else None
    if wager is None:
        yield failed(f"Envy is tied to {qualifies.wager}, which is no wager of this game.", route)
    elif wager.kind in parts:
        message = f"Envy is tied to {qualifies.wager}, a {wager.kind} wager; whether that is a separate game is open."
        yield review(message, route)
    else:
        least = show_money(qualifies.at_least)
        yield passed(f"Envy belongs to {qualifies.wager}; a wager of {least} or more qualifies.", route)


@check("envy-second-spot")
def envy_second_spot(game: Game) -> Verdicts:
    """A player on two spots is entitled on the second when the first wins envy: played through by what the rules say
    wins, what never does, and what qualifies. A word for it confirms, and is not enough."""
    envy = game.envy
    route: Route = ("envy", "own-second-spot")
    said = envy.own_second_spot if envy is not None else None
    several = game.table.several_spots if game.table is not None else None
    if several is False:
        return iter([not_applicable("A player may not play more than one spot.", ("table", "several-spots"))])
    if said == "does not pay":
        return iter([failed("A player's own second spot is not paid envy, though its wager qualifies.", route)])
    if envy is not None and several and _pays_both_spots(envy):
        message = (
            "Played through with two spots of one player, each with the wager that qualifies: a winning hand on one"
        )
        return iter([passed(f"{message} pays the other, for envy is won by {envy.triggered_by}.", route)])
    if said == "pays":
        return iter([on_a_word(passed("The rules say that a player's own second spot is paid envy.", route))])
    message = "The document does not state whether a player's own second spot with a qualifying wager is paid envy."
    return iter([unstated("review", message, route)])


def _pays_both_spots(envy: Envy) -> bool:
    """Whether a player's hand on one spot wins envy for the player's other spot by the rules on whose hands win. Where
    only other players' hands do, or never the own hand, it takes a word to say that a second spot is meant as well."""
    qualifies = envy.qualifies is not None
    own_too = envy.triggered_by in ("any hand", "a player with the wager")
    return qualifies and own_too and "own hand" not in envy.never_for


@check("envy-hands")
def envy_hands(game: Game) -> Verdicts:
    """The hands that win envy are players' hands."""
    envy = game.envy
    if envy is None:
        return
    route: Route = ("envy", "triggered-by")
    if "bank's hand" in envy.never_for:
        yield passed("The bank's hand never wins envy.", ("envy", "never-for"))
    elif envy.triggered_by is None:
        yield unstated("review", "The document does not state whose hands win envy.", route)
    elif envy.triggered_by == "any hand":
        yield failed("Any hand wins envy, the bank's too; only players' hands may.", route)
    else:
        yield passed(f"Envy is won by the hand of {envy.triggered_by}.", route)


@check("envy-not-progressive")
def envy_not_progressive(game: Game) -> Verdicts:
    """An envy prize is not a growing jackpot or a part of one."""
    envy = game.envy
    if envy is None:
        return
    shares = [route for route, prize in cells(envy.pays, ("envy", "pays")) if isinstance(prize, Share)]
    if envy.progressive:
        yield failed("The envy prize is a progressive jackpot.", ("envy", "progressive"))
    elif shares:
        yield failed("An envy prize is a part of a jackpot.", shares[0])
    elif envy.progressive is None and envy.pays is None:
        yield unstated("review", "The document does not state what envy pays.", ("envy", "pays"))
    else:
        yield passed("Envy prizes do not grow.", ("envy", "pays" if envy.pays is not None else "progressive"))


@check("envy-text-matches-table")
def envy_text_matches_table(game: Game) -> Verdicts:
    """Each hand that the text promises envy for is in the envy table, and the other way round."""
    envy = game.envy
    promising = [envy] if envy is not None and envy.promised else []
    clean = passed("The envy table pays for just the hands that the text promises.", ("envy", "pays"))
    return look_at(promising, _otherwise_than_promised, all_clean=clean)


def _otherwise_than_promised(envy: Envy) -> Verdicts:
    """Of the hands that a table lacks the first are told: there may be thousands, for each of thousands of tables."""
    promised = {hand: number for number, hand in reversed([*enumerate(envy.promised)])}
    promised = dict(sorted(promised.items(), key=lambda row: row[1]))
    for name, table in tables_in(envy.pays):
        route: Route = ("envy", "pays", name) if name else ("envy", "pays")
        which = f"envy table {name}" if name else "envy table"
        # A printed $0 is no prize.
        paid = {hand for hand, payout in table.items() if payout != Decimal(0)}
        missing = len(promised) - sum(hand in promised for hand in paid)
        for hand, number in islice(
            ((hand, number) for hand, number in promised.items() if hand not in paid), _MOST_TOLD
        ):
            more = f" (nor {missing - 1:,} others)" if missing > _MOST_TOLD else ""
            message = f"The text promises an envy prize for {hand_words(hand)}, and the {which} does not list it{more}."
            yield failed(message, ("envy", "promised", number), [(route, "not in this table")])
        for hand in sorted(hand for hand in paid if hand not in promised):
            message = f"The {which} pays for {hand_words(hand)}, which the text does not promise."
            yield failed(message, (*route, hand))


@check("envy-reachable")
def envy_reachable(game: Game) -> Verdicts:
    """The wager that qualifies for envy may be as high as it must be."""
    envy = game.envy
    if envy is None or envy.qualifies is None:
        yield not_applicable("The rules name no wager that qualifies for envy.")
        return
    needed, name = envy.qualifies.at_least, envy.qualifies.wager
    route: Route = ("envy", "qualifies", "at-least")
    wager = game.wagers.get(name) if game.wagers is not None else None
    top = top_of(game, name, wager) if wager is not None else None
    table = game.table.maximum if game.table is not None else None
    limits = [(top.amount, top.root or top.at)] if top is not None and top.amount is not None else []
    if table is not None and table.high is not None:
        limits.append((table.high, ("table", "maximum")))
    if not limits:
        yield not_applicable(f"The rules do not state the most that may be wagered on {name}.", route)
        return
    most, place = min(limits)
    if needed > most:
        message = (
            f"Envy needs a {name} wager of {show_money(needed)}; the most that may be wagered is {show_money(most)}."
        )
        yield failed(message, route, [(place, "the most")], "out of reach")
    else:
        yield passed(f"A {name} wager of {show_money(needed)} may be placed; the most is {show_money(most)}.", route)
