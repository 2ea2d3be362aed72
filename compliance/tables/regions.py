"""Cells of a grid told as boxes: one set of values for each input, no case in two boxes, as few boxes as can be found.

The fewest is proved where few boxes do; a cover of many boxes is what growing one box after the other gives. Cases that
cannot occur may lie in any box, where that makes it simpler.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Final, NamedTuple

from compliance.tables.grid import Grid, sum_widths, to_bit_text

MOST_BOXES: Final = 24
_MOST_SEARCHED_CELLS: Final = 64
_MOST_SEARCHED_BOXES: Final = 8
_MOST_ORDERS: Final = 4  # in which a box grows, to take the best
_STEPS_FOR_A_VALUE: Final = 500  # so that searching takes time in proportion to what is written
_MOST_BITS: Final = 1 << 30  # bits, while boxes grow; where one box takes more, the first case alone is told

Sets = list[list[int]]  # for each input the numbers of the values that a box has there


class Box(NamedTuple):
    """`values`: for each input that matters what it may be, as a document writes it; `others`: what it may not be."""

    values: dict[str, tuple[str, ...]]
    others: dict[str, tuple[str, ...]]
    cases: int


class Regions(NamedTuple):
    """Boxes that hold the cases, each case once; `rest` is the number of cases in boxes beyond those that are told.
    `fewest` when no smaller number of boxes would do."""

    boxes: tuple[Box, ...]
    cases: int
    rest: int
    fewest: bool


class _SearchExhausted(Exception):
    """The search has taken all the steps it may take."""


class _ReducedGrid:
    """The grid with values that have the same cells wanted, and the same free, taken as one; an input that makes no
    difference is left out, so that no more than twenty are left."""

    def __init__(self, grid: Grid, wanted: int, free: int) -> None:
        texts = [to_bit_text(wanted, grid.cells), to_bit_text(free, grid.cells)]
        parts = [axis.parts for axis in grid.axes.values()]
        every = _group_parts(texts, parts)
        self.wanted, self.free = (int(_reduce_layer(text, parts, every)[::-1], 2) for text in texts)
        telling = [pair for pair in zip(grid.axes.items(), every, strict=True) if len(pair[1]) > 1]
        self.axes, self.members = [pair[0] for pair in telling], [pair[1] for pair in telling]
        self.sizes = [len(classes) for classes in self.members]
        self.strides = [prod(self.sizes[number + 1 :]) for number in range(len(self.sizes))]
        size = prod(self.sizes)
        self.all = (1 << size) - 1
        self.widths = [
            [sum(axis.widths[part] for part in parts) for parts in classes]
            for axis, classes in zip(grid.axes.values(), every, strict=True)
        ]
        inputs = range(len(self.sizes))
        self.orders = [[*inputs[number:], *inputs[:number]] for number in inputs[:_MOST_ORDERS]] or [[]]
        self.affordable = _MOST_BITS // (size * (1 + sum(self.sizes)) * len(self.orders))
        self.steps = _STEPS_FOR_A_VALUE * sum(self.sizes)

    def cell_values(self, cell: int) -> list[int]:
        """The value of each input in a cell."""
        return [cell // stride % size for stride, size in zip(self.strides, self.sizes, strict=True)]

    def box_cells(self, sets: Sequence[Sequence[int]]) -> int:
        """The cells of a box."""
        found = 1
        for values, stride in zip(reversed(sets), reversed(self.strides), strict=True):
            found = self.repeat_cells(found, values, stride)
        return found

    @staticmethod
    def repeat_cells(cells: int, values: Sequence[int], stride: int) -> int:
        found = 0
        for value in values:
            found |= cells << value * stride
        return found

    def fitting_values(self, cells: int, value: int, number: int, blocked: int) -> list[int]:
        """The values of one input that some cells, which have one `value` there, could have without a blocked cell."""
        stride = self.strides[number]
        low = cells >> value * stride
        return [other for other in range(self.sizes[number]) if not (low << other * stride) & blocked]

    def grow_box(self, cell: int, blocked: int, order: Sequence[int]) -> tuple[int, Sets]:
        """A box around a cell that cannot grow any more."""
        sets, cells = [[value] for value in self.cell_values(cell)], 1 << cell
        for number in order:
            value = sets[number][0]
            sets[number] = self.fitting_values(cells, value, number, blocked)
            cells = self.repeat_cells(cells >> value * self.strides[number], sets[number], self.strides[number])
        return cells, sets

    def find_largest_box(self, left: int) -> tuple[int, Sets]:
        """The box around the first cell that is left which holds most of what is left."""
        first, blocked = (left & -left).bit_length() - 1, self.all & ~(left | self.free)
        boxes = (self.grow_box(first, blocked, order) for order in self.orders)
        return max(boxes, key=lambda box: (box[0] & left).bit_count())

    def find_hull(self, cells: int) -> Sets:
        """The smallest box that holds all of the cells."""
        sets: list[set[int]] = [set() for _ in self.sizes]
        for cell in iterate_cells(cells):
            for values, value in zip(sets, self.cell_values(cell), strict=True):
                values.add(value)
        return [sorted(values) for values in sets]

    def count_step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise _SearchExhausted


def _group_parts(layers: Iterable[str], parts: Sequence[int]) -> list[list[list[int]]]:
    """For each input its parts, those together that differ in no cell of any layer."""
    step, found = prod(parts), list[list[list[int]]]()
    for count in parts:
        step //= count
        layers = list(dict.fromkeys(layers))
        classes: dict[tuple[str, ...], list[int]] = {}
        for start in range(0, count * step, step):
            classes.setdefault(tuple(layer[start : start + step] for layer in layers), []).append(start // step)
        found.append(list(classes.values()))
        layers = [piece for pieces in classes for piece in pieces]
    return found


def _reduce_layer(text: str, parts: Sequence[int], members: list[list[list[int]]]) -> str:
    step, outer = len(text), 1
    for count, classes in zip(parts, members, strict=True):
        step //= count
        if len(classes) < count:
            firsts = [one[0] * step for one in classes]
            starts = (start + first for start in range(0, outer * count * step, count * step) for first in firsts)
            text = "".join([text[start : start + step] for start in starts])
        outer *= len(classes)
    return text


def iterate_cells(cells: int) -> Iterator[int]:
    """The numbers of the cells."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def find_regions(grid: Grid, wanted: int, free: int = 0, most: int = MOST_BOXES) -> Regions:
    """The wanted cells as boxes; the free ones do not matter either way."""
    if not wanted:
        return Regions((), 0, 0, True)
    small = _ReducedGrid(grid, wanted, free & ~wanted)
    left, found = small.wanted, list[tuple[int, Sets]]()
    if not small.affordable:
        first = left & -left
        found, left = [(first, [[value] for value in small.cell_values(first.bit_length() - 1)])], left ^ first
    while left and len(found) < min(most, small.affordable):
        cells, sets = small.find_largest_box(left)
        found.append((cells & left, sets))
        left &= ~cells
    fewest = False
    if not left:
        found, fewest = _minimize_boxes(small, found)
    boxes = tuple(_describe_box(small, own, sets) for own, sets in found)
    rest = sum_widths(left, small.widths)
    return Regions(boxes, sum(box.cases for box in boxes) + rest, rest, fewest)


