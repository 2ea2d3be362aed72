"""Good order of schedules and of whole documents, on small made-up documents and on the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from compliance.checks.expressions.subjects import rivals
from compliance.checks.set.house import Neighbor
from compliance.engine.checking import check
from compliance.engine.findings import Finding
from tests.catalogs import law

ROOT = Path(__file__).resolve().parents[2]
NAPA = ROOT / "rulesets/california/napa-valley"
CATALOG = law()
TODAY = date(2026, 11, 16)

HEAD = """\
document: schedule
title: Made-up rates
id: made-up-rates
jurisdiction: california
establishment: Harbor Club
unit: $1
"""


def findings_of(requirement: str, *documents: str) -> list[Finding]:
    """What a requirement finds wrong with documents that are checked together."""
    named = [(f"{number}.yaml", text.encode()) for number, text in enumerate(documents)]
    return wrong(requirement, check(named, TODAY, CATALOG).findings)


def wrong(requirement: str, findings: list[Finding]) -> list[Finding]:
    return [f for f in findings if f.requirement == requirement and f.status in ("fail", "review", "error")]


def messages_of(requirement: str, *documents: str) -> list[str]:
    return [finding.message for finding in findings_of(requirement, *documents)]


def schedule(bands: str, by: str = "wager-amount", more: str = "") -> str:
    """A schedule with one option that has one fee by bands."""
    rows = "".join(f"          {band}: {fee}\n" for band, fee in (row.split(": ") for row in bands.split("; ")))
    return (
        f"{HEAD}{more}options:\n  - option: 1\n    collections:\n      - payer: player\n        per: wager\n"
        f"        by: {by}\n        bands:\n{rows}"
    )


@cache
def corpus() -> tuple[Finding, ...]:
    paths = sorted((ROOT / "rulesets").rglob("*.yaml"))
    return tuple(check([(str(p.relative_to(ROOT)), p.read_bytes()) for p in paths], TODAY, CATALOG).findings)


def find_in_library(requirement: str, name: str) -> Iterator[Finding]:
    for finding in wrong(requirement, list(corpus())):
        if finding.places[0].path.endswith(f"/{name}.yaml"):
            yield finding


# --- bands ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bands", "message"),
    [
        ("$1-$40: $1; $45+: $2", "Option 1, player: wagers of $41 to $44 have no fee."),
        ("$1-$40: $1; $42+: $2", "Option 1, player: wagers of $41 have no fee."),
    ],
)
def test_a_gap_names_the_amounts_that_have_no_fee(bands: str, message: str) -> None:
    assert messages_of("integrity.band-contiguity", schedule(bands)) == [message]


def test_a_gap_is_counted_in_the_declared_unit() -> None:
    text = schedule("$0.50-$10: $0.50; $11+: $1")
    assert messages_of("integrity.band-contiguity", text) == []
    halves = text.replace("unit: $1", "unit: $0.50")
    assert messages_of("integrity.band-contiguity", halves) == ["Option 1, player: wagers of $10.50 have no fee."]


@pytest.mark.parametrize(
    ("bands", "amounts"),
    [
        ("$1-$50: $1; $40-$90: $2", "$40 to $50"),
        ("$1-$50: $1; $50+: $2", "$50"),
        ("$1+: $1; $40+: $2", "$40 and more"),
    ],
)
def test_an_overlap_names_the_amounts_that_have_two_fees(bands: str, amounts: str) -> None:
    (message,) = messages_of("integrity.band-contiguity-overlap", schedule(bands))
    assert message.startswith(f"Option 1, player: wagers of {amounts} stand in ")


def test_bands_that_overlap_at_one_fee_leave_nothing_open() -> None:
    assert messages_of("integrity.band-contiguity-overlap", schedule("$1-$50: $1; $50-$90: $1")) == []


# --- coverage ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bands", "missing"),
    [("7 or more: $4", "2 to 6"), ("5-6: $3", "2 to 4 or 7 or more"), ("3+: $2", "2")],
)
def test_numbers_of_players_without_a_fee_are_named(bands: str, missing: str) -> None:
    whole = "8 or more: $9; 7 or less: $8"
    more = schedule(bands, "players") + schedule(whole, "players").partition("options:\n")[2].replace(
        "option: 1", "option: 2"
    )
    (message,) = messages_of("integrity.domain-coverage", more)
    assert message.endswith(f"a table that uses it has none for {missing}.")


def test_wagers_below_the_lowest_band_are_named() -> None:
    text = schedule("$10-$50: $1; $51+: $2", more="table-limits: {minimum: $5, maximum: $100}\n")
    message = "Option 1, player: the lowest band starts at $10; the table takes wagers from $5 on."
    assert messages_of("integrity.domain-coverage-wagers", text) == [message]


def test_without_a_stated_limit_nothing_is_said_of_coverage() -> None:
    assert messages_of("integrity.domain-coverage-wagers", schedule("$10-$50: $1")) == []
    assert messages_of("integrity.limit-consistency", schedule("$10-$50: $1")) == []


def test_or_less_does_not_reach_below_the_table_minimum() -> None:
    text = schedule("$50 or less: $1; $51-$100: $2", more="table-limits: {minimum: $5, maximum: $100}\n")
    assert messages_of("integrity.limit-consistency", text) == []


# --- fees -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bands", "share"),
    [
        ("$1-$100: $1; $101-$300: $3; $301+: $9", "1%"),
        ("$1-$300: $1; $301-$600: $2; $601+: $9", "0.33%"),
        ("$1-$250: $1; $251-$500: $2", "0.4%"),
    ],
)
def test_a_constant_percentage_is_reckoned_exactly(bands: str, share: str) -> None:
    (message,) = messages_of("integrity.fee-percent", schedule(bands))
    assert f" {share} of the top of its band: " in message


def test_a_ratio_that_is_almost_constant_is_no_percentage() -> None:
    assert messages_of("integrity.fee-percent", schedule("$1-$99: $1; $100-$200: $2")) == []


def test_a_rate_of_another_table_limit_is_not_counted() -> None:
    bands = "$1-$10: $1; $11-$20: $2; $21-$30: $3; $31-$40: $4; $41-$50: $5; $51-$60: $6"
    limits = schedule(bands, "table-limit", "terms: {most-rates: 5}\n")
    assert messages_of("integrity.rate-count", limits) == []
    wagers = schedule(bands, "wager-amount", "terms: {most-rates: 5}\n")
    (message,) = messages_of("integrity.rate-count", wagers)
    assert message == "Too many rates: option 1 has 6 rates ($1, $2, $3, $4, $5, $6); at most 5 are stated."


# --- between documents ------------------------------------------------------------------------------------------------


def game(name: str, id: str, more: str = "") -> str:
    head = f"document: game\ntitle: {name}\nid: {id}\njurisdiction: california\n"
    return f"{head}establishment: Harbor Club\nbank: {{by: pot}}\n{more}"


def test_a_finding_between_documents_has_a_place_in_each() -> None:
    rules = game("Harbor Nines", "harbor-nines", "approval: {id: GEGA-000002}\n")
    rates = schedule("$1+: $1", more="games: [{game: harbor-nines, printed: Harbor Nines, approval: GEGA-000020}]\n")
    (finding,) = findings_of("integrity.id-match", rules, rates)
    assert finding.message == "The game harbor-nines is GEGA-000020 here and GEGA-000002 in Harbor Nines (0.yaml)."
    assert [(place.path, place.route, place.span.line) for place in finding.places] == [
        ("1.yaml", "games / 1 / approval", 7),
        ("0.yaml", "approval / id", 7),
    ]


def test_a_partner_that_is_not_in_the_set_is_not_applicable_with_the_reason() -> None:
    rates = schedule("$1+: $1", more="games: [{game: harbor-nines, approval: GEGA-000020}]\n")
    findings = check([("1.yaml", rates.encode())], TODAY, CATALOG).findings
    (finding,) = [finding for finding in findings if finding.requirement == "integrity.id-match"]
    assert (finding.status, finding.message) == ("not-applicable", "The rules of harbor-nines are not in the set.")


def test_of_many_schedules_of_one_game_each_is_held_against_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [schedule(f"$1+: ${n}", more="games: [{game: harbor-nines}]\n") for n in range(1, 101)]
    compared = 0
    differ = rivals.differ

    def count_comparison(here: Neighbor, there: Neighbor, game: str, printed: str | None) -> bool:
        nonlocal compared
        compared += 1
        return differ(here, there, game, printed)

    monkeypatch.setattr(rivals, "differ", count_comparison)
    assert {finding.status for finding in findings_of("integrity.schedule-conflict", *texts)} == {"fail"}
    assert compared <= 4 * len(texts)


# --- the real documents -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["california-games-schedule-old", "california-games-schedule"])
@pytest.mark.parametrize(
    "requirement",
    [
        "band-contiguity",
        "band-contiguity-overlap",
        "domain-coverage",
        "domain-coverage-flop",
        "domain-coverage-wagers",
        "domain-coverage-action",
        "limit-consistency",
        "limit-consistency-table",
        "rate-count",
        "fee-sanity",
        "fee-sanity-no-change",
        "list-numbering-options",
    ],
)
def test_the_options_of_the_clean_schedules_stay_clean(name: str, requirement: str) -> None:
    assert [finding.message for finding in find_in_library(f"integrity.{requirement}", name)] == []


@pytest.mark.parametrize(
    ("requirement", "name", "lines"),
    [
        ("band-contiguity", "pai-gow-tiles-schedule", ["3214-3215", "3217-3218"]),
        (
            "limit-consistency",
            "pai-gow-tiles-schedule",
            ["3214-3215", "3217-3218", "3220-3223", "3225-3228", "3232-3235"],
        ),
        ("domain-coverage-action", "pai-gow-tiles-schedule", ["3232-3235", "3274-3283"]),
        ("domain-coverage", "poker-schedule", [str(line) for line in (*range(1037, 1045), *range(1079, 1087))]),
        ("fee-sanity-no-change", "21st-century-blackjack-schedule-old", ["855-859, 864-865"]),
        ("id-match", "california-games-schedule", ["3049"]),
        ("foreign-identity", "no-bust-21st-century-blackjack", ["255"]),
        ("name-alias-ranking", "pai-gow-tiles", ["2663-2793"]),
        ("list-numbering", "21st-century-blackjack-8", ["1419-1443"]),
        ("xref", "double-hand-poker", ["454", "454"]),
        ("unit-notation-cents", "pai-gow-pow", ["171"]),
    ],
)
def test_what_the_review_of_the_real_documents_found(requirement: str, name: str, lines: list[str]) -> None:
    found = find_in_library(f"integrity.{requirement}", name)
    # What several options take over from one place is one finding with the places of all.
    own = [[place for place in one.places if place.route.startswith("options")] or one.places[:1] for one in found]
    told = [dict.fromkeys(said for place in places for _, said in place.source) for places in own]
    assert [said for one in told for said in one] == lines


def test_rules_that_allow_three_rates_are_held_against_every_schedule_of_the_game() -> None:
    # The schedule for "No Bust Blackjack" settles not which rules it is for, and is not held against these.
    (found,) = find_in_library("integrity.rate-count-rules", "no-bust-21st-century-blackjack")
    assert found.status == "fail"
    assert "has more in these options: 3, 4, 5, 6, 7, 8, 9, 10, 11." in found.message


def test_every_place_of_a_finding_on_the_real_documents_has_its_source_lines() -> None:
    for finding in corpus():
        if finding.requirement.startswith("integrity.") and finding.status in ("fail", "review"):
            assert all(place.source for place in finding.places), finding
