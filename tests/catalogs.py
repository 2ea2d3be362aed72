"""The law as tests ask it: the same files are read once in a process, because reading them all takes a second."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from compliance.engine.catalog import read_catalog
from compliance.law import cases
from compliance.law import files as law_files
from compliance.law.cases import Case
from compliance.law.catalog import Catalog, Requirement
from compliance.law.files import catalog_files, schemas_folder

# The states whose law comes with Pit Boss, by their folders.
STATES: Final = tuple(sorted(path.parent.name for path in schemas_folder().glob("*/jurisdiction.yaml")))


@cache
def law() -> Catalog:
    """The catalog that comes with Pit Boss. Tests do not change it."""
    return load_catalog(catalog_files())


@cache
@cache
def catalog_of(requirements: frozenset[str]) -> Catalog:
    """Some of its requirements: what each of them answers does not depend on the others."""
    return Catalog([one for one in law() if one.id in requirements])


def cases_of(requirement: Requirement) -> list[Case]:
    """The cases of a requirement of the law, whose file is read once. Tests do not change them."""
    return _cases(requirement.id)


@cache
def _cases(id: str) -> list[Case]:
    return cases.cases_of(law().requirements[id])


def files_once() -> list[tuple[str, bytes]]:
    """The files of the law that comes with Pit Boss, fetched from the disk once."""
    return _files(law_files.schemas_folder())


@cache
def _files(folder: Path) -> list[tuple[str, bytes]]:
    return catalog_files()


def load_catalog(files: Sequence[tuple[str, bytes]]) -> Catalog:
    """What files of law say, remembered."""
    return _read(tuple(files))


@cache
def _read(files: tuple[tuple[str, bytes], ...]) -> Catalog:
    return read_catalog(list(files))
