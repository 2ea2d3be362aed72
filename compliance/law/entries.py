"""How the files of a catalog are written: sections of law, requirements that rest on them, and cases.

These models only check the form of files; `compliance.law.reading` makes a catalog of them.
"""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, PlainValidator

from compliance.documents.blocks import to_kebab_case
from compliance.documents.fields import Day, JurisdictionText, Name, Words
from compliance.documents.kinds import Kind
from compliance.documents.values import Unreadable, read_words
from compliance.law.levels import Basis, Level

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
    "proposed",
]
Seen = Literal["text", "digest", "recital", "secondary", "inferred"]
FromIs = Literal["first day", "first seen"]
# What a wording writes for a value that it sets and that nobody here has seen.
NOT_SEEN = "not seen"


def _read_sections(value: object) -> list[str]:
    if not value:
        raise Unreadable("nothing is named here; expected a section of law such as WAC 230-15-140(1)")
    return [read_words(item) for item in (value if isinstance(value, list) else [value])]


Sections = Annotated[list[str], PlainValidator(_read_sections)]


class Entry(BaseModel):
    """A group of entries in a catalog file."""

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=to_kebab_case, defer_build=True)


class Dated(Entry):
    """Something that holds between two days. `from-is: first seen` when `from` is only the earliest day on which it is
    known to hold: then nothing is said to have changed on that day."""

    from_: Day | None = None
    from_is: FromIs = "first day"
    until: Day | None = None

    def holds_on(self, day: date) -> bool:
        return (self.from_ is None or self.from_ <= day) and (self.until is None or day <= self.until)


class Wording(Dated):
    """One text of a section: when it held, the values it sets, how we know, and some of its own words (`says`): one
    passage, or several by pinpoint (`(1)(a)`, `opening`, `all`) or by a name that requirements choose with `quotes`."""

    cite: Words | None = None
    authority: Authority | None = None
    # The proposal under which a text that is not in force is tried: its authority is `proposed`.
    proposal: Name | None = None
    seen: Seen
    source: Words | None = None
    says: Words | dict[str, Words] | None = None
    note: Words | None = None
    values: dict[str, Any] = {}


class Section(Entry):
    """A section of law, newest wording first. `looked-up` is the day of the copy that was read, and `copy` says which
    copy that is; `remark` is what is said beside every finding that it bears on."""

    section: Words
    title: Words
    authority: Authority
    source: Words | None = None
    looked_up: Day | None = None
    copy_: Words | None = None
    remark: Words | None = None
    wordings: list[Wording]


class AppliesEntry(Entry):
    """Which documents a requirement speaks to. `when` looks at their facts: a route, or several that are
    joined by `or`, and the values that match."""

    document: Literal["game", "schedule", "terms", "game or terms", "schedule or terms", "any"]
    jurisdiction: JurisdictionText | None = None
    locality: Words | None = None
    when: dict[str, Any] = {}


class ClauseKeys(Entry):
    """What must hold, said in expressions over the facts of a document (docs/catalogue.md)."""

    let: dict[str, Words] | None = None
    only_if: Any = None
    each: Any = None
    pairs: Any = None
    need: Any = None
    doubt: Any = None
    answers: Any = None
    if_missing: Literal["fail", "review", "not-applicable"] | None = None
    if_none: Literal["fail", "review", "pass", "not-applicable"] | None = None
    at: Any = None
    fault: Words | None = None
    holds: Words | None = None
    asks_a_person: Words | None = None
    paste: Any = None
    said_again: Literal["fail", "review"] | None = None
    all_: Any = None
    because: Words | None = None

    def clause(self) -> dict[str, Any]:
        """The keys of a clause that are written, under the names that a file gives them."""
        named = ((to_kebab_case(name), getattr(self, name)) for name in ClauseKeys.model_fields)
        return {name: value for name, value in named if value is not None}


class DatedChange(Dated, ClauseKeys):
    """What a requirement says otherwise for a while. What is not said here is as usual, but for `cite`, `seen`,
    `source` and `note`, and for the parameters where another `check` is named: those start afresh. Of a clause it
    says only the keys that differ, and under `let` only those names."""

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


class RequirementEntry(Dated, ClauseKeys):
    """One thing that must hold. It rests on law, or, in good order, has a reason of its own."""

    requirement: Words
    basis: Basis = "stated"
    headline: Literal["yes"] | None = None
    title: Words
    when_failed: Words | None = None
    group: Words | None = None
    asks: Words
    why: Words | None = None
    applies: AppliesEntry
    rests_on: Sections | None = None
    quotes: Words | None = None
    see_also: Sections | None = None
    cite: Words | None = None
    seen: Seen | None = None
    source: Words | None = None
    reason: Words | None = None
    class_: Words | None = None
    level: Level
    check: Name | None = None
    with_: dict[str, Any] = {}
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
    jurisdiction: JurisdictionText


class WithdrawnEntry(Entry):
    """A requirement that is no longer asked, and why."""

    id: Words
    because: Words


class JurisdictionEntry(Entry):
    """A state, in the folder that holds its law: what it is called, by what names its kinds of law are known there, and
    which of its requirements are errors whatever they rest on."""

    jurisdiction: JurisdictionText
    name: Words
    short_names: list[Words] = []
    authorities: dict[Authority, Words] = {}
    headlines: list[Words] = []


class PlaceEntry(Entry):
    """A city or county, in the folder that holds its ordinances."""

    place: Words
    kind: Literal["city", "county"]
    jurisdiction: JurisdictionText
    other_names: list[Words] = []
    not_known: Words | None = None


class ProposalEntry(Entry):
    """Law that is not in force and may be tried: texts whose authority is `proposed`, under its name, and sections that
    it would bring back."""

    proposal: Name
    title: Words
    jurisdiction: JurisdictionText
    level: Level
    brings_back: Sections = []
    source: Words | None = None
    note: Words


class SkeletonEntry(Entry):
    """A document to start from: which kind, in which state (any, where none is named), for which games by who banks
    them, and what a first version says. A name in braces stands for what the writer said, `unclear` for what stays
    open. `collection` is what a schedule says of each fee, and `examples` are shown for keys whose usual example is of
    another state."""

    skeleton: Kind
    jurisdiction: JurisdictionText | None = None
    banks: list[Words] = []
    body: dict[str, Any]
    collection: dict[str, Any] = {}
    examples: dict[str, Words] = {}


class CatalogFile(Entry):
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
    paper: list[str] = []


class CaseFile(Entry):
    """The cases of a requirement's file."""

    base: Name | None = None
    cases: list[CaseEntry] = []
