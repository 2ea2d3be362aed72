"""Extracts: the little that checks on the whole set need to know of each document.

Ten thousand documents do not fit in memory as models; ten thousand extracts do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias

from compliance.checks.money_said import wagers_said
from compliance.checks.names import house
from compliance.checks.registry import Kinds
from compliance.checks.rounds import dealt_by, order_of
from compliance.checks.set import money
from compliance.checks.set.money import Charge, Drop, Limit, OptionRates, Paying, PlayerBands, Staking, Waiver
from compliance.checks.set.shared_facts import SHARED_BLOCKS, shared_facts
from compliance.checks.texts import all_words, free_texts, stated_words, with_term
from compliance.checks.verdicts import cut
from compliance.documents.dates import When
from compliance.documents.openness import Open
from compliance.documents.pooled import NO_WORDS, same_set
from compliance.patterns import late
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import Game
    from compliance.documents.reading import AnyDocument, Loaded
    from compliance.documents.schedule import Schedule
    from compliance.documents.terms import GeneralTerms
    from compliance.meaning.approvals import Kept
    from compliance.recall import Recalled

# What a point of a game begins with that tells who deals: by its round, and by a word.
DEALT_BY: Final = "dealt by "
SAID_TO_DEAL: Final = "said to deal: "
# Words of a glossary that turns of the bank are counted in.
UNITS_OF_A_TURN: Final = ("hand", "round", "deal", "turn", "game", "consecutive")
NO_BACKLINE: Final = "no backline"
# What a point begins with that names a wager of a kind: `blind wager: ante`.
BLIND_WAGER: Final = "blind wager: "
BONUS_WAGER: Final = "bonus wager: "
_MOST_KEPT: Final = 500  # characters of a sentence that is kept
# Free words of a game that are kept: those that speak of who holds the bank.
_OF_THE_BANK: Final = late(r"\b(?:bank(?:s|ed|er|ing)?|position|player[-/ ]dealer|rotat\w+)\b", re.IGNORECASE)


# What texts say against requirements, by their ids: each with its place.
Told: TypeAlias = Mapping[str, tuple[tuple[Route, str], ...]]


class Extract(NamedTuple):
    """One document, as far as others are concerned. `establishment` is for telling houses apart, `house` for showing;
    `words` has what statements say, for those that are more than lines of the source; `said_again` is what is said once
    more of a fact, as it is written; `unsettled` are games that a schedule prints and does not settle which they
    are, with their numbers; `texts` are free words that speak of the bank; `against` are texts that speak against
    requirements, by their ids."""

    path: str
    kind: str
    title: str
    jurisdiction: str
    id: str | None
    names: tuple[str, ...]
    version: str | None
    establishment: str | None
    house: str | None
    authority: str | None
    approval: str | None
    approved: When | None
    status: str | None
    submitted: When | None
    dated: When | None
    statements: frozenset[str]
    words: dict[str, str]
    said_again: tuple[tuple[Route, str, str], ...]
    texts: tuple[tuple[Route, str], ...]
    references: tuple[tuple[Route, str, str], ...]
    games: tuple[tuple[Route, str, str | None, str | None], ...]
    unsettled: tuple[tuple[Route, str, str | None], ...]
    covers: frozenset[tuple[str, str]]
    superseded: bool
    fees: tuple[tuple[str, str], ...]
    facts: dict[str, Any]
    fees_on_bonus: tuple[Route, ...]
    rates: tuple[OptionRates, ...]
    charges: tuple[Charge, ...]
    drops: tuple[Drop, ...]
    waivers: tuple[Waiver, ...]
    player_bands: tuple[PlayerBands, ...]
    most_players: int
    points: frozenset[str]
    shown: frozenset[str]
    limits: tuple[Limit, ...]
    reach: tuple[Limit, ...]
    payers: tuple[Paying, ...]
    stakes: tuple[Staking, ...]
    wagers_said: tuple[tuple[Route, str, Decimal], ...]
    waiting: frozenset[str]
    open: tuple[Open, ...]
    kept: Kept | None = None
    against: Told = {}

    def covers_document(self, other: Extract) -> bool:
        """Whether these terms speak for another document: only for one that they name, as what it is."""
        return other.establishment == self.establishment and (other.kind, other.id or "") in self.covers


# Subjects of checks that only one or two kinds of document can have.
GameExtract: TypeAlias = Annotated[Extract, Kinds("game")]
ScheduleExtract: TypeAlias = Annotated[Extract, Kinds("schedule")]
TermsExtract: TypeAlias = Annotated[Extract, Kinds("terms")]
BankExtract: TypeAlias = Annotated[Extract, Kinds("game", "terms")]


class Looked(set[Route]):
    """Open facts that were read. What a part of an extract rests on is added once, however often it is read."""

    def __init__(self, routes: Iterable[Route] = ()) -> None:
        super().__init__(routes)  # as another process hands it over
        self.parts: set[str] = set()

    def clear(self) -> None:
        super().clear()
        self.parts.clear()


class OpenExtract(Extract):
    """The extract of a document that leaves facts open: tells when something that rests on one of them is read."""

    open_parts: dict[str, frozenset[Route]]
    looked: Looked

    def __getattribute__(self, name: str) -> Any:
        own = object.__getattribute__(self, "__dict__")
        if name in own.get("open_parts", ()) and name not in own["looked"].parts:
            own["looked"].parts.add(name)
            own["looked"].update(own["open_parts"][name])
        return object.__getattribute__(self, name)


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


def extract_of(
    loaded: Loaded,
    document: AnyDocument,
    waiting: Iterable[str] = (),
    looked: set[Route] | None = None,
    against: Told | None = None,
    recalled: Recalled | None = None,
) -> Extract:
    """The extract of a document. `looked` gathers the open facts of the document that are read."""
    parts: dict[str, Any] = {
        "path": loaded.path,
        "waiting": same_set(waiting),
        "open": loaded.open,
        "kept": loaded.kept,
        "against": against or {},
    }
    if recalled is not None:
        parts |= {name: part(document) for name, part in _NAMED.items()}
        return Extract(**parts, **{name: recalled.answer(part, part) for name, part in _WORKED_OUT.items()})
    if not loaded.open:
        return Extract(**parts, **{name: part(document) for name, part in _PARTS.items()})
    open_parts: dict[str, frozenset[Route]] = {}
    looked = set() if looked is None else looked
    for name, part in _PARTS.items():
        looked.clear()
        parts[name] = part(document)
        if looked:
            open_parts[name] = frozenset(looked)
    seen = Looked()
    parts["facts"] = OpenFacts(parts["facts"], [one.route for one in loaded.open if one.stated == "nothing"], seen)
    extract = OpenExtract(**parts)
    extract.open_parts, extract.looked = open_parts, seen
    return extract


def looked_at(extract: Extract) -> set[Route]:
    """The open facts of a document that were read since this set was last emptied."""
    return extract.looked if isinstance(extract, OpenExtract) else set()


def _of_schedule(part: Callable[[Schedule], Any], otherwise: Any = ()) -> Callable[[AnyDocument], Any]:
    """A part that only schedules have."""
    return lambda document: part(document) if document.document == "schedule" else otherwise


def _dated(document: AnyDocument) -> When | None:
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
    return same_set((*games, *(("schedule", id) for id in terms.covers.schedules)))


def _words(document: AnyDocument) -> dict[str, str]:
    """What each statement says, and the value that it gives, as one text."""
    made = document.statements.items() if document.statements is not None else ()
    texts = ((name, [text for text in (one.says, one.value) if text is not None]) for name, one in made)
    return {name: "; ".join(text) for name, text in texts if text}


def _references(document: AnyDocument) -> Iterator[tuple[Route, str, str]]:
    """What the document points to: where it does so, what kind of thing that is, and its name."""
    yield from ((("references", number, "to"), one.kind, one.to) for number, one in enumerate(document.references))
    yield from ((("reading", "points-to", n, "to"), one.kind, one.to) for n, one in enumerate(document.points_to))
    if document.document == "game" and document.fees is not None and document.fees.schedule is not None:
        yield ("fees", "schedule"), "schedule", document.fees.schedule
    if document.document == "schedule" and document.superseded_by is not None:
        yield ("superseded-by",), "successor", document.superseded_by


def _said_again(document: AnyDocument) -> Iterator[tuple[Route, str, str]]:
    """What is said again of facts that checks on the set look at."""
    for number, entry in enumerate(document.said_again):
        for fact, said in entry.facts():
            if isinstance(said, str) and fact.partition(" / ")[0] in (*SHARED_BLOCKS, "options"):
                yield ("reading", "said-again", number, fact), fact, said


def _texts(document: AnyDocument) -> Iterator[tuple[Route, str]]:
    """Free words that speak of the bank, or say what a hand is, but for those of statements, which are read for
    themselves."""
    for route, text in free_texts(document) if document.document == "game" else all_words(document):
        if of_the_bank(with_term(route, text)) or _is_unit(route):
            yield route, text


def of_the_bank(text: str) -> bool:
    """Whether a text speaks of who holds the bank."""
    return _OF_THE_BANK.search(text) is not None


def _is_unit(route: Route) -> bool:
    return route[0] == "glossary" and str(route[-1]).lower().rstrip("s") in UNITS_OF_A_TURN


def _points_of_game(document: AnyDocument) -> frozenset[str]:
    """What checks on the set need to know of a game besides its facts."""
    if document.document != "game":
        return NO_WORDS
    odds = any(True for _, wager in document.each_wager() for _ in wager.payouts())
    jackpot = any(activity.kind in ("jackpot", "cashpot") for activity in document.activities)
    found = {"wagers at odds": odds, "jackpot": jackpot or document.player_jackpot is not None}
    dealer = document.table.dealer if document.table is not None else None
    dealt = [f"{DEALT_BY}{who}" for _, who in dealt_by(document)]
    said = [f"{SAID_TO_DEAL}{dealer}"] if dealer is not None else []
    if document.table is not None and document.table.backline == "not allowed":
        said.append(NO_BACKLINE)
    points = [point for point, present in found.items() if present]
    return same_set([*points, *dealt, *said, *_wagers_by_kind(document), *order_of(document)])


def _wagers_by_kind(game: Game) -> Iterator[str]:
    """The names of bonus wagers, as they are written and as they are printed, and those of blinds."""
    for name, wager in game.each_wager():
        for one in (name.replace("-", " "), wager.name):
            if one is not None and wager.kind in ("bonus", "blind"):
                yield f"{BONUS_WAGER if wager.kind == 'bonus' else BLIND_WAGER}{one.lower()}"


def _wagers_said(document: AnyDocument) -> Iterator[tuple[Route, str, Decimal]]:
    """The sentences of a document that speak of a wager and have an amount."""
    for route, text in (*all_words(document), *stated_words(document)):
        yield from ((route, cut(sentence, _MOST_KEPT), high) for sentence, high in wagers_said(text))


# What a document says of itself, and what is worked out of it.
_NAMED: Final[dict[str, Callable[[Any], Any]]] = {
    "kind": lambda document: document.document,
    "title": lambda document: document.title,
    "jurisdiction": lambda document: document.jurisdiction,
    "id": lambda document: document.id,
    "names": lambda document: (document.title, *document.aliases),
    "version": lambda document: document.version,
    "establishment": lambda document: house(document.establishment) if document.establishment is not None else None,
    "house": lambda document: document.establishment,
    "authority": lambda document: document.approval.authority if document.approval is not None else None,
    "approval": lambda document: document.approval.id if document.approval is not None else None,
    "approved": lambda document: document.approval.date if document.approval is not None else None,
    "status": lambda document: document.approval.status if document.approval is not None else None,
    "submitted": lambda document: document.approval.submitted if document.approval is not None else None,
    "dated": _dated,
}
_WORKED_OUT: Final[dict[str, Callable[[Any], Any]]] = {
    "statements": lambda document: (
        same_set(name for name, _ in document.statements.items()) if document.statements is not None else NO_WORDS
    ),
    "words": _words,
    "said_again": lambda document: tuple(_said_again(document)),
    "texts": lambda document: tuple(_texts(document)) if document.document != "schedule" else (),
    "references": lambda document: tuple(_references(document)),
    "games": _of_schedule(_games),
    "unsettled": _of_schedule(lambda schedule: tuple(_unsettled(schedule))),
    "covers": lambda document: _covers(document) if document.document == "terms" else NO_WORDS,
    "superseded": _of_schedule(lambda schedule: bool(schedule.superseded_by), False),
    "fees": _of_schedule(money.fees),
    "facts": shared_facts,
    "fees_on_bonus": _of_schedule(money.fees_on_bonus),
    "rates": _of_schedule(money.option_rates),
    "charges": _of_schedule(lambda schedule: tuple(money.charges(schedule))),
    "player_bands": _of_schedule(lambda schedule: tuple(money.player_bands(schedule))),
    "most_players": lambda document: money.most_players(document) if document.document == "game" else 0,
    "waivers": _of_schedule(lambda schedule: tuple(money.waivers(schedule))),
    "drops": _of_schedule(lambda schedule: tuple(money.drops(schedule))),
    "shown": _of_schedule(money.shown, NO_WORDS),
    "points": lambda document: money.points(document) if document.document == "schedule" else _points_of_game(document),
    "limits": lambda document: tuple(money.limits(document)),
    "reach": money.reach,
    "payers": _of_schedule(money.payers),
    "stakes": lambda document: tuple(money.stakes(document)),
    "wagers_said": lambda document: tuple(_wagers_said(document)) if document.document != "schedule" else (),
}
_PARTS: Final = _NAMED | _WORKED_OUT
