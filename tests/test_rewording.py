"""Other words for the same findings change nothing that is kept by identity: fingerprints, decisions, baselines."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from compliance import answers, engine
from compliance.decisions.applying import Looker
from compliance.decisions.baseline import failures
from compliance.documents.reading import load
from compliance.findings import Findings
from compliance.law.catalogue import Catalogue
from compliance.reports.identity import fingerprints
from tests import catalogues

DOCUMENTS = sorted((Path(__file__).parents[1] / "rulesets" / "washington").glob("*.yaml"))


@pytest.fixture(scope="module")
def law() -> Catalogue:
    return catalogues.law()


def checked(law: Catalogue) -> Findings:
    documents = [(path.name, path.read_bytes()) for path in DOCUMENTS]
    return engine.check(documents, date(2026, 11, 16), law)


def test_rewording_every_message_changes_no_identity(law: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    before = checked(law)
    monkeypatch.setattr(answers, "cut", lambda message: f"In other words: {message[::-1]}")
    after = checked(law)
    loaded = [load(path.name, path.read_bytes()) for path in DOCUMENTS]
    looker = Looker(lambda: loaded, [*before.findings, *after.findings])
    assert [one.message for one in before.findings] != [one.message for one in after.findings]
    assert sorted(fingerprints(before)) == sorted(fingerprints(after))
    assert failures(before.findings, looker) == failures(after.findings, looker)
    assert {looker.subject(one) for one in before.findings} == {looker.subject(one) for one in after.findings}
