"""Parameters and routes of a catalog: a slip is refused with its place, and never disables a requirement silently."""

from __future__ import annotations

import re
from datetime import date

import pytest

from compliance.documents.facts import find_route_fault
from compliance.documents.models import get_model
from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check
from compliance.law.files import BadCatalog

CATALOG = """\
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
    check: terms-agree
    with: {block: bank, but: [bank / by]}
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
    assert old in CATALOG
    return CATALOG.replace(old, new)


def problems(text: str) -> list[tuple[str, str, str]]:
    with pytest.raises(BadCatalog) as bad:
        read_catalog([("law.yaml", text.encode())])
    return [(one.problem.code, one.problem.message, one.problem.help) for one in bad.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "code", "told"),
    [
        ("bank / by]", "bank / bye]", "unknown-route", "Did you mean by?"),
        ("jurisdiction: california}", "when: {bankk / by: pot}}", "unknown-route", "Did you mean bank?"),
        ("jurisdiction: california}", "when: {family or bank / bye: pot}}", "unknown-route", "Did you mean by?"),
        ("bank / by]", "bank / ²]", "unknown-route", "Known there: "),
        ("block: bank,", "block: [bank],", "bad-parameter", "Write it in that form."),
    ],
)
def test_a_slip_of_the_requirement_is_told_once(old: str, new: str, code: str, told: str) -> None:
    ((found, _, help),) = problems(changed(old, new))
    assert found == code
    assert told in help


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
    fault = find_route_fault(get_model(kind), route)
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
    text = changed("california}", f"california, when: {{{when}}}}}")
    text = re.sub("    check: .*\n    with: .*\n", '    need: "table.players is at most {seats}"\n', text)
    catalog = read_catalog([("law.yaml", text.encode())])
    assert [f.status for f in check([("x.yaml", GAME.encode())], date(2024, 7, 1), catalog).findings] == [status]


@pytest.mark.parametrize(("kind", "asked"), [("game", "a game"), ("terms", "terms"), ("any", "every kind of document")])
def test_a_check_asked_of_the_wrong_kind_is_refused_at_its_place(kind: str, asked: str) -> None:
    text = changed("check: terms-agree", "check: games-named").replace("document: game", f"document: {kind}")
    told = "The check games-named looks at schedule; it cannot be asked of"
    help = "Set `applies: {document: schedule}`, or ask another check."
    assert problems(text) == [("misplaced-check", f"{told} {asked}.", help)]
    with pytest.raises(BadCatalog) as bad:
        read_catalog([("law.yaml", text.encode())])
    assert text.splitlines()[bad.value.problems[0].problem.span.line - 1].strip() == "check: games-named"


def test_a_check_on_a_set_is_refused_for_the_wrong_kind_too() -> None:
    text = changed("check: terms-agree", "check: one-name-one-game").replace("document: game", "document: terms")
    assert [code for code, _, _ in problems(text)] == ["misplaced-check"]


def test_the_entries_of_a_group_are_read_too() -> None:
    text = changed("check: terms-agree", "check: not-named")
    text = text.replace("block: bank, but: [bank / by]", "names: [nines], alike: {eights: %s}")
    assert len(read_catalog([("law.yaml", (text % "nines").encode())])) == 1
    [(code, message, _)] = problems(text % "[nines]")
    assert (code, "The parameter alike of the check not-named: " in message) == ("bad-parameter", True)
