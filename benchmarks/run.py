"""How fast Pit Boss is, side by side with its peers, in one run: `python benchmarks/run.py`.

Installs Pit Boss, yamllint and check-jsonschema into a virtual environment of its own, as a user would, writes
documents, and prints medians and ratios. This is a measurement, not a test: machines are noisy, so read the ratios,
not the seconds.

The pace is measured on documents that differ from each other: the library's, each time of another house, with other ids
and a third of the amounts changed. Sets of near-copies stand in a row of their own.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.documents import write_differing_documents, write_near_copies  # noqa: E402 (the checkout's own package)

GAME = "rulesets/washington/gow-z-gow.yaml"
Command = Sequence[str | Path]


class Target(NamedTuple):
    """A figure that Pit Boss is to keep: at most so much, or at least."""

    name: str
    measured: float
    wanted: float
    at_least: bool = False

    def __str__(self) -> str:
        kept = self.measured >= self.wanted if self.at_least else self.measured <= self.wanted
        wanted = f"{'at least' if self.at_least else 'at most'} {self.wanted:g}"
        return f"{self.name:<58} {self.measured:9.1f} {wanted:>14}  {'kept' if kept else 'MISSED'}"


def seconds(command: Command, times: int, **environment: str) -> float:
    """The median time of a command."""
    measured = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            capture_output=True,
            env={**os.environ, **environment},
            check=False,
        )
        measured.append(time.perf_counter() - start)
    return statistics.median(measured)


def peak_memory(command: Command) -> int:
    """The most memory that a command and its workers had, in kilobytes: measured in a process of its own."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], capture_output=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *(str(part) for part in command)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    return int(ran.stdout)


def row(name: str, value: float, base: float, unit: str = "ms") -> None:
    shown = f"{value * 1000:9.1f} ms" if unit == "ms" else f"{value:9.0f} /s"
    print(f"{name:<58} {shown} {value / base:8.1f}")


def install(folder: Path) -> Path:
    """Pit Boss and its peers, side by side in one environment."""
    venv.create(folder, with_pip=True)
    subprocess.run([folder / "bin/pip", "install", "--quiet", ROOT, "yamllint", "check-jsonschema"], check=True)
    return folder / "bin"


def in_turn(
    commands: dict[str, Command], times: int, before: Callable[[int], object] = lambda _: None
) -> dict[str, float]:
    """The median time of each command. One of each in turn: a machine that slows down for a while slows down all.
    `before` is done before each round."""
    rounds = []
    for number in range(times):
        before(number)
        rounds.append({name: seconds(command, 1) for name, command in commands.items()})
    return {name: statistics.median(taken[name] for taken in rounds) for name in commands}


def write_schema(bin: Path, folder: Path) -> Path:
    """The schema of games, which check-jsonschema is given."""
    schema = folder / "game.schema.json"
    printed = subprocess.run([bin / "pitboss", "schema", "game"], capture_output=True, cwd=ROOT, check=True)
    schema.write_bytes(printed.stdout)
    return schema


def start_up(bin: Path, schema: Path, times: int, targets: list[Target]) -> None:
    print(f"{'start-up':<58} {'median':>12} {'x pass':>8}")
    pitboss = bin / "pitboss"
    fresh, peer = "pitboss check, one document", "check-jsonschema, the same document"
    commands: dict[str, Command] = {
        "python -c pass": [bin / "python", "-c", "pass"],
        "import pydantic.main, typer, yaml; nothing of ours": [
            bin / "python",
            "-c",
            "import pydantic.main, typer, yaml",
        ],
        "pitboss --version": [pitboss, "--version"],
        fresh: [pitboss, "check", GAME],
        peer: [bin / "check-jsonschema", "--schemafile", schema, GAME],
    }
    taken = in_turn(commands, times)
    for name, time_taken in taken.items():
        row(name, time_taken, taken["python -c pass"])
    targets += [
        Target("one document, times `python -c pass`", taken[fresh] / taken["python -c pass"], 30),
        Target("one document, times check-jsonschema", taken[fresh] / taken[peer], 0.5),
    ]


def throughput(bin: Path, folder: Path, schema: Path, times: int, targets: list[Target]) -> None:
    """The pace over documents that differ, and over near-copies."""
    print(f"\n{'460 documents that differ':<58} {'median':>12} {'x slowest':>9}")
    differing, copies = folder / "differing", folder / "copies"
    write_differing_documents(differing, 460, houses=20)
    ours = "pitboss check"
    rates = _measure_pace(bin, differing, schema, times)
    for peer, least in zip(rates, (5, 4), strict=False):
        times_peer = rates[ours] / rates[peer]
        targets.append(Target(f"460 documents, times the pace of {peer.split()[0]}", times_peer, least, True))
    print(f"\n{'460 near-copies of two documents':<58} {'median':>12} {'x slowest':>9}")
    write_near_copies(copies, 460)
    _measure_pace(bin, copies, schema, times)


def _measure_pace(bin: Path, documents: Path, schema: Path, times: int) -> dict[str, float]:
    files = sorted(documents.iterdir())
    commands: dict[str, Command] = {
        "yamllint --config-data relaxed": [bin / "yamllint", "-d", "relaxed", documents],
        "check-jsonschema": [bin / "check-jsonschema", "--schemafile", schema, *files],
        "pitboss check --jobs 1": [bin / "pitboss", "check", "--jobs", "1", documents],
        "pitboss check": [bin / "pitboss", "check", documents],
    }
    rates = {name: len(files) / taken for name, taken in in_turn(commands, times).items()}
    for name, rate in rates.items():
        row(name, rate, min(rates.values()), "/s")
    return rates


def scale(pitboss: Path, folder: Path, number: int) -> None:
    houses = max(1, number // 50)
    print(f"\n{number:,} documents of {houses} houses")
    many = folder / "many"
    write_differing_documents(many, number, houses)
    start = time.perf_counter()
    memory = peak_memory([pitboss, "check", "--format", "concise", many])
    taken = time.perf_counter() - start
    print(f"  {taken:.1f} s, {taken * 1000 / number:.2f} ms a document; peak memory {memory / 1024:.0f} MB")


def tables() -> None:
    """A decision table of four inputs with six values each, proved."""
    from compliance.tables.proof import Proof, Rule, RuleTable, prove

    values = [str(number) for number in range(6)]
    given = dict.fromkeys("abcd", values)
    rules = [Rule({"a": a, "b": b}, "draw") for a in values for b in values]
    measured = []
    for _ in range(50):
        start = time.perf_counter()
        proof = prove(RuleTable(given, rules))
        assert isinstance(proof, Proof)
        assert not proof.gaps.cases
        measured.append(time.perf_counter() - start)
    cases = 6**4
    print(f"\na decision table of {cases:,} cases and {len(rules)} rules: {statistics.median(measured) * 1000:.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--many", type=int, default=10_000, help="documents of the run that tells time and memory")
    given = parser.parse_args()
    times = given.times
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # A checkout keeps its bytecode as installed packages do, unless the one who measures has turned that off.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        bin = install(folder / "installed")
        targets: list[Target] = []
        schema = write_schema(bin, folder)
        start_up(bin, schema, times, targets)
        tables()
        throughput(bin, folder, schema, max(3, times // 3), targets)
        scale(bin / "pitboss", folder, given.many)
        print(f"\n{'figures to keep':<58} {'measured':>9} {'wanted':>14}")
        print(*targets, sep="\n")
    print(f"\nPython {sys.version.split()[0]}, {os.cpu_count()} cores, page size {resource.getpagesize()}")


if __name__ == "__main__":
    main()
