"""Findings as GitHub workflow commands, which the runner turns into annotations on the lines of a change.

The runner shows the first ten of each level and step: no more are written, law before good order. The last lines are
the verdict. The command also adds the table to the summary of the step, where GitHub names a file for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from compliance.reports import ReportContext
from compliance.reports.conclusion import describe_run
from compliance.reports.identity import posix
from compliance.reports.model import Point, Report
from compliance.reports.sentences import describe_law, law_label, name_basis
from compliance.reports.text import flowing, inert, plain

_SHOWN: Final = 10
_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}
_IN_DATA: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render(report: Report, _context: ReportContext) -> Iterator[str]:
    """One command a point, as far as the runner shows them, then the conclusion."""
    shown: Counter[str] = Counter()
    for point in report.points:
        command = _command_of(point)
        shown[command] += 1
        if shown[command] <= _SHOWN:
            # Nothing but the command itself may be one: a runner looks for the older kind wherever it stands.
            yield f"::{command} {inert(_properties_of(point))}::{inert(_message_of(point))}\n"
    left = [f"{number - _SHOWN:,} of level {command}" for command, number in shown.items() if number > _SHOWN]
    if left:
        yield f"Not annotated, as GitHub shows {_SHOWN} of each level: {', '.join(left)}. The summary has the table.\n"
    answer, *rest = describe_run(report.findings)
    yield from (f"{inert(flowing(said))}\n" for said in (*rest, answer))


def _command_of(point: Point) -> str:
    if point.lead.status == "error":
        return "error"
    return _COMMANDS[point.group.level] if point.lead.status == "fail" else "notice"


def _properties_of(point: Point) -> str:
    given: dict[str, str] = {}
    if point.lead.places:
        place = point.lead.places[0]
        span = place.span
        given = {"file": posix(place.path), "line": str(span.line), "endLine": str(span.end_line)}
        if span.line == span.end_line:
            # GitHub takes columns only for places on one line.
            given |= {"col": str(span.column), "endColumn": str(span.end_column)}
    given["title"] = flowing(f"{point.headline} ({point.lead.requirement})")
    return ",".join(f"{name}={plain(value).translate(_IN_PROPERTY)}" for name, value in given.items())


def _message_of(point: Point) -> str:
    said = [point.detail or point.headline, *describe_point(point)]
    return "\n".join(flowing(part) for part in said).translate(_IN_DATA)


def describe_point(point: Point) -> Iterator[str]:
    """What there is to say of a point besides what was found, a line each: its law, what to do, and which other
    requirements it concerns."""
    lead = point.lead
    if lead.asks:
        yield f"{law_label(lead)}: {describe_law(lead)}"
    if lead.basis:
        yield f"Basis: {name_basis(lead)}"
    if lead.remark:
        yield f"Remark: {lead.remark}"
    yield from (f"{quote.description}: “{quote.words}”" for quote in point.paper)
    if point.proposal:
        yield f"Remedy: {point.proposal}" + (f" Key: {lead.key}." if lead.key else "")
    yield from lead.paste
    if point.group.requirements[1:]:
        yield f"Also: {', '.join(point.group.requirements[1:])}"
