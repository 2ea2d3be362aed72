"""Faults that readers and operators found in the checks, each with the document that showed it."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.engine.checking import check
from tests.catalogs import law

CATALOG = law()
GAME = """\
document: game
title: Nines
id: nines
jurisdiction: california
establishment: Harbor Club
bank: {by: player-dealer}
table: {minimum: $10, maximum: $300}
wagers:
  line: {kind: base, minimum: $10, maximum: $300, pays: 1 to 1}
approval: {date: 2019-03-12}
"""


def answers(text: str, requirement: str) -> list[tuple[str, str]]:
    findings = check([("x.yaml", text.encode())], date(2024, 7, 1), CATALOG).findings
    assert [f.message for f in findings if f.status == "error"] == []
    return [(f.status, f.message) for f in findings if f.requirement == requirement]


@pytest.mark.parametrize("given", ["{total: 9-0}", "{total: []}", "{}"])
def test_a_table_over_nothing_breaks_no_check(given: str) -> None:
    table = f"tables:\n  draw: {{kind: drawing, given: {given}, rules: [{{then: stand}}]}}\n"
    assert {status for status, _ in answers(GAME + table, "integrity.decision-table")} <= {"review", "pass"}


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (("$300, pays", "$300, pays"), "pass"),
        (("maximum: $300, pays", "maximum: $900, pays"), "fail"),
        (("minimum: $10, maximum: $300, pays", "minimum: $1, maximum: $300, pays"), "fail"),
        (("kind: base, minimum: $10", "kind: bonus, minimum: $1"), "pass"),
        (("table: {minimum: $10, maximum: $300}", "table: {minimum: $400, maximum: $500}"), "fail"),
        (("kind: base, minimum: $10", "kind: ante, minimum: $1"), "fail"),
    ],
)
def test_limits_of_a_wager_stay_within_the_table(change: tuple[str, str], status: str) -> None:
    assert answers(GAME.replace(*change), "integrity.limit-consistency-wager")[0][0] == status


def test_the_ante_of_a_pot_is_less_than_its_bets() -> None:
    pot = GAME.replace("player-dealer}", "pot}").replace("kind: base, minimum: $10", "kind: ante, minimum: $1")
    assert answers(pot, "integrity.limit-consistency-wager")[0][0] == "pass"


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("table / maximum: $300.00", "pass"),
        ("table / maximum: $305", "fail"),
        ("approval / date: 2019-03", "pass"),
        ("approval / date: 2019-04", "fail"),
        ("wagers / line / pays: 2 to 2", "pass"),
        ("wagers / line / pays: 2 to 1", "fail"),
    ],
)
def test_the_same_value_in_another_notation_is_no_conflict(said: str, status: str) -> None:
    assert [
        s for s, _ in answers(f"{GAME}reading:\n  said-again:\n    - {{at: 9, {said}}}\n", "integrity.fact-conflict")
    ] == [status]


@pytest.mark.parametrize(
    ("name", "status"), [("the Harbor Club", "pass"), ("Harbor Club, Inc.", "pass"), ("River Club", "fail")]
)
def test_an_article_or_a_form_of_company_makes_no_other_house(name: str, status: str) -> None:
    seen = f'reading:\n  names:\n    - {{name: "{name}", as: establishment}}\n'
    assert [s for s, _ in answers(GAME + seen, "integrity.foreign-identity")] == [status]


@pytest.mark.parametrize("word", ["ties", "own-hand", "source"])
def test_a_fact_of_play_is_no_wager(word: str) -> None:
    text = (
        f"{GAME}play: {{ties: the bank wins, own-hand: yes, source: 4}}\nround:\n  - {{step: bets, opens: [{word}]}}\n"
    )
    assert [s for s, _ in answers(text, "integrity.xref-names")] == ["fail"]


@pytest.mark.parametrize("word", ["deal", "the deal", "cards are dealt", "initial deal"])
def test_the_deal_is_known_by_any_of_its_names(word: str) -> None:
    text = f"{GAME}fees: {{collected: before play}}\nround:\n  - {{step: {word}}}\n  - {{step: fees are taken}}\n"
    assert [s for s, _ in answers(text, "integrity.procedure-order-fees")] == ["fail"]


SCHEDULE = """\
document: schedule
title: Rates
jurisdiction: california
establishment: Harbor Club
options:
  - option: 1
    collections:
      - {payer: player, per: hand, fee: $1}
