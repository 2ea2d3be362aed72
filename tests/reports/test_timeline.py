"""A requirement's law over time: what is one stretch, how it was seen, and that drawing and text tell the same."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

import pytest

from compliance.law.catalog import Catalog
from compliance.reports.explanation import explained
from compliance.reports.timeline import SIGNS, Timeline, describe_timeline, drawing, marks, rows, timeline_of
from tests import catalogs

DAY = date(2026, 11, 16)


@cache
def catalog() -> Catalog:
    return catalogs.law()


def read_timeline(requirement: str, day: date = DAY) -> Timeline:
    given = timeline_of(catalog().requirements[requirement], day)
    assert given is not None
    return given


def test_a_limit_is_told_by_its_figure_and_by_how_that_was_seen() -> None:
    stretches = read_timeline("washington.wager-limit").stretches
    assert [(str(one.first), one.look, one.words) for one in stretches if one.first <= DAY] == [
        ("1997-12-31", "unseen", "figure not seen"),
        ("2004-06-30", "digest", "wager limit $100"),
        ("2004-07-01", "digest", "wager limit $100, wager limit on some tables $200"),
        ("2008-01-01", "unseen", "figure not seen"),
        ("2009-01-01", "digest", "wager limit $300"),  # reworded in 2021, and the figure stayed: one stretch
        ("2023-09-25", "text", "wager limit $400"),
    ]


def test_what_may_have_been_allowed_is_not_drawn_as_certain() -> None:
    told = {str(one.first): one.words for one in read_timeline("california.collection-rate-count").stretches}
    assert told["2004-01-01"] == "3 for certain, perhaps 5"


def test_suspended_law_is_crossed_and_says_so() -> None:
    told = [(one.look, one.words) for one in read_timeline("california.2026-sign").stretches]
    assert told == [("stopped", "enjoined later"), ("stopped", "suspended")]


def test_good_order_has_no_law_over_time() -> None:
    assert timeline_of(catalog().requirements["integrity.decision-table"], DAY) is None


@pytest.mark.parametrize("day", [date(1950, 1, 1), DAY, date(2030, 1, 1), date(9999, 12, 31)], ids=str)
def test_every_law_can_be_drawn_inside_its_frame_for_any_day(day: date) -> None:
    for requirement in catalog():
        given = timeline_of(requirement, day)
        if given is None:
            continue
        svg = drawing(given)
        assert describe_timeline(given).endswith(f"This report is for {day}.") or len(describe_timeline(given)) == 1_800
        places = [float(found) for found in re.findall(r'\bx[12]?="([\d.-]+)"', svg)]
        assert places
        assert min(places) >= 0
        assert max(places) <= 520


def test_in_text_each_stretch_is_a_line_on_one_scale() -> None:
    given = read_timeline("washington.separate-games-count")
    drawn = [row.bar for row in rows(given, 40, SIGNS)]
    assert [bar.strip()[0] for bar in drawn] == ["=", "=", "#", "#"]
    assert [len(bar) - len(bar.lstrip()) for bar in drawn] == sorted(len(bar) - len(bar.lstrip()) for bar in drawn)
    assert len(drawn[-1]) == 40
    assert re.fullmatch(r" *20\d\d(?: +20\d\d)+", marks(given, 40))


def test_explain_draws_the_law_over_time_before_telling_it() -> None:
    text = explained(catalog().requirements["washington.wager-limit"], [], DAY)
    head, _, law = text.partition("\nLaw\n")
    # The newest wording has no last day, until the law changes again.
    newest = r"(?:since 2023-09-25|2023-09-25 to [0-9-]+)"
    assert re.search(newest + r" +#+ +wager limit \$400\n", head)
    assert re.search(r"2009-01-01 to 2023-09-24 +=+ +wager limit \$300\n", head)
    assert "### text of the law seen; === official digest seen; /// inferred" in head
    assert re.search(r"in force since September 25, 2023(?: until [A-Z][a-z]+ \d+, \d{4})?  wager-limit \$400", law)
