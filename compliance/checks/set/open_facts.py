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
    # A statement whose value adds to its words is told where somebody asks for it.
    open_ = [one for one in document.open if one.why != "value"]
    if not open_:
        yield passed("No fact is left open.")
        return
    first, *others = open_
    facts = "1 fact is open" if not others else f"{len(open_)} facts are open"
    shown = "; ".join(f"{called(one.route)} ({one.told})" for one in open_[:_MOST_SHOWN])
    more = f"; and {len(open_) - _MOST_SHOWN} more" if len(open_) > _MOST_SHOWN else ""
    found = review(f"{facts}: {shown}{more}.", first.route, [(one.route, one.told) for one in others])
    yield found._replace(waits=True)  # each says itself why it is open
