"""Amounts that are told by another wager, and other notations that once could not be said."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from compliance.documents import charges, values
from compliance.documents.amounts import read_amount, read_limit
from compliance.documents.values import Unreadable


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("ante", [(1, "ante")]),
        ("2 x ante", [(2, "ante")]),
        ("2x ante", [(2, "ante")]),
        ("twice ante", [(2, "ante")]),
        ("two times the ante", [(2, "ante")]),
        ("1.5 x ante", [(Fraction(3, 2), "ante")]),
        ("half of game", [(Fraction(1, 2), "game")]),
        ("1/2 of game", [(Fraction(1, 2), "game")]),
        ("50% of game", [(Fraction(1, 2), "game")]),
        ("table maximum", [(1, "table maximum")]),
        ("1 x ante to 3 x ante", [(1, "ante"), (3, "ante")]),
        ("1 to 3 x ante", [(1, "ante"), (3, "ante")]),
        ("3 x ante or 4 x ante", [(3, "ante"), (4, "ante")]),
        ("3 or 4 times the ante", [(3, "ante"), (4, "ante")]),
        ("as much as the player likes", []),
    ],
)
def test_amounts_are_read_exactly(text: str, terms: list[tuple[Fraction, str]]) -> None:
    assert [(term.times, term.of) for term in read_amount(text).terms] == terms


def test_money_is_an_amount_too() -> None:
    assert [term.amount for term in read_amount("$5 to $100").terms] == [Decimal(5), Decimal(100)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2", "2 times what?"),
        ("2 ante", "write 2 x ante"),
        ("ante x 2", "write 2 x ante"),
        ("ante * 2", "write 2 x ante"),
        ("$5-$100", "write $5 to $100"),
        ("up to half of the game wager", "write `at-most: half of the game wager`"),
    ],
)
def test_a_notation_that_is_almost_right_is_answered_by_what_was_meant(text: str, meant: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_amount(text)
    assert meant in str(refused.value)


def test_a_limit_is_one_amount() -> None:
    assert read_limit("up to half of game").terms == read_limit("half of game").terms
    with pytest.raises(Unreadable):
        read_limit("1 x ante to 3 x ante")


@pytest.mark.parametrize(
    ("text", "bets", "highest"),
    [
        ("$10/$20", ["10", "20"], "20"),
        ("$1/$2/$5 no limit", ["1", "2", "5"], None),
        ("$2-$10 spread", ["2", "10"], "10"),
        ("$1/$3", ["1", "3"], None),
    ],
)
def test_stakes(text: str, bets: list[str], highest: str | None) -> None:
    read = charges.read_stakes(text)
    assert [str(bet) for bet in read.bets] == bets
    assert (str(read.highest) if read.highest is not None else None) == highest


@pytest.mark.parametrize(
    ("text", "meant"),
    [("10/20", "write $10/$20"), ("$10-$20", "$10/$20, or $10-$20 spread"), ("$20/$10", "the smaller bet first")],
)
def test_stakes_that_are_almost_right(text: str, meant: str) -> None:
    with pytest.raises(Unreadable) as refused:
        charges.read_stakes(text)
    assert meant in str(refused.value)


def test_numbers_in_words() -> None:
    assert values.read_turns("two consecutive hands") == values.read_turns("2 hands")
    assert values.read_percent("one percent") == Fraction(1, 100)
    assert values.read_percent("1/20") == values.read_percent("5 percent") == Fraction(1, 20)
    assert values.read_count("seven") == 7
    assert values.read_jokers("1 per deck") == values.Jokers(1, True)
    assert values.read_jokers("2 in all") == values.Jokers(2, False)
    assert values.read_part("$0.20") == Decimal("0.20")


@pytest.mark.parametrize(("text", "meant"), [("0.05", "write 5%"), ("a couple of percent", "such as 5%")])
def test_shares_that_are_almost_right(text: str, meant: str) -> None:
    with pytest.raises(Unreadable) as refused:
        values.read_percent(text)
    assert meant in str(refused.value)


def test_one_for_one_returns_the_wager() -> None:
    assert values.read_odds("51 for 1").ratio == 50
    with pytest.raises(Unreadable, match="pushes"):
        values.read_odds("1 for 1")


def test_numbers_of_a_catalog_are_in_digits() -> None:
    assert values.read_value("one deal") == "one deal"
    assert values.read_value("1 deal") == values.read_turns("1 deal")
