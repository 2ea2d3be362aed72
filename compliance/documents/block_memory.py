"""Blocks that many documents have alike, validated once.

What a block says does not depend on the rest of its document, and no block is ever changed: documents with the same
words below the same key may hold the same block. Only where facts are open is it watched who reads a block, and then it
must be the document's own.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from pydantic import BaseModel

from compliance.documents.blocks import kebab
from compliance.source import Map

# Kind of document, key and text of a block.
Place: TypeAlias = tuple[str, str, str]

_MOST_CHARACTERS: Final = 1 << 20
_MOST_OF_ONE: Final = 1 << 14


_blocks: dict[Place, Any] = {}
_characters = 0


def with_known(kind: str, tree: Map) -> tuple[dict[str, Any], list[tuple[str, Place]]]:
    """A tree in which what was validated before is a block already, and the places of all others."""
    filled: dict[str, Any] = dict(tree)
    unknown: list[tuple[str, Place]] = []
    for key, value in tree.items():
        if value.__class__ is str or len(text := repr(value)) > _MOST_OF_ONE:
            continue
        place = (kind, key, text)
        block = _blocks.get(place)
        if block is None:
            unknown.append((key, place))
        else:
            filled[key] = block
    return filled, unknown


def keep(document: BaseModel, unknown: list[tuple[str, Place]]) -> None:
    """Keep the blocks of a document for others that say the same."""
    global _characters
    held = {kebab(name): value for name, value in document.__dict__.items()}
    for key, place in unknown:
        block = held.get(key)
        of_blocks = isinstance(block, BaseModel) or (
            isinstance(block, list) and block and all(isinstance(one, BaseModel) for one in block)
        )
        if of_blocks:
            if _characters > _MOST_CHARACTERS:
                _blocks.clear()
                _characters = 0
            _blocks[place] = block
            _characters += len(place[2])
