"""Hands of few cards, several of them in one deal, under any conditions: kinds of hands one by one.

Cards go down rank by rank, and a suit that has not been seen yet stands for all that could take its place. The number
of kinds grows fast with the cards, so the work has a bound; longer hands are for `rank_classes`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from math import comb, factorial, perm, prod

from compliance.odds.budget import Budget, TooMuch
from compliance.odds.cards import COLOR_OF_SUIT, JOKER, Card, Shoe
from compliance.odds.conditions import (
    All,
    AnyOf,
    CardRules,
    Condition,
    Count,
    Flush,
    Kind,
    Leaf,
    Match,
    Negation,
    SameSuit,
    Suits,
    leaves,
    looks,
)
from compliance.odds.kinds import exchangeable, ranks_alike, suits_matter

STEPS_FOR_A_HAND = 5


@dataclass(frozen=True)
class _Stretch:
    """Cards of one hand whose order does not matter, and what has to be told apart among them and those after them."""

    hand: str
    cards: int
    suited: bool
    kinds: Mapping[int, int]  # one rank of each kind, with how many cards of the kind there are (of each suit)
    kind_of: Mapping[int, int]  # each rank's kind
    like: Mapping[int, int]  # each kind's first like: nothing tells them apart but that they are not the same


def count_small(
    shoe: Shoe, deal: Mapping[str, int], rows: Sequence[Condition], rules: CardRules, budget: Budget
) -> list[int]:
    """How many deals each row takes, the first that fits; the last number is deals that fit none."""
    counting = _Counting(shoe, deal, rows, rules, budget)
    return counting.count()


def deals(shoe: Shoe, sizes: Sequence[int]) -> int:
    """How many ways there are to deal hands of these sizes."""
    ways, left = 1, shoe.size
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


class _Counting:
    def __init__(
        self, shoe: Shoe, deal: Mapping[str, int], rows: Sequence[Condition], rules: CardRules, budget: Budget
    ) -> None:
        asked = list(dict.fromkeys(leaf for row in rows for leaf in leaves(row)))
        self.shoe, self.deal, self.rows, self.rules, self.budget = shoe, deal, rows, rules, budget
        self.stretches = self._stretches(deal, asked)
        self.suit_classes = group_suits(shoe, asked)
        self.questions = [self._question(row) for row in rows]
        self.found = [0] * (len(rows) + 1)
        self.sets: dict[tuple[int, frozenset[int]], list[tuple[tuple[int, ...], int]]] = {}
        self.steps = STEPS_FOR_A_HAND * (2 + len(asked))

    def _stretches(self, deal: Mapping[str, int], asked: Sequence[Leaf]) -> list[_Stretch]:
        """The hands of which most has to be told first: after them, a card only matters by what later hands tell."""
        of_hand = {hand: [leaf for leaf in asked if _looks_at(leaf, hand)] for hand in deal}
        first = sorted(deal, key=lambda hand: (not suits_matter(of_hand[hand]), -len(self._kinds(of_hand[hand], True))))
        found: list[_Stretch] = []
        for place, hand in enumerate(first):
            told = list(dict.fromkeys(leaf for later in first[place:] for leaf in of_hand[later]))
            suited = suits_matter(told)
            kinds = self._kinds(told, suited)
            kind_of = {rank: kind for kind, ranks in kinds.items() for rank in ranks}
            copies = {kind: len(ranks) * self.shoe.decks for kind, ranks in kinds.items()}
            if not suited:
                copies = {kind: cards * self.shoe.suits for kind, cards in copies.items()}
            if self.shoe.jokers:
                copies[JOKER.rank], kind_of[JOKER.rank] = self.shoe.jokers, JOKER.rank
            likes = exchangeable(self.shoe, told, self.rules)
            like = {kind: (likes.get(kind, kind), copies[kind]) for kind in copies}
            firsts: dict[tuple[int, int], int] = {}
            alike = {kind: firsts.setdefault(key, kind) for kind, key in like.items()}
            cuts = _cuts(hand, deal[hand], asked)
            found += [_Stretch(hand, cards, suited, copies, kind_of, alike) for cards in cuts]
        return found

    def _kinds(self, told: Sequence[Leaf], suited: bool) -> dict[int, list[int]]:
        shoe = self.shoe if suited else self.shoe._replace(suits=1)
        return ranks_alike(shoe, told, self.rules)

    def count(self) -> list[int]:
        self._refuse_what_is_too_much()
        self._deal(0, dict.fromkeys(self.deal, ()), Counter(), 1)
        orders = prod(factorial(stretch.cards) for stretch in self.stretches)
        found = [ways // orders for ways in self.found]
        assert sum(found) == deals(self.shoe, [stretch.cards for stretch in self.stretches]), "deals were lost"
        return found

    def _refuse_what_is_too_much(self) -> None:
        """Before work is begun: about how many hands there are to go through."""
        cards, sets = 0, 1
        for stretch in self.stretches:
            cards += stretch.cards
            kinds = sum(min(many, cards) for many in Counter(stretch.like.values()).values())
            sets *= comb(kinds + stretch.cards - 1, stretch.cards)
        suited = sum(stretch.cards for stretch in self.stretches if stretch.suited)
        # With suits that are all alike, a new suit can only be the next one; otherwise each card has its choice.
        ways = (
            _suits_in_order(suited, self.shoe.suits)
            if len(self.suit_classes) == 1
            else len(self.suit_classes) ** suited
        )
        steps, allowed = sets * ways * self.steps, 2 * self.budget.left
        if steps > allowed:
            times = -(-steps // max(1, allowed))
            raise TooMuch(f"{cards} cards make too many kinds of hands to be gone through one by one", times)

    def _deal(self, place: int, hands: Mapping[str, tuple[Card, ...]], used: Counter[Card], ways: int) -> None:
        if place == len(self.stretches):
            self._judge(hands, ways)
            return
        stretch = self.stretches[place]
        seen = frozenset(stretch.kind_of[card.rank] for card in used)
        known = self.sets.get((place, seen))
        if known is None:
            known = self.sets[place, seen] = list(_sets(stretch, seen))
            self.budget.spend(4 * len(known))
        for ranks, orders in known:
            for cards, taken, more in self._deal_ranks(stretch, ranks, used):
                longer = {**hands, stretch.hand: (*hands[stretch.hand], *cards)}
                self._deal(place + 1, longer, taken, ways * orders * more)

    def _deal_ranks(
        self, stretch: _Stretch, ranks: Sequence[int], used: Counter[Card]
    ) -> Iterator[tuple[tuple[Card, ...], Counter[Card], int]]:
        """Cards of these ranks, each way to deal them with how many it stands for."""
        if not ranks:
            yield (), used, 1
            return
        for card, ways in self._choices(stretch, ranks[0], used):
            left = stretch.kinds[card.rank] - _count_gone(stretch, card, used)
            if left > 0:
                taken = used.copy()
                taken[card] += 1
                for rest, after, more in self._deal_ranks(stretch, ranks[1:], taken):
                    yield (card, *rest), after, ways * left * more

    def _choices(self, stretch: _Stretch, rank: int, used: Counter[Card]) -> Iterator[tuple[Card, int]]:
        if rank == JOKER.rank or not stretch.suited:
            yield JOKER if rank == JOKER.rank else Card(rank, 0), 1
            return
        seen = {card.suit for card in used}
        for suits in self.suit_classes:
            fresh = [suit for suit in suits if suit not in seen]
            for suit in suits:
                if suit in seen:
                    yield Card(rank, suit), 1
            if fresh:
                yield Card(rank, fresh[0]), len(fresh)

    def _judge(self, hands: Mapping[str, tuple[Card, ...]], ways: int) -> None:
        self.budget.spend(self.steps)
        for place, row in enumerate(self.questions):
            if row(hands):
                self.found[place] += ways
                return
        self.found[-1] += ways

    def _question(self, condition: Condition) -> Callable[[Mapping[str, tuple[Card, ...]]], bool]:
        """A condition that remembers its answers: one hand stays while those after it change."""
        if isinstance(condition, All | AnyOf):
            parts = [self._question(part) for part in condition.parts]
            every = isinstance(condition, All)
            return lambda hands: all(part(hands) for part in parts) if every else any(part(hands) for part in parts)
        if isinstance(condition, Negation):
            part = self._question(condition.part)
            return lambda hands: not part(hands)
        names = sorted({part.hand for look in looks(condition) for part in look})
        known: dict[tuple[tuple[Card, ...], ...], bool] = {}

        def ask(hands: Mapping[str, tuple[Card, ...]]) -> bool:
            key = tuple(hands[name] for name in names)
            found = known.get(key)
            if found is None:
                found = known[key] = condition.holds(hands, self.rules)
            return found

        return ask


def _sets(stretch: _Stretch, seen: frozenset[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The ranks that a stretch may have, with how many orders of cards each stands for."""
    for ranks in combinations_with_replacement(stretch.kinds, stretch.cards):
        many = Counter(ranks)
        likes = _likes(stretch, many, seen)
        if likes:
            yield ranks, likes * factorial(stretch.cards) // prod(factorial(same) for same in many.values())


