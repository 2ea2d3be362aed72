"""Papers in other layouts than those that rules were written on: no false alarm, nothing wrong in a draft."""

from __future__ import annotations

import pytest

from compliance.paper.drafting import DraftFrame, draft_paper
from tests.paper.conftest import GAME, GAME_PAPER, SCHEDULE, SCHEDULE_PAPER, Compare, differences
from tests.paper.layouts import LAYOUTS, compare_layout, count_draft


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_true_document_of_another_layout_has_no_difference(name: str) -> None:
    found = compare_layout(LAYOUTS[name])
    assert [one.message for one in found.differences] == []
    assert found.figures > 7


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_draft_of_another_layout_has_no_wrong_value_unmarked(name: str) -> None:
    text, pdf = LAYOUTS[name].read()
    draft = draft_paper(text, pdf, DraftFrame(LAYOUTS[name].kind, jurisdiction="california")).text
    counts = count_draft(LAYOUTS[name], text, draft)
    assert counts["wrong, not marked"] == 0
    if name not in ("words", "slashes", "run in"):  # no tables: their values are not drafted
        assert counts["not drafted"] + counts["right, marked"] == 0


@pytest.mark.parametrize(
    ("printed", "says", "is_printed"),
    [
        ("500x", "500 to 1", True),
        ("500x", "500 for 1", True),
        ("5 to 50 dollars", "$5-$50", True),
        ("fifty dollars ($50) or less", "$1-$50", True),
        ("over $50, up to $200", "$51-$200", True),
        ("over $50, up to $200", "$52-$200", False),
        ("over $50, up to $200", "$51-$300", False),
    ],
)
def test_other_notations_of_a_figure_count_as_printed(
    compared: Compare, printed: str, says: str, is_printed: bool
) -> None:
    if "-" in says:
        fact = f"  - {{option: 4, source: 16, collections: [{{payer: player, bands: {{{says}: $7}}}}]}}\n"
        edit = ("table-limits:", f"{fact}table-limits:")
        found = differences(compared(SCHEDULE, f"{SCHEDULE_PAPER}Option 4, {printed}, $7\n", edit))
    else:
        edit = ("wagers:\n", f"wagers:\n  other: {{kind: bonus, pays: {says}, source: 13}}\n")
        found = differences(compared(GAME, f"{GAME_PAPER}{printed}\n", edit))
    assert (found == []) == is_printed
