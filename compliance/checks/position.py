"""The bank: how it moves, how long one person keeps it, and what ends that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from compliance.checks.cards import Card, Shelf
from compliance.checks.facts import show
from compliance.checks.registry import Verdict, Verdicts, Where, check, failed, not_applicable, passed, review
from compliance.checks.said import Said, facts_said, said, silence, statements_said
from compliance.documents.game import Game
from compliance.documents.routes import route_of
from compliance.documents.values import Turns
from compliance.routes import Route

_ROTATION: Final = "bank / rotation / "
_DEALS: Final = frozenset({"hands", "rounds", "deals"})
_MINUTES: Final = {"minutes": 1, "hours": 60}
# What happens when nobody takes the bank is free text: words that end the game, that let a holder go on, that deny.
_ENDS: Final = re.compile(r"\b(stops?|stopped|ends|ended|(?<!the )end|breaks?|broken|closes?|closed|ceases?)\b")
_GOES_ON: Final = re.compile(r"\b(continu|keep|kept|stay|remain|goes on|go on|same (player|person|holder)|last holder)")
_NOT: Final = re.compile(r"\b(not|cannot|never|no longer|unless)\b")


@check("said-unless", on_set=True)
def said_unless(
    card: Card,
    cards: Shelf,
    unless: Where,
    unless_is: Sequence[Any],
    about: str,
    fact: Where,
    says: Sequence[str] = (),
    is_: Sequence[Any] | None = None,
) -> Verdicts:
    """A fact is stated, or a statement made, unless another fact takes the ground from the question."""
    without = [show(value) for value in unless_is]
    for value, at, whose, _ in _facts(card, cards, unless):
        if show(value) in without:
            yield not_applicable(f"{unless} is {show(value)}{whose}.", at)
            return
    yield from said(card, cards, about, fact, says, is_)


def _facts(card: Card, cards: Shelf, fact: str) -> list[Said]:
    """What is said of a fact; what general terms say is placed where the document itself would say it."""
    return [found._replace(at=found.at or route_of(fact)) for found in facts_said(card, cards, fact)]


@check("position-featured")
def position_featured(game: Game) -> Verdicts:
    """Where wagers are paid at odds, and not from a pot, a player holds the bank that pays them."""
    if game.bank.by != "pot":
        yield passed("The rules have a player hold the bank.", ("bank", "by"))
        return
    paid = [name for name, wager in game.each_wager() if any(True for _ in wager.payouts())]
    for name in paid:
        message = (
            f"The game is played for a pot, and the wager {name} is paid at set odds: nobody is named who pays it."
        )
        yield failed(message, ("wagers", name, "pays"), [(("bank", "by"), "no player-dealer")])
    if not paid:
        yield not_applicable("Players play for a pot, and no wager is paid at set odds.", ("bank", "by"))


@check("position-moves", on_set=True)
def position_moves(card: Card, cards: Shelf, rotates: Sequence[str], offers: Sequence[str]) -> Verdicts:
    """The bank is rotated; one that is only offered is for a person to judge."""
    verbs = _facts(card, cards, _ROTATION + "verb")
    verbs = verbs or [said._replace(value="rotates") for said in statements_said(card, cards, rotates)]
    verbs = verbs or [said._replace(value="is offered") for said in statements_said(card, cards, offers)]
    for verb, at, whose, _ in verbs:
        if verb == "rotates":
            yield passed(f"The bank rotates{whose}.", at)
        else:
            yield review(
                f"The bank {verb}{whose}; the law wants it rotated among the participants. Not every player must "
                "accept it, so an offer may be enough where the rules make it impossible to keep a bank by other "
                "means: whether these rules do is for a person to say.",
                at,
                label=f"general terms: {verb}" if whose else f"{verb}, not rotated",
            )
    if not verbs:
        yield silence(card, "fail", "that the bank rotates", _ROTATION + "verb", (*rotates, *offers))


def _told(card: Card, cards: Shelf, fact: str, says: Sequence[str], about: str, yes: str, no: str) -> list[Verdict]:
    """What a fact answers, or else a statement; nothing when neither is made."""
    told = _facts(card, cards, fact)
    if told:
        return [passed(f"{yes}{whose}.", at) if value else failed(f"{no}{whose}.", at) for value, at, whose, _ in told]
    return [passed(f"It is stated {about}{whose}.", at) for _, at, whose, _ in statements_said(card, cards, says)]


@check("position-systematic", on_set=True)
def position_systematic(card: Card, cards: Shelf, says: Sequence[str]) -> Verdicts:
    """The bank goes round without a break and by a system, not at somebody's choice."""
    about = "that the bank moves continuously and systematically"
    broken = [found for found in _facts(card, cards, _ROTATION + "continuous") if not found.value]
    for _, at, whose, _ in broken:
        yield failed(f"The bank does not move continuously{whose}.", at)
    told = _told(
        card,
        cards,
        _ROTATION + "systematic",
        says,
        about,
        yes="The bank moves systematically",
        no="The bank does not move systematically",
    )
    yield from told
    if not told and not broken:
        yield _system(card, cards) or silence(card, "fail", about, _ROTATION + "systematic", says)


