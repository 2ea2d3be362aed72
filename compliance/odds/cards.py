"""Cards, and what they are dealt from."""

from collections.abc import Iterator
from itertools import product
from math import comb
from typing import Final, Literal, NamedTuple, get_args

RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
ACE: Final = 12
TEN: Final = 8
ALL_RANKS: Final = tuple(range(13))
SUIT_NAMES: Final = ("spades", "hearts", "clubs", "diamonds")
# Neighbors in this order differ in color, so a deck of two suits has one of each.
COLOR_OF_SUIT: Final = (0, 1, 0, 1)

JokerRule = Literal["bug", "wild"]
Counting = Literal["baccarat", "blackjack", "pips", "rank"]
COUNTINGS: Final[tuple[str, ...]] = get_args(Counting)


class NotCounted(Exception):
    """Something that is not counted; its words say why, and what would help."""


class Card(NamedTuple):
    """A card by the place of its rank (two is 0, ace is 12) and of its suit; a joker has neither."""

    rank: int
    suit: int


JOKER: Final = Card(-1, -1)


class Shoe(NamedTuple):
    """What is dealt from: so many copies of each card, and jokers."""

    decks: int = 1
    ranks: tuple[int, ...] = ALL_RANKS
    suits: int = 4
    jokers: int = 0
    joker: JokerRule = "bug"

    @property
    def size(self) -> int:
        return self.decks * len(self.ranks) * self.suits + self.jokers

    def cards(self) -> Iterator[Card]:
        """Every single card. Only tests list them: a shoe is otherwise counted by kinds."""
        for rank, suit in product(self.ranks, range(self.suits)):
            yield from [Card(rank, suit)] * self.decks
        yield from [JOKER] * self.jokers

    def hands(self, cards: int) -> int:
        """How many sets of so many cards there are."""
        return comb(self.size, cards)


def value_of(rank: int, counting: Counting) -> int:
    """What one card counts. An ace is one here; where it may be eleven, the total sees to it."""
    if counting == "rank":
        return rank + 2
    if rank == ACE:
        return 1
    if rank >= TEN:
        return 0 if counting == "baccarat" else 10
    return rank + 2


class Sum(NamedTuple):
    """The total of some cards, and whether an ace in it counts eleven."""

    total: int
    soft: bool


def total_of(values: int, aces: int, counting: Counting) -> Sum:
    """The total of cards whose values add up to `values` with every ace as one."""
    if counting == "baccarat":
        return Sum(values % 10, False)
    if counting == "blackjack" and aces and values + 10 <= 21:
        return Sum(values + 10, True)
    return Sum(values, False)
