"""All sets of ranks at once. A property of sets is one integer: its bits are the sets that have it.

Thirteen ranks have 8,192 sets. Whether a set holds a run, how many ranks of a group it has and which rank is its
highest are then a few operations on integers, and sets that are alike in all that matters are counted by counting bits.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

SetsWith = int  # bits: sets of ranks
Feature = list[tuple[Any, SetsWith]]  # each value with the sets that have it


@lru_cache(maxsize=64)
def sets_with(place: int, ranks: int) -> SetsWith:
    """The sets that have the rank at this place."""
    half = 1 << place
    block, width = ((1 << half) - 1) << half, 2 * half
    while width < 1 << ranks:
        block |= block << width
        width *= 2
    return block


@lru_cache(maxsize=64)
def include_all(ranks: int) -> SetsWith:
    return (1 << (1 << ranks)) - 1


def count_places(places: Iterable[int], ranks: int, most: int) -> Feature:
    """How many of these places a set has, from none to `most`, and `most + 1` for any more."""
    require_places = [include_all(ranks)] + [0] * (most + 1)
    for place in places:
        with_it = sets_with(place, ranks)
        for number in range(most + 1, 0, -1):
            require_places[number] |= require_places[number - 1] & with_it
    return [
        (number, have & ~(require_places[number + 1] if number <= most else 0))
        for number, have in enumerate(require_places)
    ]


def require_places(places: Sequence[int], number: int, ranks: int) -> SetsWith:
    """The sets that have at least so many of these places."""
    if number <= 0:
        return include_all(ranks)
    if number > len(places):
        return 0
    have = include_all(ranks)
    if number == len(places):
        for place in places:
            have &= sets_with(place, ranks)
        return have
    return count_places(places, ranks, number - 1)[number][1]


def ends(ranks: int) -> Feature:
    """The lowest and the highest place of a set, as a pair."""
    found: Feature = [((-1, -1), 1)]  # the empty set is the lowest bit
    for low in range(ranks):
        above_low = sets_with(low, ranks)
        for place in range(low):
            above_low &= ~sets_with(place, ranks)
        for high in range(low, ranks):
            have = above_low & sets_with(high, ranks)
            for place in range(high + 1, ranks):
                have &= ~sets_with(place, ranks)
            found.append(((low, high), have))
    return found


def split(whole: SetsWith, features: Sequence[Feature]) -> dict[tuple[Any, ...], SetsWith]:
    """The sets of `whole` by the values of all features."""
    found: dict[tuple[Any, ...], SetsWith] = {(): whole}
    for feature in features:
        found = {(*key, value): both for key, sets in found.items() for value, have in feature if (both := sets & have)}
    return found


def places_of(bits: int) -> Iterator[int]:
    """The places at which a number has bits: of a set, its ranks; of a number of sets, the sets."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def members(sets: SetsWith, ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The sets themselves, each as its ranks."""
    for place in places_of(sets):
        yield tuple(ranks[number] for number in places_of(place))
