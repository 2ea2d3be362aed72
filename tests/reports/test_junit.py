"""JUnit XML, read back with junitparser as a CI server would."""

from __future__ import annotations

from xml.etree import ElementTree

import junitparser
import pytest

from compliance.engine.findings import Findings
from tests.reports.conftest import READABLE, Report


def suites(text: str) -> dict[str, junitparser.TestSuite]:
    return {suite.name: suite for suite in junitparser.JUnitXml.fromstring(text.encode())}


def outcomes(suite: junitparser.TestSuite) -> dict[str, list[str]]:
    return {case.name: [type(result).__name__ for result in case.result] for case in suite}


def test_a_suite_for_each_document_and_a_case_for_each_requirement(report: Report) -> None:
    read = suites(report("junit", fail_on="note"))
    assert {path: outcomes(suite) for path, suite in read.items()} == {
        "rules/harbor.yaml": {"test.percentage": ["Failure"], "test.rates": ["Failure"]},
        "rules/pier.yaml": {"test.percentage": [], "test.rates": ["Skipped"]},
        "rules/nines.yaml": {"test.turn": []},
        "rules/house.yaml": {},
        "rules/cut.yaml": {"document.colon": ["Error"]},
    }


def test_the_counts_agree_with_the_cases(report: Report) -> None:
    xml = junitparser.JUnitXml.fromstring(report("junit", fail_on="note").encode())
    written = (xml.tests, xml.failures, xml.errors, xml.skipped)
    xml.update_statistics()  # type: ignore[no-untyped-call]  # junitparser types only some of itself
    assert written == (xml.tests, xml.failures, xml.errors, xml.skipped) == (6, 2, 1, 1)


def test_a_failure_tells_level_place_law_and_remedy(report: Report) -> None:
    case = next(
        case
        for case in suites(report("junit", fail_on="warning"))["rules/harbor.yaml"]
        if case.name == "test.percentage"
    )
    (failure,) = case.result
    assert (failure.type, failure.message) == ("warning", "warning: Option 1 charges the player 5% of pot")
    assert failure.text == (
        "fail: Option 1 charges the player 5% of pot.\n"
        "at rules/harbor.yaml:12:14 options / 1 / collections / 1 / fee\n"
        "basis: computed from figures or structure\n"
        "law: Penal Code § 2: Fees are flat. (regulation; text seen)\n"
        "remedy: Charge flat amounts."
    )


@pytest.mark.parametrize(("fail_on", "failed"), [("error", 1), ("warning", 2), ("note", 2)])
def test_only_what_fails_the_run_is_a_failure(report: Report, fail_on: str, failed: int) -> None:
    xml = junitparser.JUnitXml.fromstring(report("junit", fail_on=fail_on).encode())
    assert (xml.tests, xml.failures) == (6, failed)
    # What fails at a lesser level is not green: it is skipped, as a question is.
    assert xml.skipped == 1 + 2 - failed


def test_a_review_is_skipped_with_its_reason(report: Report) -> None:
    case = next(case for case in suites(report("junit"))["rules/pier.yaml"] if case.name == "test.rates")
    (skipped,) = case.result
    assert skipped.message.startswith("question: Option 1 charges 6 rates (3 different amounts)")


def test_what_does_not_apply_is_told_when_everything_is(report: Report) -> None:
    (case,) = suites(report("junit", show_all=True))["rules/house.yaml"]
    (skipped,) = case.result
    assert skipped.message == "not-applicable: Applies to player-dealer only (who banks); here: house."


@pytest.mark.parametrize(("status", "outcome"), [("error", "Error"), ("review", "Skipped"), ("pass", "Failure")])
def test_the_worst_of_several_answers_decides_and_all_are_told(
    report: Report, check_documents: object, status: str, outcome: str, hostile: Findings
) -> None:
    fail = hostile.findings[1]._replace(message="First.")
    hostile.findings = [fail, fail._replace(status=status, message="Second.")]
    if status == "review":
        hostile.findings = hostile.findings[1:]
    (suite,) = suites(report("junit", findings=hostile, fail_on="warning")).values()
    (case,) = suite
    (result,) = case.result
    assert type(result).__name__ == outcome
    assert "Second." in result.text


def test_a_hostile_document_stays_text_in_well_formed_xml(report: Report, hostile: Findings) -> None:
    text = report("junit", findings=hostile, fail_on="note")
    root = ElementTree.fromstring(text)
    assert {element.tag for element in root.iter()} == {
        "testsuites",
        "testsuite",
        "properties",
        "property",
        "testcase",
        "failure",
    }
    failure = root.find(".//failure")
    assert failure is not None
    assert failure.attrib["message"].startswith(f"error: {READABLE[:120]}")
    assert (failure.text or "").startswith(f"fail: {READABLE}")
    assert not {"\x1b", "\x9b", "\u202e", "\r", "\ufffe"} & set(text)
