"""What was worked out, remembered as long as there is room: the least used goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class BoundedCache(Generic[T]):
    """Values by their keys, up to so much in all. What a value takes is told by who has it made, or seen on it then."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = 0
        self._kept: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T], size: int | Callable[[T], int] = 1) -> T:
        """The value of a key: as remembered, or made now."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key][0]
        value = make()
        taken = size if isinstance(size, int) else size(value)
        self._kept[key] = (value, taken)
        self._taken += taken
        while self._taken > self._most and len(self._kept) > 1:
            _, (_, freed) = self._kept.popitem(last=False)
            self._taken -= freed
        return value
