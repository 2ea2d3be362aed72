"""Commands of the gate, killed while they write, two at a time: `python -m tests.fuzz.gate_kills 500` prints counts.

Whatever a command writes is there whole, as it was before or as it is after; nothing else is left in its folder.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from compliance.decisions.baseline import read_baseline
from compliance.decisions.reading import read_decisions
from compliance.law.cases import base_document
from compliance.meaning.approvals import read_approvals

ROOT: Final = Path(__file__).parents[2]
DAY: Final = ("--as-of", "2026-11-16")
WAIVER: Final = ("--decide", "waive", "--reason", "known", "--by", "A. Person", "--until", "2027-01-01")
COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "approve": ("approve", "fees.yaml", "--id", "A-{number}", "--date", "2024-05-01", "--by", "the Bureau"),
    "decide": ("decide", "fees.yaml", *DAY, *WAIVER),
    "baseline": ("baseline", "fees.yaml", *DAY, "--prune"),
    "reports": (
        "check",
        "fees.yaml",
        *DAY,
        "--report",
        "json=out.json",
        "--report",
        "sarif=out.sarif",
        "--format",
        "html",
        "--output",
        "out.html",
    ),
    "fix": ("fix", "old.yaml"),
    "notice": ("notice", "fees.yaml", "--option", "1", *DAY, "--draft", "--format", "html", "--output", "card.html"),
}
OLD: Final = base_document("california-game").replace("title:", "restated: []\ntitle:", 1)
_ENDS: Final = {"out.json": b"}\n", "out.sarif": b"}\n", "out.html": b"</html>\n", "card.html": b"</html>\n"}


class Room:
    """A folder in which commands run and are killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fees = base_document("california-schedule").replace("$101-$300: $2", "$101-$300: 1% of the wager", 1)
        (folder / "fees.yaml").write_text(self.fees)
        (folder / "old.yaml").write_text(OLD)
        self.allowed = {
            "fees.yaml",
            "old.yaml",
            "fees.yaml.approved",
            "pitboss-decisions.yaml",
            "pitboss-baseline.yaml",
            *_ENDS,
        }
        self._run("baseline", "fees.yaml", *DAY).wait()
        self._run("approve", "fees.yaml", "--id", "A-0", "--date", "2024-05-01", "--by", "the Bureau").wait()

    def _run(self, *arguments: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder.parent / "cache")}
        quiet = subprocess.DEVNULL
        command = [sys.executable, str(ROOT / "cli.py"), *arguments]
        return subprocess.Popen(command, cwd=self.folder, env=environment, stdin=quiet, stdout=quiet, stderr=quiet)

    def kill(self, names: list[str], number: int, after: float) -> int:
        """Start commands side by side and kill them. Gives back how many were still running."""
        running = [self._run(*(part.format(number=number) for part in COMMANDS[name])) for name in names]
        time.sleep(after)
        alive = sum(process.poll() is None for process in running)
        for process in running:
            process.kill()
            process.wait()
        return alive

    def faults(self) -> list[str]:
        """What is wrong with what is there now."""
        found = [f"left behind: {one}" for one in sorted(os.listdir(self.folder)) if one not in self.allowed]
        if (self.folder / "fees.yaml").read_text() != self.fees:
            found.append("a document was changed")
        readers = {
            "fees.yaml.approved": read_approvals,
            "pitboss-baseline.yaml": read_baseline,
            "pitboss-decisions.yaml": _only_whole,
        }
        for name, reader in readers.items():
            path = self.folder / name
            try:
                if path.exists():
                    reader(path.read_bytes())
            except Exception as error:  # whatever it is, the file is not whole
                found.append(f"{name}: {error}")
        for name, end in _ENDS.items():
            path = self.folder / name
            if path.exists() and not path.read_bytes().endswith(end):
                found.append(f"{name} is cut")
        return found


def _only_whole(data: bytes) -> None:
    _, _, wrong = read_decisions(data)
    if wrong:
        raise ValueError(wrong[0].why)


def main(times: int) -> None:
    """Kill so often, and print what was found."""
    dice = random.Random(1)
    told: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base) / "room"
        folder.mkdir()
        room = Room(folder)
        while told["kills"] < times:
            names = dice.sample(sorted(COMMANDS), 2)
            alive = room.kill(names, told["rounds"], dice.uniform(0.15, 2.5))
            told["rounds"] += 1
            told["kills"] += alive
            for fault in room.faults():
                told[fault] += 1
                told["faults"] += 1
                print(names, fault, flush=True)
    told["faults"] += 0
    print("\n".join(f"{count:6,} {what}" for what, count in sorted(told.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]))
