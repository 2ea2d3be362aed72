"""Findings as one line each, for editors and grep: `path:line:column: level: headline [id]`; the conclusion last."""

from __future__ import annotations

from collections.abc import Iterator

from compliance.engine.findings import Finding
from compliance.reports import ReportContext
from compliance.reports.conclusion import describe_run
from compliance.reports.identity import posix
from compliance.reports.model import Point, Report
from compliance.reports.text import flowing, inert, plain


def render(report: Report, context: ReportContext) -> Iterator[str]:
    """The whole report."""
    for point in report.points:
        yield inert(_describe_point(point)) + "\n"
    for finding in report.findings.findings if context.show_all else ():
        if finding.status in ("pass", "not-applicable"):
            words = f"{finding.status}: {flowing(finding.message)} [{plain(finding.requirement)}]"
            yield inert(f"{_print_place(finding)}{words}") + "\n"
    answer, *rest = describe_run(report.findings)
    for said in (*rest, answer):
        yield inert(flowing(said)) + "\n"


def _print_place(finding: Finding) -> str:
    if not finding.places:
        return ""
    span = finding.places[0].span
    return f"{plain(posix(finding.places[0].path))}:{span.line}:{span.column}: "


def _describe_point(point: Point) -> str:
    group = point.group
    more = len({(place.path, place.span.line) for one in group.members for place in one.places}) - 1
    also = f" (and {more:,} more {'place' if more == 1 else 'places'})" if group.others and more > 0 else ""
    ids = " ".join(map(plain, group.requirements))
    paper = "".join(f" “{flowing(quote.words)}” ({plain(quote.description)})" for quote in point.paper[:1])
    return f"{_print_place(point.lead)}{point.grade}: {flowing(point.headline)}{also}{paper} [{ids}]"
