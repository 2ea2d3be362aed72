"""What Pit Boss is known for cannot be hidden from it: each way in `hidden.yaml` gets its answer, and none passes."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from compliance.engine.checking import check
from compliance.law.cases import base_document, changed_tree
from compliance.source import read_source
from tests.catalogs import law

TREE: Any = read_source((Path(__file__).parent / "hidden.yaml").read_bytes()).tree
WAYS = [(requirement, way) for requirement, ways in TREE.items() for way in ways]


def test_there_are_ways_enough() -> None:
    assert len(WAYS) >= 50
    assert set(TREE) <= law().headlines
    assert {way["answer"] for _, way in WAYS} == {"fail", "review", "unreadable"}


@pytest.mark.parametrize(("requirement", "way"), WAYS, ids=[f"{of}: {way['way']}" for of, way in WAYS])
def test_a_breach_is_not_hidden(requirement: str, way: dict[str, Any]) -> None:
    tree = changed_tree(base_document(way["base"]), way.get("set", {}), way.get("remove", ()))
    results = check([("document.yaml", json.dumps(tree).encode())], date(2026, 11, 16), law())
    if way["answer"] == "unreadable":
        statuses = {finding.status for finding in results.findings if finding.requirement == requirement}
        assert results.counts["error"]
        assert not {"pass", "error"} & statuses
        return
    answers = {finding.status for finding in results.findings if finding.requirement == requirement}
    assert way["answer"] in answers
    assert answers <= {"fail", "review"}
