"""Defects planted one at a time in documents that are in order: what is found, and what the gate stops."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from compliance.engine.checking import check
from compliance.law.cases import base_document
from tests.catalogs import law

DAY = date(2026, 11, 16)
BESIDE = {
    "california-schedule": ("california-game",),
    "california-terms": ("california-game", "california-schedule"),
}
ROWS = [
    tuple(part.strip().replace("\\n", "\n") for part in line.split(" | "))
    for line in (Path(__file__).parent / "defects.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
Answers = Counter[tuple[str, str, str]]


def find(base: str, text: str) -> Answers:
    texts = {base: text} | {other: base_document(other) for other in BESIDE.get(base, ())}
    found = check([(f"{name}.yaml", data.encode()) for name, data in texts.items()], DAY, law()).findings
    return Counter(
        (one.requirement, one.status, one.level) for one in found if one.status in ("fail", "review", "error")
    )


@cache
def find_before(base: str) -> Answers:
    return find(base, base_document(base))


@cache
def plant_all() -> tuple[list[str], list[str], list[str]]:
    """The defects that any finding tells, those that `check` stops, and those that the gate stops."""
    told, stopped, held = [], [], []
    for base, old, new in ROWS:
        text = base_document(base)
        assert old in text, (base, old)
        added = find(base, text.replace(old, new, 1)) - find_before(base)
        name = f"{base}: {old} -> {new}"
        if added:
            told.append(name)
        if any(status in ("fail", "error") and level == "error" for _, status, level in added):
            stopped.append(name)
        if any(status != "fail" or level != "note" for _, status, level in added):
            held.append(name)
    return told, stopped, held


def test_the_gate_stops_what_any_finding_tells() -> None:
    told, stopped, held = plant_all()
    assert len(ROWS) >= 150
    assert len(told) >= 136
    assert len(held) == len(told), set(told) - set(held)
    assert len(stopped) >= 0.9 * len(told), set(told) - set(stopped)


@pytest.mark.parametrize(
    ("base", "old", "new"),
    [
        ("california-schedule", "minimum: $5, maximum: $300", "minimum: $300, maximum: $5"),
        ("california-schedule", "$501+: $6", "$501+: $60"),
        ("california-schedule", "option: 2", "option: 1"),
        ("california-schedule", "date: 2015-07-14", "date: 2091-07-14"),
        ("california-schedule", "printed: Harbor Nines, approval: GEGA-009999", "approval: GEGA-009990"),
        ("california-game", "nobody-takes-it: game stops", "nobody-takes-it: house takes it"),
        ("washington-game", "amount: $10,000", "amount: $100"),
        ("washington-game", "two-nines: 10 to 1", "two-nines: 1 to 1"),
        ("integrity-odds", "straight: 6 to 1", "straight: 60 to 1"),
        ("integrity-odds", "value: 7.28%", "value: 2.78%"),
        ("integrity-odds", "looks-at: player", "looks-at: palyer"),
    ],
)
def test_what_is_costly_or_impossible_is_an_error(base: str, old: str, new: str) -> None:
    text = base_document(base)
    assert old in text
    added = find(base, text.replace(old, new, 1)) - find_before(base)
    assert any(status in ("fail", "error") and level == "error" for _, status, level in added), added
