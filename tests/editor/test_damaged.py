"""Texts as they are while somebody types, and worse: every question has an answer, and none raises."""

from __future__ import annotations

import random

import pytest

from compliance.authoring.pages import UneditableText
from compliance.editor.actions import build_fix_all
from compliance.editor.completion import complete
from compliance.editor.definitions import go_to_definition
from compliance.editor.forms import build_form_edit, build_forms
from compliance.editor.hover import build_hover
from compliance.editor.positions import Position, Sheet, apply_edits
from compliance.editor.symbols import list_symbols
from compliance.source import read_source
from tests.editor.conftest import library

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
                apply_edits(text, [{"range": one["range"], "text": one["insert"]}])
            build_hover(texts, "a.yaml", place)
            go_to_definition(texts, "a.yaml", place)
        list_symbols(text)
        build_fix_all(text)
        for form in build_forms(text)[:2]:
            _changed_or_refused(text, tuple(form["route"]))


def _changed_or_refused(text: str, route: tuple[str | int, ...]) -> None:
    for op in ("set", "add-row", "remove-row", "rename-row"):
        try:
            edits = build_form_edit(text, route, op, "x: y", "k")
        except UneditableText:
            continue
        assert read_source(apply_edits(text, edits).encode()).problems == ()
