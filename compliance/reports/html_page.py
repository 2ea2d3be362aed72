"""What the parts of the HTML report share: text as text, and the numbers that its links and filters go by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.findings import Finding, Findings
from compliance.grouping import Group, as_group, few, gathered
from compliance.law.words import LEVELS, side_of
from compliance.reports import Context
from compliance.reports.identity import marker
from compliance.reports.matrix import Column, Matrix, Subjects, matrix_of
from compliance.reports.shelf import Drawings, Shelf
from compliance.reports.text import flowing, in_markup

if TYPE_CHECKING:
    from compliance.law.catalogue import Catalogue

TITLE: Final = 160  # characters of a title


class Section(NamedTuple):
    """A section of answers: what it is called, and what that means."""

    name: str
    title: str
    lead: str


PARTS: Final = (
    Section(
        "error", "Not decided", "A document could not be read, or a check broke: nothing is known until it is mended."
    ),
    Section("law", "Law: not met", "The document does not meet a requirement of law."),
    Section("law-open", "Law: open", "The document does not settle these; a person must decide."),
    Section("order", "Good order: not met", "No law: a document must be usable."),
    Section("order-open", "Good order: open", "No law. The answer depends on something that a person must decide."),
    Section("waived", "Waived", "A person lets these failures through; the requirement is still not met."),
    Section("answered", "Answered", "A person has settled these open points."),
    Section(
        "information", "Law that is no duty now", "It is suspended, or was enjoined later: no duty follows from it."
    ),
    Section("pass", "Met", "The document meets the requirement."),
    Section(
        "not-applicable", "Does not apply", "The requirement does not speak to the document, for the reason given."
    ),
)
GATHERED: Final = ("pass", "not-applicable")


def show(text: str) -> str:
    """Text as text: no markup, no control characters."""
    return in_markup(escape(flowing(text)))


def part_of(finding: Finding) -> str:
    """The section that an answer stands in. One of a status that is not known here is for a person."""
    side = "law" if side_of(finding.authority) == "law" else "order"
    if finding.status == "fail":
        return side
    named = finding.status in {part.name for part in PARTS}
    return finding.status if named else f"{side}-open"


class Told(NamedTuple):
    """One defect with its id; or answers of one requirement that say the same, of several documents; or the defects of
    one requirement that are more than are told one by one."""

    id: str
    group: Group
    rest: tuple[Group, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """The defects that it stands for."""
        return self.rest or (self.group,)

    @property
    def paths(self) -> tuple[str, ...]:
        """Every document that it has a place in."""
        members = (one for group in self.groups for one in group.members)
        return tuple(dict.fromkeys(place.path for one in members for place in one.places))

    @property
    def requirements(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for group in self.groups for name in group.requirements))

    @property
    def kinds(self) -> list[str]:
        """What it is counted as, as the verdict counts: by side and level, or by side as open."""
        return list(dict.fromkeys(kind for group in self.groups for kind in _kinds(group.members)))


def _kinds(members: Sequence[Finding]) -> list[str]:
    if members[0].status != "fail":
        return [f"{side_of(members[0].authority)}-{members[0].status}"]
    levels = {
        side: max((LEVELS.index(one.level) for one in members if side_of(one.authority) == side), default=-1)
        for side in ("law", "order")
    }
    sides = [side for side in levels if levels[side] >= 0]
    if len(sides) == 2 and levels["order"] <= levels["law"]:
        sides = ["law"]
    return [f"{side}-{LEVELS[levels[side]]}" for side in sides]


@dataclass
class Page:
    """What the parts of the page look up: every answer by its section and id, and the numbers that filters go by."""

    findings: Findings
    context: Context
    catalogue: Catalogue
    shelf: Shelf = field(init=False)
    drawings: Drawings = field(default_factory=Drawings)
    told: dict[str, list[Told]] = field(init=False)
    # By identity of what wants attention, and by requirement and status of the rest: where it is told first.
    anchors: dict[object, str] = field(init=False)
    documents: dict[str, int] = field(init=False)
    requirements: dict[str, int] = field(init=False)
    matrix: Matrix = field(init=False)
    columns: dict[Column, int] = field(init=False)
    subjects: Subjects = field(init=False)
    _remarks: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.shelf = Shelf(self.context.documents(), self.drawings.take)
        found = gathered(self.findings.findings)
        groups = list(map(as_group, found))
        self.matrix = matrix_of(self.findings, self.catalogue, groups)
        self.columns = {column: place for place, column in enumerate(self.matrix.columns)}
        self.subjects = Subjects(self.catalogue)
        self.documents = {document.path: place for place, document in enumerate(self.findings.documents)}
        asked = sorted({finding.requirement for finding in self.findings.findings})
        self.requirements = {requirement: place for place, requirement in enumerate(asked)}
        self._tell(zip(found, groups, strict=True))

    def _tell(self, found: Iterable[tuple[list[Finding], Group]]) -> None:
        """Tell each defect once, and what was met or does not apply once for all documents it is said of."""
        ids = Ids(marker(self.findings, self.context.folder))
        self.anchors = {}
        self.told = {part.name: [] for part in PARTS}
        shown, left = few(found, lambda one: one[0][0], len(self.findings.documents))
        for members, group in shown:
            told = Told(ids.of(members[0]), group)
            self.told[part_of(group.lead)].append(told)
            self.anchors |= {id(one): told.id for one in members}
        for rest in left:
            told = Told(ids.of(rest[0][0][0]), rest[0][1], tuple(group for _, group in rest))
            self.told[part_of(told.group.lead)].append(told)
            self.anchors |= {id(one): told.id for members, _ in rest for one in members}
        for same in self._alike():
            told = Told(ids.of(same[0]), Group(same[0], tuple(same[1:])))
            self.told[same[0].status].append(told)
            self.anchors |= dict.fromkeys(self._firsts(same), told.id)

    def _firsts(self, same: Sequence[Finding]) -> Iterator[tuple[str, str]]:
        """Requirements and the status of answers that say the same, where no other telling of it is the first."""
        for kind in dict.fromkeys((one.requirement, one.status) for one in same):
            if kind not in self.anchors:
                yield kind

    def anchor(self, finding: Finding) -> str:
        """Where an answer is told; of what was met or does not apply, where it is said first of its requirement."""
        return self.anchors.get(id(finding)) or self.anchors[finding.requirement, finding.status]

    def _alike(self) -> list[list[Finding]]:
        """What was met, and what does not apply, where the same is said: of several documents, and a reason why
        something does not apply also of several requirements that do not apply to the same documents."""
        of_one: dict[tuple[str, ...], list[Finding]] = {}
        for finding in self.findings.findings:
            if finding.status in GATHERED:
                said = (finding.status, finding.requirement, finding.message, finding.basis)
                of_one.setdefault(said, []).append(finding)
        of_all: dict[tuple[object, ...], list[Finding]] = {}
        for place, same in enumerate(of_one.values()):
            lead = same[0]
            paths = tuple(one.path for one in same)
            apart = place if lead.status == "pass" else self.subjects.of(lead)
            of_all.setdefault((lead.status, lead.message, paths, apart), []).extend(same)
        return list(of_all.values())

    def remark(self, words: str) -> tuple[int, bool]:
        """The number of a remark, and whether it is made for the first time."""
        first = words not in self._remarks
        return self._remarks.setdefault(words, len(self._remarks) + 1), first

    @property
    def parts(self) -> list[Section]:
        """The sections that there are."""
        return [part for part in PARTS if self.told[part.name]]

    def count(self, part: str) -> int:
        """How many a section holds: defects, or answers."""
        if part in GATHERED:
            return sum(len(one.group.members) for one in self.told[part])
        return sum(group.stands_for for one in self.told[part] for group in one.groups)


class Ids:
    """Fingerprints as short ids, each once."""

    def __init__(self, mark: Callable[[Finding], str]) -> None:
        self._mark = mark
        self._taken: Counter[str] = Counter()

    def of(self, finding: Finding) -> str:
        short = self._mark(finding)[:12]
        self._taken[short] += 1
        return f"f-{short}" if self._taken[short] == 1 else f"f-{short}-{self._taken[short]}"
