"""Slips that make a document say what nobody can do."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from compliance.checks.names import is_slip
from compliance.engine.checking import check
from tests.catalogs import law

CATALOG = law()
GAME = "document: game\ntitle: Nines\njurisdiction: california\nbank: {by: player-dealer}\n"
SCHEDULE = "document: schedule\ntitle: Rates\nid: rates\njurisdiction: california\n"


def answers(text: str, requirement: str, day: date = date(2024, 7, 1)) -> list[tuple[str, str]]:
    findings = check([("x.yaml", text.encode())], day, CATALOG).findings
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


@pytest.mark.parametrize(
    ("payer", "rules", "status"),
    [
        ("third-party provider", "bank: {by: player-dealer, third-party: {allowed: no}}", "fail"),
        ("third-party provider", "bank: {by: player-dealer, third-party: {allowed: yes}}", "pass"),
        ("third-party provider", "bank: {by: player-dealer}", "pass"),
        ("big blind", "bank: {by: player-dealer}", "fail"),
        ("blind", "bank: {by: player-dealer}\nwagers: {second: {kind: blind}}", "pass"),
        ("small blind", "bank: {by: pot}", "pass"),
        ("pot", "bank: {by: house}", "fail"),
        ("pot", "bank: {by: pot}", "pass"),
        ("pot", "bank: {by: unclear}", "review"),
    ],
)
def test_who_pays_can_be_at_the_table(payer: str, rules: str, status: str) -> None:
    game = f"document: game\ntitle: Nines\nid: nines\njurisdiction: california\n{rules}\n"
    fees = f"games: [{{game: nines}}]\noptions: [{{option: 1, collections: [{{payer: {payer}, fee: $1}}]}}]\n"
    documents = [("x.yaml", (SCHEDULE + fees).encode()), ("game.yaml", game.encode())]
    findings = check(documents, date(2024, 7, 1), CATALOG).findings
    assert [f.status for f in findings if f.requirement == "integrity.fee-basis-there"] == [status]


def test_a_barred_name_is_one_finding_with_further_places() -> None:
    text = GAME.replace("Nines", "Blackjack 21") + "aliases: [Blackjack, 21 Nines]\nfamily: blackjack\n"
    findings = check([("x.yaml", text.encode())], date(2026, 6, 1), CATALOG, suspended=True).findings
    (found,) = [f for f in findings if f.requirement == "california.2026-name"]
    assert [place.route for place in found.places] == ["title", "aliases / 1", "aliases / 2"]


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
    found = check([(file.name, file.read_bytes()) for file in files], date(2024, 7, 1), CATALOG).findings
    assert [(one.places[0].path, one.message) for one in found if one.status == "error"] == []
    alarms = [one for one in found if one.requirement in SENSE and one.status not in ("pass", "not-applicable")]
    assert [(one.requirement, one.places[0].path, one.message) for one in alarms] == []
    asked = {one.requirement for one in found if one.status == "pass"}
    assert sorted(SENSE - asked) == ["integrity.xref-lines"]  # no made-up game has a source


@pytest.mark.parametrize(("middle", "status"), [("seven-high", "review"), ("seven-of-a-kind", "pass")])
def test_a_rank_in_the_name_of_a_hand_is_no_number_of_cards(middle: str, status: str) -> None:
    hands = f"deck: {{each-player: 5}}\nhands: {{six-high: low, {middle}: low, eight-high: low}}\n"
    pays = "wagers: {low: {kind: bonus, pays: {six-high: 50 to 1, eight-high: 1 to 1}}}\n"
    assert [one for one, _ in answers(GAME + hands + pays, "integrity.paytable-complete-ranked")] == [status]


@pytest.mark.parametrize(("least", "statuses"), [("$10", ["pass"]), ("$5", ["review", "review"])])
def test_a_limit_of_several_games_is_held_against_all_of_them(least: str, statuses: list[str]) -> None:
    games = "games: [{game: nines}, {game: tens}]\ntable-limits: {minimum: " + least + ", maximum: $300}\n"
    option = "options: [{option: 1, collections: [{payer: player, per: hand, fee: $1}]}]\n"
    files = [("rates.yaml", (SCHEDULE + games + option).encode())]
    for id, minimum in (("nines", "$10"), ("tens", "$25")):
        files.append((f"{id}.yaml", f"{GAME}id: {id}\ntable: {{minimum: {minimum}, maximum: $300}}\n".encode()))
    found = check(files, date(2024, 7, 1), CATALOG).findings
    assert [f.status for f in found if f.requirement == "integrity.limit-consistency-game"] == statuses


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        ("Harbor Club", "Harbour Club", True),
        ("Harbor Club", "Habror Club", True),
        ("The Harbor Club, Inc.", "Harbot Club", True),
        ("Harbor Club", "Harbor Club LLC", False),  # one name
        ("Club 1", "Club 2", False),
        ("Casino II", "Casino III", False),
        ("Lucky A", "Lucky B", False),
        ("Harbor Club", "Bay Club", False),
    ],
)
def test_a_slip_in_a_name_is_one_letter(one: str, other: str, slip: bool) -> None:
    assert is_slip(one, other) == slip == is_slip(other, one)


def test_a_rare_spelling_is_asked_and_the_common_one_is_not() -> None:
    names = ["Harbor Club", "Harbor Club", "Harbour Club"]
    texts = [GAME.replace("Nines", f"Nines {n}") + f"establishment: {name}\n" for n, name in enumerate(names)]
    found = check([(f"{n}.yaml", text.encode()) for n, text in enumerate(texts)], date(2024, 7, 1), CATALOG).findings
    asked = [one for one in found if one.requirement == "integrity.name-alias-house" and one.status == "review"]
    assert [(one.places[0].path, one.places[1].path) for one in asked] == [("2.yaml", "0.yaml")]


@pytest.mark.parametrize(
    ("lines", "inside"),
    [("12", True), ("[1-10, 40]", True), ("60-100", True), ("10-12", False), ("101", False), ("[5, 55]", False)],
)
def test_lines_lie_in_one_of_the_stretches_of_the_source(lines: str, inside: bool) -> None:
    text = GAME + "reading: {source: {file: harbor.txt, lines: [1-10, 12-50, 60-80, 81-100]}}\n"
    text += f"wagers: {{line: {{pays: 1 to 1, source: {lines}}}}}\n"
    assert answers(text, "integrity.xref-lines")[0][0] == ("pass" if inside else "fail")
    noted = text.replace("81-100]}}", "81-100]}, notes: [{note: stands again, at: 500}]}")
    assert answers(noted, "integrity.xref-lines") == answers(text, "integrity.xref-lines")


def test_the_deal_is_not_a_step_that_speaks_of_it() -> None:
    steps = "round: [{step: shuffle before the deal}, {step: wagers, opens: [line]}, {step: cards are dealt}]\n"
    text = GAME + "wagers: {line: {kind: base, pays: 1 to 1}}\n" + steps
    assert answers(text, "integrity.procedure-order-stake")[0][0] == "pass"
    late = text.replace("shuffle before the deal", "the deal")
    assert answers(late, "integrity.procedure-order-stake") == [
        ("fail", "The line wager opens in step 2; the cards are dealt in step 1.")
    ]


def test_an_unclear_bank_is_not_called_by_that_word() -> None:
    text = "document: game\ntitle: Nines\njurisdiction: california\nbank: {by: unclear}\n"
    told = "Who banks: marked as unclear. Fill this in first."
    assert answers(text, "california.no-house-bank") == [("review", told)]
