"""A class of hands as the conditions see it, and conditions as functions of a class.

What is not known of a class is None, and so is an answer that depends on it. A class is refined only where its answer
is not known: most flushes are counted without a look at the other cards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from compliance.odds.cards import ACE, JokerRule, NotCounted
from compliance.odds.conditions import (
    All,
    AnyOf,
    Beside,
    Condition,
    Count,
    Flush,
    Groups,
    Highest,
    JokerCount,
    Kind,
    Lowest,
    Negation,
    NumberRange,
    Run,
    Size,
    Suits,
    grouped,
)

Counts = tuple[tuple[int, ...], ...]  # for each group of ranks: how many cards of each of its ranks, most first


@dataclass(frozen=True)
class HandClass:
    """A class of hands."""

    size: int
    jokers: int
    counts: Counts | None
    runs: tuple[bool, ...] | None
    ends: tuple[int, int] | None  # lowest and highest rank
    longest: int  # cards of the longest suit; where that is too short to matter, the longest that does not
    suited_runs: tuple[bool, ...]
    beside: tuple[bool, ...] | None = None


Answer = Callable[[HandClass], bool | None]


@dataclass(frozen=True)
class Seen:
    """What the conditions of a pay table look at: groups of ranks, and runs."""

    groups: tuple[frozenset[int], ...]
    runs: tuple[Run, ...]
    suited_runs: tuple[Run, ...]
    beside: tuple[Beside, ...]
    joker: JokerRule


def build_predicate(condition: Condition, about: Seen) -> Answer:
    """A condition as a function of a class."""
    if isinstance(condition, All):
        return partial(_combine_all, [build_predicate(part, about) for part in condition.parts])
    if isinstance(condition, AnyOf):
        return partial(_combine_any, [build_predicate(part, about) for part in condition.parts])
    if isinstance(condition, Negation):
        return partial(_negate, build_predicate(condition.part, about))
    if isinstance(condition, Count | Kind | Groups):
        return _count_ranks(condition, about)
    if isinstance(condition, Run):
        if condition.suited:
            return partial(_suited_run, about.suited_runs.index(condition))
        return partial(_run, about.runs.index(condition))
    if isinstance(condition, Beside):
        return partial(_view_beside, about.suited_runs.index(condition.run), about.beside.index(condition))
    return _simple(condition)


def _view_beside(run: int, place: int, view: HandClass) -> bool | None:
    if not view.suited_runs[run]:
        return False
    return None if view.beside is None else view.beside[place]


def _simple(condition: Condition) -> Answer:
    if isinstance(condition, Flush) and not condition.color:
        return lambda view: view.longest + view.jokers >= condition.length
    if isinstance(condition, Suits) and not condition.color and condition.number == NumberRange(1, 1):
        return lambda view: view.longest == view.size - view.jokers
    if isinstance(condition, Size):
        return lambda view: view.size in condition.number
    if isinstance(condition, JokerCount):
        return lambda view: view.jokers in condition.number
    if isinstance(condition, Highest):
        return lambda view: view.ends and (ACE if view.jokers else view.ends[1]) in condition.ranks
    if isinstance(condition, Lowest):
        return lambda view: view.ends and (ACE if view.ends[0] < 0 and view.jokers else view.ends[0]) in condition.ranks
    raise NotCounted("this kind of condition is not a matter of ranks and one long suit")


def _combine_all(parts: Sequence[Answer], view: HandClass) -> bool | None:
    known: bool | None = True
    for part in parts:
        found = part(view)
        if found is False:
            return False
        if found is None:
            known = None
    return known


def _combine_any(parts: Sequence[Answer], view: HandClass) -> bool | None:
    known: bool | None = False
    for part in parts:
        found = part(view)
        if found:
            return True
        if found is None:
            known = None
    return known


def _negate(part: Answer, view: HandClass) -> bool | None:
    found = part(view)
    return None if found is None else not found


def _run(place: int, view: HandClass) -> bool | None:
    return None if view.runs is None else view.runs[place]


def _suited_run(place: int, view: HandClass) -> bool | None:
    return view.suited_runs[place]


def _count_ranks(condition: Count | Kind | Groups, about: Seen) -> Answer:
    one_suit = isinstance(condition, Kind) and condition.alike
    if one_suit or (isinstance(condition, Count) and condition.suits is not None):
        raise NotCounted("which suits the cards of a rank have is not a matter of ranks and one long suit")
    wild = about.joker == "wild"
    if isinstance(condition, Groups):
        return partial(_groups, condition.sizes, wild)
    places = [place for place, group in enumerate(about.groups) if group <= condition.ranks]
    if isinstance(condition, Count):
        return partial(_count, condition, places, wild)
    return partial(_kind, condition.number, places, wild)


def _groups(sizes: tuple[int, ...], wild: bool, view: HandClass) -> bool | None:
    if view.counts is None:
        return None
    counts = sorted((count for group in view.counts for count in group), reverse=True)
    return grouped(counts, sizes, view.jokers if wild else 0)


def _count(condition: Count, places: list[int], wild: bool, view: HandClass) -> bool | None:
    if view.counts is None:
        return None
    return sum(sum(view.counts[place]) for place in places) + (view.jokers if wild else 0) in condition.number


def _kind(number: int, places: list[int], wild: bool, view: HandClass) -> bool | None:
    if view.counts is None:
        return None
    most = max((view.counts[place][0] for place in places if view.counts[place]), default=0)
    return most + (view.jokers if wild else 0) >= number
