"""What the blocks of every document are made of, and the blocks that games, schedules and terms share.

Models are frozen and hold exact values. Keys in files are kebab-case; in code the same words with underscores.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, PrivateAttr, model_validator

from compliance.documents.fields import Count, Later, Lines, Money, Name, Routes, WhenText, Words, YesNo
from compliance.documents.kinds import Jurisdiction
from compliance.documents.values import Unreadable, read_lines

T = TypeVar("T")


def kebab(name: str) -> str:
    """A field's key in a file: `at_most` is written `at-most`."""
    return name.rstrip("_").replace("_", "-")


class Block(BaseModel):
    """A group of entries with known keys. `source` gives the lines of the source document it was taken from."""

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=kebab, defer_build=True)

    source: Lines | None = None


class Named(Block, Generic[T]):
    """A group whose keys are names that the writer chooses, each with a value of one kind, in the writer's order."""

    model_config = ConfigDict(extra="allow", frozen=True, alias_generator=kebab, defer_build=True)

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
    submitted: WhenText | None = None
    id: Words | None = None
    date: WhenText | None = None
    rules_dated: WhenText | None = None
    submitted_by: Words | None = None
    conditions: list[Words] = []


class Source(Block):
    """The file a document was transcribed from, and where in it."""

    file: Words
    lines: Lines
    also: list[Words] = []


class Statement(Block):
    """That a document says something the law or a regulator asks to be said, and where it says so."""

    says: Words | None = None
    value: Words | None = None

    @model_validator(mode="before")
    @classmethod
    def _lines_alone(cls, written: Any) -> Any:
        """A statement may be written as its source lines alone."""
        if not isinstance(written, (str, list)):
            return written
        try:
            return {"source": read_lines(written)}
        except Unreadable:
            words = "..." if isinstance(written, list) else written[:60]
            raise Unreadable(f"these are no lines of a source such as 16; write words as {{says: {words}}}") from None


class Reference(Block):
    """A law, an agency or another document that the text names."""

    to: Words
    kind: Literal["schedule", "game", "law", "agency", "document"]
    says: Words | None = None


class PointsTo(Block):
    """A place of the same text that it points to."""

    to: Words
    kind: Literal["rule", "section", "table", "statement"]
    says: Words | None = None
    list: Name | None = None
    at: Lines | None = None


class Lost(Block):
    """Text that is cut, that cannot be read, or that can be read in two ways, and the facts that it leaves open."""

    at: Lines
    touches: Routes
    what: Words | None = None


class Note(Block):
    """Something to know about the paper. No check reads it."""

    note: Words
    at: Lines | None = None


class SaidAgain(BaseModel):
    """The same facts said again elsewhere, agreeing or not: `at`, and routes with the value said there."""

    model_config = ConfigDict(extra="allow", frozen=True, defer_build=True)

    at: Lines

    def facts(self) -> Iterator[tuple[str, Any]]:
        return iter((self.__pydantic_extra__ or {}).items())


class Numbered(Block):
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


class Printed(Block):
    """Money or odds in a notation of its own, as the source prints it."""

    text: Words
    means: Words | None = None
    at: Lines | None = None


class NameSeen(Block):
    """A name of an establishment or owner that the text mentions."""

    name: Words
    as_: Literal["establishment", "owner", "agency", "supplier"]
    at: Lines | None = None


class Reading(Block):
    """What is known about the paper that a document was taken from. Who writes rules of his own needs none of it."""

    source: Source | None = None  # type: ignore[assignment]  # the file too, where a block has only lines
    said_again: list[Later[SaidAgain]] = []
    lost: list[Later[Lost]] = []
    printed: list[Later[Printed]] = []
    numbered: Later[Named[Numbered]] | None = None
    words_used: Later[Named[Lines]] | None = None
    names: list[Later[NameSeen]] = []
    points_to: list[Later[PointsTo]] = []
    notes: list[Later[Note]] = []


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
    wager_limit: Money | None = None
    seats: Count | None = None
    backline: Literal["allowed", "not allowed"] | None = None


class Document(Block):
    """What every document has: what it is, where it holds, who approved it, and what its text says about itself."""

    title: Words
    id: Name | None = None
    aliases: list[Words] = []
    version: Words | None = None
    dated: WhenText | None = None
    jurisdiction: Jurisdiction
    locality: Words | None = None
    local: Later[LocalLimits] | None = None
    establishment: Words | None = None
    owner: Words | None = None
    licensee: Later[Licensee] | None = None
    approval: Later[Approval] | None = None
    statements: Later[Named[Statement]] | None = None
    references: list[Later[Reference]] = []
    glossary: Later[Named[Words]] | None = None
    not_for_play: list[Later[NotForPlay]] = []
    house_choices: list[Later[HouseChoice]] = []
    house_rules: Later[HouseRules] | None = None
    reading: Later[Reading] | None = None

    # What is counted from words of the writer's choice, as odds are, is counted from the document as it is written.
    _written: Mapping[str, Any] = PrivateAttr(default_factory=dict)

    @property
    def written(self) -> Mapping[str, Any]:
        """The document as groups and lists of texts, what it leaves open included."""
        return self._written

    def written_as(self, tree: Mapping[str, Any]) -> None:
        self._written = tree

    @property
    def said_again(self) -> list[SaidAgain]:
        """What the paper says again, with the routes of the facts."""
        return self.reading.said_again if self.reading is not None else []

    @property
    def printed(self) -> list[Printed]:
        """Notations as the paper prints them."""
        return self.reading.printed if self.reading is not None else []

    @property
    def names(self) -> list[NameSeen]:
        """Establishments, owners, agencies and suppliers that the paper names."""
        return self.reading.names if self.reading is not None else []

    @property
    def points_to(self) -> list[PointsTo]:
        """Places of its own that the paper points to."""
        return self.reading.points_to if self.reading is not None else []

    @property
    def numbered(self) -> Named[Numbered] | None:
        """The numbered lists of the paper."""
        return self.reading.numbered if self.reading is not None else None

    @property
    def words_used(self) -> Named[Lines] | None:
        """Words of art that the paper uses, with their lines."""
        return self.reading.words_used if self.reading is not None else None
