"""How time and memory grow with a document: `python benchmarks/growth.py`.

Every attack of `tests/fuzz/attacks.py` is made 4 and 16 times as large; 2 and 8 times where that is no longer read, and
where it is a set. Reading it, each check and each renderer are measured apart, in a process of their own for each
attack, with a limit on time and memory. What seems to grow faster than n log n is looked at again: the least of several
measurements, at more sizes, twice as large each time until growth comes to an end (there is a bound), no larger
document is read, or the limit is reached. Only what stays is named at the end. This is a measurement, not a test: read
the exponents, not the seconds.
"""

from __future__ import annotations

import argparse
import gc
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
from compliance.checks.set.house import House, build_neighbor
from compliance.checks.set.index import Index, build_entry
from compliance.documents.loader import LoadedDocument, load_document
from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check
from compliance.engine.findings import Findings
from compliance.engine.rule_set import RuleSet
from compliance.law.catalog import Catalog
from compliance.law.files import catalog_files
from compliance.reports import FORMATS, ReportContext, render
from tests.fuzz.attacks import ATTACKS, Attack

SCALES: Final = (2, 8)
LARGER: Final = (4, 16)
LOOKED_AT_AGAIN: Final = (2, 4, 8, 16, 32, 64)
DAY: Final = date(2024, 7, 1)
_MEMORY: Final = 6 << 30
_MEASURED: Final = 0.05  # seconds at 8x below which growth is noise
_ROOM: Final = 4 << 20  # bytes below which growth is noise
_STEEP: Final = 1.3  # exponent above which n log n does not explain growth
_TIMES: Final = 5  # measurements of which the least counts; fewer where they are long
_FEW: Final = 2
_LONG: Final = 0.3  # seconds
_ENOUGH: Final = 3  # sizes that tell growth from noise
_WITH_MEMORY: Final = (4, 8, 16)


class TooLong(BaseException):
    """The time for one measurement is over. No Exception: the engine would take it for a check that broke."""


class Row(NamedTuple):
    """What one stage took at one scale: seconds, and the most memory it had; None where it did not end."""

    attack: str
    stage: str
    scale: int
    seconds: float | None
    output: int
    broken: str = ""
    # Measured several times, the least taken; then with its memory.
    again: bool = False
    memory: int | None = None


