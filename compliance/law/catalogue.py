"""The law as it is asked of documents: requirements, and what each of them is on a day.

Nothing here reads files and nothing here decides anything: `compliance.law.reading` makes a catalogue out of files, and
checks decide. What holds on a day is asked in one place, `Requirement.on`: its sentence, parameters, level, citation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple


class Holding(NamedTuple):
    """What a requirement is between two days, with all values of the law filled in."""

    from_: date | None
    from_is: str
    until: date | None
    asks: str
    remedy: str
    level: str
    check: str
    parameters: Mapping[str, Any]
    # The parameters that the law sets, and not our reading of it.
    values: Mapping[str, Any]
    when: Mapping[str, Any]
    cite: str
    authority: str
    seen: str
    source: str
    note: str

    def holds_on(self, day: date) -> bool:
        return (self.from_ is None or self.from_ <= day) and (self.until is None or day <= self.until)


class Applies(NamedTuple):
    """Which documents a requirement speaks to. What their facts must be is said by `Holding.when`."""

    document: str
    jurisdiction: str | None = None
    locality: str | None = None


class Requirement(NamedTuple):
    """One thing that must hold: its history, newest first, and where it is written."""

    id: str
    title: str
    why: str
    group: str
    reason: str
    applies: Applies
    file: str
    history: tuple[Holding, ...]

    def on(self, day: date) -> Holding | None:
        """What holds on a day; None when nothing is asked. A catalogue in which two things held would be refused."""
        return next((holding for holding in self.history if holding.holds_on(day)), None)

    @property
    def newest(self) -> Holding:
        return self.history[0]


class LeftToPeople(NamedTuple):
    """Something the law asks that a document cannot show."""

    asks: str
    cite: str
    reason: str
    jurisdiction: str


class Catalogue:
    """All requirements that are in use, by id, in the order of their files."""

    def __init__(
        self,
        requirements: Iterable[Requirement] = (),
        left_to_people: tuple[LeftToPeople, ...] = (),
        version: str = "",
    ) -> None:
        self.requirements = {requirement.id: requirement for requirement in requirements}
        self.left_to_people = left_to_people
        self.version = version

    def __iter__(self) -> Iterator[Requirement]:
        return iter(self.requirements.values())

    def __len__(self) -> int:
        return len(self.requirements)


# --- as plain data, and back without any checking ---


def catalogue_data(catalogue: Catalogue) -> dict[str, Any]:
    """A catalogue as data that JSON can hold."""
    return {
        "version": catalogue.version,
        "requirements": [
            [*requirement[:-1], [_holding_data(holding) for holding in requirement.history]]
            for requirement in catalogue
        ],
        "left": catalogue.left_to_people,
    }


def catalogue_of_data(data: dict[str, Any]) -> Catalogue:
    """A catalogue from what `catalogue_data` made of it."""
    requirements = [
        Requirement(id, title, why, group, reason, Applies(*applies), file, tuple(map(_holding_of_data, history)))
        for id, title, why, group, reason, applies, file, history in data["requirements"]
    ]
    return Catalogue(requirements, tuple(LeftToPeople(*left) for left in data["left"]), data["version"])


def _holding_data(holding: Holding) -> list[Any]:
    return [day.isoformat() if isinstance(day, date) else day for day in holding]


def _holding_of_data(row: list[Any]) -> Holding:
    from_, from_is, until, *rest = row
    return Holding(_day(from_), from_is, _day(until), *rest)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text is not None else None
