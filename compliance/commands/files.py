"""The documents of a run: find them below folders, and read each of them once."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import Final

from compliance.disk import PART_NAME, STDIN, Changed, is_fleeting, read_bytes
from compliance.documents.kinds import KINDS
from compliance.documents.paths import APPROVED, ENDINGS, NO_DOCUMENTS, sort_paths
from compliance.source import Map, read_source

STDIN_NAME: Final = "<stdin>"
# Bytes of documents that are kept for a second look; of what is beyond, only the digest is.
MOST_KEPT = 32 * 1024 * 1024


# What tells one file from another: device and number.
FileKey = tuple[int, int]
# The key of a document at the start of a line, for texts that cannot be read as YAML.
_DOCUMENT: Final = re.compile(rb"""^[{\s'"]*document['"]?\s*:""", re.MULTILINE)


class MissingPath(Exception):
    """A path that was named and does not exist."""


def find(paths: Iterable[str], left_out: list[str] | None = None, kept: Iterable[str] = ()) -> list[str]:
    """Every document below the paths, each once, in an order that does not depend on how or when they were named.

    Hidden files and folders are passed over, as are decisions and known failures. Links to folders are not followed:
    they may lead anywhere, and around in a ring. Pipes and devices are not read unless they are named. What is left out
    for that is told in `left_out`, and so is every file that may be taken for a document: links that lead out of the
    folder, files of decisions and known failures other than those `kept` by this run.
    """
    told = left_out if left_out is not None else []
    mine = {key for name in kept if (key := file_key(name)) is not None}
    found = [each for path in paths for each in _find_documents(path, told, mine)]
    told.sort()
    return remove_repeats(sort_paths(found))


def remove_repeats(paths: Iterable[str]) -> list[str]:
    """Every file once, under the first of its names: links and spellings are names of the same file."""
    names: dict[object, str] = {}
    for path in paths:
        names.setdefault(file_key(path) or os.path.normpath(path), path)
    return list(names.values())


def file_key(path: str) -> FileKey | None:
    """What tells one file from another, whatever it is called; None for what cannot be told."""
    if path == STDIN:
        return None
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found.st_ino else None


def _find_documents(path: str, left_out: list[str], kept: Collection[FileKey]) -> Iterator[str]:
    if path == STDIN:
        yield path
    elif os.path.isdir(path):
        yield from _walk_folder(path, left_out, kept)
    elif os.path.exists(path) or os.path.islink(path):
        yield path
    else:
        raise MissingPath(path)


def _walk_folder(path: str, left_out: list[str], kept: Collection[FileKey]) -> Iterator[str]:
    """The documents in a folder and below it; not by recursion, which deep folders would exhaust."""
    waiting = [path]
    top = os.path.realpath(path)
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                seen = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            # Given out as if it were a document: reading it then says why it cannot be opened.
            yield folder
            continue
        for entry in seen:
            if entry.is_dir(follow_symlinks=False):
                if not entry.name.startswith("."):
                    waiting.append(entry.path)
            elif why := _find_omission(entry, top, kept):
                left_out.append(f"{entry.path}: {why}")
            elif entry.name.lower().endswith(ENDINGS) and not _is_kept(entry, kept):
                yield entry.path


def _find_omission(entry: os.DirEntry[str], top: str, kept: Collection[FileKey]) -> str:
    """Why an entry of a folder is not read though it may be taken for a document; nothing for all else."""
    name = entry.name
    hidden = name.startswith(".")
    if os.path.isdir(entry.path):
        return "" if hidden else "a link to a folder, which is not followed"
    if not name.lower().endswith(ENDINGS):
        backup = any(ending in name.lower() for ending in ENDINGS) and not name.endswith(APPROVED)
        return "its name does not end in .yaml or .yml" if backup and not PART_NAME.fullmatch(name) else ""
    if is_fleeting(entry.path):
        return "" if hidden else "no file but a pipe or a device, which is not read"
    if entry.is_symlink() and not os.path.realpath(entry.path).startswith(top + os.sep):
        return "a link that leads out of the folder, which is not read"
    if hidden:
        return "a hidden file" if is_document_file(entry.path) else ""
    if name in NO_DOCUMENTS and not _is_kept(entry, kept) and not is_document_file(entry.path):
        return "it holds decisions or known failures, and this run does not use it"
    return ""


def _is_kept(entry: os.DirEntry[str], kept: Collection[FileKey]) -> bool:
    """Whether this is a file of decisions or known failures that the run uses. A document is a document, whatever it
    is used for."""
    return bool(kept) and file_key(entry.path) in kept and not is_document_file(entry.path)


def is_document_file(path: str) -> bool:
    """Whether a file says that it is a document: it has the key `document`."""
    try:
        return is_document(read_bytes(path))
    except OSError:
        return False


def is_document(data: bytes) -> bool:
    """Whether a text says that it is a document, as far as it can be read."""
    if b"document" not in data:
        return False
    tree = read_source(data).tree
    return "document" in tree if isinstance(tree, Map) else _DOCUMENT.search(data) is not None


def can_be_document(name: str, data: bytes) -> bool:
    """Whether a file of any name is a document that nobody reads under that name."""
    if any(ending in os.path.basename(name).lower() for ending in ENDINGS):
        return is_document(data)
    if b"document" not in data:
        return False
    tree = read_source(data).tree
    return isinstance(tree, Map) and tree.get("document") in KINDS


def approved_beside(path: str) -> str | None:
    """The file of approved texts that stands beside a document, if there is one."""
    name = path + APPROVED
    return name if path != STDIN and os.path.lexists(name) else None


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
