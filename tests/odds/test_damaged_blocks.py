"""Odds blocks with something wrong in them, thousands of ways: words, never an exception."""

import copy
import os
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from compliance.odds.documents import OddsReport, odds_of
from compliance.odds.order import good_order
from tests.conftest import ROOT

JUNK: tuple[Any, ...] = (
    *("", "no", "-1", "0", "999999999", "1e9", "2 of a rank", "total of nobody", "player", "poker", "anything"),
    *("9 to 1", "1 to 0", "$5", "100% of jackpot", "unclear", "½", "1-2-3", "draw", "over", "four-of-a-kind"),
    *([], {}, [[]], ["player"], {"of": "player"}, {"total": "9"}, {"cards": "3 nines", "suits": "one"}, None),
)
BLOCKS = ("odds", "deck", "wagers", "tables", "envy", "progressive", "claims", "reading", "table")
RUNS = int(os.environ.get("PITBOSS_EXAMPLES", "60"))
GAMES: list[Any] = yaml.load(
    Path(__file__).with_name("published.yaml").read_text(encoding="utf-8"), Loader=yaml.CBaseLoader
)
POW: Any = yaml.load(
    (ROOT / "rulesets/washington/pai-gow-pow.yaml").read_text(encoding="utf-8"), Loader=yaml.CBaseLoader
)


def places(node: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    for key in keys:
        found.append((node, key))
        places(node[key], found)
    return found


def damage(document: Any, chance: random.Random) -> None:
    """One to three changes somewhere in what the counting reads."""
    for _ in range(chance.randint(1, 3)):
        spots = [
            spot for name in BLOCKS if name in document for spot in [(document, name), *places(document[name], [])]
        ]
        parent, key = chance.choice(spots)
        what = chance.random()
        if what < 0.6 or isinstance(parent, list):
            parent[key] = copy.deepcopy(chance.choice(JUNK))
        elif what < 0.8:
            del parent[key]
        else:
            parent[chance.choice(["of", "first", "top", "any-of", "no-pair", "then", "hand", "x"])] = parent.pop(key)


@pytest.mark.parametrize("seed", range(RUNS))
def test_a_damaged_block_is_answered(seed: int) -> None:
    chance = random.Random(seed)
    document = copy.deepcopy(chance.choice([*GAMES, POW]))
    document["deck"]["decks"] = chance.choice(["1", "2"])
    damage(document, chance)
    report = odds_of(document)
    assert isinstance(report, OddsReport)
    assert all(answer.message for answer in good_order(document, report))
