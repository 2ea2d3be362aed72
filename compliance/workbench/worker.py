"""Calls answered in a process of its own: one that takes too long is ended with its process, and a new one begins.

The process has the texts and nothing else: it reads and writes no file of a user. Both sides speak in frames: a line
with a number, then so many bytes. Into it go `[kind, ...]` as JSON; out of it come the answer and the files that the
call changed, which the next process begins with.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Any, Final, NamedTuple

from compliance.workbench.calls import build_error

# Of the processor, so that a busy machine ends nothing; and of the clock, for what cannot be ended otherwise.
PROCESSOR_SECONDS: Final = 30
SECONDS: Final = 180
_PACKAGE: Final = Path(__file__).parents[2]
_TOO_LONG: Final = (
    "This took more than {} seconds and was ended. Nothing that was open is lost.",
    "Take back the last change, or split the document; and please report it with the file.",
)
_ENDED: Final = ("The process that answers ended by itself, perhaps for want of memory.", "Try again with less open.")


class WorkerSettings(NamedTuple):
    """What a process is started with: the module whose `main` answers, the name of the file of decisions, further
    catalogs, and how long a call may keep the processor busy."""

    module: str
    decisions: str
    catalogs: Sequence[str] = ()
    processor_seconds: float = PROCESSOR_SECONDS


class Worker:
    """The process that answers, seen from outside."""

    def __init__(self, settings: WorkerSettings, seconds: float = SECONDS) -> None:
        self.settings = settings
        self.seconds = seconds
        self._files: dict[str, str] = {}
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()

    def answer(self, text: str) -> str:
        """A request answered; one after the other. Never raises."""
        with self._lock:
            try:
                self._begin()
                self._send(["call", text])
                answered = self._answers.get(timeout=self.seconds)
            except queue.Empty:
                self._end()
                return timeout_error(self.seconds)
            except OSError:
                answered = None
            if answered is None:
                self._end()
                return json.dumps(build_error(*_ENDED))
            if answered["ended"]:
                self._end()
            for name, data in answered["changed"].items():
                self._files.pop(name, None)
                if data is not None:
                    self._files[name] = data
            return str(answered["answer"])

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._end()

    def _begin(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self._end()
        # It begins where the package is, not where the user is: what lies there is never taken for a module.
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {self.settings.module} import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_PACKAGE,
        )
        self._answers = queue.Queue()
        Thread(target=_collect_answers, args=(self._process, self._answers), daemon=True).start()
        self._send(["open", self.settings.decisions, list(self.settings.catalogs)])
        self._send(["seconds", self.settings.processor_seconds])
        for name, data in self._files.items():
            self._send(["lay", name, data])

    def _send(self, message: list[Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        write_frame(self._process.stdin, json.dumps(message).encode())

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _collect_answers(process: subprocess.Popen[bytes], answers: queue.Queue[dict[str, Any] | None]) -> None:
    """Hand over what a process says; None when it says nothing more."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        while (frame := read_frame(process.stdout)) is not None:
            answers.put(json.loads(frame))
    answers.put(None)


def timeout_error(seconds: float) -> str:
    """Return the answer to a call that took too long."""
    return json.dumps(build_error(_TOO_LONG[0].format(f"{seconds:g}"), _TOO_LONG[1]))


# --- frames -----------------------------------------------------------------------------------------------------------


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Write data behind a line with its length."""
    stream.write(b"%d\n" % len(data) + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Return the data of the next frame; None where the stream ends."""
    head = stream.readline()
    data = stream.read(int(head)) if head else b""
    return data if head and len(data) == int(head) else None
