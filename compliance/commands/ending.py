"""How a command ends: its exit code, and words instead of a traceback whatever happened."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Final

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
NOTHING_FOUND: Final = 3
UNDECIDED: Final = 4


class Stop(Exception):
    """The command cannot go on: a message for the user and an exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def run_safely(command: Callable[[], int]) -> int:
    """Run a command and return its exit code. Whatever happens, the user sees words and no traceback."""
    # Text that the terminal's encoding cannot show is spelled out instead of breaking the run.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = command()
        sys.stdout.flush()
        return code
    except Stop as stop:
        complain(str(stop))
        return stop.code
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nobody is left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        complain("stopped.")
        return 130
    except Exception as error:  # anything that nobody thought of
        what = f"{type(error).__name__}: {error}"
        complain(f"something went wrong inside Pit Boss ({what}). Please report it with the file.")
        return UNDECIDED


def complain(message: str) -> None:
    """Tell the user something that is not a finding."""
    print(f"pitboss: {message}", file=sys.stderr)
