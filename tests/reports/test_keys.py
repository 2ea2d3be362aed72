"""Who is told that something is not stated is told which key would state it, in every format."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.law.cases import base_document, changed
from compliance.reports import FORMATS, ReportContext, render
from tests.catalogs import law
from tests.reports.test_remarks import render_words

DAY = date(2025, 8, 1)
PATH = "rules/game.yaml"
LEFT_OUT = ["play / side-bets-between-players", "statements", "table / players"]
SILENT = changed(base_document("washington-game"), {}, LEFT_OUT)
SIDE_BETS = "(key: play / side-bets-between-players)"


def find_finding(text: str, requirement: str) -> Finding:
    findings = check([(PATH, text.encode())], DAY, law()).findings
    return next(finding for finding in findings if finding.requirement == requirement)


# Whoever works in YAML is told the key; in print, and in a line each, the question is in words alone.
KEYED = [format for format in FORMATS if format not in ("concise", "pdf", "markdown", "oscal")]


@pytest.mark.parametrize("format", KEYED)
def test_formats_for_people_who_write_yaml_name_the_key_that_is_not_written(format: str) -> None:
    said = render_words(format, DAY, text=SILENT)
    assert "play / side-bets-between-players" in said


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_asks_for_it_in_words(format: str) -> None:
    assert "May players bet with each other?" in render_words(format, DAY, text=SILENT)


def test_the_terminal_asks_for_it_without_being_asked_for_more() -> None:
    context = ReportContext(
        lambda _: SILENT.split("\n"), lambda: [load_document(PATH, SILENT.encode())], law, "1", width=200
    )
    lines = "".join(map(str, render("terminal", check([(PATH, SILENT.encode())], DAY, law()), context))).split("\n")
    assert [line for line in lines if line.startswith("  [ ] May players bet with each other?")]


def test_what_is_marked_as_unclear_is_named_too() -> None:
    text = changed(base_document("washington-game"), {"table / players": "unclear"})
    assert find_finding(text, "washington.players-house-banked").key == "table / players"


def test_a_hand_that_is_not_defined_is_named_and_shown_where_it_is_paid() -> None:
    text = changed(base_document("washington-game"), {"wagers / line / pays": {"four-nines": "2 to 1"}})
    finding = find_finding(text, "integrity.paytable-complete-defined")
    assert '"four-nines", which the document does not define' in finding.message
    assert [place.route for place in finding.places] == ["wagers / line / pays / four-nines"]


@pytest.mark.parametrize("status", ["pass", "not-applicable"])
def test_nobody_is_told_of_a_key_where_nothing_is_asked_for(status: str) -> None:
    findings = check([(PATH, SILENT.encode())], DAY, law()).findings
    assert not any(finding.key for finding in findings if finding.status == status)


def test_what_is_stated_and_wrong_names_no_key() -> None:
    text = changed(base_document("washington-game"), {"table / players": "12"})
    finding = find_finding(text, "washington.players-house-banked")
    assert (finding.status, finding.key) == ("fail", "")


def test_a_block_is_named_where_its_keys_say_it_together() -> None:
    text = changed(base_document("washington-game"), {"approval": {"authority": "unclear"}})
    assert find_finding(text, "washington.game-approved").key == "approval"
