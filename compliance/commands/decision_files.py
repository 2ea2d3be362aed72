"""A run and the file of decisions about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from compliance.commands.config import Settings
from compliance.commands.exits import USAGE, Stop, complain
from compliance.commands.files import Reader, file_key
from compliance.commands.inputs import find_documents, find_here
from compliance.documents.loader import LoadedDocument
from compliance.engine.findings import Findings
from compliance.gate.baseline import UnusableBaseline, mark_known, read_baseline
from compliance.gate.points import PointFinder
from compliance.gate.settlement import apply_decisions, replace_findings


def is_same_file(path: str, other: str | None) -> bool:
    """Whether a path is the file of decisions, which is no document."""
    return other is not None and file_key(path) is not None and file_key(path) == file_key(other)


def documents_of(settings: Settings, target: str) -> list[str]:
    """The documents of a command that keeps something in a file: neither that file nor what is kept elsewhere."""
    kept = (target, settings.config.decisions, settings.config.baseline)
    return find_documents(settings.paths, kept) if settings.paths else find_here(kept)


def take_decisions(
    results: Findings, path: str, reader: Reader, documents: Callable[[], Iterable[LoadedDocument]]
) -> None:
    """Hold the decisions of a file against a run, and let it say what they settle."""
    try:
        data = reader.read(path)
    except OSError as error:
        raise Stop(f"--decisions {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    apply_decisions(results, path, data, documents)


def take_baseline(
    results: Findings, path: str, reader: Reader, documents: Callable[[], Iterable[LoadedDocument]]
) -> int:
    """Let failures through that are known. Returns how many entries of the baseline look fixed."""
    try:
        baseline = read_baseline(reader.read(path))
    except OSError as error:
        raise Stop(f"--baseline {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    except UnusableBaseline as problem:
        raise Stop(f"--baseline {path}: cannot be used: {problem}.", USAGE) from None
    if not baseline.is_in_force(results.as_of):
        complain(f"{path}: not in force on {results.as_of.isoformat()}; signed by {baseline.signature.words}")
        return 0
    finder = PointFinder(documents, (finding for finding in results.findings if finding.status == "fail"))
    found, fixed = mark_known(results.findings, baseline, finder)
    replace_findings(results, found)
    return fixed
