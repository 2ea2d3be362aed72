"""The bank: how it moves, how long one person keeps it, and what ends that."""

import re
from collections.abc import Sequence
from typing import Final

from compliance.checks.parameters import IfUnstated, Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import BankExtract, Extract
from compliance.checks.set.said import placed_facts, silence, statements_said
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review
from compliance.documents.values import Turns
from compliance.routes import Route

_ROTATION: Final = "bank / rotation / "
_DEALS: Final = frozenset({"hands", "rounds", "deals"})
_MINUTES: Final = {"minutes": 1, "hours": 60}
# What happens when nobody takes the bank is free text: words that end the game, that let a holder go on, that deny.
_ENDS: Final = re.compile(r"\b(stops?|stopped|ends|ended|(?<!the )end|breaks?|broken|closes?|closed|ceases?)\b")
_GOES_ON: Final = re.compile(r"\b(continu|keep|kept|stay|remain|goes on|go on|same (player|person|holder)|last holder)")
_NOT: Final = re.compile(r"\b(not|cannot|never|no longer|unless)\b")


@check("position-moves")
def position_moves(
    document: BankExtract, documents: DocumentSet, rotates: Sequence[str], offers: Sequence[str]
) -> Verdicts:
    """The bank is rotated; one that is only offered is for a person to judge."""
    verbs = placed_facts(document, documents, _ROTATION + "verb")
    verbs = verbs or [said._replace(value="rotates") for said in statements_said(document, documents, rotates)]
    verbs = verbs or [said._replace(value="is offered") for said in statements_said(document, documents, offers)]
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
        yield silence(document, "fail", "that the bank rotates", _ROTATION + "verb", (*rotates, *offers))


def _told(
    document: Extract, documents: DocumentSet, fact: str, says: Sequence[str], about: str, yes: str, no: str
) -> list[Verdict]:
    """What a fact answers, or else a statement; nothing when neither is made."""
    told = placed_facts(document, documents, fact)
    if told:
        return [passed(f"{yes}{whose}.", at) if value else failed(f"{no}{whose}.", at) for value, at, whose, _ in told]
    return [
        passed(f"It is stated {about}{whose}.", at) for _, at, whose, _ in statements_said(document, documents, says)
    ]


@check("position-systematic")
def position_systematic(document: BankExtract, documents: DocumentSet, says: Sequence[str]) -> Verdicts:
    """The bank goes round without a break and by a system, not at somebody's choice."""
    about = "that the bank moves continuously and systematically"
    broken = [found for found in placed_facts(document, documents, _ROTATION + "continuous") if not found.value]
    for _, at, whose, _ in broken:
        yield failed(f"The bank does not move continuously{whose}.", at)
    told = _told(
        document,
        documents,
        _ROTATION + "systematic",
        says,
        about,
        yes="The bank moves systematically",
        no="The bank does not move systematically",
    )
    yield from told
    if not told and not broken:
        yield _system(document, documents) or silence(document, "fail", about, _ROTATION + "systematic", says)


def _system(document: Extract, documents: DocumentSet) -> Verdict | None:
    """What a direction and a turn tell of a system where the rules do not use the word; None when there is neither."""
    direction = placed_facts(document, documents, _ROTATION + "direction")
    turns = placed_facts(document, documents, _ROTATION + "at-most") or placed_facts(
        document, documents, _ROTATION + "every"
    )
    if not direction or not turns:
        message = "The rules give a direction or a turn for the bank, not both, and do not say it moves by a system."
        return review(message, (direction or turns)[0].at) if direction or turns else None
    verbs = {found.value for found in placed_facts(document, documents, _ROTATION + "verb")}
    also = [(turns[0].at, "")]
    said = f"The rules give a direction ({direction[0].value}) and a turn ({turns[0].value}) for the bank"
    if verbs == {"rotates"}:
        return passed(f"{said}, and it rotates: we read that as a system.", direction[0].at, also)
    message = f"{said}, and do not say that it rotates or moves by a system: whether it does is for a person to say."
    return review(message, direction[0].at, also)


@check("position-turn")
def position_turn(
    document: BankExtract,
    documents: DocumentSet,
    most: Turns,
    says: Sequence[str] = (),
    limit_in: str = "the rules",
    if_unstated: IfUnstated = "fail",
) -> Verdicts:
    """One person holds the bank for a limited number of hands in a row. `limit-in` says where the limit stands."""
    stated = [said for key in ("at-most", "every") for said in placed_facts(document, documents, _ROTATION + key)]
    for turns, at, whose, _ in stated:
        if turns.unit not in _DEALS:
            message = f"The bank is held for {turns}{whose}; {limit_in} allow at most {most}, and the units differ."
            yield review(message, at)
        elif turns.number > most.number:
            message = f"One person may hold the bank for {turns} in a row{whose}; {limit_in} allow at most {most}."
            yield failed(message, at, label=f"at most {most}")
        else:
            yield passed(f"One person holds the bank for at most {turns} in a row{whose}.", at)
    made = [] if stated else statements_said(document, documents, says)
    for _, at, whose, _ in made:
        yield passed(f"It is stated that one person holds the bank for at most {most} in a row{whose}.", at)
    if not stated and not made:
        about = "for how many hands in a row one person may hold the bank"
        yield silence(document, if_unstated, about, _ROTATION + "at-most", says)


