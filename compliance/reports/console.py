"""What the commands that tell about the law share: a console, and the words for dates and for how law is known."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import StringIO

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from compliance.law.catalogue import Holding
from compliance.law.words import AUTHORITY_WORDS, SEEN_WORDS
from compliance.reports.text import inert, plain


def shown(fill: Callable[[Console], None]) -> str:
    """What is written on a console, as text."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    written = StringIO()
    # No markup and no highlighting: text out of a catalogue is only ever shown as text.
    wide = None if terminal else 110
    fill(Console(file=written, force_terminal=terminal, markup=False, highlight=False, emoji=False, width=wide))
    return "".join(f"{inert(line.rstrip())}\n" for line in written.getvalue().splitlines())


def as_json(data: object) -> str:
    """Data as JSON. What a terminal would obey is spelled \\uXXXX, which is how JSON itself writes such characters."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return "".join(f"{plain(line)}\n" for line in text.split("\n"))


def indented(text: Text, space: tuple[int, int, int, int]) -> Padding:
    # Not expanded: no line ends in blanks.
    return Padding(text, space, expand=False)


def since(holding: Holding) -> str:
    """When something holds."""
    if holding.from_ is None:
        return f"until {holding.until}" if holding.until else "no date established"
    known = "known to hold " if holding.from_is == "first seen" else ""
    return known + (f"{holding.from_} to {holding.until}" if holding.until else f"since {holding.from_}")


def how_known(holding: Holding) -> str:
    """By what authority it holds, and how that was seen."""
    words = (AUTHORITY_WORDS[holding.authority], SEEN_WORDS.get(holding.seen, ""))
    return "; ".join(word for word in words if word)
