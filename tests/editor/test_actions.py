"""What can be done about a finding: the offered row where it belongs, safe fixes, and guesses that say they are."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.editor.actions import CodeAction, build_fix_all, find_actions
from compliance.editor.positions import apply_edits
from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.law.catalog import Catalog
from tests import catalogs
from tests.conftest import GAME, SCHEDULE
from tests.editor.conftest import library

DAY = date(2026, 11, 16)
TILES = "california/napa-valley/pai-gow-tiles-schedule.yaml"
POKER = "california/napa-valley/three-card-poker-6-card-bonus.yaml"


@pytest.fixture(scope="module")
def law() -> Catalog:
    return catalogs.law()


def _findings(text: str, law: Catalog, requirement: str) -> list[Finding]:
    run = check([("a.yaml", text.encode())], DAY, law, frozenset(("fail", "review", "error")))
    return [one for one in run.findings if one.requirement == requirement]


def _action(text: str, law: Catalog, requirement: str) -> CodeAction:
    (action,) = (one for finding in _findings(text, law, requirement) for one in find_actions(text, finding))
    return action


def test_a_missing_band_is_added_where_it_belongs_and_its_fee_is_left_to_say(law: Catalog) -> None:
    text = SCHEDULE.replace("$101+", "$150+").replace("\n", "\r\n")
    action = _action(text, law, "california.bands-contiguous")
    assert action["title"] == "Add the missing band $101-$149; say its fee"
    assert action["safe"]
    after = apply_edits(text, action["edits"])
    row = "          $101-$149:  # say the fee\r\n"
    assert after == text.replace("          $150+", f"{row}          $150+")
    assert _findings(after, law, "document.bad-value")[0].places[0].span.line == 15
    said = after.replace("$101-$149:  # say the fee", "$101-$149: $1")
    assert _findings(said, law, "california.bands-contiguous") == []


def test_a_missing_band_of_a_shared_rate_is_added_to_the_rate(law: Catalog) -> None:
    text = library()[TILES]
    action = _action(text, law, "california.bands-contiguous")
    assert apply_edits(text, action["edits"]) == text.replace(
        '"$5-$1,000": $1, "$1,005+"', '"$5-$1,000": $1, "$1,001-$1,004": , "$1,005+"'
    )


def test_a_missing_row_of_a_table_is_added_to_its_rules(law: Catalog) -> None:
    text = library()[POKER]
    action = _action(text, law, "integrity.outcome-totality")
    added = set(apply_edits(text, action["edits"]).splitlines()) - set(text.splitlines())
    row = "      - {player: played, player-dealer: qualifies, better-hand: same, then: }  # say what happens"
    assert (action["safe"], added) == (True, {row})


def test_a_rule_may_give_way_but_which_one_is_not_for_us_to_say(law: Catalog) -> None:
    rule = "      - {hand: in the pay table, then: paid}\n"
    text = library()[POKER].replace(rule, rule + rule.replace("paid", "loses"))
    action = _action(text, law, "integrity.outcome-totality-twice")
    assert not action["safe"]
    assert action["why"] == "Which of the two rules gives way is yours to say."
    assert "then: loses, unless: {hand: in the pay table}}" in apply_edits(text, action["edits"])


def test_an_old_spelling_is_fixed_and_a_slip_is_guessed(law: Catalog) -> None:
    old = GAME.replace("  by: player-dealer", "  holder: player-dealer")
    action = _action(old, law, "document.unknown-key")
    assert action["safe"]
    assert apply_edits(old, action["edits"]) == GAME
    assert build_fix_all(old) == action
    assert build_fix_all(GAME) is None
    slip = GAME.replace("required", "requird").replace("verb: rotates", "verb: rotate")
    for requirement, wrong, right in (("unknown-key", "requird", "required"), ("bad-value", "rotate", "rotates")):
        guess = _action(slip, law, f"document.{requirement}")
        assert (guess["safe"], guess["title"]) == (False, f"Write `{right}` for `{wrong}`")
        assert "guess" in guess["why"]
