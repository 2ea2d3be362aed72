"""The law as data: requirements, the dated wordings they rest on, and a catalogue of them.

A requirement says what must hold and which check decides it. Each of its `law` entries is one wording of the law in
force between two dates, with its own citation, authority and how it was seen, and with the numbers it sets. Nothing
here decides anything: checks do.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from compliance.documents.blocks import kebab
from compliance.documents.fields import Day, Name, Words
from compliance.documents.kinds import Jurisdiction
from compliance.law.words import Level

Authority = Literal[
    "statute",
    "regulation",
    "case",
    "approval practice",
    "agency letter",
    "suspended",
    "later enjoined",
    "good order",
]
Seen = Literal["text", "digest", "recital", "secondary", "inferred", "not needed"]


class CatalogueEntry(BaseModel):
    """A group of entries in a catalogue file."""

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=kebab, defer_build=True)


class Wording(CatalogueEntry):
    """One wording of the law: when it holds, what it sets, and how we know. `from-is: first seen` when `from` is only
    the earliest day on which it is known to hold: then nothing is said to have changed on that day."""

    from_: Day | None = None
    from_is: Literal["first day", "first seen"] = "first day"
    until: Day | None = None
    values: dict[str, Any] = {}
    cite: Words
    authority: Authority
    seen: Seen
    source: Words | None = None
    note: Words | None = None
    asks: Words | None = None
    check: Name | None = None
    with_: dict[str, Any] = {}
    level: Level | None = None

    def holds_on(self, day: date) -> bool:
        return (self.from_ is None or self.from_ <= day) and (self.until is None or day <= self.until)


class Applies(CatalogueEntry):
    """Which documents a requirement speaks to. `when` looks at their facts: a route, or several that are
    joined by `or`, and the values that match."""

    document: Literal["game", "schedule", "terms", "any"]
    jurisdiction: Jurisdiction | None = None
    locality: Words | None = None
    when: dict[str, Any] = {}


class Requirement(CatalogueEntry):
    """One thing that must hold."""

    id: Words
    title: Words
    asks: Words
    why: Words | None = None
    group: Words | None = None
    applies: Applies
    level: Level
    check: Name
    with_: dict[str, Any] = {}
    law: list[Wording]
    remedy: Words

    def wording_on(self, day: date) -> Wording | None:
        """The wording that holds on a day. Dates do not overlap: the catalogue is refused if they do."""
        return next((wording for wording in self.law if wording.holds_on(day)), None)


class LeftToPeople(CatalogueEntry):
    """Something the law asks that a document cannot show."""

    asks: Words
    cite: Words
    reason: Words
    jurisdiction: Jurisdiction


class CatalogueFile(CatalogueEntry):
    """One file of a catalogue."""

    requirements: list[Requirement] = []
    left_to_people: list[LeftToPeople] = []


class Catalogue:
    """All requirements that are in use, by id, in the order of their files."""

    def __init__(
        self,
        requirements: Mapping[str, Requirement] | None = None,
        left_to_people: tuple[LeftToPeople, ...] = (),
        version: str = "",
    ) -> None:
        self.requirements = requirements or {}
        self.left_to_people = left_to_people
        self.version = version

    def __iter__(self) -> Iterator[Requirement]:
        return iter(self.requirements.values())

    def __len__(self) -> int:
        return len(self.requirements)
