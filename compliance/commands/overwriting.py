"""No command writes over a file that it reads: by no name, link or stream.

Files are told apart by device and number, not by name: links, spellings, cases and open streams are names of one file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Final, NoReturn

from compliance.commands.exits import USAGE, Stop, let_go, print_text
from compliance.commands.files import MissingPath, file_key, find
from compliance.disk import STDIN, is_fleeting

_STDERR: Final = "standard error"
_STREAMS: Final = {"standard output": 1, _STDERR: 2}
_PACKAGE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_READ: Final = "this file is read; name another one for the report."
_OURS: Final = "this file belongs to Pit Boss; name another one for the report."
_TWICE: Final = "two reports cannot go into one file."

Key = tuple[int, int]


def refuse_to_replace(targets: Sequence[str], inputs: Iterable[str]) -> None:
    """Raises Stop where a report would be written over another one, or anything over what is read.

    `inputs` are documents and catalogs, or folders of documents; `-` is standard input.
    """
    files = [target for target in targets if not is_fleeting(target)]
    names = [os.path.realpath(target) for target in files]
    for number, target in enumerate(files):
        if names[number] in names[:number]:
            raise Stop(f"{target}: {_TWICE}", USAGE)
        if _is_ours(names[number]):
            raise Stop(f"{target}: {_OURS}", USAGE)
    there: dict[Key, str] = {key: target for target in files if (key := file_key(target)) is not None}
    for name, number in _STREAMS.items():
        if (key := _stream_key(number)) is not None:
            there[key] = name
    read = next((there[key] for key in _keys(inputs) if key in there), None) if there else None
    if read is not None:
        _refuse(read, f"{read}: {_READ}")
    ours = next((there[key] for key in _law() if key in there), None) if files else None
    if ours is not None:
        raise Stop(f"{ours}: {_OURS}", USAGE)


def _refuse(taken: str, message: str) -> NoReturn:
    """Where standard error itself is what is read, nothing may be said there, not even this."""
    if taken == _STDERR and sys.stderr is not None:
        both = _stream_key(1) == _stream_key(2)
        let_go(sys.stderr)
        if not both:
            print_text([f"pitboss: {message}\n"], for_people=True)
    raise Stop(message, USAGE)


def _keys(inputs: Iterable[str]) -> Iterable[Key]:
    for path in inputs:
        if path == STDIN:
            key = _stream_key(0)
            if key is not None:
                yield key
            continue
        try:
            found = find([path]) if os.path.isdir(path) else [path]
        except MissingPath:
            continue
        yield from (key for each in found if (key := file_key(each)) is not None)


def _stream_key(number: int) -> Key | None:
    """What an open stream leads to, where that is a file."""
    import stat

    try:
        found = os.fstat(number)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _is_ours(path: str) -> bool:
    return path.startswith((_PACKAGE + os.sep, os.path.join(os.path.dirname(_PACKAGE), "schemas") + os.sep))


def _law() -> Iterable[Key]:
    """The law that comes with Pit Boss, wherever else its files are linked to."""
    from compliance.law.files import schemas_folder

    return (key for path in schemas_folder().rglob("*.yaml") if (key := file_key(str(path))) is not None)
