"""A run and the file of decisions about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from compliance.commands.ending import USAGE, Stop

if TYPE_CHECKING:
    from compliance.commands.config import Settled
    from compliance.commands.files import Reader
    from compliance.documents.reading import Loaded
    from compliance.findings import Findings


def same_file(path: str, other: str | None) -> bool:
    """Whether a path is the file of decisions, which is no document."""
    from compliance.commands.files import file_key

    return other is not None and file_key(path) is not None and file_key(path) == file_key(other)


def documents_of(settings: Settled, target: str) -> list[str]:
    """The documents of a command that keeps something in a file: neither that file nor what is kept elsewhere."""
    from compliance.commands.inputs import find

    if not settings.paths:
        raise Stop("expected PATH, documents or folders to look at.", USAGE)
    kept = (target, settings.config.decisions, settings.config.baseline)
    return [path for path in find(settings.paths) if not any(same_file(path, one) for one in kept if one)]


def take_decisions(results: Findings, path: str, reader: Reader, documents: Callable[[], Iterable[Loaded]]) -> None:
    """Hold the decisions of a file against a run, and let it say what they settle."""
    from compliance.decisions.applying import decide

    try:
        data = reader.read(path)
    except OSError as error:
        raise Stop(f"--decisions {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    decide(results, path, data, documents)


def take_baseline(results: Findings, path: str, reader: Reader, documents: Callable[[], Iterable[Loaded]]) -> int:
    """Let failures through that are known. Gives back how many entries of the baseline look fixed."""
    from compliance.decisions.applying import Looker, replace
    from compliance.decisions.baseline import Unusable, let_through, read_baseline

    try:
        known = read_baseline(reader.read(path))
    except OSError as error:
        raise Stop(f"--baseline {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    except Unusable as problem:
        raise Stop(f"--baseline {path}: cannot be used: {problem}.", USAGE) from None
    looker = Looker(documents, (finding for finding in results.findings if finding.status == "fail"))
    found, fixed = let_through(results.findings, known, looker)
    replace(results, found)
    return fixed
