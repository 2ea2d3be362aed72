"""The folder that `pitboss serve` was started for: its documents are listed, read and saved, and nothing else is.

No link is followed, in no part of a name; names are those that the folder lists, letter by letter. A file is written
whole or not at all, keeps its mode, and is not written over when it is no longer what was read.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from threading import Lock
from typing import Final, NamedTuple

from compliance.commands.files import TOO_LARGE, read_bytes, write_new, write_whole
from compliance.desk.names import checked_name
from compliance.desk.refusing import Refused
from compliance.desk.room import MOST_FILES
from compliance.documents.paths import APPROVED, ENDINGS, in_order

_MOST_TOLD: Final = 20
# Files and folders that are looked at to find documents: whoever names a whole disk is told so.
_MOST_ENTRIES: Final = 20_000
_READ_AGAIN: Final = (
    "Open the file again to see what it is now, and put your change into that; or save under another name."
)


class Kept(NamedTuple):
    """A file as it is on disk."""

    name: str
    data: bytes

    @property
    def digest(self) -> str:
        return sha256(self.data).hexdigest()


class Folder:
    """One folder, and the way to its files."""

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self._writing = Lock()

    def listed(self) -> tuple[list[str], list[str]]:
        """The names of the files, and what is left out and why."""
        names: list[str] = []
        left_out: list[str] = []
        for name, why in self._entries():
            if why:
                left_out.append(f"{name}: {why}")
            else:
                names.append(name)
        names = in_order(names)
        if len(names) > MOST_FILES:
            left_out.insert(0, f"{len(names) - MOST_FILES} files: no more than {MOST_FILES} are open at once")
        more = len(left_out) - _MOST_TOLD
        return names[:MOST_FILES], left_out[:_MOST_TOLD] + ([f"and {more} more"] if more > 0 else [])

    def _entries(self) -> Iterator[tuple[str, str]]:
        """Every file below the folder that might be a document, with why it is not read, if it is not."""
        waiting, seen = [""], 0
        while waiting:
            below = waiting.pop(0)
            if seen > _MOST_ENTRIES:
                yield below or ".", f"not looked into: there are more than {_MOST_ENTRIES:,} files"
                return
            try:
                with os.scandir(os.path.join(self.path, below)) as entries:
                    found = sorted(islice(entries, _MOST_ENTRIES), key=lambda entry: entry.name)
            except OSError as error:
                yield below, f"cannot be opened: {error.strerror or error}"
                continue
            seen += len(found)
            for entry in found:
                name = f"{below}/{entry.name}" if below else entry.name
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(name)
                elif entry.name.lower().endswith((*ENDINGS, APPROVED)):
                    yield name, _why_not(name, entry)

    def read(self, name: str) -> Kept:
        """A file. Raises Refused."""
        path = self._path(name)
        try:
            if not stat.S_ISREG(os.lstat(path).st_mode):
                raise Refused(f"{name} is no file but a link, a folder or a device.", "Copy the file into the folder.")
            data = read_bytes(path)
        except FileNotFoundError:
            raise Refused(f"There is no file called {name} in the folder.", "`folder` lists those that are.") from None
        except OSError as error:
            raise Refused(f"{name} cannot be read: {error.strerror or error}.", "Check who may read it.") from None
        if len(data) >= TOO_LARGE:
            message = f"{name} has more than {TOO_LARGE - 1:,} bytes and is not read."
            raise Refused(message, "A document is one game or one schedule; split the file.")
        return Kept(name, data)

    def save(self, name: str, data: bytes, was: str | None) -> Kept:
        """Write a file: a new one where `was` is None, else one whose digest still is what it was. Raises Refused."""
        if len(data) >= TOO_LARGE:
            raise Refused(f"{name} would have {len(data):,} bytes; no more than {TOO_LARGE - 1:,} are read again.")
        with self._writing:
            path = self._path(name)
            try:
                if was is None:
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    self._path(name)  # what came there meanwhile may be a link
                    write_new(path, data)
                else:
                    self._unchanged(name, path, was)
                    write_whole(path, data)
            except FileExistsError:
                raise Refused(
                    f"There is a file called {name} in the folder already; it is not overwritten.", _READ_AGAIN
                ) from None
            except OSError as error:
                raise Refused(
                    f"{name} cannot be written: {error.strerror or error}.", "Save under another name."
                ) from None
        return Kept(name, data)

    def _unchanged(self, name: str, path: str, was: str) -> None:
        """Raises Refused where a file is not what it was, or is not to be written."""
        if self.read(name).digest != was:
            message = f"{name} was changed by somebody else since it was opened; it is not overwritten."
            raise Refused(message, _READ_AGAIN)
        if not os.stat(path, follow_symlinks=False).st_mode & 0o222:
            raise Refused(
                f"{name} is protected against writing.", "Take the protection away, or save under another name."
            )

    def _path(self, name: str) -> str:
        """The path of a file below the folder, which need not be there yet. Raises Refused."""
        *folders, last = checked_name(name).split("/")
        path = self.path
        for part in folders:
            path = os.path.join(path, _as_listed(path, part, name))
            if os.path.lexists(path) and not stat.S_ISDIR(os.lstat(path).st_mode):
                raise Refused(f"{name} leads through something that is no folder.", "Links are not followed.")
        path = os.path.join(path, _as_listed(path, last, name))
        # What the checks above do not know of: kinds of links that other systems have.
        whole = os.path.join(os.path.realpath(os.path.dirname(path)), last)
        if whole != path or not path.startswith(self.path.rstrip(os.sep) + os.sep):
            raise Refused(f"{name} leads out of the folder.", "Only what is in the folder is read and written.")
        return path


def _as_listed(folder: str, part: str, name: str) -> str:
    """A part of a name, as the folder lists it. Some systems find a file under other spellings too."""
    path = os.path.join(folder, part)
    if os.path.lexists(path) and part not in os.listdir(folder):
        raise Refused(f"{name} is another spelling of a file that is there.", "Use the name that the folder shows.")
    return part


def _why_not(name: str, entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return "a link, which is not followed"
    if not entry.is_file(follow_symlinks=False):
        return "no file but a pipe or a device"
    try:
        checked_name(name)
    except Refused as refused:
        return str(refused)
    return ""
