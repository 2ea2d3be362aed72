"""A sentence is the same however it is printed, and another one as soon as a word or a number is another."""

from __future__ import annotations

import pytest

from compliance.documents.sentences import fingerprint_sentence, has_sentence_length

SENTENCE = "The player-dealer's position rotates after every 2 hands."


@pytest.mark.parametrize(
    "printed",
    [
        SENTENCE.upper(),
        SENTENCE.replace("'", "\u2019"),
        SENTENCE.rstrip("."),
        SENTENCE.replace(" rotates ", "\n    rotates  "),
    ],
)
def test_print_makes_no_difference(printed: str) -> None:
    assert fingerprint_sentence(printed) == fingerprint_sentence(SENTENCE)


@pytest.mark.parametrize(
    "other",
    [
        SENTENCE.replace("2", "22"),
        SENTENCE.replace("2", "2\u00b2"),
        SENTENCE.replace("rotates", "is offered"),
        SENTENCE.replace("after", "not after"),
        SENTENCE.replace("a", "\u0430"),
        SENTENCE.replace(" hands", "\u200b hands"),
    ],
)
def test_every_word_and_number_makes_one(other: str) -> None:
    assert fingerprint_sentence(other) != fingerprint_sentence(SENTENCE)


def test_values_are_no_sentences() -> None:
    assert has_sentence_length(SENTENCE)
    assert not any(has_sentence_length(value) for value in ("before play", "$5 per hand", "x", "", "2 1 3 4 5 6"))
