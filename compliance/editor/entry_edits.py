"""Changes of single entries of a document, as edits of its text. Every byte outside an edit stays.

Each change says what it does to the tree and, apart from that, what it does to the text; the edited text is read again,
and an edit that makes another tree than was foreseen is not given. How a value is written follows what stood there:
its quotes, braces or lines of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec

from compliance.authoring.edits import RenameKey, SetValue
from compliance.authoring.pages import (
    Page,
    Splice,
    UneditableText,
    format_value,
    list_in_order,
    make_plain,
    splice_text,
)
from compliance.editor.positions import Edit, Sheet
from compliance.source import Map, Seq
from compliance.source.routes import Route, get_value, show_route

_COMMA_AFTER: Final = re.compile(r"\s*,[ \t]*(?:\n[ \t]*)?")
_SEPARATOR: Final = re.compile(r",\s*")
_COMMENT: Final = re.compile(r"\s+#[^\"']*$")
_MOST_CHARACTERS: Final = 10_000

P = ParamSpec("P")


class TreeChange(NamedTuple):
    """What becomes of the tree, and the ways to write that, the best first."""

    foresee: Callable[[Any], None]
    ways: Iterable[Splice]


def build_edits(
    text: str, change: Callable[Concatenate[Page, P], TreeChange], *given: P.args, **named: P.kwargs
) -> list[Edit]:
    """The edit of a text that makes a change and nothing else. Raises UneditableText."""
    sheet = Sheet(text)
    page = load_page(sheet.flat)
    wanted = change(page, *given, **named)
    foreseen = make_plain(page.tree)
    wanted.foresee(foreseen)
    for start, end, new in wanted.ways:
        if _parse_tree(splice_text(sheet.flat, (start, end, new))) == list_in_order(foreseen):
            return [sheet.edit(start, end, new)]
    raise UneditableText(
        "more than this would change, as where a value is written once for several places; use the text"
    )


@lru_cache(maxsize=4)
def load_page(flat: str) -> Page:
    """The page of a text. Several edits are made of one text, and what was proved is soon asked about. Raises
    UneditableText."""
    return Page(flat)


def _parse_tree(text: str) -> Any:
    try:
        return list_in_order(make_plain(load_page(text).tree))
    except UneditableText:
        return None


# --- values and keys in their places ---


def set_value(page: Page, route: Route, value: str) -> TreeChange:
    """Another value for an entry or item that is there."""
    node, place = page.find_node(route)
    if isinstance(node, Map | Seq):
        raise UneditableText(f"{show_route(route)} is a group or a list; change its entries")
    old = page.text[place.value : place.value_end]
    if "\n" in old:
        raise UneditableText(f"{show_route(route)} runs over several lines; change it in the text")
    blank = "" if old or place.value == 0 or page.text[place.value - 1] in " \n" else " "
    ways = ((place.value, place.value_end, blank + way) for way in list_spellings(value, old))
    return TreeChange(SetValue(route, value).foresee, ways)


def rename_key(page: Page, route: Route, key: str) -> TreeChange:
    """Another key for the same value."""
    _, place = page.find_node(route)
    group, _ = page.find_node(route[:-1])
    if place.key is None or place.key_end is None or not isinstance(group, Map):
        raise UneditableText(f"{show_route(route)} has no key")
    if key in group and key != route[-1]:
        raise UneditableText(f"{key} is there already")
    start, end = place.key, place.key_end
    ways = ((start, end, way) for way in list_spellings(key, page.text[start:end]))
    return TreeChange(RenameKey(route, key).foresee, ways)


def list_spellings(value: str, old: str = "") -> Iterator[str]:
    """The ways to write a text on one line: as what stood there was written, as it is, and safely in quotes."""
    if "\n" in value or "\r" in value:
        raise UneditableText("a value of a form stands on one line")
    if len(value) > _MOST_CHARACTERS:
        raise UneditableText(f"a value has at most {_MOST_CHARACTERS:,} characters; this one has {len(value):,}")
    double = '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    single = "'" + value.replace("'", "''") + "'"
    if old[:1] == '"':
        yield double
    if old[:1] == "'":
        yield single
    if value == value.strip() and value:
        yield value
    yield double
    yield format_value(value)


# --- entries that come and go ---


def add_entry(page: Page, route: Route, key: str, value: Any, after: str | None) -> TreeChange:
    """A new entry of a group, behind another; `after` is None for the first place. A value is one text, or a group or
    list of texts, which is written in braces."""
    group, _ = page.find_node(route)
    if not isinstance(group, Map):
        raise UneditableText(f"{show_route(route)} is no group")
    if key in group:
        raise UneditableText(f"{key} is there already")
    entries = (f"{name}: {way}" for name, way in _list_entries(key, value))
    ways = (splice for entry in entries for splice in _splice_entry(page, route, group, entry, after))
    return TreeChange(lambda tree: _insert(get_value(tree, route), key, value, after), ways)


def append_item(page: Page, route: Route, value: str) -> TreeChange:
    """A new item at the end of a list."""
    items, _ = page.find_node(route)
    if not isinstance(items, Seq):
        raise UneditableText(f"{show_route(route)} is no list")
    ways = (_splice_items(page, route, items, [f"- {way}"]) for way in list_spellings(value))
    return TreeChange(lambda tree: get_value(tree, route).append(value), ways)


def build_list_edit(page: Page, route: Route, value: str) -> TreeChange:
    """One text that stands for a list of one, with another behind it."""
    node, place = page.find_node(route)
    old = page.text[place.value : place.value_end]
    if not isinstance(node, str) or "\n" in old:
        raise UneditableText(f"{show_route(route)} is not one word on one line; change it in the text")
    firsts = chain((old,), list_spellings(node))  # what needs no quotes alone may need them in brackets
    ways = (f"[{first}, {way}]" for first in firsts for way in list_spellings(value))
    splices = ((place.value, place.value_end, way) for way in ways)
    return TreeChange(SetValue(route, [node, value]).foresee, splices)


def append_lines(page: Page, route: Route, lines: Sequence[str]) -> TreeChange:
    """New items at the end of a list, each as a line that begins with a dash; without their comments in brackets."""
    items, _ = page.find_node(route)
    if not isinstance(items, Seq) or not items:
        raise UneditableText(f"{show_route(route)} has no rows to stand beside")
    added = make_plain(Page("items:\n" + "\n".join(lines) + "\n").tree)["items"]
    return TreeChange(lambda tree: get_value(tree, route).extend(added), [_splice_items(page, route, items, lines)])


def _splice_items(page: Page, route: Route, items: Seq, lines: Sequence[str]) -> Splice:
    """Items behind the last of a list."""
    if page.is_in_braces(route):
        _, place = page.find_node(route)
        bare = ", ".join(_COMMENT.sub("", line.removeprefix("- ")) for line in lines)
        return _splice_in_braces(page, place.value, _find_ends(page, route, range(len(items))), bare)
    start, end = page.lines_of((*route, len(items) - 1))
    first = page.text[start : page.line_end(start)]
    indent = " " * (len(first) - len(first.lstrip(" ")))
    return _insert_line(page.text, end, "\n".join(indent + line for line in lines))


def insert_before(page: Page, route: Route, line: str) -> TreeChange:
    """A new entry, given as it would be written, in front of another."""
    group, _ = page.find_node(route[:-1])
    ((key, value),) = make_plain(Page(line).tree).items()
    if not isinstance(group, Map) or key in group:
        raise UneditableText(f"{show_route(route[:-1])} has no place for {key}")
    names = list(group)
    before = names[: names.index(str(route[-1]))]
    after = before[-1] if before else None
    entry = _COMMENT.sub(" ", line) if page.is_in_braces(route[:-1]) else line
    ways = _splice_entry(page, route[:-1], group, entry, after)
    return TreeChange(lambda tree: _insert(get_value(tree, route[:-1]), key, value, after), ways)


def remove_entry(page: Page, route: Route) -> TreeChange:
    """An entry or an item goes."""
    page.find_node(route)
    return TreeChange(lambda tree: _delete(tree, route), _find_cuts(page, route))


def fill_value(page: Page, route: Route, value: Any) -> TreeChange:
    """A value for a key that has none."""
    node, place = page.find_node(route)
    if node is not None:
        raise UneditableText(f"{show_route(route)} is there already")
    start, end = place.value, place.value_end
    blank = "" if page.text[start - 1 : start] in (" ", "\n", "") else " "
    return TreeChange(SetValue(route, value).foresee, ((start, end, blank + way) for way in _write_inline(value)))


def _list_entries(key: str, value: Any) -> Iterator[tuple[str, str]]:
    """A key and its value, each as it is if that will do, and in quotes if it needs them."""
    for name in list_spellings(key):
        yield from ((name, way) for way in _write_inline(value))


def _write_inline(value: Any) -> Iterator[str]:
    """The ways to write a value on one line: a text, or a group or list of texts in braces."""
    if isinstance(value, str):
        yield from list_spellings(value)
        return
    yield _write_in_braces(value)
    yield format_value(value)


def _write_in_braces(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_write_in_braces(inner)}" for key, inner in value.items()) + "}"
    return "[" + ", ".join(map(_write_in_braces, value)) + "]" if isinstance(value, list) else str(value)


def _splice_entry(page: Page, route: Route, group: Map, entry: str, after: str | None) -> Iterator[Splice]:
    _, place = page.find_node(route)
    if page.is_in_braces(route):
        before = list(group)[: list(group).index(after) + 1] if after is not None else []
        yield _splice_in_braces(page, place.value, _find_ends(page, route, before), entry, bool(group))
        return
    if not group:
        raise UneditableText(f"{show_route(route)} has no entries to stand beside")
    _, first = page.find_node((*route, next(iter(group))))
    if first.key is None:
        raise UneditableText(f"{show_route(route)} has no keys")
    indent = " " * page.column(first.key)
    if after is None:
        yield first.key, first.key, f"{entry}\n{indent}"
        return
    yield _insert_line(page.text, _end_of_lines(page, (*route, after)), indent + entry)


def _find_ends(page: Page, route: Route, keys: Iterable[str | int]) -> list[tuple[int, int]]:
    """Where entries in braces begin and end."""
    found = []
    for key in keys:
        _, place = page.find_node((*route, key))
        start = place.key if place.key is not None else place.value
        found.append((start, max(place.value_end, place.key_end or 0)))
    return found


def _splice_in_braces(
    page: Page, opening: int, before: list[tuple[int, int]], entry: str, others: bool = False
) -> Splice:
    """A new entry in braces, behind others: with the comma and the line break that stand between those."""
    if not before:
        return opening + 1, opening + 1, f"{entry}, " if others else entry
    separator = ", "
    if len(before) > 1:
        between = page.text[before[-2][1] : before[-1][0]]
        separator = between if _SEPARATOR.fullmatch(between) else separator
    return before[-1][1], before[-1][1], separator + entry


def _end_of_lines(page: Page, route: Route) -> int:
    _, place = page.find_node(route)
    return page.end_of_lines(route, page.column(place.key if place.key is not None else place.value))


def _insert_line(text: str, at: int, line: str) -> Splice:
    """A line between lines. Behind a last line that has no line break it has none at its end either."""
    if at == len(text) and not text.endswith("\n"):
        return at, at, f"\n{line}"
    return at, at, f"{line}\n"


def _find_cuts(page: Page, route: Route) -> Iterator[Splice]:
    """The stretches whose going takes away an entry or an item."""
    _, place = page.find_node(route)
    start = place.key if place.key is not None else place.value
    if page.is_in_braces(route[:-1]):
        end = max(place.value_end, place.key_end or 0)
        after = _COMMA_AFTER.match(page.text, end)
        before = page.text[:start].rstrip()
        if before.endswith(",") and (after is None or page.text[after.end() : after.end() + 1] in "}]"):
            yield len(before[:-1].rstrip()), end, ""
        if after is not None:
            yield start, after.end(), ""
        yield start, end, ""
        return
    line_start = page.text.rfind("\n", 0, start) + 1
    end = _end_of_lines(page, route)
    if page.text[line_start:start].strip() in ("", "-" if place.key is None else ""):
        # The last line may have no line break: then the one before it goes.
        if end == len(page.text) and not page.text.endswith("\n") and line_start:
            yield line_start - 1, end, ""
        yield line_start, end, ""
        return
    # The first entry of an item stands behind its dash: the next one takes its place.
    rest = page.text[end : page.line_end(end)]
    yield start, end + len(rest) - len(rest.lstrip(" ")), ""


# --- what becomes of the tree ---


def _delete(tree: Any, route: Route) -> None:
    del get_value(tree, route[:-1])[route[-1]]


def _insert(group: Any, key: str, value: Any, after: str | None) -> None:
    entries = list(group.items())
    place = list(group).index(after) + 1 if after is not None else 0
    entries.insert(place, (key, value))
    group.clear()
    group.update(entries)
