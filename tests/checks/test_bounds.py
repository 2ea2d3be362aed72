"""Small documents that once kept a check busy for minutes, filled the machine or broke it, each reduced.

Nothing is timed: what once took a time that doubles with each line never ends here, and where the growth was milder the
work is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from compliance.checks.registry import CHECKS
from compliance.checks.verdicts import Verdict
from compliance.documents.reading import load

GAME = "document: game\ntitle: Bounds\nid: bounds\njurisdiction: washington\nbank: {by: house}\n"
SCHEDULE = "document: schedule\ntitle: Bounds\nid: bounds\njurisdiction: california\nunit: $1\n"


def answers(check: str, text: str, **parameters: Any) -> list[Verdict]:
    """What one check says of a document."""
    loaded = load("bounds.yaml", text.encode())
    assert loaded.document is not None, loaded.problems
    return list(CHECKS[check].run(loaded.document, **parameters))


def lines(made: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in made)


def statuses(verdicts: Iterable[Verdict]) -> list[str]:
    return [verdict.status for verdict in verdicts]


# --- wagers that are limited by others ---

ENVY = "envy: {qualifies: {wager: w0, at-least: $5}}\n"


def test_wagers_that_name_each_other() -> None:
    """Each wager names two others: once as many ways as there are subsets were gone."""
    wagers = (f"  w{n}: {{at-most: w{(n + 1) % 300}, equals: w{(n + 2) % 300}}}" for n in range(299))
    text = f"{GAME}wagers:\n{lines(wagers)}  w299: {{maximum: $4}}\n{ENVY}"
    (verdict,) = answers("envy-reachable", text)
    assert verdict.status == "fail"
    assert verdict.also == ((("wagers", "w299", "maximum"), "the most"),)


def test_a_long_line_of_wagers_ends_at_the_limit_of_the_last() -> None:
    wagers = (f"  w{n}: {{at-most: w{n + 1}}}" for n in range(3000))
    text = f"{GAME}wagers:\n{lines(wagers)}  w3000: {{maximum: $6}}\n{ENVY}"
    assert statuses(answers("envy-reachable", text)) == ["pass"]
