"""The same input gives the same bytes, in every text format."""

from __future__ import annotations

import pytest

from tests.reports.conftest import Report


@pytest.mark.parametrize("format", ["terminal", "json", "markdown", "html", "sarif", "junit", "github", "gitlab"])
@pytest.mark.parametrize("show_all", [False, True])
def test_the_same_input_gives_the_same_bytes(report: Report, format: str, show_all: bool) -> None:
    first = report(format, show_all=show_all)
    assert first == report(format, show_all=show_all)
    assert first.endswith("\n")
