"""How the files of a catalogue are written: sections of law, requirements that rest on them, and cases.

These models only check the form of files; `compliance.law.reading` makes a catalogue of them.
"""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, PlainValidator

from compliance.documents.blocks import kebab
from compliance.documents.fields import Day, Name, Words
from compliance.documents.kinds import Jurisdiction
from compliance.documents.values import Unreadable, read_words
from compliance.law.words import Basis, Level

Authority = Literal[
    "statute",
    "regulation",
    "case",
    "ordinance",
    "house policy",
    "approval practice",
    "agency letter",
    "suspended",
    "later enjoined",
]
Seen = Literal["text", "digest", "recital", "secondary", "inferred"]
FromIs = Literal["first day", "first seen"]
# What a wording writes for a value that it sets and that nobody here has seen.
NOT_SEEN = "not seen"


def _one_or_more(value: object) -> list[str]:
    if not value:
        raise Unreadable("nothing is named here; expected a section of law such as WAC 230-15-140(1)")
    return [read_words(item) for item in (value if isinstance(value, list) else [value])]


Sections = Annotated[list[str], PlainValidator(_one_or_more)]


class Entry(BaseModel):
    """A group of entries in a catalogue file."""

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=kebab, defer_build=True)


class Dated(Entry):
    """Something that holds between two days. `from-is: first seen` when `from` is only the earliest day on which it is
    known to hold: then nothing is said to have changed on that day."""

    from_: Day | None = None
    from_is: FromIs = "first day"
    until: Day | None = None

    def holds_on(self, day: date) -> bool:
        return (self.from_ is None or self.from_ <= day) and (self.until is None or day <= self.until)


class Wording(Dated):
    """One text of a section: when it held, the values it sets, and how we know."""

    cite: Words | None = None
    authority: Authority | None = None
    seen: Seen
    source: Words | None = None
    note: Words | None = None
    values: dict[str, Any] = {}


class Section(Entry):
    """A section of law, newest wording first. `remark`: what is said beside every finding that it bears on."""

    section: Words
    title: Words
    authority: Authority
    source: Words | None = None
    looked_up: Day | None = None
    remark: Words | None = None
    wordings: list[Wording]


class Applies(Entry):
    """Which documents a requirement speaks to. `when` looks at their facts: a route, or several that are
    joined by `or`, and the values that match."""

    document: Literal["game", "schedule", "terms", "game or terms", "schedule or terms", "any"]
    jurisdiction: Jurisdiction | None = None
    locality: Words | None = None
    when: dict[str, Any] = {}


class DatedChange(Dated):
    """What a requirement says otherwise for a while. What is not said here is as usual, but for `cite`, `seen`,
    `source` and `note`, and for the parameters where another `check` is named: those start afresh."""

    rests_on: Sections | None = None
    cite: Words | None = None
    seen: Seen | None = None
    source: Words | None = None
    asks: Words | None = None
    check: Name | None = None
    with_: dict[str, Any] = {}
    level: Level | None = None
    basis: Basis | None = None
    note: Words | None = None


class RequirementEntry(Dated):
    """One thing that must hold. It rests on law, or, in good order, has a reason of its own."""

    requirement: Words
    basis: Basis = "stated"
    headline: Literal["yes"] | None = None
    title: Words
    group: Words | None = None
    asks: Words
    why: Words | None = None
    applies: Applies
    rests_on: Sections | None = None
    cite: Words | None = None
    seen: Seen | None = None
    source: Words | None = None
    reason: Words | None = None
    class_: Words | None = None
    level: Level
    check: Name
    with_: dict[str, Any] = {}
    against: Any = None
    note: Words | None = None
    dated: list[DatedChange] = []
    remedy: Words
    remedy_silent: Words | None = None
    base: Name | None = None
    cases: list[Any] = []


class LeftEntry(Entry):
    """Something the law asks that a document cannot show."""

    asks: Words
    cite: Words
    reason: Words
    jurisdiction: Jurisdiction


class WithdrawnEntry(Entry):
    """A requirement that is no longer asked, and why."""

    id: Words
    because: Words


class CatalogueFile(Entry):
    """A file that holds several entries of any kind."""

    words: dict[str, Any] = {}
    sections: list[Section] = []
    requirements: list[RequirementEntry] = []
    left_to_people: list[LeftEntry] = []
    withdrawn: list[WithdrawnEntry] = []


class ApprovedEntry(Entry):
    """A text that is kept as approved beside the document of a case: on which day, and what it has otherwise."""

    on: Day
    set: dict[str, Any] = {}
    remove: list[Words] = []


class CaseEntry(Entry):
    """One case: what it is, under the answer that it gives; the day; what it changes in a base document."""

    pass_: Words | None = None
    fail: Words | None = None
    review: Words | None = None
    information: Words | None = None
    not_applicable: Words | None = None
    not_asked: Words | None = None
    on: Day
    base: Name | None = None
    set: dict[str, Any] = {}
    remove: list[Words] = []
    with_: list[Name] = []
    at: Words | None = None
    also: list[Words] = []
    approved: list[ApprovedEntry] = []


class CaseFile(Entry):
    """The cases of a requirement's file."""

    base: Name | None = None
    cases: list[CaseEntry] = []
