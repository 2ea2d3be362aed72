"""The bank: how it moves, by what system, and how often it is offered."""

from collections.abc import Iterable
from typing import Final

from compliance.checks.looking import or_else
from compliance.checks.parameters import IfUnstated, Says
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import BankExtract, Extract
from compliance.checks.set.said import Said, placed_facts, silence, statements_said
from compliance.checks.showing import show
from compliance.checks.turns import sizes
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review
from compliance.documents.values import Turns, read_any
from compliance.routes import Route

_ROTATION: Final = "bank / rotation / "


def rotation(document: Extract, documents: DocumentSet, *keys: str) -> list[Said]:
    """What is said of how the bank moves on, under any of these keys: here, here again, or in general terms."""
    return [said for key in keys for said in every_saying(document, documents, _ROTATION + key)]


def every_saying(document: Extract, documents: DocumentSet, fact: str) -> list[Said]:
    """What is said of a fact: here, in general terms, or here again in other words."""
    told = placed_facts(document, documents, fact)
    known = [show(said.value) for said in told]
    again = [(at, read_any(text)) for at, other, text in document.said_again if other == fact]
    return told + [Said(value, at, ", said again") for at, value in again if show(value) not in known]


def _stated(made: Iterable[Said]) -> list[Verdict]:
    """Statements that say what is asked for."""
    return [passed(f"It is stated: {said.value.replace('-', ' ')}{said.whose}.", said.at) for said in made]


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
    told = f"On {words} the document says {said.value}{said.whose}"
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
