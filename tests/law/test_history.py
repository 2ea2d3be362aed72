"""From sections and requirements to what holds between which days, on a small made-up law."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from compliance.checks.registry import CHECKS, Check
from compliance.checks.verdicts import Verdicts, passed
from compliance.documents.blocks import Document
from compliance.engine.catalog import read_catalog
from compliance.law.catalog import Holding
from compliance.law.history import (
    NamedValue,
    Spot,
    fill_placeholders,
    quote_words,
    referenced_names,
    resolve_parameters,
    resolve_value,
)
from compliance.source import read_source

LAW = """\
sections:
  - section: City Code 5
    title: Wagers
    authority: ordinance
    source: the city's site
    looked-up: 2024-05-01
    copy: the print of 2024
    wordings:
      - from: 2020-01-01
        seen: text
        cite: City Code 5.1
        note: Renumbered.
        source: the new print
        says: {(a): No wager is above $200., all: All of it.}
        values: {wager-limit: $200}
      - from: 2010-01-01
        from-is: first seen
        until: 2017-12-31
        seen: digest
        authority: regulation
        values: {wager-limit: $100, other: $1}
  - section: City Code 6
    title: Names
    authority: ordinance
    wordings:
      - {from: 2015-07-01, seen: text, values: {wager-limit: $999}}
requirements:
  - requirement: harbor.limit
    title: The limit
    asks: No wager is above {wager-limit}.
    applies: {document: game, jurisdiction: california, locality: Harbor}
    rests-on: [City Code 5(a), City Code 6(b)]
    level: error
"""
CHECK = """\
    check: keep-below
    with: {kinds: [ante], most: {wager-limit}}
    remedy: Lower the limit to {wager-limit}.
    note: Ask the city.
"""
TRIAL = """\
    dated:
      - from: 2022-01-01
        until: 2022-12-31
        level: note
        asks: "No wager is above {wager-limit}, for now."
        note: A trial.
        cite: City Code 5.9
        seen: secondary
        source: a letter
"""


def keep_below(document: Document, kinds: list[str], most: str) -> Verdicts:
    yield passed(f"{document.title}: {kinds}, {most}")


def keep_in(document: Document, kinds: list[str]) -> Verdicts:
    yield passed(f"{document.title}: {kinds}")


@pytest.fixture(autouse=True)
def _add_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHECKS, "keep-below", Check("keep-below", keep_below))
    monkeypatch.setitem(CHECKS, "keep-in", Check("keep-in", keep_in))


def histories(text: str) -> tuple[Holding, ...]:
    return tuple(read_catalog([("x.yaml", text.encode())]).requirements["harbor.limit"].history)


def rows(text: str, *names: str) -> list[tuple[object, ...]]:
    """What a requirement is on which days, newest first, by some of its fields."""
    return [
        (str(one.from_ or "")[:10], str(one.until or ""), *(getattr(one, name) for name in names))
        for one in histories(text)
    ]


def test_each_change_of_a_section_or_of_the_requirement_begins_a_stretch_of_its_own() -> None:
    found = rows(LAW + CHECK + TRIAL, "from_is", "cite", "authority", "seen", "level", "source", "note")
    second = "City Code 5.1; City Code 6(b)"
    newest = ("first day", second, "ordinance", "text", "error", "the new print", "Renumbered. Ask the city.")
    trial = ("first day", "City Code 5.9", "ordinance", "secondary", "note", "a letter", "Renumbered. A trial.")
    old = ("regulation", "digest", "warning", "the city's site", "Ask the city.")
    assert found == [
        ("2023-01-01", "", *newest),
        ("2022-01-01", "2022-12-31", *trial),
        ("2020-01-01", "2021-12-31", *newest),
        ("2015-07-01", "2017-12-31", "first day", "City Code 5(a); City Code 6(b)", *old),
        ("2010-01-01", "2015-06-30", "first seen", "City Code 5(a)", *old),
    ]


def test_sentences_and_parameters_have_the_values_of_the_governing_section() -> None:
    found = rows(LAW + CHECK + TRIAL, "asks", "remedy", "parameters", "values")
    most: Mapping[str, Any] = {"kinds": ["ante"], "most": "$200"}
    less = {**most, "most": "$100"}
    assert [row[2:] for row in found] == [
        ("No wager is above $200.", "Lower the limit to $200.", most, {"most": "$200"}),
        ("No wager is above $200, for now.", "Lower the limit to $200.", most, {"most": "$200"}),
        ("No wager is above $200.", "Lower the limit to $200.", most, {"most": "$200"}),
        *[("No wager is above $100.", "Lower the limit to $100.", less, {"most": "$100"})] * 2,
    ]


def test_what_the_section_says_of_itself_goes_with_each_stretch() -> None:
    found = histories(LAW + CHECK)
    assert {one.looked_up for one in found} == {"2024-05-01"}
    assert {one.copy for one in found} == {"the print of 2024"}
    assert [one.says for one in found] == ["All of it.", "", ""]  # 5.1 has no pinpoint
    quoted = LAW.replace("        cite: City Code 5.1\n", "")
    assert [one.says for one in histories(quoted + CHECK)] == ["No wager is above $200.", "", ""]
    named = LAW.replace("    level: error\n", "    level: error\n    quotes: all\n")
    assert histories(named + CHECK)[0].says == "All of it."


def test_silence_has_words_of_its_own_or_those_of_the_remedy() -> None:
    silent = "State what is missing in the document. What is asked: No wager is above $200."
    assert histories(LAW + CHECK)[0].remedy_silent == silent
    stating = CHECK.replace("Lower the limit to", "State the limit of")
    assert histories(LAW + stating)[0].remedy_silent == "State the limit of $200."
    own = CHECK + "    remedy-silent: Write {wager-limit}.\n"
    assert histories(LAW + own)[0].remedy_silent == "Write $200."


def test_a_requirement_holds_on_its_own_days_only() -> None:
    between = "    from: 2016-01-01\n    until: 2021-06-30\n"
    assert [row[:2] for row in rows(LAW + CHECK + between)] == [
        ("2020-01-01", "2021-06-30"),
        ("2016-01-01", "2017-12-31"),
    ]


def test_what_does_not_differ_is_one_stretch() -> None:
    same = LAW.replace(", other: $1", "").replace("  - {from: 2015-07-01, seen: text,", "  - {seen: text,")
    trial = "    dated:\n      - {from: 2022-01-01, until: 2022-12-31, level: error, note: Ask the city.}\n"
    assert len(rows(LAW + CHECK + trial)) == len(rows(LAW + CHECK)) == 3
    assert [row[:2] for row in rows(same + CHECK)] == [("2020-01-01", ""), ("2010-01-01", "2017-12-31")]


CLAUSE = """\
    need: table.maximum is at most {wager-limit}
    fault: "Above {wager-limit}"
    remedy: Lower the limit.
    let: {top: table.maximum}
