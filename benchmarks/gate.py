"""How fast the gate is, in one run: `python benchmarks/gate.py`. A measurement, not a test: read the ratios.

`diff` of two documents of the library beside `git diff` and `check` of the same; a folder of 1,000 documents of which
three changed; a cold and a warm `check` of 1,000.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.documents import write_near_copies  # noqa: E402 (the checkout's own package)

DOCUMENT = ROOT / "rulesets" / "washington" / "pai-gow-pow.yaml"
PITBOSS = (sys.executable, str(ROOT / "cli.py"))


def seconds(command: Sequence[str], folder: Path, times: int = 5) -> float:
    """The median time of a command."""
    took = []
    for _ in range(times):
        started = time.perf_counter()
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        took.append(time.perf_counter() - started)
    return statistics.median(took)


def main() -> None:
    """Measure, and print seconds and ratios."""
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base)
        old, new = folder / "old.yaml", folder / "new.yaml"
        shutil.copy(DOCUMENT, old)
        new.write_text(old.read_text("utf-8").replace("$5", "$6", 3), "utf-8")
        nothing = seconds([sys.executable, "-c", "pass"], folder)
        rows = [
            ("python -c pass", nothing),
            ("git diff of two documents", seconds(["git", "diff", "--no-index", "old.yaml", "new.yaml"], folder)),
            ("pitboss diff --no-answers", seconds([*PITBOSS, "diff", "old.yaml", "new.yaml", "--no-answers"], folder)),
            ("pitboss diff", seconds([*PITBOSS, "diff", "old.yaml", "new.yaml"], folder)),
            ("pitboss check of one of them", seconds([*PITBOSS, "check", "new.yaml"], folder)),
            *_thousand(folder),
        ]
    for what, took in rows:
        print(f"{took:8.3f} s  {took / nothing:7.1f} x  {what}")


def _thousand(folder: Path) -> list[tuple[str, float]]:
    many, changed = folder / "many", folder / "changed"
    many.mkdir()
    write_near_copies(many, 1000)
    shutil.copytree(many, changed)
    for path in sorted(changed.iterdir())[:3]:
        path.write_text(path.read_text("utf-8").replace("$1", "$2", 1), "utf-8")
    diff = seconds([*PITBOSS, "diff", "many", "changed", "--no-answers"], folder, 3)
    checked = seconds([*PITBOSS, "check", "many"], folder, 3)
    return [
        ("pitboss diff of 1,000 documents, 3 changed", diff),
        ("pitboss check of 1,000", checked),
    ]


if __name__ == "__main__":
    main()
