"""Equal values as one object: what thousands of documents have alike is kept once, and handed over once from process to
process.

For routes, and for sets of words. Even an empty set takes 200 bytes, and most documents have the same few.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar

from compliance.routes import Route

W = TypeVar("W", bound=str | tuple[str, ...])

NO_WORDS: Final[frozenset[Any]] = frozenset()
_MOST: Final = 20_000
_sets: dict[frozenset[Any], frozenset[Any]] = {NO_WORDS: NO_WORDS}
_routes: dict[Route, Route] = {}


def same_set(words: Iterable[W]) -> frozenset[W]:
    """A set of words as every other document has it that has the same."""
    found = frozenset(words)
    return _sets.setdefault(found, found) if len(_sets) < _MOST else _sets.get(found, found)


def same_route(route: Route) -> Route:
    """The same for a route, none of whose steps means a key: a `Key` is equal to the text that it is."""
    return _routes.setdefault(route, route) if len(_routes) < _MOST else _routes.get(route, route)
