"""The annex of the printed report: what was met, and what does not apply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from compliance.findings import Finding, Findings
from compliance.law.words import side_of
from compliance.reports.sentences import how_known, number, rests_on, runs
from compliance.reports.text import cut

Entry = dict[str, Any]

_REST: Final = 25  # different answers listed for one requirement
_REASONS: Final = 30  # different reasons why requirements do not apply


def annex_of(findings: Findings, numbers: Mapping[str, int], length: str) -> Entry:
    """What was met, and what does not apply: in short by requirement and by reason, in full with every answer."""
    met = _by_requirement(finding for finding in findings.findings if finding.status == "pass")
    apart = [finding for finding in findings.findings if finding.status == "not-applicable"]
    if length == "none":
        return {"length": length, "met": [], "reasons": [], "full": []}
    if length == "full":
        full = [
            {"title": "What was met", "column": "What was found", "rows": _rows(met, numbers)},
            {"title": "What does not apply, and why", "column": "Why", "rows": _rows(_by_requirement(apart), numbers)},
        ]
        return {"length": length, "met": [], "reasons": [], "full": [part for part in full if part["rows"]]}
    rows = [
        {
            "title": same[0].title,
            "law": same[0].citation,
            "basis": same[0].basis,
            "of": runs(numbers.get(finding.path, 0) for finding in same) if len(numbers) > 1 else "",
        }
        for same in met.values()
    ]
    return {"length": length, "met": rows, "reasons": _reasons(apart), "full": []}


def _reasons(apart: Sequence[Finding]) -> list[Entry]:
    """Why requirements do not apply, each reason once, the commonest first."""
    by_reason: dict[str, dict[str, None]] = {}
    for finding in apart:
        by_reason.setdefault(finding.message, {})[finding.requirement] = None
    ordered = sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0]))
    told = [{"reason": cut(reason, 400), "count": number(len(of), "requirement")} for reason, of in ordered[:_REASONS]]
    if left := ordered[_REASONS:]:
        left_out = f"{number(len(left), 'other reason')}; `--annex full` has each."
        told.append({"reason": left_out, "count": number(len({one for _, of in left for one in of}), "requirement")})
    return told


def _rows(by_requirement: Mapping[str, Sequence[Finding]], numbers: Mapping[str, int]) -> list[Entry]:
    return [
        {
            "id": requirement,
            "title": same[0].title,
            "law": same[0].citation,
            "known": how_known(same[0]),
            "basis": "; ".join(dict.fromkeys(rests_on(one) for one in same if one.basis and one.status == "pass")),
            "said": said(same, numbers),
        }
        for requirement, same in by_requirement.items()
    ]


def _by_requirement(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    by_requirement: dict[str, list[Finding]] = {}
    for finding in findings:
        by_requirement.setdefault(finding.requirement, []).append(finding)
    return dict(sorted(by_requirement.items(), key=lambda item: (side_of(item[1][0].authority) != "law", item[0])))


def said(same: Sequence[Finding], numbers: Mapping[str, int]) -> list[Entry]:
    """What was said, each thing once, with the documents it was said of."""
    of: dict[str, list[int]] = {}
    for finding in same:
        of.setdefault(finding.words, []).append(numbers.get(finding.path, 0))
    told = [{"of": runs(places), "message": message} for message, places in of.items()]
    if len(told) > _REST:
        left = sum(len(places) for places in list(of.values())[_REST:])
        message = f"{number(left, 'further answer')} of this kind, with other words; the JSON report has each."
        told = [*told[:_REST], {"of": "", "message": message}]
    return told
