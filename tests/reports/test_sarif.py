"""SARIF 2.1.0: valid by its schema, read by a reader that is not ours, and honest about kinds and levels.

sarif-2.1.0.json beside this file is the schema as Microsoft publishes it with the SARIF tools (MIT licence).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import sarif_pydantic  # type: ignore[import-untyped]  # it has types, but no marker that says so

from compliance.engine.findings import Finding, Findings
from compliance.law.catalog import Catalog
from tests.reports.conftest import DOCUMENTS, HOSTILE_PATH, READABLE, Report

SCHEMA = json.loads(Path(__file__).with_name("sarif-2.1.0.json").read_text("utf-8"))
VALIDATOR = jsonschema_rs.validator_for(SCHEMA)


def run_of(text: str) -> dict[str, Any]:
    """The run of a log, once the log is found valid."""
    log = json.loads(text)
    assert [error.message for error in VALIDATOR.iter_errors(log)] == []
    run: dict[str, Any] = log["runs"][0]
    return run


def results(run: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(result["ruleId"], result["kind"], result["level"]) for result in run["results"]]


def test_what_failed_is_a_result_and_what_is_open_one_of_kind_review(report: Report) -> None:
    assert results(run_of(report("sarif"))) == [
        ("document.colon", "fail", "error"),
        ("test.rates", "fail", "error"),
        ("test.percentage", "fail", "warning"),
        ("test.rates", "review", "note"),
    ]


def test_a_rule_has_its_law_and_history_and_a_message_links_to_its_places(report: Report) -> None:
    run = run_of(report("sarif"))
    rule = run["tool"]["driver"]["rules"][0]
    assert rule["help"]["text"] == "An option charges at most 5 rates. Merge tiers."
    assert "Rates are few." in rule["help"]["markdown"]
    assert "| no date established | Penal Code § 1 | An option charges at most 5 rates. |" in rule["help"]["markdown"]
    message = run["results"][1]["message"]["text"]
    assert message.startswith(
        "Option 1 charges 7 rates; at most 5 are allowed at a table. See [line 21](1), [line 12](2)"
    )
    assert run["properties"]["verdict"]["answer"] == "undecided"


def test_all_answers_are_results_when_all_are_asked_for(report: Report) -> None:
    assert results(run_of(report("sarif", show_all=True)))[4:] == [
        ("test.turn", "pass", "none"),
        ("test.percentage", "pass", "none"),
        ("test.turn", "notApplicable", "none"),
    ]


def test_every_requirement_is_declared_and_what_was_not_law_is_off(report: Report, catalog: Catalog) -> None:
    run = run_of(report("sarif"))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [*catalog.requirements, "document.colon"]
    enabled = {rule["id"]: rule["defaultConfiguration"].get("enabled", True) for rule in rules}
    assert [name for name, on in enabled.items() if not on] == ["test.not-yet"]
    assert rules[0]["fullDescription"]["text"] == "An option charges at most 5 rates."
    assert rules[0]["properties"] == {
        "tags": ["california", "schedule", "Fees"],
        "citation": "Penal Code § 1",
        "authority": "statute",
        "seen": "official digest seen, not the text",
        "note": "The text was not seen.",
        "basis": "computed",
        "remedy": "Merge tiers.",
    }
    # What its rule says of law and remedy, a result does not say again.
    assert not {"citation", "authority", "note", "remedy"} & set(run["results"][1]["properties"])
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_a_place_has_its_region_route_and_source_lines(report: Report) -> None:
    run = run_of(report("sarif"))
    (location,) = run["results"][2]["locations"]
    assert location == {
        "physicalLocation": {
            "artifactLocation": {"uri": "rules/harbor.yaml", "uriBaseId": "%SRCROOT%", "index": 0},
            "region": {"startLine": 12, "startColumn": 14, "endColumn": 27},
        },
        "logicalLocations": [{"fullyQualifiedName": "options / 1 / collections / 1 / fee"}],
        "message": {"text": "a percentage, not a flat fee"},
        "properties": {"source": [{"file": "harbor.txt", "lines": "12-20"}]},
    }
    # Those that the message links to.
    related = run["results"][1]["relatedLocations"]
    assert [place["id"] for place in related] == [1, 2, 3, 4, 5]
    assert related[1]["message"]["text"].startswith("rate 1: ")


def test_documents_are_artifacts_with_their_hashes(report: Report) -> None:
    artifacts = run_of(report("sarif"))["artifacts"]
    assert [artifact["location"]["uri"] for artifact in artifacts] == list(DOCUMENTS)
    assert all(len(artifact["hashes"]["sha-256"]) == 64 for artifact in artifacts)


def marks(text: str) -> list[str]:
    return [result["partialFingerprints"]["requirementDocumentRoute/v1"] for result in run_of(text)["results"]]


def test_fingerprints_are_unique_and_survive_moved_lines(report: Report) -> None:
    moved = {path: f"# a remark\n\n{text}" for path, text in DOCUMENTS.items()}
    assert marks(report("sarif")) == marks(report("sarif", moved))
    assert len(set(marks(report("sarif")))) == 4


@pytest.fixture
def fail(hostile: Findings) -> Finding:
    return hostile.findings[0]


@pytest.mark.parametrize(("status", "kind", "level"), [("waived", "fail", "error"), ("answered", "review", "note")])
def test_a_decision_is_a_suppression(
    report: Report, hostile: Findings, fail: Finding, status: str, kind: str, level: str
) -> None:
    said = "waive, decided by A. Person on 2026-11-16, until 2026-12-31: under discussion"
    hostile.findings = [fail._replace(status=status, level="error", decision=said)]
    run = run_of(report("sarif", findings=hostile))
    assert results(run) == [("test.rates", kind, level)]
    (result,) = run["results"]
    assert result["suppressions"] == [{"kind": "external", "status": "accepted", "justification": said}]


def test_a_check_that_broke_leaves_its_question_open(report: Report, hostile: Findings, fail: Finding) -> None:
    hostile.findings = [fail._replace(status="error", message="The check broke.")]
    run = run_of(report("sarif", findings=hostile))
    assert results(run) == [("test.rates", "open", "none")]
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "The check broke."


def test_another_reader_reads_the_same(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "report.sarif"
    path.write_text(report("sarif"), "utf-8")
    (run,) = sarif_pydantic.load(path).runs
    assert run.tool.driver.name == "Pit Boss"
    assert run.results is not None
    assert [result.rule_id for result in run.results] == [
        "document.colon",
        "test.rates",
        "test.percentage",
        "test.rates",
    ]
    assert run.results[2].message.text == "Option 1 charges the player 5% of pot."


def test_a_hostile_document_stays_text(report: Report, hostile: Findings) -> None:
    text = report("sarif", findings=hostile)
    run = run_of(text)
    assert not {"\x1b", "\x9b", "\u202e", "\r"} & set(text)
    message = run["results"][0]["message"]["text"]
    # In a message, words in brackets before an address are a link; a backslash keeps them words.
    assert "\\[text\\](http://x.example/)" in message
    assert message.replace("\\[", "[").replace("\\]", "]").startswith(READABLE[:120])
    uri = run["artifacts"][0]["location"]["uri"]
    assert uri == "rules/a%2Cb%3Ac%250A%3A%3Aerror%3A%3Ax%20%3Cb%3E%60%7C%0A%1B%5B31m.yaml"
    assert HOSTILE_PATH not in text
