"""Ordinary slips in documents: each is answered in words, and no check breaks on it."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.reports.charts import option_chart
from tests.catalogs import law

CATALOG = law()
HUGE = "9" * 5000
GAME = "document: game\ntitle: Nines\njurisdiction: california\nbank: {by: player-dealer}\n"
SCHEDULE = "document: schedule\ntitle: Rates\njurisdiction: washington\n"


def findings(text: str, requirement: str = "") -> list[tuple[str, str]]:
    found = check([("x.yaml", text.encode())], date(2024, 7, 1), CATALOG).findings
    assert [f.message for f in found if "broke on this document" in f.message] == []
    return [(f.status, f.message) for f in found if requirement in (f.requirement, "")]


def refusal(text: str) -> str:
    problems = load_document("x.yaml", text.encode()).problems
    assert len(problems) == 1, problems
    return problems[0].message


@pytest.mark.parametrize("number", ["²", HUGE, "٣"])
@pytest.mark.parametrize(
    "block",
    [
        'action: {dice: 3, totals: {"N": x, "3 and N": y}}',
        "reading: {numbered: {l: {numbers: N}}}",
        "reading: {numbered: {l: {numbers: '1, N'}}}",
        "statements: {most-five-rates: {value: N}, five-rates: {value: N}}",
        'deck: {cards: 52}\nreading: {said-again: [{at: 1, "deck / cards": N}]}',
        'round: [{step: deal}]\nreading: {said-again: [{at: 1, "round / N / step": deal}]}',
        "rankings: {r: {ranks: {N: high}}}",
        "tables: {t: {given: {a: 0-N}, rules: [{a: N, then: x}]}}",
    ],
)
def test_odd_numbers_in_a_game_break_no_check(block: str, number: str) -> None:
    assert findings(GAME + block.replace("N", number) + "\n")


@pytest.mark.parametrize("number", ["²", HUGE])
def test_odd_names_of_options_break_no_check(number: str) -> None:
    assert findings(SCHEDULE + f"options: [{{option: {number}, collections: []}}, {{option: 1, collections: []}}]\n")


@pytest.mark.parametrize("per", ["0 minutes", f"{HUGE} minutes", "0 hours", "²0 minutes"])
def test_a_fee_for_no_time_is_not_reckoned(per: str) -> None:
    text = SCHEDULE + f"options: [{{option: 1, collections: [{{payer: player, type: time, per: {per}, fee: $3}}]}}]\n"
    messages = [message for _, message in findings(text)]
    assert "$3 is charged by time; it is not stated for how long." in messages


@pytest.mark.parametrize(
    "text",
    [
        "options: [{option: 1, wager: '$1,000,000,000,000', collections: []}]",
        "options: [{option: 1, collections: [{fee: '$1,000,000,000,000'}]}]",
        "options: [{option: 1, collections: [{bands: {'$1,000,000,000,000+': $1}}]}]",
        "unit: '$1,000,000,000,000'\noptions: []",
    ],
)
def test_money_has_at_most_twelve_digits(text: str) -> None:
    assert "cannot be read; expected a" in refusal(SCHEDULE + text + "\n")


def test_odds_have_bounds_too() -> None:
    wagers = "wagers: {line: {pays: '1,000,000,000 to 1'}}\n"
    assert "cannot be read; expected odds" in refusal(GAME + wagers)


@pytest.mark.parametrize(
    ("decks", "message"),
    [
        ("8-1", "At deck: `8-1` cannot be read; expected the smaller number first."),
        (
            "²-3",
            "At deck: `²-3` cannot be read; expected a number, a range or a list, such as 6, 6-8 or [6, 8].",
        ),
    ],
)
def test_a_range_of_decks_that_is_none_is_refused(decks: str, message: str) -> None:
    assert refusal(GAME + f"deck: {{decks: {decks}}}\n") == message


def test_decks_with_too_many_digits_are_refused() -> None:
    assert "expected a number, a range or a list, such as 6" in refusal(GAME + f"deck: {{decks: 1-{HUGE}}}\n")


BANDS = 'options: [{option: 1, collections: [{by: wager-amount, bands: {"$1-$20": $1, "$10-$30": $2}}]}]\n'


def test_a_unit_of_nothing_is_refused() -> None:
    text = SCHEDULE + "unit: $0\n" + BANDS
    assert refusal(text) == "At unit: `$0` cannot be read; expected a step above zero, such as $1 or $0.50."


def test_a_chart_of_many_bands_is_drawn_once_over() -> None:
    bands = ", ".join(f'"${low}-${low + 15}": ${low % 7 + 1}' for low in range(1, 1000, 10))
    schedule = load_document(
        "x.yaml", (SCHEDULE + BANDS.replace('"$1-$20": $1, "$10-$30": $2', bands)).encode()
    ).document
    assert schedule is not None
    assert schedule.document == "schedule"
    assert option_chart(schedule, 0).count("OVERLAP") == 99


@pytest.mark.parametrize(
    ("route", "said"),
    [
        ("bank", "x"),
        ("round", "[x]"),
        ("wagers / line / pays", "1 to 1"),
        ("title", "{a: b}"),
        ("tables / t / given", "x"),
    ],
)
def test_a_group_cannot_be_said_again(route: str, said: str) -> None:
    more = "round: [{step: x}]\nwagers: {line: {pays: {nine: 1 to 1}}}\ntables: {t: {given: {a: b}, rules: []}}\n"
    text = GAME + more + f'reading: {{said-again: [{{at: 1, "{route}": {said}}}]}}\n'
    message = f"`{route}` names a group of entries, which nobody can compare: say a value again, not a group."
    assert findings(text, "integrity.xref-said-again") == [("fail", message)]
    assert not [told for _, told in findings(text) if " object at 0x" in told]


def test_a_message_names_a_few_of_many_wagers() -> None:
    wagers = "".join(f"  w{number:03}: {{kind: base}}\n" for number in range(300))
    text = GAME + "wagers:\n" + wagers + "round: [{step: deal, opens: [line]}]\n"
    ((_, message),) = findings(text, "integrity.xref-names")
    assert message.endswith("w010, w011 and 288 more).")


def test_of_many_unknown_keys_a_hundred_are_told_and_the_rest_are_counted() -> None:
    problems = load_document(
        "x.yaml", (GAME + "".join(f"tittle{number}: x\n" for number in range(300))).encode()
    ).problems
    assert len(problems) == 100
    assert all("Did you mean `title`?" in problem.help for problem in problems)
    assert problems[-1].help.endswith("(Problems not shown: 200.)")


def test_an_empty_list_opens_only_the_answers_that_look_at_it() -> None:
    rotation = "verb: rotates, at-most: 2 hands, intervening: required, if-nobody-takes-it: game stops"
    text = GAME.replace("{by: player-dealer}", f"{{by: player-dealer, may-be-held-by: [], rotation: {{{rotation}}}}}")
    assert {status for status, _ in findings(text, "california.bank-turn")} == {"pass"}
    assert {status for status, _ in findings(text, "california.no-other-bank")} == {"review"}
    assert [one.describe for one in load_document("g.yaml", text.encode()).open_facts] == ["left empty"]


def test_a_space_that_looks_like_another_is_told_in_a_word_of_a_list_too() -> None:
    told = refusal(f"{GAME}deck: {{kind: standard\u00a0cards}}\n")
    assert "(it has the character U+00A0 (no-break space), which cannot be seen)" in told
