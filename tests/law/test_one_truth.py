"""No answer denies another: what is open, lost or said in two ways is so for every requirement that rests on it."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import yaml

from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.engine.grouping import group_findings
from compliance.law.cases import base_document, changed_tree
from tests.catalogs import catalog_of, law
from tests.conftest import ROOT

DAY = date(2026, 11, 16)


def find(asked: str, base: str, change: dict[str, Any] | None = None, *others: Any) -> list[Finding]:
    """What a requirement answers on a base document with changes, among other documents of its house."""
    tree = changed_tree(base_document(base), change or {})
    given = [("x.yaml", json.dumps(tree).encode())]
    given += [(f"{number}.yaml", json.dumps(other).encode()) for number, other in enumerate(others)]
    found = check(given, DAY, catalog_of(frozenset([asked]))).findings
    return [one for one in found if one.path == "x.yaml" and one.requirement == asked]


def test_law_that_falls_away_by_a_fact_that_is_left_to_the_house_is_open() -> None:
    choice = {"what": "whether the house or a player banks", "touches": "bank / by"}
    for requirement in ("washington.deal-rotates", "washington.players-nonhouse"):
        assert [one.status for one in find(requirement, "washington-game")] == ["not-applicable"]
        (open_,) = find(requirement, "washington-game", {"house-choices": [choice]})
        assert (open_.status, open_.waits, open_.cause) == ("review", True, "bank / by")
        chosen = choice | {"chosen": "house"}
        (settled,) = find(requirement, "washington-game", {"house-choices": [chosen]})
        assert settled.status == "not-applicable"


def test_law_that_falls_away_by_a_value_whose_text_is_lost_is_open() -> None:
    lost = {"at": "12", "touches": "bank / by", "what": "the line is cut", "asks": "Who banks the game?"}
    (found,) = find("washington.deal-rotates", "washington-game", {"reading": {"lost": [lost]}})
    assert (found.status, found.waits) == ("review", True)
    assert "Who banks the game?" in found.message


def test_each_open_fact_is_a_question_of_its_own() -> None:
    """A list of all that is open joins the first question, and does not swallow the others."""
    marks = [
        {"at": "31", "touches": "table / players", "asks": "How many may play?"},
        {"at": "40", "touches": "deck / dealt-from", "asks": "What is dealt from?"},
    ]
    tree = changed_tree(base_document("washington-game"), {"reading": {"unclear": marks}})
    found = check([("x.yaml", json.dumps(tree).encode())], DAY, law()).findings
    told = [group.lead.message for group in group_findings(found)]
    assert [sum(question in message for message in told) for question in ("How many may play?", "What is dealt from?")]
    of = {group.lead.cause: group.requirements for group in group_findings(found) if group.lead.waits}
    assert "washington.shoe" in of["40 What is dealt from?"]
    assert "washington.shoe" not in of["31 How many may play?"]


def test_a_pass_by_each_of_two_sayings_asserts_neither() -> None:
    again = {"reading / said-again": [{"at": "9", "wagers / nines / needs": "jackpot"}]}
    (found,) = find("integrity.wager-prereq", "integrity-game", again)
    assert found.status == "pass"
    assert "On the wager that must be made with the nines wager the text says two things" in found.message
    assert "nines wager needs" not in found.message


def test_what_is_met_is_not_told_in_the_words_of_the_fault() -> None:
    for requirement, base in (
        ("integrity.fee-basis", "integrity-schedule"),
        ("washington.envy-no-wager", "washington-game"),
    ):
        found = find(requirement, base)
        assert {one.status for one in found} == {"pass"}
        assert not [one for one in found if "nothing says" in one.message or "Not stated" in one.message]


def test_a_condition_that_a_certain_fact_decides_does_not_wait_for_an_open_one() -> None:
    """Whether a game needs approval goes by who banks only where its family is a listed one."""
    choice = {"what": "whether the house or a player banks", "touches": "bank / by"}
    (found,) = find("washington.game-approved", "washington-game", {"house-choices": [choice]})
    assert (found.status, found.waits) == ("pass", False)


def test_a_chart_is_not_complete_over_lines_that_are_lost_or_unclear() -> None:
    chart = {"tables / draws / source": "86-90"}
    (plain,) = find("integrity.decision-table", "integrity-game", chart)
    assert plain.status == "pass"
    for kind, at, status in (
        ("lost", "88", "review"),
        ("lost", "91", "pass"),
        ("unclear", "80-95", "review"),
        ("unclear", "88", "pass"),
    ):
        mark = {"at": at, "touches": "play / ties", "asks": "What does a tie do?"}
        (found,) = find("integrity.decision-table", "integrity-game", chart | {"reading": {kind: [mark]}})
        assert found.status == status, (kind, at)
        assert status == "pass" or "What does a tie do?" in found.message


def test_nothing_is_counted_over_a_pay_table_whose_text_is_lost() -> None:
    tree = yaml.load((ROOT / "rulesets" / "washington" / "pai-gow-pow.yaml").read_text("utf-8"), yaml.BaseLoader)
    assert tree["reading"]["lost"][0]["touches"] == "wagers / pow-bonus / pays / table-2"
    waiting = find_statuses(tree)
    tree["reading"].pop("lost")
    whole = find_statuses(tree)
    for requirement in ("edge", "rows", "contained"):
        assert (whole[requirement], waiting[requirement]) == ({"pass"}, {"review"})
    # Figures of other tables are judged as before.
    assert "fail" in waiting[""]


def find_statuses(tree: Any) -> dict[str, set[str]]:
    """The answers on computed odds, by the name of the requirement."""
    asked = catalog_of(frozenset(f"integrity.math-claim{one}" for one in ("", "-edge", "-rows", "-contained")))
    found: dict[str, set[str]] = {}
    for one in check([("x.yaml", json.dumps(tree).encode())], DAY, asked).findings:
        found.setdefault(one.requirement.removeprefix("integrity.math-claim").lstrip("-"), set()).add(one.status)
    return found
