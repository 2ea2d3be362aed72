"""Hands of one deal counted suit by suit: for rows that ask how long a suit is and what runs in it, however short.

The ranks of one suit are one set of ranks; sets that are alike in all that the rows ask are one class. Suits are laid
side by side, one after the other, and what is known of all of them together is kept: cards, the longest suit, runs that
some suit has. What joins cards of several suits, such as a pair, is not known here, and refused.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple

from compliance.odds.budget import Budget
from compliance.odds.cards import ACE, ALL_RANKS, COLOUR_OF_SUIT, NotCounted, Shoe
from compliance.odds.conditions import (
    All,
    AnyOf,
    Condition,
    Count,
    Flush,
    Jokers,
    Leaf,
    Not,
    Rules,
    Run,
    Size,
    Suits,
    leaves,
)
from compliance.odds.rank_sets import Feature, at_least, every_set, how_many, split

STEPS_FOR_A_STATE = 3


class _Suit(NamedTuple):
    """A class of what one suit may hold: how many cards of each group of ranks, and which runs."""

    cards: tuple[int, ...]
    runs: tuple[bool, ...]


class _State(NamedTuple):
    """What is known of several suits together."""

    dealt: int
    suits: tuple[int, ...]  # cards of each suit that is laid, or their order where colours do not matter
    counts: tuple[int, ...]  # cards that each question counts
    runs: tuple[bool, ...]


def count_by_suits(shoe: Shoe, cards: int, rows: Sequence[Condition], rules: Rules, budget: Budget) -> list[int]:
    """How many hands each row takes, the first row that fits; the last number is hands that fit none."""
    asked = list(dict.fromkeys(leaf for row in rows for leaf in leaves(row)))
    if not all(_known(leaf) for leaf in asked):
        raise NotCounted("these conditions are not a matter of single suits")
    counted = [0] * (len(rows) + 1)
    for jokers in range(min(shoe.jokers, cards) + 1):
        hands = _Hands(shoe, cards - jokers, jokers, asked, rules, budget)
        for state, ways in hands.states().items():
            place = next((at for at, row in enumerate(rows) if hands.holds(row, state)), len(rows))
            counted[place] += ways * comb(shoe.jokers, jokers)
    assert sum(counted) == shoe.hands(cards), "hands were lost in counting"
    return counted


def _known(leaf: Leaf) -> bool:
    return isinstance(leaf, Flush | Suits | Size | Jokers | Count) or (isinstance(leaf, Run) and leaf.suited)


class _Hands:
    """Hands with so many jokers."""

    def __init__(
        self, shoe: Shoe, dealt: int, jokers: int, asked: Sequence[Leaf], rules: Rules, budget: Budget
    ) -> None:
        self.shoe, self.dealt, self.jokers, self.rules, self.budget = shoe, dealt, jokers, rules, budget
        self.runs = [leaf for leaf in asked if isinstance(leaf, Run)]
        self.counts = [leaf for leaf in asked if isinstance(leaf, Count)]
        self.coloured = any(isinstance(leaf, Flush | Suits) and leaf.colour for leaf in asked)
        groups: dict[tuple[bool, ...], list[int]] = {}
        for place, rank in enumerate(shoe.ranks):
            groups.setdefault(tuple(rank in leaf.ranks for leaf in self.counts), []).append(place)
        self.groups = list(groups.items())

    def states(self) -> dict[_State, int]:
        """All hands, by what is known of them."""
        one = self._one_suit()
        found = {_State(0, (), (0,) * len(self.counts), (False,) * len(self.runs)): 1}
        for suit in range(self.shoe.suits):
            left = self.shoe.suits - suit - 1
            most = left * self.shoe.decks * len(self.shoe.ranks)
            following: Counter[_State] = Counter()
            self.budget.spend(STEPS_FOR_A_STATE * len(found) * len(one))
            for (state, ways), (held, more) in product(found.items(), one.items()):
                dealt = state.dealt + sum(held.cards)
                if dealt <= self.dealt <= dealt + most:
                    following[self._with(state, held, suit, dealt)] += ways * more
            found = dict(following)
        return found

    def _one_suit(self) -> dict[_Suit, int]:
        ranks = len(self.shoe.ranks)
        features: list[Feature] = [how_many(places, ranks, len(places)) for _, places in self.groups]
        features += [self._run(run) for run in self.runs]
        found: Counter[_Suit] = Counter()
        for key, sets in split(every_set(ranks), features).items():
            sizes, runs = key[: len(self.groups)], key[len(self.groups) :]
            for cards, ways in _filled(sizes, self.dealt, self.shoe.decks):
                found[_Suit(cards, runs)] += sets.bit_count() * ways
        return dict(found)

    def _run(self, run: Run) -> Feature:
        ranks = len(self.shoe.ranks)
        have = 0
        for window in run.windows():
            inside = [rank for rank in ALL_RANKS if window >> rank & 1]
            places = [place for place, rank in enumerate(self.shoe.ranks) if rank in inside]
            have |= at_least(places, run.length - self.jokers, ranks)
        return [(True, have), (False, every_set(ranks) & ~have)]

    def _with(self, state: _State, held: _Suit, suit: int, dealt: int) -> _State:
        """The same hands with one more suit."""
        suits = (*state.suits, sum(held.cards))
        counts = tuple(
            before
            + (
                sum(cards for cards, (asked, _) in zip(held.cards, self.groups, strict=True) if asked[place])
                if leaf.suits is None or suit in leaf.suits
                else 0
            )
            for place, (before, leaf) in enumerate(zip(state.counts, self.counts, strict=True))
        )
        runs = tuple(one or other for one, other in zip(state.runs, held.runs, strict=True))
        return _State(dealt, suits if self.coloured else tuple(sorted(suits)), counts, runs)

    def holds(self, condition: Condition, state: _State) -> bool:
        if isinstance(condition, All):
            return all(self.holds(part, state) for part in condition.parts)
        if isinstance(condition, AnyOf):
            return any(self.holds(part, state) for part in condition.parts)
        if isinstance(condition, Not):
            return not self.holds(condition.part, state)
        if isinstance(condition, Run):
            return state.runs[self.runs.index(condition)]
        if isinstance(condition, Count):
            helps = self.rules.joker == "wild" or (ACE in condition.ranks and condition.suits is None)
            return state.counts[self.counts.index(condition)] + self.jokers * helps in condition.number
        if isinstance(condition, Size):
            return self.dealt + self.jokers in condition.number
        if isinstance(condition, Jokers):
            return self.jokers in condition.number
        assert isinstance(condition, Flush | Suits)
        lengths = self._colours(state) if condition.colour else state.suits
        if isinstance(condition, Flush):
            return max(lengths, default=0) + self.jokers >= condition.length
        return sum(length > 0 for length in lengths) in condition.number

    def _colours(self, state: _State) -> list[int]:
        found = [0, 0]
        for suit, cards in enumerate(state.suits):
            found[COLOUR_OF_SUIT[suit]] += cards
        return found


@lru_cache(maxsize=4096)
def _filled(sizes: tuple[int, ...], most: int, decks: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The ways to have up to so many cards on exactly so many ranks of each group: cards of each group, and ways."""
    return tuple(_filling(sizes, most, decks))


def _filling(sizes: tuple[int, ...], most: int, decks: int) -> Iterator[tuple[tuple[int, ...], int]]:
    if not sizes:
        yield (), 1
        return
    for cards in range(sizes[0], min(most, sizes[0] * decks) + 1):
        ways = _onto(cards, sizes[0], decks)
        for rest, more in _filling(sizes[1:], most - cards, decks):
            yield (cards, *rest), ways * more


@lru_cache(maxsize=4096)
def _onto(cards: int, ranks: int, decks: int) -> int:
    """The ways to take cards of one suit so that each of so many ranks is among them."""
    return sum((-1) ** left * comb(ranks, left) * comb((ranks - left) * decks, cards) for left in range(ranks + 1))
