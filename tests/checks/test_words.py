"""Words are read: what affirms, what denies, and what is neither."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from compliance.checks.naming import called, stating
from compliance.checks.words import mentions, plain, reading_of

STOPS = ["(the)? game (stops|ends)", "play stops until a player takes it"]
GOES_ON = ["(the)? holder keeps it", "same player continues", "game goes on"]


@pytest.mark.parametrize("text", ["the game stops", "Game ends.", "Play stops until a player takes it"])
def test_a_phrase_that_affirms_is_read_as_it_stands(text: str) -> None:
    assert reading_of(text, STOPS, GOES_ON) == "affirms"


@pytest.mark.parametrize("text", ["the holder keeps it", "the same player continues for two more hands"])
def test_a_phrase_that_denies_is_read_as_it_stands(text: str) -> None:
    assert reading_of(text, STOPS, GOES_ON) == "denies"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "the floor decides",
        "the game stops unless the holder wishes to go on",
        "the game stops if asked",
        "the game stops or the holder keeps it",
        "the same player never continues",
        "it is not so that the holder keeps it",
        "that the game stops is not required",
        "stops",
    ],
)
def test_conditions_negations_and_other_words_leave_it_open(text: str) -> None:
    assert reading_of(text, STOPS, GOES_ON) == "unclear"


@pytest.mark.parametrize(
    "denial", ["no ample notice", "without ample notice", "not posted at every table", "no duty of ample notice"]
)
def test_a_negation_right_before_turns_an_affirmation_round(denial: str) -> None:
    assert reading_of(denial, ["ample notice", "at (every|each) table"], ["not posted"]) == "denies"


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("no fee is ever taken without notice", "unclear"),
        ("patrons are never charged a fee of which they had no notice", "unclear"),
        ("fees are taken without notice", "denies"),
        ("no sign is up, and fees are taken without notice", "denies"),
        ("patrons never hear of it: no notice", "denies"),
    ],
)
def test_a_denial_that_its_clause_negates_is_not_plain(text: str, reading: str) -> None:
    assert reading_of(text, ["ample notice"], ["no notice", "without (ample)? notice"]) == reading


def test_a_negation_that_a_phrase_has_itself_counts_for_it() -> None:
    never, may = ["the house (may not|never) (act|acts) as player dealer"], ["the house may act"]
    assert reading_of("The house may not act as player-dealer.", never, may) == "affirms"
    assert reading_of("the house may act as player-dealer", never, may) == "denies"


def test_of_two_phrases_the_longer_is_what_is_said() -> None:
    out, in_ = ["(does|do) not count towards", "+ envy", "+ the limit"], ["(count|counts) towards"]
    assert reading_of("envy does not count towards the limit", out, in_) == "affirms"
    assert reading_of("envy counts towards the limit", out, in_) == "denies"


def test_numbers_and_their_bounds_have_one_form() -> None:
    assert plain("Not more than THREE consecutive\nhands") == "at most 3 consecutive hands"
    assert plain("Nobody holds it for more than two hands.") == "holds it for at most 2 hands"
    assert plain("a fee of $1,005.50, or 5%") == "a fee of $1,005.50 or 5%"
    assert plain("it isn't, won’t be and can't") == "it is not will not be and cannot"


@pytest.mark.parametrize("phrase", ["a (b", "(", ")?", "a|b", "[x", "a\\", "...", "(|x)", "*"])
def test_no_phrase_is_refused(phrase: str) -> None:
    assert reading_of("some words", [phrase], []) in ("affirms", "denies", "unclear")


def test_a_phrase_may_leave_words_open() -> None:
    assert mentions("moves clockwise to the next player after each 2 hands", ["moves clockwise ... after each N hands"])
    assert not mentions("it moves", ["moves clockwise ... after"])


# --- what facts are called ---


@pytest.mark.parametrize(
    ("route", "words"),
    [
        ("table / players", "how many players may sit at the table"),
        ("aggregate / displayed", "where the payout limit is shown"),
        ("bank / rotation / at-most", "how long one player may hold the bank in a row"),
        ("wagers / ante / required", "whether everybody must make the ante wager"),
        ("wagers / game / pays / natural", "what the game wager pays for natural"),
        ("progressive / meter", "how the progressive's amount is kept up to date"),
        ("statements / house-way / says", "what is said of house way"),
        ("options / 3 / collections / 1 / collected", "when the fee is collected (third option)"),
        ("no-such / key", "no such for key"),
    ],
)
def test_a_route_is_called_by_what_it_means(route: str, words: str) -> None:
    assert called(route) == words
    assert stating(route, 12) == f"{words[0].upper()}{words[1:]}: 12"


def every_phrase(node: Any) -> Iterator[str]:
    """The texts below a node of the catalogue, each of which may be a phrase."""
    below = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    yield from ([node] if isinstance(node, str) else [text for one in below for text in every_phrase(one)])


def test_what_a_phrase_says_is_found_however_it_is_written(root: Path) -> None:
    """Texts are passed over that have no word of a phrase: none of those may be one that says it."""
    files = sorted((root / "schemas").glob("*/words*.yaml"))
    texts = [text for file in files for text in every_phrase(yaml.load(file.read_text("utf-8"), yaml.CSafeLoader))]
    # A value of the law that a phrase names is filled in before it is looked for.
    phrases = [re.sub(r"\{[a-z-]+\}", "3", text.removeprefix("+ ")) for text in texts]
    assert len(phrases) > 500
    for phrase in phrases:
        for taken in (r"\1", r"\2"):
            choice = re.sub(r"\(([^()|]*)(?:\|[^()|]*)*?(?:\|([^()|]*))?\)\??", taken, phrase)
            written = re.sub(r"N>=?[0-9]+", "Nineteen", choice)
            written = written.replace("...", "in").replace("cannot", "can't").replace("will not", "won't")
            written = re.sub(r"\b(?:N|3)\b", "Three", written.replace("at most", "no more than"))
            assert mentions(f"Here: {written.upper()}.", [phrase]), (phrase, written)


@pytest.mark.parametrize(
    ("phrase", "said", "not_said"),
    [
        (
            "N>9 players",
            "10 players, 99 players, a tenth player's 11th players, ten players",
            "9 players, nine players",
        ),
        ("N>=4 raises", "4 raises, fourth raises, 4.0 raises, forty raises", "3 raises, third raises, 0 raises"),
        (
            "N>$5,000 paid",
            "$5,001 paid, $5,000.01 paid, $12,000 paid, $100000 paid",
            "$5,000 paid, $5,000.00 paid, 6000 paid",
        ),
        ("N>10% taken", "11% taken, 10.5% taken, 100% taken", "10% taken, 9.9% taken, 11 taken"),
        ("(N>1 days|week) late", "two days late, 1.5 days late, week late", "1 days late, days late"),
    ],
)
def test_a_phrase_may_ask_for_a_number_above_another(phrase: str, said: str, not_said: str) -> None:
    assert [text for text in said.split(", ") if not mentions(text, [phrase])] == []
    assert [text for text in not_said.split(", ") if mentions(text, [phrase])] == []
