"""From a name to the place where it is given: in the same document, or in another one of the set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from compliance.editing import known
from compliance.editing.here import Here, Text, here, text_of
from compliance.editing.names import APPROVED, definitions, place, what_is_named
from compliance.editing.outline import Node, at_route
from compliance.editing.positions import Location, Position
from compliance.routes import Route, read_route

_WORD: Final = re.compile(r"[\w$-]+")
# Groups of a document whose keys may be spoken of in the middle of other words: `half of ante`.
_IN_WORDS: Final = ("wagers", "hands", "tables", "rates", "groups", "rankings")
_AS: Final = re.compile(r"as (\S+)(?: without .+)?")


def definition(texts: Mapping[str, str], name: str, position: Position) -> list[Location]:
    """Where what is named at a place is defined; nothing where no name stands."""
    text = text_of(texts[name])
    word = here(text, position)
    if word is None or not word.word:
        return []
    found = list(_found(texts, name, text, word, position))
    return [one for number, one in enumerate(found) if one not in found[:number]]


def _found(texts: Mapping[str, str], name: str, text: Text, word: Here, position: Position) -> Iterator[Location]:
    spoken = word.word.strip("'\"")
    route: Route = (*word.route, spoken) if word.role == "key" else word.route
    if word.role == "value" and spoken.startswith("*"):
        yield from _anchor(text, name, spoken[1:])
        return
    if route[:1] == ("approval",) and name + APPROVED in texts:
        yield _approved(texts, name + APPROVED)
    what = what_is_named(text.kind, route, as_key=word.role == "key")
    exact = [one for one in definitions(texts, name, what) if one.name == spoken] if what else []
    yield from (place(texts, one) for one in exact)
    if exact or word.role == "key":
        if word.role == "key" and route[:2] == ("reading", "said-again"):
            yield from _at(text, name, read_route(spoken))
        return
    if route[-1:] == ("touches",) or (len(route) > 1 and route[-2] == "touches"):
        yield from _at(text, name, read_route(spoken))
        return
    told = _AS.fullmatch(spoken)
    if told is not None and "pays" in route:
        yield from _at(text, name, (*route[:-1], told[1]))
    if spoken not in known.choices_at(text.kind, route):
        yield from _in_words(texts, name, text, position)


def _in_words(texts: Mapping[str, str], name: str, text: Text, position: Position) -> Iterator[Location]:
    """The word under the place, if it is the name of something."""
    at = text.sheet.offset(position)
    found = next((one for one in _words_of(text, at) if one[1] <= at <= one[2]), None)
    if found is not None:
        for what in _IN_WORDS:
            yield from (place(texts, one) for one in definitions(texts, name, what) if one.name == found[0])


def _words_of(text: Text, at: int) -> Iterator[tuple[str, int, int]]:
    line = text.sheet.line_at(at)
    start = text.sheet.start_of(line)
    for found in _WORD.finditer(text.sheet.lines[line]):
        yield found[0], start + found.start(), start + found.end()


def _at(text: Text, name: str, route: Route) -> Iterator[Location]:
    """What a route leads to. Steps of the round are called by their words."""
    steps: list[str | int] = []
    node: Node | None = text.root
    for step in route:
        if node is not None and node.kind == "seq" and isinstance(step, str):
            step = next((number for number, one in enumerate(node.entries) if _is_called(one.node, step)), step)
        steps.append(step)
        found = at_route(text.root, tuple(steps))
        if found is None:
            return
        node = found.node
    entry = at_route(text.root, tuple(steps))
    if entry is not None and entry.entry is not None:
        yield {"name": name, "range": text.sheet.range(entry.entry.start, max(entry.entry.end, entry.entry.start + 1))}


def _is_called(node: Node | None, name: str) -> bool:
    called = (node.get(key) for key in ("step", "option", "payer", "game")) if node is not None else ()
    return any(one is not None and one.text == name for one in called)


def _anchor(text: Text, name: str, anchor: str) -> Iterator[Location]:
    """Where what an alias stands for is written: the last of that name before it."""
    found = list(re.finditer(rf"(?<![\w-])&{re.escape(anchor)}(?![\w-])", text.sheet.flat))
    for one in found[:1]:
        yield {"name": name, "range": text.sheet.range(*one.span())}


def _approved(texts: Mapping[str, str], file: str) -> Location:
    """The newest text that was approved of a document."""
    text = text_of(texts[file])
    listed = text.root.get("approvals")
    last = listed.entries[-1] if listed is not None and listed.entries else None
    at = last.start if last is not None else 0
    return {"name": file, "range": text.sheet.range(at, at + 1)}
