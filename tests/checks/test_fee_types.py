"""The type of a fee: as stated, or as the shape of the fee shows it."""

from __future__ import annotations

import pytest

from compliance.documents.schedule import Collection


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"payer": "pot", "per": "hand", "fee": "15% of the pot"}, "rake"),
        ({"payer": "pot", "per": "hand", "fee": "$5"}, "rake"),
        ({"payer": "player", "per": "hand", "fee": "$1"}, "hand"),
        ({"payer": "player", "fee": "$1 per hand"}, "hand"),
        ({"payer": "player", "fee": "$5 per half hour"}, "time"),
        ({"payer": "player", "per": "30 minutes", "fee": "$5"}, "time"),
        ({"payer": "player", "fee": "5% of a winning hand"}, "commission"),
        ({"payer": "player", "fee": "5%"}, None),
        ({"payer": "player", "per": "wager", "fee": "$1"}, None),
        ({"payer": "player", "fee": "waived"}, None),
        ({"payer": "player", "type": "hand", "fee": "$5 per hour"}, "hand"),
    ],
)
def test_a_fee_is_of_the_type_that_it_states_or_shows(written: dict[str, str], expected: str | None) -> None:
    assert Collection.model_validate(written).charged_as == expected
