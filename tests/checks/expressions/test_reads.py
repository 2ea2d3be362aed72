"""What decides a clause is known from its text: a document by another saying is asked only what may differ by it."""

import pytest

from compliance.checks.expressions.clauses import compile_clause
from compliance.checks.expressions.reads import Reads, find_reads

MAXIMUM, NOTE, NEW = ("wagers", "ante", "maximum"), ("wagers", "ante", "printed"), ("wagers", "side")
PRIZE = ("wagers", "ante", "pays", "flush")
LIMIT = {"each": "wager in wagers where wager.kind is not bonus", "need": "wager.maximum is at most $300"}
ODDS = {"each": "wager in wagers", "need": "wager.best-odds is stated"}
TOP = {"let": {"top": "highest(wager.maximum for wager in wagers)"}, "need": "top is at most $300"}


@pytest.mark.parametrize(
    ("clause", "touched", "expected"),
    [
        pytest.param(LIMIT, MAXIMUM, True, id="compared-amount"),
        pytest.param(LIMIT, ("wagers", "ante", "kind"), True, id="key-of-where"),
        pytest.param(LIMIT, NOTE, False, id="key-that-nothing-names"),
        pytest.param(LIMIT, NEW, True, id="new-entry"),
        pytest.param(LIMIT, ("glossary", "ante"), False, id="other-block"),
        pytest.param(TOP, MAXIMUM, True, id="let"),
        pytest.param({"need": "wagers is stated"}, MAXIMUM, False, id="whether-a-block-is-there"),
        pytest.param({"need": "count(wagers) is at most 3"}, MAXIMUM, False, id="number-of-entries"),
        pytest.param({"need": "count(wagers) is at most 3"}, NEW, True, id="number-with-a-new-entry"),
        pytest.param(ODDS, PRIZE, True, id="what-a-derived-fact-reads"),
        pytest.param(ODDS, MAXIMUM, False, id="what-a-derived-fact-does-not-read"),
        pytest.param({"all": [{"need": "table.players is at most 9"}]}, ("table", "players"), True, id="inner-clause"),
    ],
)
def test_reads(clause: dict[str, object], touched: tuple[str, ...], expected: bool) -> None:
    assert Reads(find_reads(compile_clause(clause, {}))).includes(touched) is expected
