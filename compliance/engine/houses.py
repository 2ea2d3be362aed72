"""Which documents belong together: those of one establishment, and with them those of its folders that name none.

To tell that of ten thousand documents before any is read, the name is taken from the line that states it. Where a file
is not written as lines of keys, it is read for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from compliance.checks.names import house
from compliance.documents.loader import LIMITS
from compliance.source import Map, read_source

# A document's bytes, or what reads them: raises OSError where they cannot be read.
Data: TypeAlias = bytes | Callable[[], bytes]
# The documents that are checked together.
Group: TypeAlias = Sequence[tuple[str, Data]]

_KIND: Final = re.compile(rb"^document[ \t]*:", re.MULTILINE)
_NAME: Final = re.compile(rb"^[\"']?establishment[\"']?[ \t]*:[ \t]*(.*?)[ \t]*\r?$", re.MULTILINE)
# A name as most are written: words, perhaps in quotes that hold no quote, and nothing behind them.
_PLAIN: Final = re.compile(r"""(["']?)([\w.&' -]*[\w.])\1""")


def group_by_house(documents: Sequence[tuple[str, Data]]) -> list[Group]:
    """Return the documents in groups that are checked together, in the order in which the groups begin."""
    keys = [_find_keys(name, data) for name, data in documents]
    unnamed = {folder for folder, establishment in keys if establishment is None}
    groups = _Groups()
    for folder, establishment in keys:
        if establishment is not None and folder in unnamed:
            groups.join(f"house {establishment}", f"folder {folder}")
    together: dict[str, list[tuple[str, Data]]] = {}
    for document, (folder, establishment) in zip(documents, keys, strict=True):
        own = f"folder {folder}" if establishment is None else f"house {establishment}"
        together.setdefault(groups.find(own), []).append(document)
    return list(together.values())


def _find_keys(name: str, data: Data) -> tuple[str, str | None]:
    """Return the folder of a document and its establishment. What cannot be read names none."""
    try:
        text = data() if callable(data) else data
    except OSError:
        text = b""
    return os.path.dirname(name), find_establishment(text)


def find_establishment(data: bytes) -> str | None:
    """Return the establishment that a document names, by which houses are told apart; None where it names none."""
    if _KIND.search(data) is None:
        return _read_establishment(data)
    lines = _NAME.findall(data)
    if not lines:
        return None
    plain = _PLAIN.fullmatch(lines[0].decode("utf-8", "replace")) if len(lines) == 1 else None
    return house(plain[2]) if plain is not None else _read_establishment(data)


def _read_establishment(data: bytes) -> str | None:
    tree = read_source(data, LIMITS).tree
    name = tree.get("establishment") if isinstance(tree, Map) else None
    return house(name) if isinstance(name, str) else None


class _Groups:
    """Names that stand for one group once they are joined."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}

    def find(self, name: str) -> str:
        while name in self._of:
            name = self._of[name]
        return name

    def join(self, one: str, other: str) -> None:
        first, second = self.find(one), self.find(other)
        if first != second:
            self._of[second] = first
