"""What several checks work out of one document or block, worked out once and kept with it.

Where facts are open it is watched which of them are read (`openness`), and what is only remembered reads none. So a
block with something open below it remembers nothing: there everything is worked out anew, as lazily as it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, Final, TypeAlias, TypeVar

B = TypeVar("B")
R = TypeVar("R")

# Where a block keeps it: under no name that a field can have.
KNOWN: Final = "__known__"
# Where a block that shares with others what was worked out of it keeps the way to do so.
SHARE: Final = "__share__"
Share: TypeAlias = Callable[[Any, str, Callable[[Any], Any]], Any]


class _Nothing(dict[str, Any]):
    """What a block with something open below it remembers."""

    def __setitem__(self, name: str, value: Any) -> None:
        pass


_NOTHING: Final = _Nothing()


def known(block: Any) -> dict[str, Any]:
    """What was worked out of a block, by name; whoever works out something more adds it."""
    held: dict[str, Any] = block.__dict__
    found: dict[str, Any] | None = held.get(KNOWN)
    if found is None:
        found = held[KNOWN] = {}
    return found


def leaves_open(block: Any) -> bool:
    """Whether a block has something open below it, so that nothing may be remembered of it."""
    return block.__dict__.get(KNOWN) is _NOTHING


def remember_nothing(block: Any) -> None:
    """Say that a block has something open below it."""
    block.__dict__[KNOWN] = _NOTHING


def as_new(block: Any) -> None:
    """Forget what was worked out of the block that this one is a changed copy of."""
    if not leaves_open(block):
        block.__dict__.pop(KNOWN, None)


def worked_out(block: B, name: str, work: Callable[[B], R]) -> R:
    """What is worked out of a block under a name, once."""
    held = known(block)
    if name in held:
        found: R = held[name]
        return found
    share: Share | None = held.get(SHARE)
    found = held[name] = work(block) if share is None else share(block, name, work)
    return found


def once(work: Callable[[B], R]) -> Callable[[B], R]:
    """A function of a block that is worked out once. What it gives must not be changed, nor hold the block: what holds
    itself is freed only by looking for cycles."""
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def remembered(block: B) -> R:
        found: R | None = known(block).get(name)
        return found if found is not None else worked_out(block, name, work)

    return remembered


def listed_once(work: Callable[[B], Iterator[R]]) -> Callable[[B], Iterable[R]]:
    """The same for a function that gives one thing after the other."""
    name = f"{work.__module__}.{work.__qualname__}"

    def gathered(block: B) -> tuple[R, ...]:
        return tuple(work(block))

    @wraps(work)
    def remembered(block: B) -> Iterable[R]:
        held = known(block)
        if name in held:
            found: tuple[R, ...] = held[name]
            return found
        return work(block) if held is _NOTHING else worked_out(block, name, gathered)

    return remembered
