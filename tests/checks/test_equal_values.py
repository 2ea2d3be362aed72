"""Values that are written alike are remembered as one object: checks ask whether they are equal and where they stand,
never whether they are the same object. And numbers with a unit are compared in one unit, or not at all."""

from __future__ import annotations

import ast
from datetime import date
from pathlib import Path

import pytest

import compliance.checks
from compliance.checks.turns import COUNTS, sizes
from compliance.documents.values import Turns
from compliance.engine import check
from compliance.law.reading import read_catalogue

DAY = date(2024, 7, 1)
SCHEDULE = """\
document: schedule
title: Fees
jurisdiction: california
options:
  - {{option: 1, collections: [{{payer: pot, per: hand, fee: $3, without-flop: {}}}]}}
"""
GAME = """\
document: game
title: Nines
jurisdiction: california
bank: {{by: player-dealer, rotation: {{{}}}}}
"""
LAW = """\
requirements:
  - requirement: test.it
    title: A test
    asks: Something.
    applies: {{document: {}}}
    level: error
    check: {}
    with: {{{}}}
    reason: A test needs no law.
    remedy: None.
"""


def answers(document: str, name: str, with_: str = "") -> list[tuple[str, str]]:
    kind = document.split()[1]
    catalogue = read_catalogue([("law.yaml", LAW.format(kind, name, with_).encode())])
    findings = check([("d.yaml", document.encode())], DAY, catalogue).findings
    return [(finding.status, finding.message) for finding in findings]


@pytest.mark.parametrize("fee", ["$3", "$3.00"])
def test_the_same_fee_without_a_flop_is_no_other_fee_however_it_is_written(fee: str) -> None:
    known = ("pass", "Every fee that is charged is known before the deal.")
    assert answers(SCHEDULE.format(fee), "fee-known-before-deal") == [known]


def test_another_fee_without_a_flop_is_found() -> None:
    said = "1 option takes another fee ($1) when there is no flop; before the deal nobody knows which."
    assert answers(SCHEDULE.format("$1"), "fee-known-before-deal") == [("fail", said)]


HELD, STOPS = (
    "On how long one person may hold the bank the document says",
    "On how long the game stops after that the document says",
)


@pytest.mark.parametrize(
    ("rotation", "with_", "expected"),
    [
        # The two limits are one remembered value.
        (
            "held-at-most: 2 minutes, then-stops: 1 minute",
            "most: 2 minutes, pause: 2 minutes",
            [("fail", f"{STOPS} 1 minute; at least 2 minutes is asked.")],
        ),
        (
            "held-at-most: 3 minutes, then-stops: 3 minutes",
            "most: 2 minutes, pause: 2 minutes",
            [("fail", f"{HELD} 3 minutes; at most 2 minutes is asked.")],
        ),
        # A limit in hours is no limit in minutes.
        (
            "held-at-most: 60 minutes, then-stops: 1 hour",
            "most: 1 hour, pause: 30 minutes",
            [("pass", f"{HELD} 60 minutes. {STOPS} 1 hour.")],
        ),
        (
            "held-at-most: 2 hours, then-stops: 5 minutes",
            "most: 90 minutes, pause: 2 minutes",
            [("fail", f"{HELD} 2 hours; at most 90 minutes is asked.")],
        ),
    ],
)
def test_the_time_of_a_turn_and_of_a_stop_have_limits_of_their_own(
    rotation: str, with_: str, expected: list[tuple[str, str]]
) -> None:
    assert answers(GAME.format(rotation), "position-time", with_) == expected


@pytest.mark.parametrize(
    ("name", "rotation", "with_", "status"),
    [
        ("position-turn", "at-most: 2 hands, intervening: required", "most: 60 minutes", "review"),
        ("position-turn", "at-most: 2 rounds, intervening: required", "most: 2 hands", "pass"),
        ("position-turn", "at-most: 61 minutes, intervening: required", "most: 1 hour", "fail"),
        ("position-offer", "every: 10 minutes", "most: 20 hands", "review"),
        ("position-offer", "every: 2 hands", "most: 1 hand", "fail"),
        ("position-shared", "other-holders: 2, within: 50 minutes", "least: 2, within: 1 hour", "pass"),
        ("position-shared", "other-holders: 2, within: 20 hands", "least: 2, within: 40 minutes", "review"),
    ],
)
def test_turns_are_compared_in_one_unit_or_left_to_a_person(name: str, rotation: str, with_: str, status: str) -> None:
    assert [found for found, _ in answers(GAME.format(rotation), name, with_)] == [status]


@pytest.mark.parametrize(
    ("rotation", "status"),
    [
        ("at-most: 2 hands, every: 2 rounds, intervening: required", "pass"),
        ("at-most: 60 minutes, every: 1 hour, intervening: required", "pass"),
        ("at-most: 60 minutes, every: 60 hands, intervening: required", "fail"),
        ("at-most: 1 hour, every: 1 minute, intervening: required", "fail"),
    ],
)
def test_a_turn_that_is_told_twice_is_told_in_one_unit(rotation: str, status: str) -> None:
    assert [found for found, _ in answers(GAME.format(rotation), "rotation-words")] == [status]


def test_units_that_cannot_be_compared_give_no_sizes() -> None:
    assert sizes(Turns(2, "hours"), Turns(90, "minutes")) == (120, 90)
    assert sizes(Turns(2, "games"), Turns(3, "games")) == (2, 3)
    assert sizes(Turns(2, "turns"), Turns(3, "hands")) is None
    assert sizes(Turns(2, "turns"), Turns(3, "hands"), COUNTS) == (2, 3)


def test_no_check_asks_whether_two_values_are_one_object() -> None:
    """`is` stands beside None, True, False or a type alone. How checks are declared, in the folder above, is all about
    types."""
    for path in sorted(Path(compliance.checks.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare) and any(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops):
                sides = (node.left, *node.comparators)
                plain = any(isinstance(side, ast.Constant) or ast.unparse(side).startswith("type(") for side in sides)
                assert plain or path.parent.name == "checks", f"{path.name}:{node.lineno}: {ast.unparse(node)}"
