"""A run over many files: in this process, or spread over the processor's cores where it pays."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, Final

from compliance.checks import CHECKS
from compliance.commands.exits import UNDECIDED, Stop
from compliance.commands.fence import fenced
from compliance.commands.files import STDIN_NAME, Reader, approved_beside
from compliance.commands.papers import PaperFiles
from compliance.disk import STDIN
from compliance.documents.loader import LoadedDocument, load_document
from compliance.engine.checking import CheckHouse, HouseResult, Spread, check
from compliance.engine.findings import Findings
from compliance.engine.houses import Group
from compliance.law.catalog import Catalog

_PAYS_FROM: Final = 300
_CHUNK: Final = 10  # documents that a process is handed at least
_PROGRESS_AFTER: Final = 0.7
_MOST_KEPT: Final = 100  # documents that a run and its reports read once; of more each is read twice, to save memory

# How many chunks are under way for each process: enough that none waits, few enough that memory stays small.
_AHEAD: Final = 4

# What the processes of this run do, and with what: set before they are forked.
_worker: tuple[Callable[[Any], Any], Sequence[Any]] | None = None


def check_files(
    paths: Sequence[str],
    as_of: date,
    catalog: Catalog,
    reader: Reader,
    keep: frozenset[str] | None = None,
    jobs: int | None = 1,
    progress: bool = False,
    suspended: bool = False,
    papers: Sequence[str] = (),
    kept: dict[str, LoadedDocument] | None = None,
) -> Findings:
    """Check files. What cannot be read is a finding; order and content do not depend on the number of jobs. Of a small
    run `kept` has the documents afterwards, for its reports."""
    # Documents are freed as they are counted out; looking for cycles among them would cost a tenth of the run.
    gc.disable()
    documents = [(STDIN_NAME if path == STDIN else path, partial(reader.read, path)) for path in paths]
    processes = _jobs(jobs, len(paths))
    if processes > 1:
        reader.keep_fleeting(paths)
    spread: Spread = partial(run_processes, processes) if processes > 1 else map
    if progress:
        spread = partial(_show_progress, spread, len(paths))
    beside, attach = partial(_approved, reader), PaperFiles(papers).attach
    checked_once = partial(_expect, reader, spread)

    def read(path: str, data: bytes) -> LoadedDocument:
        loaded = attach(load_document(path, data))
        if kept is not None and processes == 1 and len(paths) <= _MOST_KEPT:
            kept[path] = loaded
        return loaded

    return check(
        documents,
        as_of,
        catalog,
        keep,
        checked_once,
        suspended,
        beside,
        fenced,
        read,
    )


def check_texts(
    law: Catalog,
    day: date,
    documents: Mapping[str, bytes | None],
    approvals: Mapping[str, bytes],
    papers: PaperFiles,
) -> Findings:
    """Check documents that are in memory; one that is None is there and cannot be read."""
    texts = [(path, data if data is not None else _refuse) for path, data in documents.items()]
    return check(
        texts,
        day,
        law,
        beside=approvals.get,
        guard=fenced,
        read=lambda path, data: papers.attach(load_document(path, data)),
    )


def _refuse() -> bytes:
    raise OSError("it cannot be read")


def _approved(reader: Reader, path: str) -> bytes | None:
    """The texts that were approved of a document, where they are kept beside it. What is there and cannot be read is
    not nothing: it is bytes that say nothing, and the check says so."""
    beside = approved_beside(path)
    if beside is None:
        return None
    if os.path.islink(beside):
        return b""
    try:
        return reader.read(beside)
    except OSError:
        return b""


def _expect(reader: Reader, spread: Spread, check_house: CheckHouse, houses: Sequence[Group]) -> Iterator[HouseResult]:
    """The same; a document that is read once more for a report must be the one that was checked."""
    for house in spread(check_house, houses):
        for one in house:
            reader.expect(one.checked.path, one.checked.sha256)
        yield house


def _show_progress(
    spread: Spread, total: int, check_house: CheckHouse, houses: Sequence[Group]
) -> Iterator[HouseResult]:
    """The same, and tells how far it is."""
    show = Progress(total)
    for house in spread(check_house, houses):
        yield house
        show.step(len(house))
    show.clear()


def load_again(path: str, reader: Reader) -> LoadedDocument:
    """Reads a file again, for the checks and reports that need it once more."""
    name = STDIN_NAME if path == STDIN else path
    return load_document(name, reader.read(name))


def _jobs(asked: int | None, files: int) -> int:
    if not hasattr(os, "fork"):
        return 1
    if asked is not None:
        return max(1, min(asked, files))
    return min(os.cpu_count() or 1, 8) if files >= _PAYS_FROM else 1


def run_processes(jobs: int, check_house: CheckHouse, houses: Sequence[Group]) -> Iterator[HouseResult]:
    """Have houses checked by several processes, each of them some whole houses; gives the results in order."""
    global _worker
    if len(houses) < 2:
        yield from map(check_house, houses)
        return
    _worker = (check_house, houses)
    # Counted, and so imported, before there are several processes: otherwise each of them would import all checks.
    len(CHECKS)
    for results in _spread(_chunks(houses), min(jobs, len(houses))):
        yield from results


def _chunks(houses: Sequence[Group]) -> list[range]:
    """The houses in stretches of enough documents that handing them over costs little."""
    chunks: list[range] = []
    start = documents = 0
    for number, house in enumerate(houses, 1):
        documents += len(house)
        if documents >= _CHUNK or number == len(houses):
            chunks.append(range(start, number))
            start, documents = number, 0
    return chunks


def _spread(chunks: Sequence[range], jobs: int) -> Iterator[list[Any]]:
    """The outcomes of each chunk, in order. A few are under way at a time, so that results do not pile up."""
    import multiprocessing
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Forked workers share the loaded catalog and models; starting fresh ones would cost more than it saves.
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


class Progress:
    """A line on standard error that says how far a long run is."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._started = self._show_progress = time.monotonic()
        self._visible = False

    def step(self, documents: int) -> None:
        self._done += documents
        now = time.monotonic()
        if now - self._started > _PROGRESS_AFTER and now - self._show_progress > 0.1:
            self._show_progress, self._visible = now, True
            sys.stderr.write(f"\rchecked {self._done:,} of {self._total:,} documents")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
