"""Findings as GitHub workflow commands, which the runner turns into annotations on the lines of a change.

Only what wants attention is an annotation; the last lines count the rest, and say how far the law is known. The runner
shows the first ten of each kind and step, so the order of the findings, failures first, matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from compliance.findings import Finding, Findings
from compliance.reports import Context
from compliance.reports.identity import posix
from compliance.reports.sentences import counted, law, law_label, passes_of_law, remarks, rests_on
from compliance.reports.text import flowing, inert, plain

_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}
_IN_DATA: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY: Final = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render(findings: Findings, _context: Context) -> Iterator[str]:
    """One command a finding, then one line that counts."""
    for finding in findings.findings:
        if finding.status in ("fail", "error", "review", "information"):
            # Nothing but the command itself may be one: a runner looks for the older kind wherever it stands.
            yield f"::{_command(finding)} {inert(_properties(finding))}::{inert(_message(finding))}\n"
    yield f"{counted(findings)}\n"
    yield from (f"{inert(flowing(remark))}\n" for remark in (*passes_of_law(findings), *remarks(findings)))


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


def _message(finding: Finding) -> str:
    said = [finding.message]
    if finding.asks:
        said.append(f"{law_label(finding)}: {law(finding)}")
    if finding.basis:
        said.append(f"Basis: {rests_on(finding)}")
    if finding.remark:
        said.append(f"Remark: {finding.remark}")
    if finding.remedy:
        said.append(f"Remedy: {finding.remedy}")
    said += finding.paste
    return "\n".join(flowing(part) for part in said).translate(_IN_DATA)
