"""Slips that make a document say what nobody can do."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from compliance.engine import check
from tests.catalogues import law

CATALOGUE = law()
GAME = "document: game\ntitle: Nines\njurisdiction: california\nbank: {by: player-dealer}\n"
SCHEDULE = "document: schedule\ntitle: Rates\nid: rates\njurisdiction: california\n"


def answers(text: str, requirement: str, day: date = date(2024, 7, 1)) -> list[tuple[str, str]]:
    findings = check([("x.yaml", text.encode())], day, CATALOGUE).findings
    return [(f.status, f.message) for f in findings if f.requirement == requirement]


def test_wagers_that_need_each_other_are_told_once() -> None:
    wagers = "wagers: {a: {needs: b}, b: {needs: c}, c: {needs: a}, d: {needs: a}, e: {needs: e}}\n"
    assert answers(GAME + wagers, "integrity.wager-prereq-possible") == [
        ("fail", "None of these can be made first: a needs b needs c needs a."),
        ("fail", "None of these can be made first: e needs e."),
    ]


def test_a_choice_that_is_no_wager_needs_no_opening() -> None:
    more = "wagers: {line: {kind: base}}\nplay: {surrender: half the wager}\n"
    steps = "round: [{step: wagers, opens: [line]}, {step: deal, closes: [line, surrender]}]\n"
    assert answers(GAME + more + steps, "integrity.procedure-order-wagers")[0][0] == "pass"
    closed = steps.replace("opens: [line]", "opens: [envy]")
    assert answers(GAME + more + closed, "integrity.procedure-order-wagers")[0][0] == "fail"


@pytest.mark.parametrize(
    ("fees", "status"),
    [
        ("{payer: player, per: hand, fee: $1}, {payer: player, per: hand, fee: $2}", "fail"),
        ("{payer: player, per: hand, fee: $1}, {payer: player, per: hand, fee: $1.00}", "pass"),
        ("{payer: player, per: hand, fee: $1}, {payer: player, per: hand, fee: $2, when: a flop is dealt}", "pass"),
        ("{payer: player, per: hand, fee: $1}, {payer: player-dealer, per: hand, fee: $2}", "pass"),
        ("{payer: player, per: hand, fee: $1}, {payer: player, per: hour, fee: $2}", "pass"),
    ],
)
def test_one_flat_fee_for_one_thing(fees: str, status: str) -> None:
    text = SCHEDULE + f"options: [{{option: 1, collections: [{fees}]}}]\n"
    assert answers(text, "integrity.fee-basis-twice")[0][0] == status


def test_a_barred_name_is_one_finding_with_further_places() -> None:
    text = GAME.replace("Nines", "Blackjack 21") + "aliases: [Blackjack, 21 Nines]\nfamily: blackjack\n"
    findings = check([("x.yaml", text.encode())], date(2026, 6, 1), CATALOGUE, suspended=True).findings
    (found,) = [f for f in findings if f.requirement == "california.2026-name"]
    assert [place.route for place in found.places] == ["title", "title", "aliases / 1", "aliases / 2"]


# --- what arithmetic can prove ---------------------------------------------------------------------------------------

GAMES = Path(__file__).with_name("games")
SENSE = frozenset(
    {
        "integrity.band-contiguity-unit",
        "integrity.decision-table-idle",
        "integrity.doc-control-dates",
        "integrity.equipment-capacity-deck",
        "integrity.equipment-capacity-joker",
        "integrity.equipment-capacity-left-over",
        "integrity.equipment-capacity-none",
        "integrity.fee-basis-payers",
        "integrity.limit-consistency-game",
        "integrity.name-alias-house",
        "integrity.paytable-complete-ranked",
        "integrity.procedure-order-all",
        "integrity.procedure-order-stake",
        "integrity.progressive-contribution",
        "integrity.unit-notation-shares",
        "integrity.xref-lines",
    }
)


def test_games_of_many_kinds_that_are_in_order_give_no_alarm() -> None:
    files = sorted(GAMES.glob("*.yaml"))
    found = check([(file.name, file.read_bytes()) for file in files], date(2024, 7, 1), CATALOGUE).findings
    assert [(one.places[0].path, one.message) for one in found if one.status == "error"] == []
    alarms = [one for one in found if one.requirement in SENSE and one.status not in ("pass", "not-applicable")]
    assert [(one.requirement, one.places[0].path, one.message) for one in alarms] == []
    asked = {one.requirement for one in found if one.status == "pass"}
    assert sorted(SENSE - asked) == ["integrity.xref-lines"]  # no made-up game has a source
