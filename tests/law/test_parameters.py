"""Parameters and routes of a catalogue: a slip is refused with its place, and never disables a requirement silently."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.documents.reading import model_of
from compliance.documents.routes import fault_of
from compliance.engine import check
from compliance.law.reading import BadCatalogue, read_catalogue

CATALOGUE = """\
sections:
  - section: C
    title: Seats
    authority: statute
    wordings:
      - {from: 2010-01-01, seen: text, values: {seats: 7}}
      - {from: 2000-01-01, until: 2009-12-31, seen: text, values: {seats: 7}}
requirements:
  - requirement: city.seats
    title: Seats
    asks: At most so many seats.
    applies: {document: game, jurisdiction: california}
    level: error
    check: at-most
    with: {what: table / players, most: {seats}}
    rests-on: C
    remedy: Take seats away.
"""
GAME = """\
document: game
title: Nines
jurisdiction: california
bank: {by: player-dealer}
local: {wager-limit: $300}
progressive: {wager: line, contribution: 5%}
table: {players: 9}
"""


def changed(old: str, new: str) -> str:
    assert old in CATALOGUE
    return CATALOGUE.replace(old, new)


def problems(text: str) -> list[tuple[str, str, str]]:
    with pytest.raises(BadCatalogue) as bad:
        read_catalogue([("law.yaml", text.encode())])
    return [(one.problem.code, one.problem.message, one.problem.help) for one in bad.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "code", "told"),
    [
        ("table / players", "table / playrs", "unknown-route", "Did you mean players?"),
        ("jurisdiction: california}", "when: {bankk / by: pot}}", "unknown-route", "Did you mean bank?"),
        ("jurisdiction: california}", "when: {family or bank / bye: pot}}", "unknown-route", "Did you mean by?"),
        ("document: game", "document: schedule", "unknown-route", "Did you mean title?"),
        ("table / players", "table / ²", "unknown-route", "Known there: active"),
        ("players,", "players, if-unstated: bogus,", "bad-parameter", "Write it in that form."),
        ("players,", "players, if-unstated: pass,", "bad-parameter", "Write it in that form."),
        ("what: table / players", "what: [table / players]", "bad-parameter", "Write it in that form."),
        ("level: error", "level: error\n    against: {nobody-wrote-this}", "unknown-value", "Known there"),
        ("level: error", "level: error\n    against: [[house pays]]", "bad-against", "Write `against:"),
    ],
)
def test_a_slip_of_the_requirement_is_told_once(old: str, new: str, code: str, told: str) -> None:
    ((found, _, help),) = problems(changed(old, new))
    assert found == code
    assert told in help


@pytest.mark.parametrize("most", ["abc", "[7]", "{a: 1}", "", "²"])
def test_a_limit_must_be_a_number(most: str) -> None:
    old = "until: 2009-12-31, seen: text, values: {seats: 7}"
    found = problems(changed(old, old.replace("7", most)))
    assert [code for code, _, _ in found] == ["bad-parameter"]


def test_a_part_of_a_fee_is_looked_for_in_a_fee() -> None:
    text = changed("document: game", "document: schedule").replace("check: at-most", "check: collection-at-most")
    text = text.replace("seats: 7", "seats: 2 hours")
    assert problems(text)[0][1] == "No fee of a schedule has `table / players`."
    assert len(read_catalogue([("law.yaml", text.replace("table / players", "emptied-every").encode())])) == 1


@pytest.mark.parametrize(
    ("kind", "route", "step"),
    [
        ("game", "wagers / * / maximum", None),
        ("game", "wagers / line / maximun", "maximun"),
        ("game", "round / * / opens / *", None),
        ("game", "round / 2 / step", None),
        ("game", "round / deal / steb", "steb"),
        ("game", "aliases / *", None),
        ("game", "title / x", "x"),
        ("game", "wagers / * / pays / * / x", None),
        ("game", "statements / most-rates / value", None),
        ("game", "licensee / class", None),
        ("game", "tables / * / rules / * / then", None),
        ("schedule", "options / * / collections / * / bands / *", None),
        ("schedule", "bank / by", "bank"),
    ],
)
def test_routes_are_followed_through_lists_and_names(kind: str, route: str, step: str | None) -> None:
    fault = fault_of(model_of(kind), route)
    assert (fault.step if fault is not None else None) == step


@pytest.mark.parametrize(
    ("when", "status"),
    [
        ("local / wager-limit: $300", "fail"),
        ("local / wager-limit: $300.00", "fail"),
        ("local / wager-limit: $200", "not-applicable"),
        ("progressive / contribution: 5%", "fail"),
        ("table / players: [8, 9]", "fail"),
    ],
)
def test_a_condition_may_be_money_or_a_percentage(when: str, status: str) -> None:
    catalogue = read_catalogue([("law.yaml", changed("california}", f"california, when: {{{when}}}}}").encode())])
    assert [f.status for f in check([("x.yaml", GAME.encode())], date(2024, 7, 1), catalogue).findings] == [status]


@pytest.mark.parametrize(("whole", "status"), [("no", "fail"), ("yes", "pass")])
def test_yes_and_no_are_read_as_such(whole: str, status: str) -> None:
    text = changed("check: at-most", "check: name-without")
    text = text.replace("what: table / players, most: {seats}", f"words: [nine, '21'], whole: {whole}")
    catalogue = read_catalogue([("law.yaml", text.encode())])
    assert [f.status for f in check([("x.yaml", GAME.encode())], date(2024, 7, 1), catalogue).findings] == [status]


def test_a_block_is_never_shown_by_its_address() -> None:
    catalogue = read_catalogue([("law.yaml", changed("table / players", "table").encode())])
    (finding,) = check([("x.yaml", GAME.encode())], date(2024, 7, 1), catalogue).findings
    assert finding.message == "The table and its layout: a group of entries; that cannot be compared with 7."


@pytest.mark.parametrize(("kind", "asked"), [("game", "a game"), ("terms", "terms"), ("any", "every kind of document")])
def test_a_check_asked_of_the_wrong_kind_is_refused_at_its_place(kind: str, asked: str) -> None:
    text = changed("check: at-most", "check: fees-rise").replace("document: game", f"document: {kind}")
    told = "The check fees-rise looks at schedule; it cannot be asked of"
    help = "Set `applies: {document: schedule}`, or ask another check."
    assert problems(text) == [("misplaced-check", f"{told} {asked}.", help)]
    with pytest.raises(BadCatalogue) as bad:
        read_catalogue([("law.yaml", text.encode())])
    assert text.splitlines()[bad.value.problems[0].problem.span.line - 1].strip() == "check: fees-rise"


def test_a_check_on_a_set_is_refused_for_the_wrong_kind_too() -> None:
    text = changed("check: at-most", "check: ids-match")
    assert [code for code, _, _ in problems(text)] == ["misplaced-check"]


def test_the_keys_of_a_group_are_read_too() -> None:
    text = changed("check: at-most", "check: wager-limit")
    given = "within-law: within-limit, most: $300, on-some-tables: $400, tables: {%s: 2}"
    text = text.replace("what: table / players, most: {seats}", given)
    assert len(read_catalogue([("law.yaml", (text % "1-5").encode())])) == 1
    [(code, message, _)] = problems(text % "a-few")
    assert (code, "The parameter tables of the check wager-limit: " in message) == ("bad-parameter", True)
