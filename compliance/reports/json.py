"""Findings as JSON, `pitboss.findings/1`. One finding a line, so that a diff of two runs can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compliance.findings import FORMAT, Finding, Findings, Place
from compliance.law.words import BASES
from compliance.reports import Context
from compliance.reports.sentences import remarks
from compliance.reports.text import json_text


def render(findings: Findings, _context: Context) -> Iterator[str]:
    """The whole report, piece by piece."""
    yield "{\n"
    yield f' "format": {_dump(FORMAT)},\n "as_of": {_dump(findings.as_of.isoformat())},\n'
    looked_up = {place: days._asdict() for place, days in findings.about.looked_up.items()}
    yield f' "catalogue": {_dump(findings.catalogue)},\n "looked_up": {_dump(looked_up)},\n'
    yield f' "remarks": {_dump(remarks(findings))},\n "documents": ['
    yield from _rows(_dump(document._asdict()) for document in findings.documents)
    yield '],\n "findings": ['
    yield from _rows(_dump(finding_data(finding)) for finding in findings.findings)
    bases = {basis: findings.about.bases[basis] for basis in BASES}
    yield f'],\n "summary": {_dump(findings.summary() | {"basis": bases})}\n}}\n'


def _rows(rows: Iterator[str]) -> Iterator[str]:
    separator = "\n  "
    for row in rows:
        yield separator + row
        separator = ",\n  "
    if separator != "\n  ":
        yield "\n "


def _dump(data: Any) -> str:
    return json_text(data)


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as plain data."""
    return {
        "requirement": finding.requirement,
        "title": finding.title,
        "status": finding.status,
        "level": finding.level,
        "message": finding.message,
        "asks": finding.asks,
        "citation": finding.citation,
        "authority": finding.authority,
        "seen": finding.seen,
        "note": finding.note,
        "basis": finding.basis,
        "remark": finding.remark,
        "remedy": finding.remedy,
        "paste": list(finding.paste),
        "decision": finding.decision,
        "places": [_place_data(place) for place in finding.places],
    }


def _place_data(place: Place) -> dict[str, Any]:
    span = place.span
    return {
        "path": place.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "route": place.route,
        "label": place.label,
        "source": [{"file": file, "lines": lines} for file, lines in place.source],
    }
