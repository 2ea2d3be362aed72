"""What a document says twice and differently: a requirement passes only where it would pass by each saying."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check

GAME = """
document: game
title: Plain Draw
id: plain-draw
jurisdiction: washington
establishment: Elm Card Room
table: {players: 8, wagering-areas: 8}
bank: {by: house}
wagers: {base: {kind: base, maximum: $100, pays: {win: 1 to 1}}}
reading: {said-again: [{at: 12, %s}]}
"""
RULES = """
sections:
  - section: WAC 1
    title: Tables
    authority: regulation
    looked-up: 2026-01-01
    wordings: [{from: 2020-01-01, seen: text, values: {most: 9}}]
requirements:
  - requirement: own.players
    title: Not too many players
    asks: At most {most} players.
    applies: {document: game, jurisdiction: washington}
    rests-on: WAC 1
    level: error
    need: "table.players is at most {most}"
    remedy: Fewer.
  - requirement: own.every-saying
    title: Every saying
    asks: By each saying at most {most} players.
    applies: {document: game, jurisdiction: washington}
    rests-on: WAC 1
    level: error
    each: players in sayings of table.players
    need: "players is at most {most}"
    remedy: Fewer.
  - requirement: own.house-only
    title: Asked of house-banked games
    asks: Where players bank, at most 2 of them.
    applies: {document: game, jurisdiction: washington, when: {bank / by: player-dealer}}
    rests-on: WAC 1
    level: error
    need: table.players is at most 2
    remedy: Fewer.
  - requirement: own.harsh
    title: The worst saying counts
    asks: At most {most} players.
    applies: {document: game, jurisdiction: washington}
    rests-on: WAC 1
    level: error
    said-again: fail
    need: "table.players is at most {most}"
    remedy: Fewer.
"""


def answers(said: str) -> dict[str, str]:
    catalog = read_catalog([("rules.yaml", RULES.encode())])
    found = check([("game.yaml", (GAME % said).encode())], date(2026, 6, 1), catalog)
    return {one.requirement.removeprefix("own."): one.status for one in found.findings if one.requirement[:4] == "own."}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("table / players: 8", ("pass", "pass", "not-applicable", "pass")),
        ("table / players: 10", ("review", "fail", "not-applicable", "fail")),
        ("bank / by: player-dealer", ("pass", "pass", "review", "pass")),
        ("table / players: ten", ("review", "fail", "not-applicable", "fail")),
        ("table / players: whoever comes", ("review", "review", "not-applicable", "review")),
    ],
)
def test_a_requirement_passes_only_where_it_passes_by_each_saying(said: str, expected: tuple[str, ...]) -> None:
    found = answers(said)
    assert (found["players"], found["every-saying"], found["house-only"], found["harsh"]) == expected
