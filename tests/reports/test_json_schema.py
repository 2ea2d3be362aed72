"""The JSON format keeps to its own schema, whatever the documents are like."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from compliance.engine.findings import FORMAT, STATUSES, Findings
from compliance.law.entries import Authority, Seen
from compliance.law.levels import GOOD_ORDER
from tests.conftest import ROOT, Ran
from tests.reports.conftest import DOCUMENTS, HOSTILE, HOSTILE_PATH, HOSTILE_TEXT, Report

SCHEMA: dict[str, Any] = json.loads((ROOT / "schemas/documents/findings.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema_rs.validator_for(SCHEMA, validate_formats=True)


def problems(data: Any) -> list[str]:
    return [f"{error.instance_path}: {error.message}" for error in VALIDATOR.iter_errors(data)]


def test_the_schema_is_one_itself() -> None:
    assert jsonschema_rs.meta.is_valid(SCHEMA)


def test_all_real_documents_give_valid_json(pitboss: Callable[..., Ran], root: Path) -> None:
    ran = pitboss("check", root / "rulesets", "--format", "json", "--all", "--as-of", "2024-07-01")
    assert problems(ran.data) == []
    assert len(ran.data["documents"]) >= 20


@pytest.mark.parametrize("documents", [DOCUMENTS, {HOSTILE_PATH: HOSTILE}, {"empty.yaml": ""}])
def test_whatever_is_read_gives_valid_json(report: Report, documents: dict[str, str]) -> None:
    data = json.loads(report("json", documents))
    assert problems(data) == []
    assert [document["path"] for document in data["documents"]] == list(documents)


def test_hostile_words_come_out_as_they_went_in(report: Report, hostile: Findings) -> None:
    text = report("json", findings=hostile)
    assert not {"\x1b", "\x9b", "\u202e", "\ud800"} & set(text)
    data = json.loads(text)
    assert problems(data) == []
    assert data["findings"][0]["message"] == data["documents"][0]["title"] == HOSTILE_TEXT


def test_a_run_without_findings_gives_valid_json(report: Report) -> None:
    assert problems(json.loads(report("json", {}, Findings(date(2024, 7, 1))))) == []


def test_a_file_that_cannot_be_read_gives_valid_json(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere")
    ran = pitboss("check", tmp_path, "--format", "json")
    assert problems(ran.data) == []
    assert ran.data["documents"][0]["sha256"] == ""


def test_the_schema_knows_the_words_of_the_code() -> None:
    finding = SCHEMA["$defs"]["finding"]["properties"]
    assert SCHEMA["properties"]["format"]["const"] == FORMAT
    assert tuple(finding["status"]["enum"]) == STATUSES
    assert tuple(finding["authority"]["enum"]) == (*Authority.__args__, GOOD_ORDER, "")  # type: ignore[attr-defined]  # a Literal
    assert tuple(finding["seen"]["enum"]) == (*Seen.__args__, "")  # type: ignore[attr-defined]  # a Literal


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data.update(format="pitboss.findings/1"), "pitboss.findings/2"),
        (lambda data: data.update(more=1), "more"),
        (lambda data: data.update(as_of="today"), "today"),
        (lambda data: data["findings"][0].update(status="failed"), "failed"),
        (lambda data: data["findings"][0]["places"][0].update(line=0), "minimum"),
        (lambda data: data["findings"][0].pop("citation"), "citation"),
        (lambda data: data["documents"][0].update(sha256="abc"), "abc"),
        (lambda data: data["summary"].pop("review"), "review"),
    ],
)
def test_the_schema_refuses_what_the_format_is_not(report: Report, change: Callable[[Any], Any], said: str) -> None:
    data = deepcopy(json.loads(report("json")))
    change(data)
    assert any(said in problem for problem in problems(data)), problems(data)
