"""`pitboss fees`: shares of the action, break-even and cost by the hour, against figures worked out by hand."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Ran

NAPA = ROOT / "rulesets" / "california" / "napa-valley"
GAMES = NAPA / "california-games-schedule.yaml"
TILES = NAPA / "pai-gow-tiles-schedule.yaml"
BACCARAT = NAPA / "ez-baccarat-panda-8.yaml"


def fees_of(ran: Ran, option: str, payer: str = "player-dealer") -> dict[str, Any]:
    (document,) = ran.data["documents"]
    (found,) = [fee for fee in document["fees"] if (fee["option"], fee["payer"]) == (option, payer)]
    return dict(found)


def test_shares_at_both_ends_of_each_band(pitboss: Callable[..., Ran]) -> None:
    bands = fees_of(pitboss("fees", GAMES, "--format", "json"), "4")["bands"]
    found = [(one["fee"], one["lower_end"]["share"], (one["upper_end"] or {}).get("share")) for one in bands]
    assert found == [
        ("1", "1", "1/100"),
        ("3", "3/101", "1/100"),
        ("5", "5/301", "1/100"),
        ("8", "8/501", "1/100"),
        ("10", "10/801", None),
    ]


def test_the_lower_end_is_the_least_wager_at_the_table(pitboss: Callable[..., Ran]) -> None:
    """The house chooses a minimum from $10 to $100: $10 is the least there may be, whatever the band says of $5."""
    first = fees_of(pitboss("fees", TILES, "--format", "json"), "1", "player")["bands"][0]
    assert first["band"] == "$5-$1,000"
    assert (first["lower_end"]["action"], first["lower_end"]["share"]) == ("10", "1/10")


def test_break_even_is_where_the_edge_on_the_action_is_the_fee(pitboss: Callable[..., Ran]) -> None:
    fee = fees_of(pitboss("fees", GAMES, "--edge", "1.25%", "--format", "json"), "5")
    # $1, $2, $5, $10 and $25 by an edge of 1/80.
    assert [one["break_even_action"] for one in fee["bands"]] == ["80", "160", "400", "800", "2000"]
    # In its own band each, but for $160, at which the edge of every action from $101 on is above $2 only from $160.
    assert fee["edge_covers_fee"] == [
        {"from": "80", "to": "100"},
        {"from": "160", "to": "300"},
        {"from": "400", "to": "500"},
        {"from": "800", "to": "1000"},
        {"from": "2000", "to": None},
    ]


def test_the_edge_of_a_game_by_what_is_wagered_on(pitboss: Callable[..., Ran]) -> None:
    actions = ["--action", "player-line=75%", "--action", "tie-bet=25%", "--decks", "8"]
    ran = pitboss("fees", GAMES, "--game", BACCARAT, *actions, "--format", "json")
    odds = pitboss("odds", BACCARAT, "--decks", "8", "--format", "json").data["documents"][0]["wagers"]
    edges = {one["wager"]: Fraction(one["house_edge"]["exact"]) for one in odds if not one["reading"]}
    expected = edges["player-line"] * 3 / 4 + edges["tie-bet"] / 4
    assert Fraction(ran.data["documents"][0]["edge"]) == expected


def test_a_page_has_the_cost_of_an_hour(pitboss: Callable[..., Ran]) -> None:
    out = pitboss("fees", GAMES, "--edge", "1%", "--hands-per-hour", "40").out
    (row,) = [line.split() for line in out.splitlines() if line.startswith(" $101-$300") and "$3" in line.split()][:1]
    assert row == ["$101-$300", "$3", "$101", "2.9703%", "$1.01", "-$1.99", "-1.9703%", "$120", "-$79.60"]
    assert "- At the upper end of each of 4 bands the fee is exactly 1.0000% of the action." in out
    assert "Smallest chip" in out
    assert "(assumed; the schedule states no unit)" in out


def test_every_chip_of_a_band(pitboss: Callable[..., Ran]) -> None:
    out = pitboss("fees", TILES, "--each-step", "--step", "$100", "--format", "markdown").out
    assert "|  |  | $700 | 0.1429% |" in out


def test_fees_that_do_not_go_by_the_action_are_shown_as_they_are(pitboss: Callable[..., Ran]) -> None:
    out = pitboss("fees", NAPA / "poker-schedule-old.yaml", "--hands-per-hour", "30").out
    assert "$2 to $5 by the number of players" in " ".join(out.split())
    assert "$6, that is $12 an hour and $0.40 a hand." in out


@pytest.mark.parametrize("format", ["html", "pdf"])
def test_pages_are_the_same_bytes_on_the_same_day(pitboss: Callable[..., Ran], tmp_path: Path, format: str) -> None:
    made = []
    for name in ("one", "other"):
        arguments = ["--format", format, "--as-of", "2024-07-01", "--output", tmp_path / name]
        assert pitboss("fees", GAMES, "--edge", "1%", *arguments).code == 0
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    assert made[0].startswith(b"%PDF-" if format == "pdf" else b"<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([BACCARAT], 3, "no collection schedule"),
        ([NAPA / "absent.yaml"], 4, "cannot be read"),
        ([GAMES, "--game", BACCARAT], 2, "what part of the action is on each wager"),
        ([GAMES, "--game", BACCARAT, "--action", "player-line=75%"], 2, "do not add up to 100%"),
        ([GAMES, "--game", BACCARAT, "--action", "nothing=100%"], 2, "nothing is not counted; counted are"),
        ([GAMES, "--game", GAMES], 2, "no rules of a game"),
        ([GAMES, "--action", "player-line=100%"], 2, "name its rules with --game"),
        ([GAMES, "--edge", "1%", "--game", BACCARAT], 2, "leave out --edge"),
        ([GAMES, "--edge", "much"], 2, "a percentage such as 5%"),
        ([GAMES, "--step", "$0"], 2, "expected more than nothing"),
    ],
)
def test_what_cannot_be_computed_is_refused_in_words(
    pitboss: Callable[..., Ran], arguments: list[Any], code: int, words: str
) -> None:
    ran = pitboss("fees", *arguments)
    assert (ran.code, words in ran.err) == (code, True), ran.err
