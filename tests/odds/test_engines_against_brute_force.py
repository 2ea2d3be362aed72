"""Every engine gives what laying out every card gives: random small decks, random definitions, random pay tables."""

import os
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compliance.odds.best_play import BestPlay, count_best_play
from compliance.odds.budget import Budget
from compliance.odds.cards import Card, NotCounted, Shoe
from compliance.odds.conditions import (
    All,
    AnyOf,
    Atom,
    Beside,
    CardRules,
    Condition,
    Count,
    Flush,
    Groups,
    HandPart,
    Highest,
    JokerCount,
    Kind,
    Look,
    Lowest,
    Margin,
    Match,
    Negation,
    NumberRange,
    RankNeed,
    Run,
    SameSuit,
    Size,
    Suits,
    Total,
)
from compliance.odds.counting import count_tables
from compliance.odds.deals import Counted, Deal, Draw, DrawRule
from compliance.odds.drawing import count_drawn
from compliance.odds.rank_classes import count_by_ranks
from compliance.odds.small_hands import count_small
from compliance.odds.suit_classes import count_by_suits
from tests.odds.brute import count_deals, count_hands

EXAMPLES = int(os.environ.get("PITBOSS_EXAMPLES", "12"))  # `python -m tests.odds` takes thousands

ranks = st.frozensets(st.integers(0, 12), min_size=1, max_size=13)
few_ranks = st.frozensets(st.integers(0, 12), min_size=1, max_size=2)


@st.composite
def spans(draw: st.DrawFn, low: int = 0, high: int = 5) -> NumberRange:
    least = draw(st.integers(low, high))
    return NumberRange(least, draw(st.none() | st.integers(least, high + 1)))


