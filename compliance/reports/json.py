"""Findings as JSON, `pitboss.findings/1`. One finding a line, so that a diff of two runs can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from compliance.findings import FORMAT, Finding, Findings, Place
from compliance.law.words import BASES
from compliance.reports import Context
from compliance.reports.identity import identified
from compliance.reports.sentences import remarks, verdict_lines
from compliance.reports.text import json_text
from compliance.verdict import FinalVerdict, Side, judge


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole report, piece by piece."""
    judged = judge(findings)
    yield "{\n"
    yield f' "format": {_dump(FORMAT)},\n "as_of": {_dump(findings.as_of.isoformat())},\n'
    looked_up = {place: days._asdict() for place, days in findings.about.looked_up.items()}
    yield f' "catalogue": {_dump(findings.catalogue)},\n "looked_up": {_dump(looked_up)},\n'
    verdict = verdict_data(judged.whole) | {"said": verdict_lines(findings)}
    yield f' "verdict": {_dump(verdict)},\n'
    yield f' "remarks": {_dump(remarks(findings))},\n "documents": ['
    verdicts = zip(findings.documents, judged.documents, strict=True)
    yield from _rows(_dump(document._asdict() | {"verdict": verdict_data(one)}) for document, one in verdicts)
    yield '],\n "findings": ['
    yield from _rows(_dump(finding_data(*row)) for row in identified(findings, context.folder))
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


def verdict_data(verdict: FinalVerdict) -> dict[str, Any]:
    """A verdict as plain data."""
    return {
        "answer": verdict.answer,
        "law": _side_data(verdict.law),
        "order": _side_data(verdict.order),
        "undecided": verdict.undecided,
        "suspended": verdict.suspended,
        "decided": verdict.decided,
        "rests_on": dict(verdict.rests_on),
        "absent": verdict.absent,
        "left_to_people": verdict.left_to_people,
        "law_known": verdict.law_known,
    }


def _side_data(side: Side) -> dict[str, Any]:
    return {"word": side.word, **side._asdict()}


def finding_data(finding: Finding, id: str, group: str) -> dict[str, Any]:
    """A finding as plain data."""
    return {
        "id": id,
        "group": group,
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
        "silent": finding.silent,
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
