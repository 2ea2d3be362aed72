"""Findings as JSON, `pitboss.findings/1`. One finding a line, so that a diff of two runs can be read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from compliance.findings import FORMAT, Finding, Findings, Place, Said
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
    yield from _rows(_row(*row) for row in identified(findings, context.folder))
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


def _row(finding: Finding, id: str, group: str) -> str:
    """A finding as one line. Of a set thousands say the same, or point to the same place: that is written out once."""
    head = f'{{"id": "{id}", "group": "{group}", '
    return f'{head}{_said(finding.said)}, "places": {_places(finding.places)}}}'


def _said_data(said: Said) -> dict[str, Any]:
    return {
        "requirement": said.requirement,
        "title": said.title,
        "status": said.status,
        "level": said.level,
        "message": said.message,
        "asks": said.asks,
        "citation": said.citation,
        "authority": said.authority,
        "seen": said.seen,
        "note": said.note,
        "basis": said.basis,
        "remark": said.remark,
        "silent": said.silent,
        "key": said.key,
        "remedy": said.remedy,
        "paste": list(said.paste),
        "decision": said.decision,
    }


@lru_cache(maxsize=2048)
def _said(said: Said) -> str:
    return _dump(_said_data(said)).removeprefix("{").removesuffix("}")


@lru_cache(maxsize=1024)
def _places(places: tuple[Place, ...]) -> str:
    return _dump([_place_data(place) for place in places])


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