@st.composite
def shoes(draw: st.DrawFn, most: int = 22, jokers: int = 2) -> Shoe:
    """A shoe of few cards: some ranks that stand together, so that there are runs, and some that stand apart."""
    suits = draw(st.integers(2, 4))
    decks = draw(st.integers(1, 3))
    many = max(1, most // (suits * decks))
    low = draw(st.integers(0, 12 - min(many, 6)))
    chosen = draw(st.sets(st.sampled_from([*range(low, low + min(many, 6)), 12]), min_size=1, max_size=many))
    return Shoe(
        decks, tuple(sorted(chosen)), suits, draw(st.integers(0, jokers)), draw(st.sampled_from(["bug", "wild"]))
    )


def rank_conditions(look: Look) -> st.SearchStrategy[Atom]:
    """Conditions that the engine of rank classes knows."""
    every = frozenset(range(13))
    return st.one_of(
        st.builds(Count, st.just(look), spans(), ranks),
        st.builds(Kind, st.just(look), st.integers(1, 5), st.just(every) | ranks),
        st.builds(Groups, st.just(look), st.sampled_from([(2, 2), (3, 2), (2, 2, 2), (3, 3), (1, 1, 1)])),
        st.builds(Run, st.just(look), st.integers(2, 5), st.booleans(), st.just(every) | ranks, st.booleans()),
        st.builds(Beside, st.just(look), st.builds(Run, st.just(look), st.integers(2, 3), st.just(True)), few_ranks),
        st.builds(Flush, st.just(look), st.integers(1, 5)),
        st.builds(Suits, st.just(look), st.just(NumberRange(1, 1))),
        st.builds(Highest, st.just(look), ranks),
        st.builds(Lowest, st.just(look), ranks),
        st.builds(Size, st.just(look), spans()),
        st.builds(JokerCount, st.just(look), spans(0, 2)),
    )


def any_conditions(look: Look) -> st.SearchStrategy[Atom]:
    suits = st.none() | st.frozensets(st.integers(0, 3), min_size=1)
    return st.one_of(
        rank_conditions(look),
        st.builds(Count, st.just(look), spans(), ranks, suits),
        st.builds(Kind, st.just(look), st.integers(1, 3), ranks, st.sampled_from(["suit", "color"])),
        st.builds(Flush, st.just(look), st.integers(1, 4), st.just(True)),
        same_suit_conditions(look),
        st.builds(Suits, st.just(look), spans(0, 4), st.booleans()),
        totals(look),
    )


def same_suit_conditions(look: Look) -> st.SearchStrategy[SameSuit]:
    needs = st.lists(st.builds(RankNeed, st.integers(1, 2), ranks), min_size=1, max_size=2).map(tuple)
    return st.builds(SameSuit, st.just(look), needs, st.booleans())


def totals(look: Look) -> st.SearchStrategy[Atom]:
    return st.builds(Total, st.just(look), spans(0, 24), st.sampled_from([None, None, True, False]))


def combine_conditions(leaf: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    return st.recursive(
        leaf,
        lambda part: st.one_of(
            st.builds(All, st.tuples(part, part)), st.builds(AnyOf, st.tuples(part, part)), st.builds(Negation, part)
        ),
        max_leaves=3,
    )


def tables(leaf: st.SearchStrategy[Condition]) -> st.SearchStrategy[Sequence[Condition]]:
    return st.lists(combine_conditions(leaf), min_size=1, max_size=4)


WHOLE: Look = (HandPart("hand"),)


@settings(max_examples=EXAMPLES, deadline=None)
@given(shoes(), st.integers(1, 5), tables(rank_conditions(WHOLE) | rank_conditions(WHOLE) | any_conditions(WHOLE)))
def test_rank_classes_count_what_there_is(shoe: Shoe, cards: int, rows: Sequence[Condition]) -> None:
    cards = min(cards, shoe.size, 5 if shoe.size < 16 else 4)
    try:
        found = count_by_ranks(shoe, cards, rows, Budget())
    except NotCounted:
        return  # two suits can be long, or other conditions are asked: another engine's work
    assert found == count_hands(shoe, cards, "hand", rows, CardRules(shoe.joker))


def suit_conditions(look: Look) -> st.SearchStrategy[Atom]:
    """Conditions that the engine of suits knows."""
    every = frozenset(range(13))
    suits = st.none() | st.frozensets(st.integers(0, 3), min_size=1)
    return st.one_of(
        st.builds(Count, st.just(look), spans(), ranks, suits),
        st.builds(Run, st.just(look), st.integers(2, 5), st.just(True), st.just(every) | ranks, st.booleans()),
        st.builds(Flush, st.just(look), st.integers(1, 5), st.booleans()),
        same_suit_conditions(look).filter(lambda leaf: not leaf.color),
        st.builds(Suits, st.just(look), spans(0, 4), st.booleans()),
        st.builds(Size, st.just(look), spans()),
        st.builds(JokerCount, st.just(look), spans(0, 2)),
    )


@settings(max_examples=EXAMPLES, deadline=None)
@given(shoes(), st.integers(1, 5), tables(suit_conditions(WHOLE)))
def test_suits_count_what_there_is(shoe: Shoe, cards: int, rows: Sequence[Condition]) -> None:
    cards = min(cards, shoe.size, 5 if shoe.size < 16 else 4)
    rules = CardRules(shoe.joker)
    assert count_by_suits(shoe, cards, rows, rules, Budget()) == count_hands(shoe, cards, "hand", rows, rules)


@settings(max_examples=EXAMPLES, deadline=None)
@given(shoes(), st.integers(1, 4), tables(any_conditions(WHOLE)), st.sampled_from(["baccarat", "blackjack", "rank"]))
def test_small_hands_count_what_there_is(shoe: Shoe, cards: int, rows: Sequence[Condition], counting: str) -> None:
    cards = min(cards, shoe.size)
    rules = CardRules(shoe.joker, counting)  # type: ignore[arg-type]  # drawn from the three words
    assert count_small(shoe, {"hand": cards}, rows, rules, Budget()) == count_hands(shoe, cards, "hand", rows, rules)


looks_of_two: st.SearchStrategy[Look] = st.sampled_from(
    [
        (HandPart("one"),),
        (HandPart("two"),),
        (HandPart("one"), HandPart("two")),
        (HandPart("two", 1),),
        (HandPart("two", 2, 1),),
        (HandPart("two", 2, 1), HandPart("one")),
    ]
)


def pair_conditions() -> st.SearchStrategy[Condition]:
    between = st.one_of(
        st.builds(Margin, looks_of_two, looks_of_two, spans(-5, 5)),
        st.builds(Match, looks_of_two, looks_of_two, spans(0, 2), st.booleans(), st.booleans()),
    )
    return between | looks_of_two.flatmap(any_conditions)


@settings(max_examples=EXAMPLES, deadline=None)
@given(shoes(most=12, jokers=1), st.integers(1, 2), st.integers(1, 2), tables(pair_conditions()))
def test_two_hands_count_what_there_is(shoe: Shoe, one: int, two: int, rows: Sequence[Condition]) -> None:
    deal = {"one": one, "two": min(two, max(1, shoe.size - one))}
    if sum(deal.values()) > shoe.size:
        return
    rules = CardRules(shoe.joker)
    found = count_small(shoe, deal, rows, rules, Budget())
    laid, _ = count_deals(shoe, deal, [], rows, rules)
    assert [Fraction(ways, sum(found)) for ways in found] == [Fraction(ways, sum(laid)) for ways in laid]


@st.composite
def drawings(draw: st.DrawFn) -> list[Draw]:
    def table(hand: str, looks: list[Look]) -> Draw:
        leaf = st.sampled_from(looks).flatmap(totals)
        rules = draw(st.lists(st.builds(DrawRule, leaf, st.booleans()), max_size=3))
        return Draw(hand, tuple(rules), otherwise=draw(st.booleans()))

    first = table("one", [(HandPart("one"),), (HandPart("two"),)])
    second = table("two", [(HandPart("one"),), (HandPart("two"),), (HandPart("one", 2, 1),)])
    return [first, second][: draw(st.integers(1, 2))]


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    shoes(most=8, jokers=1),
    st.integers(1, 2),
    drawings(),
    tables(pair_conditions()),
    st.sampled_from(["baccarat", "blackjack"]),
)
def test_drawing_counts_what_there_is(
    shoe: Shoe, one: int, draws: list[Draw], rows: Sequence[Condition], counting: str
) -> None:
    deal = {"one": one, "two": 1}
    if sum(deal.values()) + len(draws) > shoe.size:
        return
    rules = CardRules(shoe.joker, counting)  # type: ignore[arg-type]  # drawn from the two words
    found = count_drawn(shoe, deal, draws, [rows], rules, Budget()).found[0]
    laid, _ = count_deals(shoe, deal, draws, rows, rules)
    assert [Fraction(ways, sum(found)) for ways in found] == [Fraction(ways, sum(laid)) for ways in laid]


@settings(max_examples=EXAMPLES, deadline=None)
@given(shoes(most=7, jokers=1), st.integers(0, 16), tables(pair_conditions()), st.sampled_from(["blackjack", "pips"]))
def test_drawing_again_and_again_counts_what_there_is(
    shoe: Shoe, most: int, rows: Sequence[Condition], counting: str
) -> None:
    if shoe.size < 5:
        return
    rules = CardRules(shoe.joker, counting)  # type: ignore[arg-type]  # drawn from the two words
    one: Look = (HandPart("one"),)
    low = All((Total(one, NumberRange(0, most)), Size(one, NumberRange(0, 2))))
    draws = [Draw("one", (DrawRule(low, True),), again=True, otherwise=False)]
    deal = {"one": 1, "two": 1}
    found = count_drawn(shoe, deal, draws, [rows], rules, Budget()).found[0]
    laid, _ = count_deals(shoe, deal, draws, rows, rules)
    assert [Fraction(ways, sum(found)) for ways in found] == [Fraction(ways, sum(laid)) for ways in laid]


@settings(max_examples=EXAMPLES, deadline=None)
@given(shoes(most=8, jokers=0), st.integers(0, 16), tables(totals(WHOLE) | st.just(Suits(WHOLE, NumberRange(1, 1)))))
def test_a_drawn_hand_of_one_suit_counts_what_there_is(shoe: Shoe, most: int, rows: Sequence[Condition]) -> None:
    if shoe.size < 4:
        return
    rules = CardRules(counting="blackjack")
    low = All((Total(WHOLE, NumberRange(0, most)), Size(WHOLE, NumberRange(0, 3))))
    draws = [Draw("hand", (DrawRule(low, True),), again=True, otherwise=False)]
    found = count_drawn(shoe, {"hand": 2}, draws, [rows], rules, Budget()).found[0]
    laid, _ = count_deals(shoe, {"hand": 2}, draws, rows, rules)
    assert [Fraction(ways, sum(found)) for ways in found] == [Fraction(ways, sum(laid)) for ways in laid]


@settings(max_examples=EXAMPLES, deadline=None)
@given(shoes(most=12, jokers=1), st.integers(1, 2), tables(pair_conditions()), st.sampled_from(["baccarat", "rank"]))
def test_the_engine_that_is_chosen_counts_what_there_is(
    shoe: Shoe, one: int, rows: Sequence[Condition], counting: str
) -> None:
    deal = Deal({"one": one, "two": 2})
    if sum(deal.hands.values()) > shoe.size:
        return
    rules = CardRules(shoe.joker, counting)  # type: ignore[arg-type]  # drawn from the two words
    (counted,) = count_tables(shoe, deal, [rows], rules)
    assert isinstance(counted, Counted)
    laid, _ = count_deals(shoe, deal.hands, [], rows, rules)
    found = [*counted.rows, counted.rest]
    assert [Fraction(ways, counted.total) for ways in found] == [Fraction(ways, sum(laid)) for ways in laid]


PLACES: list[Look] = [
    (HandPart("two", 1),),
    (HandPart("two", 2, 1),),
    (HandPart("two", 3, 2),),  # a card that nobody has
    (HandPart("two", 2, 1), HandPart("one")),
    (HandPart("two"), HandPart("two", 1)),
    (HandPart("two"), HandPart("two")),
]


@pytest.mark.parametrize("shoe", [Shoe(2, (0,), 2), Shoe(1, (0, 1, 2), 2)])
@pytest.mark.parametrize("look", PLACES)
def test_cards_at_a_place_of_a_hand_are_those_cards_alone(shoe: Shoe, look: Look) -> None:
    """Whichever engine is taken: the second card of a hand is one card, and not the first two."""
    asked = [
        Suits(look, NumberRange(1, 1)),
        Suits(look, NumberRange(2, 2)),
        Count(look, NumberRange(1, 1), frozenset({0})),
        Kind(look, 2),
        Highest(look, frozenset({1})),
        Total(look, NumberRange(2, 3)),
        Size(look, NumberRange(1, 1)),
        Flush(look, 2),
    ]
    deal, rules = Deal({"one": 1, "two": 2}), CardRules(counting="baccarat")
    for row in asked:
        (counted,) = count_tables(shoe, deal, [[row]], rules)
        assert isinstance(counted, Counted)
        laid, _ = count_deals(shoe, deal.hands, [], [row], rules)
        assert Fraction(counted.rows[0], counted.total) == Fraction(laid[0], sum(laid)), row


pays = st.fractions(-2, 3, max_denominator=4)


@settings(max_examples=max(1, EXAMPLES // 12), deadline=None)
@given(st.sets(st.integers(0, 12), min_size=2, max_size=3), st.integers(1, 2), pays, pays, pays, st.integers(0, 12))
def test_best_play_is_the_best_of_every_hand(
    ranks: set[int], decks: int, ante: Fraction, unqualified: Fraction, tie: Fraction, highest: int
) -> None:
    shoe = Shoe(decks if len(ranks) == 2 else 1, tuple(sorted(ranks)))
    dealer, player = (HandPart("dealer"),), (HandPart("player"),)
    qualifies = AnyOf((Kind(dealer, 2), Highest(dealer, frozenset(range(highest, 13)))))
    bonus = [("three", Kind(player, 3), Fraction(4)), ("flush", Flush(player, 3), Fraction(1, 2))]
    play = BestPlay("play", "player", "dealer", Fraction(2), ante, Fraction(1), qualifies, unqualified, tie, bonus)
    rows, _ = count_best_play(shoe, play, CardRules(), Budget())
    assert sum((row.probability * row.pay.net for row in rows), Fraction(0)) == compute_by_enumeration(shoe, play)


def compute_by_enumeration(shoe: Shoe, play: BestPlay) -> Fraction:
    """What best play wins, by laying out every hand of the bettor and every hand of the dealer against it."""
    won, deals, cards = Fraction(0), 0, list(shoe.cards())
    for own in combinations(range(len(cards)), 3):
        left = [place for place in range(len(cards)) if place not in own]
        mine, worth, hands = [cards[place] for place in own], Fraction(0), 0
        for others in combinations(left, 3):
            theirs = [cards[place] for place in others]
            hands += 1
            worth += outcome(play, mine, theirs)
        won += max(worth, Fraction(-hands))
        deals += hands
    return won / deals


def outcome(play: BestPlay, mine: list[Card], theirs: list[Card]) -> Fraction:
    held = {"player": mine, "dealer": theirs}
    extra = next((pay for _, hand, pay in play.bonus if hand.holds(held, CardRules())), Fraction(0))
    if play.qualifies is not None and not play.qualifies.holds(held, CardRules()):
        return play.unqualified + extra
    own, other = rank_three_cards(mine), rank_three_cards(theirs)
    return extra + (play.win if own > other else play.tie if own == other else play.lose)


def rank_three_cards(cards: list[Card]) -> tuple[int, ...]:
    ranks = sorted((card.rank for card in cards), reverse=True)
    flush = len({card.suit for card in cards}) == 1
    wheel = ranks == [12, 1, 0]
    run = wheel or (ranks[0] - ranks[1] == 1 and ranks[1] - ranks[2] == 1)
    if run:
        return (5 if flush else 3), 1 if wheel else ranks[0]
    if len(set(ranks)) == 1:
        return 4, ranks[0]
    if len(set(ranks)) == 2:
        return 1, ranks[1], *(rank for rank in ranks if rank != ranks[1])
    return (2 if flush else 0), *ranks
