"""Findings as JSON, `pitboss.findings/2`. One finding a line, so that a diff of two runs can be read.

What a requirement says of each of its findings (title, what it asks, remark, remedy) stands once, under `requirements`;
a finding repeats what it says otherwise, and leaves out what is empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from compliance.engine.findings import FORMAT, Finding, FindingContent, Place
from compliance.engine.verdict import FinalVerdict, Side
from compliance.law.levels import BASES
from compliance.reports import ReportContext
from compliance.reports.conclusion import describe_caveats, describe_run
from compliance.reports.identity import identified
from compliance.reports.model import Point, Report
from compliance.reports.text import json_text


def render(report: Report, context: ReportContext) -> Iterator[str]:
    """The whole report, piece by piece."""
    findings, judged = report.findings, report.judged
    yield "{\n"
    yield f' "format": {_dump(FORMAT)},\n "as_of": {_dump(findings.as_of.isoformat())},\n'
    looked_up = {place: days._asdict() for place, days in findings.about.looked_up.items()}
    yield f' "catalogue": {_dump(findings.catalog)},\n "looked_up": {_dump(looked_up)},\n'
    verdict = verdict_data(judged.whole) | {"said": describe_run(findings)}
    yield f' "verdict": {_dump(verdict)},\n'
    yield f' "remarks": {_dump(describe_caveats(findings))},\n "documents": ['
    verdicts = zip(findings.documents, judged.documents, strict=True)
    yield from _rows(_dump(document._asdict() | {"verdict": verdict_data(one)}) for document, one in verdicts)
    yield '],\n "points": ['
    yield from _rows(_dump(_point_data(point)) for point in report.points)
    texts = _collect_texts(findings.findings)
    yield '],\n "requirements": {'
    yield from _rows(f"{_dump(name)}: {_dump(said)}" for name, said in texts.items())
    yield '},\n "findings": ['
    yield from _rows(_row(*row, texts) for row in identified(findings, context.folder))
    bases = {basis: findings.about.bases[basis] for basis in BASES}
    summary = findings.summary() | {"basis": bases, "causes": _count_causes(report.points)}
    yield f'],\n "summary": {_dump(summary)}\n}}\n'


def _count_causes(points: Iterable[Point]) -> dict[str, int]:
    """How many points fail, ask or wait for an open fact: each cause counted once."""
    kinds = Counter("waiting" if one.is_question and one.lead.waits else one.lead.status for one in points)
    return {kind: kinds[kind] for kind in ("fail", "review", "waiting")}


def _point_data(point: Point) -> dict[str, Any]:
    """A point of the report: what it is, its headline, and the finding that leads its group."""
    return {
        "id": point.mark,
        "section": point.section,
        "grade": point.grade,
        "headline": point.headline,
        "detail": point.detail,
        "confidence": point.confidence,
        "proposal": point.proposal,
        "clause": point.clause,
        "waits": point.is_question and point.lead.waits,
        "requirements": list(point.group.requirements),
        "documents": list(point.group.paths),
        "source": point.source,
        "observations": list(point.observations),
        "paper": [quote._asdict() for quote in point.paper],
        "law": [{"citation": law.citation, "says": law.words, "link": law.link} for law in point.laws if law.citation],
    }


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
        "points": {section: points._asdict() for section, points in verdict.points.items()},
        "undecided": verdict.undecided,
        "suspended": verdict.suspended,
        "decided": verdict.decided,
        "met_by_decision": verdict.met_by_decision,
        "waived": verdict.waived,
        "waived_until": verdict.waived_until,
        "decided_by": list(verdict.decided_by),
        "rests_on": dict(verdict.rests_on),
        "absent": verdict.absent,
        "left_to_people": verdict.left_to_people,
        "law_known": verdict.law_known,
    }


def _side_data(side: Side) -> dict[str, Any]:
    return {"word": side.word, **side._asdict()}


def _collect_texts(findings: Iterable[Finding]) -> dict[str, dict[str, str]]:
    """What is said of each requirement by the first of its findings."""
    first: dict[str, Finding] = {}
    for finding in findings:
        first.setdefault(finding.requirement, finding)
    return {name: {key: getattr(one, key) for key in _OF_REQUIREMENT} for name, one in sorted(first.items())}


_OF_REQUIREMENT: Final = ("title", "asks", "note", "remedy")
_MAY_BE_EMPTY: Final = ("remark", "key", "paste", "decision")


def _row(finding: Finding, id: str, group: str, texts: Mapping[str, Mapping[str, str]]) -> str:
    """A finding as one line. Of a set thousands say the same, or point to the same place: that is written out once."""
    head = f'{{"id": "{id}", ' + (f'"group": "{group}", ' if group != id else "")
    said = texts[finding.requirement]
    own = {key: getattr(finding, key) for key in _OF_REQUIREMENT if getattr(finding, key) != said[key]}
    other = f", {_dump(own)[1:-1]}" if own else ""
    return f'{head}{_dump_content(finding.said)}{other}, "places": {_places(finding.places)}}}'


def _build_content(said: FindingContent) -> dict[str, Any]:
    return {
        "requirement": said.requirement,
        "status": said.status,
        "level": said.level,
        "message": said.message,
        "citation": said.citation,
        "authority": said.authority,
        "seen": said.seen,
        "basis": said.basis,
        "silent": said.silent,
        "waits": said.waits,
        **{key: value for key in _MAY_BE_EMPTY if (value := getattr(said, key))},
    }


@lru_cache(maxsize=2048)
def _dump_content(said: FindingContent) -> str:
    return _dump(_build_content(said)).removeprefix("{").removesuffix("}")


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
