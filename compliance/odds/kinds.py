"""Cards that no condition can tell apart are one kind: a shoe is counted by kinds, never card by card."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from compliance.odds.cards import ACE, COLOR_OF_SUIT, JOKER, Card, Shoe, value_of
from compliance.odds.conditions import (
    Beside,
    CardRules,
    Condition,
    Count,
    Flush,
    Groups,
    Highest,
    JokerCount,
    Kind,
    Leaf,
    Lowest,
    Margin,
    Match,
    Run,
    SameSuit,
    Size,
    Suits,
    Total,
    leaves,
)


@dataclass(frozen=True)
class CardKind:
    """Cards that are alike: one of them, and how many there are."""

    card: Card
    copies: int


def kinds_of(shoe: Shoe, conditions: Sequence[Condition], rules: CardRules) -> list[CardKind]:
    """The kinds of cards that these conditions tell apart."""
    asked = list(dict.fromkeys(leaf for condition in conditions for leaf in leaves(condition)))
    found: dict[tuple[Any, ...], CardKind] = {}
    for rank in shoe.ranks:
        for suit in range(shoe.suits):
            card = Card(rank, suit)
            key = tuple(_evaluate_leaf(leaf, card, rules) for leaf in asked)
            known = found.get(key)
            found[key] = CardKind(known.card if known else card, shoe.decks + (known.copies if known else 0))
    kinds = list(found.values())
    return [*kinds, CardKind(JOKER, shoe.jokers)] if shoe.jokers else kinds


def ranks_alike(shoe: Shoe, asked: Sequence[Leaf], rules: CardRules) -> dict[int, list[int]]:
    """The ranks in kinds that these conditions tell apart, each under the first of them."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for rank in shoe.ranks:
        key = tuple(_evaluate_leaf(leaf, Card(rank, suit), rules) for leaf in asked for suit in range(shoe.suits))
        found.setdefault(key, []).append(rank)
    return {ranks[0]: ranks for ranks in found.values()}


def exchangeable(shoe: Shoe, asked: Sequence[Leaf], rules: CardRules) -> dict[int, int]:
    """For each rank the first that is its like: conditions see whether two cards are of one rank, not of which."""
    first: dict[tuple[Any, ...], int] = {}
    return {
        rank: first.setdefault(tuple(_label(leaf, rank, shoe, rules) for leaf in asked), rank) for rank in shoe.ranks
    }


def _label(leaf: Leaf, rank: int, shoe: Shoe, rules: CardRules) -> Any:
    """What a condition knows of a rank, but for its name."""
    if isinstance(leaf, Groups | Match | Kind):
        inside = rank in leaf.ranks if isinstance(leaf, Kind) else True
        return inside, bool(shoe.jokers) and rules.joker == "bug" and rank == ACE
    if isinstance(leaf, Count):
        return rank in leaf.ranks
    if isinstance(leaf, Total | Margin):
        return value_of(rank, leaf.counting or rules.counting), rank == ACE
    if isinstance(leaf, SameSuit):
        return tuple(rank in need.ranks for need in leaf.needs)
    return None if isinstance(leaf, Flush | Suits | Size | JokerCount) else rank


def _evaluate_leaf(leaf: Leaf, card: Card, rules: CardRules) -> Any:
    """What a condition can tell of a card."""
    if isinstance(leaf, Size | JokerCount):
        return None
    if isinstance(leaf, Total | Margin):
        # Two ranks of one value differ only where one of them is an ace.
        return value_of(card.rank, leaf.counting or rules.counting)
    if isinstance(leaf, Count):
        return card.rank in leaf.ranks and (leaf.suits is None or card.suit in leaf.suits)
    if isinstance(leaf, Kind):
        suit = card.suit if leaf.alike == "suit" else COLOR_OF_SUIT[card.suit] if leaf.alike else 0
        return (card.rank, suit) if card.rank in leaf.ranks else None
    if isinstance(leaf, Groups | Highest | Lowest):
        return card.rank
    if isinstance(leaf, Flush | Suits):
        return COLOR_OF_SUIT[card.suit] if leaf.color else card.suit
    if isinstance(leaf, SameSuit):
        inside = tuple(card.rank in need.ranks for need in leaf.needs)
        return (inside, COLOR_OF_SUIT[card.suit] if leaf.color else card.suit) if any(inside) else None
    if isinstance(leaf, Match):
        suit = card.suit if leaf.suit else COLOR_OF_SUIT[card.suit] if leaf.color else 0
        return (card.rank if leaf.rank else 0, suit)
    return (card.rank, card.suit if isinstance(leaf, Beside) or (isinstance(leaf, Run) and leaf.suited) else 0)


def suits_matter(asked: Sequence[Leaf]) -> bool:
    """Whether any condition looks at suits at all."""
    return any(
        isinstance(leaf, Flush | Suits | Beside | SameSuit)
        or (isinstance(leaf, Run) and leaf.suited)
        or (isinstance(leaf, Kind) and leaf.alike)
        or (isinstance(leaf, Count) and leaf.suits is not None)
        or (isinstance(leaf, Match) and (leaf.suit or leaf.color))
        for leaf in asked
    )
