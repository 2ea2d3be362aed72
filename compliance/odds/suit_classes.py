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
from compliance.odds.cards import ACE, ALL_RANKS, COLOR_OF_SUIT, NotCounted, Shoe
from compliance.odds.conditions import (
    All,
    AnyOf,
    CardRules,
    Condition,
    Count,
    Flush,
    JokerCount,
    Leaf,
    Negation,
    Run,
    SameSuit,
    Size,
    Suits,
    leaves,
)
from compliance.odds.rank_sets import Feature, count_places, include_all, require_places, split

STEPS_FOR_A_STATE = 3


class _Suit(NamedTuple):
    """A class of what one suit may hold: how many cards of each group of ranks, and which runs."""

    cards: tuple[int, ...]
    runs: tuple[bool, ...]  # and what else holds of one suit


class _State(NamedTuple):
    """What is known of several suits together."""

    dealt: int
    suits: tuple[int, ...]  # cards of each suit that is laid, or their order where colors do not matter
    counts: tuple[int, ...]  # cards that each question counts
    runs: tuple[bool, ...]


def count_by_suits(shoe: Shoe, cards: int, rows: Sequence[Condition], rules: CardRules, budget: Budget) -> list[int]:
    """How many hands each row takes, the first row that fits; the last number is hands that fit none."""
    asked = list(dict.fromkeys(leaf for row in rows for leaf in leaves(row)))
    if not all(_is_known(leaf) for leaf in asked):
        raise NotCounted("these conditions are not a matter of single suits")
    counted = [0] * (len(rows) + 1)
    for jokers in range(min(shoe.jokers, cards) + 1):
        hands = _Hands(shoe, cards - jokers, jokers, asked, rules, budget)
        for state, ways in hands.states().items():
            place = next((at for at, row in enumerate(rows) if hands.holds(row, state)), len(rows))
            counted[place] += ways * comb(shoe.jokers, jokers)
    assert sum(counted) == shoe.hands(cards), "hands were lost in counting"
    return counted


def _is_known(leaf: Leaf) -> bool:
    if isinstance(leaf, SameSuit):
        return not leaf.color
    return isinstance(leaf, Flush | Suits | Size | JokerCount | Count) or (isinstance(leaf, Run) and leaf.suited)


class _Hands:
    """Hands with so many jokers."""

    def __init__(
        self, shoe: Shoe, dealt: int, jokers: int, asked: Sequence[Leaf], rules: CardRules, budget: Budget
    ) -> None:
        self.shoe, self.dealt, self.jokers, self.rules, self.budget = shoe, dealt, jokers, rules, budget
        self.runs = [leaf for leaf in asked if isinstance(leaf, Run)]
        self.counts = [leaf for leaf in asked if isinstance(leaf, Count)]
        self.same_suits = [leaf for leaf in asked if isinstance(leaf, SameSuit)]
        self.colored = any(isinstance(leaf, Flush | Suits) and leaf.color for leaf in asked)
        groups: dict[tuple[bool, ...], list[int]] = {}
        for place, rank in enumerate(shoe.ranks):
            needs = [rank in need.ranks for leaf in self.same_suits for need in leaf.needs]
            groups.setdefault((*(rank in leaf.ranks for leaf in self.counts), *needs), []).append(place)
        self.groups = list(groups.items())

    def states(self) -> dict[_State, int]:
        """All hands, by what is known of them."""
        one = self._classify_suit()
        found = {_State(0, (), (0,) * len(self.counts), (False,) * (len(self.runs) + len(self.same_suits))): 1}
        for suit in range(self.shoe.suits):
            left = self.shoe.suits - suit - 1
            most = left * self.shoe.decks * len(self.shoe.ranks)
            following: Counter[_State] = Counter()
            self.budget.spend(STEPS_FOR_A_STATE * len(found) * len(one))
            for (state, ways), (held, more) in product(found.items(), one.items()):
                dealt = state.dealt + sum(held.cards)
                if dealt <= self.dealt <= dealt + most:
                    following[self._add_suit(state, held, suit, dealt)] += ways * more
            found = dict(following)
        return found

    def _classify_suit(self) -> dict[_Suit, int]:
        ranks = len(self.shoe.ranks)
        features: list[Feature] = [count_places(places, ranks, len(places)) for _, places in self.groups]
        features += [self._run(run) for run in self.runs]
        found: Counter[_Suit] = Counter()
        for key, sets in split(include_all(ranks), features).items():
            sizes, runs = key[: len(self.groups)], key[len(self.groups) :]
            for cards, ways in _filled(sizes, self.dealt, self.shoe.decks):
                found[_Suit(cards, (*runs, *self._test_suit(cards)))] += sets.bit_count() * ways
        return dict(found)

    def _test_suit(self, cards: Sequence[int]) -> Iterator[bool]:
        """Whether one suit with so many cards of each group is all that a condition on one suit needs."""
        helps = self.jokers if self.rules.joker == "wild" else 0
        place = len(self.counts)
        for leaf in self.same_suits:
            met = True
            for need in leaf.needs:
                held = sum(many for many, (asked, _) in zip(cards, self.groups, strict=True) if asked[place])
                met = met and held + helps >= need.number
                place += 1
            yield met

    def _run(self, run: Run) -> Feature:
        ranks = len(self.shoe.ranks)
        have = 0
        for window in run.windows():
            inside = [rank for rank in ALL_RANKS if window >> rank & 1]
            places = [place for place, rank in enumerate(self.shoe.ranks) if rank in inside]
            have |= require_places(places, run.length - self.jokers, ranks)
        return [(True, have), (False, include_all(ranks) & ~have)]

    def _add_suit(self, state: _State, held: _Suit, suit: int, dealt: int) -> _State:
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
        return _State(dealt, suits if self.colored else tuple(sorted(suits)), counts, runs)

    def holds(self, condition: Condition, state: _State) -> bool:
        if isinstance(condition, All):
            return all(self.holds(part, state) for part in condition.parts)
        if isinstance(condition, AnyOf):
            return any(self.holds(part, state) for part in condition.parts)
        if isinstance(condition, Negation):
            return not self.holds(condition.part, state)
        if isinstance(condition, Run):
            return state.runs[self.runs.index(condition)]
        if isinstance(condition, SameSuit):
            return state.runs[len(self.runs) + self.same_suits.index(condition)]
        if isinstance(condition, Count):
            helps = self.rules.joker == "wild" or (ACE in condition.ranks and condition.suits is None)
            return state.counts[self.counts.index(condition)] + self.jokers * helps in condition.number
        if isinstance(condition, Size):
            return self.dealt + self.jokers in condition.number
        if isinstance(condition, JokerCount):
            return self.jokers in condition.number
        assert isinstance(condition, Flush | Suits)
        lengths = self._colors(state) if condition.color else state.suits
        if isinstance(condition, Flush):
            return max(lengths, default=0) + self.jokers >= condition.length
        return sum(length > 0 for length in lengths) in condition.number

    def _colors(self, state: _State) -> list[int]:
        found = [0, 0]
        for suit, cards in enumerate(state.suits):
            found[COLOR_OF_SUIT[suit]] += cards
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
        ways = _count_onto(cards, sizes[0], decks)
        for rest, more in _filling(sizes[1:], most - cards, decks):
            yield (cards, *rest), ways * more


@lru_cache(maxsize=4096)
def _count_onto(cards: int, ranks: int, decks: int) -> int:
    """The ways to take cards of one suit so that each of so many ranks is among them."""
    return sum((-1) ** left * comb(ranks, left) * comb((ranks - left) * decks, cards) for left in range(ranks + 1))
