"""Sentences that say what is asked pass, and those that narrow it, take it back or hide the opposite do not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import yaml

from compliance.engine import check
from compliance.law.cases import base_document, changed
from tests.catalogues import only

SENTENCES: Final = yaml.load((Path(__file__).parent / "sentences.yaml").read_text("utf-8"), yaml.CSafeLoader)


class Said(NamedTuple):
    """A sentence in its place of a base document, and the answers that it may get."""

    of: str
    base: str
    changes: dict[str, Any]
    remove: list[str]
    passes: bool
    text: str


def said() -> Iterator[Said]:
    for place, group in SENTENCES.items():
        for answer in ("pass", "review"):
            for text in group[answer]:
                value: Any = [{"when": "it happens", "then": text}] if group.get("wrap") else text
                changes = {group.get("at", place): value}
                yield Said(group["of"], group["base"], changes, group.get("remove", []), answer == "pass", text)


ALL: Final = list(said())


def test_there_are_as_many_harmful_as_harmless_ones() -> None:
    harmless = sum(one.passes for one in ALL)
    assert len(ALL) >= 60
    assert 0.4 < harmless / len(ALL) < 0.6


@pytest.mark.parametrize("of", sorted({one.of for one in ALL}))
def test_a_sentence_gets_its_answer(of: str) -> None:
    wrong = [(one.text, told) for one in ALL if one.of == of for told in [answers(one)] if not is_right(one, told)]
    assert wrong == []


def answers(one: Said) -> list[tuple[str, str]]:
    document = changed(base_document(one.base), one.changes, one.remove)
    results = check([("document.yaml", document.encode())], date(2026, 11, 16), only(frozenset([one.of])))
    return [(finding.status, finding.message) for finding in results.findings]


def is_right(one: Said, told: list[tuple[str, str]]) -> bool:
    given = {status for status, _ in told}
    if one.passes:
        return given == {"pass"}
    return bool(given & {"review", "fail"}) and given <= {"pass", "review", "fail"}
