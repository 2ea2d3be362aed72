"""Where reports go: into a file, whole or not at all, or to standard output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from compliance.commands.ending import UNDECIDED, Stop

STANDARD_OUTPUT: Final = "-"


def write(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a report to a file, whole or not at all."""
    from compliance.commands.files import write_whole

    try:
        write_whole(path, pieces)
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error.strerror or error}.", UNDECIDED) from None
