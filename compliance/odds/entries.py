"""Entries of a document as groups of texts, and their values; what cannot be read is not counted, and says why."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from compliance.documents.values import Unreadable
from compliance.odds.cards import NotCounted

Tree = Mapping[str, Any]
T = TypeVar("T")
UNCLEAR: Final = "unclear"


def group(tree: Tree, key: str) -> Tree:
    found = tree.get(key)
    return found if isinstance(found, Mapping) else {}


def read(reader: Callable[[object], T], value: object, what: str) -> T:
    try:
        return reader(value)
    except Unreadable as problem:
        raise NotCounted(f"{what}: {problem}") from None
