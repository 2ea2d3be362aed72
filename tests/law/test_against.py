"""A breach is told wherever it is written, at its line; who denies one, or speaks of the same things, is left alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import yaml

from compliance.engine import check
from compliance.findings import Finding
from compliance.law.cases import base_document, changed_tree
from compliance.law.catalogue import Catalogue
from tests.catalogues import law, only, reading

DAY: Final = date(2026, 11, 16)
AGAINST: Final = yaml.safe_load((Path(__file__).parent / "against.yaml").read_text("utf-8"))
ATTENTION: Final = frozenset(("fail", "review", "error"))
_PLACES: Final[dict[str, Callable[[str], dict[str, Any]]]] = {
    "statements": lambda text: {"statements / of-our-own": {"says": text}},
    "irregularities": lambda text: {"irregularities": [{"when": "it happens", "then": text}]},
}


class Said(NamedTuple):
    """A sentence, and where it is written."""

    of: str
    base: str
    place: str
    text: str


def said(of: str, answer: str) -> list[Said]:
    """What is said against a requirement, or harmlessly of the same things."""
    group = AGAINST[of]
    return [Said(of, group["base"], place, text) for place in group.get("places", _PLACES) for text in group[answer]]


def found_in(*trees: Any, asked: Catalogue | None = None, keep: frozenset[str] | None = None) -> list[Finding]:
    # JSON is YAML too, and written at once.
    files = [(f"document-{number}.yaml", json.dumps(tree).encode()) for number, tree in enumerate(trees)]
    return check(files, DAY, asked or law(), keep, reading=reading()).findings


def written(one: Said) -> Any:
    return changed_tree(base_document(one.base), _PLACES[one.place](one.text), ())


def attention(tree: Any) -> Counter[tuple[str, str]]:
    """What somebody must look at in a document."""
    return Counter((one.requirement, one.status) for one in found_in(tree, keep=ATTENTION))


@pytest.mark.parametrize("said", ["the house pays the remaining winners", "the house never pays the winners"])
def test_behind_more_text_than_is_read_closely_any_word_of_a_breach_is_for_a_person(said: str) -> None:
    long = [{"when": "it happens", "then": "the cards are dealt face down and in order, " * 120} for _ in range(12)]
    changes = {"irregularities": [*long, {"when": "the chips run out", "then": said}]}
    found = found_in(changed_tree(base_document("california-game"), changes, ()))
    [told] = [one for one in found if one.requirement == "california.no-house-bank"]
    assert (told.status, told.places[0].route) == ("review", "irregularities / 13 / then")


def test_every_requirement_that_names_words_against_it_has_sentences() -> None:
    naming = {one.id for one in law() if one.newest.against}
    assert naming | {"washington.player-banking"} == set(AGAINST)
    assert sum(len(said(of, "lawful")) for of in AGAINST) >= 80
    assert all(group["told"] and group["lawful"] for group in AGAINST.values())


@pytest.mark.parametrize("of", AGAINST)
def test_a_breach_is_told_at_its_line(of: str) -> None:
    assert [one for one in said(of, "told") if not is_told(one)] == []


def is_told(one: Said) -> bool:
    findings = found_in(written(one), asked=only(frozenset([one.of])))
    at_its_line = any(finding.places[0].route.startswith(one.place) for finding in findings)
    return at_its_line and {finding.status for finding in findings} <= {"review", "fail"}


@pytest.mark.parametrize("of", AGAINST)
def test_who_denies_it_is_left_alone(of: str) -> None:
    alarms = ((one, attention(written(one)) - attention_of_base(one.base)) for one in said(of, "lawful"))
    assert [(one, alarm) for one, alarm in alarms if alarm] == []


@cache
def attention_of_base(base: str) -> Counter[tuple[str, str]]:
    return attention(changed(base))


def changed(base: str, **places: Any) -> Any:
    return changed_tree(base_document(base), {place.replace("_", "-"): value for place, value in places.items()}, ())


@pytest.mark.parametrize(
    ("requirement", "tree"),
    [
        (
            "california.bank-turn",
            changed(
                "california-game",
                house_choices=[{"what": "how many hands one may bank", "chosen": "as many as he likes"}],
            ),
        ),
        (
            "california.no-house-bank",
            changed("california-game", glossary={"winner": "a player whom the house pays, or bets"}),
        ),
        (
            "california.uncovered-wagers-returned",
            changed("california-game", irregularities=[{"when": "a wager was not covered", "then": "it is forfeited"}]),
        ),
        (
            "washington.aggregate-floor",
            changed("washington-game", aggregate={"amount": "$25,000", "set-by": "the house may lower it to $100"}),
        ),
    ],
)
def test_a_text_is_read_with_what_it_belongs_to(requirement: str, tree: Any) -> None:
    assert "review" in {one.status for one in found_in(tree) if one.requirement == requirement}


def test_a_text_may_speak_of_what_no_fact_does() -> None:
    """By its facts the game has no progressive; a text of it has one that is linked."""
    tree = changed(
        "washington-game", statements={"jackpot": {"says": "the progressive is linked with our other casino"}}
    )
    told = [one for one in found_in(tree) if one.requirement == "washington.progressive-links"]
    assert [(one.status, one.places[0].route) for one in told] == [("review", "statements / jackpot")]


def test_general_terms_speak_against_the_game_they_cover() -> None:
    terms = changed("california-terms", statements={"extra": {"says": "the player-dealer may bank ten hands in a row"}})
    game = changed("california-game")
    assert ("game", game["id"]) in {("game", id) for id in terms["covers"]["games"]}
    told = [
        one for one in found_in(game, terms) if one.requirement == "california.bank-turn" and one.status == "review"
    ]
    assert {one.places[0].path for one in told} == {"document-0.yaml", "document-1.yaml"}
    assert all(any(place.path == "document-1.yaml" and "extra" in place.route for place in one.places) for one in told)


def test_a_document_of_another_kind_is_told_what_it_says() -> None:
    schedule = changed("california-schedule", statements={"extra": {"says": "the house pays all winners"}})
    told = [one for one in found_in(schedule) if one.requirement == "california.no-house-bank"]
    assert [(one.status, one.places[0].route) for one in told] == [("review", "statements / extra")]
    silent = found_in(changed("california-schedule"))
    assert "california.no-house-bank" not in {one.requirement for one in silent}


def test_the_house_is_known_by_its_name() -> None:
    says = {"extra": {"says": "Blue Heron pays the winners that are left"}}
    tree = changed("california-game", establishment="Blue Heron", statements=says)
    assert "review" in {one.status for one in found_in(tree) if one.requirement == "california.no-house-bank"}


def test_general_terms_in_which_the_house_banks_fail_the_game() -> None:
    terms = changed("california-terms", bank={"by": "house"})
    told = [one for one in found_in(changed("california-game"), terms) if one.status == "fail"]
    assert "california.house-never-banks" in {one.requirement for one in told}


@pytest.mark.parametrize(
    ("house", "answer"),
    [("Blue Heron Club", "pass"), ("Except On Sundays", "review"), ("Unless We Win Club", "review")],
)
def test_a_name_that_narrows_something_is_no_name(house: str, answer: str) -> None:
    """A house may go by its name where it says that it has no interest, and cannot be called an exception."""
    says = {"house-has-no-interest": {"says": f"{house} has no interest in the outcome of any hand"}}
    base = base_document("california-game")
    tree = changed_tree(base, {"establishment": house, "statements": says}, ("bank / house / interest",))
    assert {one.status for one in found_in(tree) if one.requirement == "california.house-no-interest"} == {answer}


def test_a_name_hides_no_word() -> None:
    tree = changed("california-game", establishment="winners", statements={"x": {"says": "the house pays winners"}})
    assert "review" in {one.status for one in found_in(tree) if one.requirement == "california.no-house-bank"}
