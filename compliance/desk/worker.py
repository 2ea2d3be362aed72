"""Calls answered in a process of its own: one that takes too long is ended with its process, and a new one begins.

The process has the texts and nothing else: it reads and writes no file of a user. Both sides speak in frames: a line
with a number, then so many bytes. Into it go `[kind, ...]` as JSON; out of it come the answer and the files that the
call changed, which the next process begins with.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Any, Final, NamedTuple

from compliance.desk.calls import answer_json
from compliance.desk.room import Room

# Of the processor, so that a busy machine ends nothing; and of the clock, for what cannot be ended otherwise.
PROCESSOR_SECONDS: Final = 30
SECONDS: Final = 180
_PACKAGE: Final = Path(__file__).parents[2]
_TOO_LONG: Final = (
    "This took more than {} seconds and was ended. Nothing that was open is lost.",
    "Take back the last change, or split the document; and please report it with the file.",
)
_ENDED: Final = ("The process that answers ended by itself, perhaps for want of memory.", "Try again with less open.")


class Setting(NamedTuple):
    """What a room is opened with: the name of the file of decisions, further catalogues, and how long a call may keep
    the processor busy."""

    decisions: str
    catalogues: Sequence[str] = ()
    processor_seconds: float = PROCESSOR_SECONDS


class Worker:
    """The process that answers, seen from outside."""

    def __init__(self, setting: Setting, seconds: float = SECONDS) -> None:
        self.setting = setting
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
                return _too_long(self.seconds)
            except OSError:
                answered = None
            if answered is None:
                self._end()
                return _error(*_ENDED)
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
            [sys.executable, "-c", "from compliance.desk.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_PACKAGE,
        )
        self._answers = queue.Queue()
        Thread(target=_hear, args=(self._process, self._answers), daemon=True).start()
        self._send(["open", self.setting.decisions, list(self.setting.catalogues)])
        self._send(["seconds", self.setting.processor_seconds])
        for name, data in self._files.items():
            self._send(["lay", name, data])

    def _send(self, message: list[Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        _write(self._process.stdin, json.dumps(message).encode())

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


def _hear(process: subprocess.Popen[bytes], answers: queue.Queue[dict[str, Any] | None]) -> None:
    """Hand over what a process says; None when it says nothing more."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        while (frame := _read(process.stdout)) is not None:
            answers.put(json.loads(frame))
    answers.put(None)


def _too_long(seconds: float) -> str:
    return _error(_TOO_LONG[0].format(f"{seconds:g}"), _TOO_LONG[1])


def _error(message: str, next: str) -> str:
    return json.dumps({"error": {"message": message, "next": next}})


# --- frames -----------------------------------------------------------------------------------------------------------


def _write(stream: IO[bytes], data: bytes) -> None:
    stream.write(b"%d\n" % len(data) + data)
    stream.flush()


def _read(stream: IO[bytes]) -> bytes | None:
    head = stream.readline()
    data = stream.read(int(head)) if head else b""
    return data if head and len(data) == int(head) else None


# --- inside -----------------------------------------------------------------------------------------------------------


def main() -> None:
    """Answer calls until there are no more. What Python or a library prints must not be taken for an answer."""
    import signal

    # Ctrl-C is for the process outside, which ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    room, seconds = None, PROCESSOR_SECONDS
    while (frame := _read(sys.stdin.buffer)) is not None:
        kind, *given = json.loads(frame)
        if kind == "open":
            room = _room(*given)
        elif kind == "seconds":
            seconds = given[0]
        elif kind == "lay" and room is not None:
            room.put(given[0], b64decode(given[1]))
        elif room is not None:
            _write(out, json.dumps(_answered(room, given[0], seconds)).encode())


def _room(decisions: str, catalogues: list[str]) -> Room:
    from compliance.commands.fence import fenced
    from compliance.commands.files import Reader
    from compliance.commands.inputs import load_catalogue

    return Room(lambda: load_catalogue(catalogues, Reader()), decisions, fenced)


def _answered(room: Room, text: str, seconds: float) -> dict[str, Any]:
    """The answer, the files that it changed, and whether it was ended: then this process is not to be used any more."""
    from compliance.commands.fence import TooLong, ended_after

    before = room.files
    try:
        with ended_after(seconds):
            answered = answer_json(text, room)
    except TooLong:
        return {"answer": _too_long(seconds), "changed": {}, "ended": True}
    after = room.files
    changed = {name: b64encode(data).decode() for name, data in after.items() if before.get(name) is not data}
    gone = {name: None for name in before if name not in after}
    return {"answer": answered, "changed": changed | gone, "ended": False}
