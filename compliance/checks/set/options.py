"""What is said of the options of a schedule, by itself or by the terms that cover it."""

import re
from collections.abc import Sequence
from typing import Final

from compliance.checks.parameters import About, Affirms, Denies, IfUnstated, Says, Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import ScheduleExtract
from compliance.checks.set.said import said, statements_answered
from compliance.checks.verdicts import Verdict, Verdicts, not_applicable, on_a_word, passed
from compliance.checks.wording import Phrases
from compliance.documents.routes import route_of
from compliance.patterns import late

_OF_WAIVERS: Final = late(r"waiv|free|no (?:drop|fee|collection)|not (?:collect|charg|tak)", re.IGNORECASE)


@check("waiver-said")
def waiver_said(
    document: ScheduleExtract,
    documents: DocumentSet,
    about: About,
    fact: Where,
    says: Says,
    if_unstated: IfUnstated = "fail",
    affirms: Affirms = (),
    denies: Denies = (),
) -> Verdicts:
    """Where a fee is waived on a condition, something is said of it. A smaller fee without a flop weighs less.

    fact: where it is said
    """
    told = list(said(document, documents, about, fact, says, None, (), "fail", if_unstated, affirms, denies))
    if any(verdict.status == "pass" for verdict in told) and not _OF_WAIVERS.search(str(document.facts.get(fact))):
        # What is told of fees in general is no word about waivers where another one is.
        told = [verdict for verdict in told if verdict.status != "review" or verdict.at != route_of(fact)]
    if "conditional waiver" in document.points:
        yield from told
    elif "smaller fee without a flop" in document.points:
        for verdict in told:
            yield verdict._replace(level="warning")
    else:
        yield not_applicable("No option waives a fee on a condition.", ("options",))


@check("one-option")
def one_option(
    document: ScheduleExtract,
    documents: DocumentSet,
    about: About,
    fact: Where,
    says: Says,
    is_: Sequence[str],
    affirms: Affirms = (),
    denies: Denies = (),
) -> Verdicts:
    """Where there are several ways to charge, a table uses one of them at a time: because each is for a table limit of
    its own, or because it is said.

    fact: where it is said
    is: the values that say so
    """
    if len(document.fees) < 2:
        yield not_applicable("The schedule has one option only.", ("options",))
        return
    apart = "options for limits of their own" in document.points
    for verdict in said(document, documents, about, fact, says, is_, affirms=affirms, denies=denies):
        if verdict.absent and apart:
            yield passed("Each option is for a table limit of its own, and a table has one limit.", ("options",))
        elif verdict.status == "pass":
            yield verdict if apart else on_a_word(verdict)
        else:
            yield verdict


@check("one-limit-per-option")
def one_limit_per_option(
    document: ScheduleExtract, documents: DocumentSet, says: Says, affirms: Affirms = ()
) -> Verdicts:
    """Where the text says that an option is for one table limit, the schedule shows one for each."""
    about = "how many table limits an option is for"
    made = statements_answered(document, documents, says, about, Phrases(affirms))
    if not made:
        yield not_applicable("Nothing says that an option is for one table limit.", ("options",))
    for verdict in made:
        yield _shows_one_limit(document, verdict) if verdict.status == "pass" else verdict._replace(status="review")


def _shows_one_limit(document: ScheduleExtract, said: Verdict) -> Verdict:
    """What the schedule shows, where it is said that an option is for one table limit."""
    told = said.message.rstrip(".")
    if "several limits in an option" in document.points:
        return said._replace(status="fail", message=f"{told}; an option has fees for several.", at=("options",))
    if "range of limits" in document.points:
        message = f"{told}; the schedule gives a range of limits for its options."
        return said._replace(status="review", message=message, at=("table-limits",))
    if "table limits" not in document.points:
        return said._replace(status="review", message=f"{told}; the schedule states no table limit.", at=("options",))
    return said._replace(message=f"{told}, and the schedule gives one.", at=said.at or ("options",))
