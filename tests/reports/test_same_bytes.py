"""The same input gives the same bytes, in every text format and in every process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from compliance.reports import FORMATS
from tests.conftest import Ran

TEXT_FORMATS = [format for format in FORMATS if format != "pdf"]
# The command twice in one process: the odds, which take longest, are counted once for what is shown and for all.
TWICE = """\
import json, sys
from compliance.main import run

if [run(arguments) for arguments in json.loads(sys.argv[1])] != [1, 1]:
    sys.exit("another exit code than 1")
"""


def commands(folder: Path, root: Path) -> list[list[str]]:
    """The command lines that write every report, on every fourth document of the library, into a folder."""
    folder.mkdir()
    documents = [str(path.relative_to(root)) for path in sorted((root / "rulesets").rglob("*.yaml"))[::4]]
    made = []
    for options in ([], ["--all"]):
        named = [f"{format}={folder}/{format}{''.join(options)}" for format in TEXT_FORMATS]
        reports = [word for name in named for word in ("--report", name)]
        made.append(["check", *documents, "--as-of", "2024-07-01", *options, *reports])
    return made


def test_the_same_input_gives_the_same_bytes(
    pitboss: Callable[..., Ran], root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes, this and another, in which sets and hashes are in different orders."""
    here, there = tmp_path / "here", tmp_path / "there"
    monkeypatch.chdir(root)
    ran_here = [pitboss(*arguments) for arguments in commands(here, root)]
    assert [ran.code for ran in ran_here] == [1, 1]
    assert all("no text is kept" in ran.err and len(ran.err.splitlines()) == 1 for ran in ran_here)
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", TWICE, json.dumps(commands(there, root))]
    ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr.decode()) == (0, "".join(one.err for one in ran_here))
    made = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in (here, there)]
    assert set(made[0]) == {*TEXT_FORMATS, *(f"{format}--all" for format in TEXT_FORMATS)}
    assert all(report.endswith(b"\n") for report in made[0].values())
    assert [name for name in made[0] if made[0][name] != made[1][name]] == []
