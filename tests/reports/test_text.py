"""Text out of documents: safe to show, and no command to a pipeline."""

from __future__ import annotations

import pytest

from compliance.engine.findings import Findings
from compliance.reports.text import flowing, inert, plain
from tests.reports.conftest import Report


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("::stop-commands::x", ": :stop-commands::x"),
        ("  \t::error::x", "  \t: :error::x"),
        ("a ::error::x", "a ::error::x"),
        ("a ##[error]x ###[group]y", "a # #[error]x ## #[group]y"),
        ("##vso[task.complete]", "# #vso[task.complete]"),
        ("## Title #1 [x]", "## Title #1 [x]"),
    ],
)
def test_a_command_is_broken_by_a_blank(line: str, shown: str) -> None:
    assert inert(line) == shown
    assert inert(shown) == shown


def test_line_breaks_of_prose_are_blanks_and_all_else_is_spelled_out() -> None:
    assert flowing("one\ntwo\x1b\r\n") == "one two\\u001b\\u000d "
    assert plain("a\nb") == "a\\u000ab"


@pytest.mark.parametrize("format", ["terminal", "markdown", "github"])
def test_no_line_of_a_report_commands_a_pipeline(report: Report, hostile: Findings, format: str) -> None:
    words = "## " + " ".join(["::stop-commands::x ##[error]y"] * 40)
    places = tuple(place._replace(path="rules/##[error]x.yaml") for place in hostile.findings[0].places[:1])
    told = [finding._replace(message=words, remedy=words, places=places) for finding in hostile.findings]
    hostile.findings = told
    for width in range(60, 100):
        lines = report(format, findings=hostile, width=width).splitlines()
        assert not any("##[" in line for line in lines)
        ours = ("::warning file=", "::error file=") if format == "github" else ("\0",)
        assert not any(line.lstrip().startswith("::") for line in lines if not line.startswith(ours))
