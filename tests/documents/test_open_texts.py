"""Open marks say what is meant: lost, ambiguous with its readings, unclear; each with its question."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.law.cases import base_document, changed
from tests.catalogs import law

DAY = date(2026, 11, 16)


def answer(requirement: str, change: dict[str, Any]) -> tuple[str, str]:
    text = changed(base_document("california-game"), change)
    found = check([("x.yaml", text.encode())], DAY, law()).findings
    assert not [one for one in found if one.status == "error"]
    (one,) = [one for one in found if one.requirement == requirement]
    return one.status, one.message


def test_the_question_of_the_transcriber_is_what_is_printed() -> None:
    lost = [{"at": "133", "touches": "bank / rotation / at-most", "asks": "How long may a player keep the bank?"}]
    status, message = answer("california.bank-turn", {"reading / lost": lost})
    assert status == "review"
    assert message == "Source line 133 cannot be read with certainty. How long may a player keep the bank?"
    status, message = answer("california.bank-turn", {"reading / unclear": [{**lost[0], "at": "133"}]})
    assert (status, message) == ("review", "Source line 133: How long may a player keep the bank?")


@pytest.mark.parametrize(
    ("readings", "status"),
    [
        (["2 hands", "1 hand"], "pass"),  # within the limit by either
        (["2 hands", "10 hands"], "review"),
        (["two hands", "as long as nobody objects"], "review"),  # no value: nobody can go by it
    ],
)
def test_an_answer_goes_by_every_reading(readings: list[str], status: str) -> None:
    mark = [{"at": "133", "touches": "bank / rotation / at-most", "readings": readings, "asks": "How long?"}]
    assert answer("california.bank-turn", {"reading / ambiguous": mark})[0] == status
    # Whatever the others answer, the ambiguity itself is told once.
    found, message = answer("integrity.open-facts", {"reading / ambiguous": mark})
    assert found == "review"
    assert all(f"“{reading}”" in message for reading in readings)


def test_one_reading_is_no_ambiguity() -> None:
    mark = [{"at": "133", "touches": "bank / rotation / at-most", "readings": ["2 hands"]}]
    text = changed(base_document("california-game"), {"reading / ambiguous": mark})
    (problem,) = load_document("x.yaml", text.encode()).problems
    assert "one reading leaves nothing open" in problem.message


def test_a_route_to_an_entry_that_is_open_itself_leads_there() -> None:
    text = changed(base_document("california-game"), {"hands / odd-hand": "unclear"})
    text = changed(text, {"reading / lost": [{"at": "133", "touches": "hands / odd-hand", "asks": "Which hand?"}]})
    loaded = load_document("x.yaml", text.encode())
    assert loaded.problems == ()
    assert ("hands", "odd-hand") in [one.route for one in loaded.open_facts]
