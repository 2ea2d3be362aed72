"""The type of a fee: as stated, or as the shape of the fee shows it."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.documents.schedule import Collection
from compliance.engine.checking import check
from compliance.law.cases import base_document, changed
from tests.catalogs import catalog_of


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
    assert Collection.model_validate(written).fee_type == expected


@pytest.mark.parametrize(
    ("fee", "per", "message"),
    [
        ("$11.67 per 70 minutes", "", "$11.67 per 70 minutes is $10.01 for 1 hour; at most $10 is allowed."),
        ("$11.67", "70 minutes", "$11.67 is $10.01 for 1 hour; at most $10 is allowed."),
    ],
)
def test_what_is_a_fraction_of_a_cent_above_the_limit_is_not_shown_as_the_limit(
    fee: str, per: str, message: str
) -> None:
    at = "options / 1 / collections / 1"
    text = changed(base_document("washington-schedule"), {f"{at} / fee": fee} | ({f"{at} / per": per} if per else {}))
    findings = check(
        [("x.yaml", text.encode())], date(2026, 11, 16), catalog_of(frozenset({"washington.time-fee"}))
    ).findings
    assert [(one.status, one.message) for one in findings] == [("fail", message)]
