"""What the tests share: running the command in this process, and small whole documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from compliance.law import reading
from compliance.law.catalogue import Catalogue
from compliance.main import run

ROOT = Path(__file__).resolve().parents[1]
pytest_plugins = ["tests.browsing"]


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@cache
def _read_once(files: tuple[tuple[str, bytes], ...]) -> Catalogue:
    return _read_catalogue(files)


_read_catalogue = reading.read_catalogue


@pytest.fixture(autouse=True, scope="session")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache of the tests' own: commands that run as processes find the law there as it was parsed by the first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """The command line, in this process, without a cache. The same files of law are parsed only once."""
    monkeypatch.setenv("PITBOSS_CACHE", "off")
    monkeypatch.setattr(reading, "read_catalogue", lambda files: _read_once(tuple(files)))

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
