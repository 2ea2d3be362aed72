"""Values as a card room writes them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from compliance.documents import charges, dates, values
from compliance.documents.charges import Band, Fee
from compliance.documents.values import NoPayout, Odds, Share, Turns, Unreadable


@pytest.mark.parametrize(
    ("reader", "text", "expected"),
    [
        (values.read_money, "$5", Decimal(5)),
        (values.read_money, "$0.50", Decimal("0.50")),
        (values.read_money, "$1,005", Decimal(1005)),
        (values.read_money, "$10000", Decimal(10000)),
        (values.read_count, "7", 7),
        (values.read_count, "010", 10),
        (values.read_yes_no, "no", False),
        (values.read_yes_no, "true", True),
        (values.read_percent, "5%", Fraction(1, 20)),
        (values.read_percent, "2.5%", Fraction(1, 40)),
        (values.read_odds, "6 to 5", Odds(6, 5)),
        (values.read_odds, "200:1", Odds(200, 1)),
        (values.read_odds, "8,000 to 1", Odds(8000, 1)),
        (values.read_odds, "even money", Odds(1, 1)),
        (values.read_payout, "$50", Decimal(50)),
        (values.read_payout, "25% of jackpot", Share(Fraction(1, 4))),
        (values.read_payout, "loses", NoPayout("loses")),
        (values.read_payout, "push", NoPayout("pushes")),
        (values.read_payout, "100% of the meter", Share(Fraction(1))),
        (charges.read_band, "$5-$1,000", Band(Decimal(5), Decimal(1000), True, "$5-$1,000")),
        (values.read_payout, "100% of the Major jackpot", values.Share(Fraction(1), "Major")),
        (values.read_payout, "25% of the jackpot", values.Share(Fraction(1, 4))),
        (values.read_unqualified, "Compared as usual", values.NoPayout("compared as usual")),
        (values.read_unqualified, "pushes", values.NoPayout("pushes")),
        (charges.read_band, "$1,005+", Band(Decimal(1005), None, True, "$1,005+")),
        (charges.read_band, "$50 or less", Band(Decimal(0), Decimal(50), True, "$50 or less")),
        (charges.read_band, "up to $50", Band(Decimal(0), Decimal(50), True, "up to $50")),
        (charges.read_band, "$101 and above", Band(Decimal(101), None, True, "$101 and above")),
        (charges.read_band, "$60 and up", Band(Decimal(60), None, True, "$60 and up")),
        (charges.read_band, "$500 minimum", Band(Decimal(500), None, True, "$500 minimum")),
        (charges.read_band, "$1-no limit", Band(Decimal(1), None, True, "$1-no limit")),
        (charges.read_band, "5-6", Band(Decimal(5), Decimal(6), False, "5-6")),
        (charges.read_band, "7+", Band(Decimal(7), None, False, "7+")),
        (charges.read_fee, "$0.50", Fee(Decimal("0.50"), text="$0.50")),
        (charges.read_fee, "$6 per half hour", Fee(Decimal(6), per="half hour", text="$6 per half hour")),
        (charges.read_fee, "waived", Fee(Decimal(0), waived=True, text="waived")),
        (charges.read_fee, "no drop", Fee(Decimal(0), waived=True, text="no drop")),
        (
            charges.read_stakes,
            "$1/$2 NL",
            charges.PokerStakes((Decimal(1), Decimal(2)), "no limit", "$1/$2 NL"),
        ),
        (charges.read_fee, "10% of the pot", Fee(Decimal(0), Fraction(1, 10), "pot", text="10% of the pot")),
        (values.read_turns, "2 hands", Turns(2, "hands")),
        (values.read_turns, "Two (2) Consecutive Hands", Turns(2, "hands")),
        (values.read_turns, "2 hands in a row", Turns(2, "hands")),
        (values.read_odds, "3-to-2", Odds(3, 2)),
        (values.read_odds, "51-FOR-1", Odds(51, 1, with_stake=True)),
        (values.read_payout, "Even Money", Odds(1, 1)),
        (values.read_payout, "the full jackpot", Share(Fraction(1))),
        (values.read_payout, "Push", NoPayout("pushes")),
        (charges.read_fee, "$10/Hour", Fee(Decimal(10), per="hour", text="$10/Hour")),
        (charges.read_fee, "$10/hr", Fee(Decimal(10), per="hour", text="$10/hr")),
        (charges.read_fee, "$5 per 30 mins", Fee(Decimal(5), per="30 minute", text="$5 per 30 mins")),
        (charges.read_fee, "Waived", Fee(Decimal(0), waived=True, text="waived")),
        (values.read_yes_no, "Yes", True),
        (values.read_count, "Seven", 7),
        (values.read_percent, "Five Percent", Fraction(1, 20)),
        (values.read_jokers, "One per deck", values.Jokers(1, True)),
        (dates.read_date, "2021-3-9", date(2021, 3, 9)),
        (values.read_turns, "1 round", Turns(1, "rounds")),
        (dates.read_date, "2015-07-14", date(2015, 7, 14)),
        (values.read_lines, "12-31, 45", "12-31, 45"),
        (values.read_lines, ["12-31", "45"], "12-31, 45"),
        (values.read_name, "pai-gow-tiles", "pai-gow-tiles"),
    ],
)
def test_is_read_exactly(reader: Callable[[object], Any], text: object, expected: object) -> None:
    read = reader(text)
    assert read == expected
    assert type(read) is type(expected)


@pytest.mark.parametrize(
    ("reader", "text", "told"),
    [
        (values.read_money, "5", "write $5"),
        (values.read_money, ".20 cents", "20 cents is $0.20"),
        (values.read_money, "$1e3", "cannot be read"),
        (values.read_money, "$1_000", "cannot be read"),
        (values.read_money, "$１", "cannot be read"),
        (values.read_money, "$1,00", "cannot be read"),
        (values.read_money, ["$1"], "this is a list"),
        (values.read_money, None, "nothing is written here"),
        (values.read_count, "1_000", "a whole number"),
        (values.read_count, "1e3", "a whole number"),
        (values.read_count, "٣", "a whole number"),
        (values.read_odds, "6-1", "write 6 to 1"),
        (values.read_odds, "5 to 0", "a stake above zero"),
        (values.read_payout, "100-1", "write 100 to 1"),
        (charges.read_band, "5-$1,000", "a dollar sign before the first end"),
        (charges.read_band, "$50-$5", "the smaller end first"),
        (charges.read_band, "over $500", "$500 itself is left out"),
        (charges.read_stakes, "$3-$6, $4-$8", "[$3/$6, $4/$8]"),
        (charges.read_fee, "one dollar", "a fee such as $1"),
        (values.read_part, "twenty percent", "(write a percentage in figures: 20%)"),
        (values.read_money, "none", "leave the key out where there is none"),
        (values.read_money, "1000.0", "(write $1,000)"),
        (values.read_money, "$1\u200b000", "U+200B (zero width space)"),
        (values.read_turns, "2", "a number with its unit"),
        (dates.read_date_range, "2015-13", "a date such as"),
        (dates.read_date_range, "July 2015", "write 2015-07)"),
        (dates.read_date_range, "Sept. 4th, 2015", "write 2015-09-04)"),
        (dates.read_date_range, "Marble 2015", "or a year"),
        (dates.read_date_range, "03/09/2021", "year first, then the month: 2021-"),
        (values.read_turns, "two (3) hands", "the same number in words and in figures"),
        (values.read_money, "$ 200", "write $200)"),
        (dates.read_date, "2015-07", "a whole date"),
        (values.read_lines, "31-12", "the smaller line number first"),
        (values.read_name, "Pai Gow Tiles", "such as pai-gow-tiles"),
        (values.read_yes_no, "maybe", "yes or no"),
    ],
)
def test_is_refused_with_what_was_expected(reader: Callable[[object], Any], text: object, told: str) -> None:
    with pytest.raises(Unreadable) as refused:
        reader(text)
    assert told in str(refused.value)


def test_a_month_runs_from_its_first_day_to_its_last() -> None:
    february = dates.read_date_range("2016-02")
    assert (february.first, february.last) == (date(2016, 2, 1), date(2016, 2, 29))


def test_a_year_ends_in_december() -> None:
    assert dates.read_date_range("2002").last == date(2002, 12, 31)


def test_a_waived_fee_charges_nobody() -> None:
    assert not charges.read_fee("$0").is_charged
    assert not charges.read_fee("waived").is_charged
    assert charges.read_fee("$0.50").is_charged
    assert charges.read_fee("2%").is_charged


@pytest.mark.parametrize(("amount", "shown"), [("1005", "$1,005"), ("0.5", "$0.50"), ("20000", "$20,000")])
def test_money_is_shown_as_a_card_room_writes_it(amount: str, shown: str) -> None:
    assert values.show_money(Decimal(amount)) == shown


@pytest.mark.parametrize("text", ["$7 every 30 minutes", "$7 each half hour", "$6 an hour", "$1 a hand"])
def test_a_fee_for_a_time_or_a_hand_is_read_in_everyday_words(text: str) -> None:
    fee = charges.read_fee(text)
    assert (str(fee.amount), fee.share, f"${fee.amount}" in text) == (text[1], None, True)


@pytest.mark.parametrize(
    ("reader", "written", "same"),
    [
        *((charges.read_band, text, "$5-$100") for text in ("$5–$100", "$5 — $100", "$5 to  $100", "$5 through $100")),
        *((charges.read_band, text, "5-6") for text in ("5–6", "5—6", "5 to 6", "From 5 to 6")),
        (charges.read_band, "$1 – no limit", "$1-no limit"),
        (charges.read_stakes, "$2–$10 spread", "$2-$10 spread"),
        (values.read_odds, "1 to  1", "1 to 1"),
        (values.read_payout, "1 for 1", "pushes"),
        (values.read_payout, "5 for 5", "pushes"),
        (values.read_turns, "2 weeks", "14 days"),
        (values.read_turns, "one week", "7 days"),
        (values.read_lines, "12–31, 45", "12-31, 45"),
    ],
)
def test_one_value_in_several_notations(reader: Callable[[object], Any], written: str, same: str) -> None:
    def remove_text(value: Any) -> Any:
        return value._replace(text="") if hasattr(value, "text") else value

    assert remove_text(reader(written)) == remove_text(reader(same))


@pytest.mark.parametrize(
    ("reader", "text", "told"),
    [
        (values.read_money, "USD 100", "(write $100)"),
        (values.read_money, "1,200 dollars", "(write $1,200)"),
        (values.read_money, "$100.5", "(write $100.50)"),
        (values.read_turns, "2 months", "60 minutes or 10 days"),
        (values.read_payout, "1 for 2", "odds `for` more than the stake"),
        (values.read_payout, "0 for 0", "odds on a stake above zero"),
        (charges.read_money_band, "300", "(write $300)"),
        (charges.read_money_band, "5-1,000", "(write $5-$1,000)"),
    ],
)
def test_a_refusal_says_what_to_write(reader: Callable[[object], Any], text: str, told: str) -> None:
    with pytest.raises(Unreadable) as refused:
        reader(text)
    assert told in str(refused.value)
