"""What the tests of the workbench share: a room, and what is asked in it."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from compliance.editor.workspace import Workspace
from compliance.law.catalog import Catalog
from compliance.workbench.calls import answer_json
from tests import catalogs

DAY = "2026-11-16"


@cache
def law() -> Catalog:
    return catalogs.law()


class WorkbenchClient:
    """A room as a page speaks to it: JSON in, JSON out."""

    def __init__(self) -> None:
        self.workspace = Workspace(law)

    def answer(self, call: str, **given: Any) -> Any:
        return json.loads(answer_json(json.dumps({"call": call, "given": given}), self.workspace))

    def ask(self, call: str, **given: Any) -> Any:
        answered = self.answer(call, **given)
        assert "error" not in answered, answered
        return answered["result"]

    def refused(self, call: str, **given: Any) -> str:
        error = self.answer(call, **given)["error"]
        return f"{error['message']} {error['next']}"

    def file(self, call: str, **given: Any) -> bytes:
        return b64decode(self.ask(call, **given)["base64"])


@pytest.fixture
def client() -> WorkbenchClient:
    return WorkbenchClient()


@pytest.fixture
def new_client() -> Callable[[], WorkbenchClient]:
    return WorkbenchClient
