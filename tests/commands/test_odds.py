"""`pitboss odds`: three formats, what is left out, and how it ends."""

from collections.abc import Callable
from pathlib import Path

from tests.conftest import ROOT, Ran

POW = ROOT / "rulesets" / "washington" / "pai-gow-pow.yaml"
GAME = """\
document: game
title: Harbor Nines
jurisdiction: washington
bank: {by: house}
deck: {decks: "1"}
wagers:
  ante: {kind: base, pays: 1 to 1}
  nines: {kind: bonus, pays: {three-nines: 300 to 1, two-nines: 8 to 1}}
odds:
  deal: {player: 3}
  hands:
    three-nines: {cards: 3 nines}
    two-nines: {cards: 2 nines}
  wagers:
    nines: {looks-at: player}
  readings:
    any-three: {says: all three cards count, source: 12}
"""
EXPECTED = """\
# Harbor Nines

## nines

| pay table | decks | house edge | as a fraction | hit rate |
|---|--:|--:|--:|--:|
| - | 1 | 0.828235 | 352/425 | 0.013213 |

1 deck, 22,100 hands or deals

| outcome | count | probability | pays |
|---|--:|--:|--:|
| three-nines | 4 | 0.000180995 | 300 to 1 |
| two-nines | 288 | 0.013031674 | 8 to 1 |
| everything else | 21,808 | 0.986787330 | loses |

## Not counted

- ante: nothing says which cards it looks at; say so in the block of its odds

## Readings

- any-three: all three cards count (source 12)

## Out of order

- review: ante is not counted: nothing says which cards it looks at; say so in the block of its odds.
"""


def test_a_document_in_markdown(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "nines.yaml"
    path.write_text(GAME, encoding="utf-8")
    ran = pitboss("odds", path, "--format", "markdown")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == EXPECTED


def test_json_has_exact_fractions_and_six_places(pitboss: Callable[..., Ran]) -> None:
    data = pitboss("odds", POW, "--format", "json").data
    (document,) = data["documents"]
    first = document["wagers"][0]
    assert first["house_edge"] == {"exact": "2708019/38535770", "six_places": "0.070273", "percent": "7.0273%"}
    assert first["envy"]["house_edge"]["5"]["percent"] == "2.6863%"
    assert [answer["at"] for answer in document["answers"] if answer["status"] == "fail"] == [
        "claims / 6 / value",
        "reading / said-again / 2 / claims / 1 / by-other-players / 0",
        "reading / said-again / 2 / claims / 1 / by-other-players / 0",
    ]


def test_a_terminal_gets_tables(pitboss: Callable[..., Ran]) -> None:
    out = pitboss("odds", POW).out
    assert "2708019/38535770" in out
    assert "natural-seven-card-straight-flush" in out
    assert max(map(len, out.splitlines())) <= 118


def test_what_is_no_game_or_cannot_be_read_is_told(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("document: [game", encoding="utf-8")
    assert pitboss("odds", broken).code == 4
    terms = ROOT / "rulesets" / "california" / "napa-valley" / "california-games-terms-old.yaml"
    ran = pitboss("odds", terms)
    assert (ran.code, "no game among these files" in ran.err) == (3, True)
    assert pitboss("odds", tmp_path / "absent.yaml").code == 2
