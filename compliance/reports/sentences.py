"""Sentences that several formats say alike."""

from __future__ import annotations

from compliance.findings import STATUSES, Finding, Findings
from compliance.law.words import AUTHORITY_WORDS, SEEN_WORDS


def counted(findings: Findings) -> str:
    """How many documents and answers, and the day on which the law was read."""
    counts = findings.summary()
    shown = (s for s in STATUSES if counts[s] or s in ("fail", "review", "pass"))
    answers = ", ".join(f"{counts[status]:,} {status}" for status in shown)
    return f"{number(len(findings.documents), 'document')}: {answers}; law as of {findings.as_of}"


def number(count: int, thing: str, things: str = "") -> str:
    """A count with its noun: `1 document`, `2 documents`."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {things or thing + 's'}"


def how_known(finding: Finding) -> str:
    """By what authority, and how it was seen."""
    words = (AUTHORITY_WORDS.get(finding.authority, finding.authority), SEEN_WORDS.get(finding.seen, finding.seen))
    return "; ".join(word for word in words if word)


def law_label(finding: Finding) -> str:
    """What to call it: good order asks things that no law does."""
    return "Law" if finding.citation else "Asks"


def law(finding: Finding) -> str:
    """Citation, if there is one, what it asks, and how that is known; empty where nothing asks it."""
    if not finding.asks:
        return ""
    known = how_known(finding)
    cited = f"{finding.citation}: " if finding.citation else ""
    return f"{cited}{finding.asks}" + (f" ({known})" if known else "")
