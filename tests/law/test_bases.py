"""What requirements of law rest on: most compute, each can fail; what became of two documents is the law's doing."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from compliance.law.levels import ADVISORY
from tests import catalogs

LAW = catalogs.law()
DUTIES = [one for one in LAW if not one.reason and one.newest.authority not in ADVISORY]


def pages() -> ModuleType:
    path = Path(__file__).parents[2] / "docs/generate.py"
    spec = importlib.util.spec_from_file_location("pages_of_docs", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_most_requirements_of_law_compute() -> None:
    asking = [one for one in DUTIES if one.newest.clause.get("because") is None]
    computed = [one for one in asking if one.newest.basis == "computed"]
    assert len(computed) / len(asking) >= 0.6


def test_every_requirement_of_law_can_fail() -> None:
    assert [one.id for one in DUTIES if all(case.expect != "fail" for case in catalogs.cases_of(one))] == []


@pytest.mark.parametrize("number", [0, 1], ids=["gow-z-gow", "pai-gow-pow"])
def test_what_became_of_a_document_comes_of_the_law(number: int) -> None:
    docs = pages()
    path, own, _ = docs._TWO_DAYS[number]
    rows = docs.differing_answers(LAW, path, own)
    assert len(rows) > 20
    assert [row for row in rows if not row[3]] == []
