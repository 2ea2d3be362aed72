"""Which documents are checked together, and what is asked across houses."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.checks.names import house
from compliance.engine import checking
from compliance.engine.checking import check
from compliance.engine.houses import find_establishment, group_by_house
from compliance.law.cases import base_document
from tests.catalogs import law

DAY = date(2026, 4, 15)
GAME = "document: game\ntitle: {title}\nid: {id}\njurisdiction: california\nbank: {{by: player-dealer}}\n"


def game(title: str, establishment: str = "", more: str = "") -> bytes:
    own = f"establishment: {establishment}\n" if establishment else ""
    return (GAME.format(title=title, id=title.lower()) + own + more).encode()


def names_of(*documents: tuple[str, bytes]) -> list[list[str]]:
    return [[name for name, _ in group] for group in group_by_house(documents)]


@pytest.mark.parametrize(
    "text",
    [
        "document: game\nestablishment: Harbor Club\n",
        "document: game\r\nestablishment:   The Harbor Club   \r\n",
        'document: game\n"establishment": "Harbor Club"\n',
        "document: game\nestablishment: 'Harbor Club'  # the house\n",
        "document: game\nestablishment: >-\n  Harbor\n  Club\n",
        'document: game\nestablishment: "Harbor \\x43lub"\n',
        "document: game\nowner: &house Harbor Club\nestablishment: *house\n",
        '{"document": "game", "establishment": "Harbor Club"}',
        '{document: game, title: "x\\nestablishment: Elsewhere", establishment: Harbor Club}',
        "document: game\ntitle: |\n  a text\n  establishment: Elsewhere\nestablishment: Harbor Club\n",
    ],
)
def test_the_establishment_is_found_however_it_is_written(text: str) -> None:
    assert find_establishment(text.encode()) == house("Harbor Club")


@pytest.mark.parametrize("text", ["document: game\n", "", "\x00", "- a\n- b\n", "{", "establishment: [a]\n", "a: b\n"])
def test_a_file_that_names_no_house_has_none(text: str) -> None:
    assert find_establishment(text.encode()) is None


def test_documents_of_a_house_stand_together_wherever_they_lie() -> None:
    documents = [("a/1", game("A", "Harbor")), ("b/2", game("B", "Cedar")), ("c/3", game("C", "The Harbor"))]
    assert names_of(*documents) == [["a/1", "c/3"], ["b/2"]]


def test_documents_that_name_no_house_stand_with_their_folder() -> None:
    documents = [
        ("a/1", game("A", "Harbor")),
        ("a/2", game("B")),
        ("b/3", game("C", "Harbor")),
        ("b/4", game("D", "Cedar")),
        ("c/5", game("E")),
        ("c/6", game("F")),
        ("7", game("G")),
    ]
    assert names_of(*documents) == [["a/1", "a/2", "b/3"], ["b/4"], ["c/5", "c/6"], ["7"]]
    with_a_link = [*documents, ("b/8", game("H"))]
    assert names_of(*with_a_link) == [["a/1", "a/2", "b/3", "b/4", "b/8"], ["c/5", "c/6"], ["7"]]


def test_what_cannot_be_read_stands_with_its_folder() -> None:
    def unreadable() -> bytes:
        raise OSError("gone")

    assert [[name for name, _ in group] for group in group_by_house([("a/1", unreadable), ("b/2", b"")])] == [
        ["a/1"],
        ["b/2"],
    ]


def test_an_approval_number_of_two_games_is_found_across_houses() -> None:
    approval = "approval: {id: GEGA-000001, authority: BGC, date: 2020-01-01}\n"
    documents = [("a.yaml", game("Nines", "Harbor", approval)), ("b.yaml", game("Tens", "Cedar", approval))]
    found = [one for one in check(documents, DAY, law()).findings if one.requirement == "integrity.id-match-one"]
    assert [(one.path, one.status) for one in found] == [("a.yaml", "fail"), ("b.yaml", "fail")]
    assert found[0].message == "GEGA-000001 stands for 2 games: nines, tens."
    assert [(place.path, place.span.line, place.route) for place in found[0].places] == [
        ("a.yaml", 7, "approval / id"),
        ("b.yaml", 7, "approval / id"),
    ]


def test_the_order_of_documents_changes_no_answer() -> None:
    documents = [(f"{number}.yaml", game(f"Game{number}", ("Harbor", "Cedar", "")[number % 3])) for number in range(9)]
    results = [check(order, DAY, law()) for order in (documents, documents[::-1])]
    assert set(results[0].findings) == set(results[1].findings)
    assert results[0].counts == results[1].counts


def test_a_house_with_too_many_documents_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "_MOST_TOGETHER", 2)
    documents = [(f"{number}.yaml", game(f"Game{number}", "Harbor")) for number in range(3)]
    results = check(documents, DAY, law())
    [refused] = [one for one in results.findings if one.status == "error"]
    assert (refused.path, refused.requirement) == ("2.yaml", "document.too-many")
    assert refused.message == "The house of this document has 3 documents; 2 are checked together."


@pytest.mark.parametrize(
    ("old", "new", "requirement"),
    [
        ("house-has-no-interest: {means: yes", "house-has-no-interest: {means: no", "california.house-no-interest"),
        ("no-other-bank: {means: yes", "no-other-bank: {means: no", "california.no-other-bank"),
        ("two-consecutive-hands: {means: yes", "two-consecutive-hands: {means: no", "california.bank-turn"),
        ("that are not covered are returned", "are kept by the house", "california.uncovered-wagers-returned"),
    ],
)
def test_general_terms_that_say_otherwise_leave_what_a_game_says_open(old: str, new: str, requirement: str) -> None:
    terms = base_document("california-terms")
    assert old in terms
    given = {"game": base_document("california-game"), "terms": terms.replace(old, new, 1)}
    found = check(((name, text.encode()) for name, text in given.items()), DAY, law()).findings
    (one,) = (one for one in found if one.requirement == requirement and one.path == "game")
    assert one.status == "review"
    assert "general terms say otherwise: " in one.message or "says two things" in one.message
