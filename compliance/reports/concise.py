"""Findings as one line each, for editors and for grep: `path:line:column: level: words [id]`; the verdict last."""

from __future__ import annotations

from collections.abc import Iterator

from compliance.findings import Finding, Findings
from compliance.grouping import Group, grouped
from compliance.reports import Context
from compliance.reports.identity import posix
from compliance.reports.sentences import last_lines
from compliance.reports.text import flowing, inert, plain


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole report."""
    for group in grouped(findings.findings):
        yield inert(_line(group)) + "\n"
    for finding in findings.findings if context.show_all else ():
        if finding.status in ("pass", "not-applicable"):
            yield inert(_line(Group(finding))) + "\n"
    for said in last_lines(findings):
        yield inert(flowing(said)) + "\n"


def _line(group: Group) -> str:
    lead = group.lead
    where = ""
    if lead.places:
        span = lead.places[0].span
        where = f"{plain(posix(lead.places[0].path))}:{span.line}:{span.column}: "
    more = len({(place.path, place.span.line) for one in group.members for place in one.places}) - 1
    also = f" (and {more:,} more {'place' if more == 1 else 'places'})" if group.others and more > 0 else ""
    return f"{where}{level(lead)}: {flowing(lead.words)}{also} [{' '.join(map(plain, group.requirements))}]"


def level(finding: Finding) -> str:
    """The level of what failed, or the status of another answer: what is for a person is `open`."""
    if finding.status == "fail":
        return finding.level
    return {"error": "error", "review": "open"}.get(finding.status, finding.status)
