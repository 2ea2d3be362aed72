"""The documents of a house beside each other: each whole, with what many checks look up found once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias

from compliance.checks.names import Nearest, house, letters
from compliance.checks.registry import Kinds
from compliance.checks.set.shared_facts import list_shared_facts
from compliance.documents.dates import DateRange
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.comparison.approvals import ApprovalHistory
    from compliance.documents.loader import LoadedDocument
    from compliance.documents.models import AnyDocument
    from compliance.documents.openness import OpenFact
    from compliance.documents.schedule import Schedule, ScheduledGame
    from compliance.source import Source

_MOST_LIKENED: Final = 1000
MOST_BESIDE: Final = 100  # schedules, and general terms, that a document is held against


class Neighbor:
    """A document among those of its house: the document itself, what it leaves open, and the approvals kept beside it.
    `establishment` is for telling houses apart; `name` is for showing."""

    def __init__(
        self,
        path: str,
        source: Source,
        open_: tuple[OpenFact, ...],
        document: AnyDocument,
        approvals: ApprovalHistory | None = None,
    ) -> None:
        self.path = path
        self.source = source
        self.open = open_
        self.document = document
        self.approvals = approvals
        self.kind: str = document.document
        self.title: str = document.title
        self.id: str | None = document.id
        self.jurisdiction: str = document.jurisdiction
        self.establishment = house(document.establishment) if document.establishment is not None else None
        self.names: tuple[str, ...] = (document.title, *document.aliases)
        self.approval = document.approval.id if document.approval is not None else None
        self.is_superseded = document.document == "schedule" and bool(document.superseded_by)

    def replace_document(self, variant: AnyDocument) -> Neighbor:
        """The same among its neighbors, as it reads where other sayings hold."""
        return Neighbor(self.path, self.source, self.open, variant, self.approvals)

    @property
    def name(self) -> str:
        """How messages name it."""
        return f"{self.title} ({self.path})"

    @property
    def schedule(self) -> Schedule:
        """The document, which is known to be a schedule."""
        assert self.document.document == "schedule"
        return self.document

    @cached_property
    def games(self) -> list[tuple[Route, str, str | None, str | None]]:
        """Where a schedule names a game, its id, and the name and number that it prints for it."""
        return [(route, one.game, one.printed, one.approval) for route, one in self._named if one.game is not None]

    @cached_property
    def unsettled(self) -> list[tuple[Route, str, str | None]]:
        """The games that a schedule prints and of which it does not say which rules are meant."""
        return [(route, one.printed or "", one.approval) for route, one in self._named if one.game is None]

    @property
    def _named(self) -> list[tuple[Route, ScheduledGame]]:
        games = self.document.games if self.document.document == "schedule" else []
        return [(("games", number), one) for number, one in enumerate(games)]

    @cached_property
    def covered(self) -> list[tuple[str, str]]:
        """The kind and the id of every document that general terms name."""
        if self.document.document != "terms":
            return []
        covers = self.document.covers
        return sorted({*(("game", id) for id in covers.games), *(("schedule", id) for id in covers.schedules)})

    @cached_property
    def facts(self) -> dict[str, Any]:
        """The facts that general terms may state for others."""
        return list_shared_facts(self.document)

    @cached_property
    def dated(self) -> DateRange | None:
        """From when a document is in force, as far as it says."""
        document = self.document
        effective = document.effective if document.document == "schedule" else None
        approved = document.approval.date if document.approval is not None else None
        return effective or document.dated or approved

    def covers_document(self, other: Neighbor) -> bool:
        """Whether these terms speak for another document: only for one that they name, as what it is."""
        return other.establishment == self.establishment and (other.kind, other.id or "") in self.covered


def build_neighbor(loaded: LoadedDocument, document: AnyDocument, approvals: ApprovalHistory | None = None) -> Neighbor:
    """Return a document that was read, as others of its house see it."""
    return Neighbor(loaded.path, loaded.source, loaded.open_facts, document, approvals)


# Subjects of checks that only one kind of document can have.
NeighborGame: TypeAlias = Annotated[Neighbor, Kinds("game")]
NeighborSchedule: TypeAlias = Annotated[Neighbor, Kinds("schedule")]


class Mention(NamedTuple):
    """A place in a document of the house."""

    document: Neighbor
    route: Route


class House(list[Neighbor]):
    """The documents of a house, with what many checks look up found once. `times_cut` counts how
    often a check was given fewer schedules or general terms than there are."""

    times_cut = 0

    def __init__(self, documents: Iterable[Neighbor] = ()) -> None:
        super().__init__(documents)
        self._cut: set[int] = set()  # lists that are cut, by identity: all are kept
        self._covering: dict[Hashable, list[Neighbor]] = {}
        self._schedules_of: dict[Hashable, list[Neighbor]] = {}
        self._near: dict[tuple[str, str], str | None] = {}

    @cached_property
    def _terms(self) -> dict[tuple[str, str], list[Neighbor]]:
        return _group((covered, document) for document in self for covered in document.covered)

    @cached_property
    def _naming(self) -> dict[str, list[Neighbor]]:
        named = ((document, {game: None for _, game, _, _ in document.games}) for document in self)
        return _group((game, document) for document, games in named for game in games)

    @cached_property
    def _games(self) -> dict[str | None, list[Neighbor]]:
        return _group((document.id, document) for document in self if document.kind == "game")

    @cached_property
    def _numbered(self) -> dict[tuple[str | None, str], dict[str, tuple[str, Mention]]]:
        found: dict[tuple[str | None, str], dict[str, tuple[str, Mention]]] = defaultdict(dict)
        for document in self:
            if document.kind == "game" and document.id is not None and document.approval is not None:
                place = Mention(document, ("approval", "id"))
                found[document.establishment, document.id].setdefault(
                    letters(document.approval), (document.approval, place)
                )
            for route, game, _, number in document.games:
                if number is not None:
                    place = Mention(document, (*route, "approval"))
                    found[document.establishment, game].setdefault(letters(number), (number, place))
        return found

    @cached_property
    def _by_name(self) -> dict[tuple[str | None, str], dict[str, Mention]]:
        found: dict[tuple[str | None, str], dict[str, Mention]] = defaultdict(dict)
        for document in self:
            if document.kind == "game" and document.id is not None:
                for number, name in enumerate(document.names):
                    route: Route = ("aliases", number - 1) if number else ("title",)
                    found[document.establishment, letters(name)].setdefault(document.id, Mention(document, route))
        return found

    @cached_property
    def _by_any_name(self) -> dict[str, Neighbor]:
        found: dict[str, Neighbor] = {}
        for document in self:
            for name in (document.id, document.approval, *document.names):
                if name:
                    found.setdefault(letters(name), document)
        return found

    @cached_property
    def _live(self) -> dict[tuple[str | None, str], dict[DateRange | None, dict[Hashable, Mention]]]:
        found: dict[tuple[str | None, str], dict[DateRange | None, dict[Hashable, Mention]]] = {}
        kinds: dict[Hashable, int] = {}  # fees and limits of a schedule: long, and the same for all its games
        for document in self:
            if document.document.document == "schedule" and not document.is_superseded and document.games:
                kind = kinds.setdefault(tuple(document.schedule.describe_options()), len(kinds))
                for route, game, printed, _ in document.games:
                    dates = found.setdefault((document.establishment, game), {})
                    key = (kind, letters(printed or game))
                    dates.setdefault(document.dated, {}).setdefault(key, Mention(document, route))
        return found

    def list_live_schedules(self, establishment: str | None) -> Iterator[Neighbor]:
        """The schedules of an establishment that are in use."""
        here = (one for one in self if one.establishment == establishment)
        return (one for one in here if one.kind == "schedule" and not one.is_superseded)

    def games_like(self, establishment: str | None, name: str) -> list[str]:
        """The games of an establishment with a name that holds another."""
        wanted = letters(name)
        named = (
            (known, ids) for (at, known), ids in islice(self._by_name.items(), _MOST_LIKENED) if at == establishment
        )
        return sorted({id for known, ids in named if wanted and wanted in known for id in ids})

    def numbers_of(self, establishment: str | None, game: str) -> dict[str, tuple[str, Mention]]:
        """The approval numbers that one game bears, by letters and digits alone, each with one place that says so."""
        return self._numbered.get((establishment, game), {})

    def games_named(self, establishment: str | None, name: str) -> dict[str, Mention]:
        """The games of one establishment that go by one name, by id."""
        return self._by_name.get((establishment, letters(name)), {})

    def namesakes(self, document: Neighbor, name: str) -> dict[str, Mention]:
        """The games of any establishment of the same state that go by one name, by id, but for this one."""
        alike = [games for (_, known), games in self._by_name.items() if known == letters(name)]
        found = {id: place for games in reversed(alike) for id, place in games.items() if id != document.id}
        return {id: place for id, place in found.items() if place.document.jurisdiction == document.jurisdiction}

    def of_id(self, kind: str, establishment: str | None, id: str) -> Neighbor | None:
        """The document of a kind, an establishment and an id."""
        return next((one for one in self if (one.kind, one.establishment, one.id) == (kind, establishment, id)), None)

    def suggest_id(self, kind: str, id: str) -> str | None:
        """The id of a document of a kind that is nearly the same: what may have been meant."""
        if (kind, id) not in self._near:
            ids = [one.id for one in self if one.kind == kind and one.id is not None and one.id[:2] == id[:2]]
            self._near[kind, id] = Nearest(ids).to(id)
        return self._near[kind, id]

    def find_called(self, name: str) -> Neighbor | None:
        """A document that goes by a name, an id or an approval number."""
        return self._by_any_name.get(letters(name))

    def rivals(self, schedule: Neighbor, game: str) -> Iterator[Mention]:
        """Where other live schedules name a game and no date tells which holds. Of those that agree only the first."""
        dates = self._live.get((schedule.establishment, game), {})
        wanted = dates if schedule.dated is None else [date for date in (schedule.dated, None) if date in dates]
        for date in wanted:
            yield from (place for place in dates[date].values() if place.document.path != schedule.path)

    def covering(self, document: Neighbor) -> list[Neighbor]:
        """The general terms that speak for a document: those that name it."""
        key = (document.establishment, document.kind, document.id)
        if key not in self._covering:
            naming = self._terms.get((document.kind, document.id or ""), ())
            self._covering[key] = self._first(terms for terms in naming if terms.covers_document(document))
        return self._count_cut(self._covering[key])

    def _first(self, others: Iterator[Neighbor]) -> list[Neighbor]:
        """As many others as a document is held against."""
        found = list(islice(others, MOST_BESIDE))
        if next(others, None) is not None:
            self._cut.add(id(found))
        return found

    def _count_cut(self, others: list[Neighbor]) -> list[Neighbor]:
        self.times_cut += id(others) in self._cut
        return others

    def schedules_of(self, game: Neighbor) -> list[Neighbor]:
        """The schedules that name a game: those of its establishment; any of its state where it belongs to none."""
        if game.kind != "game":
            return []
        key = (game.establishment, game.jurisdiction, game.id)
        if key not in self._schedules_of:
            naming = self._naming.get(game.id or "", ())
            own = (other for other in naming if other.establishment == game.establishment)
            of_state = (other for other in naming if other.jurisdiction == game.jurisdiction)
            self._schedules_of[key] = self._first(of_state if game.establishment is None else own)
        return self._count_cut(self._schedules_of[key])

    def rules_of(self, id: str, schedule: Neighbor) -> Neighbor | None:
        """The rules of a game that a schedule names: those of its establishment, or those that belong to none."""
        of_none = (None, schedule.jurisdiction)
        loose = (game for game in self._games.get(id, ()) if (game.establishment, game.jurisdiction) == of_none)
        return self.game_of(id, schedule) or next(loose, None)

    def game_of(self, id: str, schedule: Neighbor) -> Neighbor | None:
        """The game of that id at the schedule's establishment."""
        return next((game for game in self._games.get(id, ()) if game.establishment == schedule.establishment), None)


def _group(pairs: Iterable[tuple[Any, Neighbor]]) -> dict[Any, list[Neighbor]]:
    found: dict[Any, list[Neighbor]] = defaultdict(list)
    for key, document in pairs:
        found[key].append(document)
    return found
