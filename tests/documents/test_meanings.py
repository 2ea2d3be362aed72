"""Every key and every kind of value says what it means, and its example can be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from pydantic import BaseModel, ValidationError

from compliance.documents import meanings
from compliance.documents.json_schema import document_schema, schema_text
from compliance.documents.kinds import KINDS
from docs.keys import statements_asked
from tests import catalogs


def keys() -> Iterator[tuple[type[BaseModel], str, Any]]:
    for model in meanings.list_blocks():
        for name, field in model.model_fields.items():
            yield model, field.alias or name, field


def test_every_key_has_a_sentence() -> None:
    missing = [
        f"{meanings.list_blocks()[model][0]}: {key}"
        for model, key, _ in keys()
        if not meanings.find_meaning(model, key)
    ]
    assert missing == [], f"add a line for each to {meanings.FILE}"


def test_every_sentence_has_a_key() -> None:
    """A line for a key that no model has promises what cannot be written."""
    used = {(name, key) for model, key, _ in keys() for name in meanings.list_blocks()[model]}
    # Their keys are aliases that pydantic keeps to itself.
    apart = ("value", "statement", "any block", "tables / * / rules / *", "reading / said-again / *")
    assert [line for line in meanings.load_meanings() if line not in used and line[0] not in apart] == []


def test_every_kind_of_value_has_a_sentence_and_an_example_that_fits() -> None:
    defined: dict[str, Any] = {}
    for kind in KINDS:
        defined |= document_schema(kind)["$defs"]
    missing = [kind for kind in meanings.list_kinds() if not meanings.find_kind_meaning(kind)]
    assert missing == [], f"add a line for each to {meanings.FILE}, under `value`"
    for kind in meanings.list_kinds():
        schema = defined[kind.replace(" ", "-")]
        jsonschema_rs.validate(schema, schema["examples"][0])


def test_every_statement_that_a_requirement_looks_for_has_a_sentence() -> None:
    asked = statements_asked(catalogs.law())
    assert set(meanings.list_statements()) == set(asked), f"add or remove lines of {meanings.FILE}, under `statement`"


def test_the_file_has_one_sorted_line_a_key() -> None:
    lines = [line.split("\t") for line in meanings.FILE.read_text("utf-8").splitlines()]
    assert [cells for cells in lines if len(cells) not in (4, 5, 6) or not all([*cells[:4], cells[-1]])] == []
    assert [cells[:2] for cells in lines] == sorted(cells[:2] for cells in lines)
    assert len(meanings.load_meanings()) == len(lines)
    assert [cells[2] for cells in lines if not cells[2].endswith(".")] == []
    assert [cells[4] for cells in lines if len(cells) > 4 and cells[4].endswith(".")] == []


def test_every_example_can_be_read() -> None:
    wrong = []
    for model, key, _ in keys():
        meaning = meanings.find_meaning(model, key)
        try:
            model.model_validate({key: meaning.value} if meaning else {})
        except ValidationError as error:
            # Other keys that the block must have are not what is asked.
            wrong += [(model, one) for one in error.errors() if one["loc"] == () or one["loc"][0] == key]
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
def test_editors_are_told_what_every_key_means(kind: str) -> None:
    schema = document_schema(kind)
    named = 0
    for block in (schema, *schema["$defs"].values()):
        for key, field in {**block.get("properties", {}), **block.get("patternProperties", {})}.items():
            assert field["description"].endswith("."), key
            assert len(field["examples"]) == 1, key
            named += 1
    assert named > 100


@pytest.mark.parametrize("kind", KINDS)
def test_an_example_fits_what_editors_check(kind: str) -> None:
    schema = document_schema(kind)
    fields = {
        f"{name}: {key}": field
        for name, block in {kind: schema, **schema["$defs"]}.items()
        for key, field in {**block.get("properties", {}), **block.get("patternProperties", {})}.items()
    }
    validator = jsonschema_rs.validator_for({"$defs": schema["$defs"], "properties": fields})
    examples = {name: field["examples"][0] for name, field in fields.items()}
    assert [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(examples)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schema_is_what_the_command_prints(kind: str, request: pytest.FixtureRequest) -> None:
    committed = request.config.rootpath / f"schemas/documents/{kind}.schema.json"
    assert committed.read_bytes() == schema_text(kind).encode(), "run docs/generate.py"
    assert json.loads(schema_text(kind))["$id"].endswith(f"/{kind}.schema.json")
