"""The gallery of docs/odds-gallery.md: every wager is counted, and every published figure comes out."""

import re
from typing import Any

import pytest
import yaml

from compliance.odds.documents import odds_of
from compliance.odds.order import good_order
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "odds-gallery.md").read_text("utf-8")
GAMES: list[Any] = [
    yaml.load(text, Loader=yaml.CBaseLoader) for text in re.findall(r"```yaml fragment of game\n(.*?)```", PAGE, re.S)
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: ", ".join(game["wagers"]))
def test_every_published_figure_comes_out(game: dict[str, Any]) -> None:
    report = odds_of(game)
    assert report.problems == ()
    assert [left for left in report.uncounted if not left.declared] == []
    claims = [answer for answer in good_order(game, report) if answer.at[0] == "claims"]
    assert [answer.message for answer in claims if answer.status != "pass"] == []
    assert {claim["wager"] for claim in game["claims"]} | {"play"} >= set(game["wagers"])


def test_there_are_twenty_wagers() -> None:
    assert sum(len(game["wagers"]) for game in GAMES) >= 20
