"""Fees that the rules of a game charge."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from compliance.checks.looking import look_at
from compliance.checks.naming import the_wager
from compliance.checks.parameters import Affirms, Time
from compliance.checks.registry import check
from compliance.checks.texts import said_again, spoken
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.checks.words import asserted, mentions
from compliance.documents.game import Game
from compliance.documents.shares import mentions_share
from compliance.documents.values import show_percent
from compliance.documents.wagers import Wager
from compliance.patterns import late
from compliance.routes import Route

_PLAYERS_PAY: Final = late(r"\bplayers? (?:must |shall |will |also )?pays? (?:the house )?\$")
_OF_WINNINGS: Final = late(r"\b(?:winn\w*|wins?|won|commission)\b")
_OF_JACKPOTS: Final = late(r"\b(?:progressives?|jackpots?|meter)\b")
_OF_LOSSES: Final = late(r"\b(?:loses?|losing|losers?|lost)\b")
_NOT_OF_LOSSES: Final = late(r"\b(?:no|not|never|nor|only)\b")
_BUT: Final = late(r"\b(?:but|except|unless|until|other than|only if)\b")

# What stands in every text that charges an amount or a share.
_MAY_CHARGE: Final = late(r"[$%]|\b(?:dollars?|cents?|per ?cent|pots?)\b", re.IGNORECASE)
_SHORT: Final = 500  # characters of a text whose answer is kept
# What names, approves or points to the rules and is none of them, and fees that are read for themselves.
_NOT_RULES: Final = ("title", "aliases", "establishment", "owner", "approval", "references", "reading", "fees")


@check("only-commission")
def only_commission(game: Game, fee_words: Sequence[str] = (), no_fee: Sequence[str] = ()) -> Verdicts:
    """The only fee is a percentage taken from a winning hand.

    fee-words: words by which a text speaks of a fee
    no-fee: phrases that say there is none
    """

    def charged(game: Game) -> Verdicts:
        yield from _charged(game)
        yield from _told_of_fees(game, fee_words, no_fee)

    return look_at([game], charged, all_clean=passed("The rules charge no fee."))


@check("named-fees")
def named_fees(
    game: Game,
    time: Decimal,
    time_per: Time,
    hand: Decimal,
    hand_payers: Sequence[str],
    rake: Fraction,
    types: int,
    licensed: Mapping[str, Sequence[str]],
    taken: Mapping[str, Sequence[str]],
    persons: Sequence[str],
    affirms: Affirms = (),
) -> Verdicts:
    """Fees that the rules of a game name keep to the limits of a schedule: for time, by the hand, or a rake, of one
    type at a time, under a licence that allows it, alike for all players.

    time: the most for a stretch of time
    time-per: that stretch
    hand: the most for a hand
    hand-payers: the payers whose fee by the hand is one for each player
    rake: the largest share of what is wagered
    types: how many types may be charged at one time
    licensed: the types that need a licence, and its classes
    taken: when a fee of a type may be taken, where the rules say when
    persons: words in a condition that make it one of persons
    """
    told = [(route, text) for route, text in spoken(game) if route[0] != "fees" and _MAY_CHARGE.search(text)]
    # What is known of schedules is loaded for the few games that name a fee.
    if game.fees is None and not told:
        return iter([not_applicable("The rules name no fee.", ("fees",))])
    from compliance.checks.schedule.named import Limits, answers
    from compliance.checks.schedule.same_fee import Conditions

    conditions = Conditions(persons, affirms)
    limits = Limits(time, time_per, hand, hand_payers, rake, types, licensed, taken, conditions)
    return answers(game, limits, told)


def _charged(game: Game) -> Verdicts:
    for name, wager in game.each_wager():
        if wager.commission:
            yield _commission(name, wager, show_percent(wager.commission))
    for number, fee in enumerate(game.fees.charges if game.fees is not None else []):
        message = f"The game charges {fee.text}; only a commission on a winning hand is allowed."
        if fee.charges:
            yield failed(message, ("fees", "charges", number))
    yield from _taken_without_amount(game)
    yield from _beside_the_wagers(game)
    for route, about, said in said_again(game):
        if about.endswith(" / commission-on") and said == "every wager":
            yield failed("A commission is said again to be on every wager; only a winning hand may be charged.", route)


def _taken_without_amount(game: Game) -> Iterator[Verdict]:
    """A fee of which the rules say who pays it, when, or for what, and not how much."""
    fees = game.fees
    if fees is None or fees.charges or fees.commission:
        return
    told = {"per": fees.per, "paid-by": ", ".join(fees.paid_by), "collected": fees.collected}
    said = {key: text for key, text in told.items() if text}
    if said:
        words = ", ".join(f"{key.replace('-', ' ')} {text}" for key, text in said.items())
        message = f"The rules speak of a fee ({words}); only a commission on a winning hand is allowed. Whether it is"
        yield review(f"{message} that one is for a person to say.", ("fees", next(iter(said))))


def _beside_the_wagers(game: Game) -> Iterator[Verdict]:
    """What the rules say of fees apart from any wager: a further one, one on bonus wagers, a share of nothing that is
    named."""
    fees = game.fees
    if fees is None:
        return
    allowed = "only a commission on a winning hand is allowed"
    if fees.extra_for_double_or_split == "yes":
        message = f"Doubling or splitting costs a further fee; {allowed}."
        yield failed(message, ("fees", "extra-for-double-or-split"))
    if fees.on_bonus == "yes":
        message = f"Bonus wagers are charged; {allowed}. Whether it is that one is for a person to say."
        yield review(message, ("fees", "on-bonus"))
    if fees.commission and fees.commission not in [wager.commission for _, wager in game.each_wager()]:
        message = (
            f"The rules take a commission of {show_percent(fees.commission)}, and no wager says on what; {allowed}."
        )
        yield review(message, ("fees", "commission"))


def _commission(name: str, wager: Wager, share: str) -> Verdict:
    said = f"{the_wager(name, wager.name)} carries a commission of {share}"
    if wager.commission_on == "every wager":
        message = f"{said} on every wager; only a winning hand may be charged."
        return failed(message, ("wagers", name, "commission-on"))
    if wager.commission_on is None:
        message = f"{said}, and nothing says on what; only a winning hand may be charged."
        verdict = unstated("review", message, ("wagers", name, "commission-on"))
        return verdict._replace(also=((("wagers", name, "commission"), "the commission"),))
    return passed(f"{said} on a winning hand, which is the one fee allowed.", ("wagers", name, "commission"))


def _sentences(node: Any, route: Route, found: list[tuple[Route, str]]) -> list[tuple[Route, str]]:
    """Every text of more than one word, as it is written: who looks through them all rests on no open fact."""
    entries: Iterable[tuple[Any, Any]] = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in entries:
        if isinstance(value, str):
            if " " in value and (route or key not in _NOT_RULES):
                found.append(((*route, key), value))
        elif isinstance(value, dict | list) and (route or key not in _NOT_RULES):
            _sentences(value, (*route, key), found)
    return found


def _takes_share(text: str) -> bool:
    return _taken_once(text) if len(text) <= _SHORT else _share_taken(text)


def _costs_by_time(text: str) -> bool:
    """Whether a text asks an amount for a stretch of time."""
    if "hour" not in text and "minute" not in text:
        return False
    from compliance.checks.schedule.told_fees import told_fees

    return any(fee.minutes is not None for fee in told_fees(text))


def _share_taken(text: str) -> bool:
    """Whether a text takes a share of what is wagered; one of what is won may be the commission that is allowed,
    and one that goes to a jackpot is read for itself."""
    small = text.lower()
    losers_pay = _OF_LOSSES.search(small) is not None and _NOT_OF_LOSSES.search(small) is None
    of_wagers = losers_pay or _OF_WINNINGS.search(small) is None
    return of_wagers and _OF_JACKPOTS.search(small) is None and mentions_share(text, of_a_fee=False)


# The texts of a house are much the same from document to document.
_taken_once = lru_cache(maxsize=2048)(_share_taken)


def _told_of_fees(game: Game, fee_words: Sequence[str], no_fee: Sequence[str]) -> Iterator[Verdict]:
    """Words that speak of a fee where no charge is stated: what they take is for a person."""
    for route, text in _sentences(game.written, (), []):
        told = asserted(text, fee_words) or ("$" in text and _PLAYERS_PAY.search(text.lower())) or _takes_share(text)
        told = told or _costs_by_time(text)
        denied = told and mentions(text, no_fee) and not _BUT.search(text.lower())
        if told and not denied:
            yield review(f"The text says: {text}. Whether that is a fee of the game is for a person to say.", route)
