"""The format as JSON Schema: what editors check agrees with what Pit Boss reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from ruamel.yaml import YAML

from compliance.documents.json_schema import document_schema
from tests.conftest import Ran

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted((ROOT / "rulesets").rglob("*.yaml"))


def as_editors_read(path: Path) -> Any:
    """YAML 1.2 with its usual types, as an editor's language server reads it; dates as text."""
    data = YAML(typ="safe", pure=True).load(path)
    return json.loads(json.dumps(data, default=str))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_document_of_the_library_fits_the_published_schema(path: Path) -> None:
    document = as_editors_read(path)
    jsonschema_rs.validate(document_schema(document["document"]), document)


def test_an_unknown_key_does_not_fit() -> None:
    document = {"document": "game", "title": "X", "jurisdiction": "california", "bank": {"by": "pot", "rotatoin": {}}}
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(document_schema("game"), document)


@pytest.mark.parametrize("kind", ["game", "schedule", "terms"])
def test_the_command_prints_the_schema(pitboss: Callable[..., Ran], kind: str) -> None:
    ran = pitboss("schema", kind)
    assert (ran.code, json.loads(ran.out)["title"]) == (0, f"Pit Boss {kind}")