@check("position-without-taker")
def position_without_taker(document: BankExtract, documents: DocumentSet, says: Sequence[str] = ()) -> Verdicts:
    """The rules say what happens when nobody takes the bank, and it does not stay with one person."""
    about = "what happens when nobody takes the bank"
    told = placed_facts(document, documents, _ROTATION + "if-nobody-takes-it")
    for value, at, whose, _ in told:
        message = f"When nobody takes the bank: {value}{whose}."
        ends, goes_on = _ENDS.search(value.lower()), _GOES_ON.search(value.lower())
        if ends and not goes_on and not _NOT.search(value.lower()):
            yield passed(message, at)
        elif goes_on and not ends and not _NOT.search(value.lower()):
            yield failed(f"{message} One person could hold it without end.", at)
        else:
            yield review(f"{message} Whether that leaves one person with the bank is for a person to say.", at)
    made = [] if told else statements_said(document, documents, says)
    for name, at, whose, _ in made:
        yield passed(f"It is stated: {name.replace('-', ' ')}{whose}.", at)
    if not told and not made:
        yield silence(document, "review", about, _ROTATION + "if-nobody-takes-it", says)


@check("no-other-bank")
def no_other_bank(document: BankExtract, documents: DocumentSet, fact: Where, says: Sequence[str]) -> Verdicts:
    """Nobody else keeps a bank: the rules say so, or limit turns in a way that a person must weigh."""
    about = "that nobody else may keep or run a bank"
    told = _told(
        document,
        documents,
        fact,
        says,
        about,
        yes="Nobody else may keep a bank",
        no="The rules leave room for another bank",
    )
    if told:
        yield from told
        return
    keys = ("at-most", "every", "if-nobody-takes-it")
    ends = [said for key in keys for said in placed_facts(document, documents, _ROTATION + key)]
    if ends:
        message = (
            f"Nothing states {about}. The rules end a turn; whether that rules out every other bank is for a person."
        )
        yield review(message, ends[0].at)
    else:
        yield silence(document, "fail", about, fact, says)


@check("position-time")
def position_time(
    document: BankExtract, documents: DocumentSet, most: Turns, pause: Turns, if_unstated: IfUnstated = "fail"
) -> Verdicts:
    """One person holds the bank for a limited time, and the game then stops for a while."""
    for key, limit, words in (
        ("held-at-most", most, "how long one person may hold the bank"),
        ("then-stops", pause, "how long the game stops after that"),
    ):
        told = placed_facts(document, documents, _ROTATION + key)
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
            yield silence(document, if_unstated, words, _ROTATION + key)


@check("position-shared")
def position_shared(document: BankExtract, documents: DocumentSet, least: int, within: Turns) -> Verdicts:
    """So many others take the bank in a stretch of time."""
    holders = placed_facts(document, documents, _ROTATION + "other-holders")
    times = placed_facts(document, documents, _ROTATION + "within")
    about = f"that at least {least} others take the bank in every {within}"
    if not holders or not times:
        yield silence(document, "fail", about, _ROTATION + ("within" if holders else "other-holders"))
        return
    others, turns = holders[0].value, times[0].value
    also: list[tuple[Route, str]] = [(times[0].at, f"in every {turns}")]
    minutes = turns.number * _MINUTES.get(turns.unit, 0)
    said = f"{others} others take the bank in every {turns}{holders[0].whose}"
    if others >= least and 0 < minutes <= within.number:
        yield passed(f"{said}.", holders[0].at, also)
    else:
        yield failed(f"{said}; at least {least} in every {within} are asked.", holders[0].at, also)


@check("position-offer")
def position_offer(document: BankExtract, documents: DocumentSet, most: Turns, says: Sequence[str] = ()) -> Verdicts:
    """The bank is offered again after so many hands at the latest."""
    told = placed_facts(document, documents, _ROTATION + "every")
    for turns, at, whose, _ in told:
        if turns.unit in _DEALS and turns.number <= most.number:
            yield passed(f"The bank moves on or is offered every {turns}{whose}.", at)
        else:
            yield failed(f"The bank moves on or is offered every {turns}{whose}; after {most} is asked.", at)
    made = [] if told else statements_said(document, documents, says)
    for name, at, whose, _ in made:
        yield passed(f"It is stated: {name.replace('-', ' ')}{whose}.", at)
    if not told and not made:
        yield silence(document, "fail", "how often the bank is offered", _ROTATION + "every", says)
