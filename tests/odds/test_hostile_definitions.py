"""Definitions that nobody means: each is answered in words, with bounded work."""

from typing import Any

import pytest

from compliance.odds.documents import OddsReport, odds_of


def game(
    odds: dict[str, Any], pays: Any = "1 to 1", tables: Any = None, decks: str = "1", jokers: str = "0"
) -> OddsReport:
    document = {
        "title": "Made up",
        "deck": {"decks": decks, "jokers": jokers},
        "wagers": {"bet": {"pays": pays}},
        "tables": tables or {},
        "odds": {"counting": "baccarat", **odds},
    }
    return odds_of(document)


def find_reason(report: OddsReport) -> str:
    """The one thing that the report says is wrong."""
    said = [words for _, words in report.problems] + [left.reason for left in report.uncounted if not left.declared]
    assert len(said) == 1, said
    return said[0]


def bet(**entries: Any) -> dict[str, Any]:
    return {"wagers": {"bet": {"looks-at": "player", **entries}}}


def test_a_contradiction_is_a_row_that_never_occurs() -> None:
    report = game({"deal": {"player": "5"}, **bet(wins={"cards": ["5 aces", "5 kings"]})})
    assert [(row.name, row.count) for row in report.wagers[0].rows] == [("wins", 0), ("everything else", 2598960)]


def test_an_empty_definition_holds_always() -> None:
    report = game({"deal": {"player": "5"}, **bet(wins={})})
    assert report.wagers[0].hit_rate == 1


def test_a_definition_in_a_circle_is_told_with_the_circle() -> None:
    hands = {"a": {"none-of": ["b"]}, "b": {"any-of": ["c"]}, "c": "a"}
    assert "a -> b -> c -> a" in find_reason(game({"deal": {"player": "5"}, "hands": hands, **bet(wins="a")}))


def test_definitions_that_stand_too_deep_are_refused() -> None:
    hands = {f"h{place}": {"any-of": [f"h{place + 1}"]} for place in range(50)} | {"h50": {"size": "5"}}
    assert "definitions deep" in find_reason(game({"deal": {"player": "5"}, "hands": hands, **bet(wins="h0")}))


def test_definitions_that_double_at_each_step_are_refused() -> None:
    hands: dict[str, Any] = {f"h{place}": {"any-of": [f"h{place + 1}"] * 9} for place in range(15)}
    hands["h15"] = {"total": "9"}
    assert "too many" in find_reason(game({"deal": {"player": "2"}, "hands": hands, **bet(wins="h0")}))


def test_overlapping_rows_are_counted_in_their_order_and_told() -> None:
    pays = {"one-pair": "1 to 1", "three-of-a-kind": "30 to 1", "straight": "2 to 1"}
    report = game({"deal": {"player": "3"}, **bet()}, pays)
    assert [row.count for row in report.wagers[0].rows[:2]] == [3796, 0]
    # 3,744 pairs gain 1, 52 threes of a kind 30, 768 straights 2; of 22,100 hands the rest loses.
    assert report.wagers[0].notes == (
        "read so that the best paid row takes a hand, the house edge is 48.3982%",
        "three-of-a-kind takes 0 hands in the printed order of rows and 52 with the best paid row first",
        "one-pair takes 3,796 hands in the printed order of rows and 3,744 with the best paid row first",
    )


def test_many_wild_jokers_are_refused_before_work_is_begun() -> None:
    pays = {"four-of-a-kind": "1 to 1", "flush": "1 to 1", "straight": "1 to 1"}
    report = game({"deal": {"player": "7"}, "joker": "wild", **bet()}, pays, decks="100", jokers="2 per deck")
    assert "7 cards make too many kinds of hands" in find_reason(report)


@pytest.mark.parametrize("cards", ["10", "30", "52"])
def test_long_hands_under_conditions_on_suits_are_refused(cards: str) -> None:
    wins = {"any-of": [{"cards": "2 of a rank", "suits": "one"}, {"color-flush": "6"}, {"run": "5"}]}
    said = find_reason(game({"deal": {"player": cards}, **bet(wins=wins)}, decks="8"))
    assert "too many kinds" in said or "the most is 10" in said


def test_ten_to_the_thirtieth_hands_by_ranks_are_counted() -> None:
    report = game({"deal": {"player": "10"}, **bet(wins={"cards": "4 of a rank"})}, decks="100")
    assert report.wagers[0].rows[0].total > 10**30


def test_a_table_that_always_draws_is_told() -> None:
    tables = {"dealer": {"rules": [{"then": "hit"}]}}
    odds = {
        "counting": "blackjack",
        "deal": {"player": "2"},
        "draws": [{"hand": "player", "again": "yes", "by": "dealer"}],
    }
    assert "never ends" in find_reason(game({**odds, **bet(wins={"size": "3+"})}, tables=tables, decks="8"))


def test_a_table_with_a_gap_is_told_with_the_hand() -> None:
    tables = {"dealer": {"rules": [{"total": "0-16", "then": "hit"}]}}
    odds = {
        "counting": "blackjack",
        "deal": {"player": "2"},
        "draws": [{"hand": "player", "again": "yes", "by": "dealer", "reads": {"total": "total of player"}}],
    }
    said = find_reason(game({**odds, **bet(wins={"total": "over 21"})}, tables=tables))
    assert "dealer does not say whether player draws" in said


@pytest.mark.parametrize(
    ("odds", "said"),
    [
        ({"deal": {"player": "60"}, **bet(wins={"total": "9"})}, "60 cards are dealt and the shoe has 52"),
        ({"deal": {"player": "2"}, **bet(wins={"totl": "9"})}, "`totl` is no entry of a definition"),
        ({"deal": {"player": "2"}, **bet(wins={"total": "nine-ish"})}, "`nine-ish` is no number"),
        ({"deal": {"player": "2"}, **bet(wins="royalty")}, "`royalty` is not defined"),
        ({"deal": {"player": "2"}, **bet(wins={"of": "dealer", "total": "9"})}, "names no hand of the deal"),
        ({"deal": {"player": "2"}, **bet(wins={"cards": "9 lives"})}, "`lives` is no rank"),
        ({"deal": {"player": "2"}, **bet(wins=["9"])}, "is no definition"),
        ({"deal": {"player": "x"}, **bet(wins={"total": "9"})}, "`x` is no number"),
        ({"deal": {"player": "2"}, "joker": "sly", **bet(wins={"total": "9"})}, "joker is bug or wild"),
        ({"deal": {"player": "2"}, "draws": "none", **bet(wins={"total": "9"})}, "draws is a list"),
        ({"deal": {"player": "2"}, "draws": [{"hand": "player", "by": "x"}], **bet(wins="x")}, "no table `x`"),
        ({"deal": {"player": "2"}, **bet()}, "nothing says when it wins"),
        ({"deal": {"player": "2"}}, "nothing says which cards it looks at"),
    ],
)
def test_what_cannot_be_read_is_told_in_words(odds: dict[str, Any], said: str) -> None:
    assert said in find_reason(game(odds))


@pytest.mark.parametrize(("deal", "wins"), [("-1", "straight-flush"), ("5", {"run": "-2"}), ("5", {"flush": "-3"})])
def test_fewer_cards_than_none_are_refused(deal: str, wins: Any) -> None:
    said = find_reason(game({"deal": {"player": deal}, **bet(wins=wins)}))
    assert "is below zero; expected how many" in said
