"""The same input gives the same bytes, in every text format and in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_the_same_input_gives_the_same_bytes(root: Path, tmp_path: Path, options: tuple[str, ...]) -> None:
    """Two processes in which sets and hashes are in different orders."""
    formats = ("terminal", "json", "markdown", "html", "sarif", "junit", "github", "gitlab")
    made = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        reports = [word for format in formats for word in ("--report", f"{format}={folder / format}")]
        command = [sys.executable, "cli.py", "check", "rulesets", "--as-of", "2024-07-01", *options, *reports]
        environment = {**os.environ, "PITBOSS_CACHE": "off", "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, check=False)
        assert (ran.returncode, ran.stderr) == (1, b"")
        made.append({format: (folder / format).read_bytes() for format in formats})
    assert all(report.endswith(b"\n") for report in made[0].values())
    assert [format for format in formats if made[0][format] != made[1][format]] == []
