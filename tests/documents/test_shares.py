"""Shares in any clothes are read as shares, and nothing else is."""

from decimal import Decimal
from fractions import Fraction

import pytest

from compliance.documents.charges import read_fee
from compliance.documents.fee_units import read_units
from compliance.documents.shares import mentions_share, share_per_money
from compliance.documents.values import Unreadable


@pytest.mark.parametrize(
    ("text", "share", "of"),
    [
        ("5%", Fraction(1, 20), ""),
        ("0% of the pot", Fraction(0), "pot"),
        ("2.5% of a winning bet", Fraction(1, 40), "winning bet"),
        ("one percent of the pot", Fraction(1, 100), "pot"),
        ("thirty percent of the pot", Fraction(3, 10), "pot"),
        ("thirteen percent of the pot", Fraction(13, 100), "pot"),
        ("five per cent of each wager", Fraction(1, 20), "wager"),
        ("1/20 of the winnings", Fraction(1, 20), "winnings"),
        ("a twentieth of the winnings", Fraction(1, 20), "winnings"),
        ("two tenths of the pot", Fraction(1, 5), "pot"),
        ("$1 per $100 wagered", Fraction(1, 100), "wagered"),
        ("$1 for each $20 won", Fraction(1, 20), "won"),
        ("$1 per hundred dollars wagered", Fraction(1, 100), "wagered"),
        ("$1 for every 100 dollars bet", Fraction(1, 100), "bet"),
        ("$1 per two hundred", Fraction(1, 200), ""),
        ("$0.02 per dollar wagered", Fraction(1, 50), "wagered"),
    ],
)
def test_a_share_is_read_in_any_clothes(text: str, share: Fraction, of: str) -> None:
    fee = read_fee(text)
    assert (fee.share, fee.of, fee.amount, fee.text) == (share, of, Decimal(0), text)


@pytest.mark.parametrize("text", ["$1", "$6 per half hour", "$1 per player", "$3 per 30 minutes", "$1 per hand"])
def test_other_fees_stay_flat(text: str) -> None:
    fee = read_fee(text)
    assert (fee.share, fee.amount > 0) == (None, True)
    assert not fee.per or read_units(fee.per)


@pytest.mark.parametrize("text", ["1/0 of the pot", "some percent", "percent", "half a percent"])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="cannot be read"):
        read_fee(text)


@pytest.mark.parametrize("per", ["chip in the pot", "100 wagered", "each 20", "unit wagered"])
def test_a_fee_for_something_of_value_is_not_taken_for_flat(per: str) -> None:
    assert share_per_money(Decimal(1), per) is None
    assert not read_units(per)


@pytest.mark.parametrize("per", ["$0", "zero dollars", "0 dollars"])
def test_a_fee_for_each_nothing_is_no_share(per: str) -> None:
    assert share_per_money(Decimal(1), per) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the house keeps two percent of each pot", True),
        ("two cents on the dollar", True),
        ("one dollar for each hundred", True),
        ("a tenth of the pot", True),
        ("a fortieth part of the wager", True),
        ("a fee of one dollar is taken for each hundred dollars won", True),
        ("a fee of $1 is due for every $50 that is wagered", True),
        ("a fee of one dollar is never taken for each hundred dollars won", False),
        ("a fee of one dollar is taken for each hand", False),
        ("one dollar in twenty of all winnings goes to the club", True),
        ("winners pay a twentieth of what they win to the house", True),
        ("half of what the player-dealer won goes to the house", True),
        ("one hundred percent of the jackpot drop is returned to players", False),
        ("100% of the drop is paid to players and 5% of the pot goes to the house", True),
        ("both of the wagers are lost", False),
        ("a game in which the house takes a percentage, which this is not", False),
        ("the house takes a percentage of each pot, which is not large", True),
        ("no fee is a percentage of wagers", False),
        ("not more than 5% of the pot", True),
        ("half of the players have left", False),
        ("the game stops", False),
    ],
)
def test_a_text_that_speaks_of_a_share_is_told_apart(text: str, told: bool) -> None:
    assert mentions_share(text) is told
