"""A run told as far as it is about documents that changed since a revision of git, and what depends on them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compliance.commands.files import Reader


def touched(paths: Sequence[str], revision: str, reader: Reader) -> set[str]:
    """The documents that changed since a revision, and those that name one of them. All are checked together, for a
    document may answer for another; only these are told."""
    from compliance.commands.sides import changed_since

    changed = {os.path.realpath(path) for path in changed_since(revision, ".")}
    mine = {
        path for path in paths if os.path.realpath(path) in changed or os.path.realpath(path + ".approved") in changed
    }
    names = {name.encode() for path in mine for name in _names(path, reader)}
    return mine | {path for path in paths if path not in mine and _mentions(path, names, reader)}


def _names(path: str, reader: Reader) -> Iterable[str]:
    from compliance.documents.reading import load

    document = load(path, _bytes(path, reader)).document
    return [document.id] if document is not None and document.id is not None else []


def _mentions(path: str, names: set[bytes], reader: Reader) -> bool:
    data = _bytes(path, reader)
    return any(name in data for name in names)


def _bytes(path: str, reader: Reader) -> bytes:
    try:
        return reader.read(path)
    except OSError:
        return b""
