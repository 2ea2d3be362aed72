"""The text of a file with the places of its entries: what an edit cuts out of it and puts into it."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any, Final, TypeAlias

from compliance.source import Map, Seq, Value, read_source
from compliance.source.routes import Route, show_route
from compliance.source.tree import Offsets, Record

# No line is ever broken: ruamel.yaml would wrap at 80 characters.
_WIDTH: Final = 2**20
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")

# Where a stretch of a text begins and ends, and what is to stand there.
Splice: TypeAlias = tuple[int, int, str]


class UneditableText(Exception):
    """An edit that this text does not allow: what stands in the way, in words."""


class Page:
    """A text without carriage returns, its tree and its places. Edits give a new text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.source = read_source(text.encode("utf-8", "surrogatepass"))
        if self.source.problems or not isinstance(self.source.tree, Map) or self.source.root is None:
            raise UneditableText("it is no longer YAML")
        self.tree = self.source.tree
        self.root: Record = self.source.root

    def find_node(self, route: Route) -> tuple[Value, Offsets]:
        """What stands at a route, and where. What is written elsewhere, behind an alias, is left alone."""
        node: Value = self.tree
        record = self.root
        for step in route:
            record, node = _follow_step(node, step)
            if Offsets(*record).written is not None:
                raise UneditableText(f"{show_route(route)} is written by an alias")
        return node, Offsets(*record)

    def is_in_braces(self, route: Route) -> bool:
        """Whether the group or list at a route is written in braces or brackets."""
        _, place = self.find_node(route)
        return self.text[place.value : place.value + 1] in ("{", "[")

    def column(self, at: int) -> int:
        return at - self._line_start(at)

    def _line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """Behind the line in which something stands, its line break included."""
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def end(self, route: Route) -> int:
        """Where the last text of a value ends."""
        node, place = self.find_node(route)
        if isinstance(node, Map | Seq) and node and not self.is_in_braces(route):
            keys: list[str | int] = list(node) if isinstance(node, Map) else list(range(len(node)))
            return max(self.end((*route, key)) for key in keys)
        end = place.value_end
        while end > place.value and self.text[end - 1] in "\n ":
            end -= 1
        key_end = place.key_end or 0
        return max(end, key_end)

    def lines_of(self, route: Route) -> tuple[int, int]:
        """The whole lines of an entry or an item that is not in braces, with comments that are indented below it."""
        _, place = self.find_node(route)
        first = place.key if place.key is not None else place.value
        start = self._line_start(first)
        before = self.text[start:first]
        item = place.key is None
        if before.strip() not in (("-",) if item else ("",)):
            raise UneditableText(f"{show_route(route)} does not begin a line of its own")
        column = before.index("-") if item else len(before)
        return start, self.end_of_lines(route, column)

    def end_of_lines(self, route: Route, column: int) -> int:
        """Behind the last line of an entry at a column, with comments that are indented below it."""
        end = self.line_end(self.end(route))
        while end < len(self.text):
            line = self.text[end : self.line_end(end)]
            if not line.lstrip(" ").startswith("#") or len(line) - len(line.lstrip(" ")) <= column:
                break
            end += len(line)
        return end


def _follow_step(node: Value, step: str | int) -> tuple[Record, Value]:
    if isinstance(node, Map) and isinstance(step, str) and step in node:
        return node.places[step], node[step]
    if isinstance(node, Seq) and isinstance(step, int) and 0 <= step < len(node):
        return node.places[step], node[step]
    raise UneditableText(f"there is no {step}")


def splice_text(text: str, *edits: Splice) -> str:
    """A text with stretches replaced; they do not overlap."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def make_plain(tree: Any, known: dict[int, Any] | None = None) -> Any:
    """A tree as plain groups and lists. A group that aliases stand for is one group there, too: what is changed in it
    changes in all its places."""
    known = {} if known is None else known
    if not isinstance(tree, Map | Seq):
        return tree
    if id(tree) not in known:
        made: Any = {} if isinstance(tree, Map) else []
        known[id(tree)] = made
        if isinstance(tree, Map):
            made.update((key, make_plain(value, known)) for key, value in tree.items())
        else:
            made.extend(make_plain(value, known) for value in tree)
    return known[id(tree)]


def list_in_order(tree: Any) -> Any:
    """A plain tree in which the order of entries counts."""
    if isinstance(tree, dict):
        return [(key, list_in_order(value)) for key, value in tree.items()]
    return [list_in_order(value) for value in tree] if isinstance(tree, list) else tree


def format_value(value: Any) -> str:
    """A value as YAML on one line."""
    from ruamel.yaml import YAML

    yaml = YAML(typ="rt")
    yaml.width = _WIDTH
    yaml.preserve_quotes = True
    yaml.default_flow_style = True
    out = StringIO()
    # A group stands for itself; a single value alone would end in the mark of a document's end.
    yaml.dump(_plain(value) if isinstance(value, dict) else [_plain(value)], out)
    return out.getvalue().strip() if isinstance(value, dict) else out.getvalue().strip()[1:-1]


def _plain(value: Any) -> Any:
    """Texts of digits as numbers, so that they are written without quotes: what they are is decided by their field."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value
