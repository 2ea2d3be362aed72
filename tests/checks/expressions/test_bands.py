"""Bands of fees, on small made-up schedules: what they leave out, claim twice, and reach beside the limits."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import pytest

from compliance.checks.expressions.derived import Placed, Row, Thing, find_derived
from compliance.checks.expressions.quantities import DOLLARS, NUMBER, Unbounded
from compliance.checks.expressions.subjects.bands import find_last_below, find_next
from compliance.documents.loader import load_document
from compliance.documents.schedule import Schedule

HEAD = "document: schedule\ntitle: Made-up rates\njurisdiction: california\nestablishment: Harbor Club\n"


def load(options: str, more: str = "") -> Schedule:
    document = load_document("a.yaml", f"{HEAD}{more}options:\n{options}".encode()).document
    assert isinstance(document, Schedule)
    return document


def write_option(bands: str, by: str = "wager-amount", more: str = "", number: int = 1, payer: str = "player") -> str:
    """An option with one fee by bands: `$1-$9: $1; $10+: $2`."""
    rows = "".join(f"          {row}\n" for row in bands.split("; "))
    return (
        f"  - option: {number}\n{more}    collections:\n      - payer: {payer}\n        per: hand\n"
        f"        by: {by}\n        bands:\n{rows}"
    )


def ask(name: str, schedule: Schedule, *values: Any, option: int | None = 0, fee: int | None = 0) -> Any:
    """A derived fact of a schedule, of one of its options, or of a fee of it."""
    derived = find_derived(name)
    assert derived is not None
    if option is None:
        return derived.run(Thing(schedule, (), schedule), *values)
    if fee is None:
        return derived.run(Thing(schedule.options[option], ("options", option), schedule), *values)
    route = ("options", option, "collections", fee)
    return derived.run(Thing(schedule.options[option].collections[fee], route, schedule), *values)


def plain(value: Any) -> Any:
    """A fact as a row of a table here has it: the text of what is placed, `more` for no end."""
    value = value.value if isinstance(value, Placed) else value
    return "more" if isinstance(value, Unbounded) else str(value) if value is not None else None


def columns(rows: list[Row] | None, *names: str) -> list[Any] | None:
    return None if rows is None else [tuple(plain(row.columns[name]) for name in names) for row in rows]


def differing(found: Iterable[tuple[object, object, object]]) -> list[tuple[object, object, object]]:
    """The rows that are not as they should be: which, what was found, what was expected."""
    return [row for row in found if row[1] != row[2]]


GAPS: list[tuple[str, str, str, list[tuple[str, str]]]] = [
    ("", "wager-amount", "$1-$9: $1; $10+: $2", []),
    ("", "wager-amount", "$1-$9: $1; $11+: $2", [("$10", "$10:  # say the fee")]),
    ("", "wager-amount", "$1-$9: $1; $20+: $2", [("$10 to $19", "$10-$19:  # say the fee")]),
    ("$5", "wager-amount", "$5-$50: $1; $55+: $2", []),
    ("$5", "wager-amount", "$5-$50: $1; $60+: $2", [("$55", "$55:  # say the fee")]),
    ("$5", "wager-amount", "$5-$50: $1; $70-$100: $2", [("$55 to $65", "$55-$65:  # say the fee")]),
    ("", "wager-amount", "$1-$9: $1; $2,000+: $2", [("$10 to $1,999", '"$10-$1,999":  # say the fee')]),
    ("", "wager-amount", "$1-$100: $1; $5-$9: $1; $101+: $2", []),
    ("", "wager-amount", "$1+: $1; $5-$9: $1; $101+: $2", []),
    ("", "wager-amount", "$1-$100: $1; $5-$9: $1; $103+: $2", [("$101 to $102", "$101-$102:  # say the fee")]),
    ("", "wager-amount", "$1-$9: $1; $10-$19: $2; $20+: $3", []),
    ("$5", "players", "2-4: $1; 5-6: $2", []),
    ("$5", "players", "2-4: $1; 6+: $2", [("5", "5:  # say the fee")]),
]


def test_gaps_are_named_in_steps_of_the_unit_with_the_row_for_them() -> None:
    found = []
    for unit, by, bands, expected in GAPS:
        schedule = load(write_option(bands, by), f"unit: {unit}\n" if unit else "")
        found.append(((unit, bands), columns(ask("gaps", schedule), "amounts", "missing-row"), expected))
    assert differing(found) == []


def test_a_gap_stands_at_the_band_that_begins_too_late_beside_the_band_below() -> None:
    (row,) = ask("gaps", load(write_option("$1-$9: $1; $20+: $2")))
    at = ("options", 0, "collections", 0, "bands")
    assert (row.at, row.also) == ((*at, "$20+"), ((*at, "$1-$9"),))


OVERLAPS: list[tuple[str, list[str]]] = [
    ("$1-$9: $1; $10+: $2", []),
    ("$1-$9: $1; $9-$20: $2", ["$9 stand in $1-$9 at $1 and in $9-$20 at $2"]),
    ("$1-$9: $1; $9-$20: $1", []),
    ("$1-$30: $1; $9-$20: $2", ["$9 to $20 stand in $1-$30 at $1 and in $9-$20 at $2"]),
    ("$1+: $1; $9+: $2", ["$9 and more stand in $1+ at $1 and in $9+ at $2"]),
    ("$1+: $1; $9-$20: $2", ["$9 to $20 stand in $1+ at $1 and in $9-$20 at $2"]),
    ("$1-$9: $1; $10-$30: $2; $20-$40: $3", ["$20 to $30 stand in $10-$30 at $2 and in $20-$40 at $3"]),
    (
        "$1+: $1; $9+: $2; $20+: $3",
        ["$9 and more stand in $1+ at $1 and in $9+ at $2", "$20 and more stand in $1+ at $1 and in $20+ at $3"],
    ),
    (
        "$1-$30: $1; $9-$20: $2; $25-$40: $3",
        [
            "$9 to $20 stand in $1-$30 at $1 and in $9-$20 at $2",
            "$25 to $30 stand in $1-$30 at $1 and in $25-$40 at $3",
        ],
    ),
]


def test_amounts_that_have_two_fees_are_named_with_both() -> None:
    asked = ((bands, ask("overlaps", load(write_option(bands))), wanted) for bands, wanted in OVERLAPS)
    found = [(bands, [row.columns["says"] for row in rows], wanted) for bands, rows, wanted in asked]
    assert differing(list(found)) == []


LATE = "each band starts {} after the one before"
ODD = "the band {} has an end at {}, which is no multiple of the unit"
UNITS: list[tuple[str, str, str, str | None]] = [
    ("$5", "wager-amount", "$5-$50: $1; $55-$100: $2", None),
    ("$5", "wager-amount", "$5-$50: $1; $51-$100: $2", LATE.format("$1")),
    ("$5", "wager-amount", "$5-$50: $1; $60-$100: $2", None),  # a gap
    ("$5", "wager-amount", "$10-$50: $1; $60-$100: $2; $110-$200: $3", None),
    (
        "$5",
        "wager-amount",
        "$10-$50: $1; $60-$100: $2; $110-$200: $3; $210+: $4",
        LATE.format("$10"),
    ),
    (
        "$5",
        "wager-amount",
        "$5-$50: $1; $57-$100: $2",
        ODD.format("$57-$100", "$57"),
    ),
    (
        "$5",
        "wager-amount",
        "$5-$52: $1; $60-$100: $2",
        ODD.format("$5-$52", "$52"),
    ),
    ("$5", "wager-amount", "$5-$50: $1; $50-$100: $2", None),  # an overlap
    ("$5", "wager-amount", "$5+: $1; $55-$100: $2", None),
    ("$5", "wager-amount", "$5+: $1", None),
    ("$5", "wager-amount", "$5-$50: $1; $51-$100: $2; $110+: $3", ODD.format("$51-$100", "$51")),
    ("$5", "players", "2-4: $1; 5-6: $2", None),
    ("", "wager-amount", "$1-$3: $1; $7+: $2", None),
]


def test_bands_that_do_not_go_by_the_unit_say_so() -> None:
    found: list[tuple[object, object, object]] = []
    for unit, by, bands, expected in UNITS:
        schedule = load(write_option(bands, by), f"unit: {unit}\n" if unit else "")
        found.append(((unit, bands), plain(ask("out-of-unit", schedule)), expected))
    assert differing(found) == []


ENDS = ("low", "high", "fee", "next", "share-of-top", "reach")


@pytest.mark.parametrize(
    ("unit", "by", "bands", "expected"),
    [
        (
            "unit: $5\n",
            "wager-amount",
            "$5-$50: $1; $55-$100: 2%; $105-$200: no fee; $205+: $4",
            [
                ("5", "50", "$1", "55", "2%", "50"),
                ("55", "100", "2%", "105", None, "100"),
                ("105", "200", "no fee", "205", None, "200"),
                ("205", "more", "$4", None, None, "205"),
            ],
        ),
        (
            "unit: $5\n",
            "players",
            "2-4: $1; 5+: $2",
            [("2", "4", "$1", "5", None, "4"), ("5", "more", "$2", None, None, "5")],
        ),
    ],
)
def test_each_band_has_its_ends_what_follows_it_and_what_share_of_it_the_fee_is(
    unit: str, by: str, bands: str, expected: list[tuple[str | None, ...]]
) -> None:
    schedule = load(write_option(bands, by), unit)
    assert columns(ask("bands-in-order", schedule), *ENDS) == expected


def test_ends_of_players_are_counts_and_ends_of_money_are_dollars() -> None:
    for by, bands, low, unit in (
        ("players", "2-4: $1; 5+: $2", int, NUMBER),
        ("pot-size", "$2+: $1", Decimal, DOLLARS),
    ):
        *_, last = ask("bands-in-order", load(write_option(bands, by)))
        assert type(last.columns["low"].value) is low
        assert last.columns["high"].value == Unbounded(unit)


FLAT = "  - option: 1\n    collections:\n      - {payer: player, per: hand, fee: $1}\n"


def test_a_fee_without_bands_has_none() -> None:
    schedule = load(FLAT, "unit: $5\n")
    for name in ("bands-in-order", "gaps", "overlaps"):
        assert ask(name, schedule) == [], name
    for name in ("lowest-band", "highest-band", "has-flat-bands", "out-of-unit"):
        assert ask(name, schedule) is None, name
    assert ask("least-action", schedule, fee=None) is None


def test_amounts_are_named_for_what_bands_go_by() -> None:
    for by, name in (("players", "players"), ("wager-amount", "wagers"), ("total-table-action", "table action")):
        assert ask("amounts-of", load(write_option("1-9: $1" if by == "players" else "$1-$9: $1", by))) == name
    assert ask("amounts-of", load(FLAT)) == "amounts"


def test_lowest_and_highest_band_are_those_that_begin_lowest_and_end_highest() -> None:
    for bands, low, high in (
        ("$1-$9: $1; $10-$20: $2", "$1-$9", "$10-$20"),
        ("$1-$30: $1; $10-$20: $2", "$1-$30", "$1-$30"),
        ("$1+: $1; $10-$20: $2", "$1+", "$1+"),
    ):
        schedule = load(write_option(bands))
        ends = [plain(ask(f"{name}-band", schedule).columns["band"]) for name in ("lowest", "highest")]
        assert ends == [low, high], bands


def test_flat_bands_have_no_share() -> None:
    flat = [
        ask("has-flat-bands", load(write_option(bands))) for bands in ("$1-$9: $1; $10+: $2", "$1-$9: $1; $10+: 2%")
    ]
    assert flat == [True, False]


STEPS = [("7", None, "8", "6"), ("7.50", None, "8", "7"), ("10", "5", "15", "5"), ("12", "5", "15", "10")]


def test_amounts_follow_each_other_by_the_unit_or_by_a_dollar() -> None:
    for amount, unit, after, below in STEPS:
        step = Decimal(unit) if unit else None
        assert find_next(Decimal(amount), step) == Decimal(after), (amount, unit)
        assert find_last_below(Decimal(amount), step) == Decimal(below), (amount, unit)


LIMITS = "table-limits: {minimum: $10-$20, maximum: $500}\n"
WAGERS: list[tuple[str, str, tuple[str, str] | None, tuple[str, str] | None]] = [
    (LIMITS, "", ("10", "20"), ("500", "500")),
    (LIMITS, "    table-limit: $25-$100\n", ("25", "25"), ("100", "100")),
    (LIMITS, "    wager: $30-$90\n    table-limit: $25-$100\n", ("30", "30"), ("90", "90")),
    (LIMITS, "    wager: $30+\n", ("30", "30"), ("more", "more")),
    ("table-limits: {minimum: $10}\n", "", ("10", "10"), None),
    ("table-limits: {maximum: $500}\n", "", None, ("500", "500")),
    ("", "", None, None),
]


def test_wagers_of_an_option_are_its_own_or_those_of_the_table() -> None:
    found: list[tuple[object, object, object]] = []
    for limits, own, least, most in WAGERS:
        schedule = load(write_option("$1-$9: $1; $10+: $2", more=own), limits)
        for name, expected in (("least-wager", least), ("most-wager", most)):
            row = ask(name, schedule, fee=None)
            ends = (columns([row], "low", "high") or [None])[0] if row is not None else None
            found.append(((limits, own, name), ends, expected))
    assert differing(found) == []


def test_least_action_is_the_larger_of_the_table_and_of_the_lowest_band_of_wagers() -> None:
    for limits, by, bands, expected in (
        ("table-limits: {minimum: $10}\n", "wager-amount", "$5-$9: $1; $10+: $2", "10"),
        ("table-limits: {minimum: $10}\n", "wager-amount", "$15-$19: $1; $20+: $2", "15"),
        ("table-limits: {minimum: $10}\n", "wager-amount", "$0-$19: $1; $20+: $2", "10"),
        ("table-limits: {minimum: $10}\n", "total-table-action", "$15-$19: $1; $20+: $2", "10"),
        ("table-limits: {minimum: $10}\n", "wager-amount", "$15-$19: no fee; $20+: no fee", "10"),
        ("", "wager-amount", "$15-$19: $1; $20+: $2", "15"),
        ("", "total-table-action", "$15-$19: $1; $20+: $2", None),
    ):
        row = ask("least-action", load(write_option(bands, by), limits), fee=None)
        assert (plain(row.columns["low"]) if row is not None else None) == expected, (limits, by, bands)


def limits_of(*limits: str) -> str:
    """Options that are each for a limit, or for what else a line says."""
    lines = (one and f"    {one if ':' in one else f'table-limit: {one}'}\n".replace("; ", "\n    ") for one in limits)
    return "".join(write_option("$1-$9: $1; $10+: $2", more=one, number=at) for at, one in enumerate(lines, 1))


def test_limits_that_no_option_is_for_are_named() -> None:
    whole = "table-limits: {minimum: $10, maximum: $500}\n"
    found: list[tuple[object, object, object]] = []
    for more, options, expected in (
        (whole, limits_of("$10-$100", "$101-$500"), []),
        (whole, limits_of("$10-$100", "$201-$500"), ["from $101 to $200"]),
        (whole, limits_of("$20-$100", "$101-$500"), ["from $10 to $19"]),
        (whole, limits_of("$10-$100", "$101-$400"), ["above $400"]),
        (whole, limits_of("$10-$100", "$101+"), []),
        (whole, limits_of("$101-$500", "$10-$100"), []),
        ("unit: $5\n" + whole, limits_of("$10-$100", "$105-$500"), []),
        ("table-limits: {maximum: $500}\n", limits_of("$20-$100", "$101-$500"), []),
        ("table-limits: {minimum: $10}\n", limits_of("$10-$100", "$101-$400"), []),
        (whole, limits_of("$10-$100", ""), None),
        (whole, limits_of("wager: $10-$100", "wager: $101-$400"), ["above $400"]),
        (
            whole,
            limits_of("table-limit: $10-$100; for: [nines]", "table-limit: $101-$400; for: [nines]"),
            ["above $400"],
        ),
        (whole, limits_of("table-limit: $10-$500; for: [nines]", "table-limit: $10-$400; for: [tens]"), ["above $400"]),
        (whole, limits_of("table-limit: $10-$100; for: [nines]", "$101-$400"), ["above $400"]),
        ("", limits_of("$10-$100", "$201-$500"), None),
    ):
        rows = ask("limits-without-option", load(options, more), option=None)
        amounts = [row.columns["amounts"] for row in rows] if rows is not None else None
        found.append(((more, options), amounts, expected))
    assert differing(found) == []


def test_the_side_of_a_leap_that_has_fewer_fees_is_the_slip() -> None:
    found: list[tuple[object, object, object]] = []
    for bands, expected in (
        ("$1-$9: $1; $10-$19: $2; $20+: $3", []),
        ("$1-$9: $1; $10-$19: $2; $20+: $30", ["$30, where the next lower fee for the same thing is $2"]),
        ("$1-$9: $1; $10-$19: $20; $20+: $30", ["$1, where the next higher fee for the same thing is $20"]),
        ("$1-$9: $1; $10+: $30", ["$30, where the next lower fee for the same thing is $1"]),
        ("$1-$9: $1; $10-$19: 90%; $20+: $5", []),
        ("$1-$9: $1; $10+: $5", []),
        ("$1-$9: $1; $10+: $1", None),
        ("$1-$9: no fee; $10+: $1", None),
    ):
        rows = ask("leaps", load(write_option(bands)), 5, option=None)
        found.append((bands, [row.columns["says"] for row in rows] if rows is not None else None, expected))
    apart = write_option("$1+: $1") + write_option("$1+: $30", number=2, payer="player-dealer")
    found.append(("two payers", ask("leaps", load(apart), 5, option=None), None))
    assert differing(found) == []