def _likes(stretch: _Stretch, many: Mapping[int, int], seen: frozenset[int]) -> int:
    """How many sets of ranks this one stands for: it has the first of the ranks that nothing tells apart, those of
    which there are most before the others. Zero where another set stands for this one."""
    ways = 1
    fresh: dict[int, list[int]] = {}
    for kind in stretch.kinds:
        if kind not in seen:
            fresh.setdefault(stretch.like[kind], []).append(many.get(kind, 0))
    for counts in fresh.values():
        if any(one < other for one, other in pairwise(counts)):
            return 0
        taken = [count for count in counts if count]
        ways *= perm(len(counts), len(taken)) // prod(factorial(same) for same in Counter(taken).values())
    return ways


def _suits_in_order(cards: int, suits: int) -> int:
    """The ways to give suits to cards where only which cards share one matters."""
    ways = [1]  # by how many suits are used
    for _ in range(cards):
        ways = [
            (ways[used] * used if used < len(ways) else 0) + (ways[used - 1] if used else 0)
            for used in range(min(len(ways), suits) + 1)
        ]
    return sum(ways)


def _count_gone(stretch: _Stretch, card: Card, used: Counter[Card]) -> int:
    """How many cards of this kind have been dealt."""
    if stretch.suited and len(stretch.kinds) == len(stretch.kind_of):
        return used[card]
    kind = stretch.kind_of[card.rank]
    return sum(
        many
        for other, many in used.items()
        if stretch.kind_of[other.rank] == kind and (other.suit == card.suit or not stretch.suited)
    )


