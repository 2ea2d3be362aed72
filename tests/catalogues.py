"""The law as tests ask it: read once in a process, because reading all of its files takes half a second."""

from __future__ import annotations

from functools import cache

from compliance.law.catalogue import Catalogue
from compliance.law.reading import catalogue_files, read_catalogue


@cache
def law() -> Catalogue:
    """The catalogue that comes with Pit Boss. Tests do not change it."""
    return read_catalogue(catalogue_files())
