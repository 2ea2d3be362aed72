"""Commands of the gate, killed while they write, two at a time: `python -m tests.fuzz.gate_kills 500` prints counts.

Whatever a command writes is there whole, as it was before or as it is after, and nothing else is left in its folder,
but for a part that was killed in the moment in which it changed names: the next to write takes it away. Each command is
killed at a random moment of the time that it takes, and begins with work to do: what those before it wrote is taken
back. How far it is stands on standard error.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

from compliance.comparison.approvals import read_approvals
from compliance.gate.baseline import read_baseline
from compliance.gate.decisions import read_decisions
from compliance.law.cases import base_document

ROOT: Final = Path(__file__).parents[2]
DAY: Final = ("--as-of", "2026-11-16")
WHY: Final = ("--reason", "it is known and will be fixed", "--by", "A. Person", "--role", "compliance")
WAIVER: Final = ("--decide", "waive", *WHY, "--until", "2027-01-01")
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
OLD: Final = base_document("california-game").replace("\nwagers:", "\nbets:", 1)
_TELL_EVERY: Final = 25  # rounds
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
        self._run("baseline", "fees.yaml", *DAY, *WHY, "--until", "2027-01-01").wait()
        self._run("approve", "fees.yaml", "--id", "A-0", "--date", "2024-05-01", "--by", "the Bureau").wait()
        self._before = self._files()
        self.takes = {name: self._measured(name) for name in sorted(COMMANDS)}
        self._after = self._files()

    def _files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}

    def _run(self, *arguments: str) -> subprocess.Popen[bytes]:
        quiet = subprocess.DEVNULL
        command = [sys.executable, str(ROOT / "cli.py"), *arguments]
        return subprocess.Popen(command, cwd=self.folder, stdin=quiet, stdout=quiet, stderr=quiet)

    def _start(self, name: str, number: int) -> subprocess.Popen[bytes]:
        return self._run(*(part.format(number=number) for part in COMMANDS[name]))

    def _measured(self, name: str) -> float:
        """The seconds that a command takes beside another that is like it, as it will run."""
        begun = time.monotonic()
        for process in [self._start(name, 0), self._start(name, 0)]:
            process.wait()
        return time.monotonic() - begun

    def take_back(self, dice: random.Random) -> None:
        """Give every command something to write: the first of its files, or one in the place of another."""
        for name in self._after:
            if name in self._before:
                (self.folder / name).write_bytes(self._before[name])
            elif dice.random() < 0.5:
                (self.folder / name).unlink(missing_ok=True)

    def kill(self, moments: dict[str, float], number: int) -> list[str]:
        """Start commands side by side and kill each at its moment. Gives back which were still running."""
        begun = time.monotonic()
        running = {name: self._start(name, number) for name in moments}
        alive = []
        for name, moment in sorted(moments.items(), key=lambda item: item[1]):
            time.sleep(max(0.0, begun + moment - time.monotonic()))
            if running[name].poll() is None:
                alive.append(name)
            running[name].kill()
            running[name].wait()
        return alive

    def swept(self) -> int:
        """How many parts were left and are gone once a command has ended by itself."""
        left = sum(name.endswith(".part") for name in self._files())
        if left:
            self._start("notice", 0).wait()
        return left - sum(name.endswith(".part") for name in self._files())

    def faults(self) -> list[str]:
        """What is wrong with what is there now."""
        found = [f"left behind: {one}" for one in sorted(self._files()) if one not in self.allowed]
        if (self.folder / "fees.yaml").read_text() != self.fees:
            found.append("a document was changed")
        if (self.folder / "old.yaml").read_bytes() not in (OLD.encode(), self._after["old.yaml"]):
            found.append("a document is neither the old nor the new one")
        readers = {
            "fees.yaml.approved": read_approvals,
            "pitboss-baseline.yaml": read_baseline,
            "pitboss-decisions.yaml": _read_whole_decisions,
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


def _read_whole_decisions(data: bytes) -> None:
    wrong = read_decisions(data).malformed
    if wrong:
        raise ValueError(wrong[0].why)


def main(times: int) -> int:
    """Kill so often, and print what was found."""
    dice = random.Random(1)
    told: Counter[str] = Counter(faults=0)
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base) / "room"
        folder.mkdir()
        room = Room(folder)
        takes = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in room.takes.items())
        print(f"Whole, two at a time: {takes}", file=sys.stderr, flush=True)
        while told["kills"] < times:
            names = dice.sample(sorted(COMMANDS), 2)
            room.take_back(dice)
            alive = room.kill({name: dice.uniform(0, room.takes[name]) for name in names}, told["rounds"] + 1)
            told["rounds"] += 1
            told["kills"] += len(alive)
            told.update(f"kills of {name}" for name in alive)
            told["parts swept by the next command"] += room.swept()
            for fault in room.faults():
                told[fault] += 1
                told["faults"] += 1
                print(names, fault, flush=True)
            if told["rounds"] % _TELL_EVERY == 0:
                print(f"{told['kills']:,} of {times:,} kills, faults {told['faults']:,}", file=sys.stderr, flush=True)
    print("\n".join(f"{count:6,} {what}" for what, count in sorted(told.items())))
    return 1 if told["faults"] else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
