"""What stands at a place of a text: which key or value, and where in the document that is."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal, NamedTuple

from compliance.documents.kinds import KINDS
from compliance.editor.outline import Node, OutlineEntry, OutlineMatch, build_outline, walk_outline
from compliance.editor.positions import Position, Sheet
from compliance.source.bounded_cache import BoundedCache
from compliance.source.routes import Route

# Stands in for what is about to be typed; no document may hold it.
_TYPED = "\ue000"


class Cursor(NamedTuple):
    """The word at a place. As a key, `route` leads to the group that it belongs to; as a value, to the value."""

    role: Literal["key", "value"]
    route: Route
    word: str
    # The part of the word that stands before the place.
    typed: str
    start: int
    end: int
    # The other keys of the group; none for a value.
    other_keys: tuple[str, ...] = ()
    # A value that may as well become the first key of a group: it stands on a line of its own, or in a list.
    may_be_key: bool = False
    # Whether a colon follows the key.
    has_value: bool = False
    braces: bool = False
    quoted: bool = False


class OutlinedText(NamedTuple):
    """A text with its lines and its outline."""

    sheet: Sheet
    root: Node

    @property
    def kind(self) -> str:
        """What kind of document it is; empty where it does not say."""
        node = self.root.get("document")
        return node.text if node is not None and node.text in KINDS else ""


def outline_text(text: str) -> OutlinedText:
    """A text as it is looked at again and again. Each keystroke makes another one: only so many are kept."""
    return _CACHE.get(text, partial(_build_text, text), len(text) + 1)


def _build_text(text: str) -> OutlinedText:
    sheet = Sheet(text)
    return OutlinedText(sheet, build_outline(sheet.flat))


# In characters: an outline takes some fifty times as much.
_CACHE: Final[BoundedCache[OutlinedText]] = BoundedCache(1_000_000)


def find_cursor(text: OutlinedText, position: Position) -> Cursor | None:
    """What is, or is about to be, typed at a place; nothing in a comment."""
    flat = text.sheet.flat
    at = text.sheet.offset(position)
    root = build_outline(flat[:at] + _TYPED + flat[at:])
    for found in walk_outline(root):
        if (told := _match_entry(root, found, at)) is not None:
            word = flat[told.start : told.end]
            return told._replace(word=word, typed=flat[told.start : at], quoted=word[:1] in ("'", '"'))
    return None


def _match_entry(root: Node, found: OutlineMatch, at: int) -> Cursor | None:
    """What is known of the place if it is in this very key, in the loose words of this group, or in this text."""
    route, entry, node = found
    if entry is not None and isinstance(entry.key, str) and entry.start <= at < entry.end:
        holder = _node_at(root, route[:-1])
        others = _list_other_keys(holder, entry)
        return Cursor("key", route[:-1], "", "", entry.start, entry.end - 1, others, False, True, _is_in_braces(holder))
    if node is None:
        return None
    for start, end in node.loose:
        if start <= at < end:
            return Cursor("key", route, "", "", start, end - 1, tuple(node.keys()), False, False, _is_in_braces(node))
    if node.kind == "text" and node.start <= at < node.end:
        return _build_value(root, found, node, at)
    return None


def _build_value(root: Node, found: OutlineMatch, node: Node, at: int) -> Cursor:
    """A text in which the place is. One that goes on from the line above is a key that is being typed there."""
    holder = _node_at(root, found.route[:-1])
    if "\n" in node.text or (holder is not None and _is_continued(node)):
        return Cursor("key", found.route[:-1], "", "", at, at, _list_other_keys(holder, found.entry))
    braces = _is_in_braces(holder)
    alone = not braces and (isinstance(found.route[-1], int) or _is_below_key(found, node))
    return Cursor("value", found.route, "", "", node.start, node.end - 1, (), alone, False, braces)


def _is_below_key(found: OutlineMatch, node: Node) -> bool:
    return found.entry is not None and isinstance(found.entry.key, str) and node.start > found.entry.end + 1


def _is_continued(node: Node) -> bool:
    """Whether a text of several lines was cut by what is typed: its words before the place end on another line."""
    return node.text.endswith(_TYPED) and f" {_TYPED}" in node.text and node.end - node.start > len(node.text)


def _node_at(root: Node, route: Route) -> Node | None:
    node: Node | None = root
    for step in route:
        node = node.get(step) if node is not None else None
    return node


def _list_other_keys(holder: Node | None, entry: OutlineEntry | None) -> tuple[str, ...]:
    if holder is None:
        return ()
    return tuple(one.key for one in holder.entries if isinstance(one.key, str) and one is not entry)


def _is_in_braces(holder: Node | None) -> bool:
    return holder is not None and holder.column < 0
