"""One state of a repository, in memory: its documents, the approvals beside them, and the rules that it goes by."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import NamedTuple


class Record(NamedTuple):
    """A file that is no document: where it stands, and its bytes."""

    path: str
    data: bytes


class GateRules(NamedTuple):
    """What a state goes by. `problem` says why its settings cannot be used."""

    settings: str = ""
    text: bytes = b""
    paths: tuple[str, ...] = ()
    day: date | None = None
    fail_on: str = "error"
    catalogs: tuple[Record, ...] = ()
    decisions: Record | None = None
    baseline: Record | None = None
    # Folders of papers, beside those of the documents.
    papers: tuple[str, ...] = ()
    problem: str = ""


class Snapshot(NamedTuple):
    """A state by paths from the top of the repository. A document is None where it is there and cannot be read;
    `left_out` says of files that may be taken for documents why they were not read."""

    name: str
    rules: GateRules
    documents: Mapping[str, bytes | None]
    approvals: Mapping[str, bytes]
    left_out: Mapping[str, str]
    # The documents that its own settings name: fewer where they name less than the others'.
    named: frozenset[str] = frozenset()
    # The papers that documents were taken from, by path; and by document, where it was compared with one.
    papers: Mapping[str, bytes] = MappingProxyType({})
    compared: Mapping[str, str] = MappingProxyType({})
    # Whether no file at all differs from the base.
    is_base: bool = False
    # Documents that are new here and are not read, with the reason.
    unread: Mapping[str, str] = MappingProxyType({})
    # Files that were read from disk though something else may be committed, with the reason.
    unwatched: Mapping[str, str] = MappingProxyType({})


class Owners:
    """Who must look at a file, by the CODEOWNERS of the base: the last line that fits decides."""

    def __init__(self, record: Record | None) -> None:
        lines = record.data.decode("utf-8", "replace").splitlines() if record is not None else []
        parts = (line.split("#", 1)[0].split() for line in lines)
        self._lines = [(words[0], words[1:]) for words in parts if words]

    def find(self, path: str) -> str:
        """The owners of a file; a sentence where nobody is named."""
        from fnmatch import fnmatchcase

        for pattern, names in reversed(self._lines):
            inside = pattern.strip("/")
            anchored = "/" in pattern.rstrip("/")
            fits = fnmatchcase(path, inside) or fnmatchcase(path, f"{inside}/*")
            if not anchored:
                fits = fits or any(fnmatchcase(part, inside) for part in path.split("/"))
            if fits:
                return ", ".join(names) or "nobody (CODEOWNERS leaves it free)"
        return "whoever answers for the rules (no line of CODEOWNERS names it)"