def _stages(
    files: dict[str, bytes], catalog: Catalog, formats: Sequence[str]
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Everything that is measured for some files, each by its name. What a later one needs is made on the way."""
    loaded: list[LoadedDocument] = []

    def read() -> None:
        loaded[:] = [load_document(path, data) for path, data in files.items()]

    yield "read", read
    rules = RuleSet(catalog, DAY)
    first = next((one for one in loaded if one.document is not None), None)
    if first is not None and first.document is not None:
        document = first.document
        documents = House(build_neighbor(one, one.document) for one in loaded if one.document is not None)
        index = Index(build_entry(one, ()) for one in documents)
        for asked in rules.select(document.document, document.jurisdiction):
            subjects: list[tuple[Any, ...]] = [(document,)]
            if asked.check.on_set:
                subjects = [(one, documents) for one in documents]
            elif asked.check.on_index:
                subjects = [(one, index) for one in index]

            def run(asked: Any = asked, subjects: Any = subjects) -> int:
                return sum(len(list(asked.run(*subject))) for subject in subjects)

            yield f"check {asked.check.name} ({asked.requirement.id})", run
    results: list[Findings] = []
    yield "engine", lambda: results.append(check(files.items(), DAY, catalog))
    if not results:
        return
    lines = {path: data.decode("utf-8", "replace").split("\n") for path, data in files.items()}
    context = ReportContext(lines.__getitem__, lambda: loaded, lambda: catalog, "0", show_all=True)
    for format in formats:
        yield f"render {format}", lambda format=format: _size(render(format, results[-1], context))  # type: ignore[misc]


def _size(rendered: Iterable[str] | bytes) -> int:
    return len(rendered) if isinstance(rendered, bytes) else sum(len(piece) for piece in rendered)


def _stop(*_: object) -> None:
    raise TooLong


def _timed(work: Callable[[], Any], limit: float) -> tuple[float | None, int, str]:
    """The seconds of the processor, which other programs do not add to; what was made; what went wrong."""
    signal.setitimer(signal.ITIMER_PROF, limit)
    start = time.process_time()
    try:
        made = work()
        return time.process_time() - start, made if isinstance(made, int) else 0, ""
    except TooLong:
        return None, 0, f"over {limit:g} s"
    except MemoryError:
        return None, 0, "out of memory"
    except Exception as error:
        return time.process_time() - start, 0, f"{type(error).__name__}: {error}"[:120]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _measure(attack: Attack, catalog: Catalog, limit: float, formats: Sequence[str]) -> Iterator[Row]:
    """Everything once, at two sizes; and again what may be steep."""
    found: dict[str, list[Row]] = {}
    for scale in _scales(attack):
        for stage, work in _stages(attack.make(attack.small * scale), catalog, formats):
            if all(row.seconds is not None for row in found.get(stage, ())):
                row = Row(attack.name, stage, scale, *_timed(work, limit))
                found.setdefault(stage, []).append(row)
                yield row
    yield from _again(attack, catalog, limit, {stage for stage, rows in found.items() if growth(rows).steep})


def _scales(attack: Attack) -> tuple[int, int]:
    """The larger sizes where a document is still read at them. A set is large enough as it is."""
    files = attack.make(attack.small * LARGER[-1])
    read = len(files) == 1 and all(load_document(path, data).document for path, data in files.items())
    return LARGER if read else SCALES


def _again(attack: Attack, catalog: Catalog, limit: float, doubtful: set[str]) -> Iterator[Row]:
    """The same of some stages with less noise, each for as long as it is steep and there are larger documents."""
    formats = [format for format in FORMATS if f"render {format}" in doubtful]
    found: dict[str, list[Row]] = {}
    for scale in LOOKED_AT_AGAIN:
        if not doubtful:
            return
        left: set[str] = set()
        for stage, work in _stages(attack.make(attack.small * scale), catalog, formats):
            if stage in doubtful:
                row = Row(attack.name, stage, scale, *_least(work, limit), again=True)
                if row.seconds is not None and scale in _WITH_MEMORY and row.seconds < _LONG:
                    row = row._replace(memory=_memory(work, limit))
                found.setdefault(stage, []).append(row)
                yield row
                if len(found[stage]) < _ENOUGH or growth(found[stage]).goes_on:
                    left.add(stage)
            elif stage == "read" or (stage == "engine" and formats):
                work()  # later stages need what it makes
        doubtful = left


def _least(work: Callable[[], Any], limit: float) -> tuple[float | None, int, str]:
    """The least of several measurements, the first of which counts where it is long."""
    taken = [_timed(work, limit)]
    while len(taken) < _TIMES and taken[0][0] is not None and (len(taken) < _FEW or taken[0][0] < _LONG):
        taken.append(_timed(work, limit))
    return min(taken, key=lambda one: math.inf if one[0] is None else one[0])


def _memory(work: Callable[[], Any], limit: float) -> int | None:
    tracemalloc.start()
    try:
        seconds, _, _ = _timed(work, limit * 3)
        return None if seconds is None else tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def measured(attack: Attack, catalog: Catalog, limit: float, formats: Sequence[str] = FORMATS) -> list[Row]:
    """The rows of one attack, measured in a process that may die of it."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        signal.signal(signal.SIGPROF, _stop)
        gc.disable()  # as the command does: when it runs depends on what ran before
        with os.fdopen(writing, "w") as file:
            for row in _measure(attack, catalog, limit, formats):
                file.write(json.dumps(row) + "\n")
                file.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        rows = [Row(*json.loads(line)) for line in file]
    _, status = os.waitpid(child, 0)
    if status:
        rows.append(Row(attack.name, "the process", 0, None, 0, f"died ({status})"))
    return rows


class Growth(NamedTuple):
    """How one stage grows over its last scales: the exponent of time and of memory."""

    attack: str
    stage: str
    time: float
    memory: float
    rows: list[Row]

    @property
    def steep(self) -> bool:
        """Whether it grows too fast, breaks, or takes so long that nothing can be said of its growth."""
        broken = any(row.broken and row.seconds is not None for row in self.rows)
        unknown = self.rows[-1].seconds is None and len(self.rows) < _ENOUGH
        return max(self.time, self.memory) > _STEEP or broken or unknown

    @property
    def goes_on(self) -> bool:
        """Whether a larger document may still show something."""
        return self.steep and self.rows[-1].seconds is not None

    @property
    def bounded(self) -> bool:
        """Whether it was steep for a while: more than noise, and at an end."""
        return not self.steep and len(self.rows) > _ENOUGH

    @property
    def weight(self) -> tuple[bool, float]:
        return any(row.seconds is None for row in self.rows), max(self.time, self.memory)


def growth(rows: list[Row]) -> Growth:
    """The exponents over the largest scales that ended: 1 is linear, 2 is quadratic. Of what was measured again, by
    that alone."""
    kept = [row for row in rows if row.again] or rows
    times = [(row.scale, row.seconds) for row in kept if row.seconds is not None]
    sizes = [(row.scale, float(row.memory)) for row in kept if row.memory is not None]
    return Growth(kept[-1].attack, kept[-1].stage, _slope(times, _MEASURED), _slope(sizes, _ROOM), kept)


def _slope(values: list[tuple[int, float]], noise: float) -> float:
    """Over two doublings, or as many as there are."""
    if len(values) < 2 or values[-1][1] < noise:
        return 0.0
    last, most = values[-1]
    scale, value = next((one for one in values if one[0] >= last / 4), values[-2])
    return math.log2(most / max(value, noise / 10)) / math.log2(last / scale) if scale < last else 0.0


def _shown(row: Row) -> str:
    took = "    -   " if row.seconds is None else f"{row.seconds:7.3f}s"
    memory = "" if row.memory is None else f" {row.memory / (1 << 20):.0f}M"
    return f"{row.scale}x {took}{memory}"


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
    catalog = read_catalog(catalog_files())
    found: list[Growth] = []
    for attack in ATTACKS.values():
        if given.only in attack.name:
            by_stage: dict[str, list[Row]] = {}
            for row in measured(attack, catalog, given.limit, given.formats):
                by_stage.setdefault(row.stage, []).append(row)
            made = [growth(rows) for rows in by_stage.values()]
            found += made
            again = sum(one.rows[-1].again for one in made)
            said = f"{len(made)} stages, {again} looked at again, {sum(one.steep for one in made)} steep"
            print(f"{time.process_time() + _of_children():6.0f} s  {attack.name}: {said}", flush=True)
            for one in made:
                if given.all or one.steep:
                    print("  " + show(one), flush=True)
    bounded = [one for one in found if one.bounded]
    steep = sorted((one for one in found if one.steep), key=lambda one: one.weight, reverse=True)
    for title, ones in (("Steep up to a bound, and no further:", bounded), ("Steep:", steep)):
        print(f"\n{title}" if ones else "", *map(show, ones), sep="\n")
    print(f"{len(found):,} stages; {len(steep):,} grow faster than n log n or do not end.")


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
