"""Where a document of the set says something, and how messages name it."""

from typing import Final, NamedTuple

from compliance.checks.set.extracts import Extract
from compliance.checks.verdicts import Verdict
from compliance.routes import Route

SHOWN: Final = 3


class Mention(NamedTuple):
    """A place in a document of the set."""

    document: Extract
    route: Route


def named(document: Extract) -> str:
    return f"{document.title} ({document.path})"


def several(documents: list[Extract]) -> str:
    """The first of several documents by name, and how many more there are."""
    more = f" and {len(documents) - SHOWN:,} more" if len(documents) > SHOWN else ""
    return ", ".join(map(named, documents[:SHOWN])) + more


def beside(verdict: Verdict, *places: tuple[Mention, str]) -> Verdict:
    """A verdict with places in other documents added."""
    return verdict._replace(elsewhere=tuple((place.document.path, place.route, label) for place, label in places))
