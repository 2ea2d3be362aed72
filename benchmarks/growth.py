"""How time and memory grow with a document: `python benchmarks/growth.py`.

Every attack of `tests/fuzz/attacks.py` is made 1, 2, 4 and 8 times as large. Reading it, each check and each renderer
are measured apart, in a process of their own for each attack, with a limit on time and memory. What grows faster than
n log n is named at the end, the worst first. This is a measurement, not a test: read the exponents, not the seconds.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import signal
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import tests.fuzz.more_attacks  # noqa: F401 (its attacks are registered with the others)
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import extract_of
from compliance.documents.reading import Loaded, load
from compliance.engine import Bench, check
from compliance.findings import Findings
from compliance.law.catalogue import Catalogue
from compliance.law.reading import catalogue_files, read_catalogue
from compliance.reports import FORMATS, Context, render
from tests.fuzz.attacks import ATTACKS, Attack

SCALES: Final = (1, 2, 4, 8)
DAY: Final = date(2024, 7, 1)
_MEMORY: Final = 6 << 30
_MEASURED: Final = 0.05  # seconds at 8x below which growth is noise
_ROOM: Final = 4 << 20  # bytes at 8x below which growth is noise
_WORST: Final = 30
_STEEP: Final = 1.3  # exponent above which n log n does not explain growth


class TooLong(BaseException):
    """The time for one measurement is over. No Exception: the engine would take it for a check that broke."""


class Row(NamedTuple):
    """What one stage took at one scale: seconds, and the most memory it had; None where it did not end."""

    attack: str
    stage: str
    scale: int
    input: int
    seconds: float | None
    memory: int | None
    output: int
    broken: str = ""


def _stages(
    files: dict[str, bytes], catalogue: Catalogue, formats: Sequence[str]
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Everything that is measured for some files, each by its name. What a later one needs is made on the way."""
    loaded: list[Loaded] = []

    def read() -> None:
        loaded[:] = [load(path, data) for path, data in files.items()]

    yield "read", read
    bench = Bench(catalogue, DAY)
    first = next((one for one in loaded if one.document is not None), None)
    if first is not None and first.document is not None:
        document = first.document
        extracts = [extract_of(one, one.document, frozenset()) for one in loaded if one.document is not None]
        documents = DocumentSet(extracts)
        for asked in bench.asked_of(document.document, document.jurisdiction):
            subjects: list[tuple[Any, ...]] = (
                [(one, documents) for one in extracts] if asked.check.on_set else [(document,)]
            )

            def run(asked: Any = asked, subjects: Any = subjects) -> int:
                return sum(len(list(asked.run(*subject))) for subject in subjects)

            yield f"check {asked.check.name} ({asked.requirement.id})", run
    results: list[Findings] = []
    yield "engine", lambda: results.append(check(files.items(), DAY, catalogue))
    if not results:
        return
    lines = {path: data.decode("utf-8", "replace").split("\n") for path, data in files.items()}
    context = Context(lines.__getitem__, lambda: loaded, lambda: catalogue, "0", show_all=True)
    for format in formats:
        yield f"render {format}", lambda format=format: _size(render(format, results[-1], context))  # type: ignore[misc]


def _size(rendered: Iterable[str] | bytes) -> int:
    return len(rendered) if isinstance(rendered, bytes) else sum(len(piece) for piece in rendered)


def _stop(*_: object) -> None:
    raise TooLong


def _timed(work: Callable[[], Any], limit: float) -> tuple[float | None, Any, str]:
    signal.setitimer(signal.ITIMER_PROF, limit)
    start = time.process_time()
    try:
        made = work()
        return time.process_time() - start, made, ""
    except TooLong:
        return None, None, f"over {limit:g} s"
    except MemoryError:
        return None, None, "out of memory"
    except Exception as error:
        return time.process_time() - start, None, f"{type(error).__name__}: {error}"[:120]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _measure(attack: Attack, catalogue: Catalogue, limit: float, formats: Sequence[str]) -> Iterator[Row]:
    ended: set[str] = set()
    for scale in SCALES:
        files = attack.make(attack.small * scale)
        size = sum(map(len, files.values()))
        for stage, work in _stages(files, catalogue, formats):
            if stage in ended:
                continue
            seconds, made, broken = _timed(work, limit)
            memory = None
            if seconds is not None and scale in SCALES[-2:] and 0.05 < seconds < 1 and stage != "render pdf":
                tracemalloc.start()
                _, _, slow = _timed(work, limit * 3)
                memory = None if slow else tracemalloc.get_traced_memory()[1]
                tracemalloc.stop()
            if seconds is None:
                ended.add(stage)
            yield Row(attack.name, stage, scale, size, seconds, memory, made if isinstance(made, int) else 0, broken)