def _system(card: Card, cards: Shelf) -> Verdict | None:
    """What a direction and a turn tell of a system where the rules do not use the word; None when there is neither."""
    direction = _facts(card, cards, _ROTATION + "direction")
    turns = _facts(card, cards, _ROTATION + "at-most") or _facts(card, cards, _ROTATION + "every")
    if not direction or not turns:
        message = "The rules give a direction or a turn for the bank, not both, and do not say it moves by a system."
        return review(message, (direction or turns)[0].at) if direction or turns else None
    verbs = {found.value for found in _facts(card, cards, _ROTATION + "verb")}
    also = [(turns[0].at, "")]
    said = f"The rules give a direction ({direction[0].value}) and a turn ({turns[0].value}) for the bank"
    if verbs == {"rotates"}:
        return passed(f"{said}, and it rotates: we read that as a system.", direction[0].at, also)
    message = f"{said}, and do not say that it rotates or moves by a system: whether it does is for a person to say."
    return review(message, direction[0].at, also)


@check("position-turn", on_set=True)
def position_turn(
    card: Card,
    cards: Shelf,
    most: Turns,
    says: Sequence[str] = (),
    limit_in: str = "the rules",
    if_unstated: str = "fail",
) -> Verdicts:
    """One person holds the bank for a limited number of hands in a row. `limit-in` says where the limit stands."""
    stated = [said for key in ("at-most", "every") for said in _facts(card, cards, _ROTATION + key)]
    for turns, at, whose, _ in stated:
        if turns.unit not in _DEALS:
            message = f"The bank is held for {turns}{whose}; {limit_in} allow at most {most}, and the units differ."
            yield review(message, at)
        elif turns.number > most.number:
            message = f"One person may hold the bank for {turns} in a row{whose}; {limit_in} allow at most {most}."
            yield failed(message, at, label=f"at most {most}")
        else:
            yield passed(f"One person holds the bank for at most {turns} in a row{whose}.", at)
    made = [] if stated else statements_said(card, cards, says)
    for _, at, whose, _ in made:
        yield passed(f"It is stated that one person holds the bank for at most {most} in a row{whose}.", at)
    if not stated and not made:
        about = "for how many hands in a row one person may hold the bank"
        yield silence(card, if_unstated, about, _ROTATION + "at-most", says)


@check("position-without-taker", on_set=True)
def position_without_taker(card: Card, cards: Shelf, says: Sequence[str] = ()) -> Verdicts:
    """The rules say what happens when nobody takes the bank, and it does not stay with one person."""
    about = "what happens when nobody takes the bank"
    told = _facts(card, cards, _ROTATION + "if-nobody-takes-it")
    for value, at, whose, _ in told:
        message = f"When nobody takes the bank: {value}{whose}."
        ends, goes_on = _ENDS.search(value.lower()), _GOES_ON.search(value.lower())
        if ends and not goes_on and not _NOT.search(value.lower()):
            yield passed(message, at)
        elif goes_on and not ends and not _NOT.search(value.lower()):
            yield failed(f"{message} One person could hold it without end.", at)
        else:
            yield review(f"{message} Whether that leaves one person with the bank is for a person to say.", at)
    made = [] if told else statements_said(card, cards, says)
    for name, at, whose, _ in made:
        yield passed(f"It is stated: {name.replace('-', ' ')}{whose}.", at)
    if not told and not made:
        yield silence(card, "review", about, _ROTATION + "if-nobody-takes-it", says)


