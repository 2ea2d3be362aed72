"""Index cards: the little that checks on the whole set need to know of each document.

Ten thousand documents do not fit in memory as models; ten thousand cards do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.documents.values import When
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.reading import AnyDocument, Loaded
    from compliance.documents.schedule import Schedule

_NO_PART_OF_A_NAME: Final = frozenset({"the", "inc", "llc", "ltd", "corp", "co", "company", "incorporated"})
_MOST_COMPARED: Final = 200
_SHARED_BLOCKS: Final = ("bank", "terms", "fees")


class OptionRates(NamedTuple):
    """One option of a schedule: the limit it is for, and the most rates that one table can meet under it: as different
    amounts, as tiers of one payer, and as tiers of all payers. `anywhere` has the amounts of all tables together."""

    option: str
    limit: str
    amounts: tuple[Decimal, ...]
    longest: int
    tiers: int
    anywhere: frozenset[Decimal]


class Charge(NamedTuple):
    """One fee of a schedule: where it stands, its type, what it says, and whether all of it is a percentage."""

    route: Route
    type: str | None
    text: str
    percentage: bool


class Card(NamedTuple):
    """One document, as far as others are concerned. `establishment` is for telling houses apart, not for showing."""

    path: str
    kind: str
    title: str
    jurisdiction: str
    id: str | None
    names: tuple[str, ...]
    version: str | None
    establishment: str | None
    approval: str | None
    dated: When | None
    statements: frozenset[str]
    references: tuple[tuple[Route, str, str], ...]
    games: tuple[tuple[Route, str, str | None, str | None], ...]
    covers: frozenset[str]
    superseded: bool
    fees: tuple[tuple[str, str], ...]
    facts: dict[str, Any]
    fees_on_bonus: tuple[Route, ...]
    rates: tuple[OptionRates, ...]
    charges: tuple[Charge, ...]
    points: frozenset[str]
    waiting: frozenset[str]
    unclear: tuple[Route, ...]

    def covers_document(self, other: Card) -> bool:
        """Whether these terms speak for another document: it is named, or is a schedule of a game that is."""
        if other.establishment != self.establishment:
            return False
        return other.id in self.covers or any(game in self.covers for _, game, _, _ in other.games)


class Place(NamedTuple):
    """A place in a document of the set."""

    card: Card
    route: Route


def letters(name: str) -> str:
    """A name without case, spaces and signs, for telling whether two names are the same."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def house(name: str) -> str:
    """The name of an establishment without its article and without what kind of company it is."""
    return "".join(word for word in map(letters, name.split()) if word not in _NO_PART_OF_A_NAME)


