"""Parser events in, a tree with positions out; iteratively, so that no nesting can exhaust the stack.

Checks what only the structure shows: limits, duplicate keys, aliases, merges, tags, keys that are no text. Bytes and
characters are checked in `reader`; the words are in `problems` and `syntax_errors`.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from compliance.source import problems
from compliance.source.characters import FORBIDDEN, ODD_SPACES
from compliance.source.tree import Limits, Lines, Map, Offsets, Problem, Record, Seq, Span, Value

# Loaded by name because PyYAML has no types of its own: what comes from it is Any, here and nowhere else.
yaml = import_module("yaml")
try:
    CParser = import_module("yaml._yaml").CParser
except ImportError:  # PyYAML was built without libyaml: the same events, several times slower
    CParser = None

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
# What stands between the start that the parser reports and the value itself: anchor, tag, blanks, comments.
_PROPERTIES = re.compile(r"(?:(?:&[\w-]+|!\S*)[ \t\n]*(?:#.*[ \t\n]*)*)+")
_TAG = re.compile(r"(?:&[\w-]+\s+)?(?P<tag>!\S*)")
_COLON = re.compile(r"[ \t\n]*:")
_DIRECTIVE = re.compile(r"^%.*", re.MULTILINE)
_ODD = re.compile(f"(?P<odd>[{ODD_SPACES}])")
# An odd space where a blank would separate: at either end of a plain text, after its dash, after its first colon.
_ODD_SEPARATOR = re.compile(rf"\A(?:-|[^\s:]+:)?(?P<odd>[{ODD_SPACES}])|(?P<last>[{ODD_SPACES}])\Z")
_UNSEEN = re.compile(f"[{FORBIDDEN}\ud800-\udfff]")


class Composed(NamedTuple):
    tree: Value
    root: Record | None
    problems: list[Problem]
    unreported: int


class _Anchored(NamedTuple):
    """A value that aliases may stand for, and how much it holds with all that its own aliases stand for."""

    value: Value
    written: tuple[int, int] | None
    nodes: int
    characters: int
    height: int = 0  # levels of collections; none for a text


class _RefusedError(Exception):
    """Reading on makes no sense or costs too much; the problem is already reported."""


class _MergeKey(str):
    """The key `<<` when it means a merge. Equal only to itself, so that a quoted "<<" stays an ordinary key."""

    __slots__ = ()
    __hash__ = object.__hash__
    __eq__ = object.__eq__


_MERGE = _MergeKey("<<")
_UNKNOWN = Map()  # stands in for a value that could not be had; the tree is then not given


def compose(data: bytes, text: str, limits: Limits) -> Composed:
    """`text` is `data` decoded; both without a byte order mark, carriage returns and forbidden characters."""
    composer = _Composer(text, limits)
    documents = Seq()
    documents.places = []
    try:
        composer.build(_parse_events(data, text), documents)
    except _RefusedError:
        composer.broken = True
    if not composer.broken:
        if documents and documents[0] is not None:
            return Composed(documents[0], documents.places[0], composer.problems, composer.unreported)
        composer.report(problems.empty_file())
    return Composed(None, None, composer.problems, composer.unreported)


def _parse_events(data: bytes, text: str) -> Iterator[Any]:
    if CParser is not None:
        return iter(CParser(data).get_event, None)
    from compliance.source.scanner import Scanner

    events: Iterator[Any] = yaml.parse(text, Loader=Scanner)
    return events


def _may_have_properties(text: str) -> bool:
    """Whether any "&" or "!" stands where an anchor or a tag could begin, and not as in "R&B" or "Hi!"."""
    for sign in "&!":
        at = text.find(sign)
        while at >= 0:
            if at == 0 or text[at - 1] in " \t\n[{,:?":
                return True
            at = text.find(sign, at + 1)
    return False


class _Composer:
    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.limits = limits
        self.problems: list[Problem] = []
        self.unreported = 0
        self.broken = False  # something is left out or not what it seems, so there is no tree to give
        self.stack: list[tuple[Any, ...]] = []
        self.anchors: dict[str, _Anchored | None] = {}  # None while the anchored collection is still open
        self.documents = 0
        # Without aliases a text makes at most two nodes more than it has characters, as "? ? ?" does.
        self.crowded = len(text) > min(limits.scalar, limits.characters) or len(text) + 2 > limits.nodes
        self.heights: dict[int, int] = {}  # levels of every collection that an anchor may hold, by its identity
        self.odd_spaces = not text.isascii() and _ODD.search(text) is not None

    def needs_care(self) -> bool:
        """Whether any node may need a second look. Most files have none, and the loop is the faster for it."""
        text = self.text
        return self.crowded or self.odd_spaces or "\\" in text or "<<" in text or _may_have_properties(text)

    def build(self, events: Iterator[Any], documents: Seq) -> None:
        """The hot loop. One long function on purpose: a call for each event is what makes a reader slow."""
        scalar, alias = yaml.ScalarEvent, yaml.AliasEvent
        map_start, seq_start = yaml.MappingStartEvent, yaml.SequenceStartEvent
        ends = (yaml.MappingEndEvent, yaml.SequenceEndEvent)
        nulls = _NULLS
        careful, depth, most, stack = self.needs_care(), self.limits.depth, self.limits.nodes, self.stack
        suspicious = self.crowded or self.odd_spaces or "\\" in self.text
        nodes = characters = 0  # of scalars only counted when there is need for care
        most_characters = self.limits.characters
        mapping: Map | None = None  # the open collection is `mapping`, or `items` when that is None
        items: Seq = documents
        places: Any = documents.places
        key: str | None = None  # None while a key is awaited
        key_start = key_end = start = end = 0
        value: Value
        event: Any = None
        try:
            for event in events:
                kind = type(event)
                written = None
                if kind is scalar:
                    value = event.value
                    start = event.start_mark.index
                    end = event.end_mark.index
                    style = event.style
                    if not style:
                        if value in nulls:
                            value = None
                            if start == end and mapping is not None and key is not None:
                                start = end = self.find_value_start(key_end)
                    elif style in "|>":
                        # The parser ends a block text where the next thing begins.
                        end = start + len(self.text[start:end].rstrip(" \t\n"))
                    if careful:
                        nodes += 1
                        characters += len(event.value)
                        if suspicious or event.anchor or event.tag or value == "<<":
                            is_key = mapping is not None and key is None
                            value, start = self.inspect(event, value, start, end, is_key)
                elif kind is map_start or kind is seq_start:
                    start = event.start_mark.index
                    if len(stack) >= depth:
                        self.stop(problems.excess_depth(self.limits, self.span(start)))
                    if careful:
                        start = self.open_collection(event)
                    stack.append((mapping, items, places, key, key_start, key_end, start, event, nodes, characters))
                    nodes += 1
                    if kind is map_start:
                        mapping, key = Map(), None
                        places = mapping.places = {}
                    else:
                        mapping, items = None, Seq()
                        places = items.places = []
                    continue
                elif kind in ends:
                    value = items if mapping is None else mapping
                    mapping, items, places, key, key_start, key_end, start, opening, *before = stack.pop()
                    # The parser ends a block collection where the next thing begins; we, where its last child ends.
                    if opening.flow_style and event.start_mark.index < event.end_mark.index:
                        end = event.end_mark.index
                    if careful:
                        self.close_collection(
                            opening.anchor, value, start, end, nodes - before[0], characters - before[1]
                        )
                elif kind is alias:
                    start = event.start_mark.index
                    end = event.end_mark.index
                    value, written, more_nodes, more_characters, _ = self.resolve_alias(event.anchor, start, end)
                    nodes += more_nodes
                    characters += more_characters
                else:
                    self.visit_document(event)
                    continue
                if nodes > most:
                    self.stop(problems.excess_nodes(self.limits, self.span(start, end)))
                if characters > most_characters:
                    self.stop(problems.excess_characters(self.limits, self.span(start, end)))
                if mapping is None:
                    items.append(value)
                    places.append((None, None, start, end, written))
                elif key is None:
                    key = value if type(value) is str else self.replace_unusual_key(value, start, end)
                    key_start, key_end = start, end
                else:
                    if key in mapping:
                        self.report(self.describe_duplicate(key, key_start, key_end, places))
                    else:
                        mapping[key] = value
                        places[key] = (key_start, key_end, start, end, written)
                    key = None
        except (yaml.YAMLError, ValueError, ArithmeticError) as error:
            # The last two leave the parser on escapes that are no character, in tags and, without libyaml, in texts.
            from compliance.source.syntax_errors import explain_syntax_error  # only files with errors pay for it

            self.refuse(explain_syntax_error(error, self.text, event, self.open_bracket()))

    def inspect(self, event: Any, value: Value, start: int, end: int, is_key: bool) -> tuple[Value, int]:
        """Check a scalar in detail. Return its value, or the merge key, and where it really starts."""
        text, style, anchor = event.value, event.style, event.anchor
        if anchor or event.tag:
            start = self.skip_properties(event)
        if len(text) > self.limits.scalar:
            self.stop(problems.oversized_text(len(text), self.limits, self.span(start)))
        if style == '"' and (unseen := _UNSEEN.search(text)):
            self.refuse(problems.escaped_control_character(unseen[0], self.span(start, end)))
        elif self.odd_spaces and (is_key or not style):
            raw = self.text[start:end]
            if odd := (_ODD if is_key else _ODD_SEPARATOR).search(raw):
                at = odd.start(odd.lastgroup or 0)
                self.refuse(problems.odd_space(raw[at], self.span(start + at)))
        if anchor:
            self.anchors[anchor] = _Anchored(value, (start, end), 1, len(text))
        return (_MERGE if is_key and value == "<<" and not style else value), start

    def open_collection(self, event: Any) -> int:
        """Check the start of a collection in detail. Return where it really begins."""
        start: int = event.start_mark.index
        if event.anchor:
            self.anchors[event.anchor] = None
        return self.skip_properties(event) if event.anchor or event.tag else start

    def close_collection(
        self, anchor: str | None, value: Map | Seq, start: int, end: int, nodes: int, characters: int
    ) -> None:
        """Check a complete collection in detail: merges and anchors."""
        if isinstance(value, Map) and _MERGE in value:
            self.merge_keys(value)
        if self.anchors:
            held = value.values() if isinstance(value, Map) else value
            height = 1 + max((self.heights.get(id(one), 0) for one in held if type(one) is not str), default=0)
            self.heights[id(value)] = height
            # When the name was given again inside, that later one counts.
            if anchor and self.anchors[anchor] is None:
                self.anchors[anchor] = _Anchored(value, (start, end), nodes, characters, height)

    def resolve_alias(self, name: str, start: int, end: int) -> _Anchored:
        found = self.anchors.get(name)
        if found is not None:
            if len(self.stack) + found.height > self.limits.depth:
                self.stop(problems.excess_depth(self.limits, self.span(start, end)))
            return found
        problem = problems.recursive_alias if name in self.anchors else problems.unknown_alias
        self.refuse(problem(name, self.span(start, end)))
        return _Anchored(_UNKNOWN, None, 1, 0)

    def merge_keys(self, mapping: Map) -> None:
        """Add the keys of the blocks that `<<` names. Own keys win over merged ones, and earlier merges over later
        ones."""
        value, record = mapping.pop(_MERGE), mapping.places.pop(_MERGE)
        uses = [(value, record)]
        if isinstance(value, Seq) and Offsets(*record).written is None:
            uses = list(zip(value, value.places, strict=True))
        for merged, use in uses:
            _, _, start, end, written = use
            if isinstance(merged, Map) and written is not None:
                for key, (_, _, inner_start, inner_end, inner_written) in merged.places.items():
                    if key not in mapping:
                        mapping[key] = merged[key]
                        mapping.places[key] = (start, end, start, end, inner_written or (inner_start, inner_end))
            elif merged is not _UNKNOWN:
                self.refuse(problems.bad_merge(self.text[start:end], self.span(start, end)))

    def replace_unusual_key(self, value: Value, start: int, end: int) -> str:
        """Return the key to go on with when the one written is not a text; unlike any other, so that none looks
        double."""
        if value is _MERGE:
            return _MERGE
        if value is None:
            self.refuse(problems.null_key(self.text[start:end], self.span(start, end)))
        elif value is not _UNKNOWN:
            self.refuse(problems.key_not_text(self.span(start, end)))
        return f"\0{start}"

    def describe_duplicate(self, key: str, start: int, end: int, places: dict[str, Record]) -> Problem:
        first, first_end = places[key][:2]
        return problems.duplicate_key(key, self.span(start, end), self.span(first or 0, first_end or 0))

    def skip_properties(self, event: Any) -> int:
        """Return where a node starts once its anchor and tag are left out: replacing a value must not remove its
        anchor."""
        start: int = event.start_mark.index
        end: int = event.end_mark.index
        if event.tag and (tag := _TAG.match(self.text, start)):
            self.report(problems.yaml_tag(tag["tag"], self.span(*tag.span("tag"))))
        properties = _PROPERTIES.match(self.text, start)
        # The end comes first where nothing but the anchor is written.
        return min(properties.end(), end) if properties else start

    def find_value_start(self, key_end: int) -> int:
        """Return where a value that is left out would begin; the parser may say where the next thing begins."""
        colon = _COLON.match(self.text, key_end)
        return colon.end() if colon else key_end

    def visit_document(self, event: Any) -> None:
        if event.__class__ is yaml.DocumentStartEvent:
            self.documents += 1
            if self.documents > 1:
                start = event.start_mark.index
                self.stop(problems.second_document(self.span(start, start + 3)))
        elif event.__class__ is yaml.DocumentEndEvent:
            # Directives are looked for here because the parser takes quadratic time over many of them.
            found = _DIRECTIVE.search(self.text, event.end_mark.index)
            if found:
                self.stop(problems.second_document(self.span(*found.span())))

    def open_bracket(self) -> int | None:
        if not self.stack:
            return None
        *_, start, opening, _, _ = self.stack[-1]
        return start if opening.flow_style else None

    @cached_property
    def lines(self) -> Lines:
        return Lines(self.text)

    def span(self, start: int, end: int | None = None) -> Span:
        """The span of what lies between, or of the one character at the start."""
        return self.lines.span(start, start + 1 if end is None else end)

    def report(self, problem: Problem) -> None:
        if len(self.problems) < self.limits.problems:
            self.problems.append(problem)
        else:
            self.unreported += 1

    def refuse(self, problem: Problem) -> None:
        self.broken = True
        self.report(problem)

    def stop(self, problem: Problem) -> NoReturn:
        self.report(problem)
        raise _RefusedError
