"""Findings as OSCAL assessment results: a result for each document, a finding for each requirement that it was asked.

OSCAL knows two states. What was met or does not apply is `satisfied`; all else is `not-satisfied`, and the reason says
which it is: `fail`, `review`, `waived`. The observations of a result are the points of the report, in its order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID, uuid5

from compliance.engine.findings import Finding
from compliance.engine.grouping import order
from compliance.reports import ReportContext
from compliance.reports.conclusion import describe_run
from compliance.reports.identity import canonical_name, posix
from compliance.reports.model import DocumentReport, Point, Report
from compliance.reports.text import flowing, json_text, plain

Data = dict[str, Any]

_VERSION: Final = "1.1.3"
_NAMES: Final = "urn:pitboss"
_SPACE: Final = UUID("5f2c5b0e-6a0f-5d52-9a55-0d1f6b6f2a10")
_MET: Final = {"pass": "pass", "not-applicable": "not-applicable", "information": "suspended"}


def render(report: Report, context: ReportContext) -> Iterator[str]:
    """The whole report, a result a line."""
    oscal = OscalReport(report, context)
    yield '{"assessment-results": {\n'
    yield from (f'"{name}": {json_text(part)},\n' for name, part in oscal.head().items())
    yield '"results": ['
    before = "\n"
    for result in oscal.results():
        yield before + json_text(result)
        before = ",\n"
    yield f'],\n"back-matter": {json_text(oscal.back_matter())}\n}}}}\n'


class OscalReport:
    """The parts of assessment results."""

    def __init__(self, report: Report, context: ReportContext) -> None:
        self.report = report
        self.context = context
        self.day = f"{report.findings.as_of}T00:00:00Z"
        run = [report.findings.catalog, str(report.findings.as_of)]
        self.answers: dict[str, dict[str, list[Finding]]] = {}
        for finding in report.findings.findings:
            self.answers.setdefault(finding.path, {}).setdefault(finding.requirement, []).append(finding)
        run += [f"{canonical_name(path, context.folder)} {sha256}" for path, sha256, *_ in report.findings.documents]
        self.space = uuid5(_SPACE, "\n".join(run))

    def head(self) -> Data:
        conclusion, *others = describe_run(self.report.findings)
        return {
            "uuid": self._id("results"),
            "metadata": {
                "title": _line(f"Findings report: {self.report.title}"),
                "last-modified": self.day,
                "version": self.context.version,
                "oscal-version": _VERSION,
                "remarks": "\n".join(flowing(words) for words in (conclusion, *others)),
            },
            "import-ap": {"href": f"#{self._id('catalog')}"},
        }

    def results(self) -> Iterator[Data]:
        for one in self.report.ranked_documents:
            yield self._result(one)
        if not self.report.documents:
            yield self._about("run", self.report.title, self.report.conclusion.sentence)

    def back_matter(self) -> Data:
        """The documents with their digests, and the catalog in place of a plan."""
        catalog = {"uuid": self._id("catalog"), "title": f"Pit Boss catalog {self.report.findings.catalog}"}
        return {"resources": [catalog, *(self._resource(one) for one in self.report.documents)]}

    def _resource(self, one: DocumentReport) -> Data:
        link: Data = {"href": plain(posix(one.checked.path))}
        if one.checked.sha256:
            link["hashes"] = [{"algorithm": "SHA-256", "value": one.checked.sha256}]
        return {"uuid": self._id("document", one.checked.path), "title": _line(one.title), "rlinks": [link]}

    def _result(self, one: DocumentReport) -> Data:
        path = one.checked.path
        result = self._about(f"result {canonical_name(path, self.context.folder)}", one.title, one.conclusion.sentence)
        mine = [point for point in one.points if point.group.paths[:1] == (path,)]
        if mine:
            result["observations"] = [self._observation(point) for point in mine]
        marks = {
            (member.path, member.requirement): point.mark for point in one.points for member in point.group.members
        }
        findings = [self._finding(path, answers, marks) for answers in self.answers.get(path, {}).values()]
        if findings:
            result["findings"] = findings
        return result

    def _about(self, name: str, title: str, sentence: str) -> Data:
        return {
            "uuid": self._id(name),
            "title": _line(title),
            "description": flowing(sentence),
            "start": self.day,
            "end": self.day,
            "reviewed-controls": {"control-selections": [{"include-all": {}}]},
        }

    def _observation(self, point: Point) -> Data:
        """A point of the report: headline, what was found, its law, and what the document says."""
        lead = point.lead
        place = f"line {point.line}" if point.line else ""
        props = {"grade": point.grade, "section": point.section, "confidence": point.confidence, "place": place}
        props |= {"law": point.citation, "key": lead.key, "decision": lead.decision}
        told: Data = {
            "uuid": self._id("observation", point.mark),
            "title": _line(point.headline),
            "description": flowing(point.detail or point.headline),
            "props": [{"name": name, "ns": _NAMES, "value": _line(said)} for name, said in props.items() if said],
            "methods": ["EXAMINE"],
            "collected": self.day,
        }
        if lead.path in self.report.of_path:
            told["subjects"] = [{"subject-uuid": self._id("document", lead.path), "type": "resource"}]
        if links := [{"href": law.link, "text": flowing(law.citation)} for law in point.laws if law.link]:
            told["links"] = links
        evidence = [f"{quote.about}: “{quote.words}”" for quote in point.quotes]
        evidence += [f"{law.citation}: “{law.words}”" for law in point.laws if law.words]
        if evidence:
            told["relevant-evidence"] = [{"description": flowing(words)} for words in evidence]
        if remedy := " ".join(words for words in (point.proposal, point.clause) if words):
            told["remarks"] = flowing(remedy)
        return told

    def _finding(self, path: str, answers: list[Finding], marks: dict[tuple[str, str], str]) -> Data:
        """A requirement of a document. Several answers are one finding: the worst decides, and all are told."""
        worst = min(answers, key=order)
        told: Data = {
            "uuid": self._id("finding", path, worst.requirement),
            "title": _line(worst.title or worst.requirement),
            "description": flowing(worst.asks or worst.title or worst.requirement),
            "target": {
                "type": "objective-id",
                "target-id": plain(worst.requirement),
                "status": _status_of(worst) | {"remarks": "\n".join(flowing(one.words) for one in answers)},
            },
        }
        if remarks := "\n".join(flowing(words) for words in (worst.note, worst.remark) if words):
            told["remarks"] = remarks
        if mark := marks.get((path, worst.requirement)):
            told["related-observations"] = [{"observation-uuid": self._id("observation", mark)}]
        return told

    def _id(self, kind: str, *names: str) -> str:
        """A name in this run, the same whenever the same is checked."""
        return str(uuid5(self.space, "\n".join((kind, *(canonical_name(name, self.context.folder) for name in names)))))


def _status_of(finding: Finding) -> Data:
    """Whether a requirement is satisfied, and why: a decision counts as what it says."""
    reason = _MET.get(finding.status)
    if finding.status == "answered":
        reason = "pass" if finding.decision.startswith("meets") else "not-applicable"
    return {"state": "satisfied" if reason else "not-satisfied", "reason": reason or finding.status}


def _line(text: str) -> str:
    """Text as a title or a value: one line, with nothing around it."""
    return flowing(text).strip() or "-"
