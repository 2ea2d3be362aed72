"""Files in and out: finding documents, reading them, and writing reports whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, TextIO

from compliance.commands.ending import encoded
from compliance.source import Limits

STDIN: Final = "-"
STDIN_NAME: Final = "<stdin>"
_ENDINGS: Final = (".yaml", ".yml", ".YAML", ".YML")
# One byte more than the source layer takes: no more is ever read.
TOO_LARGE: Final = Limits().bytes + 1
# Names of open streams. Even where one is a file, it is written to and not replaced.
_STREAMS: Final = ("/dev/fd/", "/dev/std", "/proc/")


class MissingPath(Exception):
    """A path that was named and does not exist."""


def find(paths: Iterable[str]) -> list[str]:
    """Every document below the paths, each once, in an order that does not depend on how or when they were named.

    Hidden folders are passed over.
    """
    found = (each for path in paths for each in _below(path))
    return once(sorted(found, key=lambda path: (_parts(path), path)))


def _parts(path: str) -> list[str]:
    return os.path.normpath(path).split(os.sep)


def once(paths: Iterable[str]) -> list[str]:
    """Every file once, under the first of its names: links and spellings are names of the same file."""
    names: dict[object, str] = {}
    for path in paths:
        names.setdefault(file_key(path) or os.path.normpath(path), path)
    return list(names.values())


def file_key(path: str) -> tuple[int, int] | None:
    """What tells one file from another, whatever it is called; None for what cannot be told."""
    if path == STDIN:
        return None
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found.st_ino else None


def _below(path: str) -> Iterator[str]:
    if path == STDIN:
        yield path
    elif os.path.isdir(path):
        # A folder that cannot be opened is given out as if it were a document: reading it then says why it cannot be.
        locked: list[str] = []
        for folder, folders, files in os.walk(path, onerror=lambda error: locked.append(error.filename)):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                found = os.path.join(folder, name)
                if name.endswith(_ENDINGS) and not name.startswith(".") and not is_fleeting(found):
                    yield found
        yield from locked
    elif os.path.exists(path) or os.path.islink(path):
        yield path
    else:
        raise MissingPath(path)


def is_fleeting(path: str) -> bool:
    """Whether this is a pipe, a socket or a device, which can be read only once, and where reading may never end."""
    if path == STDIN:
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode)


class Reader:
    """Reads the files of one run. What it keeps it does not read again: a pipe has nothing more, a file may change."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def read(self, path: str) -> bytes:
        """A file's bytes, or enough of them to see that it is too large. Raises OSError."""
        if path in self._kept:
            return self._kept[path]
        return self.keep(path) if is_fleeting(path) else _read_bytes(path)

    def keep(self, path: str) -> bytes:
        """The same, and keep them. Raises OSError."""
        if path not in self._kept:
            self._kept[path] = _read_bytes(path)
            if path == STDIN:
                self._kept[STDIN_NAME] = self._kept[path]
        return self._kept[path]

    def keep_fleeting(self, paths: Iterable[str]) -> None:
        """Read what can be read only once, before others need it. What cannot be read is told by who reads it then."""
        for path in paths:
            if is_fleeting(path):
                with suppress(OSError):
                    self.keep(path)

    def lines(self) -> Callable[[str], list[str]]:
        """Reads a file's lines for showing them; none when it cannot be read (any more)."""

        @lru_cache(maxsize=16)
        def lines(path: str) -> list[str]:
            try:
                data = self.read(path)
            except OSError:
                return []
            # Split as the source layer counts lines: at LF, CRLF and CR only.
            return re.split(r"\r\n|\n|\r", data.decode("utf-8-sig", "replace"))

        return lines


def _read_bytes(path: str) -> bytes:
    if path == STDIN:
        stream: TextIO | None = sys.stdin
        if stream is None:
            raise OSError(errno.EBADF, "standard input is closed")
        return stream.buffer.read(TOO_LARGE)
    with open(path, "rb") as file:
        return file.read(TOO_LARGE)


def write_whole(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a file whole or not at all: a crash or a full disk leaves the old one. Raises OSError."""
    import tempfile

    # Asked of the path as it was given: what /dev/fd/63 links to is no name that could be opened.
    if path.startswith(_STREAMS) or is_fleeting(path):
        _write_into(path, pieces)
        return
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".pitboss-", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(encoded(pieces))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, (target.stat().st_mode & 0o777) if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _write_into(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write to a device or a pipe, which must never be replaced by a file.

    Appending makes no difference to them; where /dev/stdout is a file, what stands in it already stays.
    """
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as file:
        file.writelines(encoded(pieces))


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
