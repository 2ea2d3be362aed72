"""The same input gives the same bytes, in every text format and in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FORMATS = ("terminal", "json", "markdown", "html", "sarif", "junit", "github", "gitlab")
# The command twice in one process: the odds, which take longest, are counted once for what is shown and for all.
TWICE = """\
import sys
from compliance.main import run

folder, formats = sys.argv[1], sys.argv[2:]
for options in ([], ["--all"]):
    named = [f"{format}={folder}/{format}{''.join(options)}" for format in formats]
    reports = [word for name in named for word in ("--report", name)]
    if run(["check", "rulesets", "--as-of", "2024-07-01", *options, *reports]) != 1:
        sys.exit("another exit code than 1")
"""


def test_the_same_input_gives_the_same_bytes(root: Path, tmp_path: Path) -> None:
    """Two processes in which sets and hashes are in different orders."""
    made = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        environment = {**os.environ, "PITBOSS_CACHE": "off", "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        command = [sys.executable, "-c", TWICE, str(folder), *FORMATS]
        ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, b"")
        made.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert set(made[0]) == {*FORMATS, *(f"{format}--all" for format in FORMATS)}
    assert all(report.endswith(b"\n") for report in made[0].values())
    assert [name for name in made[0] if made[0][name] != made[1][name]] == []
