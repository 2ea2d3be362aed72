"""Who is told that something is not stated is told which key would state it, in every format."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.documents.reading import load
from compliance.engine import check
from compliance.findings import Finding
from compliance.law.cases import base_document, changed
from compliance.reports import FORMATS, Context, render
from tests.catalogues import law
from tests.reports.test_remarks import written

DAY = date(2025, 8, 1)
PATH = "rules/game.yaml"
LEFT_OUT = ["play / side-bets-between-players", "statements", "table / players"]
SILENT = changed(base_document("washington-game"), {}, LEFT_OUT)
SIDE_BETS = "(key: play / side-bets-between-players)"


def found(text: str, requirement: str) -> Finding:
    findings = check([(PATH, text.encode())], DAY, law()).findings
    return next(finding for finding in findings if finding.requirement == requirement)


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_names_the_key_that_is_not_written(format: str) -> None:
    said = written(format, DAY, text=SILENT)
    named = SIDE_BETS if format != "json" else '"key": "play / side-bets-between-players"'
    assert named in said


def test_the_terminal_names_it_without_being_asked_for_more() -> None:
    context = Context(lambda _: SILENT.split("\n"), lambda: [load(PATH, SILENT.encode())], law, "1", width=200)
    lines = "".join(map(str, render("terminal", check([(PATH, SILENT.encode())], DAY, law()), context))).split("\n")
    asked = "  ? The document does not state whether players may bet with each other."
    assert f"{asked} {SIDE_BETS}" in lines


def test_what_is_marked_as_unclear_is_named_too() -> None:
    text = changed(base_document("washington-game"), {"table / players": "unclear"})
    assert found(text, "washington.players-house-banked").key == "table / players"


def test_a_hand_that_is_not_defined_is_named_and_not_the_row_that_pays_for_it() -> None:
    text = changed(base_document("washington-game"), {"wagers / line / pays": {"four-nines": "2 to 1"}})
    finding = found(text, "integrity.paytable-complete-defined")
    assert (finding.key, finding.places[0].route) == ("hands / four-nines", "wagers / line / pays / four-nines")


@pytest.mark.parametrize("status", ["pass", "not-applicable"])
def test_nobody_is_told_of_a_key_where_nothing_is_asked_for(status: str) -> None:
    findings = check([(PATH, SILENT.encode())], DAY, law()).findings
    assert not any(finding.key for finding in findings if finding.status == status)


def test_what_is_stated_and_wrong_names_no_key() -> None:
    text = changed(base_document("washington-game"), {"table / players": "12"})
    finding = found(text, "washington.players-house-banked")
    assert (finding.status, finding.key) == ("fail", "")


def test_a_block_is_named_where_its_keys_say_it_together() -> None:
    text = changed(base_document("washington-game"), {"approval": {"authority": "unclear"}})
    assert found(text, "washington.game-approved").key == "approval"
