"""One way to say that a text names a hand and does not define it: `not defined`."""

from __future__ import annotations

from collections.abc import Iterator

from compliance.fixes.edits import Add, Edit, Put
from compliance.source import Map

_NOT_DEFINED = "not defined"


def undefined(tree: Map) -> Iterator[Edit]:
    """What follows the words `not defined` is a note; a hand that is `unclear` may be one that is not defined."""
    hands = tree.get("hands")
    lines = hands.get("source") if isinstance(hands, Map) else None
    for name, meaning in hands.items() if isinstance(hands, Map) else ():
        if meaning == "unclear":
            yield Put(("hands", name), _NOT_DEFINED)
        elif isinstance(meaning, str) and meaning.startswith(_NOT_DEFINED) and meaning != _NOT_DEFINED:
            rest = meaning.removeprefix(_NOT_DEFINED).strip(" ,;:()")
            yield Put(("hands", name), _NOT_DEFINED)
            note = f"{name.replace('-', ' ')}: {rest}"
            yield Add("notes", {**({"at": lines} if lines is not None else {}), "note": note})
