"""Counting by laying out every card: slow, and too simple to be wrong."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from compliance.odds.cards import Card, Shoe
from compliance.odds.conditions import CardRules, Condition
from compliance.odds.deals import Draw

Laid = dict[str, list[Card]]


def first_fit(rows: Sequence[Condition], hands: Mapping[str, Sequence[Card]], rules: CardRules) -> int:
    return next((place for place, row in enumerate(rows) if row.holds(hands, rules)), len(rows))


def count_hands(shoe: Shoe, cards: int, hand: str, rows: Sequence[Condition], rules: CardRules) -> list[int]:
    """Every set of cards of one hand."""
    found = [0] * (len(rows) + 1)
    for held in combinations(list(shoe.cards()), cards):
        found[first_fit(rows, {hand: held}, rules)] += 1
    return found


def count_deals(
    shoe: Shoe, deal: Mapping[str, int], draws: Sequence[Draw], rows: Sequence[Condition], rules: CardRules
) -> tuple[list[int], list[int]]:
    """Every order of cards; for each row the deals, in shares of the longest deal's orders, and the cards used."""
    found = [0] * (len(rows) + 1)
    for hands, _, ways in _deal_cards(list(shoe.cards()), deal, draws, rules):
        found[first_fit(rows, hands, rules)] += ways
    return found, [sum(found)]


def _deal_cards(
    shoe: list[Card], deal: Mapping[str, int], draws: Sequence[Draw], rules: CardRules
) -> Iterator[tuple[Laid, list[Card], int]]:
    again = any(draw.again for draw in draws)
    most = len(shoe) if again else sum(deal.values()) + len(draws)
    steps: list[tuple[str, Draw | None]] = [(hand, None) for hand, cards in deal.items() for _ in range(cards)]
    steps += [(draw.hand, draw) for draw in draws]
    yield from _step(shoe, {hand: [] for hand in deal}, steps, rules, most)


def _step(
    left: list[Card], hands: Laid, steps: Sequence[tuple[str, Draw | None]], rules: CardRules, most: int
) -> Iterator[tuple[Laid, list[Card], int]]:
    if not steps:
        unused, ways = most - sum(len(held) for held in hands.values()), 1
        for place in range(unused):
            ways *= len(left) - place
        yield hands, left, ways
        return
    hand, draw = steps[0]
    if draw is not None and not _draws(draw, hands, rules):
        yield from _step(left, hands, steps[1:], rules, most)
        return
    following = steps if draw is not None and draw.again else steps[1:]
    for place, card in enumerate(left):
        rest = left[:place] + left[place + 1 :]
        yield from _step(rest, {**hands, hand: [*hands[hand], card]}, following, rules, most)


def _draws(draw: Draw, hands: Laid, rules: CardRules) -> bool:
    for rule in draw.rules:
        if rule.when.holds(hands, rules):
            return rule.draws
    return bool(draw.otherwise)
