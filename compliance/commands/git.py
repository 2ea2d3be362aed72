"""A repository of git, read by plumbing commands and into memory: nothing is checked out, and nothing of it runs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from compliance.commands.exits import UNDECIDED, USAGE, Stop
from compliance.disk import TOO_LARGE

_FILES: Final = ("100644", "100755")
_KINDS: Final = {"120000": "a link", "160000": "a submodule"}


class TreeEntry(NamedTuple):
    """A file as a revision has it: its path from the top of the repository."""

    path: str
    mode: str
    object: str
    size: int

    @property
    def is_file(self) -> bool:
        return self.mode in _FILES

    @property
    def kind(self) -> str:
        """What it is where it is no file."""
        return _KINDS.get(self.mode, "no file")


class Repository:
    """The repository around a folder. Raises Stop where there is none."""

    def __init__(self, folder: str) -> None:
        self.top = _run(["rev-parse", "--show-toplevel"], folder).decode("utf-8", "surrogateescape").rstrip("\n")

    @cached_property
    def _empty(self) -> str:
        """The name of a folder without files."""
        return _run(["hash-object", "-t", "tree", os.devnull], self.top).decode().strip()

    def resolve(self, revision: str) -> str:
        """The commit that a revision names. One that is not there is told with its mend: most often the checkout is
        shallow."""
        if revision.startswith("-"):
            raise Stop(f"{revision}: expected a revision such as main or HEAD~1.", USAGE)
        kinds = [f"refs/{kind}/{revision}" for kind in ("heads", "tags", "remotes")]
        named = _run(["for-each-ref", "--format=%(refname)", *kinds], self.top).decode("utf-8", "replace").split()
        if len(alike := [name for name in named if name in kinds]) > 1:
            raise Stop(f"{revision}: this is {' and '.join(alike)}; name one of them in full.", USAGE)
        asked = _start(["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"], self.top)
        if asked.returncode == 0:
            return asked.stdout.decode().strip()
        if revision == "HEAD" and not _run(["rev-list", "--max-count=1", "--all"], self.top).strip():
            return self._empty  # before the first commit there is nothing to compare with
        shallow = _run(["rev-parse", "--is-shallow-repository"], self.top).strip() == b"true"
        mend = " This checkout is shallow: run `git fetch --unshallow`, or set fetch-depth: 0 in the workflow."
        raise Stop(f"{revision}: git knows no such revision here.{mend if shallow else ''}", USAGE)

    def list_files(self, commit: str, prefixes: Sequence[str] = ()) -> list[TreeEntry]:
        """Everything that a commit has below some paths; below the top where none is given."""
        # Paths are literal: a star in a name is a star.
        inside = [prefix for prefix in prefixes if prefix not in ("", ".")]
        if len(inside) < len(prefixes):
            inside = []
        listed = _run(["ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--", *inside], self.top)
        return [_parse_entry(line) for line in listed.decode("utf-8", "surrogateescape").split("\0") if line]

    def read_files(self, entries: Iterable[TreeEntry]) -> dict[str, bytes]:
        """The bytes of files by their paths; of one that is too large, as much as shows that it is."""
        wanted = list(entries)
        small = [entry for entry in wanted if entry.size < TOO_LARGE]
        request = "".join(f"{entry.object}\n" for entry in small).encode()
        output = _run(["cat-file", "--batch"], self.top, request) if small else b""
        found = {entry.path: b"\n" * TOO_LARGE for entry in wanted if entry.size >= TOO_LARGE}
        start = 0
        for entry in small:
            end = output.index(b"\n", start)
            size = int(output[start:end].rpartition(b" ")[2])
            found[entry.path] = output[end + 1 : end + 1 + size]
            start = end + size + 2
        return found

    def read_file(self, commit: str, path: str) -> bytes | None:
        """The bytes of one file of a commit; None where it has no such file."""
        found = [entry for entry in self.list_files(commit, [path]) if entry.path == path and entry.is_file]
        return self.read_files(found)[path] if found else None

    def list_changed(self, commit: str) -> dict[str, TreeEntry | None]:
        """The paths that the index or the disk has otherwise than a commit, each with its entry in the index; None for
        what is not in the index."""
        before = {entry.path: entry.object for entry in self.list_files(commit)}
        staged = {entry.path: entry for entry in map(_parse_entry, self._list_index("-s"))}
        entries = {path: entry.object for path, entry in staged.items()}
        changed = {path for path in {**before, **entries} if before.get(path) != entries.get(path)}
        changed |= set(self._list_index("-m", "-o", "--exclude-standard"))
        return {path: staged.get(path) for path in sorted(changed)}

    def list_unwatched(self, commit: str) -> dict[str, str]:
        """The files of which another text may be merged than stands on disk, with the reason."""
        marked = (line.split(" ", 1) for line in self._list_index("-v"))
        passed_over = [path for mark, path in marked if mark == "S" or mark.islower()]
        staged = {entry.path: entry.object for entry in map(_parse_entry, self._list_index("-s"))}
        apart = [path for path in self._list_index("-m") if path in staged]
        head = {entry.path: entry.object for entry in self.list_files(self.resolve("HEAD"))}
        base = {entry.path: entry.object for entry in self.list_files(commit)}
        half = [path for path in apart if staged[path] != head.get(path)]
        # Taken back on disk and not in the last commit, which is what would be pushed.
        behind = [path for path in {**head, **staged} if base.get(path) == staged.get(path) != head.get(path)]
        return {
            **dict.fromkeys(behind, "the last commit has another text of it than the disk"),
            **dict.fromkeys(half, "it is staged otherwise than it stands on disk"),
            **dict.fromkeys(passed_over, "git is told to pass over changes of it"),
        }

    def _list_index(self, *options: str) -> list[str]:
        listed = _run(["ls-files", "-z", "--full-name", *options], self.top)
        return [line for line in listed.decode("utf-8", "surrogateescape").split("\0") if line]

    def contains(self, commit: str) -> bool:
        """Whether what is checked out was made from a commit, or from one after it."""
        return (
            commit == self._empty or _start(["merge-base", "--is-ancestor", commit, "HEAD"], self.top).returncode == 0
        )

    def name_path(self, path: str) -> str:
        """A path on disk as the repository names it, from its top. Raises Stop for one outside."""
        folder, name = os.path.split(os.path.abspath(path))
        whole = os.path.join(os.path.realpath(folder), name)
        inside = os.path.relpath(whole, os.path.realpath(self.top))
        if inside.split(os.sep)[0] == os.pardir:
            raise Stop(f"{path}: not in the repository {self.top}.", USAGE)
        return inside.replace(os.sep, "/")


def _parse_entry(line: str) -> TreeEntry:
    """An entry of a tree (mode, kind, object, size) or of the index (mode, object, stage)."""
    head, path = line.split("\t", 1)
    mode, *middle, last = head.split()
    name = middle[-1]
    return TreeEntry(path, mode, name, int(last) if last.isdigit() and len(middle) > 1 else 0)


def _start(arguments: Sequence[str], folder: str, given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    # Replaced objects and pathspecs with a meaning of their own would let a checkout decide what the base is.
    environment: Mapping[str, str] = os.environ | {"GIT_NO_REPLACE_OBJECTS": "1", "GIT_LITERAL_PATHSPECS": "1"}
    command = ["git", "-c", "core.quotePath=false", *arguments]
    try:
        return subprocess.run(command, cwd=folder, env=environment, input=given, capture_output=True, check=False)
    except OSError as error:
        raise Stop(f"git cannot be run here: {error.strerror or error}.", UNDECIDED) from None


def _run(arguments: Sequence[str], folder: str, given: bytes | None = None) -> bytes:
    done = _start(arguments, folder, given)
    if done.returncode != 0:
        words = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Stop(f"git says: {words[0] if words else 'nothing'}", USAGE)
    return done.stdout
