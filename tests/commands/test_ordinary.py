"""An ordinary command line of `check` is read without typer: it must mean what it means to typer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from compliance.commands import app, checking
from compliance.commands.checking import Request, ordinary_request

ORDINARY = [
    "a.yaml",
    "a.yaml b.yaml folder",
    "--no-cache a.yaml",
    "a.yaml --cache --no-cache --cache",
    "a.yaml --as-of 2024-07-01 --all",
    "--format json a.yaml --output x.json",
    "a.yaml --as-of 2024-07-01 --as-of 2020-01-01",
    "--fail-on note a.yaml --paper a4",
    "--format sarif --format pdf a.yaml",
]
LEFT_TO_TYPER = [
    "",
    "-",
    "--help",
    "--all",
    "a.yaml --jobs 2",
    "a.yaml --report json=x.json",
    "a.yaml --catalogue city.yaml",
    "a.yaml --format=json",
    "a.yaml --format jsonn",
    "a.yaml --fail-on fatal",
    "a.yaml --output",
    "a.yaml --output -x",
    "a.yaml --nonsense",
    "-- --all",
]


def as_typer_reads_it(line: str, monkeypatch: pytest.MonkeyPatch) -> Request | None:
    read: list[Request] = []

    def keep(request: Request) -> int:
        read.append(request)
        return 0

    monkeypatch.setattr(checking, "check", keep)
    app.answer(["check", *line.split()])
    return read[0] if read else None


@pytest.mark.parametrize("line", ORDINARY)
def test_an_ordinary_line_means_the_same_to_typer(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    request = ordinary_request(line.split())
    assert request is not None
    assert request == as_typer_reads_it(line, monkeypatch)


@pytest.mark.parametrize("line", LEFT_TO_TYPER)
def test_anything_else_is_left_to_typer(line: str) -> None:
    assert ordinary_request(line.split()) is None


def test_typer_knows_every_choice() -> None:
    from compliance.law.words import LEVELS
    from compliance.reports import FORMATS

    assert {choice.value for choice in app.Format} == set(FORMATS)
    assert {choice.value for choice in app.Level} == set(LEVELS)
    assert {choice.value for choice in app.Paper} == set(checking.PAPERS)


HEAVY = {"typer", "click", "rich", "pydantic", "multiprocessing", "concurrent", "tempfile"}


@pytest.mark.parametrize(
    ("line", "heavy"),
    [("--version", HEAVY | {"typing", "re"}), ("check rulesets/washington/gow-z-gow.yaml", HEAVY)],
)
def test_an_ordinary_line_loads_nothing_heavy(root: Path, line: str, heavy: set[str]) -> None:
    code = """if True:
        import sys
        before = set(sys.modules)
        from compliance.main import run
        run(sys.argv[1:])
        print(*set(sys.modules) - before, file=sys.stderr)
    """
    environment = {**os.environ, "PITBOSS_CACHE": "off", "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", code, *line.split()]
    ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    assert set(ran.stderr.split()) & heavy == set()
