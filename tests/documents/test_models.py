"""The models as pydantic runs them: every one has fields, and cannot be changed."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from compliance.documents.blocks import NamedEntries
from compliance.documents.kinds import KINDS
from compliance.documents.loader import load_document
from compliance.documents.models import get_model
from compliance.law.entries import CatalogFile


def find_submodels(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Every model that is made from this one."""
    for made in model.__subclasses__():
        yield made
        yield from find_submodels(made)


MODELS = [CatalogFile, *(get_model(kind) for kind in KINDS)]
OURS = {model for model in find_submodels(BaseModel) if model.__module__.startswith("compliance.")}


def test_every_model_has_the_fields_that_it_declares() -> None:
    # Where pydantic cannot see what a class declares, the class has no fields and takes no document.
    assert len(OURS) > 50
    assert {model.__name__: lost for model in sorted(OURS, key=str) if (lost := find_undeclared(model))} == {}


def find_undeclared(model: type[BaseModel]) -> set[str]:
    no_fields = {*model.__private_attributes__, *model.__class_vars__, "model_config"}
    declared = {name for name in inspect.get_annotations(model) if not name.startswith("__")}
    return declared - {*model.model_fields, *no_fields}


@pytest.mark.parametrize("model", MODELS)
def test_every_kind_of_file_has_keys_of_its_own(model: type[BaseModel]) -> None:
    own = set(model.model_fields) - set(NamedEntries.model_fields)
    assert len(own) >= 2


def test_what_was_read_cannot_be_changed(game_text: str) -> None:
    game: Any = load_document("x.yaml", game_text.encode()).document
    with pytest.raises(ValidationError, match="frozen"):
        game.title = "Y"
