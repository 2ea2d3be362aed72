"""Findings as a GitLab code quality report. It has no word for what passed: only what wants attention is in it.

Nor has it a place for what is to be said of the run: that is an issue of the first document, for information.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

from compliance.findings import Finding, Findings
from compliance.reports import Context
from compliance.reports.identity import fingerprints, one_name, posix
from compliance.reports.sentences import law, law_label, remarks, rests_on
from compliance.reports.text import flowing, json_text, plain

_SEVERITIES: Final = {"error": "critical", "warning": "major", "note": "minor"}


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole report."""
    marks = fingerprints(findings, context.folder)
    before = "["
    for issue in _issues(findings, marks, context.folder):
        yield before + "\n" + json_text(issue, indent=1)
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


def _issues(findings: Findings, marks: Iterable[str], folder: str) -> Iterator[dict[str, Any]]:
    for finding, mark in zip(findings.findings, marks, strict=True):
        if finding.status in ("fail", "error", "review", "information"):
            yield _issue(finding, mark)
    for remark in remarks(findings):
        yield _of_the_run(remark, findings, folder)


def _issue(finding: Finding, mark: str) -> dict[str, Any]:
    place = finding.places[0] if finding.places else None
    said = [finding.message]
    parts = {law_label(finding): law(finding), "Basis": rests_on(finding), "Remark": finding.remark}
    said += [f"{name}: {text}" for name, text in (parts | {"Remedy": finding.remedy}).items() if text]
    said += finding.paste
    return {
        "type": "issue",
        "check_name": plain(finding.requirement),
        "description": flowing(f"{finding.status}: {finding.message}"),
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
    return _SEVERITIES[finding.level] if finding.status == "fail" else "info"
