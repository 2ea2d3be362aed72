"""The lists at the end of a report: what was met, by requirement, and what does not apply, by reason."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.engine.findings import Finding
from compliance.law.levels import side_of
from compliance.reports.model import Point, Report
from compliance.reports.prose import write_prose
from compliance.reports.sentences import runs
from compliance.reports.timeline import describe_timeline, drawing, timeline_of
from compliance.reports.wording import CONFIDENCE, count

if TYPE_CHECKING:
    from compliance.law.catalog import Catalog

_UNMET: Final = "Nothing in the document to check."
_MOST_REASONS: Final = 24
_MOST_ANSWERS: Final = 25


class LawAnswer(NamedTuple):
    """A requirement that was met: what it asks, by which law, how sure that is, and in which documents."""

    title: str
    citation: str
    confidence: str
    documents: str
    by_law: bool
    answers: int
    # What was found, where every answer is asked for.
    words: str


class Reason(NamedTuple):
    """Why requirements do not apply, and how many."""

    words: str
    number: str


def list_met(report: Report, in_full: bool = False) -> list[LawAnswer]:
    """What was met, law first, each requirement once. The rows of law add up to what the conclusion counts."""
    numbers = {one.checked.path: one.number for one in report.documents}
    by_requirement: dict[str, list[Finding]] = {}
    # A requirement that a document meets in one place and fails in another is not met there.
    failed = {
        (one.path, one.requirement) for one in report.findings.findings if one.status in ("fail", "review", "waived")
    }
    for finding in report.met:
        if (finding.path, finding.requirement) not in failed:
            by_requirement.setdefault(finding.requirement, []).append(finding)
    rows = []
    for same in by_requirement.values():
        paths = dict.fromkeys(finding.path for finding in same)
        lead = same[0]
        of = runs(numbers.get(path, 0) for path in paths) if not report.is_single else ""
        by_law = side_of(lead.authority) == "law"
        words = " ".join(dict.fromkeys(finding.message for finding in same[:_MOST_ANSWERS])) if in_full else ""
        confidence = CONFIDENCE.get(lead.basis, "")
        rows.append(LawAnswer(lead.title, lead.citation, confidence, of, by_law, len(paths), words))
    return sorted(rows, key=lambda row: (not row.by_law, row.title))


def find_reasons(report: Report, in_full: bool = False) -> list[Reason]:
    """Why requirements do not apply, each reason once, the commonest first."""
    apart = (finding for finding in report.findings.findings if finding.status == "not-applicable")
    by_reason = _group_by_reason(apart)
    ordered = sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0]))
    most = len(ordered) if in_full else _MOST_REASONS
    told = [Reason(reason, count(len(of), "requirement")) for reason, of in ordered[:most]]
    if left := ordered[most:]:
        others = {one for _, of in left for one in of}
        told.append(Reason(f"{count(len(left), 'other reason')}.", count(len(others), "requirement")))
    return told


def draw_law_over_time(point: Point, catalog: Catalog, day: date) -> tuple[str, str] | None:
    """The law of a breach as a drawing and in words, where it was not always the same."""
    requirement = catalog.requirements.get(point.lead.requirement)
    if requirement is None or point.section != "breaches":
        return None
    timeline = timeline_of(requirement, day)
    if timeline is None or len(timeline.stretches) < 2:
        return None
    return drawing(timeline), describe_timeline(timeline)


def _group_by_reason(apart: Iterable[Finding]) -> dict[str, dict[str, None]]:
    by_reason: dict[str, dict[str, None]] = {}
    for finding in apart:
        # What a condition of a rule came to is for who writes rules: `pitboss check --show all` has it.
        reason = _UNMET if finding.message.startswith("Does not apply") else write_prose(finding.message, {})
        by_reason.setdefault(reason, {})[finding.requirement] = None
    return by_reason
