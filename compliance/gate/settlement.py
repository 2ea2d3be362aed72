"""Decisions applied to a run: what they settle, and what is wrong with them. The day of the run is the only clock.

What is waived or answered stays a finding, with the decision beside it: it is counted, shown, and fails nothing.
A decision is about a value or a sentence: where that has changed since, it decides nothing any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from compliance.documents.loader import LoadedDocument
from compliance.engine.findings import Finding, FindingContent, Findings, Place
from compliance.engine.grouping import sort_findings
from compliance.gate.decisions import DOES_NOT_MEET, WAIVE, Decision, DecisionFile, MalformedEntry, read_decisions
from compliance.gate.points import PointFinder, list_choices
from compliance.source import Source
from compliance.source.routes import Route, find_span

_MOST_MALFORMED: Final = 50


class Remark(NamedTuple):
    """What is wrong with a decision: its kind, its level, and the words for it."""

    kind: str
    level: str
    words: str


def apply_decisions(
    results: Findings, path: str, data: bytes, documents: Callable[[], Iterable[LoadedDocument]]
) -> None:
    """Apply the decisions of a file to a run, which says afterwards what they settle."""
    replace_findings(results, list_settled_findings(results, path, data, documents))


def replace_findings(results: Findings, findings: Iterable[Finding]) -> None:
    """Put other findings in the place of a run's own, in order and counted."""
    before = Counter(finding.status for finding in results.findings)
    results.findings = sort_findings(findings)
    results.judgement = None
    after = Counter(finding.status for finding in results.findings)
    for status in before | after:
        results.counts[status] += after[status] - before[status]


def list_settled_findings(
    results: Findings, path: str, data: bytes, documents: Callable[[], Iterable[LoadedDocument]]
) -> list[Finding]:
    """The findings of a run with what was decided about them, and what is to be said of the decisions themselves."""
    file = read_decisions(data)
    wanting = [finding for finding in results.findings if finding.status in ("fail", "review")]
    finder = PointFinder(documents, wanting)
    in_force = file.find_in_force(results.as_of)
    used, settling = set[int](), set[int]()
    remarks: dict[int, Remark] = {}
    settled: list[Finding] = []
    for finding in results.findings:
        decisions = _find_decisions(finding, finder, in_force) if in_force and finding.status in _SETTLED else []
        answer = finding
        for one, value in decisions:
            used.add(one.number)
            fault = _find_fault(finding, one, value, results.as_of)
            if fault is None:
                settling.add(one.number)
                answer = _settle(finding, one)
                break
            remarks.setdefault(one.number, fault)
        settled.append(answer)
    told = list(_report_malformed(path, file))
    for one in file.decisions:
        remark = remarks.get(one.number) or _find_unused(one, used, file, finder, results)
        # A decision that settles one finding at its point is not wrong for leaving another there.
        if remark is not None and one.number not in settling:
            told.append(_report_decision(path, file.source, one, remark))
    return [*settled, *told]


_SETTLED: Final = ("fail", "review")


def _find_decisions(
    finding: Finding, finder: PointFinder, in_force: Mapping[tuple[str, ...], list[Decision]]
) -> Iterator[tuple[Decision, str]]:
    """The decisions about the point of a finding, each with the fingerprint that stands there now: first of its place,
    which is the more exact, then of its sentence; the newest first, but before all others those about what stands
    there."""
    sentence = finder.sentence_point(finding) if finding.status == "review" else None
    for point in (finder.point(finding), sentence):
        if point is None:
            continue
        value = point.key[-1] if point.sentence else finder.value(finding)
        decisions = in_force.get(point.key, [])[::-1]
        for one in sorted(decisions, key=lambda one: one.value != value)[:1]:
            yield one, value


