"""The index across houses: the little of each document that documents of other houses can contradict.

A house's documents are checked together, whole, and let go. What must be asked across houses (an approval number that
stands for two games, a house whose name is nearly that of another) is asked of this index.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.checks.names import is_slip, letters, slips_of
from compliance.documents.locations import Location, locate
from compliance.documents.openness import OpenFact
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.checks.set.house import Neighbor
    from compliance.documents.dates import DateRange

# What stands before the name of a game of which no more than its printed name is known.
PRINTED: Final = "printed: "
_MOST_MET: Final = 100  # names that share a part


class IndexEntry(NamedTuple):
    """One document as others of any house see it. `numbers` are the approval numbers that it gives games, each with its
    place and the game; `waiting` are the requirements that are asked of the index; `locations` has the places of all
    that is named here."""

    path: str
    kind: str
    title: str
    jurisdiction: str
    id: str | None
    establishment: str | None
    house: str | None
    approval: str | None
    approved: DateRange | None
    status: str | None
    numbers: tuple[tuple[Route, str, str | None], ...]
    waiting: tuple[str, ...]
    open: tuple[OpenFact, ...]
    locations: Mapping[Route, Location]


class IndexedPlace(NamedTuple):
    """A place in a document of the index."""

    document: IndexEntry
    route: Route


class Index(list[IndexEntry]):
    """The documents of a run, by what is looked up across houses."""

    @cached_property
    def _numbers(self) -> dict[str, dict[str, IndexedPlace]]:
        found: dict[str, dict[str, IndexedPlace]] = defaultdict(dict)
        for entry in self:
            for route, number, game in entry.numbers:
                if game is not None:
                    found[letters(number)].setdefault(game, IndexedPlace(entry, route))
        return found

    @cached_property
    def _by_id(self) -> dict[tuple[str, str | None, str], list[IndexEntry]]:
        found: dict[tuple[str, str | None, str], list[IndexEntry]] = defaultdict(list)
        for entry in self:
            if entry.id is not None:
                found[entry.kind, entry.establishment, entry.id].append(entry)
        return found

    @cached_property
    def _houses(self) -> dict[str, list[IndexEntry]]:
        found: dict[str, list[IndexEntry]] = defaultdict(list)
        for entry in self:
            if entry.establishment is not None:
                found[entry.establishment].append(entry)
        return found

    @cached_property
    def _near_houses(self) -> dict[str, list[str]]:
        """Houses by their names and by what is left of a name without one letter: two that are a slip apart meet."""
        found: dict[str, list[str]] = defaultdict(list)
        for house in self._houses:
            for part in slips_of(house):
                found[part].append(house)
        return found

    def find_games(self, approval: str) -> Mapping[str, IndexedPlace]:
        """Return the games that bear an approval number, by id, each with one place that says so."""
        return self._numbers.get(letters(approval), {})

    def find_same_id(self, entry: IndexEntry) -> list[IndexEntry]:
        """Return the documents of the same kind and establishment that have the same id, this one among them."""
        return self._by_id.get((entry.kind, entry.establishment, entry.id or ""), [])

    def find_house(self, establishment: str) -> list[IndexEntry]:
        """Return the documents of an establishment."""
        return self._houses.get(establishment, [])

    def find_near_houses(self, establishment: str) -> list[str]:
        """Return the establishments whose names are one slip away, the first few."""
        own = self._houses[establishment][0].house or ""
        met = dict.fromkeys(house for part in slips_of(establishment) for house in self._near_houses[part][:_MOST_MET])
        return [house for house in met if is_slip(own, self._houses[house][0].house or "")]


def build_entry(document: Neighbor, waiting: tuple[str, ...]) -> IndexEntry:
    """Return what the index keeps of a document. `waiting` are the requirements that are asked of the index."""
    numbers = tuple(_find_numbers(document))
    approval = document.document.approval
    routes = [("id",), ("establishment",), *(route for route, _, _ in numbers), *(one.route for one in document.open)]
    return IndexEntry(
        document.path,
        document.kind,
        document.title,
        document.jurisdiction,
        document.id,
        document.establishment,
        document.document.establishment,
        document.approval,
        approval.date if approval is not None else None,
        approval.status if approval is not None else None,
        numbers,
        waiting,
        document.open,
        {route: locate(document.source, route) for route in ((), *routes)},
    )


def _find_numbers(document: Neighbor) -> Iterator[tuple[Route, str, str | None]]:
    """The approval numbers that a document gives games, each with its place and the game, as far as that is known."""
    for route, game, _, number in document.games:
        if number:
            yield (*route, "approval"), number, game
    for route, printed, number in document.unsettled:
        if number:
            yield (*route, "approval"), number, f"{PRINTED}{printed}"
    if document.kind == "game" and document.approval is not None:
        yield ("approval", "id"), document.approval, document.id
