"""Decision tables: what is proved is proved of every declared case, and what is too large is left to a person."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.checks.domains import MOST_CASES, Domain, Grid
from compliance.engine import check
from compliance.law.reading import catalogue_files, read_catalogue

CATALOGUE = read_catalogue(catalogue_files())
GAME = "document: game\ntitle: Nines\njurisdiction: california\nbank: {by: player-dealer}\ntables:\n"


def answers(tables: str) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for finding in check([("x.yaml", (GAME + tables).encode())], date(2024, 7, 1), CATALOGUE).findings:
        assert finding.status != "error", finding.message
        found.setdefault(finding.requirement, []).append((finding.status, finding.message))
    return found


def table(given: str, *rules: str, more: str = "") -> str:
    return f"  draw: {{kind: drawing, given: {given}, rules: [{', '.join(rules)}]{more}}}\n"


def test_a_long_range_is_proved_to_its_end() -> None:
    found = answers(table("{total: 0-20000}", "{total: 0-10000, then: stand}"))["integrity.decision-table"]
    message = "The table draw has no outcome when total is 10001 (10,000 cases of 20,001 open)."
    assert found == [("fail", message)]


@pytest.mark.parametrize("given", ["{total: 0-999999999}", "{a: 0-999, b: 0-999}", f"{{total: 0-{'9' * 5000}}}"])
def test_a_table_with_too_many_cases_is_left_to_a_person(given: str) -> None:
    found = answers(table(given, "{then: stand}"))
    statuses = {status for name, rows in found.items() if "decision-table" in name for status, _ in rows}
    assert "pass" not in statuses
    assert ("review", f"The table draw has more than {MOST_CASES:,} cases, too many to prove.") in found[
        "integrity.decision-table"
    ]


def test_a_condition_between_declared_ranges_is_not_declared() -> None:
    domain = Domain(["0-5", "10-20", "7", "low"])
    assert list(domain.outside(["3-5", "low", "7", "12"])) == []
    assert list(domain.outside(["3-12", "6", "high", "07", "20-10", "0-" + "9" * 5000])) == [
        "3-12",
        "6",
        "high",
        "07",
        "20-10",
        "0-" + "9" * 5000,
    ]
    assert list(Domain("0-999999999").outside("5-1000000")) == []


def test_a_grid_knows_the_cases_of_a_condition() -> None:
    grid = Grid({"a": ["x", "0-2"], "b": "1-3"})
    assert grid.size == 12
    assert grid.where({"a": "0-5", "b": "2"}).bit_count() == 3
    assert grid.where({"a": ["x", "2"]}) | grid.where({"a": "0-1"}) == grid.all
    assert grid.where({"a": "9"}) == 0


def test_every_rule_that_differs_is_found_beside_those_that_agree() -> None:
    rules = ["{total: 0-5, then: hit}", "{total: 3-9, then: hit}", "{total: 5-9, then: stand}", "{total: 9, then: Hit}"]
    found = answers(table("{total: 0-9}", *rules))
    messages = [message for rows in found.values() for _, message in rows if "says both" in message]
    assert len(messages) == 3
    assert "The table draw says both `hit` and `stand` when total is 5 (1 case)." in messages
    assert "The table draw says both `stand` and `Hit` when total is 9 (1 case)." in messages


def test_many_differing_rules_give_a_few_findings() -> None:
    rules = [f"{{total: 0-9, then: x{number}}}" for number in range(300)]
    found = answers(table("{total: 0-9}", *rules))
    assert len([message for rows in found.values() for _, message in rows if "says both" in message]) == 12


def test_two_tables_that_restate_each_other_are_both_proved() -> None:
    one = table("{total: 0-9}", "{total: 0-5, then: hit}", more=", restates: again")
    other = "  again: {kind: drawing, restates: draw, given: {total: 0-9}, rules: [{total: 0-4, then: hit}]}\n"
    statuses = [status for status, _ in answers(one + other)["integrity.decision-table"]]
    assert statuses == ["fail", "fail"]
