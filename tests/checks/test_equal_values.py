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
from compliance.engine.checking import check
from tests.catalogs import catalog_of

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


def answer_known_before_deal(fee: str) -> list[tuple[str, str]]:
    asked = catalog_of(frozenset({"integrity.fee-basis-known"}))
    findings = check([("d.yaml", SCHEDULE.format(fee).encode())], DAY, asked).findings
    return [(finding.status, finding.message) for finding in findings]


@pytest.mark.parametrize("fee", ["$3", "$3.00"])
def test_the_same_fee_without_a_flop_is_no_other_fee_however_it_is_written(fee: str) -> None:
    assert answer_known_before_deal(fee) == [("pass", "Option 1: every fee is known before the deal.")]


def test_another_fee_without_a_flop_is_found() -> None:
    said = "Option 1 takes another fee ($1) when there is no flop; before the deal nobody knows which."
    assert answer_known_before_deal("$1") == [("fail", said)]


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
    asked = catalog_of(frozenset({"integrity.rotation-semantics"}))
    findings = check([("d.yaml", GAME.format(rotation).encode())], DAY, asked).findings
    assert [finding.status for finding in findings] == [status]


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
                assert plain or path.parent.name in ("checks", "expressions"), (
                    f"{path.name}:{node.lineno}: {ast.unparse(node)}"
                )
