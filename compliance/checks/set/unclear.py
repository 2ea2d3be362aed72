"""Values that a document leaves as unclear."""

from typing import Final

from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract
from compliance.checks.verdicts import Verdicts, passed, review
from compliance.routes import show_route

_MOST_SHOWN: Final = 5


@check("values-stated")
def values_stated(document: Extract, documents: DocumentSet) -> Verdicts:
    """No value is left as unclear. Those that are, are for a person, whatever else is asked of them."""
    if not document.unclear:
        yield passed("No value is marked as unclear.")
        return
    at, *others = document.unclear
    values = "1 value is" if not others else f"{len(document.unclear)} values are"
    shown = ", ".join(show_route(route) for route in document.unclear[:_MOST_SHOWN])
    more = f" and {len(document.unclear) - _MOST_SHOWN} more" if len(document.unclear) > _MOST_SHOWN else ""
    yield review(f"{values} marked as unclear: {shown}{more}.", at, [(route, "unclear") for route in others])
