"""What is said of the options of a schedule, by itself or by the terms that cover it."""

from collections.abc import Sequence

from compliance.checks.parameters import About, Affirms, Denies, IfUnstated, Says, Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, ScheduleExtract
from compliance.checks.set.said import said, statements_answered
from compliance.checks.verdicts import Verdict, Verdicts, not_applicable, on_a_word, passed
from compliance.checks.wording import Phrases, read_words


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
    general: Sequence[str] = (),
) -> Verdicts:
    """Where a fee is waived on a condition, something is said of it. A smaller fee without a flop weighs less.

    fact: where it is said
    general: phrases that tell of fees in general, and leave open what is said of waivers elsewhere
    """
    told = list(said(document, documents, about, fact, says, None, (), "fail", if_unstated, affirms, denies))
    if any(verdict.status == "pass" for verdict in told):
        # What is told of fees in general is no word about waivers where another one is.
        told = [one for one in told if one.status != "review" or not _in_general(one, document, documents, general)]
    if "conditional waiver" in document.points:
        yield from told
    elif "smaller fee without a flop" in document.points:
        for verdict in told:
            yield verdict._replace(level="warning")
    else:
        yield not_applicable("No option waives a fee on a condition.", ("options",))


def _in_general(verdict: Verdict, document: Extract, documents: DocumentSet, general: Sequence[str]) -> bool:
    """Whether the text that an answer is about, in the document or in terms that cover it, tells of fees in general."""
    path, place = verdict.elsewhere[0][:2] if verdict.elsewhere else (document.path, verdict.at)
    made = next(one for one in (document, *documents.covering(document)) if one.path == path)
    text = made.words.get(str(place[-1])) if place[0] == "statements" else made.facts.get(" / ".join(map(str, place)))
    return read_words(str(text), Phrases(general)) == "affirms"


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
