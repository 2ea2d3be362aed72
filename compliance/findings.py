"""Findings: what was asked of which document, the answer, and where. Data only; renderers turn it into text."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.source import Span

if TYPE_CHECKING:
    from compliance.verdict import Judgement

# `information` is told of law that is no duty, and only when asked for.
# `waived` and `answered` are failures and reviews that a person has decided about.
STATUSES: Final = ("fail", "error", "review", "waived", "answered", "information", "pass", "not-applicable")
FORMAT: Final = "pitboss.findings/1"


class Place(NamedTuple):
    """One place of a finding: in which file, where, and which lines of the source document it was taken from."""

    path: str
    span: Span
    route: str = ""
    label: str = ""
    source: tuple[tuple[str, str], ...] = ()


class Said(NamedTuple):
    """What an answer says, whatever it is said of."""

    requirement: str
    status: str
    level: str
    message: str
    title: str = ""
    citation: str = ""
    authority: str = ""
    seen: str = ""
    remedy: str = ""
    asks: str = ""
    note: str = ""
    # What the answer rests on: computed, stated or reading.
    basis: str = ""
    # What the law says for a document that is found against.
    remark: str = ""
    # Whether it rests on something that the document does not say.
    silent: bool = False
    # How many of its kind it stands for: those beyond a bound are only counted.
    stands_for: int = 1
    # Lines that would mend the document once they are filled in, ready to paste.
    paste: tuple[str, ...] = ()
    # What a person decided about it: what, by whom, when, until when and why.
    decision: str = ""
    # Whether it waits for a fact that the document leaves open.
    waits: bool = False
    # What it is one defect with in other documents: all of one requirement under one name are told once.
    shared: str = ""
    # The key that would state what the document does not state, as a route.
    key: str = ""

    @property
    def words(self) -> str:
        """What is said, for people: with the key to write where something is not stated."""
        return f"{self.message} (key: {self.key})" if self.key else self.message


def _of_said(name: str) -> Any:
    """A field of what is said, read from the finding."""
    return property(attrgetter(f"said.{name}"))


class Finding:
    """The answer to one requirement for one document: what is said, and where.

    Apart, because of a set thousands of answers say the same of other places: what they say is kept once (`Pool`).
    """

    __slots__ = ("places", "said")

    requirement: str = _of_said("requirement")
    status: str = _of_said("status")
    level: str = _of_said("level")
    message: str = _of_said("message")
    title: str = _of_said("title")
    citation: str = _of_said("citation")
    authority: str = _of_said("authority")
    seen: str = _of_said("seen")
    remedy: str = _of_said("remedy")
    asks: str = _of_said("asks")
    note: str = _of_said("note")
    basis: str = _of_said("basis")
    remark: str = _of_said("remark")
    silent: bool = _of_said("silent")
    stands_for: int = _of_said("stands_for")
    paste: tuple[str, ...] = _of_said("paste")
    decision: str = _of_said("decision")
    waits: bool = _of_said("waits")
    shared: str = _of_said("shared")
    key: str = _of_said("key")
    words: str = _of_said("words")

    def __init__(self, said: Said, places: tuple[Place, ...] = ()) -> None:
        self.said = said
        self.places = places

    @property
    def path(self) -> str:
        """The document it is about: that of its first place."""
        return self.places[0].path if self.places else ""

    def _replace(self, places: tuple[Place, ...] | None = None, **words: Any) -> "Finding":
        """The same with other places or other words, as of a NamedTuple."""
        said = self.said._replace(**words) if words else self.said
        return Finding(said, self.places if places is None else places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and (self.said, self.places) == (other.said, other.places)

    def __hash__(self) -> int:
        return hash((self.said, self.places))

    def __repr__(self) -> str:
        return f"Finding({self.said!r}, {self.places!r})"

    def __reduce__(self) -> "tuple[type[Finding], tuple[Said, tuple[Place, ...]]]":
        return Finding, (self.said, self.places)


class Pool:
    """Equal words and places as one object, for as long as the findings of a run come in: what thousands of documents
    have alike is kept once, and handed over once from process to process."""

    def __init__(self) -> None:
        self._said: dict[Said, Said] = {}
        self._parts: dict[Any, Any] = {}
        # Of the document whose findings come in: no other has its places.
        self._path = ""
        self._places: dict[tuple[Place, ...], tuple[Place, ...]] = {}

    def take(self, finding: Finding) -> Finding:
        """The same finding, made of what others are made of."""
        finding.said = self._said.setdefault(finding.said, finding.said)
        places = finding.places
        if places and places[0].path != self._path:
            self._path, self._places = places[0].path, {}
        kept = self._places.get(places)
        if kept is None:
            kept = self._places[places] = tuple(map(self._place, places))
        finding.places = kept
        return finding

    def _place(self, place: Place) -> Place:
        one = self._parts.setdefault
        path, span, route, label, source = place
        return Place(one(path, path), one(span, span), one(route, route), one(label, label), one(source, source))


class Checked(NamedTuple):
    """A document that was looked at."""

    path: str
    sha256: str
    document: str = ""
    title: str = ""
    jurisdiction: str = ""


class LookedUp(NamedTuple):
    """Until when the law of a jurisdiction was looked up: the earliest and the latest day of its sections."""

    earliest: str
    latest: str


class About:
    """What is to be known of a run besides its answers."""

    def __init__(
        self,
        bases: Mapping[str, int] | None = None,
        looked_up: Mapping[str, LookedUp] | None = None,
        first_law: Mapping[str, str] | None = None,
        alone: Mapping[str, int] | None = None,
        left_to_people: Mapping[str, int] | None = None,
        enjoined_later: Mapping[str, int] | None = None,
    ) -> None:
        # How many passes of law rest on what.
        self.bases = Counter(bases)
        # By jurisdiction of the documents.
        self.looked_up = dict(looked_up or {})
        # Jurisdictions of which no law is known on the day, with the first day of the law that is.
        self.first_law = dict(first_law or {})
        # How many answers other documents of the same house might settle, by the document that came alone.
        self.alone = dict(alone or {})
        # How many duties of each jurisdiction no document can show.
        self.left_to_people = dict(left_to_people or {})
        # How many rules of each jurisdiction are reported in force on the day, were enjoined later, and were not asked.
        self.enjoined_later = dict(enjoined_later or {})


class Findings:
    """Everything a run found, in a fixed order."""

    def __init__(
        self,
        as_of: date,
        catalogue: str = "",
        documents: Iterable[Checked] = (),
        findings: Iterable[Finding] = (),
        counts: Mapping[str, int] | None = None,
        unread: int = 0,
        about: About | None = None,
        unkept: Mapping[str, Mapping[str, int]] | None = None,
    ) -> None:
        self.as_of = as_of
        self.catalogue = catalogue
        self.documents = list(documents)
        self.findings = list(findings)
        self.counts = Counter(counts)
        self.unread = unread
        self.about = about or About()
        # By document, how many answers were only counted: `law pass computed`, `order not-applicable`.
        self.unkept = {path: dict(counts) for path, counts in (unkept or {}).items()}
        # Made by `compliance.verdict.judge`, of the whole run, and kept when a report tells less of it.
        self.judgement: Judgement | None = None

    def summary(self) -> dict[str, int]:
        """How many findings of each status, in a fixed order."""
        return {status: self.counts[status] for status in STATUSES}

    def failed_at(self, level: str, levels: Sequence[str]) -> bool:
        """Whether anything failed at or above a level."""
        wanted = levels[levels.index(level) :]
        return any(finding.status == "fail" and finding.level in wanted for finding in self.findings)
