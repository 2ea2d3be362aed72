"""A decision as somebody says it: with a reason, a name, and the days between which it holds."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from compliance.decisions.applying import Looker, Subject
from compliance.decisions.reading import DOES_NOT_APPLY, DOES_NOT_MEET, MEETS, WAIVE, Decision
from compliance.findings import Finding

_ANSWERS: Final = (MEETS, DOES_NOT_MEET, DOES_NOT_APPLY)
# What can be said about a finding, by its status; and said anew about one that is decided.
_OUTCOMES: Final = {"review": _ANSWERS, "answered": _ANSWERS, "fail": (WAIVE,), "waived": (WAIVE,)}


class Unsaid(Exception):
    """What a decision does not say, or says wrongly: which part, and why."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(why)
        self.what = what


def said(decide: str, reason: str, by: str, on: date, until: date) -> Decision:
    """A decision that is not yet about anything. Raises Unsaid."""
    for what, text in (("reason", reason), ("by", by)):
        if not text.strip():
            raise Unsaid(what, "expected some words")
    if until < on:
        raise Unsaid("until", f"{until.isoformat()} is before the day of the decision, {on.isoformat()}")
    return Decision("", "", "", decide, reason, by, on, until, "", 0)


def about(decision: Decision, findings: Iterable[Finding], looker: Looker) -> list[Decision]:
    """A decision about each of some findings: one for each thing that they are about."""
    made: dict[Subject, Decision] = {}
    for finding in findings:
        subject = looker.subject(finding)
        made.setdefault(subject, decision._replace(**subject._asdict(), value=looker.value(finding)))
    return list(made.values())


def outcomes(finding: Finding) -> tuple[str, ...]:
    """What a person may decide about a finding. About a decision nothing is decided."""
    if finding.requirement.startswith("decisions."):
        return ()
    # An open point that somebody found not to be met fails, and stays an open point.
    return _ANSWERS if finding.status == "fail" and finding.decision else _OUTCOMES.get(finding.status, ())


def next_year(day: date) -> date:
    """The same day of the next year: how long a decision holds where nobody says otherwise."""
    return day.replace(year=day.year + 1) if (day.month, day.day) != (2, 29) else date(day.year + 1, 2, 28)
