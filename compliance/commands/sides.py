"""The two sides of a comparison: a file, a folder, or either of them as git has it in a revision (`REV:path`)."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from compliance.commands.ending import UNDECIDED, USAGE, Stop
from compliance.documents.paths import ENDINGS, NO_DOCUMENTS


class Side(NamedTuple):
    """Documents by their path inside what was named, each with the name it is called by and its bytes; None where a
    file is there and cannot be read."""

    documents: Mapping[str, tuple[str, bytes | None]]
    single: bool


def read_side(named: str) -> Side:
    """What a side holds. A path that exists is that path; else `REV:path` is asked of git."""
    if os.path.exists(named) or os.path.islink(named):
        return _on_disk(named)
    revision, colon, path = named.partition(":")
    if not colon or not revision:
        raise Stop(f"{named}: there is no such file or folder, and it is no REV:path either.", USAGE)
    return of_revision(revision, path or ".")


def _on_disk(path: str) -> Side:
    from compliance.commands import files

    reader = files.Reader()

    def data(found: str) -> bytes | None:
        try:
            return reader.read(found)
        except OSError:
            return None

    if not os.path.isdir(path):
        return Side({os.path.basename(path): (path, data(path))}, single=True)
    found = files.find([path])
    return Side({os.path.relpath(one, path): (one, data(one)) for one in found}, single=False)


def of_revision(revision: str, path: str) -> Side:
    """The documents below a path as a revision has them."""
    folder = os.path.dirname(path) if not os.path.isdir(path) else path
    where = folder if os.path.isdir(folder or ".") else "."
    top = _git(["rev-parse", "--show-toplevel"], where or ".").decode("utf-8", "surrogateescape").strip()
    inside = os.path.relpath(os.path.realpath(path), os.path.realpath(top))
    _known(revision, top)
    listed = _git(["ls-tree", "-r", "-z", "--name-only", revision, "--", inside if inside != "." else ""], top)
    names = [name for name in listed.decode("utf-8", "surrogateescape").split("\0") if name]
    if not names:
        raise Stop(f"{revision}:{path}: git has no such file or folder in that revision.", USAGE)
    single = names == [inside]
    kept = names if single else [name for name in names if _is_document(name)]
    documents = {
        os.path.basename(name) if single else os.path.relpath(name, inside): (
            f"{revision}:{name}",
            _git(["show", f"{revision}:{name}"], top),
        )
        for name in kept
    }
    return Side(documents, single)


def _is_document(name: str) -> bool:
    """Whether a file of a folder is taken for a document, as it is on disk."""
    parts = name.split("/")
    hidden = any(part.startswith(".") for part in parts)
    return name.lower().endswith(ENDINGS) and not hidden and parts[-1] not in NO_DOCUMENTS


def _known(revision: str, top: str) -> None:
    """A revision that is not there is told with what mends it: most often the checkout is shallow."""
    if revision.startswith("-"):
        raise Stop(f"{revision}: expected a revision such as main or HEAD~1.", USAGE)
    asked = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"], cwd=top, capture_output=True, check=False
    )
    if asked.returncode == 0:
        return
    shallow = _git(["rev-parse", "--is-shallow-repository"], top).strip() == b"true"
    mend = " This checkout is shallow: run `git fetch --unshallow`, or set fetch-depth: 0 in the workflow."
    raise Stop(f"{revision}: git knows no such revision here.{mend if shallow else ''}", USAGE)


def _git(arguments: Sequence[str], folder: str) -> bytes:
    command = ["git", "-c", "core.quotePath=false", *(one for one in arguments if one)]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise Stop(f"git cannot be run here: {error.strerror or error}.", UNDECIDED) from None
    if done.returncode != 0:
        words = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Stop(f"git says: {words[0] if words else 'nothing'}", USAGE)
    return done.stdout


def changed_since(revision: str, folder: str) -> list[str]:
    """Files that are not what they were in a revision, those that git does not know yet among them."""
    top = _git(["rev-parse", "--show-toplevel"], folder).decode("utf-8", "surrogateescape").strip()
    _known(revision, top)
    asked = (
        ["diff", "--name-only", "-z", "--no-renames", revision],
        ["ls-files", "--others", "--exclude-standard", "-z"],
    )
    listed = b"\0".join(_git(arguments, top) for arguments in asked).decode("utf-8", "surrogateescape")
    return [os.path.join(top, name) for name in listed.split("\0") if name]