class Shelf(list[Card]):
    """The cards of a run, with what many checks look up found once."""

    @cached_property
    def _covering(self) -> dict[Hashable, list[Card]]:
        return {}

    @cached_property
    def _said(self) -> dict[Hashable, list[tuple[Any, Card]]]:
        return {}

    @cached_property
    def _terms(self) -> dict[str, list[Card]]:
        found: dict[str, list[Card]] = defaultdict(list)
        for card in self:
            for covered in card.covers:
                found[covered].append(card)
        return found

    @cached_property
    def _naming(self) -> dict[str, list[Card]]:
        found: dict[str, list[Card]] = defaultdict(list)
        for card in self:
            for game in dict.fromkeys(game for _, game, _, _ in card.games):
                found[game].append(card)
        return found

    @cached_property
    def _games(self) -> dict[str, list[Card]]:
        found: dict[str, list[Card]] = defaultdict(list)
        for card in self:
            if card.kind == "game" and card.id is not None:
                found[card.id].append(card)
        return found

    @cached_property
    def _numbers(self) -> dict[str, dict[str, Place]]:
        found: dict[str, dict[str, Place]] = defaultdict(dict)
        for card in self:
            if card.kind == "game" and card.id is not None and card.approval is not None:
                found[letters(card.approval)].setdefault(card.id, Place(card, ("approval", "id")))
            for route, game, _, number in card.games:
                if number is not None:
                    found[letters(number)].setdefault(game, Place(card, (*route, "approval")))
        return found

    @cached_property
    def _numbered(self) -> dict[tuple[str | None, str], dict[str, Place]]:
        found: dict[tuple[str | None, str], dict[str, Place]] = defaultdict(dict)
        for card in self:
            if card.kind == "game" and card.id is not None and card.approval is not None:
                found[card.establishment, card.id].setdefault(letters(card.approval), Place(card, ("approval", "id")))
            for route, game, _, number in card.games:
                if number is not None:
                    place = Place(card, (*route, "approval"))
                    found[card.establishment, game].setdefault(letters(number), place)
        return found

    @cached_property
    def _named(self) -> dict[tuple[str | None, str], dict[str, Place]]:
        found: dict[tuple[str | None, str], dict[str, Place]] = defaultdict(dict)
        for card in self:
            if card.kind == "game" and card.id is not None:
                for number, name in enumerate(card.names):
                    route: Route = ("aliases", number - 1) if number else ("title",)
                    found[card.establishment, letters(name)].setdefault(card.id, Place(card, route))
        return found

    @cached_property
    def _same_id(self) -> dict[tuple[str, str | None, str], list[Card]]:
        found: dict[tuple[str, str | None, str], list[Card]] = defaultdict(list)
        for card in self:
            if card.id is not None:
                found[card.kind, card.establishment, card.id].append(card)
        return found

    @cached_property
    def _called(self) -> dict[str, Card]:
        found: dict[str, Card] = {}
        for card in self:
            for name in (card.id, card.approval, *card.names):
                if name:
                    found.setdefault(letters(name), card)
        return found

    @cached_property
    def _live(self) -> dict[tuple[str | None, str], dict[When | None, dict[Hashable, Place]]]:
        found: dict[tuple[str | None, str], dict[When | None, dict[Hashable, Place]]] = {}
        for card in self:
            for route, game, printed, _ in card.games:
                if not card.superseded:
                    limits = tuple(option.limit for option in card.rates)
                    dates = found.setdefault((card.establishment, game), {})
                    key = (card.fees, limits, letters(printed or game))
                    dates.setdefault(card.dated, {}).setdefault(key, Place(card, route))
        return found

    @cached_property
    def _schedules(self) -> dict[str | None, list[Card]]:
        found: dict[str | None, list[Card]] = defaultdict(list)
        for card in self:
            if card.kind == "schedule" and not card.superseded:
                found[card.establishment].append(card)
        return found

    def schedules_at(self, establishment: str | None) -> list[Card]:
        """The live schedules of an establishment."""
        return self._schedules.get(establishment, [])

    def games_numbered(self, approval: str) -> dict[str, Place]:
        """The games that bear one approval number, by id, each with one place that says so."""
        return self._numbers.get(letters(approval), {})

    def numbers_of(self, establishment: str | None, game: str) -> dict[str, Place]:
        """The approval numbers that one game bears, each with one place that says so."""
        return self._numbered.get((establishment, game), {})

    def games_named(self, establishment: str | None, name: str) -> dict[str, Place]:
        """The games of one establishment that go by one name, by id."""
        return self._named.get((establishment, letters(name)), {})

    def with_same_id(self, card: Card) -> list[Card]:
        """The documents of the same kind and establishment that have the same id, this one among them."""
        return self._same_id.get((card.kind, card.establishment, card.id or ""), [])

    def of_id(self, kind: str, establishment: str | None, id: str) -> Card | None:
        """The document of a kind, an establishment and an id."""
        return next(iter(self._same_id.get((kind, establishment, id), ())), None)

    @cached_property
    def _ids(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for card in self:
            if card.id is not None:
                found[card.kind, card.id[:2]].append(card.id)
        return found

    def known(self, id: str) -> bool:
        """Whether any document goes by an id, a name or a number."""
        return letters(id) in self._called

    def like(self, kind: str, id: str) -> str | None:
        """The id of a document of a kind that is nearly the same: what may have been meant."""
        from difflib import get_close_matches

        alike = self._ids.get((kind, id[:2]), [])[:_MOST_COMPARED]
        return next(iter(get_close_matches(id, alike, 1, 0.8)), None)

    def called(self, name: str) -> Card | None:
        """A document that goes by a name, an id or an approval number."""
        return self._called.get(letters(name))

    def rivals(self, schedule: Card, game: str) -> Iterator[Place]:
        """Where other live schedules name a game and no date tells which holds. Of those that agree only the first."""
        dates = self._live.get((schedule.establishment, game), {})
        wanted = dates if schedule.dated is None else [date for date in (schedule.dated, None) if date in dates]
        for date in wanted:
            yield from (place for place in dates[date].values() if place.card.path != schedule.path)

    def covering(self, card: Card) -> list[Card]:
        """The general terms that speak for a document."""
        ids = tuple(dict.fromkeys([card.id or "", *(game for _, game, _, _ in card.games)]))
        key = (card.establishment, ids)
        if key not in self._covering:
            speaking = (terms for id in ids for terms in self._terms.get(id, ()) if terms.covers_document(card))
            self._covering[key] = list({terms.path: terms for terms in speaking}.values())
        return self._covering[key]

    def facts_of_terms(self, card: Card, fact: str) -> list[tuple[Any, Card]]:
        """Every value that the terms that speak for a document give a fact, each with the first that gives it."""
        terms = self.covering(card)
        key = (id(terms), fact)  # the lists of `covering` are kept, so that each has one identity
        if key not in self._said:
            said: list[tuple[Any, Card]] = []
            for one in terms:
                if fact in one.facts and one.facts[fact] not in [value for value, _ in said]:
                    said.append((one.facts[fact], one))
            self._said[key] = said
        return self._said[key]

    def schedules_of(self, game: Card) -> list[Card]:
        """The schedules of the same establishment that name a game."""
        return [other for other in self._naming.get(game.id or "", ()) if other.establishment == game.establishment]

    def rules_of(self, id: str, schedule: Card) -> Card | None:
        """The rules of a game that a schedule names: those of its establishment, or those that belong to none."""
        of_none = (None, schedule.jurisdiction)
        loose = (game for game in self._games.get(id, ()) if (game.establishment, game.jurisdiction) == of_none)
        return self.game_of(id, schedule) or next(loose, None)

    def game_of(self, id: str, schedule: Card) -> Card | None:
        """The game of that id at the schedule's establishment."""
        return next((game for game in self._games.get(id, ()) if game.establishment == schedule.establishment), None)


def card_of(loaded: Loaded, document: AnyDocument, waiting: frozenset[str]) -> Card:
    """The card of a document."""
    schedule = document if document.document == "schedule" else None
    terms = document if document.document == "terms" else None
    references: list[tuple[Route, str, str]] = [
        (("references", number, "to"), reference.kind, reference.to)
        for number, reference in enumerate(document.references)
    ]
    if document.document == "game" and document.fees is not None and document.fees.schedule is not None:
        references.append((("fees", "schedule"), "schedule", document.fees.schedule))
    approval = document.approval
    return Card(
        path=loaded.path,
        kind=document.document,
        title=document.title,
        jurisdiction=document.jurisdiction,
        id=document.id,
        names=(document.title, *document.aliases),
        version=document.version,
        establishment=house(document.establishment) if document.establishment is not None else None,
        approval=approval.id if approval is not None else None,
        dated=(schedule.effective if schedule else None)
        or document.dated
        or (approval.date if approval is not None else None),
        statements=frozenset(name for name, _ in document.statements.items()) if document.statements else frozenset(),
        references=tuple(references),
        games=tuple(
            (("games", number), game.game, game.printed, game.approval)
            for number, game in enumerate(schedule.games if schedule else ())
        ),
        covers=frozenset((*terms.covers.games, *terms.covers.schedules)) if terms else frozenset(),
        superseded=bool(schedule and schedule.superseded_by),
        fees=_fees(schedule) if schedule else (),
        facts=_facts(document),
        fees_on_bonus=_fees_on_bonus(schedule) if schedule else (),
        rates=_rates(schedule) if schedule else (),
        charges=tuple(_charges(schedule)) if schedule else (),
        points=_points(schedule) if schedule else frozenset(),
        waiting=waiting,
        unclear=loaded.unclear,
    )


def _fees(schedule: Schedule) -> tuple[tuple[str, str], ...]:
    """Every option's fees as one line of text: enough to tell whether two schedules charge the same."""
    rows = []
    for number, option in enumerate(schedule.options):
        rates = "; ".join(f"{rate.payer} {rate.band or ''} {rate.fee.text}" for rate in schedule.rates(number))
        rows.append((option.option, rates))
    return tuple(rows)


def _rates(schedule: Schedule) -> tuple[OptionRates, ...]:
    """How many rates each option puts at one table."""
    rows = []
    for number, option in enumerate(schedule.options):
        amounts: set[Decimal] = set()
        anywhere = frozenset(rate.amount for rate in schedule.rates(number))
        longest = tiers = 0
        for rates in schedule.rates_at_tables(number):
            amounts = max(amounts, {rate.amount for rate in rates}, key=len)
            longest = max(longest, *Counter(rate.payer for rate in rates).values(), 0)
            tiers = max(tiers, len(rates))
        limit = option.table_limit or option.wager or ""
        rows.append(OptionRates(option.option, str(limit), tuple(sorted(amounts)), longest, tiers, anywhere))
    return tuple(rows)


def _charges(schedule: Schedule) -> Iterator[Charge]:
    """Every fee that somebody pays."""
    for route, _, collection in schedule.collections():
        fees = [fee for _, _, fee in collection.rows() if fee.charges]
        if fees:
            text = ", ".join(dict.fromkeys(fee.text for fee in fees))
            yield Charge(route, collection.charged_as, text, all(fee.share is not None for fee in fees))


def _points(schedule: Schedule) -> frozenset[str]:
    """Parts of a schedule that general terms may point to, or speak of."""
    own = [option.table_limit is not None for option in schedule.options]
    limits = schedule.table_limits
    ends = [limits.minimum, limits.maximum] if limits is not None else []
    ranged = any(end is not None and end.low != end.high for end in ends)
    collections = [collection for _, _, collection in schedule.collections()]
    by_limit = [c.bands for c in collections if c.by == "table-limit" and c.bands is not None]
    found = {
        "table limits": limits is not None or any(own),
        "range of limits": ranged and not all(own),
        "several limits in an option": any(len(bands) > 1 for bands in by_limit),
        "conditional waiver": any(c.waived_when is not None for c in collections),
        "smaller fee without a flop": any(_smaller_without_flop(schedule, n) for n in range(len(own))),
    }
    return frozenset(part for part, present in found.items() if present)


def _smaller_without_flop(schedule: Schedule, number: int) -> bool:
    """Whether an option takes less in a hand without a flop than in others."""
    collections = schedule.options[number].collections
    without = [c.without_flop.amount for c in collections if c.without_flop is not None]
    whole = [rate.amount for rate in schedule.rates(number) if rate.route[-1] != "without-flop"]
    return bool(without and whole) and min(without) < max(whole)


def _facts(document: AnyDocument) -> dict[str, Any]:
    """What is stated in the blocks that general terms have too, by route: `bank / rotation / every`."""
    found: dict[str, Any] = {}
    for name in _SHARED_BLOCKS:
        _collect(getattr(document, name, None), name, found)
    return found


def _collect(node: Any, route: str, found: dict[str, Any]) -> None:
    fields = getattr(type(node), "model_fields", None)
    if fields is None:
        if node is not None and node != []:
            found[route] = node
        return
    for name in node.model_fields_set - {"source"}:
        _collect(getattr(node, name), f"{route} / {fields[name].alias}", found)


def _fees_on_bonus(schedule: Schedule) -> tuple[Route, ...]:
    """Where the schedule counts bonus wagers in what a player pays on."""
    return tuple(
        (*route, "counts")
        for route, _, collection in schedule.collections()
        if collection.payer == "player" and collection.counts is not None and "bonus" in collection.counts
    )
