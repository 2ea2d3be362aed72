"""Charts show each amount with the fees that the bands set for it, exactly, and nothing that is not so."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compliance.documents.loader import load_document
from compliance.documents.schedule import Schedule
from compliance.reports.charts import AmountStretch, option_chart, option_words, stretches

HEAD = """\
document: schedule
title: Made-up rates
jurisdiction: california
"""


def schedule(text: str, unit: str = "unit: $1\n") -> Schedule:
    loaded = load_document("s.yaml", (HEAD + unit + text).encode())
    assert isinstance(loaded.document, Schedule), loaded.problems
    return loaded.document


def banded(bands: dict[str, str], more: str = "", by: str = "wager-amount", unit: str = "unit: $1\n") -> Schedule:
    lines = "".join(f'          "{band}": {fee}\n' for band, fee in bands.items())
    head = f"options:\n  - option: 1\n{more}    collections:\n      - payer: player\n        by: {by}\n"
    return schedule(f"{head}        bands:\n{lines}", unit)


def stretches_of(document: Schedule) -> list[tuple[str, str]]:
    option = document.options[0]
    return [
        (str(stretch), " or ".join(fee.text for fee in stretch.fees))
        for stretch in stretches(document, option, option.collections[0])
    ]


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_gap_between_two_bands_is_drawn_and_named(root: Path) -> None:
    path = root / "rulesets/california/napa-valley/pai-gow-tiles-schedule.yaml"
    # The paper gives no step; with one the gap can be told to the dollar.
    stepped = path.read_bytes().replace(b"document: schedule\n", b"document: schedule\nunit: $1\n", 1)
    tiles = load_document(str(path), stepped).document
    assert isinstance(tiles, Schedule)
    assert option_words(tiles, 0) == (
        "Option 1. Player, fee by amount of the wager: $5 to $1,000: $1; $1,001 to $1,004: gap, no fee is set; "
        "$1,005 and above: $2. Player-dealer, fee by total table action: $10 to $500: $1; $501 and above: $3."
    )
    words = texts(option_chart(tiles, 0))
    assert words[words.index("GAP") : words.index("GAP") + 4] == ["GAP", "no fee is set", "$1,001", "to $1,004"]


def test_an_overlap_shows_both_fees() -> None:
    document = banded({"$5-$50": "$1", "$45+": "$2"})
    assert stretches_of(document) == [("$5 to $44", "$1"), ("$45 to $50", "$1 or $2"), ("$51 and above", "$2")]
    words = texts(option_chart(document, 0))
    assert words[words.index("OVERLAP") + 1] == "$1 or $2"


def test_bands_that_overlap_at_one_fee_are_no_overlap() -> None:
    assert "OVERLAP" not in texts(option_chart(banded({"$5-$50": "$1", "$45+": "$1"}), 0))


def test_bands_in_cents_that_adjoin_leave_no_gap() -> None:
    assert stretches_of(banded({"$1-$50.50": "$1", "$50.51+": "$2"})) == [
        ("$1 to $50.50", "$1"),
        ("$50.51 and above", "$2"),
    ]


def test_wagers_outside_the_bands_but_inside_the_limits_are_a_gap() -> None:
    document = banded({"$5-$50": "$1"}, more="    table-limit: $1-$100\n")
    assert stretches_of(document) == [("$1 to $4", ""), ("$5 to $50", "$1"), ("$51 to $100", "")]


def test_where_the_step_or_the_limit_is_not_stated_a_gap_is_in_doubt() -> None:
    document = banded({"$5-$50": "$1", "$55-$100": "$2"}, unit="")
    words = texts(option_chart(document, 0))
    assert [words[at + 1] for at, word in enumerate(words) if word == "GAP?"] == [
        "steps not stated",
        "limit not stated",
    ]


def test_a_percentage_is_drawn_rising_and_a_waived_fee_says_so() -> None:
    svg = option_chart(banded({"$1-$50": "5% of the pot", "$51+": "waived"}), 0)
    assert {"5%", "no charge"} <= set(texts(svg))
    assert 'stroke-dasharray="9 4"' in svg


def test_a_flat_fee_and_the_fee_without_a_flop_stand_side_by_side() -> None:
    document = schedule("options:\n  - option: 1\n    collections:\n      - {payer: pot, fee: $4, without-flop: $1}\n")
    assert stretches_of(document) == [("with a flop", "$4"), ("without a flop", "$1")]


def test_heights_are_exact_to_a_hundredth() -> None:
    svg = option_chart(banded({"$1-$10": "$0.10", "$11+": "$0.30"}), 0)
    heights = [Decimal(found) for found in re.findall(r'<rect [^>]*height="([0-9.]+)"', svg)]
    assert heights[0] == round(heights[1] / 3, 2)


def test_amounts_of_all_sizes_get_the_same_room() -> None:
    svg = option_chart(banded({"$1-$50": "$1", "$51-$5,000": "$2", "$5,001+": "$3"}), 0)
    widths = set(re.findall(r'<rect [^>]*width="([0-9.]+)"', svg))
    assert len(widths) == 1
    assert "Each stretch is drawn equally wide, whatever its amounts; fees are to scale." in texts(svg)


def test_a_hostile_option_name_stays_text_and_nothing_has_an_id() -> None:
    document = schedule(
        "options:\n  - option: '\"><script>alert(1)</script>&'\n    collections:\n      - {payer: pot, fee: $4}\n"
    )
    svg = option_chart(document, 0)
    assert "<script" not in svg
    assert 'Option "><script>alert(1)</script>&. Pot' in ET.fromstring(svg).attrib["aria-label"]
    assert " id=" not in svg
    assert "url(" not in svg


def test_every_option_of_the_real_schedules_can_be_drawn_inside_its_frame(root: Path) -> None:
    drawn = 0
    for path in sorted((root / "rulesets").rglob("*schedule*.yaml")):
        document = load_document(str(path), path.read_bytes()).document
        assert isinstance(document, Schedule)
        for number in range(len(document.options)):
            svg = ET.fromstring(option_chart(document, number))
            _, _, width, height = (Decimal(part) for part in svg.attrib["viewBox"].split())
            for element in svg.iter("{http://www.w3.org/2000/svg}text"):
                assert 0 <= Decimal(element.attrib["x"]) <= width
                assert 0 <= Decimal(element.attrib["y"]) <= height
            drawn += 1
    assert drawn >= 50


@pytest.mark.parametrize("step", [1, 5])
@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=5))
def test_each_amount_has_in_the_chart_the_fees_that_the_bands_give_it(
    step: int, rows: list[tuple[int, int, int]]
) -> None:
    bands = {f"${low * step}-${(low + length) * step}": f"${fee}" for low, length, fee in rows}
    document = banded(bands, unit=f"unit: ${step}\n")
    option = document.options[0]
    cut = [stretch for stretch in stretches(document, option, option.collections[0]) if not stretch.doubt]
    given_ = (
        [(band, fee.amount) for band, fee in option.collections[0].bands.rows()] if option.collections[0].bands else []
    )
    first, last = min(band.low for band, _ in given_), max(band.high or 0 for band, _ in given_)
    for amount in range(int(first), int(last) + 1, step):
        expected = {fee for band, fee in given_ if band.low <= amount <= (band.high or amount)}
        found = [stretch for stretch in cut if holds(stretch, amount)]
        assert len(found) == 1
        assert {fee.amount for fee in found[0].fees} == expected


def holds(stretch: AmountStretch, amount: int) -> bool:
    return stretch.low <= amount and (stretch.high is None or amount <= stretch.high)
