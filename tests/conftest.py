"""What the tests share: running the command in this process, and small whole documents."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from compliance.main import run

ROOT = Path(__file__).resolve().parents[1]


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """The command line, in this process, without a cache."""
    monkeypatch.setenv("PITBOSS_CACHE", "off")

    def command(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return command


@pytest.fixture
def root() -> Path:
    return ROOT


SCHEDULE = """\
document: schedule
title: Made-up rates
id: made-up-rates
jurisdiction: california
establishment: Harbor Club
unit: $1
options:
  - option: 1
    collections:
      - payer: player
        per: wager
        by: wager-amount
        bands:
          $1-$100: $1
          $101+: $2
      - payer: player-dealer
        per: hand
        by: total-table-action
        bands:
          $1-$500: $3
          $501+: $4
"""

GAME = """\
document: game
title: Harbor Nines
id: harbor-nines
jurisdiction: california
bank:
  by: player-dealer
  rotation: {verb: rotates, at-most: 2 hands}
wagers:
  line: {required: yes, pays: 1 to 1}
"""


@pytest.fixture
def schedule_text() -> str:
    return SCHEDULE


@pytest.fixture
def game_text() -> str:
    return GAME