def _looks_at(leaf: Leaf, hand: str) -> bool:
    return any(part.hand == hand for look in looks(leaf) for part in look)


def _cuts(hand: str, cards: int, asked: Sequence[Leaf]) -> list[int]:
    """The cards of a hand in stretches, cut where a condition looks at some of its cards only."""
    parts = [part for leaf in asked for look in looks(leaf) for part in look if part.hand == hand]
    cuts = {0, cards} | {part.first or 0 for part in parts} | {part.after for part in parts}
    places = sorted(cut for cut in cuts if cut <= cards)
    return [high - low for low, high in pairwise(places)]


def group_suits(shoe: Shoe, asked: Sequence[Leaf]) -> list[list[int]]:
    """The suits in classes of which no condition tells one from another."""
    sets = [leaf.suits for leaf in asked if isinstance(leaf, Count) and leaf.suits is not None]
    colored = any(
        (isinstance(leaf, Flush | Suits | SameSuit | Match) and leaf.color)
        or (isinstance(leaf, Kind) and leaf.alike == "color")
        for leaf in asked
    )
    classes: dict[tuple[int, ...], list[int]] = {}
    for suit in range(shoe.suits):
        key = (COLOR_OF_SUIT[suit] if colored else 0, *(suit in suits for suits in sets))
        classes.setdefault(key, []).append(suit)
    return list(classes.values())
