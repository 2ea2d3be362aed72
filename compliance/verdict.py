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

from compliance.findings import Checked, Finding, Findings, LookedUp
from compliance.grouping import counted_as, gathered
from compliance.law.words import BASES, LEVELS, side_of

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
    def asked(self) -> int:
        return self.not_met + self.open + self.met + self.not_applicable

    @property
    def found(self) -> int:
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


class FinalVerdict(NamedTuple):
    """What is to be said of one document, or of the set of all."""

    path: str
    title: str
    law: Side
    order: Side
    # Answers that could not be given: the document cannot be read, or a check broke.
    undecided: int
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
        if self.undecided:
            return UNDECIDED
        if not self.law_known or self.law.word in ("", DOES_NOT_APPLY):
            return ""
        if self.law.word == NOT_MET or self.order.errors:
            return NOT_READY
        return OPEN if self.law.word == OPEN else READY


class Judgement(NamedTuple):
    """The verdict on a run: of the set, and of each document in the order in which they were given."""

    as_of: date
    catalogue: str
    whole: FinalVerdict
    documents: tuple[FinalVerdict, ...]
    # Until when the law of each jurisdiction was looked up; and the first day of any, where the day is before it.
    looked_up: Mapping[str, LookedUp]
    first_law: Mapping[str, str]

    @property
    def worst_first(self) -> list[FinalVerdict]:
        """The documents by what stands in their way."""
        return sorted(self.documents, key=_severity)

    def answers(self) -> Counter[str]:
        """How many documents have which answer."""
        return Counter(verdict.answer for verdict in self.documents)


def judge(findings: Findings) -> Judgement:
    """The verdict on a run. Made once, of all that was found: a report that tells less says the same."""
    if findings.judgement is None:
        findings.judgement = _judged(findings)
    return findings.judgement


def _judged(findings: Findings) -> Judgement:
    tallies = {document.path: Tally() for document in findings.documents}
    for finding in findings.findings:
        tallies.setdefault(finding.path, Tally()).take(finding)
    for path, counts in findings.unkept.items():
        tallies.setdefault(path, Tally()).count(counts)
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    for members in gathered(findings.findings):
        whole.find(members, counted_as(members))
        by_path: dict[str, list[Finding]] = {}
        for finding in members:
            by_path.setdefault(finding.path, []).append(finding)
        for path, mine in by_path.items():
            tallies[path].find(mine, counted_as(mine))
    about = findings.about
    documents = tuple(_verdict(document, tallies[document.path], findings) for document in findings.documents)
    everything = _whole(whole, documents, findings)
    return Judgement(findings.as_of, findings.catalogue, everything, documents, about.looked_up, about.first_law)


def _verdict(document: Checked, tally: Tally, findings: Findings) -> FinalVerdict:
    about = findings.about
    absent, to_people = about.alone.get(document.path, 0), about.left_to_people.get(document.jurisdiction, 0)
    law_known = document.jurisdiction not in about.first_law
    return _told(document.path, document.title, tally, absent, to_people, law_known)


def _whole(tally: Tally, documents: tuple[FinalVerdict, ...], findings: Findings) -> FinalVerdict:
    about = findings.about
    absent, to_people = sum(about.alone.values()), sum(about.left_to_people.values())
    return _told("", "", tally, absent, to_people, any(document.law_known for document in documents))


def _told(path: str, title: str, tally: Tally, absent: int, left_to_people: int, law_known: bool) -> FinalVerdict:
    return FinalVerdict(
        path,
        title,
        tally.side("law"),
        tally.side("order"),
        tally.undecided,
        tally.suspended,
        tally.decided,
        {basis: tally.bases[basis] for basis in BASES},
        absent,
        left_to_people,
        law_known,
    )


def _severity(verdict: FinalVerdict) -> tuple[int, ...]:
    law, order = verdict.law, verdict.order
    counts = (verdict.undecided, law.errors, law.warnings, law.notes, law.reviews, order.errors, order.found)
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
def _one_state(side: str, state: int, basis: str) -> tuple[str, int, str]:
    """One and the same for all requirements in it: of a set, every document has hundreds."""
    return side, state, basis


class Tally:
    """The answers on one document, or on all, as they are counted."""

    def __init__(self) -> None:
        # What a Side holds, in its order.
        self._sides = {"law": [0] * 8, "order": [0] * 8, "suspended": [0] * 8}
        # The worst answer to each requirement so far: its side, its state, and what it rests on.
        self._worst: dict[str, tuple[str, int, str]] = {}
        self.bases: Counter[str] = Counter()
        self.undecided = 0
        self.suspended = 0
        self.decided = 0

    def take(self, finding: Finding) -> None:
        """Take in one answer. A requirement is in the worst state of its answers."""
        state = _STATES.get(_status(finding))
        if state is None:
            return
        before = self._worst.get(finding.requirement)
        if before is None or state < before[1]:
            self._worst[finding.requirement] = _one_state(side_of(finding.authority), state, finding.basis)

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
        for side, state, basis in self._worst.values():
            self._state(side, state, basis)
        self._worst.clear()

    def add(self, other: Tally) -> None:
        """Take in what became of another document's requirements."""
        other.settle()
        for side, counts in other._sides.items():
            self._sides[side] = [mine + theirs for mine, theirs in zip(self._sides[side], counts, strict=True)]
        self.bases += other.bases

    def find(self, members: Sequence[Finding], count: int) -> None:
        """Count one defect on the side of the law, or of good order where no law is against it; and there too where
        good order takes it more gravely."""
        status = members[0].status
        if status == "error":
            self.undecided += count
        elif status == "information":
            self.suspended += count
        elif status in ("waived", "answered"):
            self.decided += count
        else:
            law, order = (_gravest(members, side) for side in ("law", "order"))
            if law:
                self._find("law", status, law, count)
            if order and (not law or (status == "fail" and LEVELS.index(order) > LEVELS.index(law))):
                self._find("order", status, order, count)

    def _find(self, side: str, status: str, level: str, count: int) -> None:
        self._sides[side][_LEVELS[level] if status == "fail" else _REVIEWS] += count

    def side(self, name: str) -> Side:
        return Side(*self._sides[name])


def _gravest(members: Sequence[Finding], side: str) -> str:
    levels = [finding.level for finding in members if side_of(finding.authority) == side]
    return max(levels, key=LEVELS.index, default="")
