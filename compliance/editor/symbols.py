"""What a document has in it, by name: its parts, and in them what the writer named."""

from __future__ import annotations

from typing import Final, TypedDict

from compliance.editor.cursor import outline_text
from compliance.editor.outline import Node, OutlineEntry
from compliance.editor.positions import Range, Sheet

_DEEP: Final = 3
_MOST: Final = 2_000
_TITLES: Final = ("name", "title", "option", "step", "payer", "printed", "game", "what", "to")


class Symbol(TypedDict):
    """A part of a document: its key, what it is called, its whole stretch and the stretch of its key."""

    name: str
    detail: str
    kind: str
    range: Range
    selection: Range
    children: list[Symbol]


def list_symbols(text: str) -> list[Symbol]:
    """The parts of a document, in its order; also while it is no YAML."""
    known = outline_text(text)
    left = [_MOST]
    return [_build_symbol(known.sheet, entry, 1, left) for entry in known.root.entries]


def _build_symbol(sheet: Sheet, entry: OutlineEntry, depth: int, left: list[int]) -> Symbol:
    node = entry.node
    end = max(entry.end, node.end if node is not None else 0)
    below: list[Symbol] = []
    if node is not None and depth < _DEEP:
        for one in node.entries:
            groups = one.node is not None and one.node.kind != "text"
            if left[0] > 0 and (groups or node.kind == "map"):
                left[0] -= 1
                below.append(_build_symbol(sheet, one, depth + 1, left))
    is_item = isinstance(entry.key, int)
    start = node.start if is_item and node is not None else entry.start
    first_end = entry.end if not is_item else min(end, start + 1)
    return Symbol(
        name=_find_symbol_name(entry),
        detail=_find_detail(node),
        kind="list" if node is not None and node.kind == "seq" else "group" if below else "value",
        range=sheet.range(start, max(end, start)),
        selection=sheet.range(start, max(first_end, start)),
        children=below,
    )


def _find_symbol_name(entry: OutlineEntry) -> str:
    if isinstance(entry.key, str):
        return entry.key or "(no name)"
    called = _find_name(entry.node)
    return called or str(entry.key + 1)


def _find_name(node: Node | None) -> str:
    if node is None or node.kind != "map":
        return ""
    for key in _TITLES:
        found = node.get(key)
        if found is not None and found.text:
            return f"{key} {found.text}" if key == "option" else found.text
    return ""


def _find_detail(node: Node | None) -> str:
    if node is None:
        return ""
    text = node.text if node.kind == "text" else _find_name(node)
    return text if len(text) <= 80 else text[:79] + "…"
