"""Decisions held against a run: what they settle, and what is wrong with them. The day of the run is the only clock.

What is waived or answered stays a finding, with the decision beside it: it is counted, shown, and fails nothing.
A decision is about a value: where that has changed since, it decides nothing any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from hashlib import sha256
from typing import Final, NamedTuple

from compliance.decisions.reading import (
    DOES_NOT_MEET,
    WAIVE,
    WHOLE,
    Decision,
    Malformed,
    read_decisions,
)
from compliance.documents.reading import Loaded
from compliance.findings import Finding, Findings, Place, Said
from compliance.grouping import in_order
from compliance.meaning.canonical import Meaning, Node, below, meaning_of, plain_form
from compliance.meaning.changes import named_route
from compliance.routes import Route, read_route, span_of
from compliance.source import Source, Span

_DIGITS: Final = 12
_MOST_MALFORMED: Final = 50
NOTHING: Final = "nothing"


class Subject(NamedTuple):
    """What a finding is about, by names that an edit elsewhere does not change: the key of a decision."""

    requirement: str
    document: str
    at: str


class Looker:
    """Finds out what given findings are about. Documents are read once, one after the other, and let go again."""

    def __init__(self, documents: Callable[[], Iterable[Loaded]], findings: Iterable[Finding]) -> None:
        self._documents = documents
        self._routes: dict[str, set[str]] = {}
        for place in map(_first_place, findings):
            self._routes.setdefault(place.path, set()).add(place.route)
        # By path the name of a document; by path and route what a place is called, and what stands there.
        self._names: dict[str, str] = {}
        self._places: dict[tuple[str, str], tuple[str, str]] = {}
        self._looked = False

    def _look(self) -> None:
        if self._looked:
            return
        self._looked = True
        for one in self._documents():
            if one.document is None:
                continue
            meaning = meaning_of(one.document, one.unclear)
            self._names[one.path] = meaning.name
            for route in self._routes.get(one.path, ()):
                at = named_route(meaning, read_route(route)) if route else WHOLE
                self._places[one.path, route] = (at, self._value(meaning, route))

    def name(self, path: str) -> str:
        """The id of a document, or its path where it has none."""
        self._look()
        return self._names.get(path, path)

    def subject(self, finding: Finding) -> Subject:
        """Requirement, document and place of a finding, the document by its id."""
        self._look()
        place = _first_place(finding)
        at, _ = self._places.get((place.path, place.route), (place.route or WHOLE, NOTHING))
        return Subject(finding.requirement, self.name(place.path), at)

    def value(self, finding: Finding) -> str:
        """What stands at the place of a finding, as a short fingerprint; `nothing` where nothing does."""
        self._look()
        place = _first_place(finding)
        return self._places.get((place.path, place.route), ("", NOTHING))[1]

    @staticmethod
    def _value(meaning: Meaning, route: str) -> str:
        node: Node | None = meaning.tree
        for step in read_route(route) if route else ():
            node = below(node, step) if node is not None else None
        return sha256(repr(plain_form(node)).encode()).hexdigest()[:_DIGITS] if node is not None else NOTHING


def _first_place(finding: Finding) -> Place:
    return finding.places[0] if finding.places else Place("", Span(0, 0, 0, 0))


def decide(results: Findings, path: str, data: bytes, documents: Callable[[], Iterable[Loaded]]) -> None:
    """Hold the decisions of a file against a run, and let it say what they settle."""
    replace(results, decided(results, path, data, documents))


def replace(results: Findings, findings: Iterable[Finding]) -> None:
    """Other findings in the place of a run's own, in order and counted."""
    before = Counter(finding.status for finding in results.findings)
    results.findings = in_order(findings)
    after = Counter(finding.status for finding in results.findings)
    for status in before | after:
        results.counts[status] += after[status] - before[status]


