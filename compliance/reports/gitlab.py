"""Findings as a GitLab code quality report. It has no word for what passed: only what wants attention is in it.

Nor has it a place for what is to be said of the run, the conclusion first of all: those are issues of the first
document, for information.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

from compliance.engine.findings import Findings
from compliance.reports import ReportContext
from compliance.reports.conclusion import describe_run
from compliance.reports.github import describe_point
from compliance.reports.identity import canonical_name, posix
from compliance.reports.model import Point, Report
from compliance.reports.text import flowing, json_text, plain

# Law weighs more than good order of the same level.
_SEVERITIES: Final = {
    "law": {"error": "critical", "warning": "major", "note": "minor"},
    "order": {"error": "major", "warning": "minor", "note": "info"},
}


def render(report: Report, context: ReportContext) -> Iterator[str]:
    """The whole report."""
    before = "["
    for issue in _issues(report, context.folder):
        yield before + "\n" + json_text(issue, indent=1)
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


def _issues(report: Report, folder: str) -> Iterator[dict[str, Any]]:
    for point in report.points:
        yield _issue(point)
    answer, *rest = describe_run(report.findings)
    for remark in (*rest, answer):
        yield _build_remark(remark, report.findings, folder)


def _issue(point: Point) -> dict[str, Any]:
    lead = point.lead
    place = lead.places[0] if lead.places else None
    said = [point.detail or point.headline, *describe_point(point)]
    return {
        "type": "issue",
        "check_name": plain(lead.requirement),
        "description": flowing(f"{point.grade}: {point.headline}"),
        "content": {"body": "\n\n".join(flowing(part) for part in said)},
        "categories": ["Compliance"],
        "severity": _severity(point),
        "fingerprint": point.mark,
        "location": {
            "path": plain(posix(place.path)) if place else "",
            "lines": {"begin": place.span.line if place else 1, "end": place.span.end_line if place else 1},
        },
    }


def _build_remark(remark: str, findings: Findings, folder: str) -> dict[str, Any]:
    path = findings.documents[0].path if findings.documents else ""
    name = canonical_name(path, folder) if path else ""
    return {
        "type": "issue",
        "check_name": "run.remark",
        "description": flowing(remark),
        "content": {"body": flowing(remark)},
        "categories": ["Compliance"],
        "severity": "info",
        "fingerprint": sha256(f"{plain(name)} {remark}".encode()).hexdigest(),
        "location": {"path": plain(posix(path)) if path else "", "lines": {"begin": 1, "end": 1}},
    }


def _severity(point: Point) -> str:
    if point.lead.status == "error":
        return "blocker"
    if point.lead.status != "fail":
        return "info"
    return _SEVERITIES["law" if point.section == "breaches" else "order"][point.group.level]