"""


@pytest.mark.parametrize(
    ("collections", "status"),
    [
        ("[{payer: player, per: hand, fee: $1}]", "pass"),
        ("[]", "review"),  # left empty
        ("[{payer: player, per: hand}]", "fail"),
        ("[{payer: player, per: hand, fee: unclear}]", "review"),
        ("[{payer: player, per: hand, fee: $1, by: wager-amount, bands: {$1+: $2}}]", "fail"),
    ],
)
def test_a_fee_is_one_amount(collections: str, status: str) -> None:
    text = SCHEDULE[: SCHEDULE.index("    collections")] + f"    collections: {collections}\n"
    assert {s for s, _ in answers(text, "integrity.fee-basis")} == {status}


def test_an_option_that_nobody_may_use_is_not_held_against_the_schedule() -> None:
    six = "{$1-$9: $1, $10-$19: $2, $20-$29: $3, $30-$39: $4, $40-$49: $5, $50+: $6}"
    fees = f"    collections:\n      - {{payer: player, by: wager-amount, bands: {six}}}\n"
    option = f"  - option: 2\n    not-for-play: yes\n{fees}"
    assert {s for s, _ in answers(SCHEDULE + option, "california.collection-rate-count")} == {"pass"}
    used = option.replace("    not-for-play: yes\n", "")
    assert {s for s, _ in answers(SCHEDULE + used, "california.collection-rate-count")} == {"fail"}


@pytest.mark.parametrize(
    ("names", "status"),
    [
        ("1 2 3", "pass"),
        ("A B C", "pass"),
        ("I II III", "pass"),
        ("1A 1B 2", "pass"),
        ("Standard Late", "pass"),
        ("1 2 4", "fail"),
        ("1 1", "fail"),
        ("Late Late", "pass"),
        ("I III", "fail"),
        ("1 unnumbered 2", "fail"),
    ],
)
def test_options_may_be_numbered_in_any_usual_way(names: str, status: str) -> None:
    head = SCHEDULE[: SCHEDULE.index("  - option")]
    options = [
        f"  - {{option: {name}, collections: [{{payer: player, per: hand, fee: $1}}]}}\n" for name in names.split()
    ]
    assert {s for s, _ in answers(head + "".join(options), "integrity.list-numbering-options")} == {status}
    apart = "pass" if len({*names.split()}) == len(names.split()) else "fail"
    assert {s for s, _ in answers(head + "".join(options), "integrity.options-told-apart")} == {apart}


def rivals(first: str, second: str) -> list[tuple[str, str]]:
    """The answers to whether two schedules of one game are at odds, given one option of each."""
    head = SCHEDULE[: SCHEDULE.index("options:")] + "games: [{game: nines}]\noptions:\n"
    documents = [
        (f"{name}.yaml", f"{head}  - {{{option}}}\n".encode()) for name, option in (("a", first), ("b", second))
    ]
    findings = check(documents, date(2024, 7, 1), CATALOG).findings
    return [(f.status, f.message) for f in findings if f.requirement == "integrity.schedule-conflict"]


def test_schedules_for_different_tables_are_no_rivals() -> None:
    fees = "collections: [{payer: player, per: hand, fee: $1}]"
    more = fees.replace("$1", "$2")
    low, high = f"option: 1, table-limit: $10-$300, {fees}", f'option: 1, table-limit: "$301-$1,000", {more}'
    assert {status for status, _ in rivals(low, high)} == {"pass"}
    assert {status for status, _ in rivals(low, high.replace("$301", "$200"))} == {"fail"}


def test_rivals_whose_fees_have_the_same_range_are_told_apart() -> None:
    bands = "option: 1, collections: [{payer: player, per: hand, by: wager-amount, bands: {$1-$9: $1, $10+: $2}}]"
    [(_, message), _] = rivals(bands, bands.replace("$1-$9", "$1-$19").replace("$10+", "$20+"))
    assert "option 1 is player $1-$9 $1; player $10+ $2 here and player $1-$19 $1; player $20+ $2 in" in message
