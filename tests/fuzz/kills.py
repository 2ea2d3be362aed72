"""Kills at random moments, by hand: `python -m tests.fuzz.kills --count 500`.

A process forked from one that has everything loaded writes reports, the cache, a card, or mends a document, and is
killed while it does. Afterwards every file is the old one or the new one, whole, and no other file is there, but for a
part that was killed in the moment in which it changed names: the next to write takes it away.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

from compliance import disk
from compliance.main import run
from tests.conftest import SCHEDULE
from tests.fuzz.making import REAL

OLD = "old\n"
KINDS = ("reports", "notice", "fix")
REPORTS = ("terminal", "json", "markdown", "html", "sarif", "junit", "gitlab")
TO_MEND = SCHEDULE.replace("unit: $1\n", 'unit: $1\nrestated:\n  - {at: "1", unit: $1}\n')


class Work(NamedTuple):
    """What is killed: its files before, its command line, and the names of what it may write."""

    files: dict[str, str]
    arguments: list[str]
    writes: tuple[str, ...]
    # Whether the law is remembered: otherwise most of the time is spent on reading it.
    law: bool = True


def work_of(random: Random, kind: str) -> Work:
    """A command that writes."""
    old = random.choice(({}, {"out": OLD}))
    if kind == "reports":
        format = random.choice(REPORTS)
        arguments = ["check", "a.yaml", "--format", format, "--output", "out"]
        return Work({"a.yaml": REAL[0].decode(), **old}, arguments, ("out",))
    if kind == "notice":
        arguments = ["notice", "a.yaml", "--draft", "--option", "1", "--format", "html", "--output", "out"]
        return Work({"a.yaml": SCHEDULE, **old}, arguments, ("out",))
    return Work({"a.yaml": TO_MEND}, ["fix", "a.yaml"], ("a.yaml",))


def begin(work: Work, folder: Path) -> int:
    """The process that does the work, in a folder of its own."""
    for name, text in work.files.items():
        (folder / name).write_text(text, "utf-8")
    child = os.fork()
    if not child:
        os.chdir(folder)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os._exit(run(work.arguments))
    return child


def read_tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def swept(folder: Path) -> int:
    """How many parts were left and are gone once something else was written."""
    parts = sum(1 for _ in folder.glob(".pitboss-*.part"))
    if parts:
        disk._remove_leftovers.cache_clear()
        disk.write_new(str(folder / "next"), "")
        (folder / "next").unlink()
    return parts - sum(1 for _ in folder.glob(".pitboss-*.part"))


def run_undisturbed(work: Work) -> tuple[dict[str, bytes], float]:
    """What the work leaves when it is not killed, and how long it takes."""
    with tempfile.TemporaryDirectory() as name:
        begun = time.monotonic()
        os.waitpid(begin(work, Path(name)), 0)
        return read_tree(Path(name)), time.monotonic() - begun


def faults(work: Work, found: dict[str, bytes], wanted: dict[str, bytes]) -> list[str]:
    """What is wrong with the files after a kill."""
    told = []
    for name, data in found.items():
        before = work.files.get(name, "").encode()
        if name.startswith("cache/"):
            if name.endswith(".part"):
                told.append(f"{name} is left behind")
            elif len(data) < 64 or data[64:65] != b"\n":
                told.append(f"{name} is half written")
        elif name in work.writes:
            if data not in (before, wanted[name]):
                told.append(f"{name} is neither the old nor the new one")
        elif name not in work.files:
            told.append(f"{name} is left behind")
        elif data != before:
            told.append(f"{name} was changed")
    return told + [f"{name} is gone" for name in work.files if name not in found]


def load_everything() -> None:
    """Import whatever the commands import, so that kills hit work and not imports."""
    random = Random(0)
    with tempfile.TemporaryDirectory() as name:
        before, silent = os.dup(1), os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        for kind in KINDS:
            work = work_of(random, kind)
            for file, text in work.files.items():
                (Path(name) / file).write_text(text, "utf-8")
            os.chdir(name)
            run(work.arguments)
        os.dup2(before, 1)
        os.chdir("/")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.kills")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random = Random(given.seed)
    load_everything()
    counts: Counter[str] = Counter()
    known: dict[str, tuple[dict[str, bytes], float]] = {}
    for number in range(given.count):
        work = work_of(random, random.choice(KINDS))
        key = repr(work)
        if key not in known:
            known[key] = run_undisturbed(work)
        wanted, taken = known[key]
        with tempfile.TemporaryDirectory() as name:
            child = begin(work, Path(name))
            time.sleep(random.uniform(0, taken))
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            counts["killed" if os.WIFSIGNALED(status) else "ended before"] += 1
            counts[f"{work.arguments[0]}{' (cache)' if not work.writes else ''}"] += 1
            counts["parts swept by the next"] += swept(Path(name))
            found = read_tree(Path(name))
            counts["with the new file"] += any(found.get(one) == wanted.get(one) for one in work.writes)
            for told in faults(work, found, wanted):
                counts["faults"] += 1
                print(f"{number}: {' '.join(work.arguments)}: {told}")
    for name, count in sorted(counts.items()):
        print(f"{name}: {count}")
    print(f"faults: {counts['faults']}")
    return 1 if counts["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
