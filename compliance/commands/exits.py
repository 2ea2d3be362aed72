"""How a command ends: what it prints, its exit code, and words instead of a traceback whatever happened."""

from __future__ import annotations

import os
import sys

from compliance.encoding import encode_text

# Not out of `typing`, which takes longer to load than `--version` takes to answer.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Final, TextIO

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
NOTHING_FOUND: Final = 3
UNDECIDED: Final = 4
STOPPED: Final = 130


class Stop(Exception):
    """The command cannot go on: a message of one line for the user, lines that follow it, and an exit code."""

    def __init__(self, message: str, code: int, more: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.more = more


def run_safely(command: Callable[[], int]) -> int:
    """Run a command and return its exit code. Whatever happens, the user sees words and no traceback."""
    # Text that the terminal's encoding cannot show is spelled out instead of breaking the run.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return command()
    except Stop as stop:
        complain(str(stop), stop.more)
        return stop.code
    except KeyboardInterrupt:
        complain("stopped.")
        return STOPPED
    except Exception as error:  # anything that nobody thought of
        what = f"{type(error).__name__}: {error}"
        complain(f"something went wrong inside Pit Boss ({what}). Please report it with the file.")
        return UNDECIDED


def is_terminal(*streams: TextIO | None) -> bool:
    """Whether a person is at all of these streams."""
    return all(stream is not None and stream.isatty() for stream in streams)


def print_text(pieces: Iterable[str] | bytes, for_people: bool = False) -> None:
    """Print. What people read follows the terminal's encoding; all else is UTF-8 wherever it goes.

    A reader that went away (`| head`) is no failure: nobody is left to tell. Raises Stop when there is no way to print.
    """
    out: TextIO | None = sys.stdout
    if out is None:
        raise Stop("standard output is closed; add --output FILE.", UNDECIDED)
    if isinstance(pieces, bytes) and out.isatty():
        raise Stop("this format is not for a terminal; add --output FILE.", USAGE)
    try:
        if for_people and not isinstance(pieces, bytes):
            for piece in pieces:
                out.write(piece)
        else:
            out.flush()
            out.buffer.writelines(encode_text(pieces))
        out.flush()
    except BrokenPipeError:
        let_go(out)
    except OSError as error:
        let_go(out)
        raise Stop(f"standard output cannot be written: {error.strerror or error}.", UNDECIDED) from None


def complain(message: str, more: Sequence[str] = ()) -> None:
    """Tell the user something that is not a finding."""
    tell([f"pitboss: {message}", *more])


def tell(lines: Iterable[str]) -> None:
    """Write lines to standard error, as far as there is one. None of them can end early or command anything."""
    from compliance.reports.text import inert, plain

    err: TextIO | None = sys.stderr
    if err is None:
        return
    try:
        for line in lines:
            err.write(f"{inert(plain(line))}\n")
        err.flush()
    except OSError:
        let_go(err)


def let_go(stream: TextIO) -> None:
    """Let what is left in a stream go nowhere: Python would try to write it once more at its end, and complain."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError:
        return