def decided(findings: Findings, path: str, data: bytes, documents: Callable[[], Iterable[Loaded]]) -> list[Finding]:
    """The findings of a run with what was decided about them, and what is to be said of the decisions themselves."""
    source, decisions, malformed = read_decisions(data)
    looker = Looker(documents, (finding for finding in findings.findings if finding.status in ("fail", "review")))
    by_subject = {Subject(one.requirement, one.document, one.at): one for one in decisions}
    used: set[int] = set()
    told: list[Finding] = [_malformed(path, source, one) for one in malformed[:_MOST_MALFORMED]]
    if more := malformed[_MOST_MALFORMED:]:
        why = f"and {len(more) - 1:,} after it can neither: {more[0].why}"
        told.append(
            _malformed(path, source, more[0]._replace(why=why)) if more[1:] else _malformed(path, source, more[0])
        )
    result: list[Finding] = []
    for finding in findings.findings:
        one = by_subject.get(looker.subject(finding)) if finding.status in ("fail", "review") and by_subject else None
        if one is None:
            result.append(finding)
            continue
        used.add(one.number)
        settled, remark = _settle(finding, one, looker, findings.as_of)
        result.append(settled)
        told += [_about(path, source, one, *remark)] if remark else []
    paths = dict.fromkeys(finding.path for finding in findings.findings)
    present = set(map(looker.name, paths))
    for one in decisions:
        if one.number not in used and one.document in present:
            told.append(_about(path, source, one, *_unused(one, findings.as_of)))
    return [*result, *told]


def _settle(
    finding: Finding, decision: Decision, looker: Looker, day: date
) -> tuple[Finding, tuple[str, str, str] | None]:
    """A finding with the decision about it; or as it was, and why the decision does not hold."""
    if day > decision.until:
        return finding, ("expired", "error", f"The decision ended on {decision.until.isoformat()}")
    if day < decision.on:
        return finding, ("not-yet", "note", f"The decision is of {decision.on.isoformat()}, after the day of this run")
    if looker.value(finding) != decision.value:
        return finding, ("changed", "error", "What the decision is about has changed since it was made")
    if (decision.decide == WAIVE) != (finding.status == "fail"):
        what = "only a failure can be waived" if decision.decide == WAIVE else "a failure can be waived, not answered"
        return finding, ("misplaced", "error", f"The decision cannot be used: {what}")
    if decision.decide == DOES_NOT_MEET:
        return finding._replace(status="fail", decision=decision.said()), None
    status = "waived" if decision.decide == WAIVE else "answered"
    return finding._replace(status=status, decision=decision.said()), None


def _unused(decision: Decision, day: date) -> tuple[str, str, str]:
    if day > decision.until:
        return "expired", "warning", f"The decision ended on {decision.until.isoformat()} and nothing needs it"
    return "unused", "warning", "Nothing is found where the decision is about"


_TITLES: Final[Mapping[str, str]] = {
    "expired": "A decision has not ended",
    "not-yet": "A decision is of the day of the run or before",
    "changed": "A decision is about what stands in the document",
    "misplaced": "A decision fits what it is about",
    "unused": "A decision is needed",
    "malformed": "A decision can be read",
}
_REMEDIES: Final[Mapping[str, str]] = {
    "expired": "Mend what it was about, or decide anew with a new day.",
    "not-yet": "Check the day of the decision.",
    "changed": "Look at it again, and decide anew.",
    "misplaced": "Waive a failure; answer a review with meets, does not meet or does not apply.",
    "unused": "Take the decision out of the file.",
    "malformed": "Say requirement, document, at, decide, reason, by, on, until and value.",
}


def _about(path: str, source: Source, decision: Decision, kind: str, level: str, words: str) -> Finding:
    where = f"{decision.requirement} at {decision.at} of {decision.document}"
    return _finding(path, source, ("decisions", decision.number - 1), kind, level, f"{words}: {where}.")


def _malformed(path: str, source: Source, entry: Malformed) -> Finding:
    route: Route = ("decisions", entry.number - 1) if entry.number else ()
    which = f"Entry {entry.number} of the decisions" if entry.number else "The file of decisions"
    return _finding(path, source, route, "malformed", "error", f"{which} cannot be used: {entry.why}.")


def _finding(path: str, source: Source, route: Route, kind: str, level: str, message: str) -> Finding:
    place = Place(path, span_of(source, route), " / ".join(str(step) for step in route))
    title, remedy = _TITLES[kind], _REMEDIES[kind]
    said = Said(
        f"decisions.{kind}", "fail", level, message, title, authority="good order", remedy=remedy, basis="computed"
    )
    return Finding(said, (place,))
