"""Extracts: the little that checks on the whole set need to know of each document.

Ten thousand documents do not fit in memory as models; ten thousand extracts do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias

from compliance.checks.names import house
from compliance.checks.registry import Kinds
from compliance.checks.rounds import dealt_by, order_of
from compliance.checks.set.shared_facts import SHARED_BLOCKS, shared_facts
from compliance.checks.texts import all_words, free_texts, with_term
from compliance.documents.charges import Band
from compliance.documents.dates import When
from compliance.documents.openness import Open
from compliance.documents.pooled import NO_WORDS, same_route, same_set
from compliance.documents.units import any_one_of
from compliance.patterns import late
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.rates import Rate
    from compliance.documents.reading import AnyDocument, Loaded
    from compliance.documents.schedule import Collection, Option, Schedule
    from compliance.documents.terms import GeneralTerms
    from compliance.meaning.approvals import Kept

# What a point of a game begins with that tells who deals: by its round, and by a word.
DEALT_BY: Final = "dealt by "
SAID_TO_DEAL: Final = "said to deal: "
# Words of a glossary that turns of the bank are counted in.
UNITS_OF_A_TURN: Final = ("hand", "round", "deal", "turn", "game", "consecutive")
NO_BACKLINE: Final = "no backline"
# Payers whose fee is none that players pay on wagers of their own.
_NO_PLAYERS: Final = ("player-dealer", "pot", "house", None)
# Free words of a game that are kept: those that speak of who holds the bank.
_OF_THE_BANK: Final = late(r"\b(?:bank(?:s|ed|er|ing)?|position|player[-/ ]dealer|rotat\w+)\b", re.IGNORECASE)


# What texts say against requirements, by their ids: each with its place.
Told: TypeAlias = Mapping[str, tuple[tuple[Route, str], ...]]


class OptionRates(NamedTuple):
    """One option of a schedule: its name, all that it is called, the limit it is for, and the most rates that one table
    can meet under it: as different amounts, as tiers of one payer, and as tiers of all payers. `anywhere` has the
    amounts of all tables together.

    `worst` are the rates of the table that meets most of them. `one_table` are all its rates, where bands are called
    table limits and the schedule shows one table only. `part_of` numbers options that only together have a fee for
    every wager of a table; None for options that have one alone. `games` are those that it is for; none means all."""

    option: str
    title: str
    limit: str
    amounts: tuple[Decimal, ...]
    longest: int
    tiers: int
    anywhere: frozenset[Decimal]
    in_play: bool
    fees_seen: int
    worst: tuple[Rate, ...]
    one_table: tuple[Rate, ...]
    part_of: int | None
    games: frozenset[str]


class Charge(NamedTuple):
    """One fee of a schedule: where it stands, its type, what it says, whether all of it is a percentage, and the games
    that it is for (none: all of the schedule); when it is taken, what it goes by, and on what condition it is charged.
    Not `known`: no amount is stated. `per`: for which hands, wagers or other things alone it is due."""

    route: Route
    type: str | None
    text: str
    percentage: bool
    games: frozenset[str]
    taken: str | None = None
    by: str = "nothing"
    when: str = ""
    shares: bool = False
    known: bool = True
    per: str = ""

    @property
    def plain(self) -> bool:
        """Whether this is a stated amount of money without a condition."""
        return self.known and not self.when and not self.shares


class Drop(NamedTuple):
    """What is dropped for a jackpot: where it stands, what it says, and the games that it is for (none: all)."""

    route: Route
    text: str
    games: frozenset[str]


class Limit(NamedTuple):
    """The least and the most that may be wagered, where that is said, and the games that it is for (none: all)."""

    low: Decimal | None
    high: Decimal | None
    route: Route
    games: frozenset[str] = frozenset()


class Paying(NamedTuple):
    """Who pays something, where that stands, and the games that it is for (none: all)."""

    payer: str
    route: Route
    games: frozenset[str]


class Staking(NamedTuple):
    """Stakes that a game is played for, or that an option is for, where that stands, and the games (none: all)."""

    text: str
    bets: tuple[Decimal, ...]
    route: Route
    games: frozenset[str] = frozenset()


def for_game(rates: OptionRates | Charge | Drop | Limit | Paying | Staking, game: str | None) -> bool:
    """Whether an option, or a fee, is for a game: where it names none, it is for all."""
    return not rates.games or game in rates.games


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
    points: frozenset[str]
    shown: frozenset[str]
    limits: tuple[Limit, ...]
    payers: tuple[Paying, ...]
    stakes: tuple[Staking, ...]
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
) -> Extract:
    """The extract of a document. `looked` gathers the open facts of the document that are read."""
    parts: dict[str, Any] = {
        "path": loaded.path,
        "waiting": same_set(waiting),
        "open": loaded.open,
        "kept": loaded.kept,
        "against": against or {},
    }
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


def _fees(schedule: Schedule) -> tuple[tuple[str, str], ...]:
    """Every option's fees as one line of text: enough to tell whether two schedules charge the same."""
    rows = []
    for number, option in enumerate(schedule.options):
        rates = "; ".join(f"{rate.payer} {rate.band or ''} {rate.fee.text}" for rate in schedule.rates_of(number))
        rows.append((option.option, rates))
    return tuple(rows)


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
    return same_set([*points, *dealt, *said, *order_of(document)])


