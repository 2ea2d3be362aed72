"""Free text: what denies something, and what does not."""

from __future__ import annotations

import pytest

from compliance.checks.general.free_text import denies


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "none",
        "Not posted",
        "disputes are not posted",
        "neither on the layout nor on a sign",
        "only at the cage",
        "nowhere",
        "it isn't shown",
    ],
)
def test_a_text_that_denies_or_restricts_is_told(text: str) -> None:
    assert denies(text)


@pytest.mark.parametrize("text", ["on a sign at the table", "a notice at every table", "the manager, Mr Noel Knott"])
def test_words_that_only_look_like_a_denial_are_none(text: str) -> None:
    assert not denies(text)


def test_a_denial_that_is_meant_to_be_there_is_none() -> None:
    assert not denies("it may be removed without notice", ["without notice"])
    assert denies("it is not posted that it may be removed without notice", ["without notice"])
