"""Every requirement has cases below it: each gives its answer, is about it alone, and every wording has its days.

Each case is run once. A test runs all cases of a requirement and names those that went wrong.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache, lru_cache

import pytest

from compliance.engine import check
from compliance.findings import Finding
from compliance.law.cases import NOT_ASKED, Case, base_document, changed_tree
from compliance.law.catalogue import Catalogue, Requirement
from tests.catalogues import cases_of, law, only, reading

ONE_DAY = timedelta(days=1)


REQUIREMENTS = list(law())
LAW_ALONE = frozenset(one.id for one in REQUIREMENTS if not one.id.startswith("integrity."))


def answers(findings: list[Finding]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        if finding.places[0].path == "document.yaml":
            found[finding.requirement].add(finding.status)
    return {requirement: frozenset(statuses) for requirement, statuses in found.items()}


def asked_beside(requirement: str) -> Catalogue:
    """What is asked of a case. Good order looks at the same places as the law does; a case of the law is about the law
    alone."""
    return law() if requirement.startswith("integrity.") else only(LAW_ALONE)


@lru_cache(maxsize=64)
def run(text: str, day: date, partners: tuple[str, ...], asked: Catalogue, kept: bytes | None = None) -> list[Finding]:
    """What is found on a document. Requirements that belong together have cases on the same one."""
    documents = [("document.yaml", text.encode())]
    documents += [(f"{name}.yaml", base_document(name).encode()) for name in partners]
    beside = {"document.yaml": kept}.get
    return check(documents, day, asked, suspended=True, beside=beside, reading=reading()).findings


@cache
def answers_of_base(base: str, day: date, partners: tuple[str, ...], asked: Catalogue) -> dict[str, frozenset[str]]:
    return answers(run(document_of(base), day, partners, asked))


def document_of(base: str, case: Case | None = None) -> str:
    """A base document, or a case of it. JSON is YAML too, and written at once."""
    return json.dumps(changed_tree(base_document(base), case.set if case else {}, case.remove if case else ()))


def faults(case: Case) -> Iterator[str]:
    """What is wrong with the answers that a case gives."""
    if case.expect == NOT_ASKED:
        if law().requirements[case.requirement].on(case.on) is not None:
            yield "it is asked"
        return
    partners = tuple(case.partners)
    asked = asked_beside(case.requirement)
    findings = run(document_of(case.base, case), case.on, partners, asked, case.kept())
    own = [one for one in findings if one.requirement == case.requirement and one.places[0].path == "document.yaml"]
    if case.expect not in {finding.status for finding in own}:
        yield f"it gives {[(finding.status, finding.message) for finding in own]}"
    routes = {place.route for finding in own if finding.status == case.expect for place in finding.places}
    if case.at is not None and case.at not in routes:
        yield f"it is told at {sorted(routes)}"
    before, after = answers_of_base(case.base, case.on, partners, asked), answers(findings)
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    if not changed <= {case.requirement, *case.also}:
        beside = sorted(changed - {case.requirement, *case.also})
        yield f"it changes {beside} as well; where it should, the case names them under `also`"


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: requirement.id)
def test_the_cases_of_a_requirement_give_their_answers(requirement: Requirement) -> None:
    cases = cases_of(requirement)
    wrong = [f"{case.expect}: {case.name} ({case.on}): {fault}" for case in cases for fault in faults(case)]
    assert not wrong, "\n".join(wrong)
    expected = {case.expect for case in cases}
    assert "pass" in expected
    assert expected & {"fail", "review", "information"}


def test_every_wording_has_a_case_on_its_first_day_and_on_the_day_before() -> None:
    missing = []
    for requirement in REQUIREMENTS:
        days = {case.on for case in cases_of(requirement)}
        for holding in requirement.history:
            if holding.from_ is not None and holding.from_is == "first day":
                wanted = {holding.from_, holding.from_ - ONE_DAY}
                missing += [f"{requirement.file}: no case on {day}" for day in sorted(wanted - days)]
    assert not missing, "\n".join(missing)


def test_law_is_cited_with_a_source_and_good_order_has_a_reason() -> None:
    wrong = [
        (requirement.id, holding.from_)
        for requirement in REQUIREMENTS
        for holding in requirement.history
        if not (
            (holding.cite, holding.authority, holding.seen) == ("", "good order", "")
            if requirement.reason
            else holding.cite and holding.seen and holding.source
        )
    ]
    assert wrong == []
