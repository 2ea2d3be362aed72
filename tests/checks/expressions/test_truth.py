"""How conditions combine: the truth tables of the language, for every combination of true, false, missing, unclear."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as some

from compliance.checks.expressions.results import (
    MISSING,
    STATED,
    UNCLEAR,
    Blamed,
    Result,
    join_by_and,
    join_by_or,
    negate,
)

TRUE = Result(STATED, True, (Blamed(("true",)),))
FALSE = Result(STATED, False, (Blamed(("false",)),))
UNKNOWN = Result(UNCLEAR, None, (Blamed(("unclear",)),))
ABSENT = Result(MISSING, None, (Blamed(("missing",)),))
LETTERS = {"T": TRUE, "F": FALSE, "U": UNKNOWN, "M": ABSENT}


def letter(result: Result) -> str:
    if result.state == STATED:
        return "T" if result.value else "F"
    return "U" if result.state == UNCLEAR else "M"


AND = """
  T F U M
T T F U M
F F F F F
U U F U U
M M F U M
"""
OR = """
  T F U M
T T T T T
F T F U M
U T U U U
M T M U M
"""


def cells(table: str) -> list[tuple[str, str, str]]:
    head, *rows = (line.split() for line in table.strip().splitlines())
    return [(row[0], column, cell) for row in rows for column, cell in zip(head, row[1:], strict=True)]


@pytest.mark.parametrize(("join", "table"), [(join_by_and, AND), (join_by_or, OR)])
def test_two_conditions_combine_as_the_tables_say(join, table) -> None:  # type: ignore[no-untyped-def]
    assert len(cells(table)) == 16
    for one, other, expected in cells(table):
        assert letter(join([LETTERS[one], LETTERS[other]])) == expected, (one, other)


def test_not_exchanges_true_and_false_and_leaves_the_rest() -> None:
    assert [letter(negate(LETTERS[one])) for one in "TFUM"] == ["F", "T", "U", "M"]


conditions = some.lists(some.sampled_from("TFUM"), min_size=1, max_size=6)


@given(conditions)
def test_order_never_matters(names: list[str]) -> None:
    results = [LETTERS[one] for one in names]
    assert letter(join_by_and(results)) == letter(join_by_and(results[::-1]))
    assert letter(join_by_or(results)) == letter(join_by_or(results[::-1]))


@given(conditions)
def test_not_and_is_or_of_nots(names: list[str]) -> None:
    results = [LETTERS[one] for one in names]
    assert letter(negate(join_by_and(results))) == letter(join_by_or([negate(one) for one in results]))


@given(conditions)
def test_what_is_blamed_decided_the_answer(names: list[str]) -> None:
    wanted = {"T": "true", "F": "false", "U": "unclear", "M": "missing"}
    results = [LETTERS[one] for one in names]
    for joined in (join_by_and(results), join_by_or(results)):
        assert {one.route[0] for one in joined.blamed} == {wanted[letter(joined)]}


def test_learning_an_unclear_fact_never_turns_a_decided_answer() -> None:
    """What is true or false with an unclear part stays so, whatever that part turns out to be."""
    for join, first, second in product((join_by_and, join_by_or), "TFUM", "TFUM"):
        decided = letter(join([LETTERS[first], LETTERS[second]]))
        if "U" in (first, second) and decided in "TF":
            for learned in "TF":
                changed = [LETTERS[learned if one == "U" else one] for one in (first, second)]
                assert letter(join(changed)) == decided
