"""From a name to the place where it is given: in the same document, or in another one of the set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from compliance.editor import format_keys
from compliance.editor.cursor import Cursor, OutlinedText, find_cursor, outline_text
from compliance.editor.names import APPROVED, find_definitions, find_name_group, locate_definition
from compliance.editor.outline import Node, find_node
from compliance.editor.positions import FileRange, Position
from compliance.source.routes import Route, parse_route

_WORD: Final = re.compile(r"[\w$-]+")
# Groups of a document whose keys may be spoken of in the middle of other words: `half of ante`.
_IN_WORDS: Final = ("wagers", "hands", "tables", "rates", "groups", "rankings")
_AS: Final = re.compile(r"as (\S+)(?: without .+)?")


def go_to_definition(texts: Mapping[str, str], name: str, position: Position) -> list[FileRange]:
    """Where what is named at a place is defined; nothing where no name stands."""
    text = outline_text(texts[name])
    word = find_cursor(text, position)
    if word is None or not word.word:
        return []
    found = list(_find_places(texts, name, text, word, position))
    return [one for number, one in enumerate(found) if one not in found[:number]]


def _find_places(
    texts: Mapping[str, str], name: str, text: OutlinedText, word: Cursor, position: Position
) -> Iterator[FileRange]:
    spoken = word.word.strip("'\"")
    route: Route = (*word.route, spoken) if word.role == "key" else word.route
    if word.role == "value" and spoken.startswith("*"):
        yield from _find_anchor(text, name, spoken[1:])
        return
    if route[:1] == ("approval",) and name + APPROVED in texts:
        yield _locate_approval(texts, name + APPROVED)
    what = find_name_group(text.kind, route, as_key=word.role == "key")
    exact = [one for one in find_definitions(texts, name, what) if one.name == spoken] if what else []
    yield from (locate_definition(texts, one) for one in exact)
    if exact or word.role == "key":
        if word.role == "key" and route[:2] == ("reading", "said-again"):
            yield from _find_route(text, name, parse_route(spoken))
        return
    if route[-1:] == ("touches",) or (len(route) > 1 and route[-2] == "touches"):
        yield from _find_route(text, name, parse_route(spoken))
        return
    told = _AS.fullmatch(spoken)
    if told is not None and "pays" in route:
        yield from _find_route(text, name, (*route[:-1], told[1]))
    if spoken not in format_keys.choices_at(text.kind, route):
        yield from _find_word(texts, name, text, position)


def _find_word(texts: Mapping[str, str], name: str, text: OutlinedText, position: Position) -> Iterator[FileRange]:
    """The word under the place, if it is the name of something."""
    at = text.sheet.offset(position)
    found = next((one for one in _split_words(text, at) if one[1] <= at <= one[2]), None)
    if found is not None:
        for what in _IN_WORDS:
            yield from (
                locate_definition(texts, one) for one in find_definitions(texts, name, what) if one.name == found[0]
            )


def _split_words(text: OutlinedText, at: int) -> Iterator[tuple[str, int, int]]:
    line = text.sheet.line_at(at)
    start = text.sheet.start_of(line)
    for found in _WORD.finditer(text.sheet.lines[line]):
        yield found[0], start + found.start(), start + found.end()


def _find_route(text: OutlinedText, name: str, route: Route) -> Iterator[FileRange]:
    """What a route leads to. Steps of the round are called by their words."""
    steps: list[str | int] = []
    node: Node | None = text.root
    for step in route:
        if node is not None and node.kind == "seq" and isinstance(step, str):
            step = next((number for number, one in enumerate(node.entries) if _is_called(one.node, step)), step)
        steps.append(step)
        found = find_node(text.root, tuple(steps))
        if found is None:
            return
        node = found.node
    entry = find_node(text.root, tuple(steps))
    if entry is not None and entry.entry is not None:
        yield {"name": name, "range": text.sheet.range(entry.entry.start, max(entry.entry.end, entry.entry.start + 1))}


def _is_called(node: Node | None, name: str) -> bool:
    called = (node.get(key) for key in ("step", "option", "payer", "game")) if node is not None else ()
    return any(one is not None and one.text == name for one in called)


def _find_anchor(text: OutlinedText, name: str, anchor: str) -> Iterator[FileRange]:
    """Where what an alias stands for is written: the last of that name before it."""
    found = list(re.finditer(rf"(?<![\w-])&{re.escape(anchor)}(?![\w-])", text.sheet.flat))
    for one in found[:1]:
        yield {"name": name, "range": text.sheet.range(*one.span())}


def _locate_approval(texts: Mapping[str, str], file: str) -> FileRange:
    """The newest text that was approved of a document."""
    text = outline_text(texts[file])
    listed = text.root.get("approvals")
    last = listed.entries[-1] if listed is not None and listed.entries else None
    at = last.start if last is not None else 0
    return {"name": file, "range": text.sheet.range(at, at + 1)}
