"""Figures as papers print them."""

from __future__ import annotations

import pytest

from compliance.paper.figures import find_figures, name_value


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("1 $1-$50 $1-$100 $1 $0.50 $101+ $2", ["1", "$1-$50", "$1-$100", "$1", "$0.50", "$101 or more", "$2"]),
        ("$1 – No Limit 7 or more $4.00", ["$1 or more", "7 or more", "$4"]),
        ("$50 or less $101 and above $5-100", ["$50 or less", "$101 or more", "$5-$100"]),
        ("for every 1$ dropped .20 cents, 5$ more", ["$1", "$0.002", "$5"]),
        ("2500 -1   $500 2,000 to 1 5 for 1 6:5", ["2,500 to 1", "$500", "2,000 to 1", "5 for 1", "6 to 5"]),
        ("even money; 1 in 25.8", ["1 to 1", "1 in 25.8"]),
        ("-7.0273% 7.0273% 0 -1.5%", ["-7.0273%", "7.0273%", "0", "-1.5%"]),
        ("a minimum of one (1) and a maximum of eight (8) decks", ["1-8"]),
        ("fifty-two (52) cards, twenty-one, 21 ½, 21and a half", ["52", "21", "21.5", "21.5"]),
        ("7-Card straight, 10's and 2nd", ["7", "10", "2"]),
        ("GEGA-004217 and GEGA:000641, WAC 230-15-040", ["GEGA004217", "GEGA000641", "23015040"]),
        ("July 2015, May 3, 2012, 2012-05-02, 12/31/2020", ["2015-07", "2012-05-03", "2012-05-02", "2020-12-31"]),
        ("B2B, A-1 and v2", []),
        ("52 cards and to a maximum of eight decks totaling 416", ["52", "8", "416"]),
        ("two (3) hands", ["3"]),
    ],
)
def test_figures_are_taken_whole(text: str, figures: list[str]) -> None:
    assert [name_value(one.value) for one in find_figures(text)] == figures


def test_a_figure_that_may_say_two_things_says_both() -> None:
    assert [name_value(value) for value in find_figures("5 to 6")[0].readings] == ["5-6", "5 to 6"]
