"""General terms speak for the documents that they name, as what they name them, and for no other."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.engine.checking import check
from compliance.law.cases import base_document, changed
from tests.catalogs import law

CATALOG = law()
SCHEDULE = """\
document: schedule
title: Rates
id: rates
jurisdiction: california
establishment: Harbor Club
games: [{game: nines}]
options:
  - {option: 1, collections: [{payer: player, per: hand, fee: $1}]}
"""
TERMS = """\
document: terms
title: Terms
id: terms
jurisdiction: california
establishment: Harbor Club
covers: {schedules: [rates]}
statements: {fees-posted: 3}
"""


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (("x", "x"), "pass"),
        (("schedules: [rates]", "games: [nines]"), "review"),
        (("schedules: [rates]", "games: [rates]"), "review"),
        (("schedules: [rates]", "schedules: [tens]"), "review"),
        (("Harbor Club", "River Club"), "review"),
    ],
)
def test_terms_speak_only_for_what_they_name(change: tuple[str, str], status: str) -> None:
    documents = [("rates.yaml", SCHEDULE.encode()), ("terms.yaml", TERMS.replace(*change).encode())]
    findings = check(documents, date(2024, 7, 1), CATALOG).findings
    assert [f.status for f in findings if f.requirement == "california.fees-posted"] == [status]


def test_nothing_passes_by_the_first_of_very_many_terms() -> None:
    numbered = [(f"{number}.yaml", TERMS.replace("id: terms", f"id: terms-{number}").encode()) for number in range(101)]
    few, many = (
        check([("rates.yaml", SCHEDULE.encode()), *terms], date(2024, 7, 1), CATALOG).findings
        for terms in (numbered[:100], numbered)
    )
    posted = [
        [(f.status, f.message) for f in findings if f.requirement == "california.fees-posted"]
        for findings in (few, many)
    ]
    assert [status for status, _ in posted[0]] == ["pass"]
    assert [status for status, _ in posted[1]] == ["review"]
    assert "by the first 100 of each only" in posted[1][0][1]


@pytest.mark.parametrize(
    ("statements", "requirement", "status"),
    [
        ({"extra-fee-on-double-or-split": 4}, "california.free-of-extra-fee", "fail"),
        ({"fees-posted": {"means": "no", "says": "fees hang at the cashier"}}, "california.fees-posted", "review"),
        ({"fees-posted": {"means": "yes", "says": "fees are shown at every table"}}, "california.fees-posted", "pass"),
    ],
)
def test_what_terms_say_is_held_against_rules_and_schedule(
    statements: dict[str, object], requirement: str, status: str
) -> None:
    terms = changed(base_document("california-terms"), {"statements": statements}, ())
    files = [(f"{name}.yaml", base_document(f"california-{name}").encode()) for name in ("game", "schedule")]
    findings = check([*files, ("terms.yaml", terms.encode())], date(2026, 11, 16), CATALOG).findings
    assert status in [f.status for f in findings if f.requirement == requirement]
