"""Figures of a document against its paper: what is printed, what is not, what stands in another row."""

from __future__ import annotations

import pytest

from tests.paper.conftest import GAME, GAME_PAPER, SCHEDULE, SCHEDULE_PAPER, Compare, differences

BANDS = "options / 1 / collections / 2 / bands"


def test_a_document_that_says_what_the_paper_prints_has_no_difference(compared: Compare) -> None:
    for document, paper in ((SCHEDULE, SCHEDULE_PAPER), (GAME, GAME_PAPER)):
        found = compared(document, paper)
        assert differences(found) == []
        assert found.figures == found.bound
        assert found.not_cited == ()


def test_the_rule_is_told_by_which_a_figure_counts_as_printed(compared: Compare) -> None:
    assert dict(compared(GAME, GAME_PAPER).rules) == {
        "a notation of the paper": 1,
        "an end of a range": 2,
        "as printed": 11,
        "by the domain of the table": 2,
        "in words": 1,
        "none, in words": 1,
    }


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("$101-$300: $3", "$101-$300: $9", f"{BANDS} / $101-$300"),
        ("$301+: $6", "$302+: $6", f"{BANDS} / $302+"),
        ("GEGA-001235", "GEGA-001236", "games / 2 / approval"),
        ('"$5,000"', '"$6,000"', "table-limits / maximum"),
    ],
)
def test_a_figure_that_its_lines_do_not_print_is_told(compared: Compare, old: str, new: str, place: str) -> None:
    assert differences(compared(SCHEDULE, SCHEDULE_PAPER, (old, new))) == [("figure", place)]


PRINTED = "When nobody takes the bank, the game will be “bro-\nken” or stopped, as required by the Penal Code.\n"


@pytest.mark.parametrize(
    ("says", "is_printed"),
    [
        ('the game will be "broken" or stopped', True),
        ("When Nobody takes the bank ... stopped", True),
        ("when n0body takes the bank", True),
        ("other", True),
        ("the game may be broken or stopped", False),
        ("stopped ... When nobody takes the bank", False),
        ("Harbor Club", False),  # printed, and not on the lines that are cited
    ],
)
def test_a_quoted_sentence_stands_on_the_lines_that_are_cited(compared: Compare, says: str, is_printed: bool) -> None:
    lines = SCHEDULE_PAPER.count("\n")
    stated = f"terms: {{notice: {{means: given, says: '{says}', source: {lines + 1}-{lines + 2}}},"
    found = compared(SCHEDULE, SCHEDULE_PAPER + PRINTED, ("terms: {", stated + " "))
    assert differences(found) == ([] if is_printed else [("sentence", "terms / notice / says")])
    for one in found.differences:
        assert f"`{says}`" in one.message
        assert any(words in one.message for words in ("When nobody takes the bank", "ken” or stopped"))


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("cards: 52", "cards: 53", "deck / cards"),
        ("decks: 1-8", "decks: 1-6", "deck / decks"),
        ("jokers: 0", "jokers: 3", "deck / jokers"),
        ("two-suited-nines: 30 to 1", "two-suited-nines: 40 to 1", "wagers / nines / pays / two-suited-nines"),
        ("contribution: 20%", "contribution: 21%", "progressive / contribution"),
        ("total: 17-26", "total: 18-26", "tables / dealer / rules / 2 / total"),
    ],
)
def test_a_figure_of_a_game_that_its_lines_do_not_print_is_told(
    compared: Compare, old: str, new: str, place: str
) -> None:
    assert ("figure", place) in differences(compared(GAME, GAME_PAPER, (old, new)))


def test_the_message_names_the_value_the_lines_and_what_they_print(compared: Compare) -> None:
    (found,) = compared(SCHEDULE, SCHEDULE_PAPER, ("$101-$300: $3", "$101-$300: $9")).differences
    prints = "they print $1-$50, $0.50, $1-$100, $1, $101-$300, $3 and others"
    assert found.message == f"$9 is not printed on lines 7-9 of harbor.txt, cited for it; {prints}."
    assert [str(one) for one in found.quotes] == [
        "harbor.txt, line 7: 1 $1-$50 $0.50 $1-$100 $1",
        "harbor.txt, line 8: $101-$300 $3",
    ]


def test_two_values_swapped_are_told_by_their_rows(compared: Compare) -> None:
    swapped = compared(SCHEDULE, SCHEDULE_PAPER, ("$101-$300: $3, $301+: $6", "$101-$300: $6, $301+: $3"))
    assert differences(swapped) == [("row", f"{BANDS} / $101-$300"), ("row", f"{BANDS} / $301+")]
    assert swapped.differences[0].message == ("Line 8 of harbor.txt prints `$101-$300 $3`; the document says $6.")
    envy = compared(GAME, GAME_PAPER, ("three-nines-same-color: $100", "three-nines-same-color: $50"))
    assert differences(envy) == [("row", "envy / pays / three-nines-same-color")]


