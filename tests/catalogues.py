"""The law as tests ask it: the same files are read once in a process, because reading them all takes a second."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from compliance.law.catalogue import Catalogue
from compliance.law.files import catalogue_files
from compliance.law.reading import read_catalogue


@cache
def law() -> Catalogue:
    """The catalogue that comes with Pit Boss. Tests do not change it."""
    return read_once(catalogue_files())


def read_once(files: Sequence[tuple[str, bytes]]) -> Catalogue:
    """What files of law say, remembered."""
    return _read(tuple(files))


@cache
def _read(files: tuple[tuple[str, bytes], ...]) -> Catalogue:
    return read_catalogue(list(files))
