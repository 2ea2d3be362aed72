"""Words as Markdown that an editor shows as those words: nothing out of a document makes markup or a link."""

from __future__ import annotations

import re
from typing import Final

from compliance.reports.text import flowing, plain

_MARKUP: Final = re.compile(r"[\\`*_\[\]<>|~&$@]|:(?=//)|\A\s*(?:[#+=-]|\d+(?=[.)]))")
_PLAIN_CODE: Final = re.compile(r"[^`\n]+")


def escape_words(text: str) -> str:
    """Prose as it stands. Our own messages put names into backquotes, and those stay code."""
    parts = re.split(r"`([^`\n]{1,200})`", flowing(text))
    return "".join(format_code(part) if number % 2 else _MARKUP.sub(_escape, part) for number, part in enumerate(parts))


def _escape(found: re.Match[str]) -> str:
    """A sign as itself. What would be the number of a list has its point escaped, for digits need no escape."""
    return f"{found[0]}\\" if found[0].strip().isdigit() else f"\\{found[0].strip()}"


def format_code(text: str) -> str:
    """A value as it is written in a document."""
    shown = plain(text.replace("\n", " "))
    if _PLAIN_CODE.fullmatch(shown):
        return f"`{shown}`"
    return f"`` {shown.replace('``', '` `')} ``" if shown.strip() else ""


def strip_markdown(markdown: str) -> str:
    """The same for an editor that shows no Markdown."""
    text = re.sub(r"\\([^\w\s])", r"\1", markdown.replace("**", ""))
    return re.sub(r"^---$\n*", "", text, flags=re.MULTILINE)
