"""One way to say that a text names a hand and does not define it: `not defined`, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from compliance.documents.values import NOT_DEFINED, UNCLEAR
from compliance.fixes.edits import Add, Edit, Put
from compliance.source import Map


def alone(tree: Map) -> Iterator[Edit]:
    """What follows the words `not defined` is a note."""
    hands = tree.get("hands")
    lines = hands.get("source") if isinstance(hands, Map) else None
    for name, meaning in hands.items() if isinstance(hands, Map) else ():
        if isinstance(meaning, str) and meaning.startswith(NOT_DEFINED) and meaning != NOT_DEFINED:
            rest = meaning.removeprefix(NOT_DEFINED).strip(" ,;:()")
            yield Put(("hands", name), NOT_DEFINED)
            note = f"{name.replace('-', ' ')}: {rest}"
            yield Add("notes", {**({"at": lines} if lines is not None else {}), "note": note})


def unclear(tree: Map) -> Iterator[Edit]:
    """A hand that is `unclear` may be one that the text names and does not define."""
    hands = tree.get("hands")
    for name, meaning in hands.items() if isinstance(hands, Map) else ():
        if meaning == UNCLEAR:
            yield Put(("hands", name), NOT_DEFINED)
