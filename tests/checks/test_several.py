"""A game with several envy features, jackpots, limits or ways of playing a round is asked about each of them."""

from __future__ import annotations

from datetime import date

from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.law.cases import base_document, changed
from tests.catalogs import law

DAY = date(2026, 11, 16)
LIMIT = {"amount": "$50,000", "covers": ["nines"], "displayed": "at the table"}


def answers(requirement: str, text: str) -> list[Finding]:
    return [f for f in check([("g.yaml", text.encode())], DAY, law()).findings if f.requirement == requirement]


def test_each_envy_feature_is_held_against_each_limit() -> None:
    envy = {"name": "Envy", "pays": {"three-nines": "$50"}, "triggered-by": "any other player"}
    several = {"envies": [envy | {"name": "Second"}, envy | {"name": "Third", "in-aggregate": "yes"}]}
    text = changed(base_document("washington-game"), several | {"aggregates": [LIMIT, LIMIT]}, ["envy", "aggregate"])
    failed = [one for one in answers("washington.envy-outside-aggregate", text) if one.status == "fail"]
    assert {one.places[0].route for one in failed} == {"envies / 2 / in-aggregate"}


def test_what_is_open_under_several_is_open() -> None:
    text = changed(base_document("washington-game"), {"envies": "unclear"}, ["envy"])
    assert [one.status for one in answers("washington.envy-hands", text)] == ["review"]


def test_one_and_several_are_not_written_beside_each_other() -> None:
    text = changed(base_document("washington-game"), {"aggregates": [LIMIT]})
    (problem,) = check([("g.yaml", text.encode())], DAY, law()).findings
    assert "write all of them under `aggregates`" in problem.message


def test_a_round_with_more_ways_than_are_looked_at_is_refused() -> None:
    ways = [{"step": "the cards are dealt", "way": f"way {number}"} for number in range(9)]
    assert "error" not in {one.status for one in check_round(ways[:8])}
    (problem,) = check_round(ways)
    assert problem.message == "At the document: more than 8 ways of a round stand here, which no game has."


def check_round(steps: list[dict[str, str]]) -> list[Finding]:
    text = changed(base_document("washington-game"), {"round": steps})
    return check([("g.yaml", text.encode())], DAY, law()).findings