def test_a_row_in_two_lines_and_one_named_in_digits_are_found(compared: Compare) -> None:
    swapped = compared(
        GAME,
        GAME_PAPER,
        ("three-nines-same-color: 200 to 1", "three-nines-same-color: 100 to 1"),
    )
    assert differences(swapped) == [("row", "wagers / nines / pays / three-nines-same-color")]


def test_what_is_worked_out_is_declared_with_its_value(compared: Compare) -> None:
    declared = ("  printed:", "  worked-out:\n    - {at: deck / cards, is: 53, why: the joker is counted}\n  printed:")
    assert differences(compared(GAME, GAME_PAPER, ("cards: 52", "cards: 53"), declared)) == []
    assert differences(compared(GAME, GAME_PAPER, ("cards: 52", "cards: 54"), declared)) == [
        ("figure", "deck / cards"),
        ("unused", "reading / worked-out / 1"),
    ]


def test_lines_beyond_the_paper_and_empty_ones_are_told(compared: Compare) -> None:
    assert differences(compared(SCHEDULE, SCHEDULE_PAPER, ("play, source: 4", "play, source: 5"))) == [
        ("lines", "terms / source")
    ]
    assert ("lines", "terms / source") in differences(
        compared(SCHEDULE, SCHEDULE_PAPER, ("play, source: 4", "play, source: 400"))
    )


def test_what_the_paper_prints_and_no_fact_holds_is_listed(compared: Compare) -> None:
    without_option = SCHEDULE[SCHEDULE.index("  - option: 3") : SCHEDULE.index("table-limits")]
    found = compared(SCHEDULE, SCHEDULE_PAPER, (without_option, ""))
    assert [one.place for one in found.not_cited] == ["13", "14"]
    without_row = compared(GAME, GAME_PAPER, ("      two-suited-nines: 30 to 1\n", ""))
    assert [(one.what, one.words) for one in without_row.not_cited] == [("row", "2 Suited Nines 30 to 1 $5")]


def test_a_digit_that_is_changed_on_the_paper_is_told(compared: Compare) -> None:
    changed = compared(SCHEDULE, SCHEDULE_PAPER, on_paper=(("$201-$500 $4", "$201-$600 $4"),))
    assert differences(changed) == [("figure", "options / 2 / collections / 2 / bands / $201-$500")]
    assert [one.words for one in changed.not_cited] == ["$201-$600 $4"]


def test_lines_of_pages_are_cited_by_page(compared: Compare) -> None:
    paged = GAME_PAPER.replace("Hand  Pays", "\fHand  Pays")
    document = GAME.replace("source: 4-10", "source: p2:1-7").replace("source: 4-9", "source: p2:1-6")
    assert differences(compared(document, paged)) == []
    assert differences(compared(document, paged, ("p2:1-7", "p3:1-7")))[0] == (
        "lines",
        "wagers / nines / pays / source",
    )


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("decks: 1-8", "decks: 3-5", "deck / decks"),
        ("players: 7", "players: 5", "table / players"),
        ("name: 6 Card Bonus", "name: 5 Card Bonus", "wagers / nines / name"),
        ("9, 8, 7, 6, 5", "9, 8, 7, 8, 5", "cards / rank-order"),
        ("[0, 1, 8, 9]", "[0, 1, 5, 9]", "tables / third / rules / 1 / card / 3"),
    ],
)
def test_a_number_that_is_printed_of_something_else_is_told(compared: Compare, old: str, new: str, place: str) -> None:
    paper = GAME_PAPER + (
        "The table seats seven (7) players; five cards are dealt to each of 3 players in 5 rounds.\n"
        "The 6 Card Bonus pays on 5 cards. Cards rank 9, 8, 7, 6, 5 and down.\n"
        "If the card was a 0, 1, 8 or 9 the dealer draws.\n"
        "After any other card the hand ends at once.\n"
        "If it was a 2, 3 or 5 the dealer stands on 4, 6 or 7.\n"
    )
    document = (
        GAME.replace("lines: 1-12", "lines: 1-17")
        .replace("    kind: bonus\n", "    kind: bonus\n    name: 6 Card Bonus\n")
        .replace(
            "    minimum: $5\n    placed: before the deal\n    source: 3", "    placed: before the deal\n    source: 14"
        )
        .replace("tables:\n", THIRD)
    )
    assert differences(compared(document, paper)) == []
    kinds = {kind for kind, route in differences(compared(document, paper, (old, new))) if route == place}
    assert kinds <= {"row", "figure"}
    assert kinds


THIRD = """\
table: {players: 7, source: 13}
cards: {rank-order: "9, 8, 7, 6, 5", source: 14}
tables:
  third:
    kind: drawing
    given: {card: 0-9}
    rules:
      - {card: [0, 1, 8, 9], then: draw}
      - {card: [2, 3, 5], then: stand}
      - {card: [4, 6, 7], then: stand}
    source: 15-17
"""


