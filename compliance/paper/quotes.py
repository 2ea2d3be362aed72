"""Words of a paper as reports quote them: short, cut at words, with nothing that cannot be seen."""

from __future__ import annotations

from typing import Final

from compliance.documents.paper_comparison import Quote
from compliance.paper.printed_figures import Paper, Printed

MOST_QUOTED: Final = 2
_MOST_CHARACTERS: Final = 160


def quote_line(paper: Paper, line: int | Printed) -> Quote:
    """One line of a paper."""
    index = line.line if isinstance(line, Printed) else line
    return Quote(paper.text.name, str(paper.text.position(index)), shorten_quote(paper.lines[index]))


def shorten_quote(text: str) -> str:
    """A text of at most 160 characters, cut at a word."""
    words = " ".join(_show_controls(text).split())
    if len(words) <= _MOST_CHARACTERS:
        return words
    cut = words[: _MOST_CHARACTERS - 4]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut else cut} ..."


def _show_controls(text: str) -> str:
    return "".join(letter if letter.isprintable() or letter.isspace() else f"\\u{ord(letter):04x}" for letter in text)
