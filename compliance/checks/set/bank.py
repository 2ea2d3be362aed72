"""The bank: how it moves, by what system, and how often it is offered."""

from collections.abc import Iterable, Sequence
from typing import Final

from compliance.checks.looking import or_else
from compliance.checks.parameters import IfUnstated, Says, Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import BankExtract, Extract
from compliance.checks.set.readings import Read, judged, statements_read
from compliance.checks.set.said import Said, placed_facts, silence, statements_said
from compliance.checks.showing import show
from compliance.checks.turns import sizes
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review
from compliance.documents.values import Turns, read_any
from compliance.routes import Route

_ROTATION: Final = "bank / rotation / "


def rotation(document: Extract, documents: DocumentSet, *keys: str) -> list[Said]:
    """What is said of how the bank moves on, under any of these keys: here, here again, or in general terms."""
    return [said for key in keys for said in _every_saying(document, documents, _ROTATION + key)]


def _every_saying(document: Extract, documents: DocumentSet, fact: str) -> list[Said]:
    told = placed_facts(document, documents, fact)
    known = [show(said.value) for said in told]
    again = [(at, read_any(text)) for at, other, text in document.said_again if other == fact]
    return told + [Said(value, at, ", said again") for at, value in again if show(value) not in known]


def _stated(made: Iterable[Said]) -> list[Verdict]:
    """Statements that say what is asked for."""
    return [passed(f"It is stated: {said.value.replace('-', ' ')}{said.whose}.", said.at) for said in made]


@check("position-moves")
def position_moves(
    document: BankExtract,
    documents: DocumentSet,
    rotates: Says,
    offers: Sequence[str],
    affirm: Sequence[str],
    deny: Sequence[str],
) -> Verdicts:
    """The bank is rotated; one that is only offered is for a person to judge.

    offers: statements that it is only offered
    affirm: phrases that say it is rotated
    deny: phrases that say it is not
    """
    verbs = [_moves(said) for said in rotation(document, documents, "verb")]
    read = [judged(said, "how the bank moves") for said in statements_read(document, documents, rotates, affirm, deny)]
    made = verbs + [verdict for verdict in read if not verbs or verdict.status == "fail"]
    offered = [said._replace(value="is offered") for said in statements_said(document, documents, offers)]
    made = made or [_moves(said) for said in offered]
    return or_else(made, silence(document, "fail", "that the bank rotates", _ROTATION + "verb", (*rotates, *offers)))


def _moves(said: Said) -> Verdict:
    verb, at, whose, _ = said
    if verb == "rotates":
        return passed(f"The bank rotates{whose}.", at)
    message = (
        f"The bank {verb}{whose}; that it rotates among the participants is asked, and an offer may be enough where "
        "the rules make it impossible to keep a bank by other means: whether these rules do is for a person to say."
    )
    return review(message, at, label=f"general terms: {verb}" if whose else f"{verb}, not rotated")


def _told(
    document: Extract, documents: DocumentSet, fact: str, said: Sequence[Read], about: str, yes: str, no: str
) -> list[Verdict]:
    """What a fact answers, and what statements say: alone where there is no fact, and against it where they deny it."""
    told = [
        passed(f"{yes}{whose}.", at) if value in (True, "yes") else failed(f"{no}{whose}.", at)
        for value, at, whose, _ in _every_saying(document, documents, fact)
    ]
    read = [judged(one, about) for one in said]
    return told + [verdict for verdict in read if not told or verdict.status == "fail"]


@check("position-systematic")
def position_systematic(
    document: BankExtract, documents: DocumentSet, says: Says, affirm: Sequence[str], deny: Sequence[str]
) -> Verdicts:
    """The bank goes round without a break and by a system, not at somebody's choice.

    affirm: phrases that say so
    deny: phrases that say the opposite
    """
    about = "whether the bank moves continuously and systematically"
    broken = [
        failed(f"The bank does not move continuously{said.whose}.", said.at)
        for said in rotation(document, documents, "continuous")
        if said.value in (False, "no")
    ]
    yes, no = "The bank moves systematically", "The bank does not move systematically"
    said = [one for one in statements_read(document, documents, says, affirm, deny) if one.reading != "unclear"]
    told = _told(document, documents, _ROTATION + "systematic", said, about, yes=yes, no=no)
    silent = silence(document, "fail", about, _ROTATION + "systematic", says)
    nothing = _system(document, documents) or silent
    return or_else([*broken, *told], nothing)


