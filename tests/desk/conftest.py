"""What the tests of the workbench share: a room, and what is asked in it."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from compliance.desk.calls import answer_json
from compliance.desk.room import Room
from compliance.law.catalogue import Catalogue
from tests import catalogues

DAY = "2026-11-16"


@cache
def law() -> Catalogue:
    return catalogues.law()


class Desk:
    """A room as a page speaks to it: JSON in, JSON out."""

    def __init__(self) -> None:
        self.room = Room(law)

    def answer(self, call: str, **given: Any) -> Any:
        return json.loads(answer_json(json.dumps({"call": call, "given": given}), self.room))

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
def desk() -> Desk:
    return Desk()


@pytest.fixture
def new_desk() -> Callable[[], Desk]:
    return Desk
