"""docs/odds.md held against what is counted: random definitions as YAML text, small decks, every card laid out."""

import os
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from math import factorial, perm, prod
from random import Random
from typing import Any

import pytest
import yaml

from compliance.odds.budget import Effort
from compliance.odds.documents import odds_of
from tests.odds.sentences import JOKER, POKER, RANKS, SUITS, Card, Game, Hands, Sentence, definition

EXAMPLES = int(os.environ.get("PITBOSS_EXAMPLES", "80"))  # `python -m tests.odds` takes thousands
MOST_DEALS = 12_000


def make_game(chance: Random) -> Game:
    """A small deck of ranks that partly stand together, and one or two hands."""
    start = chance.randrange(10)
    ranks = {*RANKS[start : start + chance.choice((2, 2, 3))], chance.choice(("ace", "king", chance.choice(RANKS)))}
    sizes = chance.choice(
        [{"player": 2}, {"player": 3}, {"player": 4}, {"player": 2, "dealer": 1}, {"player": 1, "dealer": 2}]
    )
    jokers = chance.choice((0, 0, 0, 1, 2))
    joker = chance.choice(("bug", "wild"))
    counting = chance.choice(("baccarat", "blackjack", "pips", "rank"))
    exceptions = (chance.choice((2, 3)), chance.choice((2, 3)), False) if chance.random() < 0.2 else (None, None, True)
    return Game(tuple(rank for rank in RANKS if rank in ranks), sizes, jokers, joker, counting, *exceptions)


def holds_poker(name: str, game: Game, laid: Hands) -> bool:
    return POKER[name](laid["player"], game)


def make_rows(chance: Random, game: Game) -> dict[str, Sentence]:
    """Rows of a pay table, by the names of their hands: now and then one that is a poker hand, or another row."""
    rows: dict[str, Sentence] = {}
    for place in range(chance.choice((1, 1, 2, 3))):
        name, how = f"row-{place}", chance.random()
        if how < 0.1:
            poker = chance.choice(list(POKER))
            rows[poker.replace(" ", "-")] = Sentence("poker", partial(holds_poker, poker, game))
        elif how < 0.15 and rows:
            other = chance.choice(list(rows))
            rows[name] = Sentence({"none-of": [other]}, partial(lambda row, laid: not row.holds(laid), rows[other]))
        elif how < 0.18:
            rows[name] = Sentence("anything", lambda laid: True)
        else:
            rows[name] = definition(chance, game)
    return rows


def deck_of(game: Game) -> list[Card]:
    return [(rank, suit) for rank in game.ranks for suit in SUITS] + [JOKER] * game.jokers


def deals(game: Game) -> Iterator[Hands]:
    """Every deal, in order where that is not too many; else every hand, its cards in the order of the deck."""
    deck, sizes = deck_of(game), game.sizes
    cards = sum(sizes.values())
    ordered = perm(len(deck), cards) <= MOST_DEALS or len(sizes) > 1
    for dealt in permutations(deck, cards) if ordered else combinations(deck, cards):
        left = iter(dealt)
        yield {hand: [next(left) for _ in range(many)] for hand, many in sizes.items()}


def looks_at_places(written: Any) -> bool:
    return any(word in str(written) for word in ("first", "second"))


def text_of(game: Game, rows: dict[str, Sentence]) -> str:
    """The document as a user would write it."""
    missing = [rank for rank in RANKS if rank not in game.ranks]
    document: dict[str, Any] = {
        "deck": {"decks": 1, "jokers": f"{game.jokers} in all"},
        "wagers": {"bet": {"pays": {name: f"{len(rows) - place} to 1" for place, name in enumerate(rows)}}},
        "odds": {
            "deal": game.sizes,
            "counting": game.counting,
            "joker": game.joker,
            "without": ", ".join(missing),
            "hands": {name: row.written for name, row in rows.items()},
            "wagers": {"bet": {"looks-at": "player"}},
        },
    }
    if game.straight:
        document["odds"]["poker"] = {"straight": game.straight, "flush": game.flush, "ace-low": "no"}
    return yaml.safe_dump(document, sort_keys=False)


def faults(seed: int) -> Iterator[str]:
    """Where what is counted is not what the page says."""
    chance = Random(seed)
    game = make_game(chance)
    rows = make_rows(chance, game)
    places = any(looks_at_places(row.written) for row in rows.values())
    if places and perm(len(deck_of(game)), sum(game.sizes.values())) > MOST_DEALS:
        return
    text = text_of(game, rows)
    report = odds_of(yaml.load(text, Loader=yaml.BaseLoader), Effort(100))
    if report.problems or report.uncounted:
        yield f"seed {seed}: {report.problems or report.uncounted}\n{text}"
        return
    expected, total = dict.fromkeys(rows, 0), 0
    for laid in deals(game):
        total += 1
        name = next((name for name, row in rows.items() if row.holds(laid)), None)
        if name is not None:
            expected[name] += 1
    (odds,) = report.wagers
    counted = {row.name: row.probability for row in odds.rows if row.name in rows}
    if counted != {name: Fraction(ways, total) for name, ways in expected.items()}:
        yield f"seed {seed}: counted {counted}, laid out {expected} of {total}\n{text}"


@pytest.mark.parametrize("part", range(10))
def test_what_is_counted_is_what_the_page_says(part: int) -> None:
    found = [fault for seed in range(part, EXAMPLES, 10) for fault in faults(seed)]
    assert not found, "\n".join(found[:3])


def test_the_deals_are_all_deals() -> None:
    game = Game(("two", "ace"), {"player": 2, "dealer": 1}, 1, "bug", "pips")
    laid = list(deals(game))
    assert len(laid) == prod((9, 8, 7))
    assert len({(frozenset(hands["player"]), hands["dealer"][0]) for hands in laid}) == len(laid) // factorial(2)
