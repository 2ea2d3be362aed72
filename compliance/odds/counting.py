"""One way to ask for counts: the deal and its pay tables go in, and the engine that fits is taken."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import perm

from compliance.odds.budget import Budget, TooMuch
from compliance.odds.cards import NotCounted, Shoe
from compliance.odds.conditions import Condition, HandPart, Look, Rules, leaves, looks
from compliance.odds.deals import Counted, Deal
from compliance.odds.drawing import count_drawn, forget_judges
from compliance.odds.rank_classes import MOST_CARDS, count_by_ranks
from compliance.odds.small_hands import count_small
from compliance.odds.suit_classes import count_by_suits

Rows = Sequence[Condition]


def count_each(
    shoes: Sequence[Shoe], deal: Deal, tables: Sequence[tuple[Condition, ...]], rules: Rules, whole: Budget
) -> list[dict[tuple[Condition, ...], Counted | NotCounted]]:
    """The counts of each pay table for each shoe, one shoe with more decks after the other. What is worked out for one
    serves the next, but nobody else: the steps of a count do not depend on what was counted before."""
    forget_judges()
    found = []
    refused: dict[tuple[Condition, ...], Counted | NotCounted] = {}
    for shoe in shoes:
        # What is too much with one deck is too much with more.
        left = [table for table in tables if table not in refused]
        counts = dict(zip(left, count_tables(shoe, deal, left, rules, whole), strict=True))
        refused |= {table: count for table, count in counts.items() if isinstance(count, TooMuch)}
        found.append(counts | refused)
    return found


def count_tables(
    shoe: Shoe, deal: Deal, tables: Sequence[Rows], rules: Rules, whole: Budget | None = None
) -> list[Counted | NotCounted]:
    """The counts of each pay table; a table that cannot be counted says why."""
    found: dict[int, Counted | NotCounted] = {}
    drawn = {place for place, rows in enumerate(tables) if _needs_draws(deal, rows)}
    if drawn:
        found.update(_by_drawing(shoe, deal, {place: tables[place] for place in sorted(drawn)}, rules, whole))
    for place, rows in enumerate(tables):
        if place not in drawn:
            found[place] = _one(shoe, deal, rows, rules, whole)
    return [found[place] for place in range(len(tables))]


def _by_drawing(
    shoe: Shoe, deal: Deal, tables: Mapping[int, Rows], rules: Rules, whole: Budget | None
) -> Iterator[tuple[int, Counted | NotCounted]]:
    try:
        _enough(shoe, sum(deal.hands.values()))
        counted = count_drawn(shoe, deal.hands, deal.draws, list(tables.values()), rules, Budget(whole=whole))
    except NotCounted as reason:
        for place in tables:
            yield place, reason
        return
    for place, ways in zip(tables, counted.found, strict=True):
        if sum(ways) != perm(shoe.size, counted.cards):
            raise AssertionError("deals were lost in counting")
        yield place, Counted(tuple(ways[:-1]), ways[-1])


def _one(shoe: Shoe, deal: Deal, rows: Rows, rules: Rules, whole: Budget | None) -> Counted | NotCounted:
    hands = _looked_at(deal, rows)
    try:
        _enough(shoe, sum(hands.values()))
        ways = _static(shoe, hands, rows, rules, Budget(whole=whole))
    except NotCounted as reason:
        return reason
    return Counted(tuple(ways[:-1]), ways[-1])


def _static(shoe: Shoe, hands: Mapping[str, int], rows: Rows, rules: Rules, budget: Budget) -> list[int]:
    """Cards that are simply dealt: by classes where all conditions look at the same cards, else hand by hand."""
    looked = {look for row in rows for leaf in leaves(row) for look in looks(leaf)}
    if len({frozenset(look) for look in looked}) == 1 and not any(map(_names_twice, looked)):
        same = next(iter(looked))
        cards = _cards_of(same, hands)
        try:
            return count_by_ranks(shoe, cards, rows, budget)
        except TooMuch:
            raise
        except NotCounted as reason:
            with suppress(NotCounted):
                return count_by_suits(shoe, cards, rows, rules, budget)
            if cards > MOST_CARDS:
                raise reason from None
        if all(part == HandPart(part.hand) for part in same):
            # Nobody can tell which of the hands a card lies in: it may as well be the first.
            first = next(iter(hands))
            hands = {hand: cards if hand == first else 0 for hand in hands}
    return count_small(shoe, hands, rows, rules, budget)


def _names_twice(look: Look) -> bool:
    return len({part.hand for part in look}) < len(look)


def _cards_of(look: Look, hands: Mapping[str, int]) -> int:
    """How many cards conditions look at: the second card of a hand is one."""
    ends = ((part, hands[part.hand] if part.first is None else min(part.first, hands[part.hand])) for part in look)
    return sum(max(0, end - part.after) for part, end in ends)


def _enough(shoe: Shoe, cards: int) -> None:
    if cards > shoe.size:
        raise NotCounted(f"{cards} cards are dealt and the shoe has {shoe.size}")


def _parts(rows: Rows) -> Iterator[HandPart]:
    for row in rows:
        for leaf in leaves(row):
            for look in looks(leaf):
                yield from look


def _needs_draws(deal: Deal, rows: Rows) -> bool:
    """Whether a row looks at a card that may or may not be drawn."""
    drawing = {draw.hand for draw in deal.draws}
    return any(
        part.hand in drawing and (part.first is None or part.first > deal.hands[part.hand]) for part in _parts(rows)
    )


def _looked_at(deal: Deal, rows: Rows) -> dict[str, int]:
    """The hands that rows look at, no longer than they look: the cards behind do not matter."""
    found: dict[str, int] = {}
    for part in _parts(rows):
        cards = deal.hands[part.hand] if part.first is None else min(part.first, deal.hands[part.hand])
        found[part.hand] = max(found.get(part.hand, 0), cards)
    return {hand: found[hand] for hand in deal.hands if hand in found}
