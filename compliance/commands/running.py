"""A run over many files: in this process, or spread over the processor's cores where it pays."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from compliance.checks.cards import Card
from compliance.commands.files import STDIN, STDIN_NAME, TOO_LARGE, read_bytes
from compliance.documents.reading import Loaded, load
from compliance.engine import Bench, Outcome, collect, finish, problem_finding
from compliance.findings import Checked, Findings
from compliance.law.catalogue import Catalogue
from compliance.source import Problem, Span, read

_PAYS_FROM: Final = 300
_CHUNK: Final = 50
_PROGRESS_AFTER: Final = 0.7

_worker: tuple[Bench, frozenset[str] | None] | None = None


def run(
    paths: Sequence[str],
    as_of: date,
    catalogue: Catalogue,
    keep: frozenset[str] | None,
    jobs: int | None,
    progress: bool,
    stdin: dict[str, bytes],
) -> Findings:
    """Check files. What cannot be read is a finding; order and content do not depend on the number of jobs."""
    # Documents are freed as they are counted out; looking for cycles among them would cost a tenth of the run.
    gc.disable()
    bench = Bench(catalogue, as_of)
    results = Findings(as_of, catalogue.version)
    cards: list[Card] = []
    show = Progress(len(paths)) if progress else None
    for outcome in _outcomes(paths, bench, keep, _jobs(jobs, len(paths)), stdin):
        collect(results, outcome, cards)
        if show is not None:
            show.step()
    if show is not None:
        show.clear()
    finish(results, bench, cards, lambda path: read(read_again(path, stdin)), keep)
    return results


def load_again(path: str, stdin: dict[str, bytes]) -> Loaded:
    """Reads a file again, for the checks and reports that need it once more."""
    name = STDIN_NAME if path == STDIN else path
    return load(name, read_again(name, stdin))


def read_again(name: str, stdin: dict[str, bytes]) -> bytes:
    """The bytes of a file once more."""
    return stdin[name] if name in stdin else read_bytes(name)


def _jobs(asked: int | None, files: int) -> int:
    if not hasattr(os, "fork"):
        return 1
    if asked is not None:
        return max(1, min(asked, files))
    return min(os.cpu_count() or 1, 8) if files >= _PAYS_FROM else 1


def _outcomes(
    paths: Sequence[str], bench: Bench, keep: frozenset[str] | None, jobs: int, stdin: dict[str, bytes]
) -> Iterator[Outcome]:
    if jobs == 1 or STDIN in paths:
        for path in paths:
            yield look_at(path, bench, keep, stdin)
        return
    # Forked workers share the loaded catalogue and models; starting fresh ones would cost more than it saves.
    import multiprocessing

    global _worker
    _worker = (bench, keep)
    chunks = [paths[start : start + _CHUNK] for start in range(0, len(paths), _CHUNK)]
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for outcomes in pool.imap(_look_at_chunk, chunks):
            yield from outcomes


def _look_at_chunk(paths: Sequence[str]) -> list[Outcome]:
    assert _worker is not None
    bench, keep = _worker
    return [look_at(path, bench, keep, {}) for path in paths]


def look_at(path: str, bench: Bench, keep: frozenset[str] | None, stdin: dict[str, bytes]) -> Outcome:
    """Read and check one file."""
    name = STDIN_NAME if path == STDIN else path
    try:
        data = read_bytes(path)
    except OSError as error:
        reason = error.strerror or str(error)
        return _refused(
            name, "unreadable", f"The file cannot be read: {reason}.", "Check its name and who may read it."
        )
    if len(data) == TOO_LARGE:
        message = f"The file is larger than {TOO_LARGE - 1:,} bytes and is not read."
        return _refused(name, "too-large", message, "A document is one game or one schedule; split the file.")
    if path == STDIN:
        stdin[name] = data
    return bench.look(load(name, data), keep)


def _refused(name: str, code: str, message: str, help: str) -> Outcome:
    finding = problem_finding(name, Problem(code, message, help, Span(1, 1, 1, 1)))
    return Outcome(Checked(name, ""), [finding], {"error": 1}, None, False)


class Progress:
    """A line on standard error that says how far a long run is."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._started = self._shown = time.monotonic()
        self._visible = False

    def step(self) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._started > _PROGRESS_AFTER and now - self._shown > 0.1:
            self._shown, self._visible = now, True
            sys.stderr.write(f"\rchecked {self._done:,} of {self._total:,} documents")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
