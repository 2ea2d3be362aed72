"""Counts remembered: for the rest of a run, and for the next one where the command line keeps them.

A count is kept under a hash of all that it depends on: shoes, deal, draws, rows and rules. With it is kept what it took
of the budget of its document. It is used only where that much is left: where it is not, counting is begun as if nothing
were remembered, and ends where it would have ended. So a budget answers the same whatever is remembered.

Nothing of the counting is loaded for what is remembered, nor for a run in which nothing is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from compliance.odds.budget import Budget
    from compliance.odds.cards import NotCounted, Shoe
    from compliance.odds.conditions import Condition, Rules
    from compliance.odds.deals import Counted, Deal

Rows: TypeAlias = "tuple[Condition, ...]"
Found: TypeAlias = "dict[Rows, Counted | NotCounted]"

_MOST_OF_ONE: Final = 2_000  # numbers of one count, and of all that are remembered
_MOST_NUMBERS: Final = 20_000
# What reading data that is none of ours may come to.
_DAMAGED: Final = (ValueError, LookupError, TypeError, AttributeError)


class _Count(NamedTuple):
    """A count as plain data: what it spent, and for each shoe what each table has: numbers, or why there are none."""

    spent: int
    shoes: list[list[Any]]

    @property
    def size(self) -> int:
        return sum(len(table) for shoe in self.shoes for table in shoe)


class Memory:
    """Counts by the hash of what they depend on; those that were asked for last stand last."""

    def __init__(self) -> None:
        self._counts: dict[str, _Count] = {}
        self._recall: Callable[[], Any] | None = None
        self._grown = False

    def begin(self, recall: Callable[[], Any] | None = None) -> None:
        """Begin a run. What was kept before is recalled when something is to be counted, and not sooner."""
        self._counts, self._recall, self._grown = {}, recall, False

    def counted(
        self, shoes: Sequence[Shoe], deal: Deal, tables: Sequence[Rows], rules: Rules, whole: Budget
    ) -> list[Found]:
        """What each table has of each shoe."""
        self._take_what_was_kept()
        name = sha256(repr((shoes, deal, tables, rules)).encode("utf-8", "surrogatepass")).hexdigest()
        known = self._counts.pop(name, None)
        found = _recalled(known, len(shoes), tables) if known is not None and known.spent <= whole.left else None
        if known is not None and found is not None:
            whole.left -= known.spent
            self._counts[name] = known
            return found
        from compliance.odds.counting import count_each

        before = whole.left
        found = count_each(shoes, deal, tables, rules, whole)
        if whole.left >= 0:
            self._keep(name, _Count(before - whole.left, [_data(shoe, tables) for shoe in found]))
        return found

    def _take_what_was_kept(self) -> None:
        recall, self._recall = self._recall, None
        if recall is not None:
            try:
                self._counts = {name: _Count(spent, shoes) for name, (spent, shoes) in recall().items() if spent >= 0}
            except (*_DAMAGED, OSError, RecursionError):
                self._counts = {}

    def _keep(self, name: str, count: _Count) -> None:
        if count.size > _MOST_OF_ONE:
            return
        self._counts[name] = count
        self._grown = True
        size = sum(kept.size for kept in self._counts.values())
        while size > _MOST_NUMBERS:
            size -= self._counts.pop(next(iter(self._counts))).size

    def new(self) -> dict[str, Any] | None:
        """All that is to be kept for the next run; None where nothing was counted that was not known before."""
        return dict(self._counts) if self._grown else None


def _data(found: Found, tables: Sequence[Rows]) -> list[Any]:
    from compliance.odds.budget import TooMuch
    from compliance.odds.deals import Counted

    def plain(one: Counted | NotCounted) -> list[Any]:
        return [*one.rows, one.rest] if isinstance(one, Counted) else [str(one), isinstance(one, TooMuch)]

    return [plain(found[table]) for table in tables]


def _recalled(count: _Count, shoes: int, tables: Sequence[Rows]) -> list[Found] | None:
    """The same read again; None where it is not what these tables can have."""
    try:
        found = [{table: _read(one, table) for one, table in zip(shoe, tables, strict=True)} for shoe in count.shoes]
    except _DAMAGED:
        return None
    return found if len(found) == shoes else None


def _read(one: list[Any], table: Rows) -> Counted | NotCounted:
    from compliance.odds.budget import TooMuch
    from compliance.odds.cards import NotCounted
    from compliance.odds.deals import Counted

    if len(one) == 2 and isinstance(one[0], str):
        return (TooMuch if one[1] else NotCounted)(one[0])
    if len(one) != len(table) + 1 or not all(type(number) is int and number >= 0 for number in one):
        raise ValueError("no counts of this table")
    return Counted(tuple(one[:-1]), one[-1])


MEMORY: Final = Memory()
