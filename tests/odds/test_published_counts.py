"""Counts that are printed in many places, reproduced to the last hand."""

import pytest

from compliance.odds.budget import Budget
from compliance.odds.cards import ACE, Shoe
from compliance.odds.conditions import (
    All,
    AnyOf,
    CardRules,
    Condition,
    Count,
    Flush,
    Groups,
    HandPart,
    Kind,
    Look,
    Margin,
    NumberRange,
    Run,
    Size,
    Total,
)
from compliance.odds.counting import count_tables
from compliance.odds.deals import Counted, Deal, Draw, DrawRule
from compliance.odds.rank_classes import count_by_ranks

HAND: Look = (HandPart("hand"),)


def poker(length: int) -> dict[str, Condition]:
    return {
        "royal flush": Run(HAND, length, True, frozenset({ACE})),
        "straight flush": Run(HAND, length, True),
        "four of a kind": Kind(HAND, 4),
        "full house": Groups(HAND, (3, 2)),
        "flush": Flush(HAND, length),
        "straight": Run(HAND, length),
        "three of a kind": Kind(HAND, 3),
        "two pair": Groups(HAND, (2, 2)),
        "pair": Kind(HAND, 2),
    }


def count(shoe: Shoe, cards: int, rows: list[Condition]) -> list[int]:
    return count_by_ranks(shoe, cards, rows, Budget())


def test_five_cards_by_category() -> None:
    assert count(Shoe(), 5, list(poker(5).values())) == [
        *(4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240),
        1_302_540,
    ]


def test_seven_cards_by_category() -> None:
    assert count(Shoe(), 7, list(poker(5).values())) == [
        *(4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800),
        23_294_460,
    ]


def test_three_cards_by_category_with_straights_above_flushes() -> None:
    three = poker(3)
    rows = [three[name] for name in ("straight flush", "three of a kind", "straight", "flush", "pair")]
    assert count(Shoe(), 3, rows) == [48, 52, 720, 1_096, 3_744, 16_440]
    assert Shoe().hands(3) == 22_100


def test_seven_cards_with_a_joker_that_fills_straights_and_flushes() -> None:
    rows: list[Condition] = [
        Run(HAND, 7, True),
        Count(HAND, NumberRange(5), frozenset({ACE})),
        *list(poker(5).values()),
    ]
    shoe = Shoe(jokers=1)
    assert count(shoe, 7, rows)[:9] == [
        *(228, 1_128, 26_092, 184_644, 307_472, 4_188_528, 6_172_088, 11_236_028, 7_470_676)
    ]
    assert shoe.hands(7) == 154_143_080


def test_three_of_a_kind_before_straights_moves_201_824_hands() -> None:
    usual = poker(5)
    above = [usual[name] for name in ("straight flush", "four of a kind", "full house", "flush")]
    order = [*above, usual["straight"], usual["three of a kind"]]
    printed = [*above, usual["three of a kind"], usual["straight"]]
    shoe = Shoe(jokers=1)
    assert count(shoe, 7, printed)[4] - count(shoe, 7, order)[5] == 201_824


PLAYER: Look = (HandPart("player"),)
BANKER: Look = (HandPart("banker"),)
THIRD: Look = (HandPart("player", 3, 2),)


def total(look: Look, low: int, high: int) -> Total:
    return Total(look, NumberRange(low, high))


def baccarat() -> Deal:
    """The usual drawing rules, a natural ends the deal."""
    natural = AnyOf((total((HandPart("player", 2),), 8, 9), total((HandPart("banker", 2),), 8, 9)))
    stood = Size(PLAYER, NumberRange(2, 2))
    thirds = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}
    chart = [
        DrawRule(All((total(BANKER, score, score), AnyOf(tuple(total(THIRD, card, card) for card in cards)))), True)
        for score, cards in thirds.items()
    ]
    rules = (DrawRule(natural, False), DrawRule(All((stood, total(BANKER, 0, 5))), True), DrawRule(stood, False))
    player = Draw("player", (DrawRule(natural, False), DrawRule(total(PLAYER, 0, 5), True)), otherwise=False)
    banker = Draw("banker", (*rules, DrawRule(total(BANKER, 0, 2), True), *chart), otherwise=False)
    return Deal({"player": 2, "banker": 2}, (player, banker))


def test_eight_decks_of_baccarat_to_the_last_deal() -> None:
    outcomes: list[Condition] = [Margin(BANKER, PLAYER, NumberRange(1)), Margin(PLAYER, BANKER, NumberRange(1))]
    dragon: list[Condition] = [All((total(BANKER, 7, 7), Size(BANKER, NumberRange(3, 3)), total(PLAYER, 0, 6)))]
    panda: list[Condition] = [All((total(PLAYER, 8, 8), Size(PLAYER, NumberRange(3, 3)), total(BANKER, 0, 7)))]
    lines, seven, eight = count_tables(Shoe(decks=8), baccarat(), [outcomes, dragon, panda], CardRules())
    assert isinstance(lines, Counted)
    assert lines.total == 4_998_398_275_503_360
    assert lines.rows == (2_292_252_566_437_888, 2_230_518_282_592_256)
    assert lines.rest == 475_627_426_473_216
    assert isinstance(seven, Counted)
    assert seven.rows == (112_633_011_329_024,)
    assert isinstance(eight, Counted)
    assert eight.rows == (172_660_763_262_976,)


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_rows_and_the_rest_make_every_hand(decks: int) -> None:
    shoe = Shoe(decks=decks)
    assert sum(count(shoe, 6, list(poker(5).values()))) == shoe.hands(6)
