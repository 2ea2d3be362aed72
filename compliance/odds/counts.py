"""Counts that were made in this process, by the definition that is counted: documents of a house, and what a document
says twice, mostly define the same hands. What a count comes to depends on its definition and effort alone, so that
keeping it changes no answer; docs/performance.md has what it saves.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final, TypeVar

from compliance.odds.budget import Effort
from compliance.odds.cards import NotCounted
from compliance.source.bounded_cache import BoundedCache

R = TypeVar("R")
_COUNTS: Final[BoundedCache[tuple[Any, NotCounted | None]]] = BoundedCache(256)


def count_once(count: Callable[[], R], effort: Effort, *definition: object) -> R:
    """Return what a count comes to, made once for each definition and effort. Raises NotCounted as the count does."""
    if effort.progress is not None:  # somebody watches
        return count()

    def make() -> tuple[R | None, NotCounted | None]:
        try:
            return count(), None
        except NotCounted as reason:
            return None, reason

    found, reason = _COUNTS.get((build_key(definition), effort), make)
    if reason is not None:
        raise reason.with_traceback(None)
    return found  # type: ignore[no-any-return]


def build_key(value: object) -> Hashable:
    """Return what is equal for definitions that are written alike: conditions themselves are told apart by identity."""
    if is_dataclass(value):
        return (type(value).__name__, *(build_key(getattr(value, field.name)) for field in fields(value)))
    if isinstance(value, tuple | list):
        return (type(value).__name__, *map(build_key, value))
    if isinstance(value, Mapping):
        return tuple((key, build_key(one)) for key, one in value.items())
    return value
