"""Papers that stand beside documents, or in folders that are named: found, read, and compared with the documents.

A paper is looked for beside its document first. Its name leads down from there or nowhere: no way up, and no link that
leads out of the folder.
"""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from compliance.commands.files import STDIN_NAME
from compliance.disk import STDIN
from compliance.documents.paper_comparison import PaperComparison
from compliance.documents.paper_text import PaperText, UnreadablePaper, find_paper_names

if TYPE_CHECKING:
    from compliance.documents.loader import LoadedDocument

# Bytes of a paper; of its text no more than of a document.
MOST_BYTES: Final = 20 * 1024 * 1024
MOST_TEXT: Final = 4 * 1024 * 1024


class PaperFiles:
    """The papers of the documents of one run. Each is read once."""

    def __init__(self, folders: Sequence[str] = ()) -> None:
        self._folders = tuple(folders)
        self._known: dict[str, PaperText | UnreadablePaper] = {}
        # The papers that are no longer what documents were compared with.
        self.changed: dict[str, None] = {}

    def attach(self, loaded: LoadedDocument) -> LoadedDocument:
        """A document compared with its paper, where that is at hand."""
        names = find_paper_names(loaded.source.tree) if loaded.document is not None else None
        if names is None or loaded.document is None:
            return loaded
        if not any(self._has(loaded.path, name) for name in (names.text, names.file) if name):
            loaded.document.set_paper(PaperComparison(names.file))
            return loaded
        # Comparing takes modules that runs without a paper need nothing of.
        from compliance.paper.attachment import attach_paper

        return attach_paper(loaded, _Shelf(self, loaded.path))

    def attach_text(self, loaded: LoadedDocument, digest: str) -> LoadedDocument:
        """A document with the text of its paper, where that is there. What is no longer the text that it was compared
        with, by the digest of that, is left out and listed as changed."""
        names = find_paper_names(loaded.source.tree) if loaded.document is not None else None
        if names is None or loaded.document is None or not digest:
            return loaded
        from compliance.paper.attachment import attach_text

        attach_text(loaded, _Shelf(self, loaded.path))
        paper = loaded.document.paper
        if paper is None or paper.text is None or paper.text.sha256 != digest:
            loaded.document.set_paper(PaperComparison(names.file))
            self.changed[names.text or names.file] = None
        return loaded

    def fetch(self, document: str, name: str) -> PaperText | None:
        """The text of a paper that a document names; None where it is not there. Raises UnreadablePaper."""
        path = self.find(document, name)
        if path is None:
            return None
        from compliance.paper.attachment import read_paper_text

        if path not in self._known:
            try:
                self._known[path] = read_paper_text(name, self.read(path, name))
            except UnreadablePaper as problem:
                self._known[path] = problem
        found = self._known[path]
        if isinstance(found, UnreadablePaper):
            raise found
        return found

    def read(self, path: str, name: str) -> bytes:
        """The bytes of a paper that was found. Raises UnreadablePaper."""
        return read_paper(path, name)

    def find(self, document: str, name: str) -> str | None:
        """Where a paper is: beside the document, or in a folder of papers. Raises UnreadablePaper where its name leads
        out of the folder."""
        beside = [] if document in (STDIN, STDIN_NAME) else [os.path.dirname(document) or "."]
        for folder in (*beside, *self._folders):
            path = os.path.join(folder, name)
            if os.path.lexists(path):
                if not _is_inside(path, folder) or os.path.isabs(name):
                    raise UnreadablePaper(f"{name} leads out of {folder}; put the paper beside the document.")
                return path
        return None

    def _has(self, document: str, name: str) -> bool:
        try:
            return self.find(document, name) is not None
        except UnreadablePaper:
            return True


class SnapshotPapers(PaperFiles):
    """The papers of one state of a repository, which are in memory, by paths from its top."""

    def __init__(self, papers: Mapping[str, bytes], folders: Sequence[str] = ()) -> None:
        super().__init__(folders)
        self._papers = papers

    def read(self, path: str, name: str) -> bytes:
        return self._papers[path]

    def find(self, document: str, name: str) -> str | None:
        return next((path for path in list_paper_paths(document, name, self._folders) if path in self._papers), None)


def list_paper_paths(document: str, name: str, folders: Sequence[str]) -> list[str]:
    """Where a paper may be, by paths from the top of a repository: beside its document, or in a folder of papers."""
    paths = [posixpath.normpath(posixpath.join(folder, name)) for folder in (posixpath.dirname(document), *folders)]
    return [path for path in paths if not path.startswith(("../", "/"))]


class _Shelf:
    """The papers that one document may name."""

    def __init__(self, files: PaperFiles, document: str) -> None:
        self._files = files
        self._document = document

    def fetch(self, name: str) -> PaperText | None:
        return self._files.fetch(self._document, name)

    def read(self, name: str) -> bytes:
        path = self._files.find(self._document, name)
        return self._files.read(path, name) if path is not None else b""


def _is_inside(path: str, folder: str) -> bool:
    whole = os.path.realpath(folder)
    return os.path.realpath(path).startswith(whole.rstrip(os.sep) + os.sep)


def read_paper(path: str, name: str) -> bytes:
    """The bytes of a paper. Raises UnreadablePaper."""
    try:
        # A pipe that took a file's place would be waited for without end.
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnreadablePaper(f"{name} is no file.")
            before = os.fstat(file.fileno())
            data = file.read(MOST_BYTES + 1)
            after = os.fstat(file.fileno())
    except OSError as error:
        raise UnreadablePaper(f"{name} cannot be read: {error.strerror or error}.") from None
    if len(data) > MOST_BYTES:
        raise UnreadablePaper(f"{name} is larger than {MOST_BYTES >> 20} MiB and is not read; split it.")
    if (before.st_size, before.st_mtime_ns) != (len(data), after.st_mtime_ns):
        raise UnreadablePaper(f"{name} changed while it was read; try again when it is whole.")
    return data
