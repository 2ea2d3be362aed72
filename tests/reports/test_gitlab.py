"""GitLab code quality: every field that GitLab asks for, and fingerprints that last."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from compliance.engine.findings import Findings
from tests.reports.conftest import DOCUMENTS, READABLE, Report


def issues(text: str) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads(text)
    return data


def test_the_fields_are_complete(report: Report) -> None:
    first = issues(report("gitlab"))[2]
    fingerprint = first.pop("fingerprint")
    assert first == {
        "type": "issue",
        "check_name": "test.percentage",
        "description": "warning: Option 1 charges the player 5% of pot",
        "content": {
            "body": "Option 1 charges the player 5% of pot\n\n"
            "Law: Penal Code § 2: Fees are flat. (regulation; text seen)\n\n"
            "Basis: computed from figures or structure\n\nRemedy: Charge flat amounts."
        },
        "categories": ["Compliance"],
        "severity": "major",
        "location": {"path": "rules/harbor.yaml", "lines": {"begin": 12, "end": 12}},
    }
    assert len(fingerprint) == 64


def test_each_status_and_level_has_its_severity(report: Report) -> None:
    told = [(issue["check_name"], issue["severity"]) for issue in issues(report("gitlab", show_all=True))]
    assert told[:4] == [
        ("document.colon", "blocker"),
        ("test.rates", "critical"),
        ("test.percentage", "major"),
        ("test.rates", "info"),
    ]
    assert set(told[4:]) == {("run.remark", "info")}
    assert issues(report("gitlab"))[-1]["description"].startswith("Not tested: 1 answer could not be given, 2 breaches")


def test_good_order_weighs_less_than_law(report: Report, check_documents: Callable[[dict[str, str]], Findings]) -> None:
    results = check_documents(DOCUMENTS)
    results.findings = [finding._replace(authority="good order") for finding in results.findings]
    told = [(issue["check_name"], issue["severity"]) for issue in issues(report("gitlab", findings=results))]
    assert told[1:3] == [("test.rates", "major"), ("test.percentage", "minor")]


def test_fingerprints_are_unique_and_survive_moved_lines(report: Report) -> None:
    moved = {path: f"# a remark\n\n{text}" for path, text in DOCUMENTS.items()}
    before, after = issues(report("gitlab")), issues(report("gitlab", moved))
    assert [issue["fingerprint"] for issue in before] == [issue["fingerprint"] for issue in after]
    assert len({issue["fingerprint"] for issue in before}) == len(before)
    assert after[0]["location"]["lines"]["begin"] == before[0]["location"]["lines"]["begin"] + 2


def test_a_path_is_given_from_the_root_of_the_repository(report: Report) -> None:
    told = issues(report("gitlab", {"./rules/harbor.yaml": DOCUMENTS["rules/harbor.yaml"]}))
    assert told[0]["location"]["path"] == "rules/harbor.yaml"


def test_a_hostile_document_stays_text(report: Report, hostile: Findings) -> None:
    text = report("gitlab", findings=hostile)
    assert not {"\x1b", "\x9b", "\u202e", "\r"} & set(text)
    assert issues(text)[0]["description"].startswith(f"error: {READABLE[:120]}")
    assert "\\u001b[31mred" in issues(text)[0]["content"]["body"]
