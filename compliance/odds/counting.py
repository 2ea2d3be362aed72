"""One way to ask for counts: the deal and its pay tables go in, and the engine that fits is taken."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import perm
from typing import Final

from compliance.odds.budget import Budget, Effort, TooMuch
from compliance.odds.cards import NotCounted, Shoe
from compliance.odds.conditions import CardRules, Condition, HandPart, Look, leaves, looks
from compliance.odds.deals import Counted, Deal, Method
from compliance.odds.drawing import Judges, count_drawn
from compliance.odds.rank_classes import MOST_CARDS, count_by_ranks
from compliance.odds.small_hands import count_small
from compliance.odds.suit_classes import count_by_suits

Rows = Sequence[Condition]
USUAL_EFFORT: Final = Effort()


def count_each(
    shoes: Sequence[Shoe],
    deal: Deal,
    tables: Sequence[tuple[Condition, ...]],
    rules: CardRules,
    effort: Effort = USUAL_EFFORT,
) -> list[dict[tuple[Condition, ...], Counted | NotCounted]]:
    """The counts of each pay table for each shoe, one shoe with more decks after the other. What is worked out for one
    serves the next, but nobody else: the steps of a count do not depend on what was counted before."""
    found = []
    judges: Judges = {}
    refused: dict[tuple[Condition, ...], Counted | NotCounted] = {}
    for shoe in shoes:
        # What is too much with one deck is too much with more.
        left = [table for table in tables if table not in refused]
        counts = dict(zip(left, count_tables(shoe, deal, left, rules, effort, judges), strict=True))
        refused |= {table: count for table, count in counts.items() if isinstance(count, TooMuch)}
        found.append(counts | refused)
    return found


def count_walks(deal: Deal, tables: Sequence[Rows]) -> int:
    """How many times cards are gone through for these pay tables: once for all those of deals that draw."""
    drawn = sum(_needs_draws(deal, rows) for rows in tables)
    return len(tables) - drawn + bool(drawn)


def count_tables(
    shoe: Shoe,
    deal: Deal,
    tables: Sequence[Rows],
    rules: CardRules,
    effort: Effort = USUAL_EFFORT,
    judges: Judges | None = None,
) -> list[Counted | NotCounted]:
    """The counts of each pay table; a table that cannot be counted says why."""
    found: dict[int, Counted | NotCounted] = {}
    drawn = {place for place, rows in enumerate(tables) if _needs_draws(deal, rows)}
    if drawn:
        found.update(
            _count_by_drawing(shoe, deal, {place: tables[place] for place in sorted(drawn)}, rules, effort, judges)
        )
    for place, rows in enumerate(tables):
        if place not in drawn:
            found[place] = _count_table(shoe, deal, rows, rules, effort)
    return [found[place] for place in range(len(tables))]


def _count_by_drawing(
    shoe: Shoe,
    deal: Deal,
    tables: Mapping[int, Rows],
    rules: CardRules,
    effort: Effort,
    judges: Judges | None,
) -> Iterator[tuple[int, Counted | NotCounted]]:
    try:
        _require_cards(shoe, sum(deal.hands.values()))
        looked_at = _leave_out_hands(deal, tables.values())
        budget = effort.new_budget()
        counted = count_drawn(shoe, looked_at.hands, looked_at.draws, list(tables.values()), rules, budget, judges)
    except NotCounted as reason:
        if isinstance(reason, TooMuch) and len(tables) > 1:
            # Each by itself tells fewer hands apart, and what one may cost does not depend on those beside it.
            for place, rows in tables.items():
                yield from _count_by_drawing(shoe, deal, {place: rows}, rules, effort, judges)
            return
        for place in tables:
            yield place, reason
        return
    for place, ways in zip(tables, counted.found, strict=True):
        if sum(ways) != perm(shoe.size, counted.cards):
            raise AssertionError("deals were lost in counting")
        yield place, Counted(tuple(ways[:-1]), ways[-1], "draws")


def _count_table(shoe: Shoe, deal: Deal, rows: Rows, rules: CardRules, effort: Effort) -> Counted | NotCounted:
    hands = _shorten_hands(deal, rows)
    try:
        _require_cards(shoe, sum(hands.values()))
        return _count_dealt(shoe, hands, rows, rules, effort.new_budget())
    except NotCounted as reason:
        return reason


def count_again(shoe: Shoe, deal: Deal, rows: Rows, rules: CardRules, effort: Effort, first: Counted) -> Method | None:
    """A second method by which the counts come out the same; None where there is none, or it is too much work.

    Raises AssertionError where they do not come out the same.
    """
    if first.method in ("draws", "best play"):
        return None
    try:
        second = _count_dealt(shoe, _shorten_hands(deal, rows), rows, rules, effort.new_budget(), first.method)
    except NotCounted:
        return None
    ways = Fraction(second.total, first.total)
    same = [*second.rows, second.rest] == [count * ways for count in (*first.rows, first.rest)]
    assert same, "two methods of counting do not agree"
    return second.method


def _count_dealt(
    shoe: Shoe, hands: Mapping[str, int], rows: Rows, rules: CardRules, budget: Budget, but: Method | None = None
) -> Counted:
    """Cards that are simply dealt: by classes where all conditions look at the same cards, else hand by hand; by
    another method than one that is named."""
    looked = {look for row in rows for leaf in leaves(row) for look in looks(leaf)}
    if len({frozenset(look) for look in looked}) == 1 and not any(map(_names_twice, looked)):
        same = min(looked)
        cards = _cards_of(same, hands)
        found, refused = _count_by_classes(shoe, cards, rows, rules, budget, but)
        if found is not None:
            return found
        if cards > MOST_CARDS:
            raise refused
        if all(part == HandPart(part.hand) for part in same):
            # Nobody can tell which of the hands a card lies in: it may as well be the first.
            first = next(iter(hands))
            hands = {hand: cards if hand == first else 0 for hand in hands}
    if but == "kinds":
        raise NotCounted("there is no other method")
    return _build_counted(count_small(shoe, hands, rows, rules, budget), "kinds")


def _count_by_classes(
    shoe: Shoe, cards: int, rows: Rows, rules: CardRules, budget: Budget, but: Method | None
) -> tuple[Counted | None, NotCounted]:
    """Cards that all conditions look at, by their ranks or by their suits; else why they are not counted so."""
    refused = NotCounted("there is no other method")
    if but != "ranks":
        try:
            return _build_counted(count_by_ranks(shoe, cards, rows, budget), "ranks"), refused
        except TooMuch:
            raise
        except NotCounted as reason:
            refused = reason
    if but != "suits":
        with suppress(NotCounted):
            return _build_counted(count_by_suits(shoe, cards, rows, rules, budget), "suits"), refused
    return None, refused


def _build_counted(ways: Sequence[int], method: Method) -> Counted:
    return Counted(tuple(ways[:-1]), ways[-1], method)


def _names_twice(look: Look) -> bool:
    return len({part.hand for part in look}) < len(look)


def _cards_of(look: Look, hands: Mapping[str, int]) -> int:
    """How many cards conditions look at: the second card of a hand is one."""
    ends = ((part, hands[part.hand] if part.first is None else min(part.first, hands[part.hand])) for part in look)
    return sum(max(0, end - part.after) for part, end in ends)


def _require_cards(shoe: Shoe, cards: int) -> None:
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


def _leave_out_hands(deal: Deal, tables: Iterable[Rows]) -> Deal:
    """The same without hands that neither rows look at nor those who draw: what they hold makes no difference."""
    seen = {part.hand for rows in tables for part in _parts(rows)}
    # Once more for each hand: a draw may look at another that looks at a third.
    for draw in deal.draws * len(deal.hands):
        if draw.hand in seen:
            seen |= {part.hand for part in _parts([rule.when for rule in draw.rules])}
    hands = {hand: cards for hand, cards in deal.hands.items() if hand in seen}
    return Deal(hands, tuple(draw for draw in deal.draws if draw.hand in seen))


def _shorten_hands(deal: Deal, rows: Rows) -> dict[str, int]:
    """The hands that rows look at, no longer than they look: the cards behind do not matter."""
    found: dict[str, int] = {}
    for part in _parts(rows):
        cards = deal.hands[part.hand] if part.first is None else min(part.first, deal.hands[part.hand])
        found[part.hand] = max(found.get(part.hand, 0), cards)
    return {hand: found[hand] for hand in deal.hands if hand in found}
