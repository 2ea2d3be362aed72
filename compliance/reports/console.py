"""What the commands that tell about the law share: a console."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from compliance.reports.text import inert, json_text


def capture_console(fill: Callable[[Console], None]) -> str:
    """What is written on a console, as text."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    written = StringIO()
    # No markup and no highlighting: text out of a catalog is only ever shown as text.
    wide = None if terminal else 110
    fill(Console(file=written, force_terminal=terminal, markup=False, highlight=False, emoji=False, width=wide))
    return "".join(f"{inert(line.rstrip())}\n" for line in written.getvalue().splitlines())


def to_terminal_json(data: object) -> str:
    """Data as JSON. What a terminal would obey is spelled \\uXXXX, which is how JSON itself writes such characters."""
    return json_text(data, indent=1) + "\n"


def indented(text: Text, space: tuple[int, int, int, int]) -> Padding:
    # Not expanded: no line ends in blanks.
    return Padding(text, space, expand=False)
