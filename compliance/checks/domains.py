"""The values that an input of a decision table may have, and all cases of a table as the bits of one number.

Values are counted before they are listed: `0-999999999` is one short line of a document.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final

from compliance.documents.values import whole_number

MOST_CASES: Final = 1 << 17
# All tables of one document together: many large ones are as good a way to keep a checker busy as a huge one.
_MOST_CASES_TOGETHER: Final = 4 * MOST_CASES
_MOST_BITS: Final = 1 << 29  # cases times rules of one table
_MOST_KEPT: Final = 1024  # conditions whose cases are kept


_RANGE: Final = re.compile(r"([0-9]+)-([0-9]+)")


_BEYOND: Final = 10**10  # an end with more digits than anybody needs: such a range is counted, never listed


Span = tuple[int, int]


def _items(written: Any) -> Iterator[str]:
    return (str(item) for item in (written if isinstance(written, list) else [written]))


def _span(text: str) -> Span | None:
    """The ends of a range, `0-9`; None for a word."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    low, high = whole_number(found[1]), whole_number(found[2])
    return (low or 0, _BEYOND) if low is None or high is None else (low, high)


def _number(text: str) -> int | None:
    """A whole number as a range lists it: `7`, not `07`."""
    number = whole_number(text)
    return number if number is not None and str(number) == text else None


class Domain:
    """The values that are written for an input: words, and whole numbers as ranges."""

    def __init__(self, written: Any) -> None:
        self._written = list(_items(written))
        self._spans: list[Span] = []
        for low, high in sorted(self._ranges()):
            if self._spans and low <= self._spans[-1][1] + 1:
                self._spans[-1] = (self._spans[-1][0], max(high, self._spans[-1][1]))
            else:
                self._spans.append((low, high))
        self._words = frozenset(self._written)

    @property
    def spans(self) -> list[Span]:
        """The whole numbers among the values, as ranges that do not touch each other, from the lowest up."""
        return self._spans

    @property
    def words(self) -> frozenset[str]:
        """The values as they are written, ranges among them."""
        return self._words

    def _ranges(self) -> Iterator[Span]:
        for text in self._written:
            span, number = _span(text), _number(text)
            if span is not None and span[0] <= span[1]:
                yield span
            elif number is not None:
                yield number, number

    @property
    def most(self) -> int:
        """How many values there are at most; a value that is written twice counts twice."""
        spans = (_span(text) for text in self._written)
        return sum(1 if span is None else max(0, span[1] - span[0] + 1) for span in spans)

    def values(self) -> tuple[str, ...]:
        """Every value, in the order in which it is written. Look at `most` first."""
        return tuple(dict.fromkeys(value for text in self._written for value in _listed(text)))

    def outside(self, written: Any) -> Iterator[str]:
        """What a condition names that is not among the values."""
        for text in _items(written):
            span = _span(text)
            if span is None:
                number = _number(text)
                known = text in self._words or (number is not None and self._covers((number, number)))
            else:
                known = self._covers(span)
            if not known:
                yield text

    def _covers(self, span: Span) -> bool:
        low, high = span
        place = bisect_right(self._spans, (low, _BEYOND)) - 1
        return low <= high and place >= 0 and high <= self._spans[place][1]


def _listed(text: str) -> Iterable[str]:
    span = _span(text)
    return (text,) if span is None else map(str, range(span[0], span[1] + 1))


