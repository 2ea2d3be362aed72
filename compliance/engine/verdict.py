"""The verdict: one answer to "can this be submitted?", for each document and for the set. Made here, and nowhere else.

Law comes first (not met, open, met, does not apply), good order second, then what is left to people. A verdict says
what a document in hand shows; it is no approval, and says nothing of what is lawful.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from typing import Final, NamedTuple

from compliance.engine.findings import Checked, Finding, Findings, LookedUp
from compliance.engine.grouping import SECTIONS, Section, collect_defects, count_defect, gravest, section_of
from compliance.law.levels import BASES, side_of

# What can be said of the law, or of good order; nothing where nothing was asked.
NOT_MET: Final = "not met"
OPEN: Final = "open"
MET: Final = "met"
DOES_NOT_APPLY: Final = "does not apply"

# The answer as a whole; none where no requirement of law was asked, or none of those asked applies.
UNDECIDED: Final = "undecided"
NOT_READY: Final = "not ready"
READY: Final = "ready"


class Side(NamedTuple):
    """The law, or good order: what became of the requirements, and what was found, each defect once."""

    # Requirements asked of documents, each in one of four states.
    not_met: int = 0
    open: int = 0
    met: int = 0
    not_applicable: int = 0
    # Defects by level, and open points.
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    reviews: int = 0

    @property
    def requirements(self) -> int:
        return self.not_met + self.open + self.met + self.not_applicable

    @property
    def faults(self) -> int:
        return self.errors + self.warnings + self.notes

    @property
    def lesser(self) -> int:
        """What was found below the level of an error."""
        return self.warnings + self.notes

    @property
    def word(self) -> str:
        """The verdict in a word; none where nothing was asked."""
        states = ((self.not_met, NOT_MET), (self.open, OPEN), (self.met, MET), (self.not_applicable, DOES_NOT_APPLY))
        return next((word for count, word in states if count), "")


class PointCount(NamedTuple):
    """How many points a section of a report has: failures by level, and questions."""

    errors: int = 0
    warnings: int = 0
    notes: int = 0
    questions: int = 0

    @property
    def total(self) -> int:
        return sum(self)


class FinalVerdict(NamedTuple):
    """What is to be said of one document, or of the set of all."""

    path: str
    title: str
    law: Side
    order: Side
    # Requirements of law that a named person's decision says are met: part of those that are met.
    met_by_decision: int
    # Failures that are let through until a day, the first of those days, and everybody who decided.
    waived: int
    waived_until: str
    decided_by: tuple[str, ...]
    # How many points each section of a report on it has: what every format prints, and what its lists add up to.
    points: Mapping[Section, PointCount]
    # Answers that could not be given: the document, or something in it, cannot be read, or a check broke.
    undecided: int
    # Whether nothing can be said of a document because of them: it cannot be read at all, or a check broke.
    untested: bool
    # Answers on suspended law, told for information.
    suspended: int
    # Failures that somebody lets through, and open points that somebody settled.
    decided: int
    # Requirements of law that were answered (met or not met), by what the answers rest on.
    rests_on: Mapping[str, int]
    # Answers that other documents of the house, which were not there, might settle.
    absent: int
    # Duties that no document can show.
    left_to_people: int
    # Whether any law of the day is known for where the document belongs.
    law_known: bool

    @property
    def answer(self) -> str:
        """The verdict as a whole, in a word; none where nothing can be said by law."""
        if self.untested:
            return UNDECIDED
        if self.undecided:
            return NOT_READY
        if not self.law_known or self.law.word in ("", DOES_NOT_APPLY):
            return ""
        if self.law.word == NOT_MET or self.order.errors:
            return NOT_READY
        return OPEN if self.law.word == OPEN else READY


class Judgement(NamedTuple):
    """The verdict on a run: of the set, and of each document in the order in which they were given."""

    as_of: date
    catalog: str
    whole: FinalVerdict
    documents: tuple[FinalVerdict, ...]
    # Until when the law of each jurisdiction was looked up; and the first day of any, where the day is before it.
    looked_up: Mapping[str, LookedUp]
    first_law: Mapping[str, str]

    @property
    def ranked_documents(self) -> list[FinalVerdict]:
        """The documents by what stands in their way."""
        return sorted(self.documents, key=_severity)

    def answers(self) -> Counter[str]:
        """How many documents have which answer."""
        return Counter(verdict.answer for verdict in self.documents)


def judge(findings: Findings) -> Judgement:
    """The verdict on a run. Made once, of all that was found: a report that tells less says the same."""
    if findings.judgement is None:
        findings.judgement = _build_judgement(findings)
    return findings.judgement


def _build_judgement(findings: Findings) -> Judgement:
    tallies = {document.path: Tally() for document in findings.documents}
    for finding in findings.findings:
        tallies.setdefault(finding.path, Tally()).take(finding)
    for path, counts in findings.unkept.items():
        tallies.setdefault(path, Tally()).count(counts)
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    for members in collect_defects(findings.findings):
        whole.find(members, count_defect(members))
        by_path: dict[str, list[Finding]] = {}
        for finding in members:
            by_path.setdefault(finding.path, []).append(finding)
        for path, mine in by_path.items():
            tallies[path].find(members, count_defect(mine))
    about = findings.about
    documents = tuple(_verdict(document, tallies[document.path], findings) for document in findings.documents)
    everything = _build_whole(whole, documents, findings)
    return Judgement(findings.as_of, findings.catalog, everything, documents, about.looked_up, about.first_law)


def _verdict(document: Checked, tally: Tally, findings: Findings) -> FinalVerdict:
    about = findings.about
    absent, to_people = about.alone.get(document.path, 0), about.left_to_people.get(document.jurisdiction, 0)
    law_known = document.jurisdiction not in about.first_law
    untested = bool(tally.undecided) and (tally.broken or not document.document)
    return _build_verdict(document.path, document.title, tally, untested, absent, to_people, law_known)


def _build_whole(tally: Tally, documents: tuple[FinalVerdict, ...], findings: Findings) -> FinalVerdict:
    about = findings.about
    absent, to_people = sum(about.alone.values()), sum(about.left_to_people.values())
    untested = any(document.untested for document in documents)
    return _build_verdict("", "", tally, untested, absent, to_people, any(document.law_known for document in documents))


def _build_verdict(
    path: str, title: str, tally: Tally, untested: bool, absent: int, left_to_people: int, law_known: bool
) -> FinalVerdict:
    return FinalVerdict(
        path,
        title,
        tally.side("law"),
        tally.side("order"),
        tally.met_by_decision,
        tally.waived,
        min(tally.waived_until, default=""),
        tuple(sorted(tally.decided_by)),
        tally.points(),
        tally.undecided,
        untested,
        tally.suspended,
        tally.decided,
        {basis: tally.bases[basis] for basis in BASES},
        absent,
        left_to_people,
        law_known,
    )


def _severity(verdict: FinalVerdict) -> tuple[int, ...]:
    law, order, breaches = verdict.law, verdict.order, verdict.points["breaches"]
    counts = (
        verdict.undecided,
        breaches.errors,
        breaches.total,
        law.errors,
        law.warnings,
        law.notes,
        law.reviews,
        order.errors,
        order.faults,
    )
    return tuple(-count for count in counts)


def _status(finding: Finding) -> str:
    """What an answer comes to. A waiver lets a failure through a gate and does not make the law met; an open point
    that somebody settled is what he says it is."""
    if finding.status == "waived":
        return "fail"
    if finding.status == "answered":
        return "pass" if finding.decision.startswith("meets") else "not-applicable"
    return finding.status


# --- counting ---------------------------------------------------------------------------------------------------------

_STATES: Final = {"fail": 0, "review": 1, "pass": 2, "not-applicable": 3}
_LEVELS: Final = {"error": 4, "warning": 5, "note": 6}
_REVIEWS: Final = 7


@cache
def _intern_state(side: str, state: int, basis: str) -> tuple[str, int, str]:
    """One and the same for all requirements in it: of a set, every document has hundreds."""
    return side, state, basis


class Tally:
    """The answers on one document, or on all, as they are counted."""

    def __init__(self) -> None:
        # What a Side holds, in its order.
        self._sides = {"law": [0] * 8, "order": [0] * 8, "suspended": [0] * 8}
        self._points: dict[Section, list[int]] = {section: [0] * 4 for section in SECTIONS}
        # The worst answer to each requirement so far: its side, its state, and what it rests on.
        self._worst: dict[str, tuple[str, int, str]] = {}
        self.bases: Counter[str] = Counter()
        self.undecided = 0
        self.broken = False
        self.suspended = 0
        self.decided = 0
        self.met_by_decision = 0
        self._answered: set[str] = set()
        self.waived = 0
        self.waived_until: set[str] = set()
        self.decided_by: set[str] = set()

    def take(self, finding: Finding) -> None:
        """Take in one answer. A requirement is in the worst state of its answers."""
        self._take_decision(finding)
        state = _STATES.get(_status(finding))
        if state is None:
            return
        before = self._worst.get(finding.requirement)
        if before is None or state < before[1]:
            self._worst[finding.requirement] = _intern_state(side_of(finding.authority), state, finding.basis)

    def _take_decision(self, finding: Finding) -> None:
        if finding.decided_by:
            self.decided_by.add(finding.decided_by)
        if finding.status == "answered" and side_of(finding.authority) == "law":
            self._answered.add(finding.requirement)
        if finding.status == "waived":
            self.waived += 1
            self.waived_until |= {finding.decided_until} - {""}

    def count(self, counts: Mapping[str, int]) -> None:
        """Take in answers that were only counted: `law pass computed`, `order not-applicable`."""
        for kind, count in counts.items():
            side, status, *basis = kind.split(" ")
            self._state(side, _STATES[status], "".join(basis), count)

    def _state(self, side: str, state: int, basis: str, count: int = 1) -> None:
        self._sides[side][state] += count
        if side == "law" and state in (_STATES["fail"], _STATES["pass"]):
            self.bases[basis] += count

    def settle(self) -> None:
        """Count the requirements by the state that each has come to."""
        for requirement, (side, state, basis) in self._worst.items():
            self._state(side, state, basis)
            self.met_by_decision += state == _STATES["pass"] and requirement in self._answered
        self._worst.clear()

    def add(self, other: Tally) -> None:
        """Take in what became of another document's requirements."""
        other.settle()
        for side, counts in other._sides.items():
            self._sides[side] = [mine + theirs for mine, theirs in zip(self._sides[side], counts, strict=True)]
        self.bases += other.bases
        self.met_by_decision += other.met_by_decision
        self.waived += other.waived
        self.waived_until |= other.waived_until
        self.decided_by |= other.decided_by

    def find(self, members: Sequence[Finding], count: int) -> None:
        """Count one defect, in the one section that its first finding stands in."""
        lead = members[0]
        section = section_of(lead)
        level = gravest(members) if lead.status == "fail" else lead.level
        place = _REVIEWS if lead.status in ("review", "answered") else _LEVELS[level]
        self._points[section][place - _LEVELS["error"]] += count
        if section == "unread":
            self.undecided += count
            self.broken = self.broken or not lead.requirement.startswith("document.")
        elif section == "suspended":
            self.suspended += count
        elif section == "decided":
            self.decided += count
        else:
            self._sides[side_of(lead.authority)][place] += count

    def points(self) -> Mapping[Section, PointCount]:
        """How many points each section has."""
        return {section: PointCount(*counts) for section, counts in self._points.items()}

    def side(self, name: str) -> Side:
        return Side(*self._sides[name])
