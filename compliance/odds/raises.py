"""Raises against a pay table, without a dealer: the bettor sees some cards, then raises, goes on or folds.

Choices are those of best play: what each set of cards is worth is worked out backwards, for each number of units staked
so far. Suits are told apart only as long as some condition on suits can still be met; after that only ranks count, so
there are few sets.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import perm
from typing import Final, NamedTuple

from compliance.odds.budget import Budget
from compliance.odds.cards import Card, NotCounted, Shoe
from compliance.odds.conditions import CardRules, Condition, Flush, Leaf, Run, leaves
from compliance.odds.kinds import suits_matter
from compliance.odds.small_hands import group_suits
from compliance.odds.wagers import percent

STEPS_FOR_A_HAND: Final = 40
_DIGIT: Final = 4  # bits for how many cards of a rank there are
_RANK: Final = (1 << _DIGIT) - 1
_LENGTH: Final = _DIGIT * 13  # above the ranks: how many cards there are

# Cards by rank, where suits cannot matter any more; else by rank in each suit, the longest first.
CardSet = int | tuple[int, ...]


class Stage(NamedTuple):
    """A choice: how many cards are seen, and what may be staked more, in units of the ante."""

    cards: int
    times: tuple[int, ...]
    may_fold: bool


class Staked(NamedTuple):
    """Deals by the row that takes them (None: folded) and the units that are staked by then."""

    deals: dict[tuple[int | None, int], int]
    total: int
    play: str


def count_raises(
    shoe: Shoe,
    cards: int,
    hand: Callable[[Sequence[Card]], dict[str, Sequence[Card]]],
    rows: Sequence[Condition],
    nets: Sequence[Fraction],
    stages: Sequence[Stage],
    rules: CardRules,
    budget: Budget,
) -> Staked:
    """How often each row is paid on how many units, by best play. `hand` deals cards that stand for a set."""
    asked = [leaf for row in rows for leaf in leaves(row)]
    if shoe.jokers or len(group_suits(shoe, asked)) > 1:
        raise NotCounted("raises by best play are counted without jokers, and where no suit or color is named")
    return _Raising(shoe, cards, hand, rows, nets, stages, rules, budget, _count_least_suited(asked)).count()


def _count_least_suited(asked: Sequence[Leaf]) -> int:
    """With fewer cards than this in each suit, no condition on suits holds."""
    suited = [leaf for leaf in asked if suits_matter([leaf])]
    return min((leaf.length if isinstance(leaf, Flush | Run) else 0 for leaf in suited), default=100)


class _Raising:
    def __init__(
        self,
        shoe: Shoe,
        cards: int,
        hand: Callable[[Sequence[Card]], dict[str, Sequence[Card]]],
        rows: Sequence[Condition],
        nets: Sequence[Fraction],
        stages: Sequence[Stage],
        rules: CardRules,
        budget: Budget,
        suited: int,
    ) -> None:
        self.shoe, self.cards, self.hand, self.rows, self.rules = shoe, cards, hand, rows, rules
        self.nets, self.budget, self.suited = [*nets, Fraction(-1)], budget, suited
        self.stages = {stage.cards: stage for stage in stages}
        self.last = stages[-1].cards
        self.following = cache(self._following)
        self.by_row = cache(self._count_rows)
        self.worth = cache(self._worth)

    def count(self) -> Staked:
        """All deals, each with the choices that are best."""
        now: Counter[tuple[CardSet, int]] = Counter({(self._normal((0, 0, 0, 0), 0), 1): 1})
        found: Counter[tuple[int | None, int]] = Counter()
        said = []
        for dealt in range(self.last + 1):
            if dealt in self.stages:
                now, folded, words = self._choose(now, dealt)
                found += folded
                said.append(words)
            if dealt < self.last:
                after: Counter[tuple[CardSet, int]] = Counter()
                for (held, units), ways in now.items():
                    for child, copies in self.following(held, dealt):
                        after[child, units] += ways * copies
                now = after
        for (held, units), ways in now.items():
            for row, deals in enumerate(self.by_row(held, self.last)):
                found[row if row < len(self.rows) else len(self.rows), units] += ways * deals
        total = perm(self.shoe.size, self.cards)
        assert sum(found.values()) == total, "deals were lost in counting"
        return Staked(dict(found), total, "best play: " + "; ".join(said))

    def _choose(
        self, now: Counter[tuple[CardSet, int]], dealt: int
    ) -> tuple[Counter[tuple[CardSet, int]], Counter[tuple[int | None, int]], str]:
        """The deals that go on, those that are folded, and how often what is done."""
        on: Counter[tuple[CardSet, int]] = Counter()
        folded: Counter[tuple[int | None, int]] = Counter()
        done: Counter[str] = Counter()
        behind = perm(self.shoe.size - dealt, self.cards - dealt)
        for (held, units), ways in now.items():
            more = self._best(held, dealt, units)[1]
            if more is None:
                folded[None, units] += ways * behind
                done["fold"] += ways
            else:
                on[held, units + more] += ways
                done[f"raise {more} times" if more > 1 else "raise" if more else "no raise"] += ways
        whole = sum(done.values())
        parts = [f"{words} {percent(Fraction(ways, whole), 2)}" for words, ways in sorted(done.items())]
        return on, folded, f"with {dealt} cards seen {', '.join(parts)}"

    def _best(self, held: CardSet, dealt: int, units: int) -> tuple[Fraction, int | None]:
        """What the best choice is worth, over all that can follow; and how much is staked more, None to fold."""
        stage = self.stages[dealt]
        choices: list[tuple[Fraction, int | None]] = [
            (self._onward(held, dealt, units + times), times) for times in stage.times
        ]
        if stage.may_fold:
            choices.append((Fraction(-units * perm(self.shoe.size - dealt, self.cards - dealt)), None))
        return max(choices, key=lambda choice: (choice[0], -(choice[1] or 0)))

    def _onward(self, held: CardSet, dealt: int, units: int) -> Fraction:
        if dealt < self.last:
            after = self.following(held, dealt)
            return sum((copies * self.worth(child, dealt + 1, units) for child, copies in after), Fraction(0))
        each = zip(self.by_row(held, dealt), self.nets, strict=True)
        return units * sum((deals * net for deals, net in each), Fraction(0))

    def _worth(self, held: CardSet, dealt: int, units: int) -> Fraction:
        self.budget.spend(2)
        if dealt in self.stages:
            return self._best(held, dealt, units)[0]
        return self._onward(held, dealt, units)

    def _count_rows(self, held: CardSet, dealt: int) -> list[int]:
        """How many of the deals that can follow each row takes; last those that fit none."""
        found = [0] * (len(self.rows) + 1)
        if dealt == self.cards:
            self.budget.spend(STEPS_FOR_A_HAND)
            laid = self.hand(self._lay_out(held))
            found[next((n for n, row in enumerate(self.rows) if row.holds(laid, self.rules)), -1)] = 1
            return found
        for child, copies in self.following(held, dealt):
            found = [one + copies * more for one, more in zip(found, self.by_row(child, dealt + 1), strict=True)]
        return found

    def _following(self, held: CardSet, dealt: int) -> list[tuple[CardSet, int]]:
        """The sets with one more card, each with the number of cards that make it."""
        found: Counter[CardSet] = Counter()
        for place, cards, many in [(-1, held, 1)] if isinstance(held, int) else self._suits(held):
            copies = self.shoe.decks * (4 if place < 0 else 1)
            for rank in self.shoe.ranks:
                left = copies - (cards >> _DIGIT * rank & _RANK)
                if left > 0:
                    more = cards + (1 << _DIGIT * rank) + (1 << _LENGTH)
                    found[more if isinstance(held, int) else self._add_cards(held, place, more, dealt + 1)] += (
                        left * many
                    )
        self.budget.spend(len(found))
        return list(found.items())

    def _suits(self, held: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
        """Suits that hold the same are alike: one of them, and how many there are."""
        for place, cards in enumerate(held):
            if cards not in held[:place]:
                yield place, cards, held.count(cards)

    def _add_cards(self, held: tuple[int, ...], place: int, cards: int, dealt: int) -> CardSet:
        return self._normal((*held[:place], cards, *held[place + 1 :]), dealt)

    def _normal(self, held: tuple[int, ...], dealt: int) -> CardSet:
        ordered = tuple(sorted(held, reverse=True))
        reached = (ordered[0] >> _LENGTH) + self.cards - dealt
        return ordered if reached >= self.suited else sum(ordered)

    def _lay_out(self, held: CardSet) -> list[Card]:
        """Cards that stand for a set: where suits do not matter, spread over all of them."""
        if isinstance(held, int):
            ranks = [rank for rank in range(13) for _ in range(held >> _DIGIT * rank & _RANK)]
            return [Card(rank, place % 4) for place, rank in enumerate(ranks)]
        return [
            Card(rank, suit)
            for suit, cards in enumerate(held)
            for rank in range(13)
            for _ in range(cards >> _DIGIT * rank & _RANK)
        ]
