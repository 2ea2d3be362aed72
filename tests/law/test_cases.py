"""Every requirement has cases beside it: at least one that passes and one that does not, and each is about it alone."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from functools import cache

import pytest

from compliance.engine import check
from compliance.findings import Finding
from compliance.law.cases import Case, all_cases
from compliance.law.reading import catalogue_files, read_catalogue

CASES = list(all_cases())
CATALOGUE = read_catalogue(catalogue_files())


def answers(findings: list[Finding]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        if finding.places[0].path == "document.yaml":
            found[finding.requirement].add(finding.status)
    return {requirement: frozenset(statuses) for requirement, statuses in found.items()}


def run(case: Case, text: str) -> list[Finding]:
    documents = [("document.yaml", text.encode()), *((path, other.encode()) for path, other in case.partners)]
    return check(documents, case.entry.as_of, CATALOGUE).findings


@cache
def answers_of_base(text: str, day: date, partners: tuple[tuple[str, str], ...]) -> dict[str, frozenset[str]]:
    documents = [("document.yaml", text.encode()), *((path, other.encode()) for path, other in partners)]
    return answers(check(documents, day, CATALOGUE).findings)


def name(case: Case) -> str:
    return f"{case.entry.requirement}: {case.entry.case} ({case.entry.as_of})"


@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_case_gives_its_answer(case: Case) -> None:
    findings = [finding for finding in run(case, case.document) if finding.requirement == case.entry.requirement]
    own = [finding for finding in findings if finding.places[0].path == "document.yaml"]
    assert case.entry.expect in {finding.status for finding in own}, [(f.status, f.message) for f in own]
    if case.entry.at is not None:
        routes = {place.route for finding in own if finding.status == case.entry.expect for place in finding.places}
        assert case.entry.at in routes


@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_case_changes_the_answer_of_its_own_requirement_only(case: Case) -> None:
    before = answers_of_base(case.base, case.entry.as_of, case.partners)
    after = answers(run(case, case.document))
    changed = {requirement for requirement in before | after if before.get(requirement) != after.get(requirement)}
    if not case.entry.requirement.startswith("integrity."):
        # Good order looks at the same places as the law does; a case of the law is about the law alone.
        changed = {requirement for requirement in changed if not requirement.startswith("integrity.")}
    assert changed <= {case.entry.requirement, *case.entry.also}


@pytest.mark.parametrize("requirement", CATALOGUE.requirements)
def test_a_requirement_has_a_passing_and_a_failing_case(requirement: str) -> None:
    expected = {case.entry.expect for case in CASES if case.entry.requirement == requirement}
    assert "pass" in expected
    assert expected & {"fail", "review"}


def test_every_case_is_about_a_known_requirement() -> None:
    assert {case.entry.requirement for case in CASES} <= set(CATALOGUE.requirements)


@pytest.mark.parametrize("requirement", CATALOGUE.requirements.values(), ids=lambda r: r.id)
def test_every_dated_wording_of_the_law_has_a_citation_and_a_source(requirement: object) -> None:
    from compliance.law.catalogue import Requirement

    assert isinstance(requirement, Requirement)
    for wording in requirement.law:
        assert wording.cite
        assert wording.source or wording.authority == "good order", wording
