"""The law as tests ask it: the same files are read once in a process, because reading them all takes a second."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from compliance.documents.reading import Loaded, load
from compliance.engine import Readers
from compliance.law import cases
from compliance.law import files as law_files
from compliance.law.cases import Case
from compliance.law.catalogue import Catalogue, Requirement
from compliance.law.files import catalogue_files
from compliance.law.reading import read_catalogue
from compliance.source import Source


@cache
def law() -> Catalogue:
    """The catalogue that comes with Pit Boss. Tests do not change it."""
    return read_once(catalogue_files())


@cache
def only(requirements: frozenset[str]) -> Catalogue:
    """Some of its requirements: what each of them answers does not depend on the others."""
    return Catalogue([one for one in law() if one.id in requirements])


def cases_of(requirement: Requirement) -> list[Case]:
    """The cases of a requirement of the law, whose file is read once. Tests do not change them."""
    return _cases(requirement.id)


@cache
def _cases(id: str) -> list[Case]:
    return cases.cases_of(law().requirements[id])


class Remembering:
    """How documents are read in a run: their sources are not read a second time."""

    def __init__(self) -> None:
        self._sources: dict[bytes, Source] = {}

    def load(self, path: str, data: bytes) -> Loaded:
        loaded = load(path, data)
        self._sources[data] = loaded.source
        return loaded

    def source(self, path: str, data: bytes) -> Source:
        return self._sources[data]


def reading() -> Readers:
    """For one run of the engine."""
    made = Remembering()
    return Readers(made.load, made.source)


def files_once() -> list[tuple[str, bytes]]:
    """The files of the law that comes with Pit Boss, fetched from the disk once."""
    return _files(law_files.schemas_folder())


@cache
def _files(folder: Path) -> list[tuple[str, bytes]]:
    return catalogue_files()


def read_once(files: Sequence[tuple[str, bytes]]) -> Catalogue:
    """What files of law say, remembered."""
    return _read(tuple(files))


@cache
def _read(files: tuple[tuple[str, bytes], ...]) -> Catalogue:
    return read_catalogue(list(files))
