"""`pitboss requirements` and `pitboss explain`: the law on a day, its history, and what changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.conftest import Ran

Pitboss = Callable[..., Ran]


def test_a_requirement_is_told_with_its_history_and_examples(pitboss: Pitboss) -> None:
    out = pitboss("explain", "california.collection-rate-count").out
    assert "since 2013-06-17  most 5" in out
    assert "2004-01-01 to 2013-06-16" in out
    assert "known to hold 2002-12-31 to 2003-12-31  most 3" in out
    assert "statute; official digest seen, not the text" in out
    assert "\n  pass " in out
    assert "\n  fail " in out
    assert "Merge tiers, or offer the extra tiers as another option." in out


CITY = """\
sections:
  - section: "Code\\u202e 1"
    title: Limits
    authority: ordinance
    wordings: [{seen: text, values: {seats: 9}}]
requirements:
  - requirement: harbor.limit
    title: "The city's\\u202e limit"
    asks: |
      No wager is above {seats}.
      ##[error]This holds at every table.
    applies: {document: game, jurisdiction: california, locality: Harbor City}
    level: error
    check: at-most
    with: {what: table / players, most: {seats}}
    rests-on: "Code\\u202e 1"
    remedy: Lower it.
"""


def test_an_ordinance_is_told_with_its_place_and_no_text_of_it_commands_anything(
    pitboss: Pitboss, tmp_path: Path
) -> None:
    path = tmp_path / "city.yaml"
    path.write_text(CITY, "utf-8")
    out = pitboss("explain", "harbor.limit", "--catalogue", path).out
    assert "a game in Harbor City, California" in out
    assert "No wager is above 9. # #[error]This holds at every table." in out
    assert "u000a" not in out
    assert not any(line.endswith(" ") for line in out.splitlines())
    listed = pitboss("requirements", "--format", "json", "--catalogue", path)
    assert next(r["citation"] for r in listed.data["requirements"] if r["id"] == "harbor.limit") == "Code\u202e 1"
    table = pitboss("requirements", "--catalogue", path).out
    changes = pitboss("requirements", "--diff", "2024-01-01", "2024-01-02", "--format", "json", "--catalogue", path).out
    assert not any("\u202e" in text for text in (out, listed.out, table, changes))


def test_the_catalogue_of_a_day_has_the_values_of_that_day(pitboss: Pitboss) -> None:
    def most(day: str) -> object:
        rows = pitboss("requirements", "--as-of", day, "--jurisdiction", "washington", "--format", "json").data
        return next(r["values"]["most"] for r in rows["requirements"] if r["id"] == "washington.wager-limit")

    assert (most("2023-09-24"), most("2023-09-25")) == ("$300", "$400")


def test_a_jurisdiction_lists_its_own_requirements_and_those_of_good_order(pitboss: Pitboss) -> None:
    rows = pitboss("requirements", "--jurisdiction", "california", "--format", "json").data["requirements"]
    assert {row["id"].split(".")[0] for row in rows} == {"california", "integrity"}


def test_the_difference_between_two_days_names_what_changed_in_law(pitboss: Pitboss) -> None:
    out = pitboss("requirements", "--diff", "2023-09-24", "2023-09-25").out
    assert "changes washington.wager-limit" in out
    assert "- No single wager is above $300." in out
    assert "+ No single wager is above $400." in out
    assert pitboss("requirements", "--diff", "2024-01-01", "2024-01-02").out.startswith("0 changes in law")


def test_the_day_of_a_copy_is_no_change_in_law(pitboss: Pitboss) -> None:
    out = pitboss("requirements", "--diff", "2025-07-31", "2025-08-01").out
    assert "first seen washington.house-dealer" in out
    assert out.splitlines()[-1].startswith("0 changes in law between 2025-07-31 and 2025-08-01; 9 more are first seen")
    assert "known to hold since 2025-08-01" in pitboss("explain", "washington.house-dealer").out


def test_nothing_of_the_suspended_rules_is_in_the_catalogue_before_they_began(pitboss: Pitboss) -> None:
    changes = pitboss("requirements", "--diff", "2026-03-31", "2026-04-01", "--format", "json").data["changes"]
    began = [change["after"] for change in changes if change["change"] == "begins"]
    assert began
    assert {after["authority"] for after in began} == {"later enjoined"}
    assert {after["level"] for after in began} == {"note"}
