"""What may be typed at a place: keys that are not there yet, words to choose from, names that the documents give."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, TypedDict

from compliance.documents import meanings
from compliance.documents.values import UNCLEAR
from compliance.editor import format_keys
from compliance.editor.cursor import Cursor, OutlinedText, find_cursor, outline_text
from compliance.editor.names import find_definitions, find_name_group
from compliance.editor.outline import Node, find_node
from compliance.editor.positions import Position, Range
from compliance.source.routes import Route

_PLAIN: Final = re.compile(r"[A-Za-z$][\w$.%'-]*(?: [\w$.%'-]+)*|[0-9]+(?:\.[0-9]+)?%?")
_STEP: Final = "  "


class Completion(TypedDict):
    """Something that may be typed: how it is shown, what it means, and what replaces which stretch of the text."""

    label: str
    kind: str
    detail: str
    documentation: str
    insert: str
    range: Range


class _Offer:
    """What is offered for one word."""

    def __init__(self, text: OutlinedText, word: Cursor) -> None:
        self.word = word
        self.range = text.sheet.range(word.start, word.end)
        self._line_break = text.sheet.line_break
        line = text.sheet.line_at(word.start)
        self.indent = " " * (word.start - text.sheet.start_of(line))

    def make(self, label: str, kind: str, detail: str, documentation: str, insert: str) -> Completion:
        written = insert.replace("\n", self._line_break)
        return Completion(
            label=label, kind=kind, detail=detail, documentation=documentation, insert=written, range=self.range
        )


def complete(texts: Mapping[str, str], name: str, position: Position) -> list[Completion]:
    """What may stand at a place of a text, the likeliest first. Also while the text is no YAML."""
    text = outline_text(texts[name])
    word = find_cursor(text, position)
    if word is None:
        return []
    offer = _Offer(text, word)
    found: list[Completion] = []
    if word.role == "value":
        found += _complete_values(texts, name, text, offer)
    if word.role == "key" or word.may_be_key:
        found += _complete_keys(texts, name, text, offer)
    once: dict[str, Completion] = {}
    for one in found:
        once.setdefault(one["label"], one)
    typed = word.typed.strip("'\"")
    return sorted(once.values(), key=lambda one: not one["label"].startswith(typed))


# --- keys ---


def _complete_keys(texts: Mapping[str, str], name: str, text: OutlinedText, offer: _Offer) -> Iterator[Completion]:
    word = offer.word
    route, others = word.route, set(word.other_keys)
    for label, detail, documentation in _complete_names(texts, name, text, route):
        if label not in others:
            yield offer.make(label, "name", detail, documentation, _format_key(label, "value", offer))
    for key in format_keys.keys_at(text.kind, route):
        if key.name not in others:
            detail = ("required, " if key.required else "") + (" or ".join(key.kinds) or key.shape)
            yield offer.make(key.name, "key", detail, describe_key(key), _format_key(key.name, key.shape, offer))


def _complete_names(
    texts: Mapping[str, str], name: str, text: OutlinedText, route: Route
) -> Iterator[tuple[str, str, str]]:
    """Names that are keys here: the hands that a table pays, the inputs of a decision table."""
    if what := find_name_group(text.kind, (*route, "*"), as_key=True):
        for one in find_definitions(texts, name, what):
            yield one.name, one.detail, f"Named in `{what}`."
    if (given := _table_inputs(text, route)) is not None:
        for entry in given.entries:
            if isinstance(entry.key, str) and entry.key != "source":
                yield entry.key, _summarize(entry.node), "What this table looks at: its `given`."


def _table_inputs(text: OutlinedText, route: Route) -> Node | None:
    """The inputs of the decision table to whose rules a route leads."""
    if len(route) < 4 or route[0] != "tables" or route[2] not in ("rules", "impossible"):
        return None
    found = find_node(text.root, (*route[:2], "given"))
    return found.node if found is not None else None


def _summarize(node: Node | None) -> str:
    if node is None:
        return ""
    return node.text if node.kind == "text" else ", ".join(one.node.text for one in node.entries if one.node)


def _format_key(key: str, shape: str, offer: _Offer) -> str:
    written = key if _PLAIN.fullmatch(key) or re.fullmatch(r"[\w-]+", key) else json.dumps(key, ensure_ascii=False)
    if offer.word.has_value:
        return written
    if offer.word.braces or shape in ("value", "list"):
        return f"{written}: "
    deeper = f"\n{offer.indent}{_STEP}"
    return f"{written}:{deeper}- " if shape == "list of groups" else f"{written}:{deeper}"


def describe_key(key: format_keys.FormatKey) -> str:
    """What a key means, in Markdown."""
    told = [key.sentence] if key.sentence else []
    if key.choices:
        told.append("One of: " + ", ".join(f"`{word}`" for word in key.choices) + ".")
    for kind in key.kinds:
        if (meaning := meanings.find_kind_meaning(kind)) is not None and not key.choices:
            told.append(f"*{kind}*: {meaning.sentence}")
    if key.example:
        told.append(f"Example: `{key.name}: {key.example}`")
    return "\n\n".join(told)


# --- values ---


def _complete_values(texts: Mapping[str, str], name: str, text: OutlinedText, offer: _Offer) -> Iterator[Completion]:
    route = offer.word.route
    key = next((step for step in reversed(route) if isinstance(step, str)), "")
    as_list = format_keys.is_list(text.kind, route)
    for word in format_keys.choices_at(text.kind, route):
        yield offer.make(
            word, "value", f"{key}: {word}", _describe_value(text, route), _format_value(word, as_list, offer)
        )
    of = find_name_group(text.kind, (*route, 0) if as_list else route)
    for one in find_definitions(texts, name, of) if of else ():
        if route[:2] == (of, one.name):
            continue  # nothing is told by itself
        documentation = (
            f"Named in `{of}`." if of not in ("game", "schedule", "document") else f"The document {one.file}."
        )
        yield offer.make(one.name, "name", one.detail, documentation, _format_value(one.name, as_list, offer))
    yield from _complete_inputs(text, offer)
    if format_keys.key_at(text.kind, route) is not None and len(route) > 1:
        meaning = meanings.find_kind_meaning(UNCLEAR)
        yield offer.make(
            UNCLEAR, "value", "", meaning.sentence if meaning else "", _format_value(UNCLEAR, False, offer)
        )


def _complete_inputs(text: OutlinedText, offer: _Offer) -> Iterator[Completion]:
    """The values of an input of a decision table, where it lists them."""
    route = offer.word.route
    given = _table_inputs(text, route)
    entry = given.get(str(route[-1])) if given is not None and isinstance(route[-1], str) else None
    for one in entry.entries if entry is not None else ():
        if one.node is not None and one.node.kind == "text":
            yield offer.make(
                one.node.text, "value", "", "A value of this input.", _format_value(one.node.text, False, offer)
            )


def _describe_value(text: OutlinedText, route: Route) -> str:
    steps = route
    while steps and isinstance(steps[-1], int):
        steps = steps[:-1]
    key = format_keys.key_at(text.kind, steps)
    return key.sentence if key is not None else ""


def _format_value(word: str, as_list: bool, offer: _Offer) -> str:
    written = word if _PLAIN.fullmatch(word) else json.dumps(word, ensure_ascii=False)
    if offer.word.quoted:
        written = json.dumps(word, ensure_ascii=False)
    return f"[{written}]" if as_list else written
