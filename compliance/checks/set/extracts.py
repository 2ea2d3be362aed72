"""Extracts: the little that checks on the whole set need to know of each document.

Ten thousand documents do not fit in memory as models; ten thousand extracts do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias

from compliance.checks.names import house
from compliance.checks.registry import Kinds
from compliance.documents.values import When
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.reading import AnyDocument, Loaded
    from compliance.documents.schedule import Schedule

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


class Extract(NamedTuple):
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
    approved: When | None
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

    def covers_document(self, other: Extract) -> bool:
        """Whether these terms speak for another document: it is named, or is a schedule of a game that is."""
        if other.establishment != self.establishment:
            return False
        return other.id in self.covers or any(game in self.covers for _, game, _, _ in other.games)


# Subjects of checks that only one or two kinds of document can have.
GameExtract: TypeAlias = Annotated[Extract, Kinds("game")]
ScheduleExtract: TypeAlias = Annotated[Extract, Kinds("schedule")]
BankExtract: TypeAlias = Annotated[Extract, Kinds("game", "terms")]


def extract_of(loaded: Loaded, document: AnyDocument, waiting: frozenset[str]) -> Extract:
    """The document of a document."""
    schedule = document if document.document == "schedule" else None
    terms = document if document.document == "terms" else None
    approval = document.approval
    return Extract(
        path=loaded.path,
        kind=document.document,
        title=document.title,
        jurisdiction=document.jurisdiction,
        id=document.id,
        names=(document.title, *document.aliases),
        version=document.version,
        establishment=house(document.establishment) if document.establishment is not None else None,
        approval=approval.id if approval is not None else None,
        approved=approval.date if approval is not None else None,
        dated=(schedule.effective if schedule else None)
        or document.dated
        or (approval.date if approval is not None else None),
        statements=frozenset(name for name, _ in document.statements.items()) if document.statements else frozenset(),
        references=tuple(_references(document)),
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


def _references(document: AnyDocument) -> Iterator[tuple[Route, str, str]]:
    """What the document points to: where it does so, what kind of thing that is, and its name."""
    for number, reference in enumerate(document.references):
        yield ("references", number, "to"), reference.kind, reference.to
    if document.document == "game" and document.fees is not None and document.fees.schedule is not None:
        yield ("fees", "schedule"), "schedule", document.fees.schedule


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
