"""Other words for the same findings change nothing that is kept by identity: fingerprints, decisions, baselines."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from compliance.documents.loader import load_document
from compliance.engine import answers
from compliance.engine import checking as engine
from compliance.engine.findings import Findings
from compliance.gate.baseline import collect_failures
from compliance.gate.points import PointFinder
from compliance.law.catalog import Catalog
from compliance.reports.identity import fingerprints
from tests import catalogs

DOCUMENTS = sorted((Path(__file__).parents[1] / "rulesets" / "washington").glob("*.yaml"))


@pytest.fixture(scope="module")
def law() -> Catalog:
    return catalogs.law()


def checked(law: Catalog) -> Findings:
    documents = [(path.name, path.read_bytes()) for path in DOCUMENTS]
    return engine.check(documents, date(2026, 11, 16), law)


def test_rewording_every_message_changes_no_identity(law: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    before = checked(law)
    monkeypatch.setattr(answers, "cut", lambda message: f"In other words: {message[::-1]}")
    after = checked(law)
    loaded = [load_document(path.name, path.read_bytes()) for path in DOCUMENTS]
    finder = PointFinder(lambda: loaded, [*before.findings, *after.findings])
    assert [one.message for one in before.findings] != [one.message for one in after.findings]
    assert sorted(fingerprints(before)) == sorted(fingerprints(after))
    assert collect_failures(before.findings, finder) == collect_failures(after.findings, finder)
    assert {finder.point(one) for one in before.findings} == {finder.point(one) for one in after.findings}