@check("no-other-bank", on_set=True)
def no_other_bank(card: Card, cards: Shelf, fact: Where, says: Sequence[str]) -> Verdicts:
    """Nobody else keeps a bank: the rules say so, or limit turns in a way that a person must weigh."""
    about = "that nobody else may keep or run a bank"
    told = _told(
        card, cards, fact, says, about, yes="Nobody else may keep a bank", no="The rules leave room for another bank"
    )
    if told:
        yield from told
        return
    keys = ("at-most", "every", "if-nobody-takes-it")
    ends = [said for key in keys for said in _facts(card, cards, _ROTATION + key)]
    if ends:
        message = (
            f"Nothing states {about}. The rules end a turn; whether that rules out every other bank is for a person."
        )
        yield review(message, ends[0].at)
    else:
        yield silence(card, "fail", about, fact, says)


@check("position-time", on_set=True)
def position_time(card: Card, cards: Shelf, most: Turns, pause: Turns, if_unstated: str = "fail") -> Verdicts:
    """One person holds the bank for a limited time, and the game then stops for a while."""
    for key, limit, words in (
        ("held-at-most", most, "how long one person may hold the bank"),
        ("then-stops", pause, "how long the game stops after that"),
    ):
        told = _facts(card, cards, _ROTATION + key)
        for turns, at, whose, _ in told:
            minutes = turns.number * _MINUTES.get(turns.unit, 0)
            if not minutes:
                yield review(f"On {words} it says {turns}{whose}; that cannot be compared with {limit}.", at)
            elif (minutes > limit.number) if limit is most else (minutes < limit.number):
                word = "at most" if limit is most else "at least"
                yield failed(f"On {words} it says {turns}{whose}; {word} {limit} is asked.", at)
            else:
                yield passed(f"On {words} it says {turns}{whose}.", at)
        if not told:
            yield silence(card, if_unstated, words, _ROTATION + key)


@check("position-shared", on_set=True)
def position_shared(card: Card, cards: Shelf, least: int, within: Turns) -> Verdicts:
    """So many others take the bank in a stretch of time."""
    holders = _facts(card, cards, _ROTATION + "other-holders")
    times = _facts(card, cards, _ROTATION + "within")
    about = f"that at least {least} others take the bank in every {within}"
    if not holders or not times:
        yield silence(card, "fail", about, _ROTATION + ("within" if holders else "other-holders"))
        return
    others, turns = holders[0].value, times[0].value
    also: list[tuple[Route, str]] = [(times[0].at, f"in every {turns}")]
    minutes = turns.number * _MINUTES.get(turns.unit, 0)
    said = f"{others} others take the bank in every {turns}{holders[0].whose}"
    if others >= least and 0 < minutes <= within.number:
        yield passed(f"{said}.", holders[0].at, also)
    else:
        yield failed(f"{said}; at least {least} in every {within} are asked.", holders[0].at, also)


@check("position-offer", on_set=True)
def position_offer(card: Card, cards: Shelf, most: Turns, says: Sequence[str] = ()) -> Verdicts:
    """The bank is offered again after so many hands at the latest."""
    told = _facts(card, cards, _ROTATION + "every")
    for turns, at, whose, _ in told:
        if turns.unit in _DEALS and turns.number <= most.number:
            yield passed(f"The bank moves on or is offered every {turns}{whose}.", at)
        else:
            yield failed(f"The bank moves on or is offered every {turns}{whose}; after {most} is asked.", at)
    made = [] if told else statements_said(card, cards, says)
    for name, at, whose, _ in made:
        yield passed(f"It is stated: {name.replace('-', ' ')}{whose}.", at)
    if not told and not made:
        yield silence(card, "fail", "how often the bank is offered", _ROTATION + "every", says)
