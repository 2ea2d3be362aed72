"""Where a document of the set says something, and how messages name it."""

from collections.abc import Sequence
from typing import Final

from compliance.checks.set.house import Mention, Neighbor
from compliance.checks.set.index import IndexedPlace, IndexEntry
from compliance.checks.verdicts import Verdict

SHOWN: Final = 3


def name_document(document: Neighbor | IndexEntry) -> str:
    return f"{document.title} ({document.path})"


def name_documents(documents: Sequence[Neighbor | IndexEntry]) -> str:
    """The first of several documents by name, and how many more there are."""
    more = f" and {len(documents) - SHOWN:,} more" if len(documents) > SHOWN else ""
    return ", ".join(map(name_document, documents[:SHOWN])) + more


def add_places(verdict: Verdict, *places: tuple[Mention | IndexedPlace, str]) -> Verdict:
    """A verdict with places in other documents added."""
    return verdict._replace(elsewhere=tuple((place.document.path, place.route, label) for place, label in places))
