"""Nothing passes because it was absent: the helper that decides it, and every check on a document that says nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import compliance.checks
from compliance.checks.evaluation import default_to, look_at
from compliance.checks.verdicts import Verdict, failed, not_applicable, passed
from compliance.engine.checking import check
from compliance.engine.rule_set import RuleSet
from compliance.law.catalog import Catalog
from tests.catalogs import STATES, law

NOTHING = not_applicable("Nothing to look at.")
CLEAN = passed("All is well.")


def odd(number: int) -> Iterator[Verdict]:
    if number % 2:
        yield failed(f"{number} is odd.")


def even(number: int) -> Verdict:
    return passed(f"{number} is even.")


def test_without_a_subject_nothing_passes() -> None:
    assert list(look_at([], odd, nothing=NOTHING, clean=even, all_clean=CLEAN)) == [NOTHING]
    assert list(look_at([], odd, clean=even, all_clean=CLEAN)) == []
    assert list(default_to([], NOTHING)) == [NOTHING]


def test_each_subject_is_answered_for() -> None:
    answers = look_at([1, 2], odd, nothing=NOTHING, clean=even, all_clean=CLEAN)
    assert [answer.message for answer in answers] == ["1 is odd.", "2 is even."]


def test_all_is_well_only_when_nothing_was_found() -> None:
    assert list(look_at([2, 4], odd, nothing=NOTHING, all_clean=CLEAN)) == [CLEAN]
    assert [answer.message for answer in look_at([2, 3], odd, all_clean=CLEAN)] == ["3 is odd."]


def test_no_check_keeps_book_by_itself() -> None:
    """A flag that starts as True or False and is read at the end is what look_at is for."""
    folder = Path(compliance.checks.__file__).parent
    for path in sorted(one for one in folder.glob("*/*.py") if one.parent.name != "expressions"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            flag = isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            assert not (flag and isinstance(node.value.value, bool)), f"{path.name}:{node.lineno}"  # type: ignore[attr-defined]


# What a document passes that says nothing beyond what every document must say: each bars or asks for the absence of
# something, or is answered by what must be said (a title, who banks).
BARE = {
    "game": "document: game\ntitle: Bare\njurisdiction: {}\nbank: {{by: {}}}\n",
    "schedule": "document: schedule\ntitle: Bare\njurisdiction: {}\noptions: []\n",
    "terms": "document: terms\ntitle: Bare\njurisdiction: {}\ncovers: {{}}\n",
}
PASSES_BY_ABSENCE = {
    "all-for-play",
    "facts-open",
    "house-has-chosen",
    "no-percentage-fee",
    "not-named",
    "not-stated",
    "one-id-one-game",
    "one-name-one-game",
    "integrity.doc-control-variants",
    "integrity.open-discretion",
    "washington.only-commission",
    "family-name",
}
PASSES_BY_WHAT_IS_SAID = {
    "washington.other-nonhouse-equal",
    "california.no-house-bank",
    "california.player-dealer-featured",
}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return law()


@pytest.mark.parametrize("kind", list(BARE))
@pytest.mark.parametrize("jurisdiction", STATES)
@pytest.mark.parametrize("bank", ["pot", "player-dealer", "house"])
def test_a_document_that_says_nothing_passes_only_what_asks_for_nothing(
    catalog: Catalog, kind: str, jurisdiction: str, bank: str
) -> None:
    day = date(2026, 11, 16)
    findings = check([("bare.yaml", BARE[kind].format(jurisdiction, bank).encode())], day, catalog).findings
    assert findings
    asked = {
        one.requirement.id: one.holding.check or one.requirement.id
        for one in RuleSet(catalog, day).select(kind, jurisdiction)
    }
    passing = {asked[finding.requirement]: finding.message for finding in findings if finding.status == "pass"}
    assert {
        name: said for name, said in passing.items() if name not in PASSES_BY_ABSENCE | PASSES_BY_WHAT_IS_SAID
    } == {}
