"""The two sides of a comparison: a file, a folder, or either of them as git has it in a revision (`REV:path`)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from compliance.commands import files
from compliance.commands.exits import USAGE, Stop
from compliance.commands.git import Repository
from compliance.documents.paths import ENDINGS, NO_DOCUMENTS


class DocumentSide(NamedTuple):
    """Documents by their path inside what was named, each with the name it is called by and its bytes; None where a
    file is there and cannot be read."""

    documents: Mapping[str, tuple[str, bytes | None]]
    single: bool


def read_side(named: str) -> DocumentSide:
    """What a side holds. A path that exists is that path; else `REV:path` is asked of git."""
    if os.path.exists(named) or os.path.islink(named):
        return _on_disk(named)
    revision, colon, path = named.partition(":")
    if not colon or not revision:
        raise Stop(f"{named}: there is no such file or folder, and it is no REV:path either.", USAGE)
    return read_revision(revision, path or ".")


def _on_disk(path: str) -> DocumentSide:
    reader = files.Reader()

    def data(found: str) -> bytes | None:
        try:
            return reader.read(found)
        except OSError:
            return None

    if not os.path.isdir(path):
        return DocumentSide({os.path.basename(path): (path, data(path))}, single=True)
    found = files.find([path])
    return DocumentSide({os.path.relpath(one, path): (one, data(one)) for one in found}, single=False)


def read_revision(revision: str, path: str) -> DocumentSide:
    """The documents below a path as a revision has them."""
    folder = os.path.dirname(path) if not os.path.isdir(path) else path
    repository = Repository(folder if folder and os.path.isdir(folder) else ".")
    commit = repository.resolve(revision)
    inside = repository.name_path(path)
    entries = [entry for entry in repository.list_files(commit, [inside]) if entry.is_file]
    if not entries:
        raise Stop(f"{revision}:{path}: git has no such file or folder in that revision.", USAGE)
    single = [entry.path for entry in entries] == [inside]
    texts = repository.read_files(entry for entry in entries if single or has_document_name(entry.path))
    documents = {
        os.path.basename(name) if single else os.path.relpath(name, inside): (f"{revision}:{name}", data)
        for name, data in texts.items()
        if single or os.path.basename(name) not in NO_DOCUMENTS or files.is_document(data)
    }
    return DocumentSide(documents, single)


def has_document_name(name: str) -> bool:
    """Whether a path of a repository is one that documents have: no part of it is hidden."""
    return name.lower().endswith(ENDINGS) and not any(part.startswith(".") for part in name.split("/"))
