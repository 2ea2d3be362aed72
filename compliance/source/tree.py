"""The shapes that reading produces: values, where they stand, and what is wrong with the file.

No parsing lives here; `reader` checks the bytes, `composer` builds the tree, `syntax_errors` explains syntax errors.
"""

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


class Span(NamedTuple):
    """From the first character up to, not including, the end. Lines and columns count from 1, in code points."""

    line: int
    column: int
    end_line: int
    end_column: int


class Spans(NamedTuple):
    """Where an entry stands.

    `key` is None for list items and for the root. `value` is the place of use: for an alias the `*name` itself, and
    for whatever was reached through an alias or a merge that `*name` too, as `key` and as `value`. `anchor` is then
    the place where the value is really written.
    """

    key: Span | None
    value: Span
    anchor: Span | None = None


class Offsets(NamedTuple):
    """A place as the composer leaves it, in characters from the start. Few are ever asked for as Spans."""

    key: int | None
    key_end: int | None
    value: int
    value_end: int
    written: tuple[int, int] | None = None


_WRITTEN: Final = Offsets._fields.index("written")
# Kept as a plain tuple in the order of Offsets: eight times as fast to build, and of no concern to the collector.
Record: TypeAlias = tuple[int | None, int | None, int, int, tuple[int, int] | None]


class Map(dict[str, "Value"]):
    """A mapping; `places` has a record for each key. Ask `Source.place` for lines and columns."""

    __slots__ = ("places",)
    places: dict[str, Record]


class Seq(list["Value"]):
    """A list; `places` has a record for each item."""

    __slots__ = ("places",)
    places: list[Record]


Value: TypeAlias = Map | Seq | str | None


class Limits(NamedTuple):
    """How much one file may hold: far more than people write, and nothing that a machine would choke on."""

    bytes: int = 2 * 1024 * 1024
    depth: int = 64
    nodes: int = 200_000  # keys and values, each alias counted as large as what it stands for
    characters: int = 2 * 1024 * 1024  # of all keys and values, counted likewise: no more than a file without aliases
    scalar: int = 64 * 1024
    problems: int = 100


class Problem(NamedTuple):
    """Why a file cannot be read as it stands. `also` are further places, each with its label."""

    code: str
    message: str
    help: str
    span: Span
    also: tuple[tuple[Span, str], ...] = ()


class Lines:
    """The lines of a text, and where they begin when every line break is counted as one character."""

    def __init__(self, text: str) -> None:
        self.lines = _LINE_BREAK.split(text) if "\r" in text else text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    def span(self, start: int, end: int) -> Span:
        first = bisect_right(self._starts, start)
        last = bisect_right(self._starts, end, first - 1)
        return Span(first, start - self._starts[first - 1] + 1, last, end - self._starts[last - 1] + 1)


class Source:
    """A file that was read. `tree` is None when no tree could be trusted; `problems` then says why."""

    def __init__(self, text: str, tree: Value, problems: tuple[Problem, ...] = (), root: Record | None = None) -> None:
        self.text = text
        self.tree = tree
        self.problems = problems
        self.root = root
        self._places: dict[tuple[str | int, ...], Spans] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Source) and self._contents() == other._contents()

    def __hash__(self) -> int:
        return hash(self.text)

    def _contents(self) -> tuple[object, ...]:
        return self.text, self.tree, self.problems, self.root

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def lines(self) -> list[str]:
        return self._lines.lines

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.text)

    def place(self, route: tuple[str | int, ...]) -> Spans:
        """The place of the value at the route, or of its nearest ancestor that exists. Worked out once: many answers
        point to few places."""
        if route not in self._places:
            self._places[route] = self._find(route)
        return self._places[route]

    def _find(self, route: tuple[str | int, ...]) -> Spans:
        if self.root is None:
            return Spans(None, Span(1, 1, 1, 1))
        record, node = self.root, self.tree
        use: Span | None = None  # the first alias on the way
        for step in route:
            found = _follow_step(node, step)
            if found is None:
                break
            if use is None and record[_WRITTEN] is not None:
                use = self._place(record).value
            record, node = found
        here = self._place(record)
        return here if use is None else Spans(use, use, here.anchor or here.value)

    def _place(self, record: Record) -> Spans:
        offsets, span = Offsets(*record), self._lines.span
        key = None if offsets.key is None or offsets.key_end is None else span(offsets.key, offsets.key_end)
        anchor = None if offsets.written is None else span(*offsets.written)
        return Spans(key, span(offsets.value, offsets.value_end), anchor)


def _follow_step(node: Value, step: str | int) -> tuple[Record, Value] | None:
    if isinstance(node, Map) and isinstance(step, str) and step in node:
        return node.places[step], node[step]
    if isinstance(node, Seq) and isinstance(step, int) and 0 <= step < len(node):
        return node.places[step], node[step]
    return None
