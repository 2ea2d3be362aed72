"""A share of money is seen however it is written."""

import pytest

from compliance.documents.shares import mentions_share


@pytest.mark.parametrize(
    "text",
    [
        "The house takes 5 % of it",
        "one per-cent of what is won",
        "50 basis points",
        "the vig",
        "1/20 of the pot",
        "a tenth of each wager",
        "$1 per $100",
        "a nickel of every dollar",
        "one in twenty chips",
        "1 out of 20 of the pot",
    ],
)
def test_a_share_is_seen_in_every_way_of_writing_it(text: str) -> None:
    assert mentions_share(text)
