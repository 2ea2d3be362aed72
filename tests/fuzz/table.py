"""What every attack costs, by hand: `python -m tests.fuzz.table`. Each is checked by a process of its own, which writes
terminal, JSON, HTML, SARIF and PDF; printed are its seconds of the processor, start-up included, and its memory."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import tests.fuzz.more_attacks  # noqa: F401 (its attacks are registered with the others)
from compliance.documents.loader import LIMITS
from compliance.source import read_source
from tests.fuzz.attacks import ATTACKS, Attack, Files
from tests.fuzz.making import ROOT

FORMATS = ("terminal", "json", "html", "sarif", "pdf")
SECONDS, MEGABYTES = 2.0, 200.0
# What each document of a set may take besides, or each stretch of so many bytes of larger ones (docs/limits.md).
SECONDS_EACH, BYTES_EACH = 0.015, 4096


class Cost(NamedTuple):
    """What a run cost, and its exit code."""

    seconds: float
    megabytes: float
    code: int
    largest: int
    told: str


def cost(folder: Path, formats: tuple[str, ...], home: Path) -> Cost:
    """Check the files of a folder, with a report in each format."""
    reports = [word for format in formats for word in ("--report", f"{format}={home / format}")]
    command = [sys.executable, str(ROOT / "cli.py"), "check", str(folder), "--output", os.devnull, *reports]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, cwd=ROOT)
    assert run.stderr is not None
    told = run.stderr.read().decode("utf-8", "replace")
    run.stderr.close()
    _, status, used = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    largest = max((home / format).stat().st_size if (home / format).exists() else 0 for format in formats)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, run.returncode, largest, told.strip()[-120:])


def find_worst(apart: dict[str, Cost]) -> Cost:
    """The most that any format took alone, of time and of memory, and which those were."""
    slow = max(apart, key=lambda format: apart[format].seconds)
    large = max(apart, key=lambda format: apart[format].megabytes)
    told = f"slowest alone: {slow}; most memory: {large} {apart[large].told}"
    return apart[slow]._replace(megabytes=apart[large].megabytes, told=told)


def build_files(attack: Attack) -> Files:
    """The files of an attack at the size that was seen, or at the largest that is read at all."""
    files = attack.files()
    nodes = max(_nodes(read_source(data).tree) for data in files.values())
    return files if nodes <= LIMITS.nodes else attack.make(attack.size * (LIMITS.nodes - 500) // nodes)


def _nodes(value: object) -> int:
    if isinstance(value, dict):
        return 1 + sum(1 + _nodes(held) for held in value.values())
    return 1 + sum(map(_nodes, value)) if isinstance(value, list) else 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.table", description=(__doc__ or "").split(":")[0])
    parser.add_argument("--only", default="", help="attacks whose name holds this")
    given = parser.parse_args()
    beyond = 0
    print(f"{'attack':<44} {'bytes':>9} {'seconds':>8} {'budget':>6} {'MB':>5} {'exit':>4} {'largest report':>14}")
    for name, attack in ATTACKS.items():
        if given.only not in name:
            continue
        with tempfile.TemporaryDirectory() as made:
            folder, home = Path(made) / "attack", Path(made) / "home"
            folder.mkdir()
            home.mkdir()
            files = build_files(attack)
            for path, data in files.items():
                (folder / path).write_bytes(data)
            found = cost(folder, FORMATS, home)
            size = sum(map(len, files.values()))
            budget = SECONDS + (SECONDS_EACH * max(len(files), size / BYTES_EACH) if len(files) > 1 else 0)
            if found.seconds > budget or found.megabytes > MEGABYTES:  # all five together; the promise is for each
                found = find_worst({format: cost(folder, (format,), home) for format in FORMATS})
        bad = found.megabytes > MEGABYTES or found.seconds > budget or found.code not in (0, 1, 4)
        beyond += bad
        mark = "  BEYOND " if bad else "  "
        spent = f"{found.seconds:>8.2f} {budget:>6.1f} {found.megabytes:>5.0f}"
        row = f"{name:<44.44} {size:>9,} {spent} {found.code:>4}"
        print(f"{row} {found.largest:>14,}{mark}{found.told}", flush=True)
    each = f"{SECONDS_EACH * 1000:g} ms a document of a set"
    print(f"{len(ATTACKS)} attacks; beyond {SECONDS:g} s, with {each}, or {MEGABYTES:g} MB: {beyond}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
