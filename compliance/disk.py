"""Files on disk: read them, and write them whole or not at all. `-` is standard input."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final, TextIO

from compliance.encoding import encode_text
from compliance.source import Limits

STDIN: Final = "-"
# One byte more than the source layer takes: no more is ever read.
TOO_LARGE: Final = Limits().bytes + 1
# A file that is about to take its place.
PART_NAME: Final = re.compile(r"\.pitboss-[\w-]+\.part")
# Names of open streams. Even where one is a file, it is written to and not replaced.
_STREAMS: Final = ("/dev/fd/", "/dev/std", "/proc/")


class Changed(OSError):
    """A file that is not what it was when it was read first."""


def is_fleeting(path: str) -> bool:
    """Whether this is a pipe, a socket or a device, which can be read only once, and where reading may never end."""
    if path == STDIN:
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode)


def read_bytes(path: str, most: int = TOO_LARGE) -> bytes:
    """A file's bytes, or enough of them to see that it is too large. Raises OSError."""
    if path == STDIN:
        stream: TextIO | None = sys.stdin
        if stream is None:
            raise OSError(errno.EBADF, "standard input is closed")
        return stream.buffer.read(most)
    if is_fleeting(path):
        with open(path, "rb") as file:
            return file.read(most)
    # A pipe that took a file's place a moment ago would be waited for without end.
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Changed(errno.ESTALE, "it is no longer a file")
        return file.read(most)


def write_whole(path: str, pieces: Iterable[str] | bytes, allow: Callable[[], object] = bool) -> None:
    """Write a file whole or not at all: a crash or a full disk leaves the old one. `allow` is called in the moment
    before it takes the place of the old one, and may raise. Raises OSError."""
    # Asked of the path as it was given: what /dev/fd/63 links to is no name that could be opened.
    if path.startswith(_STREAMS) or is_fleeting(path):
        _write_into(path, pieces)
        return
    target = Path(os.path.realpath(path))
    mode = (target.stat().st_mode & 0o777) if target.exists() else 0o666 & ~_umask()
    with _write_part(target.parent, pieces, mode) as name:
        allow()
        os.replace(name, target)


def write_new(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a file that is not there yet, whole or not at all. Raises OSError, FileExistsError where there is one."""
    target = Path(path)
    with _write_part(target.parent, pieces, 0o666 & ~_umask()) as name:
        _link_new(name, target)


@contextmanager
def _write_part(folder: Path, pieces: Iterable[str] | bytes, mode: int) -> Iterator[str]:
    """A file that holds all of it, under a name for the moment, which is gone afterwards."""
    _remove_leftovers(str(folder))
    handle, name = _open_part(str(folder))
    try:
        with os.fdopen(handle, "wb") as file:
            held = _lock_file(handle)
            file.writelines(encode_text(pieces))
            file.flush()
            os.fsync(handle)
            if held:
                # Before it has a name, so that little is left to do while it has one; and it is let go only afterwards.
                os.fchmod(handle, mode)
                name = name or _name_part(handle, folder)
                yield name
        if not held:
            assert name is not None
            os.chmod(name, mode)
            yield name
    finally:
        if name is not None:
            with suppress(FileNotFoundError):
                os.unlink(name)


def _lock_file(handle: int) -> bool:
    """Hold a file for as long as this process has it open, or lives. Whether the system can do that."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(handle, LOCK_EX | LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


@cache
def _remove_leftovers(folder: str) -> None:
    """Take away what killed runs of this user left in a folder in the moment between two names: what nobody holds. What
    is empty was perhaps only just made."""
    if os.name != "posix":
        return
    with suppress(OSError), os.scandir(folder) as listed:
        for left in [entry.path for entry in listed if PART_NAME.fullmatch(entry.name)]:
            with suppress(OSError):
                handle = os.open(left, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                try:
                    found = os.fstat(handle)
                    if found.st_size and found.st_uid == os.geteuid() and _lock_file(handle):
                        os.unlink(left)
                finally:
                    os.close(handle)


def _link_new(name: str, target: Path) -> None:
    """Give a file a name that is free. Another name for it, and no move: whatever came there in the meantime stays."""
    try:
        os.link(name, target)
    except FileExistsError:
        raise
    except OSError:  # where a file has one name only
        os.close(os.open(target, os.O_CREAT | os.O_EXCL))
        os.replace(name, target)


def _open_part(folder: str) -> tuple[int, str | None]:
    """A file to write to before it gets its name. Where the system can, it has none: killed, nothing is left of it."""
    if hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd"):
        with suppress(OSError):
            return os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600), None
    import tempfile

    return tempfile.mkstemp(dir=folder, prefix=".pitboss-", suffix=".part")


def _name_part(handle: int, folder: Path) -> str:
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
        file.writelines(encode_text(pieces))


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
