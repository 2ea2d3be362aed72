"""How much of one check's answer is told, so that every check is bounded, whatever a document makes it say.

What is left out is counted in words: a reader sees that there is more, and how much.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from compliance.checks.verdicts import MOST_CHARACTERS, Verdict, cut

MOST_FINDINGS: Final = 50
MOST_PLACES: Final = 20
MOST_PLACES_OF_PASS: Final = 80  # what passed is one finding, and shows where


def limit_verdicts(verdicts: Iterable[Verdict]) -> list[tuple[Verdict, int]]:
    """The verdicts that are told, each with the number for which it stands. Of each status and level the first are
    told, so that no review hides a failure; the last of them says how many more there are."""
    by_kind: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in verdicts:
        by_kind.setdefault((verdict.status, verdict.level), []).append(verdict)
    told: list[tuple[Verdict, int]] = []
    for alike in by_kind.values():
        *first, last = alike[:MOST_FINDINGS]
        more = len(alike) - MOST_FINDINGS
        told += [(verdict, 1) for verdict in first]
        told.append((_append_count(last, f"{more:,} more of the same kind"), more + 1) if more > 0 else (last, 1))
    return told


def limit_places(verdict: Verdict) -> Verdict:
    """A verdict with as many places as are told: those in its document come first."""
    room = (MOST_PLACES_OF_PASS if verdict.status == "pass" else MOST_PLACES) - 1
    more = len(verdict.also) + len(verdict.elsewhere) - room
    if more <= 0:
        return verdict
    also = verdict.also[:room]
    verdict = verdict._replace(also=also, elsewhere=verdict.elsewhere[: room - len(also)])
    return _append_count(verdict, f"{more:,} more places")


def _append_count(verdict: Verdict, what: str) -> Verdict:
    return verdict._replace(message=f"{cut(verdict.message, MOST_CHARACTERS - 100)} (and {what})")
