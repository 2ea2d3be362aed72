"""Many answers of one check as few: failures and reviews stand alone, and what passed is one answer."""

from __future__ import annotations

from typing import Final

from compliance.checks.verdicts import Verdict
from compliance.law.levels import BASES

# What an answer rests on, the surest first; most say no more than that it is as sure as its requirement can be.
_BASES: Final = ("", *BASES)
_SPOKEN: Final = ("fail", "review", "error", "information")


def select_separate(verdicts: list[Verdict]) -> list[Verdict]:
    """Those that stand alone."""
    return [verdict for verdict in verdicts if verdict.status in _SPOKEN]


def good_of(verdicts: list[Verdict]) -> list[Verdict]:
    """What passed; where nothing did, the first that says that nothing applies."""
    return [verdict for verdict in verdicts if verdict.status == "pass"] or verdicts[:1]


def weakest_basis(good: list[Verdict]) -> str:
    return max([verdict.basis for verdict in good], key=_BASES.index)


def summarize_passes(good: list[Verdict]) -> Verdict:
    """What passed, as one answer."""
    if len(good) == 1:
        return good[0]
    said = list(dict.fromkeys(verdict.message for verdict in good))
    more = f" (and {len(said) - 3} more)" if len(said) > 3 else ""
    places = tuple((verdict.at, "") for verdict in good[1:] if verdict.at)
    first = good[0]
    return Verdict(first.status, " ".join(said[:3]) + more, first.at, first.also + places, basis=weakest_basis(good))
