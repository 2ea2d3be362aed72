"""Where reports go: never over what is read, never two into one file, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Final

from compliance.commands.ending import UNDECIDED, USAGE, Stop

STANDARD_OUTPUT: Final = "-"


def refuse_to_replace(targets: Sequence[str], inputs: Iterable[str]) -> None:
    """Raises Stop where a report would be written over another one, or over what is read."""
    from compliance.commands.files import file_key, is_fleeting

    files = [target for target in targets if not is_fleeting(target)]
    names = [os.path.realpath(target) for target in files]
    for number, target in enumerate(files):
        if names[number] in names[:number]:
            raise Stop(f"{target}: two reports cannot go into one file.", USAGE)
    there = {key: target for target in files if (key := file_key(target)) is not None}
    for path in inputs if there else ():
        if (taken := there.get(file_key(path) or (0, 0))) is not None:
            raise Stop(f"{taken}: this file is read; name another one for the report.", USAGE)


def write(path: str, pieces: Iterable[str] | bytes, before: Sequence[str] = ()) -> None:
    """Write a report to a file, whole or not at all. `before` are those that were written already."""
    from compliance.commands.files import write_whole

    try:
        write_whole(path, pieces)
    except OSError as error:
        rest = f"Written before it: {', '.join(before)}." if before else "Nothing was changed."
        raise Stop(f"{path}: cannot be written: {error.strerror or error}. {rest}", UNDECIDED) from None
