"""Files in and out: finding documents, reading them, and writing reports whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, TextIO

from compliance.commands.ending import encoded
from compliance.documents.paths import APPROVED, ENDINGS, NO_DOCUMENTS, in_order
from compliance.source import Limits

STDIN: Final = "-"
STDIN_NAME: Final = "<stdin>"
# Bytes of documents that are kept for a second look; of what is beyond, only the digest is.
MOST_KEPT = 32 * 1024 * 1024
# One byte more than the source layer takes: no more is ever read.
TOO_LARGE: Final = Limits().bytes + 1
# A file that is about to take its place.
_PART: Final = re.compile(r"\.pitboss-[\w-]+\.part")
# Names of open streams. Even where one is a file, it is written to and not replaced.
_STREAMS: Final = ("/dev/fd/", "/dev/std", "/proc/")


class MissingPath(Exception):
    """A path that was named and does not exist."""


class Changed(OSError):
    """A file that is not what it was when it was read first."""


def find(paths: Iterable[str], left_out: list[str] | None = None) -> list[str]:
    """Every document below the paths, each once, in an order that does not depend on how or when they were named.

    Hidden files and folders are passed over, as are decisions and known failures. Links to folders are not followed:
    they may lead anywhere, and around in a ring. Pipes and devices are not read unless they are named. What is left out
    for that is told in `left_out`.
    """
    told = left_out if left_out is not None else []
    found = [each for path in paths for each in _below(path, told)]
    told.sort()
    return once(in_order(found))


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


def _below(path: str, left_out: list[str]) -> Iterator[str]:
    if path == STDIN:
        yield path
    elif os.path.isdir(path):
        yield from _inside(path, left_out)
    elif os.path.exists(path) or os.path.islink(path):
        yield path
    else:
        raise MissingPath(path)


def _inside(path: str, left_out: list[str]) -> Iterator[str]:
    """The documents in a folder and below it; not by recursion, which deep folders would exhaust."""
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                seen = [entry for entry in entries if not entry.name.startswith(".")]
        except OSError:
            # Given out as if it were a document: reading it then says why it cannot be opened.
            yield folder
            continue
        for entry in seen:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            elif os.path.isdir(entry.path):
                left_out.append(f"{entry.path}: a link to a folder, which is not followed")
            elif not entry.name.lower().endswith(ENDINGS) or entry.name in NO_DOCUMENTS:
                continue
            elif is_fleeting(entry.path):
                left_out.append(f"{entry.path}: no file but a pipe or a device, which is not read")
            else:
                yield entry.path


def approved_beside(path: str) -> str | None:
    """The file of approved texts that stands beside a document, if there is one."""
    name = path + APPROVED
    return name if path != STDIN and os.path.lexists(name) else None


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
    """Reads the files of one run. A file has the same bytes however often it is asked for, or it has `Changed`.

    What it keeps it does not read again: a pipe has nothing more, a file may change. It keeps what there is room for.
    """

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._digests: dict[str, str] = {}
        self._room = MOST_KEPT

    def read(self, path: str) -> bytes:
        """A file's bytes, or enough of them to see that it is too large. Raises OSError."""
        if path in self._kept:
            return self._kept[path]
        if is_fleeting(path):
            return self.keep(path)
        data = read_bytes(path)
        self._compare(path, data)
        if len(data) <= self._room:
            self._room -= len(data)
            self._kept[path] = data
        return data

    def _compare(self, path: str, data: bytes) -> None:
        digest = sha256(data).hexdigest()
        if self._digests.setdefault(path, digest) != digest:
            raise Changed(errno.ESTALE, "it changed while it was being checked")

    def expect(self, path: str, digest: str) -> None:
        """What another process has read: its digest, by which a change is seen."""
        if digest:
            self._digests.setdefault(path, digest)

    def keep(self, path: str) -> bytes:
        """The same, and keep them whatever the room. Raises OSError."""
        if path not in self._kept:
            self._kept[path] = read_bytes(path)
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


