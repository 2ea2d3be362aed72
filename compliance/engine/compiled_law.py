"""The law that comes with Pit Boss, compiled: to read its YAML takes longer than to check a document.

A wheel brings it ready (`hatch_build.py`). A checkout compiles it when it is stale and keeps it below `build/`, under a
digest of the sources and of the code that reads them. The module of each check stands beside it, so that a run imports
only those that it needs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from hashlib import sha256
from typing import Final

from compliance import __version__
from compliance.checks.registry import CHECKS
from compliance.law.catalog import Catalog, catalog_data, catalog_of_data
from compliance.law.files import catalog_files

_PACKAGE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_CHECKOUT: Final = os.path.dirname(_PACKAGE)
NAME: Final = "compiled-law.json"
# The packages that decide what the law says once it is read.
_READERS: Final = ("source", "documents", "law", "checks", "engine")
# What reading a file may come to that is damaged, or was written by another version.
_DAMAGED: Final = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)


def load_law() -> Catalog:
    """Return the law that comes with Pit Boss, as it was compiled; a checkout compiles it first where that is stale."""
    installed = os.path.join(_PACKAGE, NAME)
    if os.path.isfile(installed):
        with suppress(*_DAMAGED):
            return parse_law(_read(installed), __version__)
    kept = os.path.join(_CHECKOUT, "build", NAME)
    digest = _digest_sources()
    with suppress(*_DAMAGED):
        return parse_law(_read(kept), digest)
    text = compile_law(digest)
    if os.path.isdir(os.path.join(_CHECKOUT, "schemas")):
        with suppress(OSError):  # a checkout of somebody else's is compiled anew by each run
            _replace(kept, text)
    return parse_law(text, digest)


def compile_law(digest: str = __version__) -> str:
    """Return the law as text that `parse_law` takes, under a digest of what it was made of. Raises BadCatalog."""
    from compliance.engine.catalog import read_catalog

    law = catalog_data(read_catalog(catalog_files()))
    made = {"digest": digest, "law": law, "checks": CHECKS.modules()}
    return json.dumps(made, ensure_ascii=False, separators=(",", ":"), default=date.isoformat)


def parse_law(text: str, digest: str = __version__) -> Catalog:
    """Return the law that was compiled, and tell the registry where its checks are. Raises ValueError where it was made
    of something else."""
    made = json.loads(text)
    if made["digest"] != digest:
        raise ValueError(f"the compiled law was made of {made['digest']}; expected {digest}")
    law = catalog_of_data(made["law"])
    CHECKS.expect(made["checks"])
    return law


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _replace(path: str, text: str) -> None:
    """Write the file whole or not at all: other runs see the old one or the new one."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "x", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(part)


def _digest_sources() -> str:
    """Return a digest of the law's files and of the code that reads them, by name, size and time of change."""
    folders = [os.path.join(_CHECKOUT, "schemas"), *(os.path.join(_PACKAGE, name) for name in _READERS)]
    return sha256(repr(sorted(_describe_files(folders))).encode()).hexdigest()


def _describe_files(folders: list[str]) -> Iterator[tuple[str, int, int]]:
    # With `scandir`, because these are most of the files that a short run looks at.
    waiting = [folder for folder in folders if os.path.isdir(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".yaml", ".tsv")):
                    found = entry.stat()
                    yield entry.path, found.st_size, found.st_mtime_ns
                elif entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
