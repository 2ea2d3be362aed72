"""Deals in which hands draw by a table: baccarat, and a dealer who draws to seventeen.

Cards are dealt by kinds. Hands that no condition can tell apart, now or after any further card, are one hand; deals
that agree in their hands and in what has left the shoe are one deal. The last card of a deal is not dealt at all: how
often each kind follows is known from how many cards of it are used, summed over all deals that are otherwise alike.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import perm, prod
from typing import Any, NamedTuple

from compliance.odds.budget import Budget, TooMuch
from compliance.odds.cards import ACE, COLOR_OF_SUIT, RANK_NAMES, Card, NotCounted, Shoe, value_of
from compliance.odds.conditions import (
    All,
    AnyOf,
    CardRules,
    Condition,
    Count,
    HandPart,
    JokerCount,
    Kind,
    Leaf,
    Margin,
    Negation,
    NumberRange,
    Size,
    Suits,
    Total,
    leaves,
    looks,
    natural,
)
from compliance.odds.deals import Draw
from compliance.odds.kinds import CardKind, kinds_of, suits_matter

MOST_DRAWN = 40  # cards in one deal
STEPS_FOR_AN_ANSWER = 6
STEPS_FOR_A_KIND = 12


@dataclass(frozen=True)
class Drawn:
    """For each pay table, deals by the row that takes them; all deals use up the same number of cards."""

    found: list[list[int]]
    cards: int


class Others(NamedTuple):
    """Deals of one length of all hands but one: which cards they use up, the same in wider digits, what the rows can
    tell of their hands, and how many there are."""

    dealt: int
    wide: int
    deals: list[tuple[int, int, int, int]]


State = int  # which kind each hand is, and how many cards of each kind are used: digits of one number
_USED = 6  # bits of such a digit
_KIND = 16

# What hands are, and what follows from them, does not depend on the number of decks.
Judges = dict[Any, "Judge"]


def count_drawn(
    shoe: Shoe,
    deal: Mapping[str, int],
    draws: Sequence[Draw],
    tables: Sequence[Sequence[Condition]],
    rules: CardRules,
    budget: Budget,
    judges: Judges | None = None,
) -> Drawn:
    """For each pay table, how many deals each row takes, the first that fits; last the deals that fit none.

    `judges` are those of other shoes with the same cards: they save time, and no steps of the budget.
    """
    judges = {} if judges is None else judges
    one_deck = shoe._replace(decks=1, jokers=min(shoe.jokers, 1))
    key = (tuple(deal.items()), tuple(draws), tuple(map(tuple, tables)), rules, one_deck)
    judge = judges.get(key)
    if judge is None:
        judge = judges[key] = Judge(list(deal), draws, tables, rules, one_deck)
    kinds = card_kinds(shoe, deal, judge.conditions, rules)
    return Dealing(shoe, kinds, deal, draws, judge, budget).count()


def _first_suit_decides(shoe: Shoe, deal: Iterable[str], conditions: Sequence[Condition]) -> bool:
    """Whether suits matter only by whether the one hand there is has cards of a single suit: that of its first card."""
    asked = [leaf for condition in conditions for leaf in leaves(condition)]
    names = list(deal)
    single = [leaf for leaf in asked if isinstance(leaf, Suits) and leaf.number == NumberRange(1, 1) and not leaf.color]
    whole = all(leaf.of == (HandPart(names[0]),) for leaf in single)
    others = [leaf for leaf in asked if leaf not in single]
    return len(names) == 1 and bool(single) and whole and not suits_matter(others) and not shoe.jokers


def card_kinds(shoe: Shoe, deal: Iterable[str], conditions: Sequence[Condition], rules: CardRules) -> list[CardKind]:
    """The kinds of cards. Where the first suit decides, it is the first of all, and the others are one."""
    kinds = kinds_of(shoe, conditions, rules)
    if not _first_suit_decides(shoe, deal, conditions):
        return kinds
    first = [kind for kind in kinds if kind.card.suit == 0]
    return [*first, *(CardKind(Card(kind.card.rank, 1), kind.copies * (shoe.suits - 1)) for kind in first)]


class Dealing:
    """The deals of one shoe."""

    def __init__(
        self,
        shoe: Shoe,
        kinds: Sequence[CardKind],
        deal: Mapping[str, int],
        draws: Sequence[Draw],
        judge: "Judge",
        budget: Budget,
    ) -> None:
        self.shoe, self.kinds, self.deal, self.draws, self.judge, self.budget = shoe, kinds, deal, draws, judge, budget
        self.names, self.hands = judge.names, judge.hands
        self.width = _USED * len(kinds)
        self.one_suit = _first_suit_decides(shoe, deal, judge.conditions)
        self.done: dict[int, dict[int, int]] = {}  # cards dealt: hands that rows can tell apart: deals
        self.chosen: bool | None = None
        self.spread: dict[int, dict[int, int]] = {}  # cards used, by how wide their digits are spread
        # What this count has paid for. Another shoe's count may have worked it out: it costs the same all the same.
        self.stepped: list[set[int]] = [set() for _ in self.names]
        self.asked: list[set[int]] = [set() for _ in draws]
        self.judged: set[int] = set()

    def count(self) -> Drawn:
        return self.play(self.deal_cards({0: {0: 1}}, self.deal))

    def deal_cards(self, groups: dict[int, dict[State, int]], cards: Mapping[str, int]) -> dict[int, dict[State, int]]:
        """Every deal with so many more cards in each hand."""
        for place, name in enumerate(self.names):
            for _ in range(cards.get(name, 0)):
                groups = {dealt + 1: self._deal_card(states, place) for dealt, states in groups.items()}
                if self.one_suit and 1 in groups:
                    groups = {1: self._fix_first_suit(groups[1])}
        return groups

    def draw_until(self, groups: dict[int, dict[State, int]], end: int) -> dict[int, dict[State, int]]:
        """Every deal after the draws before one."""
        for number in range(end):
            groups = self._draw(groups, number, self.draws[number], last=False)
        return groups

    def play(self, groups: dict[int, dict[State, int]], chosen: bool | None = None) -> Drawn:
        """Every deal drawn to its end. `chosen` is what a hand does that goes by best play."""
        self.done, self.chosen = {}, chosen
        for number, draw in enumerate(self.draws):
            last = number == len(self.draws) - 1 and not draw.again
            groups = self._draw(groups, number, draw, last)
        for dealt, states in groups.items():
            for state, ways in states.items():
                self._finish(dealt, state >> self.width, ways)
        return self._summed()

    def _deal_card(self, states: dict[State, int], place: int) -> dict[State, int]:
        """Every deal with one more card in one hand."""
        following: dict[State, int] = {}
        shift = self.width + _KIND * place
        shoe = [(kind.copies, _USED * number) for number, kind in enumerate(self.kinds)]
        self.budget.spend(len(states) * len(self.kinds))
        for state, ways in states.items():
            now = state >> shift & 0xFFFF
            for (copies, digit), then in zip(shoe, self._step(place, now), strict=True):
                left = copies - (state >> digit & 63)
                if left > 0:
                    key = state + (1 << digit) + ((then - now) << shift)
                    following[key] = following.get(key, 0) + ways * left
        return following

    def _fix_first_suit(self, states: dict[State, int]) -> dict[State, int]:
        """Deals whose first card is of the first suit stand for those of the others."""
        others = ((1 << self.width) - 1) ^ ((1 << self.width // 2) - 1)
        return {state: ways * self.shoe.suits for state, ways in states.items() if not state & others}

    def _step(self, place: int, now: int) -> list[int]:
        """The kinds that a hand becomes with each card. What has not been worked out before is work."""
        if now not in self.stepped[place]:
            self.stepped[place].add(now)
            self.budget.spend(STEPS_FOR_A_KIND * len(self.kinds))
        return self.hands[place].step(now)

    def _draw(
        self, groups: dict[int, dict[State, int]], number: int, draw: Draw, last: bool
    ) -> dict[int, dict[State, int]]:
        place = self.names.index(draw.hand)
        stood: dict[int, dict[State, int]] = {}
        waiting = dict(groups)
        while waiting:
            dealt = min(waiting)
            stand, drawing = self._decided(waiting.pop(dealt), number)
            _add(stood, dealt, stand)
            if last:
                self._last_card(drawing, place, dealt)
            elif drawing:
                if dealt >= MOST_DRAWN:
                    raise NotCounted(f"{draw.table} never ends: {draw.hand} still draws after {dealt} cards")
                more = self._draw_card(draw, drawing, place, dealt)
                _add(waiting if draw.again else stood, dealt + 1, more)
        return stood

    def _draw_card(self, draw: Draw, drawing: dict[State, int], place: int, dealt: int) -> dict[State, int]:
        """Every deal with one more card. A table that draws on and on is named where that becomes too much work."""
        try:
            return self._deal_card(drawing, place)
        except TooMuch as reason:
            if not draw.again:
                raise
            message = f"by {draw.table}, {draw.hand} still draws after {dealt} cards: {reason}"
            raise TooMuch(message) from None

    def _decided(self, states: dict[State, int], number: int) -> tuple[dict[State, int], dict[State, int]]:
        """The deals in which the hand stands, and those in which it draws."""
        stand: dict[State, int] = {}
        drawing: dict[State, int] = {}
        known, asked, width = self.judge.decided[number], self.asked[number], self.width
        self.budget.spend(len(states))
        for state, ways in states.items():
            hands = state >> width
            if hands not in asked:
                asked.add(hands)
                self.budget.spend(STEPS_FOR_AN_ANSWER * len(self.draws[number].rules))
            if hands not in known:
                known[hands] = self.judge.draws(number, hands)
            draws = known[hands]
            (drawing if (self.chosen if draws is None else draws) else stand)[state] = ways
        return stand, drawing

    def _last_card(self, states: dict[State, int], place: int, dealt: int) -> None:
        every: dict[int, int] = {}
        used_up: dict[int, int] = {}
        wide = perm(self.shoe.size, dealt).bit_length() + _USED
        reduced = self.judge.reduced[place]
        mask = (1 << self.width) - 1
        for state, ways in states.items():
            used, hands = state & mask, state >> self.width
            digits = self._spread_digits(used, wide)
            find_class = reduced.get(hands)
            if find_class is None:
                find_class = reduced[hands] = self.judge.find_class(hands, but=place)
            every[find_class] = every.get(find_class, 0) + ways
            used_up[find_class] = used_up.get(find_class, 0) + ways * digits
        self.budget.spend(2 * len(states))
        for hands, ways in every.items():
            now = hands >> _KIND * place & 0xFFFF
            for number, then in enumerate(self._step(place, now)):
                gone = used_up[hands] >> wide * number & ((1 << wide) - 1)
                count = ways * self.kinds[number].copies - gone
                self._finish(dealt + 1, hands + ((then - now) << _KIND * place), count)

    def _spread_digits(self, used: int, wide: int) -> int:
        """How many cards of each kind are used, in digits so wide that sums over all deals have room in them."""
        spread = self.spread.setdefault(wide, {})
        if used not in spread:
            spread[used] = sum((used >> _USED * number & 63) << wide * number for number in range(len(self.kinds)))
        return spread[used]

    def gather_others(self, groups: dict[int, dict[State, int]], place: int, held: int) -> list[Others]:
        """Deals in which all but one hand have drawn to their end, ready for `choose`, by how many cards are dealt once
        that hand holds its own."""
        gathered = []
        for dealt, states in groups.items():
            wide = perm(self.shoe.size, dealt + held).bit_length() + _USED
            mask = (1 << self.width) - 1
            alike: dict[tuple[int, int], int] = {}
            for state, ways in states.items():
                key = (state & mask, self.judge.find_class(state >> self.width, but=place))
                alike[key] = alike.get(key, 0) + ways
            self.budget.spend(2 * len(states))
            deals = [(used, self._spread_digits(used, wide), hands, ways) for (used, hands), ways in alike.items()]
            gathered.append(Others(dealt + held, wide, deals))
        return gathered

    def choose(self, own: State, orders: int, others: Sequence[Others], place: int) -> dict[bool, Drawn]:
        """What it comes to if one hand of certain cards stands, and if it draws one, under the only pay table. `orders`
        is in how many ways a whole shoe gives it these cards."""
        drawn: dict[bool, dict[int, list[int]]] = {False: {}, True: {}}
        now = own >> self.width + _KIND * place & 0xFFFF
        taken = [own >> _USED * number & 63 for number in range(len(self.kinds))]
        copies = [kind.copies - many for kind, many in zip(self.kinds, taken, strict=True)]
        held = [(_USED * kind, copies[kind] + one) for kind, many in enumerate(taken) for one in range(1, many + 1)]
        alike = orders // prod(left for _, left in held)
        for dealt, wide, deals in others:
            every: dict[int, int] = {}
            used_up: dict[int, int] = {}
            for used, digits, hands, ways in deals:
                ways *= alike
                for digit, left in held:
                    ways *= left - (used >> digit & 63)
                every[hands] = every.get(hands, 0) + ways
                used_up[hands] = used_up.get(hands, 0) + ways * digits
            self.budget.spend(len(deals) + len(every) * len(copies) // 4)
            stand, draw = ([0] * (len(self.judge.tables[0]) + 1) for _ in drawn)
            for hands, ways in every.items():
                gone = used_up[hands]
                row, *rows = self._list_last_rows(hands + (now << _KIND * place), place)
                stand[row] += ways
                for number, row in enumerate(rows):
                    draw[row] += ways * copies[number] - (gone >> wide * number & ((1 << wide) - 1))
            drawn[False][dealt], drawn[True][dealt + 1] = stand, draw
        return {draws: self._scale(counts) for draws, counts in drawn.items()}

    def _list_last_rows(self, hands: int, place: int) -> list[int]:
        """The row of the only pay table for these hands, and for the same with one more card of each kind."""
        known = self.judge.last_rows[place]
        if hands not in known:
            now = hands >> _KIND * place & 0xFFFF
            after = (hands + ((then - now) << _KIND * place) for then in self._step(place, now))
            known[hands] = [self.judge.rows(self.judge.find_class(one))[0] for one in (hands, *after)]
            self.budget.spend(STEPS_FOR_AN_ANSWER * len(known[hands]))
        return known[hands]

    def _scale(self, counts: dict[int, list[int]]) -> Drawn:
        """Deals by row. Shorter deals stand for every way in which the cards behind them can lie."""
        most = max(counts)
        if most > self.shoe.size:
            raise NotCounted("the shoe has too few cards for this deal")
        behind = {dealt: perm(self.shoe.size - dealt, most - dealt) for dealt in counts}
        rows = zip(*([ways * behind[dealt] for ways in found] for dealt, found in counts.items()), strict=True)
        return Drawn([[sum(row) for row in rows]], most)

    def _finish(self, dealt: int, hands: int, ways: int) -> None:
        find_class = self.judge.ended.get(hands)
        if find_class is None:
            find_class = self.judge.ended[hands] = self.judge.find_class(hands)
        deals = self.done.setdefault(dealt, {})
        deals[find_class] = deals.get(find_class, 0) + ways

    def _summed(self) -> Drawn:
        """Deals by row. Shorter deals stand for every way in which the cards behind them can lie."""
        most = max(self.done, default=0)
        if most > self.shoe.size:
            raise NotCounted("the shoe has too few cards for this deal")
        found = [[0] * (len(rows) + 1) for rows in self.judge.tables]
        for dealt, deals in self.done.items():
            behind = perm(self.shoe.size - dealt, most - dealt)
            for hands, ways in deals.items():
                known = hands in self.judged
                self.judged.add(hands)
                self.budget.spend(len(found) if known else STEPS_FOR_AN_ANSWER * sum(map(len, self.judge.tables)))
                for counted, row in zip(found, self.judge.rows(hands), strict=True):
                    counted[row] += ways * behind
        return Drawn(found, most)


def _add(groups: dict[int, dict[State, int]], dealt: int, states: dict[State, int]) -> None:
    into = groups.get(dealt)
    if into is None:
        groups[dealt] = states
        return
    for state, ways in states.items():
        into[state] = into.get(state, 0) + ways


Question = Callable[[int], bool]  # asked of hands by their kinds


class Judge:
    """Conditions answered for kinds of hands, each question once."""

    def __init__(
        self,
        names: list[str],
        draws: Sequence[Draw],
        tables: Sequence[Sequence[Condition]],
        rules: CardRules,
        shoe: Shoe,
    ) -> None:
        rows = [row for table in tables for row in table]
        self.names, self.draw_rules, self.rules = names, draws, rules
        self.conditions = [*rows, *(rule.when for draw in draws for rule in draw.rules)]
        cards = [kind.card for kind in card_kinds(shoe, names, self.conditions, rules)]
        self.hands = [HandKinds(name, self.conditions, rows, cards, rules) for name in names]
        self.leaves: dict[Leaf, Question] = {}
        self.tables = [[self.question(row) for row in table] for table in tables]
        self.decisions = [[(self.question(rule.when), rule.draws) for rule in draw.rules] for draw in draws]
        self.decided: list[dict[int, bool | None]] = [{} for _ in draws]
        self.reduced: list[dict[int, int]] = [{} for _ in names]
        self.last_rows: list[dict[int, list[int]]] = [{} for _ in names]
        self.ended: dict[int, int] = {}
        self.judged: dict[int, list[int]] = {}

    def question(self, condition: Condition) -> Question:
        """A condition as a function of the kinds of all hands."""
        if isinstance(condition, All):
            parts = [self.question(part) for part in condition.parts]
            return lambda hands: all(part(hands) for part in parts)
        if isinstance(condition, AnyOf):
            parts = [self.question(part) for part in condition.parts]
            return lambda hands: any(part(hands) for part in parts)
        if isinstance(condition, Negation):
            part = self.question(condition.part)
            return lambda hands: not part(hands)
        if condition not in self.leaves:
            self.leaves[condition] = self._leaf(condition)
        return self.leaves[condition]

    def _leaf(self, leaf: Leaf) -> Question:
        places = {self.names.index(part.hand) for look in looks(leaf) for part in look}
        mask = sum(0xFFFF << _KIND * place for place in places)
        known: dict[int, bool] = {}

        def ask(hands: int) -> bool:
            key = hands & mask
            found = known.get(key)
            if found is None:
                found = known[key] = leaf.holds(self.cards(hands), self.rules)
            return found

        return ask

    def cards(self, hands: int) -> dict[str, tuple[Card, ...]]:
        """Cards that stand for hands of these kinds."""
        return {
            name: kinds.held[hands >> _KIND * place & 0xFFFF]
            for place, (name, kinds) in enumerate(zip(self.names, self.hands, strict=True))
        }

    def find_class(self, hands: int, but: int = -1) -> int:
        """The same hands by what the rows of the pay table can tell of them; one hand is left as it is."""
        found = 0
        for place, kinds in enumerate(self.hands):
            number = hands >> _KIND * place & 0xFFFF
            found |= (number if place == but else kinds.find_final_class(number)) << _KIND * place
        return found

    def draws(self, number: int, hands: int) -> bool | None:
        """Whether the hand draws by its rules; None where it goes by best play."""
        for when, draws in self.decisions[number]:
            if when(hands):
                return draws
        draw = self.draw_rules[number]
        if draw.sees is not None:
            return None
        if draw.otherwise is None:
            held = "; ".join(f"{name}: {_show_cards(cards)}" for name, cards in self.cards(hands).items())
            raise NotCounted(f"{draw.table} does not say whether {draw.hand} draws ({held})")
        return draw.otherwise

    def rows(self, hands: int) -> list[int]:
        """For each pay table, the place of the row that takes these hands."""
        found = self.judged.get(hands)
        if found is None:
            found = self.judged[hands] = [
                next((place for place, row in enumerate(rows) if row(hands)), len(rows)) for rows in self.tables
            ]
        return found


def _show_cards(cards: Sequence[Card]) -> str:
    return " ".join(RANK_NAMES[card.rank] if card.rank >= 0 else "joker" for card in cards) or "no cards"


class HandKinds:
    """The kinds of one hand: which cards stand for each, and which kind it becomes with one more card."""

    def __init__(
        self,
        name: str,
        conditions: Sequence[Condition],
        rows: Sequence[Condition],
        cards: Sequence[Card],
        rules: CardRules,
    ) -> None:
        self.cards, self.rules = cards, rules
        self.parts = _parts(name, conditions)
        self.parts_at_the_end = _parts(name, rows)
        self.turn = max([0, *(max(part.first or 0, part.after) for part in self.parts)])
        self.held: list[tuple[Card, ...]] = [()]
        self.numbers: dict[tuple[Any, ...], int] = {self._key((), self.parts): 0}
        self.steps: dict[int, list[int]] = {}
        self.ends: dict[int, int] = {}
        self.end_numbers: dict[tuple[Any, ...], int] = {}

    def step(self, number: int) -> list[int]:
        """The kind that this one becomes with a card of each kind."""
        known = self.steps.get(number)
        if known is None:
            known = self.steps[number] = [self._number((*self.held[number], card)) for card in self.cards]
        return known

    def find_final_class(self, number: int) -> int:
        """A kind that the rows cannot tell from this one: the same for all of them."""
        known = self.ends.get(number)
        if known is None:
            key = self._key(self.held[number], self.parts_at_the_end)
            known = self.ends[number] = self.end_numbers.setdefault(key, number)
        return known

    def _number(self, cards: tuple[Card, ...]) -> int:
        key = (min(len(cards), self.turn), *self._key(cards, self.parts))
        if key not in self.numbers:
            if len(self.held) > 0xFFFF:
                raise NotCounted("the tables tell too many hands apart")
            self.numbers[key] = len(self.held)
            self.held.append(cards)
        return self.numbers[key]

    def _key(self, cards: tuple[Card, ...], parts: dict[HandPart, list[Leaf]]) -> tuple[Any, ...]:
        """All that conditions can find out about these cards, whatever follows."""
        return tuple(
            self._evaluate_leaf(leaf, cards[part.after : part.first]) for part, asked in parts.items() for leaf in asked
        )

    def _evaluate_leaf(self, leaf: Leaf, cards: tuple[Card, ...]) -> Any:
        if isinstance(leaf, Total | Margin):
            counting = leaf.counting or self.rules.counting
            values = sum(value_of(card.rank, counting) for card in natural(cards))
            if counting == "baccarat":
                return values % 10
            return (values, any(card.rank == ACE for card in cards))
        if isinstance(leaf, Size):
            return len(cards)
        if isinstance(leaf, JokerCount):
            return sum(card.rank < 0 for card in cards)
        if isinstance(leaf, Count | Kind):
            return tuple(sorted(card for card in cards if card.rank in leaf.ranks or card.rank < 0))
        if isinstance(leaf, Suits):
            suits = {COLOR_OF_SUIT[card.suit] if leaf.color else card.suit for card in natural(cards)}
            return tuple(sorted(suits)) if leaf.number.most is None or len(suits) <= leaf.number.most else "more"
        return tuple(sorted(cards))


def _get_key(leaf: Leaf) -> object:
    """What conditions that can tell the same things of a hand have in common."""
    if isinstance(leaf, Total | Margin):
        return "total", leaf.counting
    return type(leaf) if isinstance(leaf, Size) else leaf


def _parts(name: str, conditions: Sequence[Condition]) -> dict[HandPart, list[Leaf]]:
    """The parts of a hand that conditions look at. Conditions that can tell the same things of it stand for one."""
    found: dict[HandPart, dict[object, Leaf]] = {}
    for leaf in (leaf for condition in conditions for leaf in leaves(condition)):
        for part in (part for look in looks(leaf) for part in look if part.hand == name):
            found.setdefault(part, {}).setdefault(_get_key(leaf), leaf)
    return {part: list(asked.values()) for part, asked in found.items()}
