"""Who approved a document, who asked for it, and whether the law it cites still says so."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated, Final, TypeAlias

from compliance.checks.looking import look_at
from compliance.checks.names import families_of
from compliance.checks.parameters import Affirms, AsOf, Denies
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.checks.wording import Phrases, answer_words
from compliance.checks.words import A_NUMBER, mentions, plain
from compliance.documents.blocks import Approval, Document, Reference
from compliance.documents.dates import When, read_date
from compliance.documents.routes import fact
from compliance.routes import Route

_SUPPLIER: Final = "the supplier"


def _listed(document: Document, listed: Sequence[str], banks: Sequence[str]) -> Verdict | None:
    """The answer for a game on a list of those that need no approval, when it is banked as those are."""
    if fact(document, "document") != "game" or fact(document, "bank / by") not in banks:
        return None
    known = sorted(families_of(document) & set(listed))
    if not known:
        return None
    return not_applicable(f"{known[0].capitalize()} is one of the listed games, which need no approval.", ("family",))


def not_yet_approved(given: When, day: date) -> Verdict:
    """The answer where an approval was given only after the day of the run."""
    message = f"The approval is dated {given}, after {day}, the day on which the law is read: there was none by then."
    return failed(message, ("approval", "date"), label=f"not by {day}")


def standing(status: str | None, submitted: object) -> Verdict | None:
    """The answer for an approval that is asked for, or was refused; None where it is given or nothing is said of it."""
    at: Route = ("approval", "status")
    if status == "pending":
        since = f" ({submitted})" if submitted is not None else ""
        message = f"The approval is asked for{since} and not given; until then the game may not be offered."
        return review(message, at)
    if status in ("denied", "withdrawn"):
        return failed(f"The approval is {status}.", at, label="no approval")
    return None


GivenBy: TypeAlias = Annotated[Sequence[str], "words for those who may approve"]
NotGiven: TypeAlias = Annotated[Sequence[str], "words in place of a number that say that there is none yet"]


def doubts_of(authority: str | None, number: str | None, given_by: GivenBy, not_given: NotGiven) -> list[Verdict]:
    """The answers for an approval under a number that says there is none, and by somebody else than the law names."""
    doubts = []
    if number is not None and mentions(number, not_given):
        message = f"In place of the number of the approval the document says: {number}. Whether there is one"
        doubts.append(review(f"{message} is for a person to say.", ("approval", "id")))
    if authority is not None and given_by and not mentions(authority, given_by):
        message = f"The approval is said to be one by: {authority}. Asked is one by: {' or '.join(given_by)}."
        message = f"{message} Whether that is who approved is for a person to say."
        doubts.append(review(message, ("approval", "authority")))
    return doubts


def days_of_rules(document: Document) -> Iterator[tuple[Route, When]]:
    """The days of the rules: of those that were approved, by the approval, and of the text at hand, by itself."""
    if document.approval is not None and document.approval.rules_dated is not None:
        yield ("approval", "rules-dated"), document.approval.rules_dated
    if document.dated is not None:
        yield ("dated",), document.dated


@check("rules-approved")
def rules_approved(
    document: Document,
    as_of: AsOf,
    listed: Sequence[str] = (),
    banks: Sequence[str] = (),
    given_by: GivenBy = (),
    not_given: NotGiven = (),
) -> Verdicts:
    """The document names its approval, which was given by the day of the run, and the rules are not younger than it.
    Games on a list need none.

    listed: families of games that need no approval
    banks: who must bank a game for it to be one of those
    """
    approval = document.approval
    if (exempt := _listed(document, listed, banks)) is not None:
        yield exempt
        return
    if approval is not None and (open_ := standing(approval.status, approval.submitted)) is not None:
        yield open_
        return
    if approval is None or (approval.date is None and approval.id is None):
        yield unstated(
            "review", "The document names no approval; without one the game may not be offered.", ("approval",)
        )
        return
    younger = next(
        (
            (route, rules)
            for route, rules in days_of_rules(document)
            if approval.date and rules.first > approval.date.last
        ),
        None,
    )
    at: Route = ("approval", "date") if approval.date is not None else ("approval", "id")
    if approval.date is not None and approval.date.first > as_of:
        yield not_yet_approved(approval.date, as_of)
    elif younger is not None:
        route, rules = younger
        message = f"The rules are dated {rules}, after the approval of {approval.date}: what changed is not approved."
        yield failed(message, route, [(at, "approved on this date")])
    else:
        named = passed(f"An approval is named: {approval.id or approval.date}.", at)
        yield from doubts_of(approval.authority, approval.id, given_by, not_given) or [named]


@check("submitter")
def submitter(
    document: Document,
    since: str,
    licensed: str,
    listed: Sequence[str] = (),
    banks: Sequence[str] = (),
    affirms: Affirms = (),
    denies: Denies = (),
) -> Verdicts:
    """Approvals since a date were asked for by a licensed supplier of the game, not by the card room. Games on a list
    need no approval.

    since: the date
    licensed: the statement that the supplier is licensed
    listed: families of games that need no approval
    banks: who must bank a game for it to be one of those
    """
    approval = document.approval
    if approval is None:
        yield not_applicable("The document describes no request for approval.")
    elif (exempt := _listed(document, listed, banks)) is not None:
        yield exempt
    elif approval.date is not None and approval.date.last < read_date(since):
        yield not_applicable(
            f"Approved {approval.date}, before the rule of {since} on who may ask.", ("approval", "date")
        )
    else:
        yield _who_asked(document, approval, since, licensed, Phrases(affirms, denies))


def _who_asked(document: Document, approval: Approval, since: str, licensed: str, phrases: Phrases) -> Verdict:
    route: Route = ("approval", "submitted-by")
    who = approval.submitted_by
    if who is None:
        return unstated("review", "The document does not state who asked for the approval.", route)
    if who == document.establishment and approval.date is None:
        return review(f"{who} is the card room. Since {since} a supplier must ask; the approval has no date.", route)
    if who == document.establishment:
        return failed(f"{who} is the card room; the supplier of the game must ask.", route)
    stated = document.statements.get(licensed) if document.statements is not None else None
    if stated is None:
        return review(f"Whether {who} is licensed to supply this game is for a person to find out.", route)
    words, at = stated.says or stated.value, ("statements", licensed)
    if words is None:
        return passed(f"{who} asked for the approval, and is said to be licensed.", route, [(at, "")])
    told = f"{who} asked for the approval; of its licence it is said: {words}."
    return answer_words(told, words.replace(who, _SUPPLIER), phrases, route)._replace(also=((at, ""),))


@check("stale-citations")
def stale_citations(
    document: Document,
    stale: Mapping[str, str],
    about: Sequence[str] = (),
    but: Sequence[str] = (),
    number: int | None = None,
) -> Verdicts:
    """No law is cited for something that it no longer says.

    stale: phrases that name each such law, and what became of it
    about: phrases of what it is cited for; none means anything
    but: phrases that mark a citation of what the law says now
    number: the number that the law gives now, where a number is what went out of date: one that gives none is not
    """

    def up_to_date(citing: tuple[int, Reference]) -> Verdict:
        place, reference = citing
        route: Route = ("references", place, "to")
        cited = reference.says or "a rule"
        said = f"{reference.to} is cited for {cited}."
        gone = next((law for law in stale if mentions(reference.to, [law])), None)
        numbers = {int(found) for found in A_NUMBER.findall(plain(cited))}
        other_number = number is None or (bool(numbers) and number not in numbers)
        if gone is not None and other_number and not mentions(cited, but):
            return failed(f"{said} {stale[gone]}", route, label="out of date")
        return passed(said, route)

    laws = ((place, one) for place, one in enumerate(document.references) if one.kind == "law")
    citing = ((place, one) for place, one in laws if not about or mentions(one.says or "", about))
    return look_at(citing, up_to_date, nothing=not_applicable("The document cites no law for what is asked here."))


@check("in-force")
def in_force(document: Document, as_of: AsOf) -> Verdicts:
    """The document is in use on the day of the run: approved by then, in effect, and not superseded."""
    approval = document.approval
    if approval is not None and approval.status == "pending" and approval.date is not None:
        message = f"The approval is said to be pending, and is dated {approval.date}."
        yield failed(message, ("approval", "date"), [(("approval", "status"), "pending")], "pending and dated")
    elif approval is not None and (open_ := standing(approval.status, approval.submitted)) is not None:
        yield open_
    elif approval is not None and approval.date is not None:
        if approval.date.first > as_of:
            yield not_yet_approved(approval.date, as_of)
        else:
            yield passed(f"The approval is dated {approval.date}.", ("approval", "date"))
    effective = fact(document, "effective")
    if effective is not None and effective.first > as_of:
        message = f"The document takes effect on {effective}, after {as_of}. Check it as of that day too."
        yield review(message, ("effective",), label=f"not yet on {as_of}")
    elif effective is not None:
        yield passed(f"The document took effect on {effective}.", ("effective",))
    successor = fact(document, "superseded-by")
    if successor is not None:
        message = f"The document is superseded by {successor}: what is found here is about a document out of use."
        yield review(message, ("superseded-by",))
