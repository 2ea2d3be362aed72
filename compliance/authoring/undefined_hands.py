"""One way to say that a text names a hand and does not define it: `not defined`, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from compliance.authoring.edits import AddItem, Edit, SetValue
from compliance.documents.values import NOT_DEFINED, UNCLEAR
from compliance.source import Map


def fix_undefined(tree: Map) -> Iterator[Edit]:
    """What follows the words `not defined` is a note."""
    hands = tree.get("hands")
    lines = hands.get("source") if isinstance(hands, Map) else None
    for name, meaning in hands.items() if isinstance(hands, Map) else ():
        if isinstance(meaning, str) and meaning.startswith(NOT_DEFINED) and meaning != NOT_DEFINED:
            rest = meaning.removeprefix(NOT_DEFINED).strip(" ,;:()")
            yield SetValue(("hands", name), NOT_DEFINED)
            note = f"{name.replace('-', ' ')}: {rest}"
            yield AddItem("notes", {**({"at": lines} if lines is not None else {}), "note": note})


def fix_unclear(tree: Map) -> Iterator[Edit]:
    """A hand that is `unclear` may be one that the text names and does not define."""
    hands = tree.get("hands")
    for name, meaning in hands.items() if isinstance(hands, Map) else ():
        if meaning == UNCLEAR:
            yield SetValue(("hands", name), NOT_DEFINED)
