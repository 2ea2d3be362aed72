"""What a hand depends on, as data; and what each condition means for cards that lie on the table.

The meaning given here, card by card, is the one that the counting engines have to reproduce. A joker is judged for each
condition by itself, to the bettor's advantage: as a bug it fills a straight or a flush and otherwise is an ace, as a
wild card it is whatever helps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from compliance.odds.cards import ACE, ALL_RANKS, COLOR_OF_SUIT, Card, Counting, JokerRule, Sum, total_of, value_of

EVERY_RANK: Final = frozenset(ALL_RANKS)


class HandPart(NamedTuple):
    """A hand, or the cards of it from one place up to another, counted in the order in which they were dealt."""

    hand: str
    first: int | None = None
    after: int = 0


Look = tuple[HandPart, ...]
Hands = Mapping[str, Sequence[Card]]


class NumberRange(NamedTuple):
    """Whole numbers from `least` to `most`, each `step` after the last; no `most` means no upper end."""

    least: int
    most: int | None = None
    step: int = 1

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int) or number < self.least or (self.most is not None and number > self.most):
            return False
        return not (number - self.least) % self.step


class CardRules(NamedTuple):
    """What the whole document says of cards: what a joker is and how totals are counted."""

    joker: JokerRule = "bug"
    counting: Counting = "baccarat"


def list_seen(look: Look, hands: Hands) -> list[Card]:
    """The cards that are looked at."""
    return [card for part in look for card in hands[part.hand][part.after : part.first]]


def natural(cards: Sequence[Card]) -> list[Card]:
    """The cards that are no jokers."""
    return [card for card in cards if card.rank >= 0]


def sum_of(cards: Sequence[Card], counting: Counting) -> Sum:
    """The total of cards."""
    values = sum(value_of(card.rank, counting) for card in natural(cards))
    return total_of(values, sum(card.rank == ACE for card in cards), counting)


class _Kind:
    """A condition equals one of its own kind that says the same; none is changed once it is made.

    Written once here: `dataclass` would write it anew for each kind, which takes longer than to load all the rest.
    """

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self).__name__, *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


@dataclass(eq=False, repr=False)
class All(_Kind):
    """Every part holds."""

    parts: tuple[Condition, ...]

    def holds(self, hands: Hands, rules: CardRules) -> bool:
        return all(part.holds(hands, rules) for part in self.parts)


@dataclass(eq=False, repr=False)
class AnyOf(_Kind):
    """At least one part holds."""

    parts: tuple[Condition, ...]

    def holds(self, hands: Hands, rules: CardRules) -> bool:
        return any(part.holds(hands, rules) for part in self.parts)


@dataclass(eq=False, repr=False)
class Negation(_Kind):
    """The part does not hold."""

    part: Condition

    def holds(self, hands: Hands, rules: CardRules) -> bool:
        return not self.part.holds(hands, rules)


@dataclass(eq=False, repr=False)
class Atom(_Kind):
    """A condition on the cards of one look."""

    of: Look

    def holds(self, hands: Hands, rules: CardRules) -> bool:
        cards = list_seen(self.of, hands)
        naturals = natural(cards)
        return self.is_met(naturals, len(cards) - len(naturals), rules)

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        raise NotImplementedError


@dataclass(eq=False, repr=False)
class Count(Atom):
    """So many cards of certain ranks and suits."""

    number: NumberRange
    ranks: frozenset[int] = EVERY_RANK
    suits: frozenset[int] | None = None

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        found = sum(card.rank in self.ranks and (self.suits is None or card.suit in self.suits) for card in cards)
        helps = rules.joker == "wild" or (ACE in self.ranks and self.suits is None)
        return found + jokers * helps in self.number


@dataclass(eq=False, repr=False)
class Kind(Atom):
    """At least so many cards of one rank; also of one suit or one color, if asked."""

    number: int
    ranks: frozenset[int] = EVERY_RANK
    alike: str = ""

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        if rules.joker == "bug" and not self.alike and ACE in self.ranks:
            cards = cards + [Card(ACE, 0)] * jokers
        groups = Counter((card.rank, _sameness(card, self.alike)) for card in cards if card.rank in self.ranks)
        most = max(groups.values(), default=0)
        return most + (jokers if rules.joker == "wild" else 0) >= self.number


def _sameness(card: Card, alike: str) -> int:
    return card.suit if alike == "suit" else COLOR_OF_SUIT[card.suit] if alike == "color" else 0


@dataclass(eq=False, repr=False)
class Groups(Atom):
    """Groups of so many cards of a rank, each of another rank: three and two are a full house."""

    sizes: tuple[int, ...]

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        counts = Counter(card.rank for card in cards)
        if rules.joker == "bug":
            counts[ACE] += jokers
        return grouped(sorted(counts.values(), reverse=True), self.sizes, jokers if rules.joker == "wild" else 0)


def grouped(counts: Sequence[int], sizes: Sequence[int], wild: int) -> bool:
    """Whether ranks with these counts, most first, make groups of these sizes with so many wild cards."""
    have = [*counts, *([0] * len(sizes))]
    return sum(max(0, size - count) for size, count in zip(sizes, have, strict=False)) <= wild


@dataclass(eq=False, repr=False)
class Run(Atom):
    """So many ranks in a row; in one suit, if asked; with one of these ranks on top, if asked."""

    length: int
    suited: bool = False
    tops: frozenset[int] = EVERY_RANK
    ace_low: bool = True

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        if not self.suited:
            return self.is_in_ranks(mask_of(cards), jokers)
        suits = {card.suit for card in cards} or {0}
        return any(self.is_in_ranks(mask_of([card for card in cards if card.suit == suit]), jokers) for suit in suits)

    def windows(self) -> tuple[int, ...]:
        """The sets of ranks that are such a run, as bits."""
        return windows(self.length, self.tops, self.ace_low)

    def is_in_ranks(self, mask: int, jokers: int) -> bool:
        need = self.length - jokers
        return any((window & mask).bit_count() >= need for window in self.windows())


def mask_of(cards: Sequence[Card]) -> int:
    """The ranks of cards as bits."""
    mask = 0
    for card in cards:
        mask |= 1 << card.rank
    return mask


def windows(length: int, tops: frozenset[int], ace_low: bool) -> tuple[int, ...]:
    """Runs of a length as sets of bits, by the rank on top; an ace may also stand below the two."""
    found = [((1 << length) - 1) << (top - length + 1) for top in sorted(tops) if top - length + 1 >= 0]
    if ace_low and 2 <= length <= ACE and length - 2 in tops:
        found.append((1 << ACE) | ((1 << (length - 1)) - 1))
    return tuple(found)


@dataclass(eq=False, repr=False)
class Beside(Atom):
    """A run in one suit, and cards of all these ranks in another: a royal flush with a king and queen of one suit."""

    run: Run
    ranks: frozenset[int]

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        wanted = sum(1 << rank for rank in self.ranks)
        masks = {suit: mask_of([card for card in cards if card.suit == suit]) for suit in range(4)}
        return any(
            self.run.is_in_ranks(mask, jokers)
            and any(other != suit and masks[other] & wanted == wanted for other in masks)
            for suit, mask in masks.items()
        )


@dataclass(eq=False, repr=False)
class Flush(Atom):
    """At least so many cards of one suit, or of one color."""

    length: int
    color: bool = False

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        counts = Counter(COLOR_OF_SUIT[card.suit] if self.color else card.suit for card in cards)
        return max(counts.values(), default=0) + jokers >= self.length


@dataclass(eq=False, repr=False)
class Suits(Atom):
    """So many different suits, or colors; a joker has none."""

    number: NumberRange
    color: bool = False

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        return len({COLOR_OF_SUIT[card.suit] if self.color else card.suit for card in cards}) in self.number


class RankNeed(NamedTuple):
    """At least so many cards of some ranks."""

    number: int
    ranks: frozenset[int]


@dataclass(eq=False, repr=False)
class SameSuit(Atom):
    """All these cards in some one suit, or of one color: an ace, a king and a queen of one suit."""

    needs: tuple[RankNeed, ...]
    color: bool = False

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        helps = jokers if rules.joker == "wild" else 0
        suits = {COLOR_OF_SUIT[card.suit] if self.color else card.suit for card in cards} or {0}
        return any(
            all(
                sum(
                    card.rank in need.ranks and (COLOR_OF_SUIT[card.suit] if self.color else card.suit) == suit
                    for card in cards
                )
                + helps
                >= need.number
                for need in self.needs
            )
            for suit in suits
        )


@dataclass(eq=False, repr=False)
class Highest(Atom):
    """The highest card is of one of these ranks; a joker counts as an ace."""

    ranks: frozenset[int]

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        return (ACE if jokers else max((card.rank for card in cards), default=-1)) in self.ranks


@dataclass(eq=False, repr=False)
class Lowest(Atom):
    """The lowest card is of one of these ranks."""

    ranks: frozenset[int]

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        return min((card.rank for card in cards), default=ACE if jokers else -1) in self.ranks


@dataclass(eq=False, repr=False)
class Total(Atom):
    """The total is one of these; soft or hard, if asked. A joker counts nothing."""

    number: NumberRange
    soft: bool | None = None
    counting: Counting | None = None  # where it is not that of the whole document

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        found = sum_of(cards, self.counting or rules.counting)
        return found.total in self.number and self.soft in (None, found.soft)


@dataclass(eq=False, repr=False)
class Size(Atom):
    """So many cards, jokers among them."""

    number: NumberRange

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        return len(cards) + jokers in self.number


@dataclass(eq=False, repr=False)
class JokerCount(Atom):
    """So many jokers."""

    number: NumberRange

    def is_met(self, cards: list[Card], jokers: int, rules: CardRules) -> bool:
        return jokers in self.number


@dataclass(eq=False, repr=False)
class Margin(_Kind):
    """By how much one total is above another; below zero where it is less."""

    of: Look
    above: Look
    number: NumberRange
    counting: Counting | None = None

    def holds(self, hands: Hands, rules: CardRules) -> bool:
        counting = self.counting or rules.counting
        mine, other = (sum_of(list_seen(look, hands), counting).total for look in (self.of, self.above))
        return mine - other in self.number


@dataclass(eq=False, repr=False)
class Match(_Kind):
    """How many cards have the rank, the suit or both of some card of another look."""

    of: Look
    other: Look
    number: NumberRange
    rank: bool = True
    suit: bool = False
    color: bool = False

    def holds(self, hands: Hands, rules: CardRules) -> bool:
        others = {self._key(card) for card in natural(list_seen(self.other, hands))}
        return sum(self._key(card) in others for card in natural(list_seen(self.of, hands))) in self.number

    def _key(self, card: Card) -> tuple[int, int]:
        suit = card.suit if self.suit else COLOR_OF_SUIT[card.suit] if self.color else 0
        return (card.rank if self.rank else 0, suit)


Condition = All | AnyOf | Negation | Atom | Margin | Match
Leaf = Atom | Margin | Match


def leaves(condition: Condition) -> Iterator[Leaf]:
    """The conditions that ask something of cards."""
    if isinstance(condition, All | AnyOf):
        for part in condition.parts:
            yield from leaves(part)
    elif isinstance(condition, Negation):
        yield from leaves(condition.part)
    else:
        yield condition


def looks(leaf: Leaf) -> tuple[Look, ...]:
    """The cards that a condition needs to see."""
    if isinstance(leaf, Margin):
        return (leaf.of, leaf.above)
    return (leaf.of, leaf.other) if isinstance(leaf, Match) else (leaf.of,)
