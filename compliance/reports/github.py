"""Findings as GitHub workflow commands, which the runner turns into annotations on the lines of a change.

The runner shows the first ten of each level and step: no more are written, law before good order. The last lines are
the verdict. The command also adds the table to the summary of the step, where GitHub names a file for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from compliance.findings import Finding, Findings
from compliance.grouping import Group, grouped
from compliance.reports import Context
from compliance.reports.identity import posix
from compliance.reports.sentences import last_lines, law, law_label, rests_on
from compliance.reports.text import flowing, inert, plain

_SHOWN: Final = 10
_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}
_IN_DATA: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render(findings: Findings, _context: Context) -> Iterator[str]:
    """One command a defect, as far as the runner shows them, then the verdict."""
    told: Counter[str] = Counter()
    for group in grouped(findings.findings):
        command = _command(group.lead)
        told[command] += 1
        if told[command] <= _SHOWN:
            # Nothing but the command itself may be one: a runner looks for the older kind wherever it stands.
            yield f"::{command} {inert(_properties(group.lead))}::{inert(_message(group))}\n"
    left = [f"{count - _SHOWN:,} of level {command}" for command, count in told.items() if count > _SHOWN]
    if left:
        yield f"Not annotated, as GitHub shows {_SHOWN} of each level: {', '.join(left)}. The summary has the table.\n"
    yield from (f"{inert(flowing(said))}\n" for said in last_lines(findings))


def _command(finding: Finding) -> str:
    if finding.status == "error":
        return "error"
    return _COMMANDS[finding.level] if finding.status == "fail" else "notice"


def _properties(finding: Finding) -> str:
    given: dict[str, str] = {}
    if finding.places:
        place = finding.places[0]
        span = place.span
        given = {"file": posix(place.path), "line": str(span.line), "endLine": str(span.end_line)}
        if span.line == span.end_line:
            # GitHub takes columns only for places on one line.
            given |= {"col": str(span.column), "endColumn": str(span.end_column)}
    given["title"] = f"{finding.status}: {finding.requirement}"
    return ",".join(f"{name}={plain(value).translate(_IN_PROPERTY)}" for name, value in given.items())


def _message(group: Group) -> str:
    finding = group.lead
    said = [finding.words]
    if finding.asks:
        said.append(f"{law_label(finding)}: {law(finding)}")
    if finding.basis:
        said.append(f"Basis: {rests_on(finding)}")
    if finding.remark:
        said.append(f"Remark: {finding.remark}")
    if finding.remedy:
        said.append(f"Remedy: {finding.remedy}")
    said += finding.paste
    if group.requirements[1:]:
        said.append(f"Also: {', '.join(group.requirements[1:])}")
    return "\n".join(flowing(part) for part in said).translate(_IN_DATA)
