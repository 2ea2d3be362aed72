"""What the parts of the HTML report share: text as text, and the numbers that its links and filters go by."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.findings import Finding, Findings
from compliance.grouping import Group, gathered, grouped
from compliance.law.words import LEVELS, side_of
from compliance.reports import Context
from compliance.reports.charts import drawable
from compliance.reports.identity import fingerprints
from compliance.reports.matrix import Column, Matrix, Subjects, matrix_of
from compliance.reports.text import flowing, in_markup

if TYPE_CHECKING:
    from compliance.documents.reading import Loaded
    from compliance.documents.schedule import Schedule
    from compliance.law.catalogue import Catalogue

TITLE: Final = 160  # characters of a title


class Part(NamedTuple):
    """A section of answers: what it is called, and what that means."""

    name: str
    title: str
    lead: str


PARTS: Final = (
    Part(
        "error", "Not decided", "A document could not be read, or a check broke: nothing is known until it is mended."
    ),
    Part("law", "Law: not met", "The document does not meet a requirement of law."),
    Part("law-open", "Law: open", "The document does not settle these; a person must decide."),
    Part("order", "Good order: not met", "No law: a document must be usable."),
    Part("order-open", "Good order: open", "No law. The answer depends on something that a person must decide."),
    Part("waived", "Waived", "A person lets these failures through; the requirement is still not met."),
    Part("answered", "Answered", "A person has settled these open points."),
    Part("information", "Law that is no duty now", "It is suspended, or was enjoined later: no duty follows from it."),
    Part("pass", "Met", "The document meets the requirement."),
    Part("not-applicable", "Does not apply", "The requirement does not speak to the document, for the reason given."),
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
    """One defect with its id; or answers of one requirement that say the same, of several documents."""

    id: str
    group: Group

    @property
    def paths(self) -> tuple[str, ...]:
        """Every document that it has a place in."""
        return tuple(dict.fromkeys(place.path for one in self.group.members for place in one.places))

    @property
    def kinds(self) -> list[str]:
        """What it is counted as, as the verdict counts: by side and level, or by side as open."""
        members = self.group.members
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
    loaded: list[Loaded]
    catalogue: Catalogue
    told: dict[str, list[Told]] = field(init=False)
    # Where each answer is told, in their order.
    anchors: list[str] = field(init=False)
    documents: dict[str, int] = field(init=False)
    requirements: dict[str, int] = field(init=False)
    drawn: dict[str, int] = field(init=False)
    matrix: Matrix = field(init=False)
    columns: dict[Column, int] = field(init=False)
    subjects: Subjects = field(init=False)
    _remarks: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.matrix = matrix_of(self.findings, self.catalogue)
        self.columns = {column: place for place, column in enumerate(self.matrix.columns)}
        self.subjects = Subjects(self.catalogue)
        self.documents = {document.path: place for place, document in enumerate(self.findings.documents)}
        asked = sorted({finding.requirement for finding in self.findings.findings})
        self.requirements = {requirement: place for place, requirement in enumerate(asked)}
        self.drawn = {path: drawable(schedule) for path, schedule in schedules(self.loaded)}
        self._tell()

    def _tell(self) -> None:
        """Tell each defect once, and what was met or does not apply once for all documents it is said of."""
        marks = _short(fingerprints(self.findings, self.context.folder))
        ids = dict(zip(map(id, self.findings.findings), marks, strict=True))
        anchor: dict[int, str] = {}
        self.told = {part.name: [] for part in PARTS}
        for members, group in zip(gathered(self.findings.findings), grouped(self.findings.findings), strict=True):
            self.told[part_of(group.lead)].append(Told(ids[id(members[0])], group))
            anchor |= {id(one): ids[id(members[0])] for one in members}
        for same in self._alike():
            self.told[same[0].status].append(Told(ids[id(same[0])], Group(same[0], tuple(same[1:]))))
            anchor |= {id(one): ids[id(same[0])] for one in same}
        self.anchors = [anchor[id(finding)] for finding in self.findings.findings]

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
            paths = tuple(one.places[0].path if one.places else "" for one in same)
            apart = place if lead.status == "pass" else self.subjects.of(lead)
            of_all.setdefault((lead.status, lead.message, paths, apart), []).extend(same)
        return list(of_all.values())

    def remark(self, words: str) -> tuple[int, bool]:
        """The number of a remark, and whether it is made for the first time."""
        first = words not in self._remarks
        return self._remarks.setdefault(words, len(self._remarks) + 1), first

    @property
    def parts(self) -> list[Part]:
        """The sections that there are."""
        return [part for part in PARTS if self.told[part.name]]

    def count(self, part: str) -> int:
        """How many a section holds: defects, or answers."""
        if part in GATHERED:
            return sum(len(one.group.members) for one in self.told[part])
        return sum(one.group.stands_for for one in self.told[part])


def schedules(loaded: list[Loaded]) -> list[tuple[str, Schedule]]:
    from compliance.documents.schedule import Schedule

    return [(one.path, one.document) for one in loaded if isinstance(one.document, Schedule)]


def _short(marks: list[str]) -> list[str]:
    """Fingerprints as short ids, each once."""
    taken: Counter[str] = Counter()
    made = []
    for mark in marks:
        short = mark[:12]
        taken[short] += 1
        made.append(f"f-{short}" if taken[short] == 1 else f"f-{short}-{taken[short]}")
    return made
