"""The script that holds the figures of the library against their papers, on a paper of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.figures import main

PAPER = """\
Harbor Nines
The game is dealt from six or eight decks to seven players.
A winning Line wager is paid even money less a 5% commission.
Three nines   2000 -1
The dealer draws with less than 5.
"""
DOCUMENT = """\
document: game
title: Harbor Nines 4
id: harbor-nines
jurisdiction: washington
bank: {by: house}
deck: {decks: "6, 8", source: 2}
table: {players: 7, source: 2}
wagers:
  line: {pays: 1 to 1, commission: 5%, source: 3}
  nines: {pays: {three-nines: "2,000 to 1"}, source: 4}
tables:
  dealer: {given: {total: 0-9}, rules: [{total: 0-4, then: draw}, {total: 5-9, then: stand}], source: 5}
reading:
  source: {file: harbor.txt, lines: 1-5}
"""


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("", "", ""),
        ("2,000 to 1", "2,500 to 1", "wagers / nines / pays / three-nines: 2500 is not in lines 4"),
        ("commission: 5%", "commission: 6%", "wagers / line / commission: 6 is not in lines 3"),
        ("players: 7", "players: 9", "table / players: 9 is not in lines 2"),
        ("{total: 0-4, then", "{total: 0-2, then", "tables / dealer / rules / 1 / total: 2 is not in lines 5"),
    ],
)
def test_a_figure_that_the_lines_do_not_have_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], right: str, wrong: str, told: str
) -> None:
    (tmp_path / "harbor.txt").write_text(PAPER)
    library = tmp_path / "library"
    library.mkdir()
    (library / "harbor.yaml").write_text(DOCUMENT.replace(right, wrong) if right else DOCUMENT)
    assert main(tmp_path, library) == (1 if told else 0)
    assert told in capsys.readouterr().out