class Grid:
    """All cases of a table: case number n is bit n. `size` is None where there are too many to look at."""

    def __init__(self, given: dict[str, Any], most: int = MOST_CASES) -> None:
        self.most = most
        self.size: int | None = None
        self.all = 0
        self.domains: dict[str, tuple[str, ...]] = {}
        declared = {name: Domain(written) for name, written in given.items()}
        if not _few(declared.values(), most):
            return
        self.domains = {name: domain.values() for name, domain in declared.items()}
        self._places = {name: {value: n for n, value in enumerate(values)} for name, values in self.domains.items()}
        self._numbers = {name: _numbers_of(values) for name, values in self.domains.items()}
        self._known: dict[tuple[str, str], int] = {}
        self._strides: dict[str, int] = {}
        size = 1
        for name, values in reversed(self.domains.items()):
            self._strides[name] = size
            size *= len(values)
        self.size = size
        self.all = (1 << size) - 1

    def where(self, conditions: dict[str, Any]) -> int:
        """The cases in which all conditions hold; an input that is not named may have any value."""
        cases = self.all
        for name, written in conditions.items():
            if name in self.domains:
                key = (name, repr(written))
                if len(self._known) > _MOST_KEPT:
                    self._known.clear()
                if key not in self._known:
                    self._known[key] = self._holding(name, written)
                cases &= self._known[key]
        return cases

    def _holding(self, name: str, written: Any) -> int:
        """The cases in which one input has one of the values that are written."""
        stride, period = self._strides[name], self._strides[name] * len(self.domains[name])
        once = 0
        for first, last in _runs(self._named(name, written)):
            once |= ((1 << (last - first + 1) * stride) - 1) << first * stride
        while period < self.all.bit_length():
            once |= once << period
            period *= 2
        return once & self.all

    def _named(self, name: str, written: Any) -> list[int]:
        """The places of the values that a condition names, in order. Ranges are joined first, and looked up by their
        ends: a condition may list hundreds of long ones."""
        places, numbers = self._places[name], self._numbers[name]
        named = Domain(written)
        found = {places[text] for text in named.words if text in places}
        for low, high in named.spans:
            found.update(place for _, place in numbers[bisect_left(numbers, (low, 0)) : _end(numbers, high)])
        return sorted(found)

    def smallest(self, cases: int, beside: int = 0) -> dict[str, str]:
        """One of the cases with as few inputs as are needed; `beside` are cases that do not matter either way."""
        number = (cases & -cases).bit_length() - 1
        case = {name: values[number // self._strides[name] % len(values)] for name, values in self.domains.items()}
        needed: dict[str, str] = {}
        before, after = self.all, self._from_each_on(case)
        for left, (name, value) in zip(range(len(case), 0, -1), case.items(), strict=True):
            others = before & after[left - 1]
            if (not needed and left == 1) or others & ~(cases | beside):
                needed[name] = value
                before &= self.where({name: value})
        return needed

    def _from_each_on(self, case: dict[str, str]) -> list[int]:
        """The cases in which the last none, one, two ... inputs are as in a case. An input with one value tells no
        cases apart."""
        found = [self.all]
        for name, value in reversed(case.items()):
            single = len(self.domains[name]) == 1
            found.append(found[-1] if single else found[-1] & self.where({name: value}))
        return found


def _numbers_of(values: Iterable[str]) -> list[tuple[int, int]]:
    """The whole numbers among values with their places, from the lowest up."""
    numbers = ((_number(value), place) for place, value in enumerate(values))
    return sorted((number, place) for number, place in numbers if number is not None)


def _end(numbers: list[tuple[int, int]], last: int) -> int:
    return bisect_left(numbers, (last + 1, 0))


class Room:
    """How many cases may still be looked at in one document."""

    def __init__(self) -> None:
        self._left = _MOST_CASES_TOGETHER

    def grid(self, given: dict[str, Any], rules: int) -> Grid:
        """The cases of one more table, which has so many rules."""
        grid = Grid(given, min(MOST_CASES, self._left, _MOST_BITS // max(rules, 1)))
        self._left -= grid.size or 0
        return grid


def _few(domains: Iterable[Domain], most: int) -> bool:
    """Whether the cases can be looked at one by one: none at all are few, whatever else is declared."""
    sizes = [domain.most for domain in domains]
    if any(size > most for size in sizes):
        return False
    product = 1
    for size in sizes if 0 not in sizes else ():
        product *= size
        if product > most:
            return False
    return True


def _runs(places: list[int]) -> Iterator[Span]:
    """Places that follow each other, as first and last."""
    for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
        members = [place for _, place in run]
        yield members[0], members[-1]
