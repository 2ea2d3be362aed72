"""The values that an input of a table may have, as places on a line: words each by itself, whole numbers in order.

Nothing is listed: `0-999999999` is one short line of a document and one run of places here.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from compliance.documents.values import parse_whole_number

_RANGE: Final = re.compile(r"([0-9]+) ?(?:-|–|—| to ) ?([0-9]+)")
_UP: Final = re.compile(r"([0-9]{1,9})(?: ?\+| (?:or|and) (?:more|above|over|up|higher))")
_DOWN: Final = re.compile(r"([0-9]{1,9}) (?:or|and) (?:less|below|under|lower|fewer)")
_BEYOND: Final = 10**10  # stands for an end with more digits than anybody needs

NumberSpan = tuple[int, int]  # a range of whole numbers, both ends in it
Run = tuple[int, int]  # places that follow each other: from the first up to, not with, the second


def list_texts(written: Any) -> Iterator[str]:
    """The texts of a condition or a domain: one, or a list of them."""
    return (str(item) for item in (written if isinstance(written, list) else [written]))


@lru_cache(maxsize=4096)
def parse_span(text: str) -> NumberSpan | None:
    """The ends of a range, `0-9`, or of a number as a range lists it, `7` but not `07`; None for a word."""
    found = _RANGE.fullmatch(text)
    if found is None:
        number = parse_whole_number(text)
        return (number, number) if number is not None and str(number) == text else None
    low, high = parse_whole_number(found[1]), parse_whole_number(found[2])
    return (low or 0, _BEYOND) if low is None or high is None else (low, high)


def merge_runs(runs: Iterable[NumberSpan], near: int = 0) -> list[NumberSpan]:
    """The runs in order, those that touch (or are `near` to each other) made one."""
    found: list[NumberSpan] = []
    for first, last in sorted(runs):
        if found and first <= found[-1][1] + near:
            found[-1] = (found[-1][0], max(last, found[-1][1]))
        else:
            found.append((first, last))
    return found


class Domain:
    """What is written for one input. Words keep their places; the numbers stand where the first of them is written."""

    def __init__(self, written: Any) -> None:
        words: dict[str, int] = {}
        numbers: list[NumberSpan] = []
        before = 0
        for text in list_texts(written):
            span = parse_span(text)
            if span is None:
                words.setdefault(text, len(words))
            elif span[0] <= span[1]:
                before = before if numbers else len(words)
                numbers.append(span)
        self._spans = merge_runs(numbers, near=1)
        self._lows = [low for low, _ in self._spans]
        self._counted = [0, *accumulate(high - low + 1 for low, high in self._spans)]
        self._first, self._numbers = before, self._counted[-1]
        self._places = {word: n if n < before else n + self._numbers for word, n in words.items()}
        self._words = {place: word for word, place in self._places.items()}
        self.size = len(words) + self._numbers
        self.countable = not self._spans or self._spans[-1][1] < _BEYOND

    def _count_smaller(self, number: int) -> int:
        """How many of the numbers are smaller."""
        place = bisect_left(self._lows, number)
        if not place:
            return 0
        low, high = self._spans[place - 1]
        return self._counted[place - 1] + min(number, high + 1) - low

    def runs(self, written: Any) -> list[Run]:
        """The places of the values that a condition names."""
        found: list[Run] = []
        for text in list_texts(written):
            span = self._parse_span(text)
            if span is not None:
                first, last = self._count_smaller(span[0]), self._count_smaller(span[1] + 1)
                found += [(self._first + first, self._first + last)] if first < last else []
            elif text in self._places:
                found.append((self._places[text], self._places[text] + 1))
        return merge_runs(found)

    def unknown_texts(self, written: Any) -> Iterator[str]:
        """What a condition names that is not among the values."""
        for text in list_texts(written):
            span = self._parse_span(text)
            if text not in self._places if span is None else not self._contains(span):
                yield text

    def _parse_span(self, text: str) -> NumberSpan | None:
        """The numbers that a text of a condition means: `18+` and `16 or less` end where the numbers of the input do.
        What the input lists as a word is that word."""
        if text in self._places or not self._spans:
            return parse_span(text) if text not in self._places else None
        if found := _UP.fullmatch(text):
            return int(found[1]), self._spans[-1][1]
        if found := _DOWN.fullmatch(text):
            return self._spans[0][0], int(found[1])
        return parse_span(text)

    def _contains(self, span: NumberSpan) -> bool:
        place = bisect_right(self._lows, span[0]) - 1
        return span[0] <= span[1] and place >= 0 and span[1] <= self._spans[place][1]

    def texts(self, runs: Iterable[Run]) -> tuple[str, ...]:
        """The values at these places as a document writes them: `nines`, `7`, `0-5`."""
        return tuple(text for first, last in merge_runs(runs) for text in self._texts_between(first, last))

    def values(self) -> Iterator[str]:
        """Every value by itself. Look at `size` first."""
        for place in range(self.size):
            yield from self._texts_between(place, place + 1)

    def _texts_between(self, first: int, last: int) -> Iterator[str]:
        place = first
        while place < last:
            if place in self._words:
                yield self._words[place]
                place += 1
                continue
            counted = place - self._first
            number = bisect_right(self._counted, counted) - 1
            end = min(last - self._first, self._counted[number + 1])
            low = self._lows[number] - self._counted[number]
            yield str(low + counted) if end == counted + 1 else f"{low + counted}-{low + end - 1}"
            place = self._first + end
