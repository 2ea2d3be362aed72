"""A run over many files: in this process, or spread over the processor's cores where it pays."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import Final

from compliance.checks.cards import Card
from compliance.commands.ending import UNDECIDED, Stop
from compliance.commands.files import STDIN, STDIN_NAME, TOO_LARGE, Reader
from compliance.documents.reading import Loaded, load
from compliance.engine import Bench, Outcome, collect, finish, problem_finding
from compliance.findings import Checked, Findings
from compliance.law.catalogue import Catalogue
from compliance.source import Problem, Source, Span, read

_PAYS_FROM: Final = 300
_CHUNK: Final = 50
_PROGRESS_AFTER: Final = 0.7

# How many chunks are under way for each process: enough that none waits, few enough that memory stays small.
_AHEAD: Final = 4

_worker: tuple[Bench, frozenset[str] | None, Reader] | None = None


def run(
    paths: Sequence[str],
    as_of: date,
    catalogue: Catalogue,
    keep: frozenset[str] | None,
    jobs: int | None,
    progress: bool,
    reader: Reader,
) -> Findings:
    """Check files. What cannot be read is a finding; order and content do not depend on the number of jobs."""
    # Documents are freed as they are counted out; looking for cycles among them would cost a tenth of the run.
    gc.disable()
    bench = Bench(catalogue, as_of)
    results = Findings(as_of, catalogue.version)
    cards: list[Card] = []
    show = Progress(len(paths)) if progress else None
    for outcome in _outcomes(paths, bench, keep, _jobs(jobs, len(paths)), reader):
        reader.expect(outcome.checked.path, outcome.checked.sha256)
        collect(results, outcome, cards)
        if show is not None:
            show.step()
    if show is not None:
        show.clear()
    finish(results, bench, cards, partial(_again, results, set(), reader), keep)
    return results


def _again(results: Findings, told: set[str], reader: Reader, path: str) -> Source:
    """The source of a document once more. One that is gone, or is another, is a finding for itself alone."""
    try:
        return read(reader.read(path))
    except OSError as error:
        message = f"The file cannot be read a second time: {error.strerror or error}."
        help = "Its answers are those of the bytes that were read first; their places are not shown. Check again."
        if path not in told:
            told.add(path)
            results.findings.append(problem_finding(path, Problem("changed", message, help, Span(1, 1, 1, 1))))
            results.counts["error"] += 1
        return Source("", None)


def load_again(path: str, reader: Reader) -> Loaded:
    """Reads a file again, for the checks and reports that need it once more."""
    name = STDIN_NAME if path == STDIN else path
    return load(name, reader.read(name))


def _jobs(asked: int | None, files: int) -> int:
    if not hasattr(os, "fork"):
        return 1
    if asked is not None:
        return max(1, min(asked, files))
    return min(os.cpu_count() or 1, 8) if files >= _PAYS_FROM else 1


def _outcomes(
    paths: Sequence[str], bench: Bench, keep: frozenset[str] | None, jobs: int, reader: Reader
) -> Iterator[Outcome]:
    if jobs == 1:
        for path in paths:
            yield look_at(path, bench, keep, reader)
        return
    global _worker
    _worker = (bench, keep, reader)
    reader.keep_fleeting(paths)
    for outcomes in _spread([paths[start : start + _CHUNK] for start in range(0, len(paths), _CHUNK)], jobs):
        yield from outcomes


def _spread(chunks: Sequence[Sequence[str]], jobs: int) -> Iterator[list[Outcome]]:
    """The outcomes of each chunk, in order. A few are under way at a time, so that results do not pile up."""
    import multiprocessing
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Forked workers share the loaded catalogue and models; starting fresh ones would cost more than it saves.
    watched, held = os.pipe()
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin, (watched, held))
    waiting: deque[Future[list[Outcome]]] = deque()
    try:
        # The processes start with the first chunk, deaf to Ctrl-C from their first moment.
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        waiting.append(pool.submit(_look_at_chunk, chunks[0]))
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
        for chunk in chunks[1:]:
            waiting.append(pool.submit(_look_at_chunk, chunk))
            if len(waiting) >= jobs * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        message = "a process that was checking documents died, perhaps for want of memory; try --jobs 1."
        raise Stop(message, UNDECIDED) from None
    except BaseException:
        # Nobody waits for what is under way.
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        os.close(watched)
        os.close(held)


def _begin(watched: int, held: int) -> None:
    """Ctrl-C reaches every process; the first one tells the user and ends the others. Killed, it can tell nobody: then
    the pipe that only it holds open comes to an end, and so does who watches it."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.close(held)
    Thread(target=_end_with_parent, args=(watched,), daemon=True).start()


def _end_with_parent(watched: int) -> None:
    os.read(watched, 1)
    os._exit(1)


def _look_at_chunk(paths: Sequence[str]) -> list[Outcome]:
    assert _worker is not None
    bench, keep, reader = _worker
    return [look_at(path, bench, keep, reader) for path in paths]


def look_at(path: str, bench: Bench, keep: frozenset[str] | None, reader: Reader) -> Outcome:
    """Read and check one file."""
    name = STDIN_NAME if path == STDIN else path
    try:
        data = reader.read(path)
    except OSError as error:
        reason = error.strerror or str(error)
        return _refused(
            name, "unreadable", f"The file cannot be read: {reason}.", "Check its name and who may read it."
        )
    if len(data) == TOO_LARGE:
        message = f"The file is larger than {TOO_LARGE - 1:,} bytes and is not read."
        return _refused(name, "too-large", message, "A document is one game or one schedule; split the file.")
    try:
        return bench.look(load(name, data), keep)
    except Exception as broken:  # a document that nobody thought of must not end the run for the others
        message = f"Reading this document broke Pit Boss: {type(broken).__name__}: {broken}."
        return _refused(name, "broken", message, "Please report it with the file.")


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
