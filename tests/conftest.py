"""What the tests share: running the command in this process, and small whole documents."""

from __future__ import annotations

import compileall
import gc
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from compliance.engine import catalog, compiled_law
from compliance.law import files
from compliance.main import run
from tests.catalogs import files_once, load_catalog

ROOT = Path(__file__).resolve().parents[1]
pytest_plugins = ["tests.browsing"]
# As in every command. To look for cycles again and again among all that tests keep would take a tenth of their time.
gc.disable()
# What takes long by itself is begun first: nobody is left waiting for it at the end, and one process has the browser.
FIRST = ("test_workbench.py", "test_html_browser.py", "test_packaging.py", "test_same_bytes.py")


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


def pytest_configure(config: pytest.Config) -> None:
    """Pit Boss and its law are compiled once, before the processes that share the tests and the commands they start
    all would, and whatever the environment says of bytecode."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(ROOT / "compliance", quiet=2, workers=2)
        compiled_law.load_law()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    place = {name: number for number, name in enumerate(FIRST)}
    items.sort(key=lambda item: place.get(item.path.name, len(place)))


def pytest_sessionfinish() -> None:
    """What is left over is looked through once: pytest, and Python as it ends, would do it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c() -> None:
    """A shell has what it runs in the background ignore Ctrl-C, and so would all that a test means to stop."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def pitboss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """The command line, in this process. The same files of law are fetched and parsed only once."""
    monkeypatch.setattr(files, "catalog_files", files_once)
    monkeypatch.setattr(catalog, "read_catalog", load_catalog)
    monkeypatch.setattr(compiled_law, "load_law", lambda: load_catalog(files_once()))

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
