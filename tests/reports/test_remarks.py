"""What every format says of an answer and of a run: its basis, how far the law is known, what is left open."""

from __future__ import annotations

import re
from datetime import date

import pytest

from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.engine.findings import Findings
from compliance.law.cases import base_document, changed
from compliance.reports import FORMATS, ReportContext, prepare_report, render
from compliance.reports.conclusion import LawDay
from compliance.reports.pdf import PdfReport
from tests.catalogs import law

# A game that fails by law, checked alone, on a day after the law was looked up.
CHANGES = {"bank / rotation": {"verb": "rotates", "at-most": "3 hands"}, "play / natural": "wins at once"}
TEXT = changed(base_document("california-blackjack"), CHANGES)
PATH = "rules/jack.yaml"


def render_words(format: str, day: date, suspended: bool = False, text: str = TEXT) -> str:
    """A report as plain words: of what is printed, what goes to the template."""
    findings: Findings = check([(PATH, text.encode())], day, law(), suspended=suspended)
    context = ReportContext(
        lambda _: text.split("\n"),
        lambda: [load_document(PATH, text.encode())],
        law,
        "1",
        show_all=True,
        width=5000,
        full=True,
    )
    if format == "pdf":
        return str(PdfReport(prepare_report(findings, context), context).data())
    made = render(format, findings, context)
    assert not isinstance(made, bytes)
    plain = "".join(made).replace("<!-- -->", "").replace("&#x27;", "'").replace("&amp;", "&").replace("%25", "%")
    return re.sub(r"\\([\\`*_\[\]|~<>])", r"\1", plain)


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_tells_basis_defence_and_days(format: str) -> None:
    text = render_words(format, date(2030, 1, 1))
    assert "computed" in text
    assert "quoted" in text or format in ("gitlab", "github"), "what passed is in neither"
    assert "that approval is a full defence" in text or format in ("concise", "markdown"), "short forms"
    assert "Changes since then are not reflected." in text or "later changes are not reflected." in text
    assert re.search(r"not checked may give \d+ missing answers?\.", text)


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_says_that_nothing_failed_where_no_law_is_known(format: str) -> None:
    text = base_document("washington-game")
    said = render_words(format, date(1950, 1, 1), text=text)
    assert "The earliest Washington law known here is of December 31, 1997." in said
    assert "nothing failed" not in said.lower()
    assert "last checked" not in said


@pytest.mark.parametrize("format", FORMATS)
def test_suspended_law_is_told_when_asked_for_and_is_no_review(format: str) -> None:
    silent, told = (render_words(format, date(2026, 11, 16), suspended) for suspended in (False, True))
    assert "california.2026-no-natural" not in silent or format == "sarif", "every requirement is declared there"
    assert "This rule is suspended; no duty follows." not in silent
    assert "This rule is suspended; no duty follows." in told or format in ("concise", "markdown"), "short forms"
    assert "question: california.2026" not in told


def test_law_of_which_no_look_up_day_is_known_is_said_to_be_so() -> None:
    day = LawDay("Florida", date(2026, 11, 18), "", "")
    assert day.sentence == "Florida law as of November 18, 2026; when it was last checked is not known."
    assert day.warning == "When the law of Florida was last checked is not known."
    assert day.command == ""
