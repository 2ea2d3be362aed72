"""What the blocks of every document are made of, and the blocks that games, schedules and terms share.

Models are frozen and hold exact values. Keys in files are kebab-case; in code the same words with underscores.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, PrivateAttr, field_validator, model_validator

from compliance.documents.fields import (
    Count,
    DateRangeText,
    JurisdictionText,
    Lines,
    LocalLimit,
    Name,
    Routes,
    Words,
    YesNo,
)
from compliance.documents.paper_comparison import PaperComparison
from compliance.documents.quotations import OTHER
from compliance.documents.values import Unreadable, read_lines
from compliance.source.routes import Route

T = TypeVar("T")


def to_kebab_case(name: str) -> str:
    """A field's key in a file: `at_most` is written `at-most`."""
    return name.rstrip("_").replace("_", "-")


class Block(BaseModel):
    """A group of entries with known keys. `source` gives the lines of the source document it was taken from."""

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=to_kebab_case, defer_build=True)

    source: Lines | None = None


class NamedEntries(Block, Generic[T]):
    """A group whose keys are names that the writer chooses, each with a value of one kind, in the writer's order."""

    model_config = ConfigDict(extra="allow", frozen=True, alias_generator=to_kebab_case, defer_build=True)

    __pydantic_extra__: dict[str, T] = {}

    def items(self) -> Iterator[tuple[str, T]]:
        return iter((self.__pydantic_extra__ or {}).items())

    def __contains__(self, name: object) -> bool:
        return name in (self.__pydantic_extra__ or {})

    def get(self, name: str) -> T | None:
        return (self.__pydantic_extra__ or {}).get(name)

    def __len__(self) -> int:
        return len(self.__pydantic_extra__ or {})


class Approval(Block):
    """Who approved it, under which number, when, and what exactly was approved."""

    authority: Words | None = None
    status: Literal["pending", "approved", "denied", "withdrawn"] | None = None
    submitted: DateRangeText | None = None
    id: Words | None = None
    date: DateRangeText | None = None
    rules_dated: DateRangeText | None = None
    submitted_by: Words | None = None
    conditions: list[Words] = []


class PaperSource(Block):
    """The file a document was transcribed from, and where in it."""

    file: Words
    # The text of a file that is no text itself, kept beside it, and the digest of the file that it was read from.
    text: Words | None = None
    sha256: Words | None = None
    lines: Lines
    also: list[Words] = []


class Statement(Block):
    """That a document says something the law or a regulator asks to be said, and where it says so.

    Lines alone say that it is said there. A sentence says nothing until somebody chose what it means: `yes`, that it
    says so, `no`, that it says the opposite, or `other`."""

    means: YesNo | None = None
    says: Words | None = None
    value: Words | None = None

    @model_validator(mode="before")
    @classmethod
    def _accept_lines(cls, written: Any) -> Any:
        """A statement may be written as its source lines alone."""
        if isinstance(written, dict):
            means = written.get("means")
            if isinstance(means, str) and means.strip().lower() == OTHER:
                return {key: value for key, value in written.items() if key != "means"} or {"says": OTHER}
            return written if "means" in written or "says" in written else {**written, "means": "yes"}
        if not isinstance(written, (str, list)):
            return written
        try:
            return {"source": read_lines(written), "means": "yes"}
        except Unreadable:
            words = "..." if isinstance(written, list) else written[:60]
            raise Unreadable(f"these are no lines of a source such as 16; write words as {{says: {words}}}") from None


class Reference(Block):
    """A law, an agency or another document that the text names."""

    to: Words
    kind: Literal["schedule", "game", "law", "agency", "document"]
    says: Words | None = None


class InternalReference(Block):
    """A place of the same text that it points to."""

    to: Words
    kind: Literal["rule", "section", "table", "statement"]
    says: Words | None = None
    list: Name | None = None
    at: Lines | None = None


class LostText(Block):
    """Text that is cut or cannot be read, the facts that it leaves open, and what to ask whoever has the text."""

    at: Lines
    touches: Routes
    what: Words | None = None
    asks: Words | None = None

    @property
    def question(self) -> str:
        """What to ask, or else what is lost."""
        return self.asks or (f"{self.what[:1].upper()}{self.what[1:]}." if self.what else "")


class AmbiguousText(Block):
    """Text that can be read in more than one way, the facts that it leaves open, and the ways."""

    at: Lines
    touches: Routes
    readings: list[Words]
    asks: Words | None = None

    @property
    def question(self) -> str:
        """What to ask; the readings say the rest."""
        return self.asks or ""

    @field_validator("readings")
    @classmethod
    def _check_readings(cls, readings: list[str]) -> list[str]:
        if len(readings) < 2:
            raise ValueError("one reading leaves nothing open; write two or more, as [exactly $5, $5 or more]")
        return readings


class UnclearText(Block):
    """Facts that the text does not settle, and what to ask."""

    touches: Routes
    asks: Words
    at: Lines | None = None

    @property
    def question(self) -> str:
        return self.asks


OpenText: TypeAlias = LostText | AmbiguousText | UnclearText


class Note(Block):
    """Something to know about the paper. No check reads it."""

    note: Words
    at: Lines | None = None


class Restatement(BaseModel):
    """The same facts said again elsewhere, agreeing or not: `at`, and routes with the value said there."""

    model_config = ConfigDict(extra="allow", frozen=True, defer_build=True)

    at: Lines

    def facts(self) -> Iterator[tuple[str, Any]]:
        return iter((self.__pydantic_extra__ or {}).items())


class NumberedList(Block):
    """The numbers that a numbered list prints, in the order in which they stand."""

    numbers: Words
    at: Lines | None = None


