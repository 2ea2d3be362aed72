"""Documents in which `reading` or a step is not what it should be: `fix` refuses in words."""

from __future__ import annotations

import pytest

from compliance.authoring.fixer import fix_document

GAME = "document: game\ntitle: A\nid: a\njurisdiction: washington\n"


@pytest.mark.parametrize("reading", ["[]", "words", "{notes: words}", "{said-again: words}"])
@pytest.mark.parametrize(
    "old", ["unclear:\n  - {at: title, why: lost}\n", "notes:\n  - a note\n", "restated:\n  - {title: B}\n"]
)
def test_a_reading_that_holds_no_parts_ends_no_fix(reading: str, old: str) -> None:
    text = f"{GAME}{old}reading: {reading}\n".encode()
    assert fix_document(text, frozenset(), True).data.startswith(b"document: game")


def test_a_step_that_is_a_list_ends_no_fix() -> None:
    text = f"{GAME}round: [{{step: [deal]}}]\nreading:\n  said-again:\n    - {{at: 3, round / 1 / order: a}}\n".encode()
    assert fix_document(text, frozenset(), True).data == text
