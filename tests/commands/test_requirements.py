"""`pitboss requirements` and `pitboss explain`: the law on a day, its history, and what changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compliance.law.cases import base_document
from compliance.law.catalog import Holding
from compliance.law.changes import kind_of_change
from tests.catalogs import law
from tests.conftest import Ran

Pitboss = Callable[..., Ran]


def test_a_requirement_is_told_with_its_history_and_examples(pitboss: Pitboss) -> None:
    out = pitboss("explain", "california.collection-rate-count").out
    assert "in force since January 1, 2009  collection-rates 5" in out
    assert "in force since January 1, 2004 until December 31, 2008" in out
    assert "known to be in force since December 31, 2002 until December 31, 2003  collection-rates 3" in out
    assert "statute; text seen" in out
    assert "\n  pass " in out
    assert "\n  fail " in out
    remedy = "Merge tiers, or keep the tables apart: offer the other tiers as an option"
    assert f"{remedy} that is never in use at the same table." in " ".join(out.split())


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
    need: "table.players is at most {seats}"
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


def test_the_catalog_of_a_day_has_the_values_of_that_day(pitboss: Pitboss) -> None:
    def read_most(day: str) -> object:
        rows = pitboss("requirements", "--as-of", day, "--jurisdiction", "washington", "--format", "json").data
        return next(r["values"]["wager-limit"] for r in rows["requirements"] if r["id"] == "washington.wager-limit")

    assert (read_most("2023-09-24"), read_most("2023-09-25")) == ("$300", "$400")


def test_a_jurisdiction_lists_its_own_requirements_and_those_of_good_order(pitboss: Pitboss) -> None:
    rows = pitboss("requirements", "--jurisdiction", "california", "--format", "json").data["requirements"]
    of_places = {one.id for one in law() if one.applies.locality is not None}
    own = {row["id"].split(".")[0] for row in rows if row["id"] not in of_places}
    assert own == {"california", "integrity"}
    assert of_places <= {row["id"] for row in rows}


def test_the_difference_between_two_days_names_what_changed_in_law(pitboss: Pitboss) -> None:
    out = pitboss("requirements", "--diff", "2023-09-24", "2023-09-25").out
    assert "changes washington.wager-limit" in out
    assert "- No single wager is above $300." in out
    assert "+ No single wager is above $400." in out
    # What the sentence does not say of a change is said after it.
    assert [out.count(f"(wager-limit {limit})") for limit in ("$300", "$400")] == [1, 1]
    assert pitboss("requirements", "--diff", "2024-01-01", "2024-01-02").out.startswith("0 changes in law")


def test_the_day_of_a_copy_is_no_change_in_law(pitboss: Pitboss) -> None:
    out = pitboss("requirements", "--diff", "2002-12-31", "2003-01-01").out
    assert "first seen california.local-seats" in out
    assert out.splitlines()[-1].startswith("0 changes in law between 2002-12-31 and 2003-01-01; 3 first seen then")
    assert "known to be in force since January 1, 2003" in pitboss("explain", "california.local-seats").out


def test_a_text_that_is_first_seen_and_asks_the_same_is_no_change_in_law(pitboss: Pitboss) -> None:
    out = pitboss("requirements", "--diff", "2023-12-31", "2024-01-01").out
    assert "first seen california.rotation-systematic" in out
    assert out.splitlines()[-1].startswith("0 changes in law")
    assert "changes washington.hand-fee\n" in pitboss("requirements", "--diff", "2016-12-22", "2018-07-01").out


def test_nothing_of_the_suspended_rules_is_in_the_catalog_before_they_began(pitboss: Pitboss) -> None:
    changes = pitboss("requirements", "--diff", "2026-03-31", "2026-04-01", "--format", "json").data["changes"]
    told = [change["after"] for change in changes if change["change"] == "enjoined later"]
    assert told
    assert {after["authority"] for after in told} == {"later enjoined"}
    assert {after["level"] for after in told} == {"note"}


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("2026-03-31", "2026-04-01", "enjoined later"),
        ("2026-04-01", "2026-11-16", "suspended"),
        ("2026-03-01", "2026-11-16", "suspended"),
    ],
)
def test_rules_that_a_court_stopped_are_never_said_to_begin(
    pitboss: Pitboss, first: str, second: str, kind: str
) -> None:
    changes = pitboss("requirements", "--diff", first, second, "--format", "json").data["changes"]
    assert {change["change"] for change in changes if change["id"].startswith("california.2026-")} == {kind}
    text = pitboss("requirements", "--diff", first, second).out
    assert "begins california.2026" not in text
    assert "0 changes in law" in text


def holding(**more: Any) -> Holding:
    usual: dict[str, Any] = dict.fromkeys(Holding._fields, "")
    usual |= {"parameters": {}, "values": {}, "when": {}, "from_": None}
    return Holding(**(usual | {"until": None, "authority": "statute"} | more))


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (None, holding(), "begins"),
        (None, holding(authority="suspended"), "suspended"),
        (holding(), None, "ends"),
        (holding(), holding(authority="suspended"), "suspended"),
        (holding(authority="suspended"), holding(), "back in force"),
        (holding(asks="Five."), holding(asks="At most five."), "reworded"),
        (holding(cite="§ 1"), holding(cite="§ 2"), "cited anew"),
        (holding(parameters={"most": 3}), holding(parameters={"most": 5}), "changes"),
    ],
)
def test_a_change_is_called_what_it_is(before: Holding | None, after: Holding | None, kind: str) -> None:
    assert kind_of_change(before, after) == kind


def test_requirements_are_one_line_each_with_whole_ids(pitboss: Pitboss) -> None:
    listed = pitboss("requirements", "--as-of", "2024-07-01")
    rows = pitboss("requirements", "--as-of", "2024-07-01", "--format", "json").data["requirements"]
    lines = listed.out.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == [row["id"] for row in rows]
    assert max(map(len, lines)) <= 110
    long = pitboss("requirements", "--as-of", "2024-07-01", "--long").out
    assert "No single wager is above $400." in long
    assert "No single wager is above $400." not in listed.out


def test_an_explanation_begins_with_the_wording_of_the_day_and_shows_three_examples(pitboss: Pitboss) -> None:
    past = pitboss("explain", "washington.wager-limit", "--as-of", "2023-09-24").out
    assert past.split("\n")[4] == "  No single wager is above $300."
    assert past.index("wager-limit $300") < past.index("wager-limit $400")
    assert len(re.findall(r"^  (?:pass|fail|review) ", past, re.MULTILINE)) == 3
    every = pitboss("explain", "washington.wager-limit", "--all-examples").out
    assert len(re.findall(r"^  (?:pass|fail|review) ", every, re.MULTILINE)) > 3


# --- proposed law ---


def test_the_effect_of_proposed_law_names_documents_lines_and_requirements(pitboss: Pitboss, root: Path) -> None:
    ran = pitboss("requirements", "--effect", "rules-of-2026", root / "rulesets", "--format", "json")
    assert (ran.code, ran.data["format"]) == (0, "pitboss.effect/1")
    by_path = {Path(one["path"]).stem: one for one in ran.data["documents"]}
    tie = next(one for one in by_path["21st-century-blackjack-8"]["fails"] if one["requirement"].endswith("2026-ties"))
    assert tie["effect"] == "fails"
    text = (root / "rulesets/california/napa-valley/21st-century-blackjack-8.yaml").read_text().splitlines()
    assert "push" in text[tie["line"] - 1]
    assert by_path["pai-gow-pow"] == {**by_path["pai-gow-pow"], "fails": [], "open": [], "met": 0}
    shown = pitboss("requirements", "--effect", "rules-of-2026", root / "rulesets").out
    assert f"line {tie['line']}: " in shown
    assert shown.splitlines()[-1] == ran.data["summary"]


def test_proposed_law_is_asked_only_by_its_name(pitboss: Pitboss, tmp_path: Path) -> None:
    text = base_document("california-blackjack").replace("ties: player wins", "ties: push")
    (tmp_path / "game.yaml").write_text(text)
    day = ("--as-of", "2026-11-16", "--format", "json")
    asked = [one["requirement"] for one in pitboss("check", tmp_path, *day).data["findings"]]
    assert [id for id in asked if ".2026-" in id] == []
    tried = pitboss("check", tmp_path, *day, "--with-proposed", "rules-of-2026").data
    ties = next(one for one in tried["findings"] if one["requirement"] == "california.2026-ties")
    assert (ties["status"], ties["authority"], ties["level"]) == ("fail", "proposed", "error")
    assert any("not in force, was tested as if it were" in remark for remark in tried["remarks"])
    wrong = pitboss("check", tmp_path, "--with-proposed", "rules-of-2027")
    assert (wrong.code, "known: rules-of-2026" in wrong.err) == (2, True)


BILL = """
sections:
  - section: Bill 7
    title: Seats
    authority: statute
    source: https://bills.example/7
    wordings:
      - {authority: proposed, proposal: bill-7, seen: text, values: {seats: 6}}
requirements:
  - requirement: harbor.fewer-seats
    title: At most six are seated
    asks: At most {seats} players are seated.
    applies: {document: game, jurisdiction: california}
    rests-on: Bill 7
    level: error
    need: "table.seats is at most {seats}"
    remedy: Seat fewer.
"""


def test_a_bill_may_be_tried_from_a_catalog_of_ones_own(pitboss: Pitboss, tmp_path: Path) -> None:
    law = tmp_path / "law"
    law.mkdir()
    (law / "bill.yaml").write_text(BILL)
    (law / "proposal.yaml").write_text(
        "proposal: bill-7\ntitle: Bill 7\njurisdiction: california\nlevel: error\nnote: Read in its first print.\n"
    )
    game = tmp_path / "game.yaml"
    game.write_text(base_document("california-game"))
    assert "harbor.fewer-seats" not in pitboss("requirements", "--catalog", law).out
    effect = pitboss("requirements", "--effect", "bill-7", "--catalog", law, game, "--format", "json").data
    [found] = effect["documents"][0]["fails"]
    assert (found["requirement"], found["route"]) == ("harbor.fewer-seats", "table / seats")