"""


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("level: warning", {"need": "table.maximum is at most {wager-limit}", "let": {"top": "table.maximum"}}),
        ("need: table.maximum is stated", {"need": "table.maximum is stated", "let": {"top": "table.maximum"}}),
        ("need: none\n        because: Nothing is asked.", {"because": "Nothing is asked."}),
        (
            "let: {bottom: table.minimum}",
            {
                "need": "table.maximum is at most {wager-limit}",
                "let": {"top": "table.maximum", "bottom": "table.minimum"},
            },
        ),
        (
            "answers: [{pass: table.maximum is stated}, {fail: table is stated, says: Look.}]",
            {
                "answers": [{"pass": "table.maximum is stated"}, {"fail": "table is stated", "says": "Look."}],
                "need": None,
            },
        ),
    ],
)
def test_a_dated_change_takes_the_place_of_what_it_says_otherwise(change: str, expected: dict[str, Any]) -> None:
    dated = f"    dated:\n      - from: 2022-01-01\n        {change}\n"
    newest = histories(LAW + CLAUSE + dated)[0]
    assert {key: newest.clause.get(key) for key in expected} == expected
    assert newest.check == ""


def test_a_clause_has_the_values_of_the_law_that_it_names() -> None:
    newest, *_ = histories(LAW + CLAUSE)
    assert (newest.parameters, newest.values) == ({"wager-limit": "$200"}, {"wager-limit": "$200"})


def test_a_check_can_take_the_place_of_another_for_a_while() -> None:
    dated = "    dated:\n      - {from: 2022-01-01, check: keep-in, with: {kinds: [bet]}}\n"
    newest, before, *_ = histories(LAW + CHECK + dated)
    assert (newest.check, newest.parameters) == ("keep-in", {"kinds": ["bet"]})
    assert before.check == "keep-below"
    own = "    dated:\n      - {from: 2022-01-01, with: {most: $7}}\n"
    newest, *_ = histories(LAW + CHECK + own)
    assert (newest.parameters, newest.values) == ({"kinds": ["ante"], "most": "$7"}, {})


SPOT = Spot("x.yaml", read_source(b""), ())
VALUES = {
    "limit": NamedValue("$5", SPOT),
    "kinds": NamedValue(["ante", "bet"], SPOT),
    "hidden": NamedValue("not seen", SPOT),
}


def test_values_stand_where_they_are_named_and_lists_join_the_list_they_stand_in() -> None:
    for written, resolved in (
        ({"limit": None}, "$5"),
        ("limit", "limit"),
        ([{"kinds": None}, "side"], ["ante", "bet", "side"]),
        ([["x"], {"limit": None}], [["x"], "$5"]),
        ({"a": {"limit": None}, "b": [{"kinds": None}]}, {"a": "$5", "b": ["ante", "bet"]}),
        ({"a": None, "b": "c"}, {"a": None, "b": "c"}),
    ):
        assert resolve_value(written, VALUES) == resolved, written
    assert list(referenced_names({"a": [{"limit": None}, "x"], "b": {"kinds": None}})) == ["limit", "kinds"]
    assert resolve_parameters({"most": {"hidden": None}, "least": {"limit": None}}, VALUES) == {"least": "$5"}
    assert fill_placeholders("At most {limit}: {kinds}.", {"limit": 5, "kinds": ["a", "b"]}) == "At most 5: a, b."


def test_a_section_without_passages_is_quoted_whole_and_one_with_them_by_pinpoint() -> None:
    assert quote_words(None, "Code 1(a)") == ""
    assert quote_words("All of it.", "Code 1(a)") == "All of it."
    assert quote_words({"all": "All of it.", "(a)": "A."}, "Code 1") == "All of it."
    assert quote_words({"(1)(b)": "B.", "(2)": "Two."}, "Code (1)(b), (2)") == "B. … Two."
    assert quote_words({"(a)": "A."}, "Code 1(a)", "other") == ""


def test_a_longer_number_is_another_section() -> None:
    """`City Code 51` is not a part of `City Code 5`."""
    longer = LAW.replace("City Code 6", "City Code 51")
    assert histories(longer + CHECK)[0].cite == "City Code 5.1; City Code 51(b)"


PROPOSAL = """\
proposal: rules-of-tomorrow
title: The rules of tomorrow
jurisdiction: california
level: warning
brings-back: [City Code 5]
note: Nobody has adopted them.
"""
OTHER_SECTIONS = """\
  - section: City Code 7
    title: Tomorrow
    authority: ordinance
    wordings:
      - {seen: secondary, authority: proposed, proposal: rules-of-tomorrow, values: {least: $3}}
  - section: City Code 8
    title: Some other day
    authority: ordinance
    wordings:
      - {seen: secondary, authority: proposed, proposal: rules-of-yesterday, values: {most: $4}}
