"""Texts as they are while somebody types, and worse: every question has an answer, and none raises."""

from __future__ import annotations

import random

import pytest

from compliance.editing.actions import fix_all
from compliance.editing.completion import complete
from compliance.editing.definitions import definition
from compliance.editing.forms import form_edit, forms
from compliance.editing.hovering import hover
from compliance.editing.positions import Position, Sheet, applied
from compliance.editing.symbols import symbols
from compliance.fixes.pages import CannotEdit
from compliance.source import read
from tests.editing.conftest import library

BITS = [
    *("{", "}", "[", "]", ": ", "- ", "\n", "  ", "\t", "'", '"', " #", "&a ", "*a", "<<: *a", "|\n", "? ", "!", "%"),
    *("\r\n", "\r", "\ufeff", "\u2028", "𝕏", "\x00", "\ud800", "document: game\n", "~", "---\n", "...\n", " / ", "\\"),
]


def _damaged(chance: random.Random) -> str:
    lines = library()[chance.choice(sorted(library()))].split("\n")
    first = chance.randrange(len(lines))
    text = "document: " + chance.choice(("game", "schedule", "terms")) + "\n" + "\n".join(lines[first : first + 60])
    for _ in range(chance.randint(0, 6)):
        at = chance.randint(0, len(text))
        text = text[:at] + chance.choice(BITS) + text[at + chance.choice((0, 0, 1, 3, 20)) :]
    return text


@pytest.mark.parametrize("seed", range(12))
def test_every_question_about_a_damaged_text_has_an_answer(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(4):
        text = _damaged(chance)
        texts = {"a.yaml": text, "a.yaml.approved": "approvals: [1]"}
        lines = len(Sheet(text).lines)
        for _ in range(3):
            place: Position = {"line": chance.randint(-1, lines + 1), "character": chance.randint(-1, 80)}
            for one in complete(texts, "a.yaml", place):
                applied(text, [{"range": one["range"], "text": one["insert"]}])
            hover(texts, "a.yaml", place)
            definition(texts, "a.yaml", place)
        symbols(text)
        fix_all(text)
        for form in forms(text)[:2]:
            _changed_or_refused(text, tuple(form["route"]))


def _changed_or_refused(text: str, route: tuple[str | int, ...]) -> None:
    for op in ("set", "add-row", "remove-row", "rename-row"):
        try:
            edits = form_edit(text, route, op, "x: y", "k")
        except CannotEdit:
            continue
        assert read(applied(text, edits).encode()).problems == ()