def _describe_box(small: _ReducedGrid, own: int, sets: Sets) -> Box:
    """A box in the words of the document: an input that may be anything is left out."""
    sets = _simplify_box(small, own, sets) if small.affordable else sets
    told: dict[str, tuple[str, ...]] = {}
    others: dict[str, tuple[str, ...]] = {}
    for (name, axis), classes, values in zip(small.axes, small.members, sets, strict=True):
        if len(values) < len(classes):
            inside = {part for value in values for part in classes[value]}
            told[name] = axis.domain.texts(axis.runs(inside))
            others[name] = axis.domain.texts(axis.runs(set(range(axis.parts)) - inside))
    return Box(told, others, sum_widths(own, small.widths))


def _simplify_box(small: _ReducedGrid, own: int, sets: Sets) -> Sets:
    """The same cells with inputs left out, and without values, that only free cells need."""
    closed = small.all & ~(own | small.free)
    for number, size in enumerate(small.sizes):
        whole = [*sets[:number], list(range(size)), *sets[number + 1 :]]
        sets = whole if not small.box_cells(whole) & closed else sets
    for number, size in enumerate(small.sizes):
        if 1 < len(sets[number]) < size:
            low, stride = small.box_cells([*sets[:number], [0], *sets[number + 1 :]]), small.strides[number]
            needed = [value for value in sets[number] if (low << value * stride) & own]
            sets = [*sets[:number], needed, *sets[number + 1 :]]
    return sets


