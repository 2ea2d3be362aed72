"""Entries of a document as groups of texts, and their values; what cannot be read is not counted, and says why."""

from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from typing import Any, Final, TypeVar

from compliance.documents.values import Unreadable
from compliance.odds.cards import NotCounted
from compliance.odds.words import BadDefinition

Tree = Mapping[str, Any]
T = TypeVar("T")
UNCLEAR: Final = "unclear"


def group(tree: Tree, key: str) -> Tree:
    found = tree.get(key)
    return found if isinstance(found, Mapping) else {}


def refuse_unknown_keys(written: Tree, known: Collection[str]) -> None:
    """Raise BadDefinition for a key that nothing reads: it would be left out without a word."""
    for key in written:
        if key not in known:
            near = get_close_matches(str(key), list(known), 1)
            more = f"did you mean {near[0]}?" if near else f"known are {', '.join(sorted(known))}"
            raise BadDefinition(f"`{key}` is not known here; {more}", str(key))


def read(reader: Callable[[object], T], value: object, what: str) -> T:
    try:
        return reader(value)
    except Unreadable as problem:
        raise NotCounted(f"{what}: {problem}") from None
