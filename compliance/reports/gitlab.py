"""Findings as a GitLab code quality report. It has no word for what passed: only what wants attention is in it.

Nor has it a place for what is to be said of the run, the verdict first of all: those are issues of the first document,
for information.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

from compliance.findings import Finding, Findings
from compliance.grouping import Group
from compliance.law.words import side_of
from compliance.reports import Context
from compliance.reports.identity import one_name, posix, told
from compliance.reports.sentences import last_lines, law, law_label, rests_on
from compliance.reports.text import flowing, json_text, plain

# Law weighs more than good order of the same level.
_SEVERITIES: Final = {
    "law": {"error": "critical", "warning": "major", "note": "minor"},
    "order": {"error": "major", "warning": "minor", "note": "info"},
}


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole report."""
    before = "["
    for issue in _issues(findings, context.folder):
        yield before + "\n" + json_text(issue, indent=1)
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


def _issues(findings: Findings, folder: str) -> Iterator[dict[str, Any]]:
    for group, mark in told(findings, folder):
        yield _issue(group, mark)
    for remark in last_lines(findings):
        yield _of_the_run(remark, findings, folder)


def _issue(group: Group, mark: str) -> dict[str, Any]:
    finding = group.lead
    place = finding.places[0] if finding.places else None
    said = [finding.words]
    parts = {law_label(finding): law(finding), "Basis": rests_on(finding), "Remark": finding.remark}
    said += [f"{name}: {text}" for name, text in (parts | {"Remedy": finding.remedy}).items() if text]
    said += finding.paste
    if group.requirements[1:]:
        said.append(f"Also: {', '.join(group.requirements[1:])}")
    return {
        "type": "issue",
        "check_name": plain(finding.requirement),
        "description": flowing(f"{finding.status}: {finding.words}"),
        "content": {"body": "\n\n".join(flowing(part) for part in said)},
        "categories": ["Compliance"],
        "severity": _severity(finding),
        "fingerprint": mark,
        "location": {
            "path": plain(posix(place.path)) if place else "",
            "lines": {"begin": place.span.line if place else 1, "end": place.span.end_line if place else 1},
        },
    }


def _of_the_run(remark: str, findings: Findings, folder: str) -> dict[str, Any]:
    path = findings.documents[0].path if findings.documents else ""
    name = one_name(path, folder) if path else ""
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


def _severity(finding: Finding) -> str:
    if finding.status == "error":
        return "blocker"
    if finding.status != "fail":
        return "info"
    return _SEVERITIES[side_of(finding.authority)][finding.level]
