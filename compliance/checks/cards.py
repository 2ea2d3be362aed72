"""Index cards: the little that checks on the whole set need to know of each document.

Ten thousand documents do not fit in memory as models; ten thousand cards do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.documents.values import When
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.reading import AnyDocument, Loaded
    from compliance.documents.schedule import Schedule


@dataclass(frozen=True, slots=True)
class Card:
    """One document, as far as others are concerned."""

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
    waiting: frozenset[str]
    unclear: tuple[Route, ...]

    def covers_document(self, other: Card) -> bool:
        """Whether these terms speak for another document."""
        return other.id is not None and other.id in self.covers and other.establishment == self.establishment


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
        establishment=document.establishment,
        approval=approval.id if approval is not None else None,
        dated=(approval.date if approval is not None else None) or document.dated,
        statements=frozenset(name for name, _ in document.statements.items()) if document.statements else frozenset(),
        references=tuple(references),
        games=tuple(
            (("games", number), game.game, game.printed, game.approval)
            for number, game in enumerate(schedule.games if schedule else ())
        ),
        covers=frozenset((*terms.covers.games, *terms.covers.schedules)) if terms else frozenset(),
        superseded=bool(schedule and schedule.superseded_by),
        fees=_fees(schedule) if schedule else (),
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
