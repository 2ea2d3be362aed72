"""OSCAL assessment results: valid by somebody else's model, with every answer kept as state and reason.

oscal-assessment-results.json beside this file is the model of compliance-trestle (Apache-2.0) as JSON Schema.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from compliance.engine.findings import Finding, Findings
from tests.reports.conftest import DOCUMENTS, Documents, Report

SCHEMA = json.loads(Path(__file__).with_name("oscal-assessment-results.json").read_text("utf-8"))
VALIDATOR = jsonschema_rs.validator_for(SCHEMA, validate_formats=True)
STATES = {
    "pass": "satisfied",
    "not-applicable": "satisfied",
    "information": "satisfied",
    "fail": "not-satisfied",
    "review": "not-satisfied",
    "error": "not-satisfied",
    "waived": "not-satisfied",
}


@pytest.fixture
def findings(check_documents: Callable[[Documents], Findings]) -> Findings:
    return check_documents(DOCUMENTS)


def results_of(text: str) -> dict[str, Any]:
    """The assessment results, once they are found valid."""
    made = json.loads(text)
    assert [error.message for error in VALIDATOR.iter_errors(made)] == []
    results: dict[str, Any] = made["assessment-results"]
    return results


def statuses(results: dict[str, Any]) -> list[tuple[str, dict[str, str]]]:
    found = [finding for result in results["results"] for finding in result.get("findings", ())]
    return [(finding["target"]["target-id"], finding["target"]["status"]) for finding in found]


def test_every_requirement_is_a_finding_whose_reason_is_its_status(report: Report, findings: Findings) -> None:
    told = statuses(results_of(report("oscal")))
    asked = {(finding.path, finding.requirement) for finding in findings.findings}
    assert len(told) == len(asked)
    assert {status["reason"] for _, status in told} <= {*STATES, "suspended"}
    for requirement, status in told:
        reason = "information" if status["reason"] == "suspended" else status["reason"]
        assert status["state"] == STATES[reason], requirement
        assert status["remarks"]


def test_a_result_is_a_document_with_its_conclusion_and_digest(report: Report, findings: Findings) -> None:
    results = results_of(report("oscal"))
    assert len(results["results"]) == len(findings.documents)
    hashes = {
        link["hashes"][0]["value"] for one in results["back-matter"]["resources"] for link in one.get("rlinks", ())
    }
    assert hashes == {document.sha256 for document in findings.documents}
    assert all(one["description"].split(":")[0] for one in results["results"])


def test_findings_lead_to_observations_with_the_law_and_what_to_do(report: Report) -> None:
    results = results_of(report("oscal"))
    observations = {one["uuid"]: one for result in results["results"] for one in result.get("observations", ())}
    linked = [
        observations[one["observation-uuid"]]
        for result in results["results"]
        for finding in result.get("findings", ())
        for one in finding.get("related-observations", ())
    ]
    rates = next(one for one in linked if "rates" in one["description"])
    props = {prop["name"]: prop["value"] for prop in rates["props"]}
    assert (props["grade"], props["law"]) == ("error", "Penal Code § 1")
    assert rates["remarks"] == "Merge tiers."


def test_text_of_a_document_is_valid_and_text(report: Report, hostile: Findings) -> None:
    results_of(report("oscal", findings=hostile))


def test_a_decision_counts_as_what_it_says(report: Report, findings: Findings) -> None:
    def decided(finding: Finding) -> Finding:
        if finding.status == "review":
            return finding._replace(status="answered", decision="meets the requirement: seen")
        return finding._replace(status="waived") if finding.status == "fail" else finding

    told = [decided(finding) for finding in findings.findings]
    states = statuses(
        results_of(report("oscal", findings=Findings(findings.as_of, "abc", findings.documents, told, {})))
    )
    assert {status["reason"] for _, status in states} <= {"pass", "waived", "error", "not-applicable"}
    assert "waived" in {status["reason"] for _, status in states}
