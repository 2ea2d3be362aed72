"""Words about findings and the law behind them that several formats use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from compliance.engine.findings import Finding
from compliance.law.levels import AUTHORITY_WORDS, BASIS_WORDS, SEEN_WORDS
from compliance.reports.wording import count as number
from compliance.reports.wording import describe_start

if TYPE_CHECKING:
    from compliance.law.catalog import Holding

_RUNS: Final = 60  # stretches of document numbers in one list


def runs(places: Iterable[int]) -> str:
    """Document numbers as people list them: `1-3, 7`."""
    stretches: list[list[int]] = []
    for place in sorted({place for place in places if place}):
        if stretches and place == stretches[-1][1] + 1:
            stretches[-1][1] = place
        else:
            stretches.append([place, place])
    shown = [f"{low}" if low == high else f"{low}-{high}" for low, high in stretches[:_RUNS]]
    if len(stretches) > _RUNS:
        shown.append(f"and {sum(high - low + 1 for low, high in stretches[_RUNS:])} more")
    return ", ".join(shown)


def name_basis(finding: Finding) -> str:
    """What an answer rests on, in words."""
    return BASIS_WORDS.get(finding.basis, finding.basis)


def describe_authority(finding: Finding) -> str:
    """By what authority, and how it was seen."""
    words = (AUTHORITY_WORDS.get(finding.authority, finding.authority), SEEN_WORDS.get(finding.seen, finding.seen))
    return "; ".join(word for word in words if word)


def describe_dates(holding: Holding) -> str:
    """When something holds."""
    return describe_start(holding) or "no date established"


def describe_holding(holding: Holding) -> str:
    """By what authority it holds, and how that was seen."""
    words = (AUTHORITY_WORDS[holding.authority], SEEN_WORDS.get(holding.seen, ""))
    return "; ".join(word for word in words if word)


def law_label(finding: Finding) -> str:
    """What to call it: good order asks things that no law does."""
    return "Law" if finding.citation else "Asks"


def describe_law(finding: Finding) -> str:
    """Citation, if there is one, what it asks, and how that is known; empty where nothing asks it."""
    if not finding.asks:
        return ""
    known = describe_authority(finding)
    cited = f"{finding.citation}: " if finding.citation else ""
    return f"{cited}{finding.asks}" + (f" ({known})" if known else "")


__all__ = [
    "describe_authority",
    "describe_dates",
    "describe_holding",
    "describe_law",
    "law_label",
    "name_basis",
    "number",
    "runs",
]
