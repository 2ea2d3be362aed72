"""Side bets of other games, each written from docs/odds.md alone, against the figures that others have printed of them.

Each document prints its figures as `claims`, with where they are from at its head.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from compliance.documents.loader import load_document
from compliance.odds.documents import odds_of
from compliance.odds.order import good_order

GAMES = sorted((Path(__file__).parent / "side-bets").glob("*.yaml"))


def document(name: str) -> Any:
    return yaml.load((GAMES[0].parent / f"{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_counted_is_what_others_have_printed(path: Path) -> None:
    loaded = load_document(path.name, path.read_bytes())
    assert loaded.document is not None
    report = odds_of(loaded.document.raw_tree)
    assert report.problems == ()
    assert [left.wager for left in report.uncounted if not left.declared] == []
    answers = [answer for answer in good_order(loaded.document.raw_tree, report) if answer.at[0] == "claims"]
    assert {answer.status for answer in answers} == {"pass"}


def test_there_are_ten_kinds() -> None:
    assert len(GAMES) >= 10


def test_best_play_of_three_cards_against_three() -> None:
    (ante,) = odds_of(document("ante-and-play")).wagers
    assert ante.edge == Fraction(686689, 20358520)
    assert ante.play == "best play is to raise with queen, six, four or better and to fold the rest"
    assert sum(row.count for row in ante.rows) == 22100 * 18424


def test_a_raise_that_pays_nothing_more_is_never_made_with_a_weak_hand() -> None:
    game = document("ante-and-play")
    game["wagers"]["ante"]["pays"] = game["wagers"]["play"]["pays"] = "1 to 100"
    del game["odds"]["wagers"]["ante"]["best-play"]["qualifies"], game["odds"]["wagers"]["ante"]["best-play"]["bonus"]
    (ante,) = odds_of(game).wagers
    folds = next(row for row in ante.rows if row.name == "folds")
    assert folds.probability > Fraction(1, 3)
    assert ante.edge > Fraction(1, 3)


@pytest.mark.parametrize(
    ("key", "words"),
    [("ties", "what a tie does is not said"), ("if-not-qualified", "where the dealer does not qualify is not said")],
)
def test_what_best_play_rests_on_is_said(key: str, words: str) -> None:
    game = document("ante-and-play")
    del game["odds"]["wagers"]["ante"]["best-play"][key]
    ((_, message),) = odds_of(game).problems
    assert words in message
