"""The texts that a language server knows: those that the editor has open, and the others of its folders.

To the checks every file has a name below one folder, as at the workbench; to the editor it has an address.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote, unquote, urlsplit
from urllib.request import url2pathname

from compliance.documents.paths import APPROVED, ENDINGS
from compliance.editor.file_names import validate_name
from compliance.editor.refusal import RefusedRequest
from compliance.editor.workspace import MOST_FILES, Workspace
from compliance.source import Limits

# What a file must have to be taken for a document.
_DOCUMENT: Final = re.compile(r"""^(?:['"]?)(?:document|jurisdiction)(?:['"]?)[ \t]*:""", re.MULTILINE)
_MOST_BYTES: Final = Limits().bytes
# Finds the documents below folders, as paths.
FindDocuments: TypeAlias = Callable[[list[str]], list[str]]


class OpenText(NamedTuple):
    """A text that the editor has open: its name, and the version that the editor counts."""

    name: str
    text: str
    version: int | None


class WorkspaceFiles:
    """The room in which documents are checked, and the names of what lies in it."""

    def __init__(self, workspace: Workspace, find: FindDocuments) -> None:
        self.workspace = workspace
        self._find = find
        self.open: dict[str, OpenText] = {}
        self._folders: list[Path] = []
        self._names: dict[str, str] = {}  # by address
        self._addresses: dict[str, str] = {}  # by name
        self.left_out = 0

    # --- folders ---

    def set_folders(self, folders: list[str]) -> None:
        """Take these folders, by their addresses, as those whose documents are checked together."""
        paths = (parse_address(one) for one in folders)
        self._folders = [path for path in paths if path is not None and os.path.isdir(path)]
        self.reload()

    @property
    def folders(self) -> list[str]:
        """The addresses of the folders."""
        return [build_address(folder) for folder in self._folders]

    def reload(self) -> None:
        """Read what lies in the folders; what the editor has open is as the editor has it."""
        found = list(self._find_files())
        wanted = {name for name, _, _ in found} | {one.name for one in self.open.values()}
        for name in sorted(set(self.workspace.names) - wanted):
            self.workspace.drop(name)
        self.left_out = 0
        for name, path, data in found:
            address = build_address(path)
            self._names[address], self._addresses[name] = name, address
            if address not in self.open:
                self._put(name, data)

    def _find_files(self) -> Iterator[tuple[str, Path, bytes]]:
        for folder in self._folders:
            documents = self._find([str(folder)])[: 4 * MOST_FILES]
            paths = [path for document in documents for path in (document, document + APPROVED)]
            # Not found as a document: it is none.
            for path in (*paths, str(folder / self.workspace.decisions)):
                name = self._relative_name(folder, Path(path))
                data = _read_bytes(path)
                if name is not None and data is not None and self.is_relevant(name, data):
                    yield name, Path(path), data

    def _relative_name(self, folder: Path, path: Path) -> str | None:
        if not path.is_relative_to(folder):
            return None
        parts = path.relative_to(folder).as_posix()
        name = parts if len(self._folders) == 1 else f"{folder.name}/{parts}"
        return name if _is_name(name) else None

    # --- what is open ---

    def open_text(self, address: str, text: str, version: int | None) -> None:
        """The editor has a text open, or changed it."""
        name = self._get_name(address)
        self.open[address] = OpenText(name, text, version)
        self._put(name, text.encode("utf-8", "replace"))

    def close_text(self, address: str) -> None:
        """The editor has it open no longer: the file is what is on the disk."""
        closed = self.open.pop(address, None)
        if closed is None:
            return
        path = parse_address(address)
        data = _read_bytes(str(path)) if path is not None and self._is_in_folder(path) else None
        if data is None or not self.is_relevant(closed.name, data):
            if closed.name in self.workspace.names:
                self.workspace.drop(closed.name)
        else:
            self._put(closed.name, data)

    def _is_in_folder(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self._folders)

    def _put(self, name: str, data: bytes) -> None:
        try:
            self.workspace.put(name, data)
        except RefusedRequest:
            self.left_out += 1
            if name in self.workspace.names:
                self.workspace.drop(name)

    def is_relevant(self, name: str, data: bytes | str) -> bool:
        """Whether a file is, or means to be, a document, or belongs to documents: YAML of other programs is none of our
        business."""
        text = data if isinstance(data, str) else data.decode("utf-8", "replace")
        return name == self.workspace.decisions or name.endswith(APPROVED) or _DOCUMENT.search(text) is not None

    # --- names and addresses ---

    def _get_name(self, address: str) -> str:
        if address not in self._names:
            name = self._choose_name(address)
            self._names[address], self._addresses[name] = name, address
        return self._names[address]

    def _choose_name(self, address: str) -> str:
        path = parse_address(address)
        for folder in self._folders if path is not None else ():
            if path is not None and path.is_relative_to(folder) and (name := self._relative_name(folder, path)):
                return name
        base = path.name if path is not None else "text"
        base = base if base.lower().endswith(ENDINGS) or base.endswith(APPROVED) else f"{base}.yaml"
        for number in range(1, len(self._names) + 2):
            for name in (f"outside-{number}/{base}", f"outside-{number}/text.yaml"):
                if name not in self._addresses and _is_name(name):
                    return name
        return f"outside-{len(self._names) + 2}/text.yaml"

    def get_address(self, name: str) -> str:
        """The address of a file that lies in the room."""
        return self._addresses.get(name, name)

    @property
    def texts(self) -> dict[str, str]:
        """Every text by its name."""
        return {name: self.workspace.data(name).decode("utf-8-sig", "replace") for name in self.workspace.names}


def _is_name(name: str) -> bool:
    try:
        return bool(validate_name(name))
    except RefusedRequest:
        return False


def _read_bytes(path: str) -> bytes | None:
    """What a file holds; nothing of what is too large or cannot be read."""
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > _MOST_BYTES:
            return None
        with open(path, "rb") as file:
            return file.read(_MOST_BYTES + 1)
    except OSError:
        return None


def parse_address(address: str) -> Path | None:
    """The path that an address leads to; None for what is no file."""
    try:
        parts = urlsplit(address)
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            return None
        return Path(os.path.abspath(url2pathname(unquote(parts.path) if os.name == "nt" else parts.path)))
    except ValueError:
        return None


def build_address(path: Path) -> str:
    return "file://" + quote(os.path.abspath(path).replace(os.sep, "/"))
