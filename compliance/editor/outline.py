"""What a text is made of, as far as its lines show it: also while a line is half typed and the file is no YAML.

Indentation decides, as it does for whoever types. Of a whole file the outline is the tree that the source layer reads,
which a test proves on the library; of a broken one it is the best that can be told. Every key and value has its place,
as offsets into a text with line feeds only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from compliance.source.routes import Route

_QUOTED_KEY: Final = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')[ \t]*:""")
_DASH: Final = re.compile(r"-(?: +|(?=\n)|\Z)")
_PROPERTIES: Final = re.compile(r"(?:[&!]\S*[ ]+)*(?:&\S*(?=\n|\Z))?")
_SPACE: Final = re.compile(r"(?:[ \t\n]|#(?<=[\s#]#)[^\n]*|#(?<=\A#)[^\n]*)*")
_COMMENT: Final = re.compile(r"[ \t]#")
_BLOCK_TEXT: Final = re.compile(r"[|>][-+0-9]*[ ]*(?:#[^\n]*)?(?=\n|\Z)")
_PLAIN_IN_BRACES: Final = re.compile(r"(?:[^,{}\[\]#]|(?<![ \t\n])#)*")
_NO_KEY: Final = "#&*!|>%@`{}[],"
_MOST_DEPTH: Final = 64


class Node:
    """A value: a group of entries (`map`), a list (`seq`), or a text."""

    __slots__ = ("column", "end", "entries", "kind", "loose", "start", "text")

    def __init__(self, kind: str, start: int, end: int, column: int = -1, text: str = "") -> None:
        self.kind = kind
        self.start = start
        self.end = end
        # Where its keys or dashes stand; -1 in braces.
        self.column = column
        self.entries: list[OutlineEntry] = []
        self.text = text
        # Words that stand in a group without a colon: keys that are being typed.
        self.loose: list[tuple[int, int]] = []

    def get(self, key: str | int) -> Node | None:
        return next((entry.node for entry in self.entries if entry.key == key), None)

    def keys(self) -> list[str]:
        return [entry.key for entry in self.entries if isinstance(entry.key, str)]


class OutlineEntry:
    """A key with its value, or an item of a list with its number. What has no value yet has none."""

    __slots__ = ("end", "key", "node", "start")

    def __init__(self, key: str | int, start: int, end: int) -> None:
        self.key = key
        self.start = start
        self.end = end
        self.node: Node | None = None


class OutlineMatch(NamedTuple):
    """An entry or the root, and the route that leads there."""

    route: Route
    entry: OutlineEntry | None
    node: Node | None


def build_outline(text: str) -> Node:
    """The outline of a text that has line feeds only."""
    return _Reader(text).read()


def walk_outline(root: Node) -> Iterator[OutlineMatch]:
    """Everything in an outline, each before what is below it."""
    waiting = [OutlineMatch((), None, root)]
    while waiting:
        found = waiting.pop()
        yield found
        if found.node is not None:
            below = [OutlineMatch((*found.route, one.key), one, one.node) for one in found.node.entries]
            waiting += reversed(below)


def find_node(root: Node, route: Route) -> OutlineMatch | None:
    """What stands at a route."""
    node: Node | None = root
    entry: OutlineEntry | None = None
    for step in route:
        entry = next((one for one in node.entries if one.key == step), None) if node is not None else None
        if entry is None:
            return None
        node = entry.node
    return OutlineMatch(route, entry, node)


def remove_quotes(text: str) -> str:
    """A text without its quotes, as far as editing needs it."""
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return re.sub(r'\\(["\\/])', r"\1", text[1:-1])
    return text


def _parse_key(text: str, at: int, limit: int, behind: str) -> tuple[int, int] | None:
    """Where a key that begins here ends, and where its colon does. What must stand behind a colon tells it from one
    that is part of a text, as in `200:1`."""
    if text[at : at + 1] in ("'", '"'):
        quoted = _QUOTED_KEY.match(text, at, limit)
        return (at + len(quoted[1]), quoted.end()) if quoted else None
    if text[at : at + 1] in _NO_KEY:
        return None
    colon = text.find(":", at, limit)
    while colon >= 0 and text[colon + 1 : colon + 2] not in behind:
        colon = text.find(":", colon + 1, limit)
    if colon < 0 or _COMMENT.search(text, at, colon):
        return None
    return at + len(text[at:colon].rstrip()), colon + 1


