"""Documents of made-up rooms by somebody who tries to get a pass he should not get, with what became of it.

Each says in its first lines what the trick is, what it got when it was written, and what it gets.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from compliance.engine.checking import check
from tests import catalogs

LAW = catalogs.law()
DOCUMENTS = sorted((Path(__file__).parent / "adversarial").glob("*.yaml"))
ANSWER = re.compile(r"([a-z]+\.[a-z0-9-]+) is (fail|review)")


def test_there_are_at_least_ten() -> None:
    assert len(DOCUMENTS) >= 10


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_the_trick_does_not_pass(path: Path) -> None:
    text = path.read_text("utf-8")
    head = "".join(line for line in text.splitlines(keepends=True) if line.startswith("#"))
    wanted = dict(ANSWER.findall(head))
    assert wanted
    findings = check([(path.name, text.encode())], date(2026, 11, 16), LAW).findings
    assert [finding.message for finding in findings if finding.status == "error"] == []
    found = {
        requirement: {finding.status for finding in findings if finding.requirement == requirement}
        for requirement in wanted
    }
    assert {requirement: answer in found[requirement] for requirement, answer in wanted.items()} == dict.fromkeys(
        wanted, True
    ), found
    assert all("pass" not in statuses for statuses in found.values()), found
