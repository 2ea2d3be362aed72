"""The law and the checks brought together: a catalog is read with a description of every check there is."""

from collections.abc import Iterable

from compliance.checks.expressions.checking import find_clause_faults
from compliance.checks.registry import CHECKS
from compliance.law import reading
from compliance.law.catalog import Catalog


def read_catalog(files: Iterable[tuple[str, bytes]]) -> Catalog:
    """Read catalog files, given as name and bytes. Raises BadCatalog with every problem of every file."""
    return reading.parse_catalog(files, CHECKS, find_clause_faults)
