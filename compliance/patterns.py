"""Patterns that are compiled when they are first used: a run uses few of those that its modules name, and compiling all
takes as long as checking a small document."""

from __future__ import annotations

import re
from typing import Any, cast


class _Late:
    """Stands for a pattern until something is asked of it."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self.flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        # Kept under its own name: from now on it is found at once.
        found = getattr(re.compile(self.pattern, self.flags), name)
        setattr(self, name, found)
        return found


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern, compiled when it is first used."""
    return cast(re.Pattern[str], _Late(pattern, flags))