def measured(attack: Attack, catalogue: Catalogue, limit: float, formats: Sequence[str] = FORMATS) -> list[Row]:
    """The rows of one attack, measured in a process that may die of it."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        signal.signal(signal.SIGPROF, _stop)
        with os.fdopen(writing, "w") as file:
            for row in _measure(attack, catalogue, limit, formats):
                file.write(json.dumps(row) + "\n")
                file.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        rows = [Row(*json.loads(line)) for line in file]
    _, status = os.waitpid(child, 0)
    if status:
        rows.append(Row(attack.name, "the process", 0, 0, None, None, 0, f"died ({status})"))
    return rows


class Growth(NamedTuple):
    """How one stage grows over the scales: the exponent of time and of memory."""

    attack: str
    stage: str
    time: float
    memory: float
    rows: list[Row]

    @property
    def steep(self) -> bool:
        return max(self.time, self.memory) > _STEEP or any(row.broken for row in self.rows)

    @property
    def weight(self) -> tuple[bool, float]:
        return any(row.seconds is None for row in self.rows), max(self.time, self.memory)


def growth(rows: list[Row]) -> Growth:
    """The exponents over the largest scales that ended: 1 is linear, 2 is quadratic."""
    last = rows[-1]
    # Time of the processor, not of the clock: machines are shared.
    times = [row.seconds for row in rows if row.seconds is not None]
    sizes = [row.memory for row in rows if row.memory is not None]
    slope = _slope(times, _MEASURED)
    return Growth(last.attack, last.stage, slope, _slope([float(size) for size in sizes], _ROOM), rows)


def _slope(values: list[float], noise: float) -> float:
    if len(values) < 2 or values[-1] < noise:
        return 0.0
    steps = min(2, len(values) - 1)
    return math.log2(values[-1] / max(values[-1 - steps], noise / 10)) / steps


def _shown(row: Row) -> str:
    took = "     -  " if row.seconds is None else f"{row.seconds:7.3f}s"
    memory = "     -" if row.memory is None else f"{row.memory / (1 << 20):5.0f}M"
    return f"{took} {memory}"


def show(one: Growth) -> str:
    """One line of the table."""
    cells = "  ".join(_shown(row) for row in one.rows)
    output = max(row.output for row in one.rows)
    made = f"  out {output / (1 << 20):.1f}M" if output > 1 << 20 else ""
    broken = "; ".join(dict.fromkeys(row.broken for row in one.rows if row.broken))
    head = f"{one.attack}: {one.stage}"
    return f"{head:<90.90} n^{one.time:4.2f} m^{one.memory:4.2f}  {cells}{made}{'  ' + broken if broken else ''}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--limit", type=float, default=4, help="seconds of the processor for one measurement")
    parser.add_argument("--only", default="", help="attacks whose name holds this")
    parser.add_argument("--formats", nargs="*", default=FORMATS, choices=FORMATS, help="the renderers to measure")
    parser.add_argument("--all", action="store_true", help="also what grows as it should")
    given = parser.parse_args()
    catalogue = read_catalogue(catalogue_files())
    found: list[Growth] = []
    count = 0
    for attack in ATTACKS.values():
        if given.only in attack.name:
            by_stage: dict[str, list[Row]] = {}
            for row in measured(attack, catalogue, given.limit, given.formats):
                by_stage.setdefault(row.stage, []).append(row)
            count += sum(map(len, by_stage.values()))
            made = [growth(rows) for rows in by_stage.values()]
            found += made
            print(f"{attack.name}: {sum(one.steep for one in made)} of {len(made)} stages", flush=True)
            for one in made:
                if given.all or one.steep:
                    print("  " + show(one), flush=True)
    steep = sorted((one for one in found if one.steep), key=lambda one: one.weight, reverse=True)
    print("\nThe worst:")
    for one in steep[:_WORST]:
        print(show(one))
    print(f"{count:,} measurements of {len(found):,} stages; {len(steep):,} grow faster than n log n or do not end.")


if __name__ == "__main__":
    main()
