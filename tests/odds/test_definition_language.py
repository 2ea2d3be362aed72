"""What the entries of a definition mean, by counts that anybody can work out; and what is refused."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from compliance.odds.documents import OddsReport, odds_of


def count(
    wins: Any, deal: dict[str, str] | None = None, decks: str = "1", wager: dict[str, str] | None = None
) -> OddsReport:
    deal = deal or {"player": "3"}
    return odds_of(
        {
            "deck": {"decks": decks},
            "wagers": {"bet": {"pays": "1 to 1"}},
            "odds": {"deal": deal, "wagers": {"bet": {"wins": wins, **(wager or {})}}},
        }
    )


@pytest.mark.parametrize(
    ("wins", "hands"),
    [
        ({"cards": ["1 ace", "1 king", "1 queen"], "suits": "one"}, 4),
        ({"cards": ["1 ace", "1 king", "1 queen"], "colors": "one"}, 16),
        ({"cards": ["1 ace", "1 king", "1 queen"]}, 64),
        ({"cards": "2 picture cards", "suits": "one"}, 4 * (3 * 49 + 1)),
        ({"cards": "3 jack or better", "suits": "one"}, 4 * 4),
        ({"cards": "3 jack or better", "colors": "red"}, comb(8, 3)),
        ({"cards": "2 queens", "suits": "hearts"}, 0),
        ({"cards": "1 queen", "suits": "hearts"}, comb(51, 2)),
        ({"cards": "1 black queen", "suits": "hearts"}, 0),
        ({"cards": "1 black card of hearts", "suits": "one"}, 0),
        ({"cards": "exactly 2 queens", "colors": "one"}, 2 * 48),
        ({"cards": "exactly 2 queens"}, 6 * 48),
        ({"cards": ["exactly 1 ace", "1 king"], "suits": "one"}, 4 * 47),
        ({"cards": "2 kings or queens", "suits": "one"}, 4 * 50),
        ({"cards": ["2 kings or queens", "3"], "suits": "one"}, 4 * 50),
        ({"cards": "3", "suits": "one"}, 4 * comb(13, 3)),
        ({"cards": ["3"], "suits": "hearts"}, comb(13, 3)),
        ({"suits": "3"}, 4 * 13**3),
        ({"poker": "straight", "top": "ace"}, 64),
        ({"poker": "straight flush", "top": "king"}, 4),
    ],
)
def test_the_cards_that_are_named_are_those_that_share_a_suit(wins: Any, hands: int) -> None:
    report = count(wins)
    assert report.problems == ()
    assert [odds.rows[0].count for odds in report.wagers] == [hands]


def test_two_queens_of_hearts_need_two_decks() -> None:
    (odds,) = count({"cards": "2 queens", "suits": "hearts"}, {"player": "2"}, decks="2").wagers
    assert odds.rows[0].count == 1


@pytest.mark.parametrize(
    ("wins", "place", "words"),
    [
        ({"cards": "at most 2 aces", "suits": "one"}, "cards", "write it apart, such as all-of:"),
        ({"cards": ["1 king", "no aces"], "suits": "one"}, "cards", "`no aces` beside suits or colors"),
        ({"cards": "exactly 2 of a rank", "suits": "one"}, "cards", "write it apart"),
        ({"cards": "3 nines", "suits": "3"}, "cards", "all-of: [{cards: 3 nines}, {suits: 3}]"),
        ({"cards": "1 king and queen"}, "cards", "a list such as [1 king, 1 queen]"),
        ({"cards": "2 aces, kings"}, "cards", "`2 aces or ...`"),
        ({"cards": "2 queen to nine"}, "cards", "runs backwards"),
        ({"no-pair": "no"}, "no-pair", "leave it out"),
        ({"soft": "maybe", "counting": "pips"}, "soft", "neither yes nor no"),
        ({"suits": "one", "top": "ace"}, "top", "needs poker or run or run-in-suit beside it"),
        ({"poker": "flush", "top": "ace"}, "poker", "has no top to choose; write highest"),
        ({"run": "20"}, "run", "is no length of a run"),
        ({"groups": []}, "groups", "is empty"),
        ({"match": {"of": "player", "with": "player", "numbers": "2"}}, "match", "did you mean number?"),
        ({"cards": ["1 ten-value card", "1 ten-value card"]}, "cards", "stands twice; write how many in one phrase"),
        ({"cards": ["2 hearts", "1 ace"]}, "cards", "all-of: [{cards: 2 hearts}, {cards: 1 ace}] where it may be one"),
        ({"cards": ["2 of a rank", "1 ace"]}, "cards", "one card can be both `2 of a rank` and `1 ace`"),
        ({"cards": ["2 of a rank", "3 of a rank"]}, "cards", "write groups: [2, 3]"),
        ({"poker": "pair", "suits": "one"}, "suits", "can mean 2 cards or all 3"),
        ({"run": "2", "colors": "red"}, "colors", "can mean 2 cards or all 3"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused_with_what_to_write(wins: Any, place: str, words: str) -> None:
    ((at, message),) = count(wins).problems
    assert words in message
    assert at[:5] == ("odds", "wagers", "bet", "wins", place)


def read_block(deck: dict[str, Any], odds: dict[str, Any]) -> OddsReport:
    return odds_of({"deck": deck, "wagers": {"bet": {"pays": "1 to 1"}}, "odds": odds})


@pytest.mark.parametrize(
    ("deck", "odds", "words"),
    [
        ({"decks": "6", "cards": "48"}, {}, "deck / cards says 48, and 52 are counted"),
        ({"decks": "1", "cards": "53"}, {}, "deck / cards says 53, and 52 are counted"),
        ({"decks": "1", "jokers": "1"}, {}, "nothing says what a joker is; write joker: bug or joker: wild"),
        ({"decks": "1"}, {"hands": {"pairs": "one-pair"}}, "`pairs` is defined, and no row, wager or draw names it"),
        (
            {"decks": "1"},
            {"draws": [{"hand": "player", "when": {"cards": "1 ace"}}], "wagers": {"bet": {"wins": "straight"}}},
            "`poker: straight` does not say of how many cards, and more may be drawn; write run: 3",
        ),
        (
            {"decks": "1", "jokers": "1"},
            {"joker": "wild", "wagers": {"bet": {"wins": {"cards": "no aces"}}}},
            "whether a wild joker is one of `no aces` is not said; write joker: no beside it",
        ),
    ],
)
def test_what_a_block_leaves_open_is_not_counted(deck: Any, odds: Any, words: str) -> None:
    usual = {"deal": {"player": "2"}, "wagers": {"bet": {"wins": {"cards": "2 aces"}}}}
    report = read_block(deck, {**usual, **odds})
    assert words in " ".join([message for _, message in report.problems] + [left.reason for left in report.uncounted])


@pytest.mark.parametrize(
    ("wager", "how", "more", "words"),
    [
        ({"pays": {"aces": "$50"}}, {}, {}, "nothing says what is wagered for a prize of $50; say so as stake: $1"),
        ({"pays": {"aces": "50% of jackpot"}}, {"stake": "$1"}, {}, "aces pays a share of a jackpot"),
        (
            {"pays": {"aces": "5 to 1"}},
            {"wins": {"cards": "2 kings"}},
            {},
            "`wins` is for a wager that pays one amount",
        ),
        ({"pays": {"a": {"aces": "5 to 1"}, "aces": "7 to 1"}}, {}, {}, "aces stands beside pay tables, and in none"),
        ({"pays": {"aces": "5 to 1"}}, {"looks-at": "player + player first 1"}, {}, "names cards of player twice"),
        ({"pays": {"aces": "5 to 1"}}, {}, {"other-readings": {"r": {"for": "bett"}}}, "did you mean bet?"),
        (
            {"pays": "1 to 1"},
            {"best-play": {"hand": "player"}, "pushes": "aces"},
            {},
            "beside best-play is read by nothing",
        ),
    ],
)
def test_nothing_of_a_wager_is_left_out_or_taken_for_granted(wager: Any, how: Any, more: Any, words: str) -> None:
    report = odds_of(
        {
            "deck": {"decks": "1"},
            "wagers": {"bet": wager},
            "odds": {"deal": {"player": "2"}, "hands": {"aces": {"cards": "2 aces"}}, "wagers": {"bet": how}, **more},
        }
    )
    assert words in " ".join([message for _, message in report.problems] + [left.reason for left in report.uncounted])
    assert report.wagers == ()


def test_a_wild_joker_is_one_card_of_a_list() -> None:
    """A joker is the ace or the king: with an ace, or a king, it makes both; alone it does not."""
    low_pair_and_king = ["2 of a rank from twos to threes", "1 king"]
    cases: list[tuple[Any, str, int]] = [
        ({"cards": ["1 ace", "1 king"]}, "2", 16 + 8),
        ({"cards": ["1 ace", "1 king"], "suits": "one"}, "2", 4 + 8),
        ({"cards": ["1 ace", "1 king"], "joker": "no"}, "2", 16),
        ({"suits": "hearts"}, "2", comb(13, 2) + 13),
        ({"suits": "hearts", "joker": "no"}, "2", comb(13, 2)),
        ({"cards": low_pair_and_king}, "3", 12 * 4 + 12 + 8 * 4),
        ({"cards": low_pair_and_king, "suits": "one"}, "3", 8),
    ]
    for wins, cards, ways in cases:
        report = read_block(
            {"decks": "1", "jokers": "1"},
            {"joker": "wild", "deal": {"player": cards}, "wagers": {"bet": {"wins": wins}}},
        )
        assert (wins, [odds.rows[0].count for odds in report.wagers]) == (wins, [ways])


def test_a_row_called_other_is_the_hand_of_that_name_where_one_is_defined() -> None:
    document = {
        "deck": {"decks": "1"},
        "wagers": {"bet": {"pays": {"kings": "5 to 1", "other": "3 to 1"}}},
        "odds": {
            "deal": {"player": "2"},
            "hands": {"kings": {"cards": "2 kings"}, "other": {"cards": "2 aces"}},
            "wagers": {"bet": {"looks-at": "player"}},
        },
    }
    assert [row.count for row in odds_of(document).wagers[0].rows] == [6, 6, 1314]


def test_a_misspelled_key_of_a_wager_is_no_wager_on_all_cards() -> None:
    ((at, message),) = count("one-pair", wager={"look-at": "player"}).problems
    assert "did you mean looks-at?" in message
    assert at == ("odds", "wagers", "bet", "look-at")


def test_with_two_hands_a_wager_says_which_cards_it_looks_at() -> None:
    two = {"player": "2", "dealer": "2"}
    ((_, message),) = count("one-pair", two).problems
    assert message == "nothing says which cards it looks at; add looks-at to the wager, or of: beside the entry"
    assert count("one-pair", two, wager={"looks-at": "dealer"}).problems == ()


@pytest.mark.parametrize(("number", "ways"), [("1", 12), ("1+", 15), ("at least 1", 15), ("at most 1", 18), (None, 15)])
def test_a_number_of_matches_is_exact_unless_it_says_at_least(number: str | None, ways: int) -> None:
    """Eight cards of two ranks: the dealer has one, and the player two of seven, of which three match."""
    match = {"of": "player", "with": "dealer", "by": "rank", **({"number": number} if number else {})}
    report = odds_of(
        {
            "deck": {"decks": "1"},
            "wagers": {"bet": {"pays": "1 to 1"}},
            "odds": {
                "without": "3, 4, 5, 6, 7, 8, 9, 10, jack, queen, king",
                "deal": {"player": "2", "dealer": "1"},
                "wagers": {"bet": {"wins": {"match": match}}},
            },
        }
    )
    (odds,) = report.wagers
    assert odds.rows[0].probability == Fraction(ways, 21)


@pytest.mark.parametrize(("jokers", "size"), [("1 per deck", 106), ("1 in all", 105), ("0", 104)])
def test_jokers_are_counted_in_each_deck_or_in_all(jokers: str, size: int) -> None:
    document = {
        "deck": {"decks": "2", "jokers": jokers},
        "wagers": {"bet": {"pays": "1 to 1"}},
        "odds": {"joker": "bug", "deal": {"player": "1"}, "wagers": {"bet": {"wins": {"joker": "yes"}}}},
    }
    (odds,) = odds_of(document).wagers
    assert odds.rows[0].total == size


def test_jokers_of_several_decks_that_could_be_either_are_not_counted() -> None:
    document = {
        "deck": {"decks": "2", "jokers": "1"},
        "wagers": {"bet": {"pays": "1 to 1"}},
        "odds": {"deal": {"player": "1"}, "wagers": {"bet": {"wins": {"joker": "yes"}}}},
    }
    (left,) = odds_of(document).uncounted
    assert left.reason.endswith("write 1 per deck, or 1 in all")


def test_one_definition_that_cannot_be_read_leaves_the_other_wagers_counted() -> None:
    document = {
        "deck": {"decks": "1"},
        "wagers": {"good": {"pays": "1 to 1"}, "bad": {"pays": "1 to 1"}},
        "odds": {
            "deal": {"player": "2"},
            "wagers": {"good": {"wins": "one-pair"}, "bad": {"wins": {"totl": "9"}}},
        },
    }
    report = odds_of(document)
    assert [odds.wager for odds in report.wagers] == ["good"]
    assert [at for at, _ in report.problems] == [("odds", "wagers", "bad", "wins", "totl")]