def _minimize_boxes(small: _ReducedGrid, found: list[tuple[int, Sets]]) -> tuple[list[tuple[int, Sets]], bool]:
    """As few boxes as the search can find, and whether fewer are known to be impossible."""
    if len(found) == 1:
        return found, True
    if len(found) > _MOST_SEARCHED_BOXES or small.wanted.bit_count() > _MOST_SEARCHED_CELLS:
        return found, False
    try:
        for number in range(_count_separate_cells(small), len(found)):
            better = _split_cells(small, small.wanted, number, set())
            if better is not None:
                return better, True
    except _SearchExhausted:
        return found, False
    return found, True


def _count_separate_cells(small: _ReducedGrid) -> int:
    """A number of cells no two of which fit into one box: so many boxes are needed at least."""
    chosen: list[list[int]] = []
    closed = small.all & ~(small.wanted | small.free)
    for cell in iterate_cells(small.wanted):
        here = small.cell_values(cell)
        pairs = ([sorted({a, b}) for a, b in zip(here, other, strict=True)] for other in chosen)
        if all(small.box_cells(pair) & closed for pair in pairs):
            chosen.append(here)
        small.count_step()
    return len(chosen)


def _split_cells(
    small: _ReducedGrid, left: int, number: int, failed: set[tuple[int, int]]
) -> list[tuple[int, Sets]] | None:
    """What is left as at most so many boxes, or None."""
    hull = small.find_hull(left)
    blocked = small.all & ~(left | small.free)
    if not small.box_cells(hull) & blocked:
        return [(left, hull)]
    if number <= 1 or (left, number) in failed:
        return None
    around = _find_boxes_with(small, _find_tightest_cell(small, left, blocked), left, blocked)
    for own, sets in sorted(around.items(), key=lambda box: -box[0].bit_count()):
        rest = _split_cells(small, left & ~own, number - 1, failed)
        if rest is not None:
            return [(own, sets), *rest]
    failed.add((left, number))
    return None


def _find_tightest_cell(small: _ReducedGrid, left: int, blocked: int) -> int:
    """The cell with the fewest values that it could share a box with: there the search has the fewest ways to go."""

    def room(cell: int) -> int:
        small.count_step()
        return sum(
            len(small.fitting_values(1 << cell, value, n, blocked)) for n, value in enumerate(small.cell_values(cell))
        )

    return min(iterate_cells(left), key=room)


def _find_boxes_with(small: _ReducedGrid, cell: int, left: int, blocked: int) -> dict[int, Sets]:
    """Every box that holds a cell and nothing blocked, by what it holds of what is left."""
    start = [[value] for value in small.cell_values(cell)]
    found, ways = {1 << cell: start}, [start]
    for number, value in enumerate(small.cell_values(cell)):
        for other in small.fitting_values(1 << cell, value, number, blocked):
            for sets in list(ways) if other != value else ():
                small.count_step()
                wider = [*sets[:number], [*sets[number], other], *sets[number + 1 :]]
                cells = small.box_cells(wider)
                if not cells & blocked:
                    ways.append(wider)
                    found.setdefault(cells & left, wider)
    return found
