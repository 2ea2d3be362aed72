"""Names that a document gives to things, and where it speaks of them: wagers, hands, tables, rates, documents.

One table serves completion and definition: a route at which a name may stand, and what it is the name of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from compliance.editor.cursor import OutlinedText, outline_text
from compliance.editor.outline import Node, OutlineEntry, remove_quotes
from compliance.editor.positions import FileRange, Sheet
from compliance.source.routes import Route

APPROVED: Final = ".approved"

# What a name may be the name of: the group of the same document in which it is a key; of `rates / *` and the like the
# keys, of `games` what the entries are called, and of `game` and `schedule` another document of the set.
_USES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "game": {
        "wagers": (
            "wagers / * / needs",
            "wagers / * / excludes / *",
            "wagers / * / may-exceed",
            "wagers / * / pays-as",
            "wagers / * / equals",
            "wagers / * / at-most",
            "wagers / * / at-least",
            "separate-games / *",
            "table / spaces / *",
            "round / * / opens / *",
            "round / * / closes / *",
            "round / * / order / *",
            "progressive / wager",
            "progressives / * / wager",
            "envy / qualifies / wager",
            "envies / * / qualifies / wager",
            "aggregate / covers / *",
            "aggregates / * / covers / *",
            "bank / player-banking / covers / *",
            "claims / * / wager",
            "odds / wagers / *",
        ),
        "hands": (
            "envy / promised / *",
            "envies / * / promised / *",
            "claims / * / hand",
            "wagers / * / pays / *",
            "wagers / * / pays / * / *",
            "envy / pays / *",
            "envies / * / pays / *",
            "progressive / pays / *",
            "progressives / * / pays / *",
            "odds / hands / *",
        ),
        "tables": ("round / * / by", "tables / * / restates"),
        "schedule": ("fees / schedule",),
    },
    "schedule": {
        "rates": (
            "options / * / collections / *",
            "options / * / collections / * / uses",
            "groups / * / collections / *",
            "groups / * / collections / * / uses",
            "shared / collections / *",
            "shared / collections / * / uses",
        ),
        "groups": ("options / * / group",),
        "games": (
            "options / * / for",
            "options / * / for / *",
            "groups / * / for",
            "groups / * / for / *",
            "shared / for",
            "shared / for / *",
        ),
        "game": ("games / *", "games / * / game"),
        "schedule": ("superseded-by",),
    },
    "terms": {"game": ("covers / games / *",), "schedule": ("covers / schedules / *",)},
}
_ANY_KIND: Final[Mapping[str, tuple[str, ...]]] = {
    "reading / numbered": ("reading / points-to / * / list",),
    "document": ("references / * / to",),
}
# Groups whose keys are names of something else.
_KEYS: Final = frozenset(
    route
    for uses in _USES.values()
    for routes in uses.values()
    for route in routes
    if route.endswith(("pays / *", "pays / * / *", "odds / wagers / *", "odds / hands / *"))
)


# A plain value ends before a comment.
_HEAD_LINE: Final = re.compile(
    r"""^(?P<key>document|id|title):[ ]+(?P<value>"[^"\n]*"|'[^'\n]*'|(?:(?![ \t]\#)[^\n])*)""", re.MULTILINE
)


class Definition(NamedTuple):
    """A name, the file and the place where it is given, and what is said of it there."""

    name: str
    file: str
    entry: OutlineEntry
    detail: str = ""


def find_name_group(kind: str, route: Route, as_key: bool = False) -> str:
    """What a name at a route is the name of; empty where names have no place."""
    shape = " / ".join("*" if isinstance(step, int) else step for step in route)
    for written, named in _uses_by_route(kind):
        if _is_match(written, shape) and (written in _KEYS) == as_key:
            return named
    return ""


@cache
def _uses_by_route(kind: str) -> tuple[tuple[str, str], ...]:
    uses = {**_USES.get(kind, {}), **_ANY_KIND}
    return tuple((route, named) for named, routes in uses.items() for route in routes)


def _is_match(written: str, shape: str) -> bool:
    wanted, steps = written.split(" / "), shape.split(" / ")
    return len(wanted) == len(steps) and all(one in ("*", step) for one, step in zip(wanted, steps, strict=True))


def find_definitions(texts: Mapping[str, str], file: str, what: str) -> Iterator[Definition]:
    """Everything of a kind that has a name."""
    if what in ("game", "schedule", "document"):
        yield from _find_documents(texts, what)
        return
    text = outline_text(texts[file])
    if what == "games":
        yield from _find_games(text, file)
        return
    group: Node | None = text.root
    for step in what.split(" / "):
        group = group.get(step) if group is not None else None
    for entry in group.entries if group is not None else ():
        if isinstance(entry.key, str) and entry.key not in ("source", "ranked"):
            yield Definition(entry.key, file, entry, _summarize(entry.node))


def _find_documents(texts: Mapping[str, str], what: str) -> Iterator[Definition]:
    for file, written in texts.items():
        if file.endswith(APPROVED):
            continue
        head = _read_head(written)
        title = head.get("title")
        if what == "document" or _summarize(head["document"].node if "document" in head else None) == what:
            for key in ("id", "title") if what == "document" else ("id",):
                entry = head.get(key)
                if entry is not None and entry.node is not None and entry.node.text:
                    yield Definition(entry.node.text, file, entry, _summarize(title.node if title else None))


@lru_cache(maxsize=1024)
def _read_head(text: str) -> dict[str, OutlineEntry]:
    """What a document says of itself in lines of their own. Of hundreds of documents no more is wanted."""
    flat = Sheet(text).flat
    found: dict[str, OutlineEntry] = {}
    for line in _HEAD_LINE.finditer(flat):
        entry = OutlineEntry(line["key"], line.start("key"), line.end("key"))
        value = line["value"].rstrip()
        entry.node = Node("text", line.start("value"), line.start("value") + len(value), text=remove_quotes(value))
        found.setdefault(line["key"], entry)
    return found


def _find_games(text: OutlinedText, file: str) -> Iterator[Definition]:
    """The games of a schedule, by the names under which its options speak of them."""
    group = text.root.get("games")
    for entry in group.entries if group is not None else ():
        node = entry.node
        if node is None:
            continue
        if node.kind == "text":
            yield Definition(node.text, file, entry)
            continue
        named = node.get("as") or node.get("game")
        printed = node.get("printed")
        if named is not None and named.text:
            yield Definition(named.text, file, entry, printed.text if printed is not None else "")


def _summarize(node: Node | None) -> str:
    """What a definition says in a few words."""
    if node is None:
        return ""
    if node.kind == "text":
        return node.text
    told = next((found.text for key in ("name", "title", "payer") if (found := node.get(key)) is not None), "")
    return told


def locate_definition(texts: Mapping[str, str], definition: Definition) -> FileRange:
    """Where a name is given."""
    sheet = outline_text(texts[definition.file]).sheet
    entry = definition.entry
    by_value = isinstance(entry.key, int) or entry.key in ("id", "title")
    if by_value and entry.node is not None:
        line_end = sheet.flat.find("\n", entry.node.start)
        end = min(entry.node.end, line_end if line_end >= 0 else entry.node.end)
        return {"name": definition.file, "range": sheet.range(entry.node.start, end)}
    return {"name": definition.file, "range": sheet.range(entry.start, entry.end)}
