"""Catalog files: read whole, or refused with every problem at its place; users add their own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check
from compliance.law.files import BadCatalog, catalog_files
from compliance.source import read_source
from tests.catalogs import law
from tests.conftest import Ran

ORDINANCE = """\
sections:
  - section: Harbor City Code 5.1
    title: Wagers
    authority: ordinance
    wordings:
      - {from: 2020-01-01, seen: text, values: {wager-limit: $200}}
      - {until: 2019-12-31, seen: text, values: {wager-limit: $100}}
requirements:
  - requirement: harbor.table-limit
    title: The city's wager limit
    asks: No wager is above {wager-limit}.
    applies: {document: game, jurisdiction: california, locality: Harbor}
    rests-on: Harbor City Code 5.1
    level: error
    need: "table.maximum is at most {wager-limit}"
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
    with pytest.raises(BadCatalog) as bad:
        read_catalog([("x.yaml", text.encode())])
    return [(found.problem.code, found.problem.span.line) for found in bad.value.problems]


def test_the_catalog_that_comes_with_pit_boss_is_whole() -> None:
    catalog = law()
    assert {"california.bank-turn", "washington.only-commission"} <= set(catalog.requirements)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('need: "table.maximum is at most {wager-limit}"', "check: at-mst", [("unknown-check", 15)]),
        (
            'need: "table.maximum is at most {wager-limit}"',
            "check: terms-agree\n    with: {blokc: table}",
            [("unknown-parameter", 16), ("missing-parameter", 15), ("missing-parameter", 15)],
        ),
        ("until: 2019-12-31", "until: 2020-06-30", [("overlapping-dates", 6)]),
        ("from: 2020-01-01,", "from: 2020-01-01, until: 2019-06-01,", [("bad-dates", 6)]),
        ("requirement: harbor.table-limit", "requirement: Harbor", [("bad-id", 9)]),
        ("from: 2020-01-01, seen: text", "from: 2020-01-01", [("missing-key", 6)]),
        ("authority: ordinance", "authority: custom", [("bad-value", 4)]),
        ("level: error", "level: fatal", [("bad-value", 14)]),
        ("rests-on: Harbor City Code 5.1", "rests-on: Harbour Code 5.1", [("unknown-section", 13)]),
        ("    rests-on: Harbor City Code 5.1\n", "", [("no-law", 9)]),
        ("at most {wager-limit}", "at most {wager-limt}", [("bad-expression", 15)]),
        ("above {wager-limit}", "above {limit}", [("unknown-value", 11)]),
        ("remedy: Lower the limit", "remedy: Keep to {limit}", [("unknown-value", 16)]),
        (", values: {wager-limit: $100}", "", [("value-not-in-force", 11), ("bad-expression", 15)]),
        ("wager-limit: $100", "wager-limit: not seen", [("value-not-seen", 11)]),
        ("wager-limit: $100", "wager-limit: little", [("bad-expression", 15)]),
        ("table.maximum is", "table.maximun is", [("bad-expression", 15)]),
        ("    level: error", "    from: 2030-01-01\n    until: 2029-01-01\n    level: error", [("never-in-force", 9)]),
    ],
)
def test_a_bad_catalog_is_told_with_places(old: str, new: str, expected: list[tuple[str, int]]) -> None:
    assert old in ORDINANCE
    assert problems(ORDINANCE.replace(old, new)) == expected


def test_a_section_that_is_written_twice_is_refused() -> None:
    section = ORDINANCE.partition("requirements:")[0]
    with pytest.raises(BadCatalog) as bad:
        read_catalog([("a.yaml", ORDINANCE.encode()), ("b.yaml", section.encode())])
    assert [(p.path, p.problem.code) for p in bad.value.problems] == [("b.yaml", "duplicate-section")]


def test_words_of_the_law_cannot_be_replaced_by_others() -> None:
    """A catalog of one's own that brought words of the same name would change what the law's requirements read."""
    trees: list[Any] = [read_source(data).tree for path, data in catalog_files() if "/words" in path]
    taken = next(iter(trees[0]["words"]))
    own = ("own.yaml", f"words: {{{taken}: [anything]}}\n".encode())
    with pytest.raises(BadCatalog) as bad:
        read_catalog([*catalog_files(), own])
    assert [(p.path, p.problem.code) for p in bad.value.problems] == [("own.yaml", "duplicate-words")]
    assert f"The words {taken} are written twice; the first are in schemas/" in bad.value.problems[0].problem.message


def test_the_same_id_twice_is_refused() -> None:
    again = "requirements:" + ORDINANCE.partition("requirements:")[2]
    files = [("a.yaml", ORDINANCE.encode()), ("b.yaml", again.encode())]
    with pytest.raises(BadCatalog) as bad:
        read_catalog(files)
    assert [(p.path, p.problem.code) for p in bad.value.problems] == [("b.yaml", "duplicate-id")]


