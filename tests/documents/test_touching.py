"""What lost text and choices of the house open: the facts that they touch, and nothing else."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from compliance.documents.loader import load_document
from compliance.documents.openness import OpenFact
from compliance.engine.checking import check
from compliance.law.cases import base_document, changed
from compliance.law.catalog import Catalog
from compliance.source.routes import Route
from tests import catalogs

GAME = """\
document: game
title: Harbor Nines
jurisdiction: california
bank: {by: player-dealer, rotation: {verb: rotates, at-most: 2 hands}}
wagers: {line: {kind: base, pays: 1 to 1}}
round:
  - {step: deal, start: seat one}
  - {step: settle, order: [line]}
"""


def load_open_facts(touches: str) -> tuple[OpenFact, ...] | str:
    loaded = load_document(
        "x.yaml", f"{GAME}reading:\n  lost:\n    - {{at: 133, touches: {touches}, what: cut}}\n".encode()
    )
    return loaded.open_facts if loaded.document is not None else loaded.problems[0].message


@pytest.mark.parametrize(
    ("touches", "route", "stated"),
    [
        ("bank / rotation / at-most", ("bank", "rotation", "at-most"), "value"),
        ("bank / pays-up-to", ("bank", "pays-up-to"), "nothing"),
        ("wagers / line", ("wagers", "line"), "entry"),
        ("round / settle / order", ("round", 1, "order"), "value"),
        ("round / 1 / start", ("round", 0, "start"), "value"),
        ("approval", ("approval",), "nothing"),
    ],
)
def test_a_fact_is_opened_whether_it_is_stated_or_not(touches: str, route: Route, stated: Any) -> None:
    assert load_open_facts(touches) == (OpenFact(route, "lost", "133", stated, question="Cut."),)


@pytest.mark.parametrize(
    ("touches", "told"),
    [
        ("bank / rotation / at-least", "leads nowhere: `at-least` is no key there. Did you mean `at-most`?"),
        ("wagers / lime / pays", "leads nowhere: there is no `lime` there. Did you mean `line`?"),
        ("round / shuffle / who", "leads nowhere: there is no `shuffle` there."),
        ("tables / draws / otherwise", "leads nowhere: there is no `draws` there."),
        ("bank", "opens the whole block"),
        ("wagers / * / pays", "expected the route of a fact"),
    ],
)
def test_a_route_that_opens_nothing_or_too_much_is_told(touches: str, told: str) -> None:
    assert told in str(load_open_facts(touches))


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return catalogs.law()


def turn(catalog: Catalog, change: dict[str, Any]) -> tuple[str, str]:
    text = changed(base_document("california-game"), change)
    findings = check([("x.yaml", text.encode())], date(2026, 11, 16), catalog).findings
    (found,) = [one for one in findings if one.requirement == "california.bank-turn"]
    return found.status, found.message


AT_MOST = "bank / rotation / at-most"


@pytest.mark.parametrize(
    ("change", "status", "told"),
    [
        ({}, "pass", ""),
        ({"reading / lost": [{"at": "133", "touches": AT_MOST}]}, "review", "Source line 133 cannot be read"),
        ({"house-choices": [{"what": "how long a turn is", "touches": AT_MOST}]}, "review", "leave this to the house"),
        ({"house-choices": [{"what": "a turn", "touches": AT_MOST, "chosen": "two hands"}]}, "pass", ""),
        ({"house-choices": [{"what": "a turn", "touches": AT_MOST, "chosen": "ten hands"}]}, "review", "ten hands"),
        ({"house-choices": [{"what": "a turn", "touches": AT_MOST, "chosen": "no end"}]}, "review", "chose: no end"),
        ({"reading / notes": [{"at": "133", "note": "the line on turns is hard to read"}]}, "pass", ""),
        ({"reading / lost": [{"at": "133", "touches": "bank / by"}]}, "pass", ""),
    ],
)
def test_an_answer_on_what_is_open_is_for_a_person(
    catalog: Catalog, change: dict[str, Any], status: str, told: str
) -> None:
    found, message = turn(catalog, change)
    assert found == status
    assert told in message


@pytest.mark.parametrize(
    ("key", "now"), [("restated: []", "said-again"), ("lists: {}", "numbered"), ("unclear: []", "unclear")]
)
def test_a_block_about_the_paper_is_looked_for_below_reading(key: str, now: str) -> None:
    (problem,) = load_document("x.yaml", f"{GAME}{key}\n".encode()).problems
    assert f"Did you mean `reading / {now}`?" in problem.help


@pytest.mark.parametrize("chosen", ["2 hands", "two hands", "two consecutive hands"])
def test_a_choice_that_says_what_is_stated_opens_nothing(chosen: str) -> None:
    assert chose("bank / rotation / at-most", chosen) == ()


@pytest.mark.parametrize(
    ("touches", "chosen", "stated"),
    [
        ("bank / rotation / at-most", "ten hands", "value"),
        ("bank / rotation / at-most", "as long as he likes", "value"),
        ("bank / by", "the house when nobody else does", "value"),
        ("bank / pays-up-to", "no limit stated", "nothing"),
    ],
)
def test_a_choice_that_says_anything_else_leaves_the_fact_open(touches: str, chosen: str, stated: Any) -> None:
    (found,) = chose(touches, chosen)
    assert (found.why, found.stated, found.describe) == ("house", stated, f"chosen by the house: {chosen}")


def chose(touches: str, chosen: str) -> tuple[OpenFact, ...]:
    choice = f"house-choices:\n  - {{what: something, touches: {touches}, chosen: {chosen}}}\n"
    return load_document("x.yaml", f"{GAME}{choice}".encode()).open_facts


@pytest.mark.parametrize(
    ("says", "value", "open_"),
    [
        ("nobody banks more than two hands in a row", "2 hands", False),
        ("two consecutive rounds before the position is offered on", "2 rounds", False),
        ("a player gets a free collection button", "will", False),
        ("nobody banks more than two hands in a row", "10", True),
        ("the house has no interest in the outcome", "yes, 10%", True),
        ("a table uses one option at a time", "$3", True),
    ],
)
def test_a_value_that_adds_to_the_words_of_a_statement_leaves_it_open(says: str, value: str, open_: bool) -> None:
    statement = f'statements: {{something: {{means: yes, says: "{says}", value: "{value}"}}}}\n'
    found = load_document("x.yaml", f"{GAME}{statement}".encode()).open_facts
    assert [one.describe for one in found] == ([f"its value says: {value}"] if open_ else [])