def _system(document: Extract, documents: DocumentSet) -> Verdict | None:
    """What a direction and a turn tell of a system where the rules do not use the word; None when there is neither."""
    direction = rotation(document, documents, "direction")
    turns = rotation(document, documents, "at-most") or rotation(document, documents, "every")
    if not direction or not turns:
        message = "The rules give a direction or a turn for the bank, not both, and do not say it moves by a system."
        return review(message, (direction or turns)[0].at) if direction or turns else None
    verbs = {found.value for found in rotation(document, documents, "verb")}
    also = [(turns[0].at, "")]
    said = f"The rules give a direction ({direction[0].value}) and a turn ({turns[0].value}) for the bank"
    if verbs == {"rotates"}:
        return passed(f"{said}, and it rotates: we read that as a system.", direction[0].at, also)
    message = f"{said}, and do not say that it rotates or moves by a system: whether it does is for a person to say."
    return review(message, direction[0].at, also)


@check("no-other-bank")
def no_other_bank(
    document: BankExtract,
    documents: DocumentSet,
    fact: Where,
    says: Says,
    affirm: Sequence[str],
    deny: Sequence[str],
) -> Verdicts:
    """Nobody else keeps a bank: the rules say so, or limit turns in a way that a person must weigh.

    fact: where the rules may say so
    affirm: phrases that say so
    deny: phrases that leave room for another bank
    """
    about = "that nobody else may keep or run a bank"
    yes, no = "Nobody else may keep a bank", "The rules leave room for another bank"
    said = statements_read(document, documents, says, affirm, deny)
    told = _told(document, documents, fact, said, about, yes=yes, no=no)
    ends = rotation(document, documents, "at-most", "every", "if-nobody-takes-it")
    if ends:
        message = (
            f"Nothing states {about}. The rules end a turn; whether that rules out every other bank is for a person."
        )
        nothing = review(message, ends[0].at)
    else:
        nothing = silence(document, "fail", about, fact, says)
    return or_else(told, nothing)


@check("position-time")
def position_time(
    document: BankExtract, documents: DocumentSet, most: Turns, pause: Turns, if_unstated: IfUnstated = "fail"
) -> Verdicts:
    """One person holds the bank for a limited time, and the game then stops for a while.

    most: the longest time
    pause: the shortest stop
    """
    for key, bound, limit, words in (
        ("held-at-most", "at most", most, "how long one person may hold the bank"),
        ("then-stops", "at least", pause, "how long the game stops after that"),
    ):
        told = [_timed(said, words, bound, limit) for said in rotation(document, documents, key)]
        yield from or_else(told, silence(document, if_unstated, words, _ROTATION + key))


def _timed(said: Said, words: str, bound: str, limit: Turns) -> Verdict:
    """A time held against a limit: `bound` is at most or at least."""
    told = f"On {words} it says {said.value}{said.whose}"
    size = sizes(said.value, limit)
    if size is None:
        return review(f"{told}; that cannot be compared with {limit}.", said.at)
    if (size[0] > size[1]) if bound == "at most" else (size[0] < size[1]):
        return failed(f"{told}; {bound} {limit} is asked.", said.at)
    return passed(f"{told}.", said.at)


@check("position-shared")
def position_shared(document: BankExtract, documents: DocumentSet, least: int, within: Turns) -> Verdicts:
    """So many others take the bank in a stretch of time.

    least: how many others
    within: the longest stretch of time
    """
    holders = rotation(document, documents, "other-holders")
    times = rotation(document, documents, "within")
    if not holders or not times:
        about = f"that at least {least} others take the bank in every {within}"
        yield silence(document, "fail", about, _ROTATION + ("within" if holders else "other-holders"))
        return
    others, turns = holders[0].value, times[0].value
    also: list[tuple[Route, str]] = [(times[0].at, f"in every {turns}")]
    said = f"{others} others take the bank in every {turns}{holders[0].whose}"
    size = sizes(turns, within)
    if size is None:
        yield review(f"{said}; that cannot be compared with {within}.", holders[0].at, also)
    elif others >= least and 0 < size[0] <= size[1]:
        yield passed(f"{said}.", holders[0].at, also)
    else:
        yield failed(f"{said}; at least {least} in every {within} are asked.", holders[0].at, also)


@check("position-offer")
def position_offer(document: BankExtract, documents: DocumentSet, most: Turns, says: Says = ()) -> Verdicts:
    """The bank is offered again after so many hands at the latest.

    most: how many hands
    """

    def offered(said: Said) -> Verdict:
        told = f"The bank moves on or is offered every {said.value}{said.whose}"
        size = sizes(said.value, most)
        if size is None:
            return review(f"{told}; that cannot be compared with {most}.", said.at)
        return passed(f"{told}.", said.at) if size[0] <= size[1] else failed(f"{told}; after {most} is asked.", said.at)

    stated = [offered(said) for said in rotation(document, documents, "every")]
    told = stated or _stated(statements_said(document, documents, says))
    nothing = silence(document, "fail", "how often the bank is offered", _ROTATION + "every", says)
    return or_else(told, nothing)
