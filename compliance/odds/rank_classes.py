"""Hands of one deal counted by classes: sets of ranks, times how often each rank comes, times suits.

No hand is listed. Hands without a long suit are all suits of a rank class less those with one; hands with a long suit
are counted from the ranks in that suit and what may lie beside them. Jokers leave fewer cards to count. This needs that
at most one suit can be long; where two can, the count is refused and another engine asked.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any

from compliance.odds.budget import Budget
from compliance.odds.cards import ACE, ALL_RANKS, NotCounted, Shoe
from compliance.odds.conditions import Beside, Condition, Count, Flush, Highest, Kind, Lowest, Run, Suits, leaves
from compliance.odds.rank_sets import (
    Feature,
    SetsWith,
    count_places,
    ends,
    include_all,
    members,
    places_of,
    require_places,
    split,
)
from compliance.odds.views import Answer, Counts, HandClass, Seen, build_predicate

MOST_CARDS = 10
STEPS_FOR_A_CLASS = 10


def count_by_ranks(shoe: Shoe, cards: int, rows: Sequence[Condition], budget: Budget) -> list[int]:
    """How many hands each row takes, the first row that fits; the last number is hands that fit none."""
    if cards > MOST_CARDS:
        raise NotCounted(f"hands of {cards} cards are not counted; the most is {MOST_CARDS}")
    counted = [0] * (len(rows) + 1)
    for jokers in range(min(shoe.jokers, cards) + 1):
        table = _Table(shoe, cards, jokers, rows, budget)
        for place, hands in table.count().items():
            counted[place] += hands * comb(shoe.jokers, jokers)
    assert sum(counted) == shoe.hands(cards), "hands were lost in counting"
    return counted


def find_seen(shoe: Shoe, rows: Sequence[Condition]) -> Seen:
    """The groups of ranks that the rows tell apart, and the runs they ask for."""
    asked = list(dict.fromkeys(leaf for row in rows for leaf in leaves(row)))
    sets = {leaf.ranks for leaf in asked if isinstance(leaf, Count | Kind)}
    if shoe.jokers and shoe.joker == "bug":
        sets.add(frozenset({ACE}))
    ordered = sorted(sets, key=sorted)  # any order: no two have the same members
    groups: dict[tuple[bool, ...], set[int]] = {}
    # A joker may be the only ace that the shoe has.
    for rank in sorted({*shoe.ranks, *([ACE] if shoe.jokers and shoe.joker == "bug" else [])}):
        groups.setdefault(tuple(rank in ranks for ranks in ordered), set()).add(rank)
    beside = tuple(leaf for leaf in asked if isinstance(leaf, Beside))
    runs = list(dict.fromkeys([leaf for leaf in asked if isinstance(leaf, Run)] + [leaf.run for leaf in beside]))
    return Seen(
        tuple(frozenset(group) for group in groups.values()),
        tuple(run for run in runs if not run.suited),
        tuple(run for run in runs if run.suited),
        beside,
        shoe.joker,
    )


@dataclass(frozen=True)
class _Support:
    """What matters of a set of ranks."""

    sizes: tuple[int, ...]  # how many ranks of each group
    runs: tuple[bool, ...] | None
    ends: tuple[int, int] | None
    suited_runs: tuple[bool, ...]


_Larger = tuple[tuple[bool, ...], tuple[int, int] | None, tuple[int, ...]]


class _Table:
    """The rows of a pay table, for hands with so many jokers."""

    def __init__(self, shoe: Shoe, cards: int, jokers: int, rows: Sequence[Condition], budget: Budget) -> None:
        self.shoe, self.cards, self.jokers, self.budget = shoe, cards, jokers, budget
        self.about = find_seen(shoe, rows)
        self.rows: list[Answer] = [build_predicate(row, self.about) for row in rows]
        self.dealt = cards - jokers
        self.ends_matter = any(isinstance(leaf, Highest | Lowest) for row in rows for leaf in leaves(row))
        self.group_sizes = tuple(len(self._places(group)) for group in self.about.groups)
        self.aces = next((place for place, group in enumerate(self.about.groups) if group == {ACE}), None)
        if shoe.joker == "wild":
            self.aces = None
        self.long = self._long(rows)
        self.run_sets = [self._run_feature(run)[0][1] for run in self.about.runs]
        self.group_masks = [sum(1 << place for place in self._places(group)) for group in self.about.groups]
        self.of_ranks: dict[int, tuple[tuple[bool, ...], tuple[int, int] | None]] = {}
        self.groups_of: dict[int, tuple[int, ...]] = {}
        self.larger: dict[tuple[SetsWith, int], Counter[_Larger]] = {}

    def _long(self, rows: Sequence[Condition]) -> int:
        """From how many cards on a suit is long enough to matter."""
        asked = [leaf for row in rows for leaf in leaves(row)]
        lengths = [leaf.length for leaf in asked if isinstance(leaf, Flush) or (isinstance(leaf, Run) and leaf.suited)]
        lengths += [self.cards for leaf in asked if isinstance(leaf, Suits)]
        lengths += [leaf.run.length for leaf in asked if isinstance(leaf, Beside)]
        shortest = min(lengths, default=self.dealt + self.jokers + 1) - self.jokers
        if lengths and 2 * shortest <= self.dealt:
            raise NotCounted(f"two suits can be {shortest} cards long in {self.dealt} cards")
        return shortest

    def count(self) -> Counter[int]:
        """Hands by the place of the row that takes them."""
        found: Counter[int] = Counter()
        self._count_short_suits(found)
        for length in range(self.long, self.dealt + 1):
            self._count_long_suit(length, found)
        return found

    def _count_short_suits(self, found: Counter[int]) -> None:
        shoe = self.shoe
        none = (False,) * len(self.about.suited_runs)
        for support, sets in self._supports(self.dealt, suited=False, whole=True).items():
            for counts, ways in patterns(support.sizes, self.dealt, shoe.suits * shoe.decks):
                hands = suits_of(_flat(counts), shoe.decks, shoe.suits, self.long)
                if hands:
                    view = self._view(counts, support.runs, support.ends, self.long - 1, none)
                    found[self._row(view)] += sets.bit_count() * ways * hands

    def _count_long_suit(self, length: int, found: Counter[int]) -> None:
        beside = self.dealt - length
        others = self.shoe.decks * (self.shoe.suits - 1)
        for support, sets in self._supports(length, suited=True, whole=not beside).items():
            row = self._first(self._view(None, support.runs, support.ends, length, support.suited_runs, beside))
            for counts, ways in patterns(support.sizes, length, self.shoe.decks):
                each = ways * self.shoe.suits * prod(comb(self.shoe.decks, c) for c in _flat(counts))
                if row is not None:
                    found[row] += sets.bit_count() * each * comb(others * len(self.shoe.ranks), beside)
                    continue
                unknown = set()
                for total, more in additions(counts, self.group_sizes, beside, others).items():
                    view = self._view(total, support.runs, support.ends, length, support.suited_runs, beside)
                    place = self._first(view)
                    if place is not None:
                        found[place] += sets.bit_count() * each * more
                    else:
                        unknown.add(total)
                if unknown and self._needs_suits_beside(support):
                    self._count_singly(support, sets, counts, unknown, length, found)
                elif unknown:
                    self._count_ranks_beside(support, sets, counts, each, unknown, length, found)

    def _needs_suits_beside(self, support: _Support) -> bool:
        return any(support.suited_runs[self.about.suited_runs.index(leaf.run)] for leaf in self.about.beside)

    def _count_ranks_beside(
        self,
        support: _Support,
        sets: SetsWith,
        counts: Counts,
        each: int,
        totals: set[Counts],
        length: int,
        found: Counter[int],
    ) -> None:
        """The same hands by which ranks the cards beside the long suit add, for rows that ask for all ranks first."""
        beside, others = self.dealt - length, self.shoe.decks * (self.shoe.suits - 1)
        for (runs, low_and_high, new), hands in self._larger_sets(sets, beside).items():
            for total, more in additions_on(counts, new, beside, others).items():
                if total in totals:
                    view = self._view(total, runs, low_and_high, length, support.suited_runs)
                    found[self._row(view)] += hands * each * more

    def _larger_sets(self, sets: SetsWith, most: int) -> Counter[_Larger]:
        """Sets of ranks with up to so many more ranks, by what matters of all ranks and the groups of the new ones."""
        known = self.larger.get((sets, most))
        if known is not None:
            return known
        found: Counter[_Larger] = Counter()
        every = (1 << len(self.shoe.ranks)) - 1
        for place in places_of(sets):
            free = [1 << number for number in places_of(every & ~place)]
            for many in range(min(most, len(free)) + 1):
                self.budget.spend(comb(len(free), many))
                for new in map(sum, combinations(free, many)):
                    found[(*self._classify_ranks(place | new), self._groups_of(new))] += 1
        self.larger[sets, most] = found
        return found

    def _classify_ranks(self, place: int) -> tuple[tuple[bool, ...], tuple[int, int] | None]:
        """Runs and ends of one set of ranks."""
        known = self.of_ranks.get(place)
        if known is None:
            runs = tuple(bool(have >> place & 1) for have in self.run_sets)
            low, high = (place & -place).bit_length() - 1, place.bit_length() - 1
            low_and_high = (self.shoe.ranks[low], self.shoe.ranks[high]) if self.ends_matter else None
            known = self.of_ranks[place] = (runs, low_and_high)
        return known

    def _groups_of(self, place: int) -> tuple[int, ...]:
        known = self.groups_of.get(place)
        if known is None:
            known = self.groups_of[place] = tuple((place & mask).bit_count() for mask in self.group_masks)
        return known

    def _count_singly(
        self,
        support: _Support,
        sets: SetsWith,
        counts: Counts,
        totals: set[Counts],
        length: int,
        found: Counter[int],
    ) -> None:
        """The same hands with the cards beside the long suit looked at, for rows that ask for them before the suit."""
        shoe = self.shoe
        for ranks in members(sets, shoe.ranks):
            for held in _place_cards(ranks, length, shoe.decks):
                if self._counts(held) != counts:
                    continue
                own = shoe.suits * prod(comb(shoe.decks, count) for count in held.values())
                for more in _spread_cards(shoe.ranks, self.dealt - length, shoe.decks * (shoe.suits - 1)):
                    self.budget.spend(STEPS_FOR_A_CLASS)
                    both = held + more
                    total = self._counts(both)
                    if total not in totals:
                        continue
                    whole = self._support(tuple(both), suited=False, whole=True)
                    for answers, ways in self._count_beside(more).items():
                        view = self._view(total, whole.runs, whole.ends, length, support.suited_runs, answers=answers)
                        found[self._row(view)] += own * ways

    def _count_beside(self, more: Counter[int]) -> dict[tuple[bool, ...], int]:
        """The ways to give the other suits to the cards beside a long one, by which ranks are in one suit together."""
        shoe, asked = self.shoe, self.about.beside
        if not any(set(leaf.ranks) <= set(more) for leaf in asked):
            return {(False,) * len(asked): prod(comb(shoe.decks * (shoe.suits - 1), c) for c in more.values())}
        ways: Counter[tuple[bool, ...]] = Counter()
        choices = [combinations_with_replacement(range(shoe.suits - 1), count) for count in more.values()]
        for suits in product(*choices):
            self.budget.spend(STEPS_FOR_A_CLASS)
            here = [Counter(chosen) for chosen in suits]
            by_rank = dict(zip(more, here, strict=True))
            answers = tuple(
                any(all(by_rank[rank][suit] for rank in leaf.ranks) for suit in range(shoe.suits - 1))
                if set(leaf.ranks) <= set(more)
                else False
                for leaf in asked
            )
            ways[answers] += prod(comb(shoe.decks, count) for chosen in here for count in chosen.values())
        return ways

    def _counts(self, held: Counter[int]) -> Counts:
        return tuple(
            tuple(sorted((held[rank] for rank in group if held[rank]), reverse=True)) for group in self.about.groups
        )

    def _supports(self, cards: int, suited: bool, whole: bool) -> dict[_Support, SetsWith]:
        """Sets of at most so many ranks, by what matters of them."""
        found = {}
        for key, sets in self._classes(cards, suited, whole).items():
            if sum(key[: len(self.group_sizes)]) or not cards:
                found[self._support_of(key, suited, whole)] = sets
        self.budget.spend(len(found))
        return found

    def _classes(self, cards: int, suited: bool, whole: bool) -> dict[tuple[Any, ...], int]:
        ranks = len(self.shoe.ranks)
        features = [count_places(self._places(group), ranks, cards) for group in self.about.groups]
        features += [self._run_feature(run) for run in self.about.runs if whole]
        features += [ends(ranks)] if whole and self.ends_matter else []
        features += [self._run_feature(run) for run in self.about.suited_runs if suited]
        few = 0
        for number, sets in count_places(range(ranks), ranks, cards):
            few |= sets if number <= cards else 0
        return split(few, features)

    def _support_of(self, key: tuple[Any, ...], suited: bool, whole: bool) -> _Support:
        sizes, rest = key[: len(self.group_sizes)], key[len(self.group_sizes) :]
        runs: tuple[bool, ...] | None = None
        lowest_and_highest: tuple[int, int] | None = None
        if whole:
            runs, rest = rest[: len(self.about.runs)], rest[len(self.about.runs) :]
            if self.ends_matter:
                low, high = rest[0]
                lowest_and_highest = (self.shoe.ranks[low], self.shoe.ranks[high]) if high >= 0 else (-1, -1)
                rest = rest[1:]
        return _Support(sizes, runs, lowest_and_highest, rest if suited else (False,) * len(self.about.suited_runs))

    def _places(self, ranks: Iterable[int]) -> list[int]:
        return [place for place, rank in enumerate(self.shoe.ranks) if rank in ranks]

    def _run_feature(self, run: Run) -> Feature:
        ranks = len(self.shoe.ranks)
        have = 0
        for window in run.windows():
            places = self._places([rank for rank in ALL_RANKS if window >> rank & 1])
            have |= require_places(places, run.length - self.jokers, ranks)
        return [(True, have), (False, include_all(ranks) & ~have)]

    def _support(self, ranks: tuple[int, ...], suited: bool, whole: bool) -> _Support:
        mask = sum(1 << rank for rank in ranks)
        runs = tuple(run.is_in_ranks(mask, self.jokers) for run in self.about.runs) if whole else None
        sizes = tuple(sum(rank in group for rank in ranks) for group in self.about.groups)
        low_and_high = (min(ranks), max(ranks)) if whole and self.ends_matter else None
        inside = tuple(run.is_in_ranks(mask, self.jokers) and suited for run in self.about.suited_runs)
        return _Support(sizes, runs, low_and_high, inside)

    def _view(
        self,
        counts: Counts | None,
        runs: tuple[bool, ...] | None,
        low_and_high: tuple[int, int] | None,
        longest: int,
        suited_runs: tuple[bool, ...],
        beside: int = 0,
        answers: tuple[bool, ...] | None = None,
    ) -> HandClass:
        if counts is not None and self.jokers and self.aces is not None:
            with_jokers = (sum(counts[self.aces]) + self.jokers,)
            counts = (*counts[: self.aces], with_jokers, *counts[self.aces + 1 :])
        if answers is None and all(len(leaf.ranks) > beside for leaf in self.about.beside):
            answers = (False,) * len(self.about.beside)
        return HandClass(self.cards, self.jokers, counts, runs, low_and_high, longest, suited_runs, answers)

    def _first(self, view: HandClass) -> int | None:
        """The place of the first row that fits; None where that is not known."""
        self.budget.spend(STEPS_FOR_A_CLASS)
        for place, row in enumerate(self.rows):
            fits = row(view)
            if fits:
                return place
            if fits is None:
                return None
        return len(self.rows)

    def _row(self, view: HandClass) -> int:
        """The same for a class of which everything is known."""
        place = self._first(view)
        assert place is not None, "a class of which everything is known has one answer"
        return place


def _flat(counts: Counts) -> tuple[int, ...]:
    return tuple(sorted(count for group in counts for count in group))


@lru_cache(maxsize=4096)
def patterns(sizes: tuple[int, ...], cards: int, most: int) -> tuple[tuple[Counts, int], ...]:
    """How so many cards fall on `sizes` ranks of each group, at least one on each, and in how many orders."""
    if not sizes:
        return (((), 1),) if cards == 0 else ()
    found: list[tuple[Counts, int]] = []
    for here in range(sizes[0], cards - sum(sizes[1:]) + 1):
        for parts in partitions(here, sizes[0], min(most, here)):
            ways = _orders(parts)
            found += [((parts, *rest), ways * more) for rest, more in patterns(sizes[1:], cards - here, most)]
    return tuple(found)


@lru_cache(maxsize=4096)
def partitions(total: int, parts: int, most: int) -> tuple[tuple[int, ...], ...]:
    """The ways to write a number as so many parts, most first, none above `most`."""
    if parts == 0:
        return ((),) if total == 0 else ()
    return tuple(
        (first, *rest)
        for first in range(min(most, total - parts + 1), 0, -1)
        for rest in partitions(total - first, parts - 1, first)
    )


def _orders(parts: tuple[int, ...]) -> int:
    return factorial(len(parts)) // prod(factorial(same) for same in Counter(parts).values())


@lru_cache(maxsize=4096)
def suits_of(counts: tuple[int, ...], decks: int, suits: int, long: int) -> int:
    """How many ways there are to give suits to ranks with these counts so that no suit has `long` cards."""
    every = prod(comb(suits * decks, count) for count in counts)
    inside = [1]  # ways by how many cards are in one suit
    for count in counts:
        here = [comb(decks, own) * comb((suits - 1) * decks, count - own) for own in range(count + 1)]
        longer = [0] * (len(inside) + count)
        for place, ways in enumerate(inside):
            for own, more in enumerate(here):
                longer[place + own] += ways * more
        inside = longer
    return every - suits * sum(inside[long:])


@lru_cache(maxsize=4096)
def additions(counts: Counts, sizes: tuple[int, ...], cards: int, copies: int) -> dict[Counts, int]:
    """What ranks with these counts come to when so many cards are added, and in how many ways.

    `sizes` is how many ranks each group has; a card is added to a rank in as many ways as there are `copies` of it.
    """
    alike: list[tuple[int, int, int]] = []  # group, cards already there, how many ranks
    for place, group in enumerate(counts):
        alike += [(place, count, number) for count, number in Counter(group).items()]
        alike.append((place, 0, sizes[place] - len(group)))
    reached: Counter[tuple[tuple[tuple[int, int], ...], int]] = Counter({((), cards): 1})
    for place, count, number in alike:
        following: Counter[tuple[tuple[tuple[int, int], ...], int]] = Counter()
        for (held, left), ways in reached.items():
            for added, more in _spread(left, number, copies):
                now = tuple((place, count + here) for here in added if count + here)
                following[(*held, *now), left - sum(added)] += ways * more
        reached = following
    found: Counter[Counts] = Counter()
    for (held, left), ways in reached.items():
        if not left:
            found[_regrouped(held, len(sizes))] += ways
    return found


@lru_cache(maxsize=4096)
def additions_on(counts: Counts, new: tuple[int, ...], cards: int, copies: int) -> dict[Counts, int]:
    """The same where so many new ranks of each group, and no others, get cards; in how many ways for given ranks."""
    found: Counter[Counts] = Counter()
    if sum(new) > cards:
        return found
    for fresh in range(sum(new), cards + 1):
        for started, ways in patterns(new, fresh, copies):
            here = ways * prod(comb(copies, count) for count in _flat(started))
            # No rank is left in a group but those that hold cards already: the rest goes on these.
            sizes = tuple(len(group) for group in counts)
            for total, more in additions(counts, sizes, cards - fresh, copies).items():
                both = tuple(
                    tuple(sorted((*old, *added), reverse=True)) for old, added in zip(total, started, strict=True)
                )
                found[both] += here * more
    return found


def _spread(most: int, ranks: int, copies: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The ways to add up to `most` cards to so many ranks that are alike."""
    for total in range(most + 1):
        for many in range(1 if total else 0, min(total, ranks) + 1):
            for parts in partitions(total, many, min(copies, total)):
                added = (*parts, *([0] * (ranks - many)))
                yield added, _orders(added) * prod(comb(copies, part) for part in parts)


def _regrouped(held: Sequence[tuple[int, int]], groups: int) -> Counts:
    return tuple(
        tuple(sorted((count for place, count in held if place == group), reverse=True)) for group in range(groups)
    )


def _place_cards(ranks: tuple[int, ...], cards: int, most: int) -> Iterator[Counter[int]]:
    """The ways to have so many cards on exactly these ranks."""
    for more in combinations_with_replacement(ranks, cards - len(ranks)):
        held = Counter(ranks) + Counter(more)
        if max(held.values()) <= most:
            yield held


def _spread_cards(ranks: tuple[int, ...], cards: int, most: int) -> Iterator[Counter[int]]:
    """The ways to have so many cards on any ranks."""
    for chosen in combinations_with_replacement(ranks, cards):
        held = Counter(chosen)
        if max(held.values(), default=0) <= most:
            yield held
