"""Facts that a document leaves open."""

from typing import Final

from compliance.checks.fact_names import label_fact
from compliance.checks.registry import check
from compliance.checks.set.house import House, Neighbor
from compliance.checks.verdicts import Verdicts, passed, review

_MOST_SHOWN: Final = 5


@check("facts-open")
def facts_open(document: Neighbor, documents: House) -> Verdicts:
    """No fact is left open: marked as unclear, touched by lost text, or left to the house. Those that are, are for a
    person, whatever else is asked of them."""
    # What a sentence means is asked where something depends on it.
    open_ = [one for one in document.open if one.why not in ("value", "sentence", "denied", "contradicted")]
    if not open_:
        yield passed("No value is marked unclear.")
        return
    first, *others = open_
    facts = "1 fact is open" if not others else f"{len(open_)} facts are open"
    shown = "; ".join(f"{label_fact(one.route)} ({one.describe})" for one in open_[:_MOST_SHOWN])
    more = f"; and {len(open_) - _MOST_SHOWN} more" if len(open_) > _MOST_SHOWN else ""
    found = review(f"{facts}: {shown}{more}.", first.route, [(one.route, one.describe) for one in others])
    yield found._replace(waits=True, cause=first.cause)  # each says itself why it is open
