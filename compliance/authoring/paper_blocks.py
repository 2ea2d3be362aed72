"""What is known about the paper goes below `reading`: one block after the other, with other names inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from compliance.authoring.edits import AddItem, Edit, MoveBlock, MoveItem, MoveReadingLast, RemoveEntry, RenameKey
from compliance.documents.loader import INTERNAL_REFERENCES
from compliance.source import Map, Seq, Value

# Blocks that move as they are, their new names, and what keys inside are called there.
_BLOCKS: Final = {
    "source": ("source", {}),
    "restated": ("said-again", {}),
    "printed": ("printed", {"source": "at"}),
    "lists": ("numbered", {"source": "at"}),
    "terms-used": ("words-used", {}),
    "names-seen": ("names", {"source": "at"}),
    "unclear": ("notes", {"what": "note"}),
}


def move_blocks(tree: Map) -> Iterator[Edit]:
    """Blocks that have only another name and another place now."""
    for key, (to, inside) in _BLOCKS.items():
        if key in tree:
            yield from _rename_keys(tree[key], (key,), inside)
            yield MoveBlock(key, to)


def _rename_keys(block: Value, route: tuple[str | int, ...], names: dict[str, str]) -> Iterator[Edit]:
    entries = block.items() if isinstance(block, Map) else enumerate(block) if isinstance(block, Seq) else ()
    for step, entry in entries:
        if isinstance(entry, Map):
            yield from (RenameKey((*route, step, old), new) for old, new in names.items() if old in entry)


def move_pointers(tree: Map) -> Iterator[Edit]:
    """References to places of the same text."""
    references = tree.get("references")
    items = list(references) if isinstance(references, Seq) else []
    kept = 0
    for item in items:
        if isinstance(item, Map) and item.get("kind") in INTERNAL_REFERENCES:
            if "source" in item:
                yield RenameKey(("references", kept, "source"), "at")
            yield MoveItem(("references", kept), "points-to")
        else:
            kept += 1


def move_repetitions(tree: Map) -> Iterator[Edit]:
    """Clauses that stand more than once are notes now: only what is said again of a fact is compared."""
    repeated = tree.get("repeated")
    if not isinstance(repeated, Seq):
        return
    for item in repeated:
        if not isinstance(item, Map) or not isinstance(item.get("what"), str):
            return
    for item in repeated:
        if isinstance(item, Map):
            what, drift = item["what"], item.get("drift")
            note = f"differs: {what}: {drift}" if drift is not None else f"said more than once: {what}"
            yield AddItem("notes", {**({"at": item["at"]} if "at" in item else {}), "note": note})
    yield RemoveEntry(("repeated",))


def move_reading_last(tree: Map) -> Iterator[Edit]:
    """`reading` stands behind everything else."""
    if "reading" in tree and list(tree)[-1] != "reading":
        yield MoveReadingLast()
