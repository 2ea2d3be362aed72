"""Twelve ways to have six collection rates at one table, and twelve to have five: by whatever options, bands, titles,
schedules or rules tell fees apart, the answer goes by what one table can be charged."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import pytest
import yaml

from compliance.engine.checking import check
from compliance.law.cases import base_document
from tests.catalogs import catalog_of

DAY: Final = date(2026, 11, 16)
GRAVITY: Final = ("not-applicable", "pass", "review", "fail", "error")
NO_FEE: Final = {"payer": "player-dealer", "fee": "$0"}
WAGERS: Final = ("$5-$50", "$51-$100", "$101-$150", "$151-$200", "$201-$250", "$251-$300")
PLAYERS: Final = ("2", "3", "4", "5", "6", "7+")
ANY: Final = {"options-in-use": "any"}


def make_bands(by: str, bands: Sequence[str], payer: str = "player", first: int = 1) -> dict[str, Any]:
    """A fee that rises by a dollar from band to band."""
    fees = {band: f"${fee}" for fee, band in enumerate(bands, first)}
    return {"payer": payer, "per": "hand", "by": by, "bands": fees}


def make_schedule(*options: Any, id: str = "harbor-nines-schedule", terms: Any = None, **keys: Any) -> dict[str, Any]:
    """A schedule with options: each is a list of fees, or all that the option says."""
    tree = yaml.load(base_document("california-schedule"), yaml.BaseLoader)
    told = [one if isinstance(one, dict) else {"collections": one} for one in options]
    tree |= {"id": id, "options": [{"option": str(number), **one} for number, one in enumerate(told, 1)], **keys}
    tree["terms"] |= terms or {}
    return dict(tree)


def make_rules(*charges: int) -> dict[str, Any]:
    tree = yaml.load(base_document("california-game"), yaml.BaseLoader)
    tree["fees"]["charges"] = [f"${fee}" for fee in charges]
    return dict(tree)


def tell_apart(key: str, values: Sequence[str]) -> list[dict[str, Any]]:
    """Options with one fee each, which say in one key what they are for."""
    return [{key: value, "collections": [{"payer": "player", "fee": f"${fee}"}]} for fee, value in enumerate(values, 1)]


def charge_wagers(first: int, count: int) -> list[dict[str, Any]]:
    return [make_bands("wager-amount", WAGERS[:count], first=first), NO_FEE]


def list_ways(most: int) -> dict[str, list[dict[str, Any]]]:
    """Documents by which one table meets so many rates."""
    more = most - 3
    players = [f"{one} players" for one in PLAYERS[:most]]
    seats = [f"seat {number}" for number in range(1, most + 1)]
    low = {"wager": "$5-$100", "collections": [make_bands("wager-amount", ("$5-$30", "$31-$60", "$61-$100"))]}
    high = {
        "wager": "$101-$300",
        "collections": [make_bands("wager-amount", (*WAGERS[2:4], "$201-$300")[:more], first=4)],
    }
    by_bank = make_bands("total-table-action", ("$5-$100", "$101-$500", "$501+")[:more], "player-dealer", 4)
    drop = {"payer": "pot", "per": "hand", "jackpot-drop": f"${most}"}
    return {
        "bands by wager": [make_schedule([make_bands("wager-amount", WAGERS[:most]), NO_FEE])],
        "bands by players": [make_schedule([make_bands("players", PLAYERS[:most])])],
        "options by wager": [make_schedule(*tell_apart("wager", (*WAGERS[: most - 1], f"${most * 50 - 49}-$300")))],
        "options by players": [make_schedule(*tell_apart("players", PLAYERS[:most]))],
        "titles by players": [make_schedule(*tell_apart("title", players))],
        "titles by seat": [make_schedule(*tell_apart("title", seats))],
        "options by wager with bands": [make_schedule(low, high)],
        "any option": [make_schedule(charge_wagers(1, 3), charge_wagers(4, more), terms=ANY)],
        "two payers": [make_schedule([make_bands("wager-amount", WAGERS[:3]), by_bank])],
        "two schedules": [
            make_schedule(charge_wagers(1, 3), terms=ANY),
            make_schedule(charge_wagers(4, more), id="harbor-nines-late", terms=ANY),
        ],
        "rules beside a schedule": [make_schedule(charge_wagers(1, 3)), make_rules(*range(4, most + 1))],
        "a drop for a jackpot": [make_schedule([*charge_wagers(1, most - 1), drop])],
    }


def find_status(*documents: dict[str, Any]) -> str:
    """The gravest answer on the number of rates, of all documents."""
    given = [(f"{number}.yaml", yaml.safe_dump(one).encode()) for number, one in enumerate(documents)]
    found = check(given, DAY, catalog_of(frozenset(["california.collection-rate-count"]))).findings
    return max((one.status for one in found), key=GRAVITY.index)


# Whether the seats that titles name are all of one table is not stated, and no text says whether a drop is a rate.
ASKED: Final = ("titles by seat", "a drop for a jackpot")


@pytest.mark.parametrize("way", list(list_ways(6)))
def test_six_rates_at_one_table_are_too_many(way: str) -> None:
    assert find_status(*list_ways(6)[way]) == ("review" if way in ASKED else "fail")


@pytest.mark.parametrize("way", list(list_ways(5)))
def test_five_rates_at_one_table_are_not(way: str) -> None:
    assert find_status(*list_ways(5)[way]) == "pass"


def test_a_table_has_one_limit_whether_bands_or_options_say_so() -> None:
    ranged: Any = {"table-limits": {"minimum": "$5-$251", "maximum": "$50-$300"}}
    for keys, expected in ((ranged, "pass"), ({}, "review")):  # by one stated limit there is one table only
        options = make_schedule(*tell_apart("table-limit", WAGERS), **keys)
        bands = make_schedule([make_bands("table-limit", WAGERS), NO_FEE], **keys)
        assert [find_status(options), find_status(bands)] == [expected, expected]


def test_a_table_plays_for_one_level_of_stakes() -> None:
    stakes = ("$1/$2", "$2/$4", "$3/$6", "$4/$8", "$5/$10", "$10/$20")
    assert find_status(make_schedule(*tell_apart("stakes", stakes), terms=ANY)) == "pass"


def test_two_schedules_of_which_a_table_uses_one_option_are_asked_about() -> None:
    first, second = make_schedule(charge_wagers(1, 3)), make_schedule(charge_wagers(4, 3), id="harbor-nines-late")
    assert find_status(first, second) == "review"
    assert find_status(first, {**second, "superseded-by": "harbor-nines-schedule"}) == "pass"


def test_wagers_told_apart_without_limits_of_the_table_are_asked_about() -> None:
    told = make_schedule(*tell_apart("wager", WAGERS))
    assert find_status({key: value for key, value in told.items() if key != "table-limits"}) == "review"


def test_titles_by_time_of_day_are_asked_about() -> None:
    times = ("day", "night", "morning", "evening", "weekend", "holiday nights")
    assert find_status(make_schedule(*tell_apart("title", times))) == "review"