requirements:
"""


def write_requirement(name: str, section: str) -> str:
    return (
        f"  - requirement: harbor.{name}\n    title: A title\n    asks: It is so.\n    rests-on: {section}\n"
        "    applies: {document: game, jurisdiction: california, locality: Harbor}\n    level: error\n"
        "    need: table is stated\n    fault: No table\n    remedy: State it.\n"
    )


def test_a_proposal_is_asked_on_every_day_only_where_it_is_tried() -> None:
    text = (LAW + CHECK).replace("requirements:\n", OTHER_SECTIONS)
    text += write_requirement("tomorrow", "City Code 7(a)") + write_requirement("names", "City Code 6")
    text += write_requirement("yesterday", "City Code 8") + write_requirement("both", "[City Code 8, City Code 5]")
    other = PROPOSAL.replace("tomorrow", "yesterday").replace("brings-back: [City Code 5]\n", "")
    files = [("x.yaml", text), ("tomorrow.yaml", PROPOSAL), ("yesterday.yaml", other)]
    law = read_catalog([(name, written.encode()) for name, written in files])
    in_force = {one.id: [holding.authority for holding in one.history] for one in law if one.history}
    assert in_force == {"harbor.limit": ["ordinance", "regulation", "regulation"], "harbor.names": ["ordinance"]}

    tried = law.try_proposals(["rules-of-tomorrow"]).requirements
    (new,) = tried["harbor.tomorrow"].history
    assert (new.from_, new.from_is, new.until, new.cite) == (None, "first day", None, "City Code 7(a)")
    assert (new.authority, new.level) == ("proposed", "warning")
    assert new.note == "Proposed: The rules of tomorrow. Nobody has adopted them."
    (again,) = tried["harbor.limit"].history
    assert (again.from_, again.until, again.asks) == (None, None, "No wager is above $200.")
    assert (again.authority, again.cite) == ("proposed", "City Code 5.1; City Code 6(b) (proposed again)")
    assert tried["harbor.names"].history == law.requirements["harbor.names"].history
    assert [one.id for one in law.proposals["rules-of-tomorrow"].requirements] == ["harbor.limit", "harbor.tomorrow"]
    assert [one.id for one in law.proposals["rules-of-yesterday"].requirements] == ["harbor.yesterday", "harbor.both"]
