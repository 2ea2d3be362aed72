"""A hand that draws or stands by best play: whoever holds it sees some cards, and takes what pays the wager better.

The deals are parted by what is seen. Each part is played out twice, once drawing and once standing, and the better of
the two is what is counted: exact, and cheap, because cards that no condition can tell apart are one kind.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm, perm
from typing import NamedTuple

from compliance.odds.budget import Budget
from compliance.odds.cards import NotCounted, Shoe
from compliance.odds.conditions import CardRules, Condition, HandPart, Look, leaves, list_seen, looks, sum_of
from compliance.odds.deals import Counted, Deal, Draw
from compliance.odds.drawing import Dealing, Drawn, Judge, card_kinds
from compliance.odds.wagers import percent


class _Decision(NamedTuple):
    """What is better with cards of these totals: own, and those that are seen of others."""

    own: tuple[int, bool]
    others: int
    draws: bool
    share: Fraction


class _Part(NamedTuple):
    """Deals in which the same is seen: the hands as they are known, what a rule makes of them, and what each choice
    comes to."""

    hands: int
    forced: bool | None
    played: Mapping[bool, Drawn]


def choosing_draw(deal: Deal) -> Draw | None:
    """The draw that goes by best play, if there is one."""
    choosing = [draw for draw in deal.draws if draw.sees is not None]
    if len(choosing) > 1 or any(draw.again for draw in choosing):
        raise NotCounted("best play is counted for one hand that draws one card or stands")
    return choosing[0] if choosing else None


def count_choice(
    shoe: Shoe, deal: Deal, rows: Sequence[Condition], nets: Sequence[Fraction], rules: CardRules, budget: Budget
) -> tuple[Counted, str]:
    """How many deals each row takes by best play, and where best play lies. `nets` is what each row pays."""
    draw = choosing_draw(deal)
    assert draw is not None
    look = (HandPart(draw.hand, deal.hands[draw.hand]), *(draw.sees or ()))
    known = _count_seen(look, deal, draw)
    if not _is_looked_at(draw.hand, deal):
        # Who draws last of a shuffled shoe makes no difference to those who do not look at it.
        deal = deal._replace(draws=(*(one for one in deal.draws if one is not draw), draw))
    judge = Judge(list(deal.hands), deal.draws, [rows], rules, shoe._replace(decks=1, jokers=min(shoe.jokers, 1)))
    dealing = Dealing(
        shoe, card_kinds(shoe, deal.hands, judge.conditions, rules), deal.hands, deal.draws, judge, budget
    )
    number = deal.draws.index(draw)
    play = _play_together if _is_looked_at(draw.hand, deal) else _play_apart
    # What rows pay, and last what is lost without one, in parts that are whole numbers.
    parts = lcm(*(net.denominator for net in nets))
    paid = [*(int(net * parts) for net in nets), -parts]
    found: list[Drawn] = []
    decisions: list[_Decision] = []
    for hands, forced, played in play(dealing, known, number):
        best = max(played, key=lambda draws: (_worth(played[draws], paid), not draws))
        found.append(played[best])
        if forced is None:
            cards = judge.cards(hands)
            own, others = (sum_of(list_seen(part, cards), rules.counting) for part in (look[:1], look[1:]))
            share = Fraction(sum(played[best].found[0]), perm(shoe.size, played[best].cards))
            decisions.append(_Decision(own, others.total, best, share))
    return _sum(found, shoe), _describe(decisions, draw)


def _is_looked_at(hand: str, deal: Deal) -> bool:
    """Whether another hand draws by what this one holds, or this one draws twice."""
    rules = [rule for draw in deal.draws if draw.sees is None for rule in draw.rules]
    asked = {part.hand for rule in rules for leaf in leaves(rule.when) for look in looks(leaf) for part in look}
    return hand in asked or [draw.hand for draw in deal.draws].count(hand) > 1


def _play_together(dealing: Dealing, known: Mapping[str, int], number: int) -> Iterator[_Part]:
    """Each part of the deals by what is seen, played out drawing and standing."""
    [(dealt, states)] = dealing.deal_cards({0: {0: 1}}, known).items()
    left = {hand: cards - known.get(hand, 0) for hand, cards in dealing.deal.items()}
    for state, ways in states.items():
        hands = state >> dealing.width
        forced = dealing.judge.draws(number, hands)
        rest = dealing.deal_cards({dealt: {state: ways}}, left)
        yield _Part(hands, forced, {draws: dealing.play(rest, draws) for draws in _list_choices(forced)})


def _play_apart(dealing: Dealing, known: Mapping[str, int], number: int) -> Iterator[_Part]:
    """The same where nobody else looks at the hand that draws: what the others come to is counted once for all that it
    may hold."""
    hand = dealing.draws[number].hand
    place, held = dealing.names.index(hand), known[hand]
    [(_, own)] = dealing.deal_cards({0: {0: 1}}, {hand: held}).items()
    seen = {name: cards for name, cards in known.items() if name != hand}
    left = {name: cards - known.get(name, 0) for name, cards in dealing.deal.items() if name != hand}
    [(dealt, states)] = dealing.deal_cards({0: {0: 1}}, seen).items()
    for state, ways in states.items():
        groups = dealing.draw_until(dealing.deal_cards({dealt: {state: ways}}, left), number)
        others = dealing.gather_others(groups, place, held)
        for mine, orders in own.items():
            hands = (state >> dealing.width) + (mine >> dealing.width)
            forced = dealing.judge.draws(number, hands)
            played = dealing.choose(mine, orders, others, place)
            yield _Part(hands, forced, {draws: played[draws] for draws in _list_choices(forced)})


def _list_choices(forced: bool | None) -> tuple[bool, ...]:
    return (False, True) if forced is None else (forced,)


def _count_seen(look: Look, deal: Deal, draw: Draw) -> dict[str, int]:
    """How many cards of each hand are seen, from the first."""
    known: dict[str, int] = {}
    for part in look:
        last = deal.hands[part.hand] if part.first is None else part.first
        if part.after or last > deal.hands[part.hand]:
            raise NotCounted("best play sees cards from the first of a hand on, such as `dealer first card`")
        known[part.hand] = max(known.get(part.hand, 0), last)
    asked = (part for rule in draw.rules for leaf in leaves(rule.when) for one in looks(leaf) for part in one)
    if any((deal.hands[part.hand] if part.first is None else part.first) > known.get(part.hand, 0) for part in asked):
        raise NotCounted(f"a rule for {draw.hand} looks at cards that are not seen when it draws")
    return known


def _worth(played: Drawn, paid: Sequence[int]) -> Fraction:
    [ways] = played.found
    return Fraction(sum(net * count for net, count in zip(paid, ways, strict=True)), sum(ways))


def _sum(parts: Iterable[Drawn], shoe: Shoe) -> Counted:
    """All parts together, each in deals of as many cards as the longest."""
    parts = list(parts)
    most = max(part.cards for part in parts)
    scaled = [[ways * perm(shoe.size - part.cards, most - part.cards) for ways in part.found[0]] for part in parts]
    *rows, rest = (sum(column) for column in zip(*scaled, strict=True))
    assert sum(rows) + rest == perm(shoe.size, most), "deals were lost in counting"
    return Counted(tuple(rows), rest, "best play")


def _describe(decisions: Sequence[_Decision], draw: Draw) -> str:
    """Where best play lies, by totals."""
    if not decisions:
        return ""
    drawing = sum(one.share for one in decisions if one.draws)
    share = percent(Fraction(drawing, sum(one.share for one in decisions)), 2)
    if drawing in (0, sum(one.share for one in decisions)):
        return f"best play is always to {'draw' if drawing else 'stand'}"
    by_own: dict[tuple[int, bool], dict[int, set[bool]]] = {}
    for one in decisions:
        by_own.setdefault(one.own, {}).setdefault(one.others, set()).add(one.draws)
    always = [own for own, against in by_own.items() if set.union(*against.values()) == {True}]
    words = [_totals(always)] if always else []
    for own, against in sorted(by_own.items()):
        mixed = [other for other, found in against.items() if found == {True, False}]
        alone = [other for other, found in against.items() if found == {True}]
        if own not in always and (alone or mixed):
            some = (
                [f"with some cards against {_ranges(mixed)}"]
                if mixed and draw.sees
                else ["with some cards"][: len(mixed)]
            )
            words.append(f"{_totals([own])} {' and '.join([f'against {_ranges(alone)}'] * bool(alone) + some)}")
    return (
        f"best play is to draw with {'; '.join(words)}, and to stand with the rest; it draws in {share} of its choices"
    )


def _totals(owns: Iterable[tuple[int, bool]]) -> str:
    hard, soft = ([total for total, is_soft in owns if is_soft is wanted] for wanted in (False, True))
    parts = [_ranges(hard)] if hard else []
    return " and ".join(parts + ([f"soft {_ranges(soft)}"] if soft else []))


def _ranges(numbers: Iterable[int]) -> str:
    """`0-4, 6`."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in run] for _, run in runs]
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in ends)