class NotForPlay(Block):
    """A variant that the document prints and says is not to be played."""

    option: Words | None = None
    what: Words


class HouseChoice(Block):
    """A rule that the text leaves to the house. What it touches is open until the document says what is chosen."""

    what: Words
    touches: Routes = []
    needs: Words | None = None
    chosen: Words | None = None


class PrintedNotation(Block):
    """Money or odds in a notation of its own, as the source prints it."""

    text: Words
    means: Words | None = None
    at: Lines | None = None


class WorkedOut(Block):
    """A figure that no line of the paper prints, and why it is right: all below a place, or one value (`is`)."""

    at: Words
    is_: Words | None = None
    why: Words
    from_: Lines | None = None


class NotARule(Block):
    """Lines of the paper that are no rules, such as an address: nothing of them is missing in the document."""

    at: Lines
    what: Words | None = None


class PrintedName(Block):
    """A name of an establishment or owner that the text mentions."""

    name: Words
    as_: Literal["establishment", "owner", "agency", "supplier"]
    at: Lines | None = None


class Reading(Block):
    """What is known about the paper that a document was taken from. Who writes rules of his own needs none of it."""

    source: PaperSource | None = None  # type: ignore[assignment]  # the file too, where a block has only lines
    worked_out: list[WorkedOut] = []
    not_a_rule: list[NotARule] = []
    said_again: list[Restatement] = []
    lost: list[LostText] = []
    ambiguous: list[AmbiguousText] = []
    unclear: list[UnclearText] = []
    printed: list[PrintedNotation] = []
    numbered: NamedEntries[NumberedList] | None = None
    words_used: NamedEntries[Lines] | None = None
    names: list[PrintedName] = []
    points_to: list[InternalReference] = []
    notes: list[Note] = []


class Licensee(Block):
    """What licence the card room holds."""

    class_: Literal["house-banked", "class-f", "nonhouse-banked"] | None = None
    tables: Count | None = None


class HouseRules(Block):
    """What the house rules cover, by topic."""

    topics: list[Words] = []
    languages: list[Words] = []
    on_request: YesNo | None = None


class LocalLimits(Block):
    """What the ordinance of the document's locality sets, as far as the document says it."""

    ordinance: Words | None = None
    wager_limit: LocalLimit | None = None
    seats: Count | None = None
    backline: Literal["allowed", "not allowed"] | None = None


class Document(Block):
    """What every document has: what it is, where it holds, who approved it, and what its text says about itself."""

    title: Words
    id: Name | None = None
    aliases: list[Words] = []
    version: Words | None = None
    dated: DateRangeText | None = None
    jurisdiction: JurisdictionText
    locality: Words | None = None
    local: LocalLimits | None = None
    establishment: Words | None = None
    owner: Words | None = None
    licensee: Licensee | None = None
    approval: Approval | None = None
    statements: NamedEntries[Statement] | None = None
    references: list[Reference] = []
    glossary: NamedEntries[Words] | None = None
    not_for_play: list[NotForPlay] = []
    house_choices: list[HouseChoice] = []
    house_rules: HouseRules | None = None
    reading: Reading | None = None

    # What is counted from words of the writer's choice, as odds are, is counted from the document as it is written.
    _written: Mapping[str, Any] = PrivateAttr(default_factory=dict)
    # What a comparison with the paper found, where the paper is at hand.
    _paper: PaperComparison | None = PrivateAttr(default=None)
    # The sentences of the paper that facts were chosen for, by route.
    _quotations: Mapping[Route, str] = PrivateAttr(default_factory=dict)

    @property
    def quotations(self) -> Mapping[Route, str]:
        """The sentences of the paper that facts were chosen for, by the route of the fact."""
        return self._quotations

    def set_quotations(self, quotations: Mapping[Route, str]) -> None:
        self._quotations = quotations

    @property
    def raw_tree(self) -> Mapping[str, Any]:
        """The document as groups and lists of texts, what it leaves open included."""
        return self._written

    def set_raw_tree(self, tree: Mapping[str, Any]) -> None:
        self._written = tree

    @property
    def paper(self) -> PaperComparison | None:
        """What a comparison with the paper found; None where nobody compared them."""
        return self._paper

    def set_paper(self, comparison: PaperComparison | None) -> None:
        self._paper = comparison

    @property
    def restatements(self) -> list[Restatement]:
        """What the paper says again, with the routes of the facts."""
        return self.reading.said_again if self.reading is not None else []

    @property
    def printed(self) -> list[PrintedNotation]:
        """Notations as the paper prints them."""
        return self.reading.printed if self.reading is not None else []

    @property
    def names(self) -> list[PrintedName]:
        """Establishments, owners, agencies and suppliers that the paper names."""
        return self.reading.names if self.reading is not None else []

    @property
    def points_to(self) -> list[InternalReference]:
        """Places of its own that the paper points to."""
        return self.reading.points_to if self.reading is not None else []

    @property
    def numbered(self) -> NamedEntries[NumberedList] | None:
        """The numbered lists of the paper."""
        return self.reading.numbered if self.reading is not None else None

    @property
    def open_texts(self) -> list[tuple[tuple[str | int, ...], OpenText]]:
        """Text that leaves facts open, each with the route of its entry."""
        if self.reading is None:
            return []
        marks: list[tuple[str, Sequence[OpenText]]] = [
            ("lost", self.reading.lost),
            ("ambiguous", self.reading.ambiguous),
            ("unclear", self.reading.unclear),
        ]
        return [(("reading", name, number), one) for name, entries in marks for number, one in enumerate(entries)]

    @property
    def words_used(self) -> NamedEntries[Lines] | None:
        """Words of art that the paper uses, with their lines."""
        return self.reading.words_used if self.reading is not None else None
