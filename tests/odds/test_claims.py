"""What is out of order about odds, each on a small document."""

from fractions import Fraction
from typing import Any

import pytest
import yaml

from compliance.odds.claims import claims_agree
from compliance.odds.documents import odds_of
from compliance.odds.figures import Figure, read_figure
from compliance.odds.order import good_order

GAME = """
title: Harbor Three
deck: {decks: "1, 8"}
wagers:
  bonus:
    pays: {straight-flush: 40 to 1, three-of-a-kind: 30 to 1, straight: 6 to 1, flush: 3 to 1, one-pair: 1 to 1}
odds:
  deal: {player: 3}
  wagers: {bonus: {looks-at: player}}
"""


def claims_of(change: str = "", **pays: str) -> list[tuple[str, str]]:
    document: Any = yaml.load(GAME + change, Loader=yaml.CBaseLoader)
    table = document["wagers"]["bonus"]["pays"]
    document["wagers"]["bonus"]["pays"] = {row.replace("_", "-"): odds for row, odds in pays.items()} or table
    answers = good_order(document, odds_of(document))
    return [(answer.status, answer.message) for answer in answers if answer.status != "pass"]


def test_a_wager_that_favors_the_bettor_with_more_decks_is_an_error() -> None:
    assert claims_of() == [("fail", "Players have a 9.6627% edge on bonus with 8 decks.")]


def test_a_wager_that_leaves_the_house_an_edge_is_in_order() -> None:
    assert claims_of(straight_flush="30 to 1", three_of_a_kind="20 to 1", straight="5 to 1", flush="3 to 1") == []


def test_a_claim_is_held_against_the_count_at_its_precision() -> None:
    claims = (
        'claims: [{what: house edge, value: 7.28%, wager: bonus}, {what: hit rate, value: "1 in 3.9", wager: bonus}]'
    )
    document: Any = yaml.load(GAME.replace('"1, 8"', '"1"') + claims, Loader=yaml.CBaseLoader)
    document["wagers"]["bonus"]["pays"]["flush"] = "4 to 1"
    answers = good_order(document, odds_of(document))
    assert [answer.status for answer in answers if answer.at[0] == "claims"] == ["fail", "pass"]
    assert "we compute 2.32%" in next(answer.message for answer in answers if answer.status == "fail")


def test_a_claim_for_one_instead_of_to_one_is_recognised() -> None:
    change = "claims: [{what: house edge, value: 27.93%, wager: bonus}]"
    document: Any = yaml.load(GAME.replace('"1, 8"', '"1"') + change, Loader=yaml.CBaseLoader)
    document["wagers"]["bonus"]["pays"]["flush"] = "4 to 1"
    claim, notation = [answer for answer in good_order(document, odds_of(document)) if answer.at[0] == "claims"]
    assert (claim.status, notation.status) == ("review", "fail")
    assert "for 1" in notation.message
    assert claim.message.endswith("The printed figure follows if every pay is read as for 1 and not to 1.")


def test_a_claim_about_a_wager_that_is_not_counted_says_what_is_missing() -> None:
    assert (
        "review",
        "3% is printed as the house edge of ante, which cannot be compared: ante is no wager of the document.",
    ) in claims_of("claims: [{what: house edge, value: 3%, wager: ante}]")


@pytest.mark.parametrize("several", ["highest pays", "house chooses"])
def test_a_figure_with_envy_that_is_not_counted_is_neither_right_nor_wrong(several: str) -> None:
    change = """
table: {players: 4}
envy: {qualifies: {wager: bonus, at-least: $1}, pays: {straight-flush: $5}, several-at-once: each pays}
claims: [{what: house edge, wager: bonus, by-other-players: {0: 7.28%, 1: 6.19%, 3: 4.02%}}]
"""
    for paid, expected in (("each pays", ["pass", "pass", "pass"]), (several, ["pass", "pass", "review"])):
        document: Any = yaml.load(GAME.replace('"1, 8"', '"1"') + change, Loader=yaml.CBaseLoader)
        document["envy"]["several-at-once"] = paid
        answers = [one for one in good_order(document, odds_of(document)) if one.at[0] == "claims"]
        assert [one.status for one in answers] == expected, [one.message for one in answers]


def test_two_claims_for_one_thing_agree() -> None:
    two = 'claims: [{what: hit rate, value: "1 in 4.0", wager: x}, {what: hit rate, value: "1 in 3.96", wager: x}]'
    assert [answer.status for answer in claims_agree(yaml.load(two, Loader=yaml.CBaseLoader))] == ["pass"]
    other = two.replace("3.96", "3.90")
    assert [answer.status for answer in claims_agree(yaml.load(other, Loader=yaml.CBaseLoader))] == ["fail"]


def test_a_row_that_no_hand_comes_to() -> None:
    found = claims_of(one_pair="1 to 1", three_of_a_kind="1 to 1", four_of_a_kind="1 to 1")
    assert [words for _, words in found] == [
        f"{row} of bonus can never be paid: no hand fits it that no row above it takes."
        for row in ("three-of-a-kind", "four-of-a-kind")
    ]


def test_a_row_that_pays_less_than_what_it_contains() -> None:
    found = claims_of(straight_flush="2 to 1", straight="3 to 1", flush="3 to 1")
    assert (
        "fail",
        "straight-flush of bonus pays 2 to 1; every such hand also fits a row that pays more (1 deck).",
    ) in found


@pytest.mark.parametrize(
    ("text", "exact", "shows"),
    [
        ("7.0273%", Fraction(2708019, 38535770), True),
        ("7.023%", Fraction(2708019, 38535770), False),
        ("-7.03%", -Fraction(2708019, 38535770), True),
        ("1 in 25.9", Fraction(5951292, 154143080), True),
        ("1 in 25.8", Fraction(5951292, 154143080), False),
        ("5%", Fraction(1, 20), True),
    ],
)
def test_figures_at_the_precision_printed(text: str, exact: Fraction, shows: bool) -> None:
    figure = read_figure(text)
    assert isinstance(figure, Figure)
    assert figure.shows(exact) is shows


def test_the_example_of_the_page_on_odds_counts() -> None:
    from tests.conftest import ROOT

    page = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
    example = yaml.load(page.split("```yaml\n", 1)[1].split("```", 1)[0], Loader=yaml.CBaseLoader)
    report = odds_of(example)
    assert (report.problems, report.uncounted) == ((), ())
    assert {(odds.wager, odds.reading) for odds in report.wagers} == {
        *(("nines", ""), ("line", ""), ("line", "dealer-wins-ties")),
    }
