"""Raises against a pay table by best play, against laying out every card; and figures that others have printed."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest
import yaml

from compliance.odds.documents import odds_of
from compliance.odds.wagers import WagerOdds, percent
from tests.odds.test_side_bets import document

LET_IT_RIDE = """
deck: {decks: "1"}
wagers:
  ante:
    pays: {royal-flush: 1000 to 1, straight-flush: 200 to 1, four-of-a-kind: 50 to 1, full-house: 11 to 1,
           flush: 8 to 1, straight: 5 to 1, three-of-a-kind: 3 to 1, two-pairs: 2 to 1, tens-or-better: 1 to 1}
  first: {kind: raise}
  second: {kind: raise}
odds:
  deal: {player: 3, board: 2}
  hands: {tens-or-better: {cards: 2 of a rank from tens to aces}}
  wagers:
    ante:
      looks-at: player + board
      best-play:
        raises: [{raise: first, sees: player}, {raise: second, sees: player + board first 1}]
        or: check
"""
MISSISSIPPI_STUD = """
deck: {decks: "1"}
wagers:
  ante:
    pays: {royal-flush: 500 to 1, straight-flush: 100 to 1, four-of-a-kind: 40 to 1, full-house: 10 to 1, flush: 6 to 1,
           straight: 4 to 1, three-of-a-kind: 3 to 1, two-pairs: 2 to 1, jacks-or-better: 1 to 1, sixes: pushes}
odds:
  deal: {player: 2, board: 3}
  hands:
    jacks-or-better: {cards: 2 of a rank from jacks to aces}
    sixes: {cards: 2 of a rank from sixes to tens}
  wagers:
    ante:
      looks-at: player + board
      best-play:
        raises:
          - {raise: third, sees: player, times: 1-3}
          - {raise: fourth, sees: player + board first 1, times: 1-3}
          - {raise: fifth, sees: player + board first 2, times: 1-3}
        or: fold
"""


def compute_wager_odds(game: Any) -> WagerOdds:
    report = odds_of(game)
    assert report.problems == ()
    assert [left for left in report.uncounted if not left.declared] == []
    (found,) = report.wagers
    return found


@pytest.mark.parametrize(("text", "edge"), [(LET_IT_RIDE, "3.51%"), (MISSISSIPPI_STUD, "4.91%")])
def test_published_edges_come_out(text: str, edge: str) -> None:
    odds = compute_wager_odds(yaml.load(text, Loader=yaml.BaseLoader))
    assert percent(odds.edge, 2) == edge
    assert sum(row.count for row in odds.rows) == 52 * 51 * 50 * 49 * 48


def test_let_it_ride_says_how_often_what_is_done() -> None:
    odds = compute_wager_odds(yaml.load(LET_IT_RIDE, Loader=yaml.BaseLoader))
    assert odds.play == (
        "best play: with 3 cards seen no raise 92.72%, raise 7.28%; with 4 cards seen no raise 84.91%, raise 15.09%"
    )


Card = tuple[int, int]


def pay(cards: tuple[Card, ...]) -> int:
    """A flush of three pays 4, three of a kind 9, a pair 1; all else loses."""
    ranks = Counter(rank for rank, _ in cards)
    if len({suit for _, suit in cards}) == 1:
        return 4
    return {3: 9, 2: 1}.get(max(ranks.values()), -1)


def compute_by_enumeration(deck: list[Card], times: tuple[int, ...], fold: bool) -> Fraction:
    """The edge, with one card seen, then two of three."""

    def onward(held: tuple[Card, ...], units: int) -> Fraction:
        left = list(deck)
        for card in held:
            left.remove(card)
        if len(held) == 3:
            return Fraction(units * pay(held))
        choices = [
            sum((onward((*held, card), units + more) for card in left), Fraction(0)) / len(left)
            for more in (times if fold else (0, *times))
        ]
        return max([*choices, Fraction(-units)] if fold else choices)

    return -sum((onward((card,), 1) for card in deck), Fraction(0)) / len(deck)


@pytest.mark.parametrize(("times", "fold"), list(product([(1,), (1, 2)], [True, False])))
@pytest.mark.parametrize("decks", [1, 2])
def test_every_choice_is_the_better_one(times: tuple[int, ...], fold: bool, decks: int) -> None:
    staked = "1" if times == (1,) else "1-2"
    game = {
        "deck": {"decks": str(decks)},
        "wagers": {"ante": {"pays": {"flush": "4 to 1", "three-of-a-kind": "9 to 1", "one-pair": "1 to 1"}}},
        "odds": {
            "deal": {"player": "1", "board": "2"},
            "without": "five to ace",
            "wagers": {
                "ante": {
                    "looks-at": "player + board",
                    "best-play": {
                        "raises": [
                            {"raise": "one", "sees": "player", "times": staked},
                            {"raise": "two", "sees": "player + board first 1", "times": staked},
                        ],
                        "or": "fold" if fold else "check",
                    },
                }
            },
        },
    }
    deck = [(rank, suit) for rank in range(3) for suit in range(4) for _ in range(decks)]
    assert compute_wager_odds(game).edge == compute_by_enumeration(deck, times, fold)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"or": "stand"}, "expected fold or check"),
        ({"raises": []}, "expected a list such as"),
        ({"raises": [{"raise": "first", "sees": "board second card"}]}, "cards are seen from the first of a hand on"),
        (
            {"raises": [{"raise": "first", "sees": "player"}, {"raise": "second", "sees": "player"}]},
            "nothing more is seen",
        ),
        ({"raises": [{"raise": "first", "sees": "player", "times": "0-2"}]}, "is no number of antes"),
        ({"fold": "yes"}, "`fold` is not known here"),
    ],
)
def test_raises_that_cannot_be_read_say_what_to_write(changes: dict[str, Any], words: str) -> None:
    game = yaml.load(LET_IT_RIDE, Loader=yaml.BaseLoader)
    game["odds"]["wagers"]["ante"]["best-play"] |= changes
    ((place, problem),) = odds_of(game).problems
    assert place[:4] == ("odds", "wagers", "ante", "best-play")
    assert words in problem


def test_a_raise_with_pay_of_its_own_is_not_counted() -> None:
    game = yaml.load(LET_IT_RIDE, Loader=yaml.BaseLoader)
    game["wagers"]["first"]["pays"] = "1 to 1"
    assert [left.reason for left in odds_of(game).uncounted if left.wager == "ante"] == [
        "first does not pay as ante does"
    ]


CHARTS = [
    ("anything", "7.65%"),
    ({"any-of": ["one-pair", "flush", "straight", {"highest": "queen or better"}]}, "3.45%"),
]


@pytest.mark.parametrize(("chart", "edge"), CHARTS, ids=["always", "as the dealer"])
def test_a_player_who_raises_by_a_chart(chart: Any, edge: str) -> None:
    """Three card poker: raising blind costs 7.65%, raising with what the dealer qualifies with 3.45%."""
    game = document("ante-and-play")
    game["odds"]["wagers"]["ante"]["best-play"]["raises-with"] = chart
    game.pop("claims", None)
    odds = compute_wager_odds(game)
    assert (percent(odds.edge, 2), odds.play) == (edge, "")


def test_the_hands_of_the_little_deck_are_all_of_them() -> None:
    deck = list(product(range(3), range(4)))
    assert len(list(permutations(deck, 2))) == 12 * 11
    assert sum(pay(cards) == 4 for cards in combinations(deck, 3)) == 4
