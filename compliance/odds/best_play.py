"""Ante and raise with three cards each, by best play: the bettor sees the own hand, then raises or folds.

What the dealer may hold depends on the bettor's cards only through those that are gone. Dealers' hands are counted by
strength from the full shoe, less those with one of the bettor's cards, plus those with two of them, less those with all
three; these counts depend on ranks and on which cards share a suit, and are made once. Each of the bettor's hands then
takes a few additions, with one deck or eight.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, prod

from compliance.odds.budget import Budget
from compliance.odds.cards import RANK_NAMES, SUIT_NAMES, Card, NotCounted, Shoe
from compliance.odds.conditions import CardRules, Condition, Run
from compliance.odds.wagers import Pay, RowOdds

CARDS = 3
STEPS = 180_000  # about as much work with one deck as with eight
Ranks = tuple[int, int, int]
Cumulated = list[int]  # hands by strength, each with all that are weaker

# How the three cards share suits, and in how many ways of four suits in their order.
_SUITS: tuple[tuple[tuple[int, int, int], int], ...] = (
    ((0, 0, 0), 4),
    ((0, 0, 1), 12),
    ((0, 1, 0), 12),
    ((1, 0, 0), 12),
    ((0, 1, 2), 24),
)


@dataclass(frozen=True)
class BestPlay:
    """What is won and lost, for one unit of the ante."""

    raise_wager: str
    hand: str
    against: str
    times: Fraction  # the raise, in antes
    ante: Fraction
    raised: Fraction  # what the raise pays for each unit of itself
    qualifies: Condition | None
    unqualified: Fraction  # what is won of both where the dealer does not qualify
    tie: Fraction
    bonus: Sequence[tuple[str, Condition, Fraction]]
    raises_with: Condition | None = None  # the hands that a bettor raises with who follows a chart

    @property
    def win(self) -> Fraction:
        return self.ante + self.times * self.raised

    @property
    def lose(self) -> Fraction:
        return -1 - self.times


def count_best_play(shoe: Shoe, play: BestPlay, rules: CardRules, budget: Budget) -> tuple[tuple[RowOdds, ...], str]:
    """The outcomes under best play, and where it lies."""
    if shoe.jokers or shoe.suits != len(SUIT_NAMES):
        raise NotCounted("best play is counted without jokers")
    budget.spend(STEPS)
    return _Showdown(shoe, play, rules).rows()


def strength(ranks: Ranks, suited: bool) -> tuple[int, ...]:
    """How strong a hand of three cards is; the usual order, in which a straight is above a flush."""
    low, middle, high = sorted(ranks)
    run = Run((), CARDS).is_in_ranks(1 << low | 1 << middle | 1 << high, 0)
    top = middle if run and (low, middle, high) == (0, 1, 12) else high
    if low == middle == high:
        return 4, low
    if low == middle or middle == high:
        return 1, middle, low + high - middle
    return (5, top) if run and suited else (3, top) if run else (2 if suited else 0, high, middle, low)


class _Showdown:
    def __init__(self, shoe: Shoe, play: BestPlay, rules: CardRules) -> None:
        self.decks, self.all_ranks, self.play, self.rules = shoe.decks, shoe.ranks, play, rules
        self.hands: list[Ranks] = list(combinations_with_replacement(shoe.ranks, CARDS))  # type: ignore[arg-type]
        classes = [(ranks, suited) for ranks in self.hands for suited in (False, True)]
        levels = {found: place for place, found in enumerate(sorted({strength(*one) for one in classes}))}
        self.level = {one: levels[strength(*one)] for one in classes}
        self.levels = len(levels)
        self.good = {one: play.qualifies is None or self._holds(play.qualifies, play.against, *one) for one in classes}
        self.single = cache(self._count_one)
        self.double = cache(self._count_two)
        self.bonus = cache(self._bonus)
        self.every = self._cumulated(self._fillings((), CARDS))

    def _holds(self, condition: Condition, hand: str, ranks: Ranks, suited: bool) -> bool:
        suits = (0, 0, 0) if suited else (0, 1, 2)
        cards = [Card(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]
        return condition.holds({hand: cards}, self.rules)

    def _fillings(self, held: Sequence[tuple[int, int]], more: int) -> Iterator[tuple[Ranks, int, int]]:
        """Hands with certain cards in them: ranks, all of them, and how many of them are of one suit."""
        one_suit = len({suit for _, suit in held}) <= 1
        gone = [rank for rank, _ in held]
        for added in combinations_with_replacement(self.all_ranks, more):
            many = {rank: added.count(rank) for rank in added}
            ways = prod(comb(4 * self.decks - gone.count(rank), count) for rank, count in many.items())
            alike = prod(comb(self.decks - gone.count(rank), count) for rank, count in many.items()) if one_suit else 0
            yield tuple(sorted((*gone, *added))), ways, alike * (1 if held else 4)  # type: ignore[misc]

    def _cumulated(self, hands: Iterator[tuple[Ranks, int, int]]) -> tuple[Cumulated, int]:
        """Hands that qualify, cumulated by strength; and those that do not."""
        counts, bad = [0] * self.levels, 0
        for ranks, ways, alike in hands:
            for suited, number in ((True, alike), (False, ways - alike)):
                if self.good[ranks, suited]:
                    counts[self.level[ranks, suited]] += number
                else:
                    bad += number
        return list(accumulate(counts)), bad

    def _count_one(self, rank: int) -> tuple[Cumulated, int]:
        return self._cumulated(self._fillings([(rank, 0)], CARDS - 1))

    def _count_two(self, one: int, other: int, alike: bool) -> tuple[Cumulated, int]:
        return self._cumulated(self._fillings([(one, 0), (other, 0 if alike else 1)], CARDS - 2))

    def rows(self) -> tuple[tuple[RowOdds, ...], str]:
        total = comb(4 * self.decks * len(self.all_ranks) - CARDS, CARDS)
        found: dict[tuple[str, Fraction], int] = {}
        folded: list[tuple[int, Ranks]] = []
        raised: list[tuple[int, Ranks]] = []
        for ranks in self.hands:
            for suits, orders in _SUITS:
                hands = self._number(ranks, suits, orders)
                if not hands:
                    continue
                outcomes = list(self._outcomes(ranks, suits, total))
                worth = sum((net * count for _, net, count in outcomes), Fraction(0))
                level = self.level[ranks, len(set(suits)) == 1]
                if self._folds(ranks, suits, worth, total):
                    outcomes = [("folds", Fraction(-1), total)]
                    folded.append((level, ranks))
                else:
                    raised.append((level, ranks))
                for name, net, count in outcomes:
                    found[name, net] = found.get((name, net), 0) + count * hands
        whole = sum(found.values())
        rows = tuple(
            RowOdds(name, count, whole, Pay(net, words=describe_net(net))) for (name, net), count in found.items()
        )
        return rows, "" if self.play.raises_with else _describe_play(folded, raised)

    def _folds(self, ranks: Ranks, suits: tuple[int, int, int], worth: Fraction, total: int) -> bool:
        """Whether a hand is folded: by the chart that is followed, else where raising pays worse."""
        chart = self.play.raises_with
        if chart is None:
            return worth <= -total
        return not self._holds(chart, self.play.hand, ranks, len(set(suits)) == 1)

    def _number(self, ranks: Ranks, suits: tuple[int, int, int], orders: int) -> int:
        """How many hands there are of these ranks whose cards share suits in this way."""
        cards = list(zip(ranks, suits, strict=True))
        copies = prod(comb(self.decks, cards.count(card)) for card in set(cards))
        same = prod(factorial(cards.count(card)) for card in set(cards))
        return orders * copies * same // prod(factorial(ranks.count(rank)) for rank in set(ranks))

    def _outcomes(self, ranks: Ranks, suits: tuple[int, int, int], total: int) -> Iterator[tuple[str, Fraction, int]]:
        suited = len(set(suits)) == 1
        level = self.level[ranks, suited]
        beyond, bad = self._count_left(ranks, suits, total)
        below, level_or_below = (beyond(level - 1) if level else 0), beyond(level)
        name, extra = self.bonus(ranks, suited)
        play = self.play
        for words, net, count in (
            ("the dealer does not qualify", play.unqualified, bad),
            ("wins", play.win, below),
            ("ties", play.tie, level_or_below - below),
            ("loses", play.lose, total - bad - level_or_below),
        ):
            if count:
                yield words + (f" with {name}" if name else ""), net + extra, count

    def _count_left(self, ranks: Ranks, suits: tuple[int, int, int], total: int) -> tuple[Callable[[int], int], int]:
        """The dealer's hands that none of the bettor's cards is in: by strength, and those that do not qualify."""
        suited = len(set(suits)) == 1
        ones = [self.single(rank) for rank in ranks]
        pairs = ((0, 1), (0, 2), (1, 2))
        twos = [self.double(ranks[one], ranks[other], suits[one] == suits[other]) for one, other in pairs]
        itself = 0 if not self.good[ranks, suited] else 1
        own = self.level[ranks, suited]

        def count_up_to(level: int) -> int:
            found = self.every[0][level] - sum(one[0][level] for one in ones) + sum(two[0][level] for two in twos)
            return found - (itself if level >= own else 0)

        bad = self.every[1] - sum(one[1] for one in ones) + sum(two[1] for two in twos) - (1 - itself)
        assert count_up_to(self.levels - 1) + bad == total, "hands were lost in counting"
        return count_up_to, bad

    def _bonus(self, ranks: Ranks, suited: bool) -> tuple[str, Fraction]:
        for name, condition, pay in self.play.bonus:
            if self._holds(condition, self.play.hand, ranks, suited):
                return name, pay
        return "", Fraction(0)


def describe_net(net: Fraction) -> str:
    """What is won or lost, in words."""
    return f"{net} for each 1 of the ante"


def _describe_play(folded: Sequence[tuple[int, Ranks]], raised: Sequence[tuple[int, Ranks]]) -> str:
    """Where best play lies, in words."""
    if not folded or not raised:
        return "best play is always to raise" if raised else "best play is always to fold"
    best, least = max(folded), min(raised)
    if best[0] < least[0]:
        return f"best play is to raise with {_name_ranks(least[1])} or better and to fold the rest"
    return f"best play folds nothing above {_name_ranks(best[1])} and raises nothing below {_name_ranks(least[1])}"


def _name_ranks(ranks: Ranks) -> str:
    return ", ".join(RANK_NAMES[rank] for rank in sorted(ranks, reverse=True))