def _rates(schedule: Schedule) -> tuple[OptionRates, ...]:
    """How many rates each option puts at one table."""
    from compliance.checks.set.meeting import tables_of

    rows = []
    parts = _parts(schedule)
    for number, option in enumerate(schedule.options):
        tables = tables_of(schedule, number)
        every = tuple(schedule.rates_of(number))
        row = OptionRates(
            option.option,
            f"{option.option} {option.title or ''} {option.counts or ''}",
            str(option.table_limit or option.wager or ""),
            tables.amounts,
            tables.longest,
            tables.tiers,
            frozenset(rate.amount for rate in every),
            not option.not_for_play,
            sum(1 for collection in option.collections for _ in collection.rows()),
            tables.worst,
            () if _shows_several_tables(schedule, option) or tables.number == 1 else every,
            parts.get(number),
            schedule.games_of(option),
        )
        rows.append(row)
    return tuple(rows)


def _shows_several_tables(schedule: Schedule, option: Option) -> bool:
    """Whether a schedule speaks of tables with different limits: bands by table limit are then no tiers of one."""
    limits = schedule.table_limits
    ends = [limits.minimum, limits.maximum] if limits is not None else []
    return option.table_limit is not None or any(end is not None and end.low != end.high for end in ends)


def _parts(schedule: Schedule) -> dict[int, int]:
    """Options that have fees for a part of a table's wagers each and for all of them together, by their first."""
    alike: dict[tuple[str, frozenset[str], Decimal, Decimal], list[tuple[int, Decimal, Decimal | None]]] = {}
    for number, option in enumerate(schedule.options):
        least, most = schedule.table_of(option)
        if least is None or most is None or option.not_for_play:
            continue
        for collection in option.collections:
            bands = _wagers_of(option, collection)
            if bands:
                key = (collection.payer or "", schedule.games_of(option), least, most)
                alike.setdefault(key, []).append((number, bands[0].low, bands[-1].high))
    found: dict[int, int] = {}
    for (_, _, least, most), spans in alike.items():
        partial = [span for span in spans if span[1] > least or (span[2] is not None and span[2] < most)]
        reaches_down = any(low <= least for _, low, _ in partial)
        reaches_up = any(high is None or high >= most for _, _, high in partial)
        if len(partial) > 1 and reaches_down and reaches_up:
            found |= {number: partial[0][0] for number, _, _ in partial}
    return found


def _wagers_of(option: Option, collection: Collection) -> list[Band]:
    """The wagers that a fee is for, where it is not for all: by its bands, or by its option."""
    if collection.bands is None:
        own = option.wager
        return [own] if own is not None and own.money and any(fee.charges for _, _, fee in collection.rows()) else []
    return [band for band, _ in collection.bands.ascending] if collection.by == "wager-amount" else []


def _charges(schedule: Schedule) -> Iterator[Charge]:
    """Every fee that somebody pays, those of which it is not stated how much among them."""
    for route, option, collection in schedule.collections():
        rows = [fee for _, _, fee in collection.rows()]
        fees = [fee for fee in rows if fee.charges]
        if rows and not fees:
            continue
        shares = [fee.share is not None for fee in fees]
        yield Charge(
            route,
            collection.charged_as,
            ", ".join(dict.fromkeys(fee.text for fee in fees)) or "a fee of no stated amount",
            bool(shares) and all(shares),
            schedule.games_of(option),
            collection.collected,
            collection.by,
            collection.when or ("the payer wins" if collection.payer == "winner" else ""),
            any(shares),
            bool(fees),
            next((per for fee in fees for per in (fee.per, collection.per or "") if not any_one_of(per)), ""),
        )


def _payers(schedule: Schedule) -> tuple[Paying, ...]:
    """Who pays something for which games, and where that stands first."""
    found: dict[tuple[str, frozenset[str]], Route] = {}
    for route, option, collection in schedule.collections():
        if collection.payer is not None and any(fee.charges for _, _, fee in collection.rows()):
            for payer in (collection.payer, *collection.also_from):
                found.setdefault((payer, schedule.games_of(option)), same_route((*route, "payer")))
    return tuple(Paying(payer, route, games) for (payer, games), route in found.items())


