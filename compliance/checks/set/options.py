"""What is said of the options of a schedule, by itself or by the terms that cover it."""

from collections.abc import Sequence

from compliance.checks.parameters import About, Says, Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import ScheduleExtract
from compliance.checks.set.said import said, statements_said
from compliance.checks.verdicts import Verdicts, not_applicable, passed, review


@check("waiver-said")
def waiver_said(document: ScheduleExtract, documents: DocumentSet, about: About, fact: Where, says: Says) -> Verdicts:
    """Where a fee is waived on a condition, something is said of it. A smaller fee without a flop weighs less.

    fact: where it is said
    """
    if "conditional waiver" in document.points:
        yield from said(document, documents, about, fact, says)
    elif "smaller fee without a flop" in document.points:
        for verdict in said(document, documents, about, fact, says):
            yield verdict._replace(level="warning")
    else:
        yield not_applicable("No option waives a fee on a condition.", ("options",))


@check("one-option")
def one_option(
    document: ScheduleExtract, documents: DocumentSet, about: About, fact: Where, says: Says, is_: Sequence[str]
) -> Verdicts:
    """Where there are several ways to charge, a table uses one of them at a time.

    fact: where it is said
    is: the values that say so
    """
    if len(document.fees) < 2:
        yield not_applicable("The schedule has one option only.", ("options",))
    else:
        yield from said(document, documents, about, fact, says, is_)


@check("one-limit-per-option")
def one_limit_per_option(document: ScheduleExtract, documents: DocumentSet, says: Says) -> Verdicts:
    """Where the text says that an option is for one table limit, the schedule shows one for each."""
    made = statements_said(document, documents, says)
    if not made:
        yield not_applicable("Nothing says that an option is for one table limit.", ("options",))
        return
    told = f"It is said that an option is for one table limit{made[0].whose}"
    if "several limits in an option" in document.points:
        yield review(f"{told}; an option has fees for several.", ("options",))
    elif "range of limits" in document.points:
        yield review(f"{told}; the schedule gives a range of limits for its options.", ("table-limits",))
    elif "table limits" not in document.points:
        yield review(f"{told}; the schedule states no table limit.", ("options",))
    else:
        yield passed(f"{told}, and the schedule gives one.", made[0].at or ("options",))
