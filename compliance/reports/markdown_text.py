"""Text of documents inside Markdown: escaped, so that it makes no markup, and does not call people, refer to issues,
turn into links, emoji or formulas, or command a bot."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from compliance.reports.text import flowing, plain

_BREAK: Final = "<!-- -->"
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_MARKUP: Final = re.compile(r"[\\`*_\[\]|~&<>$]")
# What GitHub and GitLab look for in the finished text, where no escape helps: an empty comment splits it.
_REFERENCES: Final = re.compile(r"[@#!%](?=\w)|:(?=//)|:(?=[\w+-]+:)|(?i:www(?=\.)|\bGH(?=-\d)|mailto(?=:)|xmpp(?=:))")
_LINE_START: Final = re.compile(r"[#+=/-]|\d{1,9}(?=[.)])")


def escape_text(words: str) -> str:
    """Words as they stand, wherever inside a line."""
    return _REFERENCES.sub(lambda found: found[0] + _BREAK, _MARKUP.sub(_escaped, flowing(words)))


def escape_paragraph(words: str) -> str:
    """Words as they stand, at the start of a line, where more of them would be markup or a command."""
    shown = escape_text(words.strip())
    found = _LINE_START.match(shown)
    if found is None:
        return shown
    start, rest = shown[: found.end()], shown[found.end() :]
    return f"{start}{_BREAK}{rest}" if start.isdigit() else f"\\{start}{rest}"


def _escaped(found: re.Match[str]) -> str:
    if found[0] == "$":
        # GitHub asks for the element, GitLab for the backslash, lest two amounts make a formula of what is between.
        return "<span>\\$</span>"
    return _ENTITIES.get(found[0], "\\" + found[0])


def code_span(words: str) -> str:
    """Words as a code span."""
    shown = plain(words)
    if not shown.strip():
        return escape_text(shown)
    fence = "`" * (_longest_run([shown]) + 1)
    room = " " if shown.startswith(("`", " ")) or shown.endswith(("`", " ")) else ""
    return f"{fence}{room}{shown}{room}{fence}"


def code_cell(words: str) -> str:
    """Words as a code span inside a table, where a bar needs a backslash even there."""
    return code_span(words).replace("|", "\\|")


def _longest_run(shown: Iterable[str]) -> int:
    return max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