def _find_fault(finding: Finding, decision: Decision, value: str, day: date) -> Remark | None:
    """Why a decision does not settle a finding."""
    until = decision.signature.until
    if until is not None and day > until:
        return Remark("expired", "error", f"The decision ended on {until.isoformat()}")
    if value != decision.value:
        return Remark("changed", "error", "What the decision is about has changed since it was made")
    if (decision.choice == WAIVE) != (finding.status == "fail"):
        waiver = decision.choice == WAIVE
        what = "only a failure can be waived" if waiver else "a failure can be waived, not answered"
        return Remark("misplaced", "error", f"The decision cannot be used: {what}")
    if not list_choices(finding):
        return Remark("misplaced", "error", "The document is silent here: what it does not state cannot be decided")
    return None


def _settle(finding: Finding, decision: Decision) -> Finding:
    status = "waived" if decision.choice == WAIVE else "answered"
    if decision.choice == DOES_NOT_MEET:
        status = "fail"
    signature = decision.signature
    until = signature.until.isoformat() if signature.until is not None else ""
    return finding._replace(
        status=status,
        decision=decision.words,
        decided_by=f"{signature.by} ({signature.role})",
        decided_until=until,
    )


def _find_unused(
    decision: Decision, used: set[int], file: DecisionFile, finder: PointFinder, results: Findings
) -> Remark | None:
    """What is to be said of a decision that no finding needed. One that was replaced or withdrawn is history."""
    if decision.number in used:
        return None
    if decision.signature.on > results.as_of:
        words = f"The decision is of {decision.signature.on.isoformat()}, after the day of this run"
        return Remark("not-yet", "note", words)
    latest = file.find_in_force(results.as_of).get(decision.point.key, [])
    present = {finder.name(document.path) for document in results.documents}
    if latest[-1:] != [decision] or not (decision.point.sentence or decision.point.document in present):
        return None
    until = decision.signature.until
    if until is not None and results.as_of > until:
        return Remark("expired", "warning", f"The decision ended on {until.isoformat()} and nothing needs it")
    if decision.point.sentence:
        return None  # documents that have the sentence may not be part of this run
    return Remark("unused", "warning", "Nothing is found where the decision is about")


# --- what is wrong with decisions -------------------------------------------------------------------------------------

_TITLES: Final[Mapping[str, str]] = {
    "expired": "A decision has ended",
    "not-yet": "A decision is of a later day",
    "changed": "A decision is about something that changed",
    "misplaced": "A decision cannot be used here",
    "unused": "A decision is not needed any more",
    "malformed": "A decision cannot be read",
}
_REMEDIES: Final[Mapping[str, str]] = {
    "expired": "Fix what it was about, or decide anew with a new day.",
    "not-yet": "Check the day of the decision.",
    "changed": "Look at it again, and decide anew.",
    "misplaced": "Waive a failure; answer a question about what the document states; state what it does not.",
    "unused": "Withdraw it with `pitboss decide --withdraw`.",
    "malformed": "Write requirement, document and at (or sentence), decide, reason, by, role, on, until and value.",
}


def _report_decision(path: str, source: Source, decision: Decision, remark: Remark) -> Finding:
    where = f"{decision.point.requirement} at {decision.point.place}"
    return _report(path, source, ("decisions", decision.number - 1), remark._replace(words=f"{remark.words}: {where}."))


def _report_malformed(path: str, file: DecisionFile) -> Iterator[Finding]:
    for number, entry in enumerate(file.malformed[: _MOST_MALFORMED + 1]):
        route: Route = ("decisions", entry.number - 1) if entry.number else ()
        more = len(file.malformed) - _MOST_MALFORMED
        if number == _MOST_MALFORMED and more > 1:
            entry = MalformedEntry(entry.number, f"and {more - 1:,} after it can neither: {entry.why}")
        which = f"Entry {entry.number} of the decisions" if entry.number else "The file of decisions"
        remark = Remark("malformed", "error", f"{which} cannot be used: {entry.why}.")
        yield _report(path, file.source, route, remark)


def _report(path: str, source: Source, route: Route, remark: Remark) -> Finding:
    place = Place(path, find_span(source, route), " / ".join(str(step) for step in route))
    said = FindingContent(
        f"decisions.{remark.kind}",
        "fail",
        remark.level,
        remark.words,
        _TITLES[remark.kind],
        authority="good order",
        remedy=_REMEDIES[remark.kind],
        basis="computed",
    )
    return Finding(said, (place,))