def test_seats_that_dice_name_are_counted_on(compared: Compare) -> None:
    totals = ", ".join(f'"{total}": position {(total - 1) % 7 + 1}' for total in range(3, 19))
    document = GAME.replace("tables:\n", f"action: {{dice: 3, seats: 7, totals: {{{totals}}}, source: 13}}\ntables:\n")
    document = document.replace("lines: 1-12", "lines: 1-13")
    paper = GAME_PAPER + "Three dice name one of 7 seats; the player-dealer is one, eight and fifteen.\n"
    assert differences(compared(document, paper)) == []
    wrong = compared(document, paper, ('"10": position 3', '"10": position 1'))
    assert ("row", "action / totals / 10") in differences(wrong)
    assert any("a total of 10 names position 3" in one.message for one in wrong.differences)


def test_a_duty_that_nothing_cites_is_listed_once_for_its_passage(compared: Compare) -> None:
    more = "The bank must be offered to every player in turn\nbefore each second hand of the game.\n"
    edit = ("lines: 1-12", "lines: 1-14")
    found = compared(GAME, GAME_PAPER + more, edit)
    assert [(one.what, one.place) for one in found.not_cited] == [("duty", "13-14")]
    noted = compared(GAME + "  not-a-rule: [{at: 13-14, what: said elsewhere}]\n", GAME_PAPER + more, edit)
    assert noted.not_cited == ()


def test_a_fact_is_quoted_by_the_line_of_its_figure(compared: Compare) -> None:
    found = compared(GAME, GAME_PAPER)
    pays = ("wagers", "nines", "pays")
    assert [str(one) for one in found.quote((*pays, "two-suited-nines"), "4-10")] == [
        "harbor.txt, line 9: 2 Suited Nines 30 to 1 $5"
    ]
    assert [one.place for one in found.quote(pays, "4-10")] == ["4", "5"]


GRID_PAPER = """\
Harbor Club Collection Rates
Option  Payer  $1-$100  $101-$200  $201+
1  Player  $0  $1  $2
Player-Dealer  $1  $3  $4
2  Player  $1  $2  $3
Player-Dealer  $2  $4  $6
"""
GRID = """\
document: schedule
title: Harbor Club Collection Rates
id: harbor-rates
jurisdiction: california
establishment: Harbor Club
games: [{game: harbor-nines}]
shared: {by-payer: {player: {by: total-table-action}, player-dealer: {by: total-table-action}}}
options:
  - option: 1
    source: 2-6
    collections:
      - {payer: player, bands: {$1-$100: $0, $101-$200: $1, $201+: $2}}
      - {payer: player-dealer, bands: {$1-$100: $1, $101-$200: $3, $201+: $4}}
  - option: 2
    source: 2-6
    collections:
      - {payer: player, bands: {$1-$100: $1, $101-$200: $2, $201+: $3}}
      - {payer: player-dealer, bands: {$1-$100: $2, $101-$200: $4, $201+: $6}}
reading:
  source: {file: harbor.txt, lines: 1-6}
"""


def test_fees_of_a_grid_stand_in_one_line_below_their_ranges(compared: Compare) -> None:
    found = compared(GRID, GRID_PAPER)
    assert (differences(found), found.bound) == ([], found.figures)
    slipped = compared(GRID, GRID_PAPER, ("$101-$200: $3", "$101-$200: $2"))
    assert differences(slipped) == [("row", "options / 1 / collections / 2 / bands / $101-$200")]


def test_a_band_is_bounded_by_its_neighbor(compared: Compare) -> None:
    words = (("$101 and above", "More than $100"),)
    found = compared(SCHEDULE, SCHEDULE_PAPER, on_paper=words)
    assert (differences(found), dict(found.rules)["next to a printed bound"]) == ([], 1)
    slipped = compared(SCHEDULE, SCHEDULE_PAPER, ("$101+: $5", "$102+: $5"), on_paper=words)
    assert differences(slipped) == [("figure", "options / 3 / collections / 2 / bands / $102+")]


def test_amounts_in_dollars_by_their_head_and_odds_in_other_numbers_are_printed(compared: Compare) -> None:
    plain = SCHEDULE_PAPER.replace("$", "").replace("Wager amount", "Wager amount ($)").replace("5,000", "$5,000")
    found = compared(SCHEDULE, plain)
    assert differences(found) == []
    assert dict(found.rules)["amounts by the head of the table"] > 15
    assert differences(compared(SCHEDULE, plain, ("$101-$300: $3", "$101-$300: $9"))) == [
        ("figure", f"{BANDS} / $101-$300")
    ]
    odds = compared(GAME, GAME_PAPER, ("one-nine: 2 to 1", "one-nine: 3 to 2"), on_paper=(("2 to 1", "1.5 to 1"),))
    assert differences(odds) == []
    assert dict(odds.rules)["the same odds in other numbers"] == 1