@pytest.mark.parametrize(("day", "status"), [(date(2019, 12, 31), "fail"), (date(2020, 1, 1), "pass")])
def test_a_value_is_read_on_the_day(day: date, status: str) -> None:
    catalog = read_catalog([("x.yaml", ORDINANCE.encode())])
    [finding] = check([("g.yaml", CITY_GAME.encode())], day, catalog).findings
    assert (finding.status, finding.places[0].span[:2]) == (status, (6, 18))


def test_an_ordinance_speaks_only_to_its_own_city() -> None:
    catalog = read_catalog([("x.yaml", ORDINANCE.encode())])
    elsewhere = CITY_GAME.replace("locality: Harbor", "locality: Napa")
    [finding] = check([("g.yaml", elsewhere.encode())], date(2024, 1, 1), catalog).findings
    assert finding.status == "not-applicable"
    assert finding.message == "This is an ordinance of Harbor; the document's locality is Napa."


def test_a_user_adds_an_ordinance(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "city.yaml").write_text(ORDINANCE.replace("$200", "$120"), "utf-8")
    (tmp_path / "g.yaml").write_text(CITY_GAME, "utf-8")
    ran = pitboss("check", tmp_path / "g.yaml", "--catalogue", tmp_path / "city.yaml", "--as-of", "2024-01-01")
    assert ran.code == 1
    assert "harbor.table-limit" in ran.out
    assert "Harbor City Code 5.1" in ran.out


def test_a_bad_catalog_of_the_user_is_wrong_usage(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "city.yaml").write_text(ORDINANCE.replace("table.maximum", "table.maximun"), "utf-8")
    (tmp_path / "g.yaml").write_text(CITY_GAME, "utf-8")
    ran = pitboss("check", tmp_path / "g.yaml", "--catalogue", tmp_path / "city.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert "`table` has no `maximun`." in ran.err
    assert "Did you mean `maximum`?" in ran.err
    assert f"{tmp_path}/city.yaml:15:11" in ran.err


def test_a_folder_of_sections_and_requirements_is_a_catalog(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "g.yaml").write_text(CITY_GAME, "utf-8")
    city = tmp_path / "harbor"
    for name, entry in (("law/code-5-1", "sections"), ("wagers/table-limit", "requirements")):
        path = city / f"{name}.yaml"
        path.parent.mkdir(parents=True)
        cases = "cases:\n  - {fail: too much, on: 2024-01-01, base: none}\n" if entry == "requirements" else ""
        path.write_text(read_entry(entry).replace("$200", "$120") + cases, "utf-8")
    ran = pitboss("check", tmp_path / "g.yaml", "--catalogue", city, "--as-of", "2024-01-01", "--full")
    assert ran.code == 1
    assert "Harbor City Code 5.1: No wager is above $120." in ran.out
    assert "too much" in pitboss("explain", "harbor.table-limit", "--catalogue", city).out
    path.write_text(path.read_text("utf-8").replace("fail: too much", "fails: too much"), "utf-8")
    ran = pitboss("explain", "harbor.table-limit", "--catalogue", city)
    assert (ran.code, ran.out) == (2, "")
    assert "fails" in ran.err


def read_entry(kind: str) -> str:
    """The only entry of a kind, as a file of its own."""
    lines = ORDINANCE.split(f"{kind}:\n")[1].split("requirements:\n")[0].splitlines()
    return "".join(f"{line[4:]}\n" for line in lines)


@pytest.mark.parametrize("day", ["2019-12-31", "2020-01-01"])
def test_values_of_two_sections_are_used_together(day: str) -> None:
    wordings = "[{seen: text, values: {seats: 7}}]"
    tables = f"  - {{section: Harbor City Code 5.2, title: T, authority: ordinance, wordings: {wordings}}}"
    text = ORDINANCE.replace("requirements:", f"{tables}\nrequirements:", 1)
    text = text.replace("rests-on: Harbor City Code 5.1", "rests-on: [Harbor City Code 5.1(a), Harbor City Code 5.2]")
    catalog = read_catalog(
        [("x.yaml", text.replace("above {wager-limit}", "above {wager-limit} at {seats} seats").encode())]
    )
    holding = catalog.requirements["harbor.table-limit"].holding_on(date.fromisoformat(day))
    assert holding is not None
    limit = {"2019-12-31": "$100", "2020-01-01": "$200"}[day]
    assert holding.asks == f"No wager is above {limit} at 7 seats."
    assert holding.cite == "Harbor City Code 5.1(a); Harbor City Code 5.2"
