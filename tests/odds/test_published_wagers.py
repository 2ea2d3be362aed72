"""Wagers of other games, each written as the documentation says, against figures that others have printed."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from compliance.odds.documents import odds_of
from compliance.odds.figures import read_figure

GAMES: list[dict[str, Any]] = yaml.load(
    Path(__file__).with_name("published.yaml").read_text(encoding="utf-8"), Loader=yaml.CBaseLoader
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game["title"]))
def test_what_is_counted_is_what_was_printed(game: dict[str, Any]) -> None:
    report = odds_of(game)
    assert report.problems == ()
    assert report.uncounted == ()
    published = game["published"]
    for odds in report.wagers:
        chances = {row.name: row.probability for row in odds.rows}
        if "counts" in published:
            expected = {name: Fraction(int(count), int(published["of"])) for name, count in published["counts"].items()}
            assert {name: chances.get(name, Fraction(0)) for name in expected} == expected
        if "by-wager" in published:
            assert chances["wins"] == Fraction(int(published["by-wager"][odds.wager]), int(published["of"]))
        for printed in (
            published.get("edges", {}).get(str(odds.decks)),
            published.get("wager-edges", {}).get(odds.wager),
        ):
            figure = read_figure(printed) if printed else None
            assert figure is None or figure.shows(odds.edge), (printed, float(odds.edge))


def test_every_game_has_something_to_compare() -> None:
    assert len(GAMES) >= 12
    assert all({"edges", "counts", "by-wager"} & set(game["published"]) for game in GAMES)
