"""Draw or stand by best play, against laying out every deal by the values of cards."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from compliance.odds.documents import odds_of
from compliance.odds.wagers import WagerOdds
from tests.odds.test_library_odds import odds

Left = dict[int, int]


def remove_cards(left: Left, *values: int) -> Left:
    """The cards that are left, by value."""
    return {value: many - values.count(value) for value, many in left.items()}


def deals(left: Left, cards: int) -> list[tuple[tuple[int, ...], int]]:
    """Every order of so many cards by value, with the number of ways."""
    found = []
    for values in product(left, repeat=cards):
        ways, rest = 1, dict(left)
        for value in values:
            ways *= rest[value]
            rest[value] -= 1
        if ways:
            found.append((values, ways))
    return found


def pass_line(decks: int) -> Fraction:
    """The edge of the pass line of Gow Z Gow: two cards each, one more for the player if that is better."""
    shoe: Left = dict.fromkeys(range(1, 10), 4 * decks) | {0: 16 * decks}
    size = 52 * decks
    won = Fraction(0)
    for (one, other, up), ways in deals(shoe, 3):
        left = remove_cards(shoe, one, other, up)
        chance = Fraction(ways, size * (size - 1) * (size - 2))
        if one == other == 9:
            pair = Fraction(left[9], size - 3) if up == 9 else Fraction(0)
            won += chance * (1 - pair) * Fraction(19, 20)
            continue
        stand = draw = 0  # in twentieths of the wager
        for (hole, drawn, dealers), more in deals(left, 3):
            theirs = (up + hole) % 10
            theirs = (theirs + dealers) % 10 if theirs < 5 else theirs
            lost = up == hole == 9
            mine, improved = (one + other) % 10, (one + other + drawn) % 10
            stand += more * (-20 if lost or mine < theirs else 0 if mine == theirs else 19)
            draw += more * (-20 if lost or improved < theirs else 0 if improved == theirs else 19)
        won += chance * Fraction(max(stand, draw), 20 * (size - 3) * (size - 4) * (size - 5))
    return -won


def test_the_pass_line_of_gow_z_gow_by_best_play() -> None:
    counted = odds("gow", "pass-line", 6)
    words = "best play is to draw with 0-4; 5 against 0-1, 5-9, and to stand with the rest"
    assert counted.play == f"{words}; it draws in 60.26% of its choices"
    assert counted.edge == Fraction(287283189793, 15258145953050)
    assert counted.edge == pass_line(6)


def game(player: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Two cards each of a deck of five ranks; the higher total wins."""
    return {
        "deck": {"decks": "1"},
        "wagers": {"line": {"pays": "1 to 1"}},
        "tables": {
            "chart": {
                "kind": "drawing",
                "given": {"total": "0-9"},
                "rules": [{"total": "0-5", "then": "draw"}, {"total": "6-9", "then": "stand"}],
            }
        },
        "odds": {
            "counting": "baccarat",
            "without": "six to king",
            "deal": {"player": "2", "dealer": "2"},
            "hands": {"higher": {"margin": {"of": "player", "above": "dealer", "by": "1+"}}},
            "wagers": {"line": {"wins": "higher", "draws": [player], **more}},
        },
    }


BEST = {"hand": "player", "by": "best play", "sees": "dealer first card"}
CHART = {"hand": "player", "by": "chart", "reads": {"total": "total of player"}}


def compute_wager_odds(document: dict[str, Any]) -> WagerOdds:
    report = odds_of(document)
    assert report.problems == ()
    (found,) = report.wagers
    return found


def edge_by_values(sees: bool) -> Fraction:
    shoe: Left = {1: 4, 2: 4, 3: 4, 4: 4, 5: 4}
    won = Fraction(0)
    seen: dict[tuple[int, ...], dict[str, int]] = {}
    for (one, other, up, hole, drawn), ways in deals(shoe, 5):
        known = seen.setdefault((*sorted((one, other)), up if sees else 0), {"stand": 0, "draw": 0})
        for own, mine in (("stand", one + other), ("draw", one + other + drawn)):
            known[own] += ways * (1 if mine % 10 > (up + hole) % 10 else -1)
    won = Fraction(sum(max(known.values()) for known in seen.values()), 20 * 19 * 18 * 17 * 16)
    return -won


@pytest.mark.parametrize("sees", [True, False])
def test_best_play_is_the_better_of_drawing_and_standing_for_all_that_is_seen(sees: bool) -> None:
    player = BEST if sees else {key: value for key, value in BEST.items() if key != "sees"}
    assert compute_wager_odds(game(player)).edge == edge_by_values(sees)


def test_best_play_where_the_dealer_draws_by_what_the_player_then_holds() -> None:
    document = game(BEST)
    document["odds"]["wagers"]["line"]["draws"].append({"hand": "dealer", "when": {"of": "player", "total": "6-9"}})
    seen: dict[tuple[int, ...], dict[str, int]] = {}
    for (one, other, up, hole, drawn, dealers), ways in deals({1: 4, 2: 4, 3: 4, 4: 4, 5: 4}, 6):
        known = seen.setdefault((*sorted((one, other)), up), {"stand": 0, "draw": 0})
        # Who stands leaves the next card to the dealer.
        for own, mine, more in (("stand", one + other, drawn), ("draw", one + other + drawn, dealers)):
            theirs = up + hole + (more if mine % 10 > 5 else 0)
            known[own] += ways * (1 if mine % 10 > theirs % 10 else -1)
    won = Fraction(sum(max(known.values()) for known in seen.values()), 20 * 19 * 18 * 17 * 16 * 15)
    assert compute_wager_odds(document).edge == -won


def test_a_player_who_follows_a_chart_does_no_better_than_best_play() -> None:
    chart, best = compute_wager_odds(game(CHART)), compute_wager_odds(game(BEST))
    assert chart.play == ""
    assert chart.edge > best.edge


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        ({**BEST, "again": "yes"}, "`again` is not known here"),
        ({**CHART, "sees": "dealer first card"}, "`sees` is not known here"),
    ],
)
def test_what_best_play_does_not_know_is_refused(draw: dict[str, Any], words: str) -> None:
    ((place, problem),) = odds_of(game(draw)).problems
    assert place[:3] == ("odds", "wagers", "line")
    assert words in problem


def test_best_play_sees_no_card_that_is_dealt_later() -> None:
    (left,) = odds_of(game({**BEST, "unless": {"of": "dealer", "total": "9"}})).uncounted
    assert left.reason == "1 deck: a rule for player looks at cards that are not seen when it draws"


def test_best_play_belongs_to_a_wager() -> None:
    document = game(BEST)
    document["odds"]["draws"] = document["odds"]["wagers"]["line"].pop("draws")
    ((place, problem),) = odds_of(document).problems
    assert (place, problem) == (("odds", "draws"), "best play is that of one wager; write these draws beside it")


def test_players_against_each_other_have_no_edge_to_count() -> None:
    (left,) = odds_of({"bank": {"by": "pot"}, "wagers": {"blind": {"kind": "blind"}}}).uncounted
    assert left.declared
    assert left.reason == "players play against each other for the pot: there is no edge to count"
    (bonus,) = odds_of({"bank": {"by": "pot"}, "wagers": {"pair": {"pays": "5 to 1"}}}).uncounted
    assert not bonus.declared
