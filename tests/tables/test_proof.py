"""Tables as papers have them: exceptions settle what they are meant to settle, and what is left is told in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from compliance.documents.domains import Domain
from compliance.tables import messages
from compliance.tables.proof import Proof, Rule, RuleTable, UnprovedTable, find_differences, prove
from compliance.tables.regions import MOST_BOXES, Box

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables.md"
EXAMPLES = re.findall(r"```yml\n(.*?)```", PAGE.read_text("utf-8"), re.S)


def rule(written: dict[str, Any]) -> Rule:
    named = {name: value for name, value in written.items() if name not in ("then", "unless", "overrides")}
    unless = written.get("unless", [])
    several = tuple(unless) if isinstance(unless, list) else (unless,)
    return Rule(named, written["then"], several, written.get("overrides") == "yes")


def read(text: str) -> RuleTable:
    written = yaml.load(text, yaml.BaseLoader)
    return RuleTable(
        written["given"],
        [rule(one) for one in written["rules"]],
        written.get("impossible", []),
        written.get("first-match") == "yes",
        written.get("otherwise"),
    )


def proof(text: str) -> Proof:
    found = prove(read(text))
    assert isinstance(found, Proof)
    return found


def problems_of(text: str) -> list[str]:
    found = proof(text)
    return [
        *([messages.describe_gaps("The table draws", found.cases, found.gaps)] if found.gaps.cases else []),
        *(messages.describe_conflict("The table draws", one.outcomes, [one.box]) for one in found.conflicts.conflicts),
        *(messages.describe_idle_rule("The table draws", one) for one in found.idle),
    ]


# --- the page ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_of_the_page_decides_every_case_once(text: str) -> None:
    assert problems_of(text) == []


def test_the_page_has_an_example_of_every_notation() -> None:
    assert [name for name in ("unless:", "overrides: yes", "first-match: yes") if name not in "".join(EXAMPLES)] == []


def test_the_page_prints_what_is_told() -> None:
    first, second, _ = EXAMPLES
    page = PAGE.read_text("utf-8")
    without_last_rule = "\n".join(first.splitlines()[:-1])
    (sentence,), (gap,) = problems_of(without_last_rule), proof(without_last_rule).gaps.boxes
    assert f"    {sentence}\n    {messages.format_rule(gap)}\n" in page
    sentence, _ = problems_of(second.replace("overrides: yes, ", ""))
    assert f"    {sentence}\n" in page


# --- exceptions ----------------------------------------------------------------------------------------------------


def test_an_exception_that_is_not_written_as_one_is_a_conflict() -> None:
    frozen = """
        given: {dealer-card: [joker, other], hand: [natural, soft, hard]}
        rules:
          - {dealer-card: joker, then: stand}
          - {hand: [soft, hard], then: optional}
          - {hand: natural, then: stand}
    """
    assert problems_of(frozen) == [
        'The table draws says both "stand" (rule 1) and "optional" (rule 2) when dealer card is joker and hand is soft'
        " or hard (2 cases)."
    ]
    assert problems_of(frozen.replace("joker, then", "joker, overrides: yes, then")) == []
    (found,) = proof(frozen).conflicts.conflicts
    assert messages.format_exception(found.box) == "unless: {dealer-card: joker, hand: [soft, hard]}"
    assert problems_of(frozen.replace("optional", "optional, unless: {dealer-card: joker, hand: [soft, hard]}")) == []


def test_an_exception_without_a_rule_of_its_own_leaves_a_gap() -> None:
    table = "given: {pair: [nines, other]}\nrules: [{then: draw, unless: {pair: nines}}]"
    assert problems_of(table) == ["The table draws gives no answer in 1 of 2 cases: when pair is nines."]


def test_two_exceptions_that_differ_in_one_case_are_a_conflict() -> None:
    table = """
        given: {a: 0-9, b: 0-9}
        rules:
          - {then: general}
          - {a: 0-4, overrides: yes, then: one}
          - {b: 0-4, overrides: yes, then: two}
    """
    assert problems_of(table) == [
        'The table draws says both "one" (rule 2) and "two" (rule 3) when a is 0 to 4 and b is 0 to 4 (25 cases).'
    ]
    assert problems_of(table.replace("then: one", "unless: [{b: 0-2}, {b: 3-4}], then: one")) == []


def test_an_overriding_rule_at_the_end_goes_before_the_order() -> None:
    table = """
        given: {hand: [pair, flush, other]}
        first-match: yes
        rules:
          - {hand: [pair, flush], then: behind}
          - {then: highest card in front}
          - {hand: pair, overrides: yes, then: pair in front}
    """
    assert problems_of(table) == []
    assert problems_of(table.replace("overrides: yes, ", "")) == [
        "Rule 3 of the table draws never decides anything: rule 1 decides each of its cases."
    ]


def test_a_rule_that_never_decides_anything_says_why() -> None:
    table = """
        given: {total: 0-9, pair: [nines, other]}
        impossible: [{pair: nines, total: 0-7}]
        rules:
          - {total: 0-4, then: draw}
          - {total: 5-9, then: stand}
          - {total: 3, pair: nines, then: stand}
          - {total: 3-6, unless: {total: 2-7}, then: push}
          - {total: 9, then: Stand}
          - {pair: nines, overrides: yes, then: push}
          - {pair: nines, total: 9, then: draw}
    """
    assert problems_of(table) == [
        "Rule 3 of the table draws never decides anything: none of its cases can occur.",
        "Rule 4 of the table draws never decides anything: its own `unless` takes away each of its cases.",
        "Rule 5 of the table draws never decides anything: rule 2 says the same already.",
        "Rule 7 of the table draws never decides anything: rule 6 decides each of its cases.",
    ]


def test_an_exception_that_names_no_known_input_excepts_nothing() -> None:
    assert problems_of("given: {total: 0-9}\nrules: [{then: draw, unless: {pair: nines}}]") == []


def test_what_a_second_table_decides_is_no_gap_of_the_first() -> None:
    chart = read("given: {total: 0-9}\nrules: [{total: 0-4, then: draw}]")
    text = read("given: {total: 0-9}\nrules: [{total: 4-8, then: stand}]")
    found = prove(chart, [text])
    assert isinstance(found, Proof)
    assert [messages.describe_box(box) for box in found.gaps.boxes] == ["total is 9"]
    differing = find_differences(chart, text)
    assert not isinstance(differing, UnprovedTable)
    (one,) = differing.conflicts
    assert (messages.describe_box(one.box), [saying.then for saying in one.outcomes]) == (
        "total is 4",
        ["draw", "stand"],
    )


# --- words ---------------------------------------------------------------------------------------------------------


def box(**values: tuple[str, ...]) -> Box:
    return Box(values, dict.fromkeys(values, ()), 1)


def test_numbers_are_ranges_and_words_are_lists() -> None:
    table = """
        given: {dice-total: 3-18, card: [ace, 2-10, king or queen, jack]}
        rules: [{dice-total: [8, 15], then: bank}, {card: [ace, 3-9], then: bank}]
    """
    (gap,) = proof(table).gaps.boxes
    assert messages.describe_box(gap) == (
        "dice total is 3 to 7, 9 to 14 or 16 to 18 and card is 2, 10, “king or queen” or jack"
    )
    assert messages.format_rule(gap) == (
        "- {dice-total: [3-7, 9-14, 16-18], card: [2, 10, king or queen, jack], then: }  # say what happens"
    )


def test_a_value_that_cannot_occur_is_not_named() -> None:
    table = """
        given: {a: [x, y, z], b: 0-3}
        impossible: [{a: y, b: 0-1}]
        rules: [{a: z, then: draw}, {b: 2-3, then: draw}]
    """
    assert [messages.describe_box(box) for box in proof(table).gaps.boxes] == ["a is x and b is 0 to 1"]
    free = table.replace("rules: [{a: z, then: draw}, ", "rules: [").replace("a: y,", "a: [y, z],")
    assert [messages.describe_box(box) for box in proof(free).gaps.boxes] == ["b is 0 to 1"]


def test_a_list_of_nearly_all_words_says_what_is_not_among_them() -> None:
    table = "given: {pair: [a, b, c, d, e, f, g], hand: [x, z]}\nrules: [{pair: b, then: split}, {hand: z, then: no}]"
    (gap,) = proof(table).gaps.boxes
    assert messages.describe_box(gap) == "pair is anything but b and hand is x"
    assert "pair: [a, c, d, e, f, g]" in messages.format_rule(gap)


def test_a_table_without_rules_is_open_in_every_case() -> None:
    table = "given: {total: 0-9}\nrules: []"
    assert problems_of(table) == ["The table draws gives no answer in any case (10 cases)."]
    (gap,) = proof(table).gaps.boxes
    assert messages.format_rule(gap) == "- {then: }  # say what happens"


def test_a_long_list_is_cut_in_words_and_whole_in_the_row() -> None:
    words = tuple(f"w{number}" for number in range(40))
    assert messages.describe_box(Box({"card": words}, {"card": words}, 1)).endswith("w10 or 29 other")
    assert "w39]" in messages.format_rule(box(card=words))


@pytest.mark.parametrize(
    "text", ["yes", "No", "null", "~", "07", "1.5", "0x1f", "1e5", "2001-01-01", "a: b", "a, b", "#a", "", " a", "a "]
)
def test_every_text_survives_in_a_row(text: str) -> None:
    for more in ("", '"', "\\", "'", "\n", "\u00a0", "\u2028", "\U0001f0a1", "\U000e0001", "]", "}", "- ", "? ", "%"):
        for one in (text + more, more + text):
            assert yaml.safe_load(messages.format_rule(box(**{"card": (one,)})))[0] == {"card": one, "then": None}


# --- large ---------------------------------------------------------------------------------------------------------


def test_cases_are_counted_however_many_there_are() -> None:
    found = proof("given: {total: 0-999999999, pair: [a, b]}\nrules: [{total: 5-1000000, pair: a, then: draw}]")
    assert found.cases == 2 * 10**9
    assert [(messages.describe_box(box), box.cases) for box in found.gaps.boxes] == [
        ("total is 0 to 4 or 1000001 to 999999999", 2 * (10**9 - 999_996)),
        ("total is 5 to 1000000 and pair is b", 999_996),
    ]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"total": f"0-{'9' * 5000}"}, "declares numbers for total that have too many digits to be counted"),
        ({"total": "9-0"}, "declares no values for total"),
        ({"total": []}, "declares no values for total"),
    ],
)
def test_a_table_without_values_that_can_be_counted_is_left_to_a_person(given: dict[str, Any], why: str) -> None:
    assert prove(RuleTable(given, [Rule({}, "draw")])) == UnprovedTable(why)
    assert find_differences(RuleTable(given, []), RuleTable(given, [])) == UnprovedTable(why)


def test_a_table_that_tells_too_many_cases_apart_is_left_to_a_person() -> None:
    given = {f"input-{number}": ["a", "b"] for number in range(19)}
    rules = [Rule({name: "a"}, "draw") for name in given]
    assert prove(RuleTable(given, rules)) == UnprovedTable("tells more than 262,144 cases apart, too many to prove")
    many = [Rule({"x": str(number), "y": str(number)}, f"outcome {number}") for number in range(500)]
    square = {"x": "0-499", "y": "0-499"}
    assert isinstance(prove(RuleTable(square, many)), Proof)
    assert prove(RuleTable(square, [*many, *(Rule({}, f"more {n}") for n in range(2000))])) == UnprovedTable(
        "has 2,500 rules that tell 250,000 cases apart, too many to prove"
    )


def test_long_ranges_in_one_condition_are_one_run() -> None:
    found = prove(RuleTable({"total": "0-131071"}, [Rule({"total": ["0-99999"] * 600}, "draw")]))
    assert isinstance(found, Proof)
    assert [messages.describe_box(box) for box in found.gaps.boxes] == ["total is 100000 to 131071"]


def test_a_list_of_many_numbers_is_read_once() -> None:
    odd = [str(number) for number in range(1, 100_000, 2)]
    found = prove(RuleTable({"total": "0-99999"}, [Rule({"total": odd}, "draw")]))
    assert isinstance(found, Proof)
    assert [box.cases for box in found.gaps.boxes] == [50_000]


def test_thousands_of_rules_are_proved() -> None:
    rules = [Rule({"x": str(n % 400), "y": f"{n // 400}-399"}, "abc"[n % 3]) for n in range(1200)]
    found = prove(RuleTable({"x": "0-399", "y": "0-399"}, rules))
    assert isinstance(found, Proof)
    assert (found.gaps.cases, found.conflicts.cases) == (0, 400 * 399)
    ordered = prove(RuleTable({"x": "0-399", "y": "0-399"}, rules, first_match=True))
    assert isinstance(ordered, Proof)
    assert (ordered.conflicts.cases, len(ordered.idle), ordered.idle_count) == (0, MOST_BOXES, 800 - MOST_BOXES)


def test_thousands_of_inputs_are_proved() -> None:
    given = {f"input-{number}": "0-9" for number in range(3000)}
    rules = [Rule({**dict.fromkeys(given, "0-9"), "input-7": "3"}, "draw"), Rule({"input-7": "3-4"}, "stand")]
    found = prove(RuleTable(given, rules))
    assert isinstance(found, Proof)
    assert [(messages.describe_box(box), box.cases) for box in found.gaps.boxes] == [
        ("input 7 is 0 to 2 or 5 to 9", 8 * 10**2999)
    ]
    assert [messages.describe_box(one.box) for one in found.conflicts.conflicts] == ["input 7 is 3"]
    assert messages.format_count(10**5000) == "more than 1,000,000,000,000 cases"


def test_more_regions_than_can_be_told_are_counted() -> None:
    rules = [Rule({"x": str(n), "y": str(n)}, "draw") for n in range(60)]
    found = prove(RuleTable({"x": "0-59", "y": "0-59"}, rules))
    assert isinstance(found, Proof)
    assert len(found.gaps.boxes) == MOST_BOXES
    assert not found.gaps.fewest
    assert sum(box.cases for box in found.gaps.boxes) + found.gaps.rest == found.gaps.cases == 60 * 59
    said = messages.describe_gaps("The table draws", found.cases, found.gaps)
    assert said.startswith(f"The table draws gives no answer in 3,540 of 3,600 cases, of {MOST_BOXES} kinds and more.")
    assert said.endswith(" One kind: when x is 0 or 2 to 59 and y is 1 (59 cases).")


def test_many_outcomes_in_one_case_are_one_conflict() -> None:
    found = prove(RuleTable({"x": "0-9"}, [Rule({"x": "0-9"}, f"outcome {n}") for n in range(2000)]))
    assert isinstance(found, Proof)
    (one,) = found.conflicts.conflicts
    assert messages.describe_conflict("The table draws", one.outcomes, [one.box]) == (
        'The table draws says both "outcome 0" (rule 1) and "outcome 1" (rule 2), and 1998 more, in every case'
        " (10 cases)."
    )


def test_a_domain_keeps_words_in_their_places_around_the_numbers() -> None:
    domain = Domain(["ace", "2-9", "jack", "10", "ace"])
    assert domain.size == 11
    assert domain.texts([(0, domain.size)]) == ("ace", "2-10", "jack")
    assert list(domain.unknown_texts(["3-5", "ace", "11", "07", "9-12", "5-3", "0-" + "9" * 5000])) == [
        *("11", "07", "9-12", "5-3"),
        "0-" + "9" * 5000,
    ]


@pytest.mark.parametrize(
    ("written", "means"),
    [("4 to 16", "4-16"), ("4–16", "4-16"), ("18+", "18-21"), ("16 or less", "4-16"), ("20 and above", "20-21")],
)
def test_ranges_in_other_words_are_the_same_numbers(written: str, means: str) -> None:
    totals = Domain("4-21")
    assert totals.runs(written) == totals.runs(means)
    assert list(totals.unknown_texts(written)) == []


def test_a_range_that_the_input_lists_as_a_word_is_that_word() -> None:
    cards = Domain(["2-6", "7 or more"])
    assert cards.runs("7 or more") == [(5, 6)]
    assert list(cards.unknown_texts("8+")) == ["8+"]
