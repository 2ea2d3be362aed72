"""Edits of a document. Each knows two things: what it does to the tree, and what it does to the text.

The two are worked out apart and compared by `fixing`: a text whose tree is another than was foreseen is not written.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple, TypeAlias

from compliance.authoring.pages import Page, UneditableText, format_value, indent_lines, splice_text
from compliance.source import Seq
from compliance.source.routes import Route, get_value, show_route

# The parts of `reading`, in the order in which they are written.
_PARTS: Final = (
    "source",
    "said-again",
    "lost",
    "ambiguous",
    "unclear",
    "printed",
    "numbered",
    "words-used",
    "names",
    "points-to",
    "notes",
)


class RenameKey(NamedTuple):
    """Another key for the same value."""

    route: Route
    to: str

    def foresee(self, tree: Any) -> None:
        group = get_value(tree, self.route[:-1])
        entries = [(self.to if key == self.route[-1] else key, value) for key, value in group.items()]
        if self.to in group:
            raise UneditableText(f"{show_route(self.route)} and {self.to} are both there")
        group.clear()
        group.update(entries)

    def splice(self, page: Page) -> tuple[int, int, str]:
        _, place = page.find_node(self.route)
        if place.key is None or place.key_end is None:
            raise UneditableText(f"{show_route(self.route)} has no key")
        return place.key, place.key_end, format_value(self.to)


class SetValue(NamedTuple):
    """Another value, in the same place."""

    route: Route
    value: Any

    def foresee(self, tree: Any) -> None:
        get_value(tree, self.route[:-1])[self.route[-1]] = self.value

    def splice(self, page: Page) -> tuple[int, int, str]:
        node, place = page.find_node(self.route)
        if not isinstance(node, str) or "\n" in page.text[place.value : place.value_end]:
            raise UneditableText(f"{show_route(self.route)} runs over several lines")
        return place.value, place.value_end, format_value(self.value)


class RemoveEntry(NamedTuple):
    """An entry or an item goes."""

    route: Route

    def foresee(self, tree: Any) -> None:
        del get_value(tree, self.route[:-1])[self.route[-1]]

    def edit(self, page: Page) -> str:
        return _remove_entry(page, self.route)


class MoveBlock(NamedTuple):
    """A block of the document goes below `reading`, with the comments above it."""

    key: str
    to: str

    def foresee(self, tree: Any) -> None:
        reading = _reading_parts(tree)
        block = tree.pop(self.key)
        if self.to in reading and isinstance(block, list) and isinstance(reading[self.to], list):
            reading[self.to] += block
        elif self.to in reading:
            raise UneditableText(f"reading / {self.to} is there already, and {self.key} too")
        else:
            reading[self.to] = block

    def edit(self, page: Page) -> str:
        if self.to in _get_reading(page):
            return self._move_items(page)
        start, end = page.lines_of((self.key,))
        if next(iter(page.tree)) != self.key:
            start = page.comments_above(start)
        block = _end_line(page.text[start:end])
        key = re.compile(rf"^(?P<quote>['\"]?){re.escape(self.key)}(?P=quote)", re.MULTILINE)
        block = key.sub(lambda _: self.to, block, count=1)
        rest = Page(splice_text(page.text, (start, end, "")))
        return _add_part(rest, self.to, block)

    def _move_items(self, page: Page) -> str:
        count = len(page.tree[self.key] or ())
        for _ in range(count):
            page = Page(MoveItem((self.key, 0), self.to).edit(page))
        return page.text


class MoveItem(NamedTuple):
    """An item of a list goes to the end of a list below `reading`. A list that is left empty goes, too."""

    route: Route
    to: str

    def foresee(self, tree: Any) -> None:
        items = get_value(tree, self.route[:-1])
        _reading_list(tree, self.to).append(items.pop(self.route[-1]))
        if not items:
            del get_value(tree, self.route[:-2])[self.route[-2]]

    def edit(self, page: Page) -> str:
        block = _item_text(page, self.route)
        alone = len(get_value(page.tree, self.route[:-1])) == 1
        rest = Page(_remove_entry(page, self.route[:-1] if alone else self.route))
        return _add_item(rest, self.to, block)


class AddItem(NamedTuple):
    """A new item at the end of a list below `reading`."""

    to: str
    item: dict[str, Any]

    def foresee(self, tree: Any) -> None:
        _reading_list(tree, self.to).append(self.item)

    def edit(self, page: Page) -> str:
        return _add_item(page, self.to, f"- {format_value(self.item)}\n")


class MoveReadingLast(NamedTuple):
    """`reading` becomes the last block."""

    def foresee(self, tree: Any) -> None:
        tree["reading"] = tree.pop("reading")

    def edit(self, page: Page) -> str:
        start, end = page.lines_of(("reading",))
        if next(iter(page.tree)) != "reading":
            start = page.comments_above(start)
        block = page.text[start:end]
        return _append_block(Page(splice_text(page.text, (start, end, ""))), block)


InPlaceEdit: TypeAlias = RenameKey | SetValue
Edit: TypeAlias = InPlaceEdit | RemoveEntry | MoveBlock | MoveItem | AddItem | MoveReadingLast


def _end_line(lines: str) -> str:
    return lines if lines.endswith("\n") else f"{lines}\n"


def _remove_entry(page: Page, route: Route) -> str:
    """A text without an entry or an item."""
    if not page.is_in_braces(route[:-1]):
        start, end = page.lines_of(route)
        return splice_text(page.text, (start, end, ""))
    _, place = page.find_node(route)
    start = place.key if place.key is not None else place.value
    after = re.compile(r"\s*,\s*").match(page.text, place.value_end)
    if after is not None:
        return splice_text(page.text, (start, after.end(), ""))
    before = re.search(r"\s*,\s*\Z", page.text[:start])
    return splice_text(page.text, (before.start() if before is not None else start, place.value_end, ""))


def _item_text(page: Page, route: Route) -> str:
    """An item of a list as lines that begin with a dash in the first column."""
    if page.is_in_braces(route[:-1]):
        _, place = page.find_node(route)
        text = page.text[place.value : place.value_end]
        if "\n" in text:
            raise UneditableText(f"{show_route(route)} runs over several lines")
        return f"- {text}\n"
    start, end = page.lines_of(route)
    lines = _end_line(page.text[start:end])
    return indent_lines(lines, -(len(lines) - len(lines.lstrip(" "))))


def _get_reading(page: Page) -> dict[str, Any]:
    reading = page.tree.get("reading")
    if "reading" in page.tree and (not isinstance(reading, dict) or page.is_in_braces(("reading",))):
        raise UneditableText("`reading` is written in braces; write each of its parts on a line of its own")
    return reading if isinstance(reading, dict) else {}


def _add_part(page: Page, part: str, block: str) -> str:
    """A text with a block below `reading`, among its other parts in their order. The block begins in column 0."""
    parts = _get_reading(page)
    if not parts:
        return _append_block(page, "reading:\n" + indent_lines(block, 2))
    _, place = page.find_node(("reading", next(iter(parts))))
    block = indent_lines(block, page.column(place.key or 0))
    before = [name for name in parts if name not in _PARTS or _PARTS.index(name) <= _PARTS.index(part)]
    if before:
        _, end = page.lines_of(("reading", before[-1]))
    else:
        _, reading = page.find_node(("reading",))
        end = page.line_end(reading.key or 0)
    return _insert_lines(page.text, end, block)


def _add_item(page: Page, part: str, block: str) -> str:
    """A text with one more item in a list below `reading`."""
    items = _get_reading(page).get(part)
    if items is None:
        return _add_part(page, part, f"{part}:\n" + indent_lines(block, 2))
    if not isinstance(items, Seq):
        raise UneditableText(f"reading / {part} is no list")
    route: Route = ("reading", part)
    if page.is_in_braces(route):
        _, place = page.find_node(route)
        comma = ", " if items else ""
        return splice_text(page.text, (place.value_end - 1, place.value_end - 1, comma + block[2:].rstrip("\n")))
    start, _ = page.lines_of((*route, 0))
    first = page.text[start : page.line_end(start)]
    _, end = page.lines_of((*route, len(items) - 1))
    return _insert_lines(page.text, end, indent_lines(block, len(first) - len(first.lstrip(" "))))


def _append_block(page: Page, block: str) -> str:
    """A text with a block behind its last entry."""
    _, end = page.lines_of((list(page.tree)[-1],))
    return _insert_lines(page.text, end, block)


def _insert_lines(text: str, at: int, block: str) -> str:
    """Lines put between lines. Behind a last line that has no line break they have none at their end either."""
    if at == len(text) and not text.endswith("\n"):
        return f"{text}\n{_end_line(block)[:-1]}"
    return text[:at] + _end_line(block) + text[at:]


def _reading_parts(tree: Any) -> dict[str, Any]:
    reading = tree.setdefault("reading", {})
    if not isinstance(reading, dict):
        raise UneditableText("`reading` holds no parts; write each of them under a key of its own")
    return reading


def _reading_list(tree: Any, part: str) -> list[Any]:
    """A list below `reading`, made where it is not there yet."""
    items = _reading_parts(tree).setdefault(part, [])
    if not isinstance(items, list):
        raise UneditableText(f"reading / {part} is no list")
    return items
