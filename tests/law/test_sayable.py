"""What real papers say can be written, and something uses it: each has a case that passes and one that does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.catalogs import cases_of, law

TABLE = Path(__file__).with_name("sayable.tsv").read_text("utf-8").splitlines()
ROWS = [line.split("\t") for line in TABLE if not line.startswith("#")]


@pytest.mark.parametrize(("what", "written", "requirement"), ROWS, ids=[row[0] for row in ROWS])
def test_it_is_written_in_a_case_that_passes_and_in_one_that_does_not(
    what: str, written: str, requirement: str
) -> None:
    form = re.compile(written)
    cases = [case for case in cases_of(law().requirements[requirement]) if form.search(case.document())]
    answers = {case.expect for case in cases}
    assert "pass" in answers
    assert answers & {"fail", "review"}