class _Reader:
    """Reads line by line. `open` are the groups and lists that the next line may belong to, outermost first."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = Node("map", 0, len(text), 0)
        self.open: list[Node] = []

    def read(self) -> Node:
        at = 0
        while at < len(self.text):
            line_end = self._line_end(at)
            first = at
            while first < line_end and self.text[first] == " ":
                first += 1
            rest = self.text[first:line_end].strip()
            if not rest or rest.startswith("#") or self.text.startswith(("---", "..."), at) or self.text[at] == "%":
                at = line_end + 1
                continue
            at = self._read_line(first, first - at) + 1
        for node in reversed(self.open):
            self._close(node)
        return self.open[0] if self.open and self.open[0].entries else self.root

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _read_line(self, at: int, column: int) -> int:
        """What begins at a column of a line. Gives back where it ends, which may be lines further down."""
        dash = _DASH.match(self.text, at)
        self._leave(column, dash is not None)
        while dash is not None and len(self.open) < _MOST_DEPTH:
            holder = self._open_group("seq", at, column)
            holder.entries.append(OutlineEntry(len(holder.entries), at, at + 1))
            after = dash.end()
            if after >= self._line_end(at) or self.text[after] == "#":
                return self._line_end(at)
            column += after - at
            at = after
            dash = _DASH.match(self.text, at)
        key = _parse_key(self.text, at, self._line_end(at), " \n")
        if key is None:
            return self._read_words(at, column)
        holder = self._open_group("map", at, column)
        entry = OutlineEntry(remove_quotes(self.text[at : key[0]]), at, key[0])
        holder.entries.append(entry)
        return self._read_value(entry, key[1], column)

    def _leave(self, column: int, dash: bool) -> None:
        """Close what a line at this column no longer belongs to. A list may stand at the column of its key."""
        while self.open:
            last = self.open[-1]
            if last.column < column or (last.column == column and (dash or last.kind == "map")):
                break
            self._close(self.open.pop())

    def _close(self, node: Node) -> None:
        ends = [entry.node.end if entry.node is not None else entry.end for entry in node.entries]
        node.end = max([node.start, *ends, *(end for _, end in node.loose)])

    def _open_group(self, kind: str, at: int, column: int) -> Node:
        """The open group or list that something at this column belongs to."""
        last = self.open[-1] if self.open else None
        if last is not None and last.kind == kind and last.column == column:
            return last
        made = Node(kind, at, at, column)
        if last is not None and last.entries:
            last.entries[-1].node = made
        self.open.append(made)
        return made

    def _read_words(self, at: int, column: int) -> int:
        """A line without a key: a value, or a key that is being typed."""
        last = self.open[-1] if self.open else None
        entry = last.entries[-1] if last is not None and last.entries else None
        if last is None or self.text[at] in "{[\"'":
            return self._read_scalar_or_flow(entry, at, column - 1)
        end = self._plain_end(at)
        if entry is not None and entry.node is None and (last.column < column or last.kind == "seq"):
            if not self._find_key_below(end, column):
                return self._read_scalar_or_flow(entry, at, column - 1)
            last = self._open_group("map", at, column)
        (last if last.kind == "map" else self._find_nearest_map(last)).loose.append((at, end))
        return self._line_end(end)

    def _find_key_below(self, end: int, column: int) -> bool:
        """Whether a key stands in the next line, at this column: then what stands above it becomes one, too."""
        below = self._line_end(end) + 1
        first = below + column
        blank = self.text[below:first] == " " * column and self.text[first : first + 1] not in ("", " ")
        return blank and _parse_key(self.text, first, self._line_end(first), " \n") is not None

    def _find_nearest_map(self, last: Node) -> Node:
        return next((node for node in reversed(self.open) if node.kind == "map"), last)

    def _read_value(self, entry: OutlineEntry, at: int, column: int) -> int:
        line_end = self._line_end(at)
        while at < line_end and self.text[at] in " \t":
            at += 1
        properties = _PROPERTIES.match(self.text, at)
        at = properties.end() if properties else at
        if at >= line_end or self.text[at] == "#":
            return line_end
        return self._read_scalar_or_flow(entry, at, column)

    def _read_scalar_or_flow(self, entry: OutlineEntry | None, at: int, column: int) -> int:
        node = self._read_single(at, column)
        if entry is not None:
            entry.node = node
        elif not self.open:
            self.root = node if node.kind != "text" else self.root
            if node.kind == "text":
                self.root.loose.append((node.start, node.end))
        return self._line_end(node.end)

    def _read_single(self, at: int, column: int) -> Node:
        """A value that begins on this line. What goes on below stands further right than `column`."""
        sign = self.text[at]
        if sign in "{[":
            return self._read_flow(at, column, 0)
        if sign in "\"'":
            return self.read_quoted(at, self._find_block_end(self._line_end(at), column))
        if _BLOCK_TEXT.match(self.text, at):
            end = self._find_block_end(self._line_end(at), column)
            return Node("text", at, at + len(self.text[at:end].rstrip()), text=self.text[at:end])
        end = self._plain_end(at)
        while (below := self._find_continuation(end, column)) is not None:
            end = self._plain_end(below)
        return Node("text", at, end, text=re.sub(r"\s*\n\s*", " ", self.text[at:end]))

    def _plain_end(self, at: int) -> int:
        line_end = self._line_end(at)
        comment = _COMMENT.search(self.text, at, line_end)
        return at + len(self.text[at : comment.start() if comment else line_end].rstrip())

    def _find_continuation(self, end: int, column: int) -> int | None:
        """Where a plain text goes on in a line below: further right, without a comment before it."""
        line_end = self._line_end(end)
        if self.text[end:line_end].strip():
            return None
        below = line_end
        while below < len(self.text) and self.text[below] == "\n":
            start = below + 1
            at = start
            while at < len(self.text) and self.text[at] == " ":
                at += 1
            if at < len(self.text) and self.text[at] != "\n":
                return at if at - start > column and self.text[at] != "#" else None
            below = at
        return None

    def _find_block_end(self, end: int, column: int) -> int:
        """The end of the lines below that are empty or stand further right than a column."""
        while end < len(self.text):
            start = end + 1
            line = self.text[start : self._line_end(start)]
            if line.strip() and len(line) - len(line.lstrip(" ")) <= column:
                break
            end = self._line_end(start)
        return end

    def read_quoted(self, at: int, limit: int) -> Node:
        """A text in quotes that ends before a limit."""
        quote = self.text[at]
        end = at + 1
        while end < limit:
            if self.text[end] == "\\" and quote == '"':
                end += 2
                continue
            if self.text[end] == quote:
                if quote == "'" and self.text[end + 1 : end + 2] == "'":
                    end += 2
                    continue
                end += 1
                break
            end += 1
        else:  # never closed: it is being typed, and ends with its line
            end = at + len(self.text[at : self._line_end(at)].rstrip())
        return Node("text", at, min(end, len(self.text)), text=remove_quotes(self.text[at:end]))

    def _read_flow(self, at: int, column: int, depth: int) -> Node:
        """A group in braces or a list in brackets. One that is never closed ends with the lines that belong to it."""
        limit = self._find_block_end(self._line_end(at), column)
        return _FlowReader(self, limit).read(at, depth)


class _FlowReader:
    """Reads what stands in braces and brackets, up to a limit."""

    def __init__(self, reader: _Reader, limit: int) -> None:
        self.reader = reader
        self.text = reader.text
        self.limit = limit

    def read(self, at: int, depth: int) -> Node:
        closing = "}" if self.text[at] == "{" else "]"
        node = Node("map" if closing == "}" else "seq", at, at + 1)
        at += 1
        while True:
            at = self._skip(at)
            if at >= self.limit:
                node.end = self.limit
                return node
            sign = self.text[at]
            if sign in "}]":
                # A bracket of the other kind is a slip; it closes what is open here.
                node.end = at + 1
                return node
            if sign == ",":
                at += 1
                continue
            at = self._read_entry(node, at, depth)

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at, self.limit)
        return found.end() if found else at

    def _read_entry(self, node: Node, at: int, depth: int) -> int:
        key = _parse_key(self.text, at, self._word_end(at), " \n,{}[]") if node.kind == "map" else None
        if key is not None:
            entry = OutlineEntry(remove_quotes(self.text[at : key[0]]), at, key[0])
            node.entries.append(entry)
            at = self._skip(key[1])
            properties = _PROPERTIES.match(self.text, at, self.limit)
            at = properties.end() if properties else at
            if at >= self.limit or self.text[at] in ",}]":
                return at
        elif node.kind == "seq":
            entry = OutlineEntry(len(node.entries), at, at)
            node.entries.append(entry)
        else:
            end = self._word_end(at)
            node.loose.append((at, end))
            return max(end, at + 1)
        entry.node = self._read_value(at, depth)
        return max(entry.node.end, at + 1)

    def _read_value(self, at: int, depth: int) -> Node:
        if self.text[at] in "{[" and depth < _MOST_DEPTH:
            return self.read(at, depth + 1)
        if self.text[at] in "\"'":
            return self.reader.read_quoted(at, self.limit)
        end = self._word_end(at)
        return Node("text", at, end, text=re.sub(r"\s*\n\s*", " ", self.text[at:end]))

    def _word_end(self, at: int) -> int:
        """Where a word in braces ends: a plain text, or a key in quotes with its colon."""
        quoted = _QUOTED_KEY.match(self.text, at, self.limit)
        if quoted is not None:
            return quoted.end()
        plain = _PLAIN_IN_BRACES.match(self.text, at, self.limit)
        end = plain.end() if plain is not None else at
        return at + len(self.text[at:end].rstrip())
