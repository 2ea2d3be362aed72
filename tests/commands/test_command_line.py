"""The command line has one reader, knows one list of formats, and loads what a command needs when it runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from compliance.commands.app import app_of
from compliance.reports import FORMATS
from tests.conftest import Ran

Pitboss = Callable[..., Ran]

LOADED = """\
import sys
before = set(sys.modules)
from compliance.main import run
run(sys.argv[1:])
print(*set(sys.modules) - before, file=sys.stderr)
"""
HEAVY = {"pydantic", "rich", "yaml", "multiprocessing", "concurrent", "typst", "compliance.engine.checking"}


def loaded(root: Path, line: str) -> set[str]:
    """The modules that a command line has loaded at its end."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", LOADED, *line.split()]
    ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    return set(ran.stderr.split())


def test_the_version_is_told_before_anything_is_loaded(root: Path) -> None:
    assert not loaded(root, "--version") & {*HEAVY, "typer", "typing", "re"}


def test_a_check_of_one_document_loads_no_more_than_it_needs(root: Path) -> None:
    found = loaded(root, "check schemas/washington/bases/washington-game.base.yaml --as-of 2024-07-01")
    assert {"typer", "pydantic", "compliance.engine.checking", "compliance.documents.game"} <= found
    assert not found & {"rich", "multiprocessing", "concurrent", "typst"}
    assert not found & {f"compliance.documents.{name}" for name in ("model_problems", "suggestions", "json_schema")}
    assert "compliance.law.reading" not in found


@pytest.mark.parametrize("written", [["--format", "vellum"], ["--format=vellum"], ["--report", "vellum=x"]])
def test_an_unknown_format_is_told_with_every_format_there_is(pitboss: Pitboss, written: list[str]) -> None:
    ran = pitboss("check", "x.yaml", *written)
    assert ran.code == 2
    named = ran.err.replace("'", "").rstrip(".\n").rpartition(" one of ")[2]
    assert tuple(named.split(", ")) == FORMATS


def test_both_ways_to_write_an_option_mean_the_same(pitboss: Pitboss, root: Path) -> None:
    path = root / "rulesets/washington/gow-z-gow.yaml"
    day = ("--as-of", "2024-07-01")
    wanted = pitboss("check", path, "--format", "json", "--fail-on", "note", *day)
    assert wanted.code == 1
    assert pitboss("check", "--format=json", "--fail-on=note", *day, path) == wanted


@pytest.mark.parametrize("name", ["check", "schema", "notice"])
def test_a_command_stands_in_a_file_of_its_name(name: str) -> None:
    [command] = [known for known in app_of().registered_commands if known.callback and known.callback.__name__ == name]
    assert command.callback is not None
    assert command.callback.__module__ == f"compliance.commands.{name}"
