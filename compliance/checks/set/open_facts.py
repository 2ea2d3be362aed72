"""Facts that a document leaves open."""

from typing import Final

from compliance.checks.naming import called
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract
from compliance.checks.verdicts import Verdicts, passed, review

_MOST_SHOWN: Final = 5


@check("facts-open")
def facts_open(document: Extract, documents: DocumentSet) -> Verdicts:
    """No fact is left open: marked as unclear, touched by lost text, or left to the house. Those that are, are for a
    person, whatever else is asked of them."""
    if not document.open:
        yield passed("No fact is left open.")
        return
    first, *others = document.open
    facts = "1 fact is open" if not others else f"{len(document.open)} facts are open"
    shown = "; ".join(f"{called(one.route)} ({one.told})" for one in document.open[:_MOST_SHOWN])
    more = f"; and {len(document.open) - _MOST_SHOWN} more" if len(document.open) > _MOST_SHOWN else ""
    found = review(f"{facts}: {shown}{more}.", first.route, [(one.route, one.told) for one in others])
    yield found._replace(waits=True)  # each says itself why it is open
