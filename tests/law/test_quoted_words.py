"""Requirements of law quote the words of the section that they rest on, where its text was seen."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.law.history import quote_words
from tests.catalogs import law

DAY = date(2026, 11, 18)
PASSAGES = {
    "(1)": "Follow these: (a) one; or (b) two.",
    "(1)(a)": "one",
    "(1)(b)": "two",
    "opening": "In general",
    "rates": "five",
}
LISTED = {
    "lead": "Licensees must:",
    "(1)": "Post limits.",
    "(2)": "Ensure: (a) one; (b) two.",
    "(2) lead": "Ensure:",
    "(2)(a)": "one",
    "(2)(b)": "two",
}


@pytest.mark.parametrize(
    ("citation", "quoted"),
    [
        ("WAC 1-2-3(1)", "Follow these: (a) one; or (b) two."),
        ("WAC 1-2-3(1), (1)(b)", "Follow these: … two"),
        ("WAC 1-2-3(1)(a), (b)", "one … two"),
        ("WAC 1-2-3 (opening), (1)(a)", "In general … one"),
        ("WAC 1-2-3(7); WAC 9(1)", ""),
    ],
)
def test_a_pinpoint_chooses_the_passage(citation: str, quoted: str) -> None:
    assert quote_words(PASSAGES, citation) == quoted


@pytest.mark.parametrize(
    ("citation", "quoted"),
    [
        ("WAC 1-2-3(1)", "Licensees must: … Post limits."),
        ("WAC 1-2-3(2)(b)", "Licensees must: … Ensure: … two"),
        ("WAC 1-2-3(2)(a), (b)", "Licensees must: … Ensure: … one … two"),
        ("WAC 1-2-3(2), (2)(b)", "Licensees must: … Ensure: … two"),
    ],
)
def test_a_part_of_a_list_is_quoted_with_what_stands_above_it(citation: str, quoted: str) -> None:
    assert quote_words(LISTED, citation) == quoted


def test_a_requirement_may_name_the_passage() -> None:
    assert quote_words(PASSAGES, "WAC 1-2-3(1)", "rates") == "five"


def test_nine_of_ten_requirements_whose_text_was_seen_quote_it() -> None:
    holdings = [one for requirement in law() if (one := requirement.holding_on(DAY)) is not None]
    seen = [one for one in holdings if one.cite.startswith(("WAC", "Cal.")) and one.seen == "text"]
    assert sum(bool(one.says) for one in seen) >= 0.9 * len(seen)
