"""Open facts are noticed when they are read, and only then."""

from __future__ import annotations

import pytest

from compliance.documents.facts import find_facts, get_fact
from compliance.documents.loader import load_document
from compliance.documents.openness import remove_open_values, watch
from compliance.source import read_source
from compliance.source.routes import Route

GAME = """\
document: game
title: Harbor Nines
id: harbor-nines
jurisdiction: california
bank:
  by: player-dealer
  rotation: {verb: unclear, at-most: 2 hands}
wagers:
  line: {required: yes, pays: 1 to 1}
  nines: {maximum: unclear}
  tie: unclear
references: []
"""


def open_facts(text: str) -> list[Route]:
    return remove_open_values(read_source(text.encode()).tree)[1]


def read_routes(text: str) -> set[Route]:
    loaded = load_document("game.yaml", GAME.encode())
    assert loaded.document is not None, loaded.problems
    seen = watch(loaded.document, open_facts(GAME))
    list(find_facts(loaded.document, text))
    return seen


def test_unclear_values_empty_lists_and_nothing_at_all_are_open() -> None:
    assert open_facts(GAME) == [
        ("bank", "rotation", "verb"),
        ("wagers", "nines", "maximum"),
        ("wagers", "tie"),
        ("references",),
    ]
    assert open_facts("deck: {decks: [6, unclear]}\nfee:\nnone: {}\n") == [("deck", "decks"), ("fee",), ("none",)]


@pytest.mark.parametrize(
    ("route", "seen"),
    [
        ("bank / rotation / verb", {("bank", "rotation", "verb")}),
        ("bank / rotation / at-most", set()),
        ("wagers / nines / maximum", {("wagers", "nines", "maximum")}),
        ("wagers / tie", {("wagers", "tie")}),
        ("wagers / line / pays", set()),
        ("wagers / * / pays", {("wagers", "tie")}),
        ("wagers / * / maximum", {("wagers", "nines", "maximum"), ("wagers", "tie")}),
        ("references / *", {("references",)}),
    ],
)
def test_reading_an_open_fact_is_noticed(route: str, seen: set[Route]) -> None:
    assert read_routes(route) == seen


def test_a_watched_block_is_the_same_block() -> None:
    plain, watched = (load_document("game.yaml", GAME.encode()).document for _ in range(2))
    assert plain is not None
    assert watched is not None
    watch(watched, open_facts(GAME))
    assert watched == plain
    assert plain == watched
    assert get_fact(watched, "wagers / line / pays") == get_fact(plain, "wagers / line / pays")
    assert isinstance(watched, type(plain))
    assert repr(watched) == repr(plain)
