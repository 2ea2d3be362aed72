"""The way to the typesetter. Data goes in as JSON, so that no text of a document can be taken for markup.

Templates are in `templates/`. The same data gives the same bytes: the date in a file is the day the law was read on,
system fonts are not looked at, and the fonts inside the typesetter are all there is.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from datetime import date
from pathlib import Path
from typing import Any, Final

from compliance.reports.text import escape_character, flowing, shorten_to

PAPERS: Final = {"letter": "us-letter", "a4": "a4"}
_TEMPLATES: Final = Path(__file__).parent / "templates"
_PACKAGE: Final = Path(__file__).parents[2]

# What the typesetter's own fonts can draw upright, bold, slanted and in the code font. A test proves it of each one.
# Combining marks are left out: a mark on a letter of another font cannot be drawn.
GLYPHS: Final = (
    "\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f\u0192\u0218-\u021b"  # Latin
    "\u0384-\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u0491"  # Greek, Cyrillic
    "\u05d0-\u05ea\u060c\u061b\u061f\u0621-\u063a\u0640-\u064a\u0660-\u0669"  # Hebrew, Arabic
    "\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u2044"  # punctuation
    "\u00b2\u00b3\u2070\u2074-\u2079\u20ac\u2116\u2122\u215b-\u215e"  # numbers, currency, signs
    "\u2190-\u2195\u2212\u221e\u2248\u2260\u2264\u2265\u25a0\u25a1\u25cf\u25cb\u2660-\u2667\ufffd"  # arrows, cards
)
_NO_GLYPH: Final = re.compile(f"[^{GLYPHS}]")
# A word that no line can break is let break here and there; the template knows the mark and does not draw it.
_BREAK: Final = "\u200b"
_LONG_WORD: Final = re.compile(r"[^\s\-/\u2010-\u2014\u200b]{25,}")
_PIECE: Final = 6
# A string of a PDF has at most 32,767 bytes; headings and descriptions are strings, two bytes a character.
_LONGEST: Final = 12_500


class OwnText(str):
    """Text that is ours and goes to the template as it is: drawings, digests."""

    __slots__ = ()


def typeset(template: str, data: dict[str, Any], day: date, paper: str, most: int | None = None) -> bytes:
    """A template filled with data, as PDF. With more characters than `most` it is made in a process of its own, where
    that can be had."""
    given = {"paper": PAPERS[paper], "day": [day.year, day.month, day.day], **_safe(data)}
    text = json.dumps(given, ensure_ascii=False)
    apart = most is not None and len(text) > most
    return (apart and _compiled_apart(template, text)) or _compiled(template, text)


def _compiled(template: str, text: str) -> bytes:
    import typst

    return typst.compile(
        str(_TEMPLATES / template),
        root=str(_TEMPLATES),
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"data": text},
        pdf_standards=["a-2a", "ua-1"],  # archivable and accessible, in one file
        timestamp=0,  # not used: templates set the date, which may lie before 1970
    )


def _compiled_apart(template: str, text: str) -> bytes:
    """The same by another process; nothing where that cannot be had, or says that it failed."""
    command = [sys.executable, "-c", "from compliance.reports.typesetting import main; main()", template]
    # It begins where the package is, not where the user is: what lies there is never taken for a module.
    try:
        made = subprocess.run(command, input=text.encode(), capture_output=True, cwd=_PACKAGE, check=False)
    except (OSError, ValueError):
        return b""
    return made.stdout if made.returncode == 0 else b""


def main() -> None:
    """Typeset what comes in, in a process of its own."""
    sys.stdout.buffer.write(_compiled(sys.argv[1], sys.stdin.buffer.read().decode()))


def make_printable(text: str) -> str:
    """Text that can be drawn: what has no glyph is spelled out (`\\u724c`), and endless words may break."""
    return _LONG_WORD.sub(_breakable, shorten_to(replace_glyphs(text), _LONGEST))


def replace_glyphs(text: str) -> str:
    """Text in which what has no glyph is spelled out: for drawings, whose words do not go through `shown`."""
    return _NO_GLYPH.sub(escape_character, flowing(unicodedata.normalize("NFC", text)))


def _breakable(found: re.Match[str]) -> str:
    word = found[0]
    return _BREAK.join(word[start : start + _PIECE] for start in range(0, len(word), _PIECE))


def _safe(data: Any) -> Any:
    if isinstance(data, OwnText):
        return data
    if isinstance(data, str):
        return make_printable(data)
    if isinstance(data, dict):
        return {key: _safe(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_safe(value) for value in data]
    return data
