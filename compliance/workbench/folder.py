"""The folder that `pitboss serve` was started for: its documents are listed, read and saved, and nothing else is.

No link is followed, in no part of a name; names are those that the folder lists, letter by letter. A file is written
whole or not at all, keeps its mode, and is not written over when it is no longer what was read.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import islice
from threading import Lock
from typing import Final, NamedTuple

from compliance.disk import TOO_LARGE, read_bytes, write_new, write_whole
from compliance.documents.paths import APPROVED, ENDINGS, PAPERS, sort_paths
from compliance.editor.file_names import is_paper, validate_name
from compliance.editor.refusal import RefusedRequest
from compliance.editor.workspace import MOST_FILES, MOST_PAPER_BYTES

_MOST_LISTED: Final = 20
# Files and folders that are looked at to find documents: whoever names a whole disk is told so.
_MOST_ENTRIES: Final = 20_000
_READ_AGAIN: Final = (
    "Open the file again to see what it is now, and put your change into that; or save under another name."
)


class FolderFile(NamedTuple):
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

    def list_files(self) -> tuple[list[str], list[str]]:
        """The names of the files, and what is left out and why."""
        names: list[str] = []
        left_out: list[str] = []
        for name, why in self._scan_entries():
            if why:
                left_out.append(f"{name}: {why}")
            else:
                names.append(name)
        named = self._find_named(names)
        names = sort_paths(name for name in names if not is_paper(name) or name in named)
        left_out = [line for line in left_out if not is_paper(line.partition(": ")[0])]
        if len(names) > MOST_FILES:
            left_out.insert(0, f"{len(names) - MOST_FILES} files: no more than {MOST_FILES} are open at once")
        more = len(left_out) - _MOST_LISTED
        return names[:MOST_FILES], left_out[:_MOST_LISTED] + ([f"and {more} more"] if more > 0 else [])

    def _find_named(self, names: list[str]) -> set[str]:
        """The papers that a document of their folder, or above it, names."""
        papers = {name: name.rpartition("/")[2].encode() for name in names if is_paper(name)}
        found: set[str] = set()
        for document in names if papers else ():
            if not is_paper(document) and papers.keys() - found:
                with suppress(OSError):
                    data = read_bytes(os.path.join(self.path, document))
                    folder = document.rpartition("/")[0]
                    found |= {name for name, file in papers.items() if name.startswith(folder) and file in data}
        return found

    def _scan_entries(self) -> Iterator[tuple[str, str]]:
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
                elif entry.name.lower().endswith((*ENDINGS, APPROVED, *PAPERS)):
                    yield name, _explain_skipped(name, entry)

    def read(self, name: str) -> FolderFile:
        """A file. Raises Refused."""
        path = self._find_path(name)
        if is_paper(name) and name not in self.list_files()[0]:
            raise RefusedRequest(f"No document of the folder names {name} as its paper.", "Open it from your disk.")
        try:
            if not stat.S_ISREG(os.lstat(path).st_mode):
                raise RefusedRequest(
                    f"{name} is no file but a link, a folder or a device.", "Copy the file into the folder."
                )
            data = read_bytes(path, MOST_PAPER_BYTES + 1) if is_paper(name) else read_bytes(path)
        except FileNotFoundError:
            raise RefusedRequest(
                f"There is no file called {name} in the folder.", "`folder` lists those that are."
            ) from None
        except OSError as error:
            raise RefusedRequest(
                f"{name} cannot be read: {error.strerror or error}.", "Check who may read it."
            ) from None
        most = MOST_PAPER_BYTES if is_paper(name) else TOO_LARGE - 1
        if len(data) > most:
            message = f"{name} has more than {most:,} bytes and is not read."
            raise RefusedRequest(message, "A document is one game or one schedule; split the file.")
        return FolderFile(name, data)

    def save(self, name: str, data: bytes, was: str | None) -> FolderFile:
        """Write a file: a new one where `was` is None, else one whose digest still is what it was. Raises Refused."""
        if is_paper(name):
            raise RefusedRequest(f"{name} is a paper, and papers are not written.", "Save the document instead.")
        if len(data) >= TOO_LARGE:
            raise RefusedRequest(
                f"{name} would have {len(data):,} bytes; no more than {TOO_LARGE - 1:,} are read again."
            )
        with self._writing:
            path = self._find_path(name)
            try:
                if was is None:
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    self._find_path(name)  # what came there meanwhile may be a link
                    write_new(path, data)
                else:
                    self._require_unchanged(name, path, was)
                    # Once more when all is written: somebody else may have saved in the meantime.
                    write_whole(path, data, partial(self._require_unchanged, name, path, was))
            except FileExistsError:
                raise RefusedRequest(
                    f"There is a file called {name} in the folder already; it is not overwritten.", _READ_AGAIN
                ) from None
            except OSError as error:
                raise RefusedRequest(
                    f"{name} cannot be written: {error.strerror or error}.", "Save under another name."
                ) from None
        return FolderFile(name, data)

    def _require_unchanged(self, name: str, path: str, was: str) -> None:
        """Raises Refused where a file is not what it was, or is not to be written."""
        if self.read(name).digest != was:
            message = f"{name} was changed by somebody else since it was opened; it is not overwritten."
            raise RefusedRequest(message, _READ_AGAIN)
        if not os.stat(path, follow_symlinks=False).st_mode & 0o222:
            raise RefusedRequest(
                f"{name} is protected against writing.", "Take the protection away, or save under another name."
            )

    def _find_path(self, name: str) -> str:
        """The path of a file below the folder, which need not be there yet. Raises Refused."""
        *folders, last = validate_name(name).split("/")
        path = self.path
        for part in folders:
            path = os.path.join(path, _require_spelling(path, part, name))
            if os.path.lexists(path) and not stat.S_ISDIR(os.lstat(path).st_mode):
                raise RefusedRequest(f"{name} leads through something that is no folder.", "Links are not followed.")
        path = os.path.join(path, _require_spelling(path, last, name))
        # What the checks above do not know of: kinds of links that other systems have.
        whole = os.path.join(os.path.realpath(os.path.dirname(path)), last)
        if whole != path or not path.startswith(self.path.rstrip(os.sep) + os.sep):
            raise RefusedRequest(f"{name} leads out of the folder.", "Only what is in the folder is read and written.")
        return path


def _require_spelling(folder: str, part: str, name: str) -> str:
    """A part of a name, as the folder lists it. Some systems find a file under other spellings too."""
    path = os.path.join(folder, part)
    if os.path.lexists(path) and part not in os.listdir(folder):
        raise RefusedRequest(
            f"{name} is another spelling of a file that is there.", "Use the name that the folder shows."
        )
    return part


def _explain_skipped(name: str, entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return "a link, which is not followed"
    if not entry.is_file(follow_symlinks=False):
        return "no file but a pipe or a device"
    try:
        validate_name(name)
    except RefusedRequest as refused:
        return str(refused)
    return ""
