"""Catalogue files: read whole, or refused with every problem at its place; users add their own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from compliance.engine import check
from compliance.law.reading import BadCatalogue, catalogue_files, read_catalogue
from tests.conftest import Ran

ORDINANCE = """\
requirements:
  - id: harbor.table-limit
    title: The city's wager limit
    asks: No wager is above {most}.
    applies: {document: game, jurisdiction: california, locality: Harbor}
    level: error
    check: at-most
    with: {what: table / maximum}
    law:
      - {from: 2020-01-01, values: {most: $200}, cite: Harbor City Code 5.1, authority: regulation, seen: text}
      - {until: 2019-12-31, values: {most: $100}, cite: Harbor City Code 5.1, authority: regulation, seen: text}
    remedy: Lower the limit.
"""

CITY_GAME = """\
document: game
title: Harbor Nines
jurisdiction: california
locality: Harbor
bank: {by: pot}
table: {maximum: $150}
"""


def problems(text: str) -> list[tuple[str, int]]:
    with pytest.raises(BadCatalogue) as bad:
        read_catalogue([("x.yaml", text.encode())])
    return [(found.problem.code, found.problem.span.line) for found in bad.value.problems]


def test_the_catalogue_that_comes_with_pit_boss_is_whole() -> None:
    catalogue = read_catalogue(catalogue_files())
    assert {"california.bank-turn", "washington.only-commission"} <= set(catalogue.requirements)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("check: at-most", "check: at-mst", [("unknown-check", 7), ("unknown-check", 7)]),
        ("what: table", "waht: table", [("unknown-parameter", 8), ("missing-parameter", 10)]),
        ("until: 2019-12-31", "until: 2020-06-30", [("overlapping-dates", 10)]),
        ("from: 2020-01-01,", "from: 2020-01-01, until: 2019-06-01,", [("bad-dates", 10)]),
        ("id: harbor.table-limit", "id: Harbor", [("bad-id", 2)]),
        ("cite: Harbor City Code 5.1, authority", "authority", [("missing-key", 10), ("missing-key", 11)]),
        ("level: error", "level: fatal", [("bad-value", 6)]),
        ("asks: No wager is above {most}.", "asks: Above {limit}.", [("missing-value", 10), ("missing-value", 11)]),
    ],
)
def test_a_bad_catalogue_is_told_with_places(old: str, new: str, expected: list[tuple[str, int]]) -> None:
    found = problems(ORDINANCE.replace(old, new))
    assert {code for code, _ in found} == {code for code, _ in expected}
    assert found[0] == expected[0]


def test_the_same_id_twice_is_refused() -> None:
    files = [("a.yaml", ORDINANCE.encode()), ("b.yaml", ORDINANCE.encode())]
    with pytest.raises(BadCatalogue) as bad:
        read_catalogue(files)
    assert [(p.path, p.problem.code) for p in bad.value.problems] == [("b.yaml", "duplicate-id")]


@pytest.mark.parametrize(("day", "status"), [(date(2019, 12, 31), "fail"), (date(2020, 1, 1), "pass")])
def test_a_value_is_read_on_the_day(day: date, status: str) -> None:
    catalogue = read_catalogue([("x.yaml", ORDINANCE.encode())])
    [finding] = check([("g.yaml", CITY_GAME.encode())], day, catalogue).findings
    assert (finding.status, finding.places[0].span[:2]) == (status, (6, 18))


def test_an_ordinance_speaks_only_to_its_own_city() -> None:
    catalogue = read_catalogue([("x.yaml", ORDINANCE.encode())])
    elsewhere = CITY_GAME.replace("locality: Harbor", "locality: Napa")
    [finding] = check([("g.yaml", elsewhere.encode())], date(2024, 1, 1), catalogue).findings
    assert finding.status == "not-applicable"
    assert finding.message == "This is an ordinance of Harbor; the document's locality is Napa."


def test_a_user_adds_an_ordinance(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "city.yaml").write_text(ORDINANCE.replace("$200", "$120"), "utf-8")
    (tmp_path / "g.yaml").write_text(CITY_GAME, "utf-8")
    ran = pitboss("check", tmp_path / "g.yaml", "--catalogue", tmp_path / "city.yaml", "--as-of", "2024-01-01")
    assert ran.code == 1
    assert "harbor.table-limit" in ran.out
    assert "Harbor City Code 5.1" in ran.out


def test_a_bad_catalogue_of_the_user_is_wrong_usage(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "city.yaml").write_text(ORDINANCE.replace("at-most", "at-mst"), "utf-8")
    (tmp_path / "g.yaml").write_text(CITY_GAME, "utf-8")
    ran = pitboss("check", tmp_path / "g.yaml", "--catalogue", tmp_path / "city.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert "There is no check named at-mst." in ran.err
    assert "Did you mean at-most?" in ran.err
    assert f"{tmp_path}/city.yaml:7:12" in ran.err
