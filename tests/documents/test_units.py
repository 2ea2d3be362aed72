"""For what a fee is due each time: plain units are read, and nothing that stands beside one is dropped."""

from __future__ import annotations

import pytest

from compliance.documents.charges import read_fee
from compliance.documents.fee_units import count_hands, count_minutes, is_within_hand, read_units
from compliance.documents.values import Unreadable


@pytest.mark.parametrize(
    "text",
    [
        "$5 per hand plus one percent of the action",
        "$5 per hand and a share of the winnings",
        "$5 per player plus half of the win",
        "$5 per hand plus $1 for each hundred",
        "$5 per round in addition to five per cent commission",
        "$2 per wager plus one percent of the win",
        "$1 per hand or $2 or $6 as the floor decides",
        "$1 per hand or $2 with a flop",
        "$1 per 20 won",
        "$1 per 100",
        "$1 per bet of 100",
        "$1 per wager per $100",
        "$1 per $10 per player",
        "$1 per $10 plus $5",
        "$10 per hour in advance",
        "$10 per hour or part of an hour",
        "$1 per hand.",
        "$1 per hand/$100",
        "$1 per 0 hands",
        "10% of the pot plus $3",
        "10% of the pot plus 5% of the wagers",
        "10% of the pot or 20% on weekends",
        "5% of the pot and 10% of the winnings",
        "10% of the pot twice",
        "10% of the pot per betting round",
        "10% of the pot each street",
        "10% of the pot per player",
        "1/10 of the pot and a dollar",
    ],
)
def test_a_fee_that_says_more_than_one_thing_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="expected a fee such as"):
        read_fee(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("10% of the pot up to $5", r"at-most: \$5"),
        ("10% of the pot not to exceed $6", r"at-most: \$6"),
        ("10%, maximum $4", r"at-most: \$4"),
        ("10%, $3 maximum", r"at-most: \$3"),
        ("$1 per 100", r"write \$100 where 100 is money"),
        ("$5 per hand plus $1", "another is an entry of its own"),
    ],
)
def test_what_stands_beside_a_fee_is_told_how_to_be_written(text: str, hint: str) -> None:
    with pytest.raises(Unreadable, match=hint):
        read_fee(text)


@pytest.mark.parametrize(
    ("text", "per", "known"),
    [
        ("$2 per two hands", "two hands", True),
        ("$10 per hour, per player", "hour per player", True),
        ("$6 per 1/2 hour", "1/2 hour", True),
        ("$1 per hand dealt", "hand dealt", True),
        ("$1 per hand dealt to the player-dealer", "hand dealt to the player-dealer", True),
        ("$1 per ante wager", "ante wager", True),
        ("$1 per wager made", "wager made", True),
        ("$1 per betting circle", "betting circle", True),
        ("$5 per winning hand", "winning hand", True),
        ("$1 per green chip", "green chip", False),
        ("$1 a unit", "unit", False),
        ("$1 per betting round", "betting round", False),
        ("$1 per player per street", "player per street", False),
    ],
)
def test_a_unit_is_kept_as_it_is_written_and_known_or_not(text: str, per: str, known: bool) -> None:
    fee = read_fee(text)
    assert (fee.share, fee.per, bool(read_units(fee.per))) == (None, per, known)


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("10% of the pot per hand", "pot"),
        ("10% of the pot of each hand", "pot"),
        ("5% of what is wagered in the hand", "what is wagered"),
        ("$1 per $100 wagered or fraction thereof", "wagered"),
        ("$1 per $100 or part of it", ""),
    ],
)
def test_what_adds_nothing_to_a_share_is_read(text: str, of: str) -> None:
    fee = read_fee(text)
    assert (fee.share is not None, fee.of, fee.text) == (True, of, text)


@pytest.mark.parametrize(
    ("pers", "hands"),
    [
        (("hand",), 1),
        (("two hands",), 2),
        (("", "3 hands per player"), 3),
        (("two hands", "hand"), 2),
        (("player",), 1),
        (("", ""), 1),
        (("betting round",), None),
        (("wager",), None),
        (("", "card"), None),
        (("hand", "card"), None),
        (("winning hand",), None),
        (("hand per spot",), None),
        (("two players",), None),
        (("hour",), None),
    ],
)
def test_for_how_many_hands_a_fee_is(pers: tuple[str, ...], hands: int | None) -> None:
    assert count_hands(*pers) == hands


@pytest.mark.parametrize(
    ("per", "minutes"),
    [
        ("hour", 60),
        ("half hour", 30),
        ("1/2 hour", 30),
        ("½ hour", 30),
        ("half-hour per player", 30),
        ("player per hour", 60),
        ("two hours", 120),
        ("20 minutes", 20),
        ("thirty minutes", 30),
        ("forty-five minutes", 45),
        ("sixty minutes per player", 60),
        ("three quarter hours", 45),
        ("hour per spot", None),
        ("hand", None),
        ("dealer down", None),
        ("collection period", None),
        ("0 hours", None),
        ("hour per half hour", None),
    ],
)
def test_how_long_a_fee_for_time_is_for(per: str, minutes: int | None) -> None:
    assert count_minutes(per) == minutes


@pytest.mark.parametrize(
    ("per", "within"),
    [
        ("betting round", True),
        ("player per street", True),
        ("wager", True),
        ("two hands", False),
        ("shoe", False),
        ("hour", False),
        ("unit", False),
        ("winning hand", False),
    ],
)
def test_what_a_hand_has_at_least_one_of(per: str, within: bool) -> None:
    assert is_within_hand(per) is within
