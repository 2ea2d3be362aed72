"""Findings: what was asked of which document, the answer, and where. Data only; renderers turn it into text."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.documents.paper_comparison import Quote
from compliance.source import Span

if TYPE_CHECKING:
    from compliance.engine.verdict import Judgement

# `information` is told of law that is no duty, and only when asked for.
# `waived` and `answered` are failures and reviews that a person has decided about.
STATUSES: Final = ("fail", "error", "review", "waived", "answered", "information", "pass", "not-applicable")
FORMAT: Final = "pitboss.findings/2"


class Place(NamedTuple):
    """One place of a finding: in which file, where, and which lines of the source document it was taken from."""

    path: str
    span: Span
    route: str = ""
    label: str = ""
    source: tuple[tuple[str, str], ...] = ()
    # What the paper says there, where it was at hand.
    quotes: tuple[Quote, ...] = ()


class FindingContent(NamedTuple):
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
    # Who decided it, in which role, and the last day on which that holds.
    decided_by: str = ""
    decided_until: str = ""
    # Whether it waits for a fact that the document leaves open.
    waits: bool = False
    # The fact that it waits for, or the mark that leaves that open: what waits for one cause is told once.
    cause: str = ""
    # What it is one defect with in other documents: all of one requirement under one name are told once.
    shared: str = ""
    # The key that would state what the document does not state, as a route.
    key: str = ""

    @property
    def words(self) -> str:
        """What is said, for people: with the key to write where something is not stated."""
        return f"{self.message} (key: {self.key})" if self.key else self.message


def _get_field(name: str) -> Any:
    """A field of what is said, read from the finding."""
    return property(attrgetter(f"said.{name}"))


class Finding:
    """The answer to one requirement for one document: what is said, and where."""

    __slots__ = ("places", "said")

    requirement: str = _get_field("requirement")
    status: str = _get_field("status")
    level: str = _get_field("level")
    message: str = _get_field("message")
    title: str = _get_field("title")
    citation: str = _get_field("citation")
    authority: str = _get_field("authority")
    seen: str = _get_field("seen")
    remedy: str = _get_field("remedy")
    asks: str = _get_field("asks")
    note: str = _get_field("note")
    basis: str = _get_field("basis")
    remark: str = _get_field("remark")
    silent: bool = _get_field("silent")
    stands_for: int = _get_field("stands_for")
    paste: tuple[str, ...] = _get_field("paste")
    decision: str = _get_field("decision")
    decided_by: str = _get_field("decided_by")
    decided_until: str = _get_field("decided_until")
    waits: bool = _get_field("waits")
    cause: str = _get_field("cause")
    shared: str = _get_field("shared")
    key: str = _get_field("key")
    words: str = _get_field("words")

    def __init__(self, said: FindingContent, places: tuple[Place, ...] = ()) -> None:
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

    def __reduce__(self) -> "tuple[type[Finding], tuple[FindingContent, tuple[Place, ...]]]":
        return Finding, (self.said, self.places)


class Checked(NamedTuple):
    """A document that was looked at."""

    path: str
    sha256: str
    document: str = ""
    title: str = ""
    jurisdiction: str = ""
    # The paper that it names, how many figures were compared with it, how many of them it prints, how many lines the
    # document's part of it has, and how many of them facts cite.
    paper: str = ""
    figures: int = 0
    printed: int = 0
    paper_lines: int = 0
    cited_lines: int = 0
    # The digest of the text that it was compared with.
    paper_sha256: str = ""


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
        unknown_localities: Mapping[str, str] | None = None,
        local_gaps: Mapping[str, str] | None = None,
        tried: Iterable[str] = (),
        unkept_approvals: Mapping[str, str] | None = None,
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
        # Localities that documents state and no catalog knows, by document.
        self.unknown_localities = dict(unknown_localities or {})
        # What is not known of the ordinances of places that documents state, by document.
        self.local_gaps = dict(local_gaps or {})
        # Proposed law that was asked as if it were in force.
        self.tried = tuple(tried)
        # Approvals that documents name and of which no text is kept: their numbers by document.
        self.unkept_approvals = dict(unkept_approvals or {})


class Findings:
    """Everything a run found, in a fixed order."""

    def __init__(
        self,
        as_of: date,
        catalog: str = "",
        documents: Iterable[Checked] = (),
        findings: Iterable[Finding] = (),
        counts: Mapping[str, int] | None = None,
        unread: int = 0,
        about: About | None = None,
        unkept: Mapping[str, Mapping[str, int]] | None = None,
    ) -> None:
        self.as_of = as_of
        self.catalog = catalog
        self.documents = list(documents)
        self.findings = list(findings)
        self.counts = Counter(counts)
        self.unread = unread
        self.about = about or About()
        # By document, how many answers were only counted: `law pass computed`, `order not-applicable`.
        self.unkept = {path: dict(counts) for path, counts in (unkept or {}).items()}
        # Made by `compliance.engine.verdict.judge`, of the whole run, and kept when a report tells less of it.
        self.judgement: Judgement | None = None

    def summary(self) -> dict[str, int]:
        """How many findings of each status, in a fixed order. What waits for an open fact is no review of its own."""
        waiting = sum(finding.status == "review" and finding.waits for finding in self.findings)
        told = {status: self.counts[status] for status in STATUSES}
        return told | {"review": told["review"] - waiting, "waiting": waiting}

    def failed_at(self, level: str, levels: Sequence[str]) -> bool:
        """Whether anything failed at or above a level."""
        wanted = levels[levels.index(level) :]
        return any(finding.status == "fail" and finding.level in wanted for finding in self.findings)
