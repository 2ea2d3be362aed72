"""Files in and out: finding documents, reading them, and writing reports whole or not at all."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from compliance.source import Limits

STDIN: Final = "-"
STDIN_NAME: Final = "<stdin>"
_ENDINGS: Final = (".yaml", ".yml", ".YAML", ".YML")
# One byte more than the source layer takes: no more is ever read.
TOO_LARGE: Final = Limits().bytes + 1


class MissingPath(Exception):
    """A path that was named and does not exist."""


def find(paths: Iterable[str]) -> Iterator[str]:
    """Every document below the paths, each once, in a fixed order. Hidden folders are passed over."""
    seen: set[str] = set()
    for path in paths:
        for found in _below(path):
            if (key := os.path.normpath(found)) not in seen:
                seen.add(key)
                yield found


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
                if name.endswith(_ENDINGS) and not name.startswith(".") and not _is_pipe(found):
                    yield found
        yield from locked
    elif os.path.exists(path) or os.path.islink(path):
        yield path
    else:
        raise MissingPath(path)


def _is_pipe(path: str) -> bool:
    """Whether a file is a pipe, a socket or a device: in a folder, reading one would wait for ever."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode)


def read_bytes(path: str) -> bytes:
    """A file's bytes, or enough of them to see that it is too large. Raises OSError."""
    if path == STDIN:
        return sys.stdin.buffer.read(TOO_LARGE)
    with open(path, "rb") as file:
        return file.read(TOO_LARGE)


def line_reader(stdin: dict[str, bytes]) -> Callable[[str], list[str]]:
    """Reads a file's lines for showing them; none when it cannot be read (any more)."""

    @lru_cache(maxsize=16)
    def lines(path: str) -> list[str]:
        try:
            data = stdin[path] if path in stdin else read_bytes(path)
        except OSError:
            return []
        # Split as the source layer counts lines: at LF, CRLF and CR only.
        return re.split(r"\r\n|\n|\r", data.decode("utf-8-sig", "replace"))

    return lines


def write_whole(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a file whole or not at all: a crash or a full disk leaves the old one. Raises OSError."""
    import tempfile

    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        _write_into(target, pieces)
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(_encoded(pieces))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, (target.stat().st_mode & 0o777) if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _write_into(target: Path, pieces: Iterable[str] | bytes) -> None:
    """Write to a device or a pipe, which must never be replaced by a file."""
    with open(target, "wb") as file:
        file.writelines(_encoded(pieces))


def _encoded(pieces: Iterable[str] | bytes) -> Iterable[bytes]:
    return [pieces] if isinstance(pieces, bytes) else (piece.encode() for piece in pieces)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
