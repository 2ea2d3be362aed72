"""Where a document of the set says something, and how messages name it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from compliance.checks.set.house_documents import HouseDocument
from compliance.checks.set.index import IndexedPlace, IndexEntry
from compliance.checks.verdicts import Verdict
from compliance.source.routes import Route

SHOWN: Final = 3


class Mention(NamedTuple):
    """A place in a document of the set."""

    document: HouseDocument
    route: Route


def name_document(document: HouseDocument | IndexEntry) -> str:
    return f"{document.title} ({document.path})"


def name_documents(documents: Sequence[HouseDocument | IndexEntry]) -> str:
    """The first of several documents by name, and how many more there are."""
    more = f" and {len(documents) - SHOWN:,} more" if len(documents) > SHOWN else ""
    return ", ".join(map(name_document, documents[:SHOWN])) + more


def add_places(verdict: Verdict, *places: tuple[Mention | IndexedPlace, str]) -> Verdict:
    """A verdict with places in other documents added."""
    return verdict._replace(elsewhere=tuple((place.document.path, place.route, label) for place, label in places))
