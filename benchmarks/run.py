"""How fast Pit Boss is, side by side with its peers, in one run: `python benchmarks/run.py`.

Installs Pit Boss, yamllint and check-jsonschema into a virtual environment of its own, as a user would, writes
documents of about 120 lines, and prints medians and ratios. This is a measurement, not a test: machines are noisy, so
read the ratios, not the seconds.

The pace over 1,000 documents is held against the two peers as a gate meets it: the law is remembered from the run
before, and every document has changed since, so that no answer is. The peers read their rules and schema in each run,
which are far smaller than the law; the rows with --no-cache, where the law is read anew too, stand beside it.
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

from benchmarks.documents import write_documents  # noqa: E402 (the checkout's own package)

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


def start_up(bin: Path, folder: Path, schema: Path, times: int, targets: list[Target]) -> None:
    print(f"{'start-up':<58} {'median':>12} {'x pass':>8}")
    pitboss, edited = bin / "pitboss", folder / "edited.yaml"
    remembered = "pitboss check, one document, answers remembered"
    fresh, anew = "the same, document changed (the law remembered)", "pitboss check --no-cache (the law read anew)"
    peer = "check-jsonschema, the same document"
    commands: dict[str, Command] = {
        "python -c pass": [bin / "python", "-c", "pass"],
        "import pydantic.main, typer, yaml; nothing of ours": [
            bin / "python",
            "-c",
            "import pydantic.main, typer, yaml",
        ],
        "pitboss --version": [pitboss, "--version"],
        remembered: [pitboss, "check", GAME],
        fresh: [pitboss, "check", edited],
        anew: [pitboss, "check", "--no-cache", GAME],
        peer: [bin / "check-jsonschema", "--schemafile", schema, GAME],
        "python cli.py check, document changed": [bin / "python", "cli.py", "check", edited.with_suffix(".yml")],
    }

    def edit(number: int) -> None:
        """The document as an editor saves it: with one more change each time."""
        for copy in (edited, edited.with_suffix(".yml")):
            copy.write_text(f"{(ROOT / GAME).read_text('utf-8')}# changed {number}\n", "utf-8")

    edit(-1)
    for command in (commands[remembered], commands["python cli.py check, document changed"]):
        seconds(command, 1)  # an install and a checkout each remember the law from their first run on
    taken = in_turn(commands, times, edit)
    for name, time_taken in taken.items():
        row(name, time_taken, taken["python -c pass"])
    targets += [
        Target("one document fresh, times `python -c pass`", taken[fresh] / taken["python -c pass"], 30),
        Target("one document fresh, times check-jsonschema", taken[fresh] / taken[peer], 0.5),
        Target("one document remembered, times `python -c pass`", taken[remembered] / taken["python -c pass"], 14),
    ]


def throughput(bin: Path, folder: Path, schema: Path, times: int, targets: list[Target]) -> None:
    print(f"\n{'1,000 documents':<58} {'median':>12} {'x slowest':>9}")
    thousand = folder / "1000"
    write_documents(thousand, 1000)
    pitboss = bin / "pitboss"
    fresh = "pitboss check, all documents changed (the law remembered)"
    commands: dict[str, Command] = {
        "yamllint --config-data relaxed": [bin / "yamllint", "-d", "relaxed", thousand],
        "check-jsonschema": [bin / "check-jsonschema", "--schemafile", schema, *sorted(thousand.iterdir())],
        "pitboss check --no-cache --jobs 1": [pitboss, "check", "--no-cache", "--jobs", "1", thousand],
        "pitboss check --no-cache": [pitboss, "check", "--no-cache", thousand],
        fresh: [pitboss, "check", thousand],
    }
    texts = {path: path.read_text("utf-8") for path in thousand.iterdir()}

    def edit(number: int) -> None:
        """Every document with one more change each time, so that no answer is remembered."""
        for path, text in texts.items():
            path.write_text(f"{text}# changed {number}\n", "utf-8")

    rates = {name: 1000 / taken for name, taken in in_turn(commands, times, edit).items()}
    for name, rate in rates.items():
        row(name, rate, min(rates.values()), "/s")
    ours = rates[fresh]
    for name, least in zip(commands, (10, 8), strict=False):
        print(f"  {ours / rates[name]:.1f} times the documents per second of {name}")
        targets.append(Target(f"1,000 documents, times the pace of {name.split()[0]}", ours / rates[name], least, True))


def scale(pitboss: Path, folder: Path, targets: list[Target]) -> None:
    print("\n10,000 documents")
    many = folder / "10000"
    write_documents(many, 10_000)
    thousand = seconds([pitboss, "check", "--no-cache", folder / "1000"], 3) / 1000
    start = time.perf_counter()
    memory = peak_memory([pitboss, "check", "--no-cache", many])
    each = (time.perf_counter() - start) / 10_000
    print(
        f"  {each * 1000:.2f} ms a document, {each / thousand:.2f} times that of 1,000;"
        f" peak memory {memory / 1024:.0f} MB"
    )
    targets.append(Target("10,000 documents, peak memory in MB", memory / 1024, 200))


def tables() -> None:
    """A decision table of four inputs with six values each, proved."""
    from compliance.tables import Proof, Rule, Table, prove

    values = [str(number) for number in range(6)]
    given = dict.fromkeys("abcd", values)
    rules = [Rule({"a": a, "b": b}, "draw") for a in values for b in values]
    measured = []
    for _ in range(50):
        start = time.perf_counter()
        proof = prove(Table(given, rules))
        assert isinstance(proof, Proof)
        assert not proof.gaps.cases
        measured.append(time.perf_counter() - start)
    cases = 6**4
    print(f"\na decision table of {cases:,} cases and {len(rules)} rules: {statistics.median(measured) * 1000:.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--times", type=int, default=9)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        # A checkout keeps its bytecode as installed packages do, unless the one who measures has turned that off.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        bin = install(folder / "installed")
        targets: list[Target] = []
        schema = write_schema(bin, folder)
        start_up(bin, folder, schema, times, targets)
        tables()
        throughput(bin, folder, schema, max(3, times // 3), targets)
        scale(bin / "pitboss", folder, targets)
        print(f"\n{'figures to keep':<58} {'measured':>9} {'wanted':>14}")
        print(*targets, sep="\n")
    print(f"\nPython {sys.version.split()[0]}, {os.cpu_count()} cores, page size {resource.getpagesize()}")


if __name__ == "__main__":
    main()
