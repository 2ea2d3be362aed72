"""The documents of a run beside each other."""

from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Final

from compliance.checks.names import Nearest, letters, one_slip, slips_of
from compliance.checks.set.extracts import Extract
from compliance.checks.set.mentions import Mention
from compliance.documents.dates import When
from compliance.routes import Route

# What stands before the name of a game of which no more than its printed name is known.
PRINTED: Final = "printed: "
_MOST_LIKENED: Final = 1000
_MOST_MET: Final = 100  # names that share a part
MOST_BESIDE: Final = 100  # schedules, and general terms, that a document is held against


class DocumentSet(list[Extract]):
    """The documents of a run, with what many checks look up found once. `cut_short` tells whether a check was given
    fewer schedules or general terms than there are: whoever asks one sets it back before."""

    cut_short = False

    @cached_property
    def _covering(self) -> dict[Hashable, list[Extract]]:
        return {}

    @cached_property
    def _of_games(self) -> dict[tuple[str | None, str, str], list[Extract]]:
        return {}

    @cached_property
    def _naming_games(self) -> dict[Hashable, Extract | None]:
        return {}

    @cached_property
    def _cut(self) -> set[int]:
        """Lists that are cut, by identity: all are kept."""
        return set()

    @cached_property
    def _near(self) -> dict[tuple[str, str], str | None]:
        return {}

    @cached_property
    def _said(self) -> dict[Hashable, list[tuple[Any, Extract]]]:
        return {}

    @cached_property
    def _terms(self) -> dict[tuple[str, str], list[Extract]]:
        found: dict[tuple[str, str], list[Extract]] = defaultdict(list)
        for document in self:
            for covered in document.covers:
                found[covered].append(document)
        return found

    @cached_property
    def _naming(self) -> dict[str, list[Extract]]:
        found: dict[str, list[Extract]] = defaultdict(list)
        for document in self:
            for game in dict.fromkeys(game for _, game, _, _ in document.games):
                found[game].append(document)
        return found

    @cached_property
    def _games(self) -> dict[str, list[Extract]]:
        found: dict[str, list[Extract]] = defaultdict(list)
        for document in self:
            if document.kind == "game" and document.id is not None:
                found[document.id].append(document)
        return found

    @cached_property
    def _numbers(self) -> dict[str, dict[str, Mention]]:
        found: dict[str, dict[str, Mention]] = defaultdict(dict)
        for document in self:
            if document.kind == "game" and document.id is not None and document.approval is not None:
                found[letters(document.approval)].setdefault(document.id, Mention(document, ("approval", "id")))
            for route, game, _, number in document.games:
                if number is not None:
                    found[letters(number)].setdefault(game, Mention(document, (*route, "approval")))
            for route, printed, number in document.unsettled:
                if number is not None:
                    place = Mention(document, (*route, "approval"))
                    found[letters(number)].setdefault(f"{PRINTED}{printed}", place)
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
    def _known_as(self) -> dict[tuple[str, str], dict[str, Mention]]:
        found: dict[tuple[str, str], dict[str, Mention]] = defaultdict(dict)
        for (_, name), games in self._by_name.items():
            for id, place in games.items():
                found[place.document.jurisdiction, name].setdefault(id, place)
        return found

    @cached_property
    def _same_id(self) -> dict[tuple[str, str | None, str], list[Extract]]:
        found: dict[tuple[str, str | None, str], list[Extract]] = defaultdict(list)
        for document in self:
            if document.id is not None:
                found[document.kind, document.establishment, document.id].append(document)
        return found

    @cached_property
    def _called(self) -> dict[str, Extract]:
        found: dict[str, Extract] = {}
        for document in self:
            for name in (document.id, document.approval, *document.names):
                if name:
                    found.setdefault(letters(name), document)
        return found

    @cached_property
    def _live(self) -> dict[tuple[str | None, str], dict[When | None, dict[Hashable, Mention]]]:
        found: dict[tuple[str | None, str], dict[When | None, dict[Hashable, Mention]]] = {}
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
    def _schedules(self) -> dict[str | None, list[Extract]]:
        found: dict[str | None, list[Extract]] = defaultdict(list)
        for document in self:
            if document.kind == "schedule" and not document.superseded:
                found[document.establishment].append(document)
        return found

    @cached_property
    def _houses(self) -> dict[str, list[Extract]]:
        found: dict[str, list[Extract]] = defaultdict(list)
        for document in self:
            if document.establishment is not None:
                found[document.establishment].append(document)
        return found

    @cached_property
    def _near_houses(self) -> dict[str, list[str]]:
        """Houses by their names and by what is left of a name without one letter: two that are a slip apart meet."""
        found: dict[str, list[str]] = defaultdict(list)
        for house in self._houses:
            for part in slips_of(house):
                found[part].append(house)
        return found

    def of_house(self, establishment: str) -> list[Extract]:
        """The documents of an establishment."""
        return self._houses.get(establishment, [])

    def houses_near(self, establishment: str) -> list[str]:
        """Establishments of the set whose names are one slip away, the first few."""
        own = self._houses[establishment][0].house or ""
        met = dict.fromkeys(house for part in slips_of(establishment) for house in self._near_houses[part][:_MOST_MET])
        return [house for house in met if one_slip(own, self._houses[house][0].house or "")]

    def schedules_at(self, establishment: str | None) -> list[Extract]:
        """The live schedules of an establishment."""
        return self._schedules.get(establishment, [])

    def games_like(self, establishment: str | None, name: str) -> list[str]:
        """The games of an establishment with a name that holds another."""
        wanted = letters(name)
        named = (
            (known, ids) for (at, known), ids in islice(self._by_name.items(), _MOST_LIKENED) if at == establishment
        )
        return sorted({id for known, ids in named if wanted and wanted in known for id in ids})

    def games_numbered(self, approval: str) -> dict[str, Mention]:
        """The games that bear one approval number, by id, each with one place that says so."""
        return self._numbers.get(letters(approval), {})

    def numbers_of(self, establishment: str | None, game: str) -> dict[str, Mention]:
        """The approval numbers that one game bears, each with one place that says so."""
        return self._numbered.get((establishment, game), {})

    def games_named(self, establishment: str | None, name: str) -> dict[str, Mention]:
        """The games of one establishment that go by one name, by id."""
        return self._by_name.get((establishment, letters(name)), {})

    def namesakes(self, document: Extract, name: str) -> Iterator[tuple[str, Mention]]:
        """The games of any establishment of the same state that go by one name, by id, but for this one."""
        same = self._known_as.get((document.jurisdiction, letters(name)), {})
        return ((id, place) for id, place in same.items() if id != document.id)

    def with_same_id(self, document: Extract) -> list[Extract]:
        """The documents of the same kind and establishment that have the same id, this one among them."""
        return self._same_id.get((document.kind, document.establishment, document.id or ""), [])

    def of_id(self, kind: str, establishment: str | None, id: str) -> Extract | None:
        """The document of a kind, an establishment and an id."""
        return next(iter(self._same_id.get((kind, establishment, id), ())), None)

    @cached_property
    def _ids(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for document in self:
            if document.id is not None:
                found[document.kind, document.id[:2]].append(document.id)
        return found

    def known(self, id: str) -> bool:
        """Whether any document goes by an id, a name or a number."""
        return letters(id) in self._called

    def like(self, kind: str, id: str) -> str | None:
        """The id of a document of a kind that is nearly the same: what may have been meant."""
        if (kind, id) not in self._near:
            self._near[kind, id] = Nearest(self._ids.get((kind, id[:2]), ())).to(id)
        return self._near[kind, id]

    def called(self, name: str) -> Extract | None:
        """A document that goes by a name, an id or an approval number."""
        return self._called.get(letters(name))

    def rivals(self, schedule: Extract, game: str) -> Iterator[Mention]:
        """Where other live schedules name a game and no date tells which holds. Of those that agree only the first."""
        dates = self._live.get((schedule.establishment, game), {})
        wanted = dates if schedule.dated is None else [date for date in (schedule.dated, None) if date in dates]
        for date in wanted:
            yield from (place for place in dates[date].values() if place.document.path != schedule.path)

    def covering(self, document: Extract) -> list[Extract]:
        """The general terms that speak for a document: those that name it."""
        key = (document.establishment, document.kind, document.id)
        if key not in self._covering:
            naming = self._terms.get((document.kind, document.id or ""), ())
            covering = (terms for terms in naming if terms.covers_document(document))
            self._covering[key] = self._first(covering)
        return self._given(self._covering[key])

    def _first(self, others: Iterator[Extract]) -> list[Extract]:
        """As many others as a document is held against."""
        found = list(islice(others, MOST_BESIDE))
        if next(others, None) is not None:
            self._cut.add(id(found))
        return found

    def _given(self, others: list[Extract]) -> list[Extract]:
        self.cut_short |= id(others) in self._cut
        return others

    def naming_its_games(self, schedule: Extract) -> Extract | None:
        """General terms of the same house that name a game of a schedule, and not the schedule itself; the first."""
        games = tuple(game for _, game, _, _ in schedule.games)
        key = (schedule.establishment, games, schedule.id)
        if key not in self._naming_games:
            naming = (terms for game in games for terms in self._terms.get(("game", game), ()))
            own = (one for one in naming if one.establishment == schedule.establishment)
            self._naming_games[key] = next((one for one in own if not one.covers_document(schedule)), None)
        return self._naming_games[key]

    def facts_of_terms(self, document: Extract, fact: str) -> list[tuple[Any, Extract]]:
        """Every value that the terms that speak for a document give a fact, each with the first that gives it."""
        terms = self.covering(document)
        key = (id(terms), fact)  # the lists of `covering` are kept, so that each has one identity
        if key not in self._said:
            said: list[tuple[Any, Extract]] = []
            for one in terms:
                if fact in one.facts and one.facts[fact] not in [value for value, _ in said]:
                    said.append((one.facts[fact], one))
            self._said[key] = said
        return self._said[key]

    def schedules_of(self, game: Extract) -> list[Extract]:
        """The schedules that name a game: those of its establishment; any of its state where it belongs to none."""
        key = (game.establishment, game.jurisdiction, game.id or "")
        if game.kind != "game":
            return []
        if key not in self._of_games:
            naming = self._naming.get(key[2], ())
            own = (other for other in naming if other.establishment == game.establishment)
            of_state = (other for other in naming if other.jurisdiction == game.jurisdiction)
            self._of_games[key] = self._first(of_state if game.establishment is None else own)
        return self._given(self._of_games[key])

    def rules_of(self, id: str, schedule: Extract) -> Extract | None:
        """The rules of a game that a schedule names: those of its establishment, or those that belong to none."""
        of_none = (None, schedule.jurisdiction)
        loose = (game for game in self._games.get(id, ()) if (game.establishment, game.jurisdiction) == of_none)
        return self.game_of(id, schedule) or next(loose, None)

    def game_of(self, id: str, schedule: Extract) -> Extract | None:
        """The game of that id at the schedule's establishment."""
        return next((game for game in self._games.get(id, ()) if game.establishment == schedule.establishment), None)