def read_bytes(path: str) -> bytes:
    """A file's bytes, or enough of them to see that it is too large. Raises OSError."""
    if path == STDIN:
        stream: TextIO | None = sys.stdin
        if stream is None:
            raise OSError(errno.EBADF, "standard input is closed")
        return stream.buffer.read(TOO_LARGE)
    if is_fleeting(path):
        with open(path, "rb") as file:
            return file.read(TOO_LARGE)
    # A pipe that took a file's place a moment ago would be waited for without end.
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Changed(errno.ESTALE, "it is no longer a file")
        return file.read(TOO_LARGE)


def write_whole(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a file whole or not at all: a crash or a full disk leaves the old one. Raises OSError."""
    # Asked of the path as it was given: what /dev/fd/63 links to is no name that could be opened.
    if path.startswith(_STREAMS) or is_fleeting(path):
        _write_into(path, pieces)
        return
    target = Path(os.path.realpath(path))
    mode = (target.stat().st_mode & 0o777) if target.exists() else 0o666 & ~_umask()
    with _filled(target.parent, pieces, mode) as name:
        os.replace(name, target)


def write_new(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a file that is not there yet, whole or not at all. Raises OSError, FileExistsError where there is one."""
    target = Path(path)
    with _filled(target.parent, pieces, 0o666 & ~_umask()) as name:
        _name_anew(name, target)


@contextmanager
def _filled(folder: Path, pieces: Iterable[str] | bytes, mode: int) -> Iterator[str]:
    """A file that holds all of it, under a name for the moment, which is gone afterwards."""
    _sweep(str(folder))
    handle, name = _part(str(folder))
    try:
        with os.fdopen(handle, "wb") as file:
            held = _hold(handle)
            file.writelines(encoded(pieces))
            file.flush()
            os.fsync(handle)
            if held:
                # Before it has a name, so that little is left to do while it has one; and it is let go only afterwards.
                os.fchmod(handle, mode)
                name = name or _named(handle, folder)
                yield name
        if not held:
            assert name is not None
            os.chmod(name, mode)
            yield name
    finally:
        if name is not None:
            with suppress(FileNotFoundError):
                os.unlink(name)


def _hold(handle: int) -> bool:
    """Hold a file for as long as this process has it open, or lives. Whether the system can do that."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(handle, LOCK_EX | LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


@cache
def _sweep(folder: str) -> None:
    """Take away what killed runs of this user left in a folder in the moment between two names: what nobody holds. What
    is empty was perhaps only just made."""
    if os.name != "posix":
        return
    with suppress(OSError), os.scandir(folder) as listed:
        for left in [entry.path for entry in listed if _PART.fullmatch(entry.name)]:
            with suppress(OSError):
                handle = os.open(left, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                try:
                    found = os.fstat(handle)
                    if found.st_size and found.st_uid == os.geteuid() and _hold(handle):
                        os.unlink(left)
                finally:
                    os.close(handle)


def _name_anew(name: str, target: Path) -> None:
    """Give a file a name that is free. Another name for it, and no move: whatever came there in the meantime stays."""
    try:
        os.link(name, target)
    except FileExistsError:
        raise
    except OSError:  # where a file has one name only
        os.close(os.open(target, os.O_CREAT | os.O_EXCL))
        os.replace(name, target)


def _part(folder: str) -> tuple[int, str | None]:
    """A file to write to before it gets its name. Where the system can, it has none: killed, nothing is left of it."""
    if hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd"):
        with suppress(OSError):
            return os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600), None
    import tempfile

    return tempfile.mkstemp(dir=folder, prefix=".pitboss-", suffix=".part")


def _named(handle: int, folder: Path) -> str:
    """Give a whole file a name, under which it can take another's place."""
    name = str(folder / f".pitboss-{os.getpid()}-{os.urandom(6).hex()}.part")
    # A folder is named beside the path, which needs none, because only then are links followed.
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.link(f"/proc/self/fd/{handle}", name, src_dir_fd=opened, follow_symlinks=True)
    finally:
        os.close(opened)
    return name


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
