"""Every requirement has cases below it: each gives its answer, is about it alone, and every wording has its days.

Each case is run once. A test runs all cases of a requirement and names those that went wrong.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache, lru_cache, partial
from typing import NamedTuple

import pytest

from compliance.comparison.approvals import add_approval, read_approvals
from compliance.documents.loader import LoadedDocument, load_document
from compliance.documents.paper_text import PaperText
from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.law.cases import NOT_ASKED, Case, base_document, changed, changed_tree
from compliance.law.catalog import Catalog, Requirement
from compliance.paper.attachment import attach_paper, read_paper_text
from tests.catalogs import cases_of, catalog_of, law

ONE_DAY = timedelta(days=1)


REQUIREMENTS = list(law())
LAW_ALONE = frozenset(one.id for one in REQUIREMENTS if not one.id.startswith("integrity."))


def answers(findings: list[Finding]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        if finding.places[0].path == "document.yaml":
            found[finding.requirement].add(finding.status)
    return {requirement: frozenset(statuses) for requirement, statuses in found.items()}


def choose_catalog(requirement: str) -> Catalog:
    """What is asked of a case. Good order looks at the same places as the law does; a case of the law is about the law
    alone."""
    return law() if requirement.startswith("integrity.") else catalog_of(LAW_ALONE)


@lru_cache(maxsize=64)
def run(
    text: str,
    day: date,
    partners: tuple[str, ...],
    asked: Catalog,
    kept: bytes | None = None,
    paper: tuple[str, ...] = (),
) -> list[Finding]:
    """What is found on a document. Requirements that belong together have cases on the same one."""
    documents = [("document.yaml", text.encode())]
    documents += [(f"{name}.yaml", base_document(name).encode()) for name in partners]
    beside = {"document.yaml": kept}.get
    read = partial(load_with_paper, paper) if paper else load_document
    return check(documents, day, asked, suspended=True, beside=beside, read=read).findings


def load_with_paper(lines: tuple[str, ...], path: str, data: bytes) -> LoadedDocument:
    """A document compared with a paper of some lines, whatever file it names."""
    return attach_paper(load_document(path, data), _CasePaper("".join(f"{line}\n" for line in lines).encode()))


class _CasePaper(NamedTuple):
    """The paper of a case: the same whatever its name."""

    text: bytes

    def fetch(self, name: str) -> PaperText | None:
        return read_paper_text(name, self.text)

    def read(self, name: str) -> bytes:
        return b""


@cache
def answers_of_base(base: str, day: date, partners: tuple[str, ...], asked: Catalog) -> dict[str, frozenset[str]]:
    return answers(run(document_of(base), day, partners, asked))


def document_of(base: str, case: Case | None = None) -> str:
    """A base document, or a case of it. JSON is YAML too, and written at once."""
    return json.dumps(changed_tree(base_document(base), case.set if case else {}, case.remove if case else ()))


def write_approvals(case: Case) -> bytes | None:
    """The file of approved texts that is kept beside the document of a case."""
    text = ""
    for number, entry in enumerate(case.approved):
        document = load_document(case.base, changed(base_document(case.base), entry.set, entry.remove).encode())
        older = read_approvals(text.encode()) if text else []
        text = add_approval(older, f"A-{number + 1}", entry.on, "the regulator", document)
    return text.encode() if text else None


def faults(case: Case) -> Iterator[str]:
    """What is wrong with the answers that a case gives."""
    if case.expect == NOT_ASKED:
        if law().requirements[case.requirement].holding_on(case.on) is not None:
            yield "it is asked"
        return
    partners = tuple(case.partners)
    asked = choose_catalog(case.requirement)
    findings = run(document_of(case.base, case), case.on, partners, asked, write_approvals(case), tuple(case.paper))
    own = [one for one in findings if one.requirement == case.requirement and one.places[0].path == "document.yaml"]
    if case.expect not in {finding.status for finding in own}:
        yield f"it gives {[(finding.status, finding.message) for finding in own]}"
    routes = {place.route for finding in own if finding.status == case.expect for place in finding.places}
    if case.at is not None and case.at not in routes:
        yield f"it is told at {sorted(routes)}"
    before, after = answers_of_base(case.base, case.on, partners, asked), answers(findings)
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    # A case that names a place is asked everything that the place asks.
    changed -= {name for name in after.keys() - before.keys() if law().requirements[name].applies.only_where_named}
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
