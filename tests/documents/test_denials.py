"""Sentences of rules beside the choice that was made of them: which seem to deny it, and which do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from compliance.documents.denials import seems_denied

ROWS = [line.split("\t") for line in Path(__file__).with_name("sentences.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("fact", "value", "sentence", "verdict"), ROWS, ids=[row[2] for row in ROWS])
def test_a_sentence_that_denies_its_choice_is_read_again(fact: str, value: str, sentence: str, verdict: str) -> None:
    assert seems_denied(fact, value, sentence) == (verdict == "denies")


def test_there_are_enough_sentences_of_both_kinds() -> None:
    assert sum(row[3] == "says" for row in ROWS) >= 51
    assert sum(row[3] == "denies" for row in ROWS) >= 16
