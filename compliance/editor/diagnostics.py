"""Findings as an editor shows them: at their places, with what is asked, by which law, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypedDict

from compliance.editor.positions import FileRange, Range, Sheet
from compliance.engine.findings import Finding, Place
from compliance.engine.grouping import collect_defects
from compliance.law.levels import side_of

# As the protocol numbers them: error, warning, information.
_SEVERITY: Final = {"error": 1, "warning": 2, "note": 3}
_SHOWN_STATUSES: Final = ("error", "fail", "review", "information")


class Related(TypedDict):
    """Another place that a finding is about."""

    location: FileRange
    label: str


class Diagnostic(TypedDict):
    """One defect of a document at its place. `finding` is its number among those that were given."""

    range: Range
    severity: int
    code: str
    message: str
    status: str
    level: str
    side: str
    citation: str
    remedy: str
    related: list[Related]
    requirements: list[str]


def group_defects(findings: Iterable[Finding]) -> list[list[Finding]]:
    """What wants attention, each defect with all that is found of it, in the order of every report. What people decided
    about is not shown."""
    return collect_defects(one for one in findings if one.status in _SHOWN_STATUSES)


def build_diagnostics(
    found: Iterable[list[Finding]], name: str, sheets: Callable[[str], Sheet | None]
) -> list[tuple[Diagnostic, Finding]]:
    """The defects of one document. `sheets` gives the text of a file by its name."""
    told: list[tuple[Diagnostic, Finding]] = []
    for members in found:
        mine = next((one for one in members if one.places and one.places[0].path == name), None)
        if mine is not None:
            told.append((_build_diagnostic(mine, members, sheets), mine))
    return told


def _build_diagnostic(lead: Finding, members: list[Finding], sheets: Callable[[str], Sheet | None]) -> Diagnostic:
    first, *_ = lead.places
    others = dict.fromkeys(place for one in (lead, *members) for place in one.places if place != first)
    return Diagnostic(
        range=_find_range(first, sheets),
        severity=_SEVERITY.get(lead.level, 3) if lead.status in ("fail", "error") else 3,
        code=lead.requirement,
        message=_build_message(lead),
        status=lead.status,
        level=lead.level,
        side=side_of(lead.authority),
        citation=lead.citation,
        remedy=lead.remedy,
        related=[_build_related(place, sheets) for place in others],
        requirements=list(dict.fromkeys(one.requirement for one in members)),
    )


def _build_message(finding: Finding) -> str:
    """What is wrong, by which law, and what to do."""
    law = f" ({finding.citation})" if finding.citation else ""
    review = "For a person to look at: " if finding.status == "review" else ""
    first = f"{review}{finding.words}{law}"
    return "\n".join(part for part in (first, finding.remedy, finding.remark) if part)


def _find_range(place: Place, sheets: Callable[[str], Sheet | None]) -> Range:
    sheet = sheets(place.path)
    return (sheet if sheet is not None else Sheet("")).range_of(place.span)


def _build_related(place: Place, sheets: Callable[[str], Sheet | None]) -> Related:
    label = place.label or place.route or "the document"
    return Related(location=FileRange(name=place.path, range=_find_range(place, sheets)), label=label)
