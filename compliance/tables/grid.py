"""All cases of a table as the bits of one number.

Values that no rule tells apart are one part of an input, so that the number has as many bits as the rules need, however
many cases there are: `0-999999` under three rules is a handful of bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from math import prod
from operator import and_
from typing import Any, Final

from compliance.documents.domains import Domain, Run

MOST_CELLS: Final = 1 << 18
_MOST_CACHED_BITS: Final = 1 << 29  # of conditions that are kept ready: 64 MB

_FEW_RUNS: Final = 16

Conditions = Mapping[str, Any]


class UnprovableTable(Exception):
    """A table that cannot be proved: says why, in words that stand after the table's name."""


class Axis:
    """One input: its domain, cut where some condition starts or ends."""

    def __init__(self, domain: Domain, conditions: Iterable[Any]) -> None:
        self.domain = domain
        cuts = {0, domain.size}
        for written in conditions:
            for first, last in domain.runs(written):
                cuts |= {first, last}
        self._cuts = sorted(cuts)
        self._part = {cut: number for number, cut in enumerate(self._cuts)}
        self.parts = len(self._cuts) - 1
        self.widths = [after - before for before, after in zip(self._cuts, self._cuts[1:], strict=False)]

    def mask(self, written: Any, stride: int) -> int:
        """The parts that a condition names, as bits, each of them `stride` times."""
        runs = [(self._part[first] * stride, self._part[last] * stride) for first, last in self.domain.runs(written)]
        if len(runs) < _FEW_RUNS:
            return sum((1 << last) - (1 << first) for first, last in runs)
        size = self.parts * stride // 8 + 1
        starts, ends = bytearray(size), bytearray(size)
        for first, last in runs:
            starts[first >> 3] |= 1 << (first & 7)
            ends[last >> 3] |= 1 << (last & 7)
        # A run of ones is a power of two less another, and all runs at once are one subtraction.
        return int.from_bytes(ends, "little") - int.from_bytes(starts, "little")

    def runs(self, parts: Iterable[int]) -> list[Run]:
        """The places of some parts."""
        return [(self._cuts[part], self._cuts[part + 1]) for part in parts]


class Grid:
    """The cells of a table: cell number n is bit n, the last input changes fastest. Raises CannotProve."""

    def __init__(self, given: Conditions, conditions: Sequence[Conditions]) -> None:
        domains = {name: Domain(written) for name, written in given.items()}
        for name, domain in domains.items():
            if not domain.countable:
                raise UnprovableTable(f"declares numbers for {name} that have too many digits to be counted")
            if not domain.size:
                raise UnprovableTable(f"declares no values for {name}")
        named: dict[str, list[Any]] = {name: [] for name in domains}
        for one in conditions:
            for name, written in one.items():
                if name in named:
                    named[name].append(written)
        self.axes = {name: Axis(domain, named[name]) for name, domain in domains.items()}
        self.cells = self.cases = 1
        self._strides: dict[str, int] = {}
        for name, axis in reversed(self.axes.items()):
            self._strides[name] = self.cells
            self.cells *= axis.parts
            self.cases *= axis.domain.size
            if self.cells > MOST_CELLS:
                raise UnprovableTable(f"tells more than {MOST_CELLS:,} cases apart, too many to prove")
        self.all = (1 << self.cells) - 1
        self._cache: dict[tuple[str, str, str], int] = {}
        self._cached_bits = 0

    def select_cells(self, conditions: Conditions) -> int:
        """The cells in which all conditions hold; an input that is not named may have any value."""
        holding = [self._find_cells(name, written) for name, written in conditions.items() if name in self.axes]
        return reduce(and_, holding) if holding else self.all

    def select_parts(self, conditions: Conditions) -> dict[str, int]:
        """What conditions name of each input, as bits."""
        return {name: self._find_parts(name, written) for name, written in conditions.items() if name in self.axes}

    def is_disjoint(self, conditions: Conditions, others: Mapping[str, int]) -> bool:
        """Whether conditions differ from the parts of others in some input, so that no cell has both. Looks at one
        input after the other, which is far less than a grid of cells."""
        return any(
            name in others and not self._find_parts(name, conditions[name]) & others[name] for name in conditions
        )

    def _find_parts(self, name: str, written: Any) -> int:
        return self._get_cached(("parts", name, repr(written)), lambda: self.axes[name].mask(written, 1))

    def select_any(self, several: Iterable[Conditions]) -> int:
        """The cells in which one of several conditions holds. One that names no known input holds nowhere: it is a
        slip that is told elsewhere, and as an exception it would undo everything."""
        cells = 0
        for conditions in several:
            if not conditions or conditions.keys() & self.axes.keys():
                cells |= self.select_cells(conditions)
        return cells

    def _find_cells(self, name: str, written: Any) -> int:
        return self._get_cached(("cells", name, repr(written)), lambda: self._spread_parts(name, written))

    def _get_cached(self, key: tuple[str, str, str], make: Callable[[], int]) -> int:
        """What was made for a key before, as far as it is kept."""
        if key not in self._cache:
            made = make()
            self._cached_bits += made.bit_length()
            if self._cached_bits > _MOST_CACHED_BITS:
                self._cache, self._cached_bits = {}, made.bit_length()
            self._cache[key] = made
        return self._cache[key]

    def _spread_parts(self, name: str, written: Any) -> int:
        axis, stride = self.axes[name], self._strides[name]
        cells = axis.mask(written, stride)
        period = stride * axis.parts
        while period < self.cells:
            cells |= cells << period
            period *= 2
        return cells if period == self.cells else cells & self.all

    def count_cases(self, cells: int) -> int:
        """How many cases some cells hold."""
        return sum_widths(cells, [axis.widths for axis in self.axes.values()])


def sum_widths(cells: int, widths: Sequence[Sequence[int]]) -> int:
    """The sum over cells of the product of their widths, one list of widths for each input."""
    undivided = prod(axis[0] for axis in widths if len(axis) == 1)
    widths = [axis for axis in widths if len(axis) > 1]
    if all(width == 1 for axis in widths for width in axis):
        return undivided * cells.bit_count()
    size = prod(len(axis) for axis in widths)
    return undivided * _sum_widths(to_bit_text(cells, size), widths, size)


def _sum_widths(text: str, widths: Sequence[Sequence[int]], size: int) -> int:
    if "1" not in text:
        return 0
    if len(widths) == 1:
        return sum(width for width, bit in zip(widths[0], text, strict=True) if bit == "1")
    step = size // len(widths[0])
    parts = (text[start : start + step] for start in range(0, size, step))
    return sum(width * _sum_widths(part, widths[1:], step) for width, part in zip(widths[0], parts, strict=True))


def subtract(cells: int, others: int) -> int:
    """Cells but not others. The complement of a few cells would be a number as long as the grid."""
    return cells ^ (cells & others)


def to_bit_text(cells: int, size: int) -> str:
    """The bits as text, the first cell first."""
    return format(cells, f"0{size}b")[::-1]
