"""The quick models against pydantic's: the same declarations must accept the same documents, read the same values and
refuse for the same reasons."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pydantic
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compliance.documents import models, pydantic_models, quick
from compliance.documents.blocks import Document
from compliance.documents.reading import KINDS, model_of
from compliance.source import read

ROOT = Path(__file__).resolve().parents[2]
QUICK = {kind: model_of(kind) for kind in KINDS}
with pydantic_models():
    FULL = {kind: model_of(kind) for kind in KINDS}


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


REAL = [plain(read(path.read_bytes()).tree) for path in sorted((ROOT / "rulesets").rglob("*.yaml"))]
REAL += [plain(read(path.read_bytes()).tree) for path in sorted((ROOT / "schemas").rglob("*.base.yaml"))]
SCRAPS: list[Any] = [
    None,
    "",
    "unclear",
    "x",
    "7",
    "$5",
    "5%",
    "yes",
    "1 to 1",
    [],
    {},
    ["x"],
    {"x": "y"},
    [{}],
    [None],
]
KEYS = ["source", "pays", "fee", "rotation", "bands", "x", "as", "class", "document", "at-most", "at_most", "as_"]


def content(value: Any) -> Any:
    """Everything a document says, whichever way its models were made."""
    fields = getattr(type(value), "model_fields", None)
    if fields is not None:
        stated = {name: content(getattr(value, name)) for name in fields}
        return type(value).__name__.split("[")[0], stated, content(value.__pydantic_extra__), value.model_fields_set
    if isinstance(value, dict):
        return {key: content(item) for key, item in value.items()}
    return [content(item) for item in value] if type(value) is list else value


def complaints(errors: list[Any]) -> set[tuple[Any, ...]]:
    """Errors by kind, place and what was expected."""
    found = set()
    for error in errors:
        place = tuple(part for part in error["loc"] if not str(part).startswith("<"))
        context = error.get("ctx", {})
        expected = context.get("expected", ())
        if isinstance(expected, str):  # pydantic tells choices as text: 'own hand' or "bank's hand"
            expected = [single or double for single, double in re.findall(r"'([^']*)'|\"([^\"]*)\"", expected)]
        cause = context.get("error")
        found.add((error["type"], place, frozenset(expected), str(cause or ""), getattr(cause, "key", None)))
    return found


def read_both_ways(tree: Any) -> tuple[Any, Any]:
    kind = tree.get("document") if isinstance(tree, dict) else None
    kind = kind if kind in KINDS else "game"
    try:
        quickly = content(QUICK[kind].model_validate(copy.deepcopy(tree)))
    except models.ValidationError as error:
        quickly = complaints(error.errors(include_url=False))
    try:
        fully = content(FULL[kind].model_validate(tree))
    except pydantic.ValidationError as error:
        fully = complaints(error.errors(include_url=False))
    return quickly, fully


def test_the_two_kinds_of_models_are_what_they_say() -> None:
    for kind in KINDS:
        assert issubclass(QUICK[kind], quick.BaseModel)
        assert not issubclass(QUICK[kind], pydantic.BaseModel)
        assert issubclass(FULL[kind], pydantic.BaseModel)
    assert issubclass(QUICK["game"], Document)


@pytest.mark.parametrize("tree", REAL, ids=[str(tree.get("id") or tree["title"]) for tree in REAL])
def test_real_documents_say_the_same(tree: Any) -> None:
    quickly, fully = read_both_ways(tree)
    assert quickly == fully


def groups(node: Any) -> Iterator[Any]:
    """Every list and group of a tree that has something in it."""
    if isinstance(node, (dict, list)) and node:
        yield node
        for item in node.values() if isinstance(node, dict) else node:
            yield from groups(item)


@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.data())
def test_damaged_documents_are_refused_for_the_same_reasons(data: st.DataObject) -> None:
    tree = copy.deepcopy(data.draw(st.sampled_from(REAL)))
    for _ in range(data.draw(st.integers(1, 3))):
        node = data.draw(st.sampled_from(list(groups(tree))))
        step = data.draw(st.sampled_from(list(node) if isinstance(node, dict) else range(len(node))))
        what = data.draw(st.sampled_from(["put", "drop", "add", "rename"]))
        scrap = copy.deepcopy(data.draw(st.sampled_from(SCRAPS)))
        if what == "drop" and len(node) > 1:
            del node[step]
        elif what == "add" and isinstance(node, dict):
            node[data.draw(st.sampled_from(KEYS))] = scrap
        elif what == "rename" and isinstance(node, dict):
            node[data.draw(st.sampled_from(KEYS))] = node.pop(step)
        else:
            node[step] = scrap
    quickly, fully = read_both_ways(tree)
    assert quickly == fully


def test_what_was_read_cannot_be_changed() -> None:
    game: Any = QUICK["game"].model_validate(
        {"document": "game", "title": "X", "jurisdiction": "california", "bank": {"by": "pot"}}
    )
    with pytest.raises(TypeError, match="title"):
        game.title = "Y"


def test_a_field_type_that_nobody_taught_is_named() -> None:
    class Odd(quick.BaseModel):
        when: set[str]

    Odd.model_fields = {"when": quick.Field("when", set[str])}
    with pytest.raises(TypeError, match="no reader for set"):
        Odd.model_validate({"when": []})
