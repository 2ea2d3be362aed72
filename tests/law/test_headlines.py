"""The requirements that Pit Boss is known for answer rightly in every clothing: variants of notation and structure.

Each variant is a case of its requirement, and its name argues the answer. Here they are counted; `test_cases` runs
them.
"""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest

from compliance.law.cases import Case
from tests.catalogs import cases_of, law

LAW = law()
LEAST = 25
HEADLINES = {
    "the turn of the bank": ("california.bank-turn",),
    "the number of rates": ("california.collection-rate-count",),
    "percentages": ("california.no-percentage-fee", "california.no-commission"),
    "envy in the aggregate limit": ("washington.envy-outside-aggregate",),
}


def cases(headline: str) -> list[Case]:
    return [case for id in HEADLINES[headline] for case in cases_of(LAW.requirements[id])]


def variant(case: Case) -> tuple[str, ...]:
    """What makes a case a variant: its document and its partners, not its day."""
    return case.requirement, case.document() if case.base else "", *case.partners


@pytest.mark.parametrize("headline", HEADLINES)
def test_each_headline_has_enough_variants_that_argue_their_answer(headline: str) -> None:
    argued = {variant(case) for case in cases(headline) if ": " in case.name and case.expect != "not-asked"}
    assert len(argued) >= LEAST


@pytest.mark.parametrize("headline", HEADLINES)
def test_the_variants_of_a_headline_have_every_answer(headline: str) -> None:
    answers = Counter(case.expect for case in cases(headline))
    assert all(answers[answer] >= 3 for answer in ("pass", "fail", "review")), answers


@pytest.mark.parametrize("id", [id for ids in HEADLINES.values() for id in ids])
def test_a_headline_is_an_error_and_says_what_it_rests_on(id: str) -> None:
    today = LAW.requirements[id].holding_on(date(2026, 11, 16))
    assert today is not None
    assert today.note
    assert {holding.level for holding in LAW.requirements[id].history} == {"error"}
