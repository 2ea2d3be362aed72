"""A run over many files: in this process, or spread over the processor's cores where it pays."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import Any, Final, TypeVar

from compliance.checks import CHECKS
from compliance.checks.set.extracts import Extract
from compliance.commands.ending import UNDECIDED, Stop
from compliance.commands.fence import fenced
from compliance.commands.files import STDIN, STDIN_NAME, Reader, approved_beside
from compliance.documents.reading import Loaded, load, read_whole
from compliance.engine import Data, Examined, FoundTogether, Look, LookTogether, Readers, Spread, check
from compliance.findings import Findings, Pool
from compliance.law.catalogue import Catalogue
from compliance.source import Source

_PAYS_FROM: Final = 300
_CHUNK: Final = 50
_LAST_CHUNK: Final = 5
# From how many documents on, and up to how many, looking at each among all others is parted too: below, starting the
# processes takes longer; above, each of them would hold much of the whole set for itself.
_PARTED_FROM: Final = 600
_PARTED_TO: Final = 5000
_PROGRESS_AFTER: Final = 0.7
# Documents whose sources are kept for the places of what is found by looking at all of them together.
_SOURCES_KEPT: Final = 64
_LARGE_SOURCE: Final = 1 << 17

# How many chunks are under way for each process: enough that none waits, few enough that memory stays small.
_AHEAD: Final = 4

# What the processes of this run do, and with what: set before they are forked.
_worker: tuple[Callable[[Any], Any], Sequence[Any]] | None = None

# What goes from process to process: both have findings.
Found = TypeVar("Found", Examined, FoundTogether)


def run(
    paths: Sequence[str],
    as_of: date,
    catalogue: Catalogue,
    keep: frozenset[str] | None,
    jobs: int | None,
    progress: bool,
    reader: Reader,
    suspended: bool = False,
) -> Findings:
    """Check files. What cannot be read is a finding; order and content do not depend on the number of jobs."""
    # Documents are freed as they are counted out; looking for cycles among them would cost a tenth of the run.
    gc.disable()
    documents = [(STDIN_NAME if path == STDIN else path, partial(reader.read, path)) for path in paths]
    processes = _jobs(jobs, len(paths))
    if processes > 1:
        reader.keep_fleeting(paths)
    spread: Spread = partial(in_processes, processes) if processes > 1 else map
    kept = partial(_kept, reader, partial(_shown, spread) if progress else spread)
    part = partial(in_parts, processes)
    return check(documents, as_of, catalogue, keep, kept, suspended, partial(_approved, reader), _read_once(), part)


def _read_once() -> Readers:
    """How documents are read, so that few need to be read a second time."""
    sources: dict[str, tuple[bytes, Source]] = {}

    def first(path: str, data: bytes) -> Loaded:
        loaded = load(path, data)
        if len(sources) < _SOURCES_KEPT and len(data) < _LARGE_SOURCE:
            sources[path] = (data, loaded.source)
        return loaded

    def again(path: str, data: bytes) -> Source:
        before, source = sources.get(path, (b"", None))
        return source if source is not None and before == data else read_whole(path, data)

    return Readers(first, again)


def _approved(reader: Reader, path: str) -> bytes | None:
    """The texts that were approved of a document, where they are kept beside it. What is there and cannot be read is
    not nothing: it is bytes that say nothing, and the check says so."""
    beside = approved_beside(path)
    if beside is None:
        return None
    try:
        return reader.read(beside)
    except OSError:
        return b""


def _kept(reader: Reader, spread: Spread, look: Look, documents: Sequence[tuple[str, Data]]) -> Iterator[Examined]:
    """The same; a document that is read once more later must be the one that was looked at."""
    for outcome in spread(partial(fenced, look), documents):
        reader.expect(outcome.checked.path, outcome.checked.sha256)
        yield outcome


def _shown(spread: Spread, look: Look, documents: Sequence[tuple[str, Data]]) -> Iterator[Examined]:
    """The same, and tells how far it is."""
    show = Progress(len(documents))
    for outcome in spread(look, documents):
        yield outcome
        show.step()
    show.clear()


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


def in_processes(jobs: int, look: Look, documents: Sequence[tuple[str, Data]]) -> Iterator[Examined]:
    """Have documents looked at by several processes, in chunks; gives the outcomes in order."""
    global _worker
    _worker = (partial(_pooled, Pool(), look), documents)
    # Counted, and so imported, before there are several processes: otherwise each of them would import all checks.
    len(CHECKS)
    for outcomes in _spread(_chunks(len(documents), jobs), jobs):
        yield from outcomes


def in_parts(jobs: int, look: LookTogether, extracts: Sequence[Extract]) -> Iterator[FoundTogether]:
    """Have documents looked at among all others, each process some of them; gives what was found in order."""
    global _worker
    if jobs == 1 or not _PARTED_FROM <= len(extracts) <= _PARTED_TO:
        yield look(extracts)
        return
    size = -(-len(extracts) // jobs)
    parts = [extracts[start : start + size] for start in range(0, len(extracts), size)]
    _worker = (partial(_pooled, Pool(), look), parts)
    for found in _spread([range(number, number + 1) for number in range(len(parts))], jobs):
        yield from found


def _chunks(documents: int, jobs: int) -> list[range]:
    """The documents in stretches, which get smaller towards the end: then no process waits long for the last one."""
    chunks: list[range] = []
    start = 0
    while start < documents:
        size = min(_CHUNK, max(_LAST_CHUNK, (documents - start) // (jobs * _AHEAD)))
        chunks.append(range(start, min(start + size, documents)))
        start += size
    return chunks


def _spread(chunks: Sequence[range], jobs: int) -> Iterator[list[Any]]:
    """The outcomes of each chunk, in order. A few are under way at a time, so that results do not pile up."""
    import multiprocessing
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Forked workers share the loaded catalogue and models; starting fresh ones would cost more than it saves.
    watched, held = os.pipe()
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _begin, (watched, held))
    waiting: deque[Future[list[Any]]] = deque()
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


def _look_at_chunk(chunk: range) -> list[Any]:
    """Runs in a process that was forked after `_worker` was set."""
    assert _worker is not None
    look, given = _worker
    return [look(given[number]) for number in chunk]


def _pooled(pool: Pool, look: Callable[[Any], Found], given: Any) -> Found:
    """The same; what documents have alike is handed over once from process to process."""
    found = look(given)
    return found._replace(findings=list(map(pool.take, found.findings)))


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
