"""A run and the file of decisions about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from compliance.commands.ending import USAGE, Stop

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.documents.reading import Loaded
    from compliance.findings import Findings


def same_file(path: str, other: str | None) -> bool:
    """Whether a path is the file of decisions, which is no document."""
    from compliance.commands.files import file_key

    return other is not None and file_key(path) is not None and file_key(path) == file_key(other)


def take_decisions(results: Findings, path: str, reader: Reader, documents: Callable[[], list[Loaded]]) -> None:
    """Hold the decisions of a file against a run, and let it say what they settle."""
    from compliance.decisions import decided
    from compliance.grouping import order

    try:
        data = reader.read(path)
    except OSError as error:
        raise Stop(f"--decisions {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    before = Counter(finding.status for finding in results.findings)
    results.findings = sorted(decided(results, path, data, documents), key=order)
    after = Counter(finding.status for finding in results.findings)
    for status in before | after:
        results.counts[status] += after[status] - before[status]
