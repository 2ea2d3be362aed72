"""Sentences of findings as a reader of print knows the words: names as printed, days as people write them, no keys.

Checks say ids, keys and ISO days; YAML, JSON data and the command line keep them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any, Final

from compliance.documents.meanings import load_meanings
from compliance.reports.wording import format_day

Names = Mapping[str, str]

_CODE: Final = re.compile(r"`([a-z0-9][\w /-]{0,80})`")
_DAY: Final = re.compile(r"(?<![\w/.-])(?:18|19|20)\d\d-\d\d-\d\d(?![\w/-])")
_FILE: Final = re.compile(r" ?\((?:[\w.~-]+/)+[\w.~-]+\.ya?ml(?::\d+)?\)")
_PATH: Final = re.compile(r"(?<![\w/])(?:[\w.~-]+/)*[\w.~-]+\.ya?ml\b")
_ID: Final = re.compile(r"(?<![\w/.$@:-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w/@-])(?!\.\w)")
_UNNUMBERED: Final = re.compile(r"\b([Oo])ption unnumbered\b")
# Two words that English joins, though a key may be written alike.
_ENGLISH: Final = frozenset({"player-dealer", "house-banked", "third-party", "non-house-banked"})


def collect_names(tree: Mapping[str, Any], printed: Names) -> dict[str, str]:
    """By the ids of a document, how a sentence calls what they stand for: by its printed name, or the id as words."""
    found = {id: id.replace("-", " ") for id in _list_ids(tree)}
    return found | {id: name for id, name in printed.items() if "-" in id}


def _list_ids(value: Any) -> Iterator[str]:
    """The keys of a document that its writer chose, and no key of the format."""
    if isinstance(value, Mapping):
        for key, inside in value.items():
            if _ID.fullmatch(key) and key not in _ENGLISH and key not in _list_keys():
                yield key
            yield from _list_ids(inside)
    elif isinstance(value, list):
        for one in value:
            yield from _list_ids(one)


@cache
def _list_keys() -> frozenset[str]:
    return frozenset(key for _, key in load_meanings())


def write_prose(text: str, names: Names) -> str:
    """A sentence for readers: names for ids, days in words, no marks of code, and no file behind a title."""
    if "`" in text:
        text = _CODE.sub(_write_key, text)
    if ".y" in text:
        text = _PATH.sub(lambda found: names.get(found[0], found[0]), _FILE.sub("", text))
    if "ption unnumbered" in text:
        text = _UNNUMBERED.sub(lambda found: f"{'The' if found[1] == 'O' else 'the'} unnumbered option", text)
    if "...." in text:
        text = text.replace(",....", " …").replace("....", " …")
    if "-" in text:
        text = _DAY.sub(_write_day, text)
        text = _ID.sub(lambda found: names.get(found[0], found[0]), text)
    return text


def _write_key(found: re.Match[str]) -> str:
    """A key as words; what only looks like one stays as it is."""
    keys = found[1].split(" / ")
    return f"“{', '.join(keys).replace('-', ' ')}”" if _list_keys().issuperset(keys) else found[0]


def _write_day(found: re.Match[str]) -> str:
    try:
        return format_day(date.fromisoformat(found[0]))
    except ValueError:
        return found[0]
