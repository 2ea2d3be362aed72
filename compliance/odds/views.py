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
    Jokers,
    Kind,
    Lowest,
    Not,
    Run,
    Size,
    Suits,
    grouped,
)

Counts = tuple[tuple[int, ...], ...]  # for each group of ranks: how many cards of each of its ranks, most first


@dataclass(frozen=True)
class View:
    """A class of hands."""

    size: int
    jokers: int
    counts: Counts | None
    runs: tuple[bool, ...] | None
    ends: tuple[int, int] | None  # lowest and highest rank
    longest: int  # cards of the longest suit; where that is too short to matter, the longest that does not
    suited_runs: tuple[bool, ...]
    beside: tuple[bool, ...] | None = None


Answer = Callable[[View], bool | None]


@dataclass(frozen=True)
class Seen:
    """What the conditions of a pay table look at: groups of ranks, and runs."""

    groups: tuple[frozenset[int], ...]
    runs: tuple[Run, ...]
    suited_runs: tuple[Run, ...]
    beside: tuple[Beside, ...]
    joker: JokerRule


def answer(condition: Condition, about: Seen) -> Answer:
    """A condition as a function of a class."""
    if isinstance(condition, All):
        return partial(_all, [answer(part, about) for part in condition.parts])
    if isinstance(condition, AnyOf):
        return partial(_any, [answer(part, about) for part in condition.parts])
    if isinstance(condition, Not):
        return partial(_not, answer(condition.part, about))
    if isinstance(condition, Count | Kind | Groups):
        return _of_ranks(condition, about)
    if isinstance(condition, Run):
        if condition.suited:
            return partial(_suited_run, about.suited_runs.index(condition))
        return partial(_run, about.runs.index(condition))
    if isinstance(condition, Beside):
        return partial(_beside, about.suited_runs.index(condition.run), about.beside.index(condition))
    return _simple(condition)


def _beside(run: int, place: int, view: View) -> bool | None:
    if not view.suited_runs[run]:
        return False
    return None if view.beside is None else view.beside[place]


def _simple(condition: Condition) -> Answer:
    if isinstance(condition, Flush) and not condition.colour:
        return lambda view: view.longest + view.jokers >= condition.length
    if isinstance(condition, Suits) and not condition.colour and condition.number == (1, 1):
        return lambda view: view.longest == view.size - view.jokers
    if isinstance(condition, Size):
        return lambda view: view.size in condition.number
    if isinstance(condition, Jokers):
        return lambda view: view.jokers in condition.number
    if isinstance(condition, Highest):
        return lambda view: view.ends and (ACE if view.jokers else view.ends[1]) in condition.ranks
    if isinstance(condition, Lowest):
        return lambda view: view.ends and (ACE if view.ends[0] < 0 and view.jokers else view.ends[0]) in condition.ranks
    raise NotCounted("this kind of condition is not a matter of ranks and one long suit")


def _all(parts: Sequence[Answer], view: View) -> bool | None:
    known: bool | None = True
    for part in parts:
        found = part(view)
        if found is False:
            return False
        if found is None:
            known = None
    return known


def _any(parts: Sequence[Answer], view: View) -> bool | None:
    known: bool | None = False
    for part in parts:
        found = part(view)
        if found:
            return True
        if found is None:
            known = None
    return known


def _not(part: Answer, view: View) -> bool | None:
    found = part(view)
    return None if found is None else not found


def _run(place: int, view: View) -> bool | None:
    return None if view.runs is None else view.runs[place]


def _suited_run(place: int, view: View) -> bool | None:
    return view.suited_runs[place]


def _of_ranks(condition: Count | Kind | Groups, about: Seen) -> Answer:
    if (isinstance(condition, Kind) and condition.alike) or (isinstance(condition, Count) and condition.suits):
        raise NotCounted("which suits the cards of a rank have is not a matter of ranks and one long suit")
    wild = about.joker == "wild"
    if isinstance(condition, Groups):
        return partial(_groups, condition.sizes, wild)
    places = [place for place, group in enumerate(about.groups) if group <= condition.ranks]
    if isinstance(condition, Count):
        return partial(_count, condition, places, wild)
    return partial(_kind, condition.number, places, wild)


def _groups(sizes: tuple[int, ...], wild: bool, view: View) -> bool | None:
    if view.counts is None:
        return None
    counts = sorted((count for group in view.counts for count in group), reverse=True)
    return grouped(counts, sizes, view.jokers if wild else 0)


def _count(condition: Count, places: list[int], wild: bool, view: View) -> bool | None:
    if view.counts is None:
        return None
    return sum(sum(view.counts[place]) for place in places) + (view.jokers if wild else 0) in condition.number


def _kind(number: int, places: list[int], wild: bool, view: View) -> bool | None:
    if view.counts is None:
        return None
    most = max((view.counts[place][0] for place in places if view.counts[place]), default=0)
    return most + (view.jokers if wild else 0) >= number
