"""The documents of a house as checks see them beside each other: whole, with what several checks ask found once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, TypeAlias, TypeVar, cast

from compliance.checks.names import house
from compliance.checks.registry import Kinds
from compliance.checks.rounds import order_of
from compliance.checks.set import money
from compliance.checks.set.money import Charge, Limit, OptionRates, Paying, PlayerBands, Staking
from compliance.checks.set.shared_facts import SHARED_BLOCKS, list_shared_facts
from compliance.documents.dates import DateRange
from compliance.documents.openness import watch
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.checks.set.meeting import Meeting
    from compliance.comparison.approvals import ApprovalHistory
    from compliance.documents.game import Game
    from compliance.documents.loader import LoadedDocument
    from compliance.documents.models import AnyDocument
    from compliance.documents.schedule import Schedule
    from compliance.documents.terms import GeneralTerms

NO_BACKLINE: Final = "no backline"
# What a point begins with that names a wager of a kind: `blind wager: ante`.
BLIND_WAGER: Final = "blind wager: "
BONUS_WAGER: Final = "bonus wager: "


def _dated(document: AnyDocument) -> DateRange | None:
    effective = document.effective if document.document == "schedule" else None
    approved = document.approval.date if document.approval is not None else None
    return effective or document.dated or approved


def _games(schedule: Schedule) -> tuple[tuple[Route, str, str | None, str | None], ...]:
    named = ((number, game.game, game) for number, game in enumerate(schedule.games))
    return tuple((("games", n), id, game.printed, game.approval) for n, id, game in named if id is not None)


def _unsettled(schedule: Schedule) -> Iterator[tuple[Route, str, str | None]]:
    unknown = ((number, game) for number, game in enumerate(schedule.games) if game.game is None)
    return ((("games", number), game.printed or "", game.approval) for number, game in unknown)


def _covers(terms: GeneralTerms) -> frozenset[tuple[str, str]]:
    """The kind and the id of every document that terms name."""
    games = (("game", id) for id in terms.covers.games)
    return frozenset((*games, *(("schedule", id) for id in terms.covers.schedules)))


def _references(document: AnyDocument) -> Iterator[tuple[Route, str, str]]:
    """What the document points to: where it does so, what kind of thing that is, and its name."""
    yield from ((("references", number, "to"), one.kind, one.to) for number, one in enumerate(document.references))
    yield from ((("reading", "points-to", n, "to"), one.kind, one.to) for n, one in enumerate(document.points_to))
    if document.document == "game" and document.fees is not None and document.fees.schedule is not None:
        yield ("fees", "schedule"), "schedule", document.fees.schedule
    if document.document == "schedule" and document.superseded_by is not None:
        yield ("superseded-by",), "successor", document.superseded_by


def _list_restatements(document: AnyDocument) -> Iterator[tuple[Route, str, str]]:
    """What is said again of facts that checks on the set look at."""
    for number, entry in enumerate(document.restatements):
        for fact, said in entry.facts():
            if isinstance(said, str) and fact.partition(" / ")[0] in (*SHARED_BLOCKS, "options"):
                yield ("reading", "said-again", number, fact), fact, said


def _points_of_game(document: AnyDocument) -> frozenset[str]:
    """What checks on the set need to know of a game besides its facts."""
    if document.document != "game":
        return frozenset()
    odds = any(True for _, wager in document.all_wagers() for _ in wager.payouts())
    jackpot = any(activity.kind in ("jackpot", "cashpot") for activity in document.activities)
    found = {"wagers at odds": odds, "jackpot": jackpot or document.player_jackpot is not None}
    said = []
    if document.table is not None and document.table.backline == "not allowed":
        said.append(NO_BACKLINE)
    points = [point for point, present in found.items() if present]
    return frozenset([*points, *said, *_wagers_by_kind(document), *order_of(document)])


def _wagers_by_kind(game: Game) -> Iterator[str]:
    """The names of bonus wagers, as they are written and as they are printed, and those of blinds."""
    for name, wager in game.all_wagers():
        for one in (name.replace("-", " "), wager.name):
            if one is not None and wager.kind in ("bonus", "blind"):
                yield f"{BONUS_WAGER if wager.kind == 'bonus' else BLIND_WAGER}{one.lower()}"


class OpenFacts(dict[str, Any]):
    """Facts of a document that leaves some of them open: tells when one of those is looked for."""

    def __init__(self, facts: dict[str, Any], routes: Iterable[Route], looked: set[Route]) -> None:
        super().__init__(facts)
        self._routes = {" / ".join(map(str, route)): route for route in routes if route[0] in SHARED_BLOCKS}
        self._looked = looked

    def _look(self, fact: object) -> None:
        for open_, route in self._routes.items():
            # A fact is open when it is marked so itself, or all that it stands in.
            if f"{fact} /".startswith(f"{open_} /"):
                self._looked.add(route)

    def __contains__(self, fact: object) -> bool:
        self._look(fact)
        return super().__contains__(fact)

    def get(self, fact: str, default: Any = None) -> Any:
        self._look(fact)
        return super().get(fact, default)

    def __getitem__(self, fact: str) -> Any:
        self._look(fact)
        return super().__getitem__(fact)


R = TypeVar("R")

# Where a schedule names a game, its id, and the name and number that it prints for it.
NamedGame: TypeAlias = tuple[Route, str, str | None, str | None]


class Part(Generic[R]):
    """What is worked out of a document when a check first asks for it. Where the document leaves facts open, each that
    it rests on is marked as read whenever the part is."""

    def __init__(self, work: Callable[[Any], R]) -> None:
        self._work = work
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, holder: HouseDocument, owner: type) -> R:
        value, reads = self.work_out(holder)
        if reads:
            holder.looked.update(reads)
        return value

    def work_out(self, holder: HouseDocument) -> tuple[R, frozenset[Route]]:
        """The part and the open facts that it rests on, none of which is marked as read."""
        known = holder.known.get(self._name)
        if known is not None:
            return known
        reads = holder.watch()
        found = holder.known[self._name] = self._work(holder.document), frozenset(reads)
        return found

    def __set__(self, holder: HouseDocument, value: R) -> None:
        raise AttributeError(f"{self._name} is worked out of the document")


class ScheduleTuple(Part[tuple[R, ...]]):
    """A part that only schedules have."""

    def __init__(self, work: Callable[[Schedule], Iterable[R]]) -> None:
        super().__init__(lambda document: tuple(work(document)) if document.document == "schedule" else ())


class HouseDocument:
    """One document among those of its house: the document itself, and what several checks ask of it, by name.

    `establishment` is for telling houses apart, `house` for showing; `said_again` is what is said once more of a fact,
    as it is written; `unsettled` are games that a schedule prints and of which it does not settle which they are;
    `looked` gathers the open facts that were read since it was last emptied."""

    def __init__(
        self,
        loaded: LoadedDocument,
        document: AnyDocument,
        approvals: ApprovalHistory | None = None,
    ) -> None:
        self.document = document
        self.path = loaded.path
        self.source = loaded.source
        self.open = loaded.open_facts
        self.approvals = approvals
        self.looked: set[Route] = set()
        self.known: dict[str, tuple[Any, frozenset[Route]]] = {}
        if self.open:
            # In one order, whoever asks first: a part rests on what it reads when it is worked out.
            for name in [name for name, one in vars(HouseDocument).items() if isinstance(one, Part)]:
                getattr(self, name)
            self.looked.clear()

    def replace_document(self, variant: AnyDocument) -> HouseDocument:
        """The same among its neighbors, as it reads where other sayings hold."""
        other = copy(self)
        other.document, other.looked, other.known = variant, set(), {}
        return other

    def watch(self) -> set[Route]:
        """Watch which open facts of the document are read from now on."""
        return watch(self.document, self._open_routes()) if self.open else set()

    def _open_routes(self) -> list[Route]:
        return [one.route for one in self.open if one.stated == "nothing"]

    @property
    def list_known_games(self) -> list[str]:
        """The games that a schedule names, as far as it says which: nothing waits for the others."""
        games: Part[tuple[NamedGame, ...]] = vars(HouseDocument)["games"]
        return [game for _, game, _, _ in games.work_out(self)[0]]

    @property
    def facts(self) -> dict[str, Any]:
        """The facts that general terms may state for others."""
        if "facts" not in self.known:
            reads = self.watch()
            found = list_shared_facts(self.document)
            kept = OpenFacts(found, self._open_routes(), self.looked) if self.open else found
            self.known["facts"] = kept, frozenset(reads)
        facts, reads_of_facts = self.known["facts"]
        self.looked.update(reads_of_facts)
        return cast(dict[str, Any], facts)

    def covers_document(self, other: HouseDocument) -> bool:
        """Whether these terms speak for another document: only for one that they name, as what it is."""
        return other.establishment == self.establishment and (other.kind, other.id or "") in self.covers

    kind: Part[str] = Part(lambda document: document.document)
    title: Part[str] = Part(lambda document: document.title)
    jurisdiction: Part[str] = Part(lambda document: document.jurisdiction)
    id: Part[str | None] = Part(lambda document: document.id)
    names: Part[tuple[str, ...]] = Part(lambda document: (document.title, *document.aliases))
    version: Part[str | None] = Part(lambda document: document.version)
    establishment: Part[str | None] = Part(
        lambda document: house(document.establishment) if document.establishment is not None else None
    )
    house: Part[str | None] = Part(lambda document: document.establishment)
    authority: Part[str | None] = Part(lambda one: one.approval.authority if one.approval is not None else None)
    approval: Part[str | None] = Part(lambda one: one.approval.id if one.approval is not None else None)
    approved: Part[DateRange | None] = Part(lambda one: one.approval.date if one.approval is not None else None)
    status: Part[str | None] = Part(lambda one: one.approval.status if one.approval is not None else None)
    submitted: Part[DateRange | None] = Part(lambda one: one.approval.submitted if one.approval is not None else None)
    dated: Part[DateRange | None] = Part(_dated)
    statements: Part[frozenset[str]] = Part(
        lambda one: frozenset(name for name, _ in one.statements.items()) if one.statements is not None else frozenset()
    )
    said_again: Part[tuple[tuple[Route, str, str], ...]] = Part(lambda document: tuple(_list_restatements(document)))
    references: Part[tuple[tuple[Route, str, str], ...]] = Part(lambda document: tuple(_references(document)))
    games: ScheduleTuple[NamedGame] = ScheduleTuple(_games)
    unsettled: ScheduleTuple[tuple[Route, str, str | None]] = ScheduleTuple(_unsettled)
    covers: Part[frozenset[tuple[str, str]]] = Part(
        lambda document: _covers(document) if document.document == "terms" else frozenset()
    )
    superseded: Part[bool] = Part(lambda document: document.document == "schedule" and bool(document.superseded_by))
    fees: ScheduleTuple[tuple[str, str]] = ScheduleTuple(money.list_fees)
    fees_on_bonus: ScheduleTuple[tuple[Route, bool]] = ScheduleTuple(money.fees_on_bonus)
    rates: ScheduleTuple[OptionRates] = ScheduleTuple(money.option_rates)
    meetings: ScheduleTuple[Meeting] = ScheduleTuple(money.meetings)
    charges: ScheduleTuple[Charge] = ScheduleTuple(money.charges)
    player_bands: ScheduleTuple[PlayerBands] = ScheduleTuple(money.player_bands)
    most_players: Part[int] = Part(
        lambda document: money.count_most_players(document) if document.document == "game" else 0
    )
    points: Part[frozenset[str]] = Part(
        lambda document: money.points(document) if document.document == "schedule" else _points_of_game(document)
    )
    limits: Part[tuple[Limit, ...]] = Part(lambda document: tuple(money.limits(document)))
    reach: Part[tuple[Limit, ...]] = Part(money.reach)
    payers: ScheduleTuple[Paying] = ScheduleTuple(money.payers)
    stakes: Part[tuple[Staking, ...]] = Part(lambda document: tuple(money.stakes(document)))


# Subjects of checks that only one or two kinds of document can have.
HouseGame: TypeAlias = Annotated[HouseDocument, Kinds("game")]
HouseSchedule: TypeAlias = Annotated[HouseDocument, Kinds("schedule")]
HouseTerms: TypeAlias = Annotated[HouseDocument, Kinds("terms")]
HouseBankRules: TypeAlias = Annotated[HouseDocument, Kinds("game", "terms")]
