"""Texts in plain words, names found in them, and routes in words."""

from collections.abc import Iterator
from typing import Any

import pytest

from compliance.checks.fact_names import label_fact, stating
from compliance.checks.verdicts import cut
from compliance.checks.words import mentions, normalize_words


def test_numbers_have_one_form() -> None:
    assert normalize_words("No more than FIVE rates, at twenty tables") == "no more than 5 rates at 20 tables"


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("the director's designee", "Director's Designee", True),
        ("WAC 230-15-140(1)", "WAC 230-15-140", True),
        ("two hands in a row", "2 hands", True),
        ("a shopping list", "pin", False),
        ("", "pin", False),
    ],
)
def test_a_name_is_found_whole(text: str, name: str, found: bool) -> None:
    assert mentions(text, [name]) is found


@pytest.mark.parametrize(
    ("route", "words"),
    [
        ("table / players", "how many players may sit at the table"),
        ("aggregate / displayed", "where the payout limit is shown"),
        ("bank / rotation / at-most", "how long one player may hold the bank"),
        ("wagers / ante / required", "whether everybody must make the ante wager"),
        ("wagers / game / pays / natural", "what the game wager pays for natural"),
        ("progressive / meter", "how the progressive's amount is kept up to date"),
        ("statements / house-way / says", "what is said of house way"),
        ("options / 3 / collections / 1 / collected", "when the fee is collected (third option)"),
        ("no-such / key", "no such for key"),
    ],
)
def test_a_route_is_called_by_what_it_means(route: str, words: str) -> None:
    assert label_fact(route) == words
    assert stating(route, 12) == f"{words[0].upper()}{words[1:]}: 12"


def find_phrases(node: Any) -> Iterator[str]:
    """The texts below a node of the catalog, each of which may be a phrase."""
    below = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    yield from ([node] if isinstance(node, str) else [text for one in below for text in find_phrases(one)])


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("House rules: ON REQUEST..", "House rules: ON REQUEST."),
        ("Owned by Harbor Inc.. It pays.", "Owned by Harbor Inc. It pays."),
        ("The text goes on ... (and 3 more)", "The text goes on ... (and 3 more)"),
    ],
)
def test_a_sentence_ends_with_one_stop(message: str, told: str) -> None:
    assert cut(message) == told
