"""Decision tables: what is proved is proved of every declared case, and what is too large is left to a person."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.documents.game import Game
from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.tables.charts import Chart
from compliance.tables.document_tables import build_game_chart
from tests.catalogs import law

CATALOG = law()
GAME = "document: game\ntitle: Nines\njurisdiction: california\nbank: {by: player-dealer}\ntables:\n"


def findings_of(tables: str, requirement: str) -> list[Finding]:
    findings = check([("x.yaml", (GAME + tables).encode())], date(2024, 7, 1), CATALOG).findings
    assert [one.message for one in findings if one.status == "error"] == []
    return [one for one in findings if one.requirement == requirement]


def statuses(tables: str, requirement: str) -> list[str]:
    return [one.status for one in findings_of(tables, requirement)]


def answers(tables: str) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for finding in check([("x.yaml", (GAME + tables).encode())], date(2024, 7, 1), CATALOG).findings:
        assert finding.status != "error", finding.message
        found.setdefault(finding.requirement, []).append((finding.status, finding.message))
    return found


def table(given: str, *rules: str, more: str = "") -> str:
    return f"  draw: {{kind: drawing, given: {given}, rules: [{', '.join(rules)}]{more}}}\n"


def test_a_long_range_is_proved_to_its_end() -> None:
    found = answers(table("{total: 0-999999999}", "{total: 0-10000, then: stand}"))["integrity.decision-table"]
    message = (
        'The table "draw" gives no answer in 999,989,999 of 1,000,000,000 cases: when total is 10001 to 999999999.'
    )
    assert found == [("fail", message)]


def test_a_table_with_too_many_cases_is_left_to_a_person() -> None:
    found = answers(table(f"{{total: 0-{'9' * 5000}}}", "{then: stand}"))
    statuses = {status for name, rows in found.items() if "decision-table" in name for status, _ in rows}
    assert "pass" not in statuses
    message = 'The table "draw" declares numbers for total that have too many digits to be counted'
    assert found["integrity.decision-table"] == [("review", f"{message}: it is left to a person.")]


def test_the_rows_that_a_finding_offers_close_the_gaps() -> None:
    given = "{total: 4-21, hand: [soft, hard], dealer: [ace, 2-10]}"
    rules = ["{total: 4-11, then: hit}", "{total: 17-21, hand: hard, then: stand}"]
    (gap,) = findings_of(table(given, *rules), "integrity.decision-table")
    assert gap.message.startswith('The table "draw" gives no answer in 150 of 360 cases: when ')
    assert len(gap.paste) == 2
    filled = [row.removeprefix("- ").replace("then: }", "then: stand}").split("  #")[0] for row in gap.paste]
    assert statuses(table(given, *rules, *filled), "integrity.decision-table") == ["pass"]
    with_rows = table(given, *rules).replace("]}\n", ", " + gap.paste[0].removeprefix("- ").split("  #")[0] + "]}\n")
    found = check([("x.yaml", (GAME + with_rows).encode())], date(2024, 7, 1), CATALOG).findings
    (wrong,) = (one for one in found if one.status == "error")
    assert (wrong.requirement, wrong.status) == ("document.bad-value", "error")


def test_the_exception_that_a_conflict_offers_settles_it() -> None:
    rules = ["{total: 0-5, then: hit}", "{total: 5-9, then: stand}"]
    (twice,) = findings_of(table("{total: 0-9}", *rules), "integrity.decision-table-twice")
    assert twice.message == 'The table "draw" says both "hit" (rule 1) and "stand" (rule 2) when total is 5 (1 case).'
    assert [place.route for place in twice.places] == ["tables / draw / rules / 2", "tables / draw / rules / 1"]
    assert twice.paste == ("unless: {total: 5}",)
    rules[0] = rules[0].replace("}", f", {twice.paste[0]}}}")
    assert statuses(table("{total: 0-9}", *rules), "integrity.decision-table-twice") == ["pass"]
    assert statuses(table("{total: 0-9}", *rules), "integrity.decision-table") == ["pass"]


def test_rules_that_differ_are_told_with_those_that_say_the_same() -> None:
    rules = ["{total: 0-5, then: hit}", "{total: 3-9, then: hit}", "{total: 5-9, then: stand}", "{total: 9, then: Hit}"]
    assert [message for _, message in answers(table("{total: 0-9}", *rules))["integrity.decision-table-twice"]] == [
        'The table "draw" says both "hit" (rules 1, 2 and 4) and "stand" (rule 3) when total is 5 to 9 (5 cases).'
    ]


def test_many_differing_rules_give_a_few_findings() -> None:
    rules = [f"{{total: {number}-300, then: x{number}}}" for number in range(300)]
    found = answers(table("{total: 0-300}", *rules))["integrity.decision-table-twice"]
    assert len(found) == 25
    assert found[0][1] == 'The table "draw" has 276 further cases with several outcomes.'


@pytest.mark.parametrize(
    ("rules", "more", "idle"),
    [
        (["{total: 9, then: stand}", "{then: hit}"], ", first-match: yes", []),
        (["{then: hit}", "{total: 9, then: stand}"], ", first-match: yes", ["rules / 2"]),
        (["{then: hit}", "{total: 9, then: stand, overrides: yes}"], "", []),
        (["{then: hit, unless: [{total: 9}, {total: 0}]}", "{total: [0, 9], then: stand}"], "", []),
        (["{then: hit, unless: {total: 0-9}}", "{then: stand}"], "", ["rules / 1"]),
        (["{then: hit}", "{total: 9, then: hit}"], "", []),
    ],
)
def test_order_and_exceptions_settle_who_decides(rules: list[str], more: str, idle: list[str]) -> None:
    text = table("{total: 0-9}", *rules, more=more)
    assert statuses(text, "integrity.decision-table") == ["pass"]
    assert statuses(text, "integrity.decision-table-twice") == ["pass"]
    found = [one for one in findings_of(text, "integrity.decision-table-idle") if one.status == "fail"]
    assert [one.places[0].route for one in found] == [f"tables / draw / {route}" for route in idle]


@pytest.mark.parametrize(
    ("unless", "place"),
    [("{sum: 9}", "unless / sum"), ("[{total: 3}, {total: 10}]", "unless / 2 / total")],
)
def test_an_exception_speaks_of_what_is_declared(unless: str, place: str) -> None:
    text = table("{total: 0-9}", f"{{then: hit, unless: {unless}}}")
    (found,) = findings_of(text, "integrity.xref-conditions")
    assert (found.status, found.places[0].route) == ("fail", f"tables / draw / rules / 1 / {place}")


@pytest.mark.parametrize("unless", ["nines", "[nines]", "[[nines]]"])
def test_an_exception_that_is_no_group_is_refused_in_words(unless: str) -> None:
    text = GAME + table("{total: 0-9}", f"{{then: hit, unless: {unless}}}")
    findings = check([("x.yaml", text.encode())], date(2024, 7, 1), CATALOG).findings
    (found,) = (one for one in findings if one.status == "error")
    assert found.message.endswith("expected conditions such as {total: 6-9}, or a list of such groups.")


def test_a_rule_that_never_decides_is_told_behind_many_that_say_the_same_again() -> None:
    again = ["{total: 0-4, then: draw}"] * 40
    over = ["{total: 5-9, then: stand, overrides: yes}"]
    found = findings_of(
        table("{total: 0-9}", *again, *over, "{total: 5-6, then: draw}"), "integrity.decision-table-idle"
    )
    assert [(one.status, one.message.split(":")[0]) for one in found] == [
        ("fail", 'Rule 42 of the table "draw" never decides anything')
    ]
    many = findings_of(
        table("{total: 0-9}", *over, *["{total: 5-6, then: draw}"] * 40), "integrity.decision-table-idle"
    )
    assert 'The table "draw" has 16 further rules that never decide anything.' in [one.message for one in many]


def test_a_chart_has_every_cell() -> None:
    tables = table(
        "{total: 0-9, hand: [soft, hard]}", "{total: 0-5, then: hit}", "{hand: soft, total: 3-7, then: stand}"
    )
    text = (GAME + tables).replace("kind: drawing", "kind: drawing, impossible: [{hand: soft, total: 0-2}]")
    game = load_document("x.yaml", text.encode()).document
    assert isinstance(game, Game)
    chart = build_game_chart(game, "draw")
    assert isinstance(chart, Chart)
    assert chart.inputs == {
        "total": (("0-2",), ("3-5",), ("6-7",), ("8-9",)),
        "hand": (("soft",), ("hard",)),
    }
    assert [(cell.kind, cell.outcomes) for cell in chart.cells] == [
        ("impossible", ()),
        ("outcome", ("hit",)),
        ("conflict", ("hit", "stand")),
        ("outcome", ("hit",)),
        ("outcome", ("stand",)),
        ("gap", ()),
        ("gap", ()),
        ("gap", ()),
    ]
    assert chart.cell_at(1, 0).kind == "conflict"


def test_two_tables_that_restate_each_other_are_both_proved() -> None:
    one = table("{total: 0-9}", "{total: 0-5, then: hit}", more=", restates: again")
    other = "  again: {kind: drawing, restates: draw, given: {total: 0-9}, rules: [{total: 0-4, then: hit}]}\n"
    statuses = [status for status, _ in answers(one + other)["integrity.decision-table"]]
    assert statuses == ["fail", "fail"]


@pytest.mark.parametrize(
    ("given", "rules", "requirement"),
    [
        ("{total: 0-9}", ["{then: a, total: 0-3, overrides: unclear}", "{then: b}"], "integrity.decision-table-twice"),
        ("{total: unclear}", ["{then: a, total: 0-3}", "{then: b}"], "integrity.decision-table-twice"),
        ("{total: unclear}", ["{then: a, total: 0-3}"], "integrity.xref-conditions"),
        ("{total: 0-9}", ["{then: a, total: [0-3, unclear]}"], "integrity.decision-table"),
        ("{total: 0-9}", ["{then: b, unless: {total: 0-9}}", "{then: a, unless: unclear}"], "integrity.decision-table"),
    ],
)
def test_what_rests_on_an_open_fact_is_for_a_person(given: str, rules: list[str], requirement: str) -> None:
    assert set(statuses(table(given, *rules), requirement)) == {"review"}
