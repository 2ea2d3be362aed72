"""What a count may cost: by its definition alone, more where it is allowed, and never by what was counted before."""

from typing import Any

import pytest

from compliance.odds import budget, counts, documents
from compliance.odds.budget import MOST_STEPS, Effort, TooMuch
from compliance.odds.documents import odds_of
from compliance.source.bounded_cache import BoundedCache
from tests.odds.test_published_wagers import GAMES

# Two decks, two hands, a suit of its own: more kinds of hands than are counted unasked.
BOUNTY: dict[str, Any] = {
    "deck": {"decks": "2"},
    "wagers": {
        "kings": {
            "pays": {"spades-and-dealer": "1000 to 1", "spades": "100 to 1", "kings": "20 to 1", "twenty": "4 to 1"}
        }
    },
    "odds": {
        "counting": "blackjack",
        "deal": {"player": "2", "dealer": "2"},
        "hands": {
            "spades": {"cards": "2 kings of spades"},
            "spades-and-dealer": {"all-of": ["spades", {"of": "dealer", "total": "21"}]},
            "kings": {"cards": "2 kings", "suits": "one"},
            "twenty": {"cards": "2 of a rank from tens to kings", "suits": "one"},
        },
        "wagers": {"kings": {"looks-at": "player"}},
    },
}


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less than usual, and nothing of it kept for other tests."""
    monkeypatch.setattr(budget, "MOST_STEPS", 20_000)
    monkeypatch.setattr(counts, "_COUNTS", BoundedCache(256))


def test_a_count_that_is_refused_is_made_with_more_effort() -> None:
    (left,) = odds_of(BOUNTY).uncounted
    assert "--effort" in left.reason or "times the allowed work" in left.reason
    (kings,) = odds_of(BOUNTY, Effort(100)).wagers
    # One pair of spades among 104 cards; a dealer with one of 8 aces and one of 30 tens, jacks, queens and kings left.
    assert [(row.name, row.count) for row in kings.rows[:2]] == [("spades-and-dealer", 240), ("spades", 5151 - 240)]


def test_counts_and_refusals_are_equal_in_any_order_and_where_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [BOUNTY, *GAMES[:6]]
    expected = [odds_of(game) for game in games]
    assert any(report.uncounted for report in expected)
    assert any(report.wagers for report in expected)
    backwards = [odds_of(game) for game in reversed(games)]
    assert backwards[::-1] == expected
    monkeypatch.setattr(documents, "count_once", lambda count, effort, *definition: count())
    assert [odds_of(game) for game in games] == expected


def test_a_count_that_is_refused_suggests_more_than_was_allowed() -> None:
    with pytest.raises(TooMuch, match="--effort 300, or ask for less"):
        Effort(30).new_budget().spend(30 * MOST_STEPS + 1)
