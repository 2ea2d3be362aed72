"""What every format says of an answer and of a run: its basis, how far the law is known, what is left open."""

from __future__ import annotations

import re
from datetime import date

import pytest

from compliance.documents.reading import load
from compliance.engine import check
from compliance.findings import Findings
from compliance.law.cases import base_document, changed
from compliance.reports import FORMATS, Context, render
from compliance.reports.pdf import report as pdf_data
from tests.catalogues import law

# A game that fails by law, checked alone, on a day after the law was looked up.
CHANGES = {"bank / rotation": {"verb": "rotates", "at-most": "3 hands"}, "play / natural": "wins at once"}
TEXT = changed(base_document("california-blackjack"), CHANGES)
PATH = "rules/jack.yaml"


def written(format: str, day: date, suspended: bool = False, text: str = TEXT) -> str:
    """A report as plain words: of what is printed, what goes to the template."""
    findings: Findings = check([(PATH, text.encode())], day, law(), suspended=suspended)
    context = Context(
        lambda _: text.split("\n"), lambda: [load(PATH, text.encode())], law, "1", show_all=True, width=5000, full=True
    )
    if format == "pdf":
        return str(pdf_data(findings, context))
    made = render(format, findings, context)
    assert not isinstance(made, bytes)
    plain = "".join(made).replace("<!-- -->", "").replace("&#x27;", "'").replace("&amp;", "&").replace("%25", "%")
    return re.sub(r"\\([\\`*_\[\]|~<>])", r"\1", plain)


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_tells_basis_defence_and_days(format: str) -> None:
    text = written(format, date(2030, 1, 1))
    assert "computed" in text
    assert "stated" in text or format == "gitlab", "what passed is in no code quality report"
    assert "that approval is a full defence" in text or format == "concise", "one line a finding"
    assert "California law was looked up " in text
    assert "this run reads it as of 2030-01-01: what changed since is not known here." in text
    assert re.search(r"\d+ answers? may be settled by general terms or schedules that were not checked with it\.", text)


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_says_that_nothing_failed_where_no_law_is_known(format: str) -> None:
    text = base_document("washington-game")
    said = written(format, date(1950, 1, 1), text=text)
    assert "No law of 1950-01-01 is known here for Washington" in said
    assert "1997-12-31" in said
    assert "nothing failed" not in said.lower()
    assert "looked up" not in said
    assert "'Passes'" not in said.split("groups")[0]


@pytest.mark.parametrize("format", FORMATS)
def test_suspended_law_is_told_when_asked_for_and_is_no_review(format: str) -> None:
    silent, told = (written(format, date(2026, 11, 16), suspended) for suspended in (False, True))
    assert "california.2026-no-natural" not in silent or format == "sarif", "every requirement is declared there"
    assert "This rule is suspended; no duty follows." not in silent
    assert "This rule is suspended; no duty follows." in told
    assert "review: california.2026" not in told
