"""Findings as a GitLab code quality report. It has no word for what passed: only what wants attention is in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from compliance.findings import Finding, Findings
from compliance.reports import Context
from compliance.reports.identity import fingerprints, posix
from compliance.reports.sentences import law, law_label
from compliance.reports.text import flowing, plain

_SEVERITIES: Final = {"error": "critical", "warning": "major", "note": "minor"}


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole report."""
    marks = fingerprints(findings, context.folder)
    issues = [
        _issue(finding, mark)
        for finding, mark in zip(findings.findings, marks, strict=True)
        if finding.status in ("fail", "error", "review")
    ]
    yield json.dumps(issues, ensure_ascii=False, indent=1) + "\n"


def _issue(finding: Finding, mark: str) -> dict[str, Any]:
    place = finding.places[0] if finding.places else None
    said = [finding.message]
    said += [
        f"{name}: {text}" for name, text in ((law_label(finding), law(finding)), ("Remedy", finding.remedy)) if text
    ]
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


def _severity(finding: Finding) -> str:
    if finding.status == "error":
        return "blocker"
    return _SEVERITIES[finding.level] if finding.status == "fail" else "info"