def _limits(document: AnyDocument) -> Iterator[Limit]:
    """What may be wagered: at the table of a game, or under each option of a schedule."""
    if document.document == "game":
        table = document.table
        least, most = (table.minimum, table.maximum) if table is not None else (None, None)
        if least is not None or most is not None:
            yield _from_to(least, most, ("table",))
    elif document.document == "schedule":
        for number, option in enumerate(document.options):
            own = option.table_limit or option.wager
            if own is not None and own.money and not option.not_for_play:
                key = "table-limit" if option.table_limit is not None else "wager"
                yield Limit(own.low, own.high, ("options", number, key), document.games_of(option))
        limits = document.table_limits
        if limits is not None and (limits.minimum is not None or limits.maximum is not None):
            yield _from_to(limits.minimum, limits.maximum, ("table-limits",))


def _stakes(document: AnyDocument) -> Iterator[Staking]:
    """What a pot game is played for, by its rules or under each option of a schedule."""
    if document.document == "game" and document.betting is not None:
        for place, stakes in enumerate(document.betting.stakes):
            yield Staking(str(stakes), stakes.bets, ("betting", "stakes", place))
    elif document.document == "schedule":
        for number, option in enumerate(document.options):
            for place, stakes in enumerate(option.stakes if not option.not_for_play else ()):
                route = ("options", number, "stakes", place)
                yield Staking(str(stakes), stakes.bets, route, document.games_of(option))


def _from_to(least: Band | None, most: Band | None, route: Route) -> Limit:
    key = "maximum" if most is not None else "minimum"
    return Limit(least.low if least is not None else None, most.high if most is not None else None, (*route, key))


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
        "options for limits of their own": _limits_apart(schedule),
        "conditional waiver": any(c.waived_when is not None for c in collections),
        "smaller fee without a flop": any(_smaller_without_flop(schedule, n) for n in range(len(own))),
    }
    return same_set(part for part, present in found.items() if present)


def _drops(schedule: Schedule) -> Iterator[Drop]:
    for route, option, collection in schedule.collections():
        if collection.jackpot_drop is not None and collection.jackpot_drop.charges:
            yield Drop((*route, "jackpot-drop"), str(collection.jackpot_drop), schedule.games_of(option))


def _shown(schedule: Schedule) -> frozenset[str]:
    """What fees show that may speak against what is said of them."""
    by_pot = any(collection.by == "pot-size" for _, _, collection in schedule.collections())
    return same_set(["fee by the size of the pot"] if by_pot else [])


def _limits_apart(schedule: Schedule) -> bool:
    """Whether every option is for table limits that no other option is for."""
    limits = [option.table_limit for option in schedule.options if not option.not_for_play]
    stated = sorted((limit for limit in limits if limit is not None), key=lambda limit: limit.low)
    apart = (one.high is not None and one.high < other.low for one, other in pairwise(stated))
    return len(stated) == len(limits) > 1 and all(apart)


def _smaller_without_flop(schedule: Schedule, number: int) -> bool:
    """Whether an option takes less in a hand without a flop than in others."""
    collections = schedule.options[number].collections
    without = [c.without_flop.amount for c in collections if c.without_flop is not None]
    whole = [rate.amount for rate in schedule.rates_of(number) if rate.route[-1] != "without-flop"]
    return bool(without and whole) and min(without) < max(whole)


def _fees_on_bonus(schedule: Schedule) -> tuple[Route, ...]:
    """Where the schedule counts bonus wagers in what a player pays on."""
    return tuple(
        (*route, "counts")
        for route, _, collection in schedule.collections()
        if collection.payer not in _NO_PLAYERS and collection.counts is not None and "bonus" in collection.counts
    )


_PARTS: Final[dict[str, Callable[[Any], Any]]] = {
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
    "fees": _of_schedule(_fees),
    "facts": shared_facts,
    "fees_on_bonus": _of_schedule(_fees_on_bonus),
    "rates": _of_schedule(_rates),
    "charges": _of_schedule(lambda schedule: tuple(_charges(schedule))),
    "drops": _of_schedule(lambda schedule: tuple(_drops(schedule))),
    "shown": _of_schedule(_shown, NO_WORDS),
    "points": lambda document: _points(document) if document.document == "schedule" else _points_of_game(document),
    "limits": lambda document: tuple(_limits(document)),
    "payers": _of_schedule(_payers),
    "stakes": lambda document: tuple(_stakes(document)),
}
