"""What is said of an expression that cannot be used: what is wrong with it, and what to write instead."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from compliance.checks.expressions.checking import find_clause_faults
from compliance.engine.checking import check
from tests.catalogs import law

ROWS = [line.split("\t") for line in Path(__file__).with_name("broken.tsv").read_text("utf-8").splitlines()]


def test_there_are_forty_broken_expressions() -> None:
    assert len(ROWS) >= 40


@pytest.mark.parametrize(("text", "message", "help"), ROWS, ids=[row[0] for row in ROWS])
def test_a_broken_expression_says_what_is_wrong_and_what_to_write(text: str, message: str, help: str) -> None:
    (fault, *others) = find_clause_faults({"need": text}, ["game"], {"wagering-areas": "9"})
    assert not others
    assert fault.message.startswith(message), fault.message
    assert help in fault.help, fault.help


def test_every_message_on_the_library_is_filled_in() -> None:
    """No name in braces is left where its value should stand."""
    rulesets = Path(__file__).parents[3] / "rulesets"
    documents = [(path.name, path.read_bytes()) for path in sorted(rulesets.rglob("*.yaml"))]
    findings = check(documents, date(2026, 11, 16), law()).findings
    assert len(findings) > 1_000
    assert [one.message for one in findings if re.search(r"\{[a-z][^ ]*\}", one.message)] == []
