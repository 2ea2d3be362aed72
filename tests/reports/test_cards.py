"""Table cards against their schedules: every band, fee, payer and condition is on the card, or it is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compliance.documents.loader import LoadedDocument, load_document
from compliance.documents.schedule import Schedule
from compliance.reports.notice import notice_of, render_notice
from compliance.reports.table_card_checks import doubts

DAY = date(2026, 11, 16)
LIBRARY = {
    "california-games-schedule-old": 11,
    "california-games-schedule": 11,
    "pai-gow-tiles-schedule": 10,
    "no-bust-blackjack-schedule": 1,
}
PAYERS = {
    "player": "Each player",
    "player-dealer": "The player-dealer",
    "pot": "From the pot",
    "backline bettor": "Each backline bettor",
}


def words(text: str) -> str:
    """What a patron reads: no marks, no drawing, no line breaks."""
    body = re.sub(r"<style>.*?</style>|<svg.*?</svg>|<title>.*?</title>", " ", text, flags=re.S)
    shown = re.sub(r"<[^>]+>", " ", body).replace("&#x27;", "'").replace("&amp;", "&")
    return re.sub(r"\s+", " ", shown)


def schedule_of(loaded: LoadedDocument) -> Schedule:
    assert isinstance(loaded.document, Schedule), loaded.problems
    return loaded.document


def card(loaded: LoadedDocument, number: int) -> tuple[str, bool]:
    """What the card of an option says, and whether it is refused for use."""
    schedule = schedule_of(loaded)
    refused = bool(doubts(loaded, schedule, number, DAY))
    return words("".join(render_notice(notice_of(schedule, number, draft="Draft." * refused), DAY, "letter"))), refused


def print_band(band: str) -> str:
    """`$1-$50` as a card says it."""
    if band.endswith(" or less"):
        return f"up to {band.removesuffix(' or less')}"
    low, dash, high = band.partition("-")
    if band.endswith("+") or high.lower() == "unlimited":
        return f"{low.rstrip('+')} and above"
    return f"{low} to {high}" if dash else band


def expected_words(collection: Mapping[str, Any]) -> Iterator[str]:
    """What the card must say of a collection, by the document as it is written."""
    yield PAYERS[collection["payer"]]
    for payer in collection.get("also-from", []):
        yield PAYERS[payer].lower()
    for band, fee in (collection.get("bands") or {}).items():
        yield f"{print_band(band)} {'no charge' if fee in ('waived', 'free', '$0') else fee}"
    for key in ("when", "waived-when", "collected", "at-most"):
        if key in collection and collection[key] != "unclear":
            yield str(collection[key])


def options(loaded: LoadedDocument) -> list[Mapping[str, Any]]:
    document = loaded.document
    assert document is not None
    written: list[Mapping[str, Any]] = document.raw_tree["options"]
    return written


@pytest.mark.parametrize(("name", "count"), LIBRARY.items())
def test_each_card_of_the_library_says_all_that_its_option_says(root: Path, name: str, count: int) -> None:
    path = root / "rulesets/california/napa-valley" / f"{name}.yaml"
    loaded = load_document(name, path.read_bytes())
    assert len(options(loaded)) == count
    for number, option in enumerate(options(loaded)):
        said, refused = card(loaded, number)
        for collection in option["collections"]:
            for part in expected_words(collection):
                assert part in said, (option["option"], part)
        assert ("DRAFT" in said) == refused
        assert "SHA-256" not in said
        gaps = "no fee is set" in said
        assert refused or not gaps


def test_a_band_that_ends_is_never_told_as_a_flat_fee(root: Path) -> None:
    path = root / "rulesets/california/napa-valley/california-games-schedule-old.yaml"
    said, refused = card(load_document("s", path.read_bytes()), 0)
    assert refused
    assert "$1 to $50 $0.50 $51 and above no fee is set (limit not stated)" in said


SCHEDULE = """\
document: schedule
title: Harbor rates
jurisdiction: california
approval: {{id: GEGR-001234, status: approved}}
games:
  - {{game: nines, printed: Harbor Nines}}
  - {{game: tens, printed: Harbor Tens}}
unit: $1
table-limits: {{minimum: $1, maximum: $500}}
options:
  - {option}
"""


@pytest.mark.parametrize(
    ("option", "told", "absent", "refused"),
    [
        ("{option: 1, for: nines, collections: [{payer: pot, fee: $3}]}", "Harbor Nines", "Harbor Tens", False),
        ("{option: 1, for: elevens, collections: [{payer: pot, fee: $3}]}", "DRAFT", "Harbor Tens", True),
        (
            "{option: 1, collections: [{payer: player, also-from: [player-dealer], fee: $3}]}",
            "Each player, and also the player-dealer",
            "DRAFT",
            False,
        ),
        ("{option: 1, collections: [{payer: pot, fee: $3}]}", "Harbor rates, approval GEGR-001234.", "DRAFT", False),
        ("{option: 1, collections: [{payer: pot, per: unclear, fee: $3}]}", "DRAFT", "SHA", True),
        ("{option: 1, collections: [{payer: pot, by: pot-size, bands: {$1-$20: $1}}]}", "$1 to $20 $1", "SHA", True),
    ],
)
def test_a_card_is_for_its_own_games_and_in_doubt_refused(option: str, told: str, absent: str, refused: bool) -> None:
    said, was_refused = card(load_document("s", SCHEDULE.format(option=option).encode()), 0)
    assert told in said
    assert absent not in said
    assert was_refused == refused


EDGES = st.lists(st.integers(1, 900), min_size=1, max_size=5, unique=True).map(sorted)


@st.composite
def collections(draw: st.DrawFn) -> dict[str, Any]:
    """A fee by bands that adjoin, or leave something out, or go on without end; or the same for all amounts."""
    made: dict[str, Any] = {"payer": draw(st.sampled_from(list(PAYERS)))}
    if draw(st.booleans()):
        others = [payer for payer in PAYERS if payer != made["payer"]]
        made["also-from"] = [draw(st.sampled_from(others))]
    if draw(st.booleans()):
        made["when"] = draw(st.sampled_from(["after the flop", "before the deal"]))
    if draw(st.booleans()):
        made["fee"] = f"${draw(st.integers(1, 9))}"
        return made
    low, bands = draw(st.integers(1, 3)), {}
    for high in draw(EDGES):
        if high > low:
            bands[f"${low}-${high}"] = f"${draw(st.integers(1, 99))}"
            low = high + draw(st.sampled_from([1, 1, 1, 7]))
    if draw(st.booleans()) or not bands:
        bands[f"${low}+"] = f"${draw(st.integers(1, 99))}"
    return made | {"by": "total-table-action", "bands": bands}


@settings(max_examples=60, deadline=None)
@given(st.lists(collections(), min_size=1, max_size=3))
def test_any_card_says_all_or_is_refused(written: list[dict[str, Any]]) -> None:
    option = json.dumps({"option": "1", "collections": written})
    said, refused = card(load_document("s", SCHEDULE.format(option=option).encode()), 0)
    for collection in written:
        for part in expected_words(collection):
            assert part in said
        bands = [band.rstrip("+").split("-") for band in collection.get("bands", {})]
        whole = all(int(one[1][1:]) + 1 == int(two[0][1:]) for one, two in pairwise(bands))
        endless = not bands or len(bands[-1]) == 1
        assert refused or (whole and endless)
