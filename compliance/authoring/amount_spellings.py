"""Amounts that are told by another wager, in the words that are read now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from compliance.authoring.edits import Edit, SetValue
from compliance.source import Map, Seq

_KEYS: Final = ("equals", "at-most", "at-least")


def fix_amounts(tree: Map) -> Iterator[Edit]:
    """`table limits` is `table maximum`; `half of the game wager` is `half of game`."""
    wagers = tree.get("wagers")
    if not isinstance(wagers, Map):
        return
    for name, wager in wagers.items():
        for key in _KEYS if isinstance(wager, Map) else ():
            text = wager.get(key) if isinstance(wager, Map) else None
            if isinstance(text, str):
                now = _respell(text, key, wagers)
                if now != text:
                    yield SetValue(("wagers", name, key), now)
    yield from _fix_restated(tree, wagers)


def _fix_restated(tree: Map, wagers: Map) -> Iterator[Edit]:
    """The same amounts where they are said again."""
    reading = tree.get("reading")
    again = reading.get("said-again") if isinstance(reading, Map) else None
    for number, entry in enumerate(again if isinstance(again, Seq) else ()):
        for route, text in entry.items() if isinstance(entry, Map) else ():
            key = route.rpartition(" / ")[2]
            if route.startswith("wagers / ") and key in _KEYS and isinstance(text, str):
                now = _respell(text, key, wagers)
                if now != text:
                    yield SetValue(("reading", "said-again", number, route), now)


def _respell(text: str, key: str, wagers: Map) -> str:
    if key == "at-most" and text == "table limits":
        return "table maximum"
    found = re.fullmatch(r"half of (?:the )?([a-z0-9 -]+?)(?: wager)?", text)
    if found is not None and (name := found[1].replace(" ", "-")) in wagers:
        return f"half of {name}"
    return text
