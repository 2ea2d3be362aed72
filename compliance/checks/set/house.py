"""The documents of a house beside each other."""

from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Final

from compliance.checks.names import Nearest, letters
from compliance.checks.set.house_documents import HouseDocument
from compliance.checks.set.mentions import Mention
from compliance.documents.dates import DateRange
from compliance.source.routes import Route

_MOST_LIKENED: Final = 1000
MOST_BESIDE: Final = 100  # schedules, and general terms, that a document is held against


class House(list[HouseDocument]):
    """The documents of a house, with what many checks look up found once. `times_cut` counts how
    often a check was given fewer schedules or general terms than there are."""

    times_cut = 0

    @cached_property
    def _covering(self) -> dict[Hashable, list[HouseDocument]]:
        return {}

    @cached_property
    def _schedules_of_games(self) -> dict[tuple[str | None, str, str], list[HouseDocument]]:
        return {}

    @cached_property
    def _naming_games(self) -> dict[Hashable, HouseDocument | None]:
        return {}

    @cached_property
    def _cut(self) -> set[int]:
        """Lists that are cut, by identity: all are kept."""
        return set()

    @cached_property
    def _near(self) -> dict[tuple[str, str], str | None]:
        return {}

    @cached_property
    def _facts(self) -> dict[Hashable, list[tuple[Any, HouseDocument]]]:
        return {}

    @cached_property
    def _terms(self) -> dict[tuple[str, str], list[HouseDocument]]:
        found: dict[tuple[str, str], list[HouseDocument]] = defaultdict(list)
        for document in self:
            for covered in sorted(document.covers):
                found[covered].append(document)
        return found

    @cached_property
    def _naming(self) -> dict[str, list[HouseDocument]]:
        found: dict[str, list[HouseDocument]] = defaultdict(list)
        for document in self:
            for game in dict.fromkeys(game for _, game, _, _ in document.games):
                found[game].append(document)
        return found

    @cached_property
    def _games(self) -> dict[str, list[HouseDocument]]:
        found: dict[str, list[HouseDocument]] = defaultdict(list)
        for document in self:
            if document.kind == "game" and document.id is not None:
                found[document.id].append(document)
        return found

    @cached_property
    def _numbered(self) -> dict[tuple[str | None, str], dict[str, Mention]]:
        found: dict[tuple[str | None, str], dict[str, Mention]] = defaultdict(dict)
        for document in self:
            if document.kind == "game" and document.id is not None and document.approval is not None:
                found[document.establishment, document.id].setdefault(
                    letters(document.approval), Mention(document, ("approval", "id"))
                )
            for route, game, _, number in document.games:
                if number is not None:
                    place = Mention(document, (*route, "approval"))
                    found[document.establishment, game].setdefault(letters(number), place)
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
    def _names(self) -> dict[tuple[str, str], dict[str, Mention]]:
        found: dict[tuple[str, str], dict[str, Mention]] = defaultdict(dict)
        for (_, name), games in self._by_name.items():
            for id, place in games.items():
                found[place.document.jurisdiction, name].setdefault(id, place)
        return found

    @cached_property
    def _by_any_name(self) -> dict[str, HouseDocument]:
        found: dict[str, HouseDocument] = {}
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
            if document.superseded or not document.games:
                continue
            limits = tuple((option.limit, option.games) for option in document.rates)
            kind = kinds.setdefault((document.fees, limits), len(kinds))
            for route, game, printed, _ in document.games:
                dates = found.setdefault((document.establishment, game), {})
                key = (kind, letters(printed or game))
                dates.setdefault(document.dated, {}).setdefault(key, Mention(document, route))
        return found

    @cached_property
    def _schedules(self) -> dict[str | None, list[HouseDocument]]:
        found: dict[str | None, list[HouseDocument]] = defaultdict(list)
        for document in self:
            if document.kind == "schedule" and not document.superseded:
                found[document.establishment].append(document)
        return found

    def schedules_at(self, establishment: str | None) -> list[HouseDocument]:
        """The live schedules of an establishment."""
        return self._schedules.get(establishment, [])

    def games_like(self, establishment: str | None, name: str) -> list[str]:
        """The games of an establishment with a name that holds another."""
        wanted = letters(name)
        named = (
            (known, ids) for (at, known), ids in islice(self._by_name.items(), _MOST_LIKENED) if at == establishment
        )
        return sorted({id for known, ids in named if wanted and wanted in known for id in ids})

    def numbers_of(self, establishment: str | None, game: str) -> dict[str, Mention]:
        """The approval numbers that one game bears, each with one place that says so."""
        return self._numbered.get((establishment, game), {})

    def games_named(self, establishment: str | None, name: str) -> dict[str, Mention]:
        """The games of one establishment that go by one name, by id."""
        return self._by_name.get((establishment, letters(name)), {})

    def namesakes(self, document: HouseDocument, name: str) -> Iterator[tuple[str, Mention]]:
        """The games of any establishment of the same state that go by one name, by id, but for this one."""
        same = self._names.get((document.jurisdiction, letters(name)), {})
        return ((id, place) for id, place in same.items() if id != document.id)

    def of_id(self, kind: str, establishment: str | None, id: str) -> HouseDocument | None:
        """The document of a kind, an establishment and an id."""
        return next((one for one in self if (one.kind, one.establishment, one.id) == (kind, establishment, id)), None)

    @cached_property
    def _ids(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for document in self:
            if document.id is not None:
                found[document.kind, document.id[:2]].append(document.id)
        return found

    def knows(self, id: str) -> bool:
        """Whether any document goes by an id, a name or a number."""
        return letters(id) in self._by_any_name

    def suggest_id(self, kind: str, id: str) -> str | None:
        """The id of a document of a kind that is nearly the same: what may have been meant."""
        if (kind, id) not in self._near:
            self._near[kind, id] = Nearest(self._ids.get((kind, id[:2]), ())).to(id)
        return self._near[kind, id]

    def find_called(self, name: str) -> HouseDocument | None:
        """A document that goes by a name, an id or an approval number."""
        return self._by_any_name.get(letters(name))

    def rivals(self, schedule: HouseDocument, game: str) -> Iterator[Mention]:
        """Where other live schedules name a game and no date tells which holds. Of those that agree only the first."""
        dates = self._live.get((schedule.establishment, game), {})
        wanted = dates if schedule.dated is None else [date for date in (schedule.dated, None) if date in dates]
        for date in wanted:
            yield from (place for place in dates[date].values() if place.document.path != schedule.path)

    def covering(self, document: HouseDocument) -> list[HouseDocument]:
        """The general terms that speak for a document: those that name it."""
        key = (document.establishment, document.kind, document.id)
        if key not in self._covering:
            naming = self._terms.get((document.kind, document.id or ""), ())
            covering = (terms for terms in naming if terms.covers_document(document))
            self._covering[key] = self._first(covering)
        return self._count_cut(self._covering[key])

    def _first(self, others: Iterator[HouseDocument]) -> list[HouseDocument]:
        """As many others as a document is held against."""
        found = list(islice(others, MOST_BESIDE))
        if next(others, None) is not None:
            self._cut.add(id(found))
        return found

    def _count_cut(self, others: list[HouseDocument]) -> list[HouseDocument]:
        self.times_cut += id(others) in self._cut
        return others

    def naming_its_games(self, schedule: HouseDocument) -> HouseDocument | None:
        """General terms of the same house that name a game of a schedule, and not the schedule itself; the first."""
        games = tuple(game for _, game, _, _ in schedule.games)
        key = (schedule.establishment, games, schedule.id)
        if key not in self._naming_games:
            naming = (terms for game in games for terms in self._terms.get(("game", game), ()))
            own = (one for one in naming if one.establishment == schedule.establishment)
            self._naming_games[key] = next((one for one in own if not one.covers_document(schedule)), None)
        return self._naming_games[key]

    def facts_of_terms(self, document: HouseDocument, fact: str) -> list[tuple[Any, HouseDocument]]:
        """Every value that the terms that speak for a document give a fact, each with the first that gives it."""
        terms = self.covering(document)
        key = (id(terms), fact)  # the lists of `covering` are kept, so that each has one identity
        if key not in self._facts:
            said: list[tuple[Any, HouseDocument]] = []
            for one in terms:
                if fact in one.facts and one.facts[fact] not in [value for value, _ in said]:
                    said.append((one.facts[fact], one))
            self._facts[key] = said
        return self._facts[key]

    def schedules_of(self, game: HouseDocument) -> list[HouseDocument]:
        """The schedules that name a game: those of its establishment; any of its state where it belongs to none."""
        key = (game.establishment, game.jurisdiction, game.id or "")
        if game.kind != "game":
            return []
        if key not in self._schedules_of_games:
            naming = self._naming.get(key[2], ())
            own = (other for other in naming if other.establishment == game.establishment)
            of_state = (other for other in naming if other.jurisdiction == game.jurisdiction)
            self._schedules_of_games[key] = self._first(of_state if game.establishment is None else own)
        return self._count_cut(self._schedules_of_games[key])

    def rules_of(self, id: str, schedule: HouseDocument) -> HouseDocument | None:
        """The rules of a game that a schedule names: those of its establishment, or those that belong to none."""
        of_none = (None, schedule.jurisdiction)
        loose = (game for game in self._games.get(id, ()) if (game.establishment, game.jurisdiction) == of_none)
        return self.game_of(id, schedule) or next(loose, None)

    def game_of(self, id: str, schedule: HouseDocument) -> HouseDocument | None:
        """The game of that id at the schedule's establishment."""
        return next((game for game in self._games.get(id, ()) if game.establishment == schedule.establishment), None)
