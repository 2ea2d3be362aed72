"""Where reports go: into a file, whole or not at all, or to standard output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from compliance.commands.ending import UNDECIDED, Stop, encoded

STANDARD_OUTPUT: Final = "-"


def write(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a report to a file, whole or not at all."""
    from compliance.commands.files import write_whole

    try:
        write_whole(path, pieces)
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error.strerror or error}.", UNDECIDED) from None


def add(path: str, pieces: Iterable[str] | bytes) -> None:
    """Add a report to what a file holds already, as pipelines want it for their summaries."""
    try:
        with open(path, "ab") as file:
            file.write(b"".join(encoded(pieces)))
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error.strerror or error}.", UNDECIDED) from None
