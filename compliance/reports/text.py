"""Document text made safe to show. Every renderer that writes text out of a document passes it through here."""

from __future__ import annotations

import json
import re
from typing import Any, Final

# Control characters, marks that reorder or hide text on a screen, and whatever else has no shape of its own: soft
# hyphens, joiners, fillers, variation selectors, tags. Blanks of other widths are seen as blanks, and stay.
_UNSAFE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


# What pipelines take for a command: two colons at the start of a line, after any blanks (GitHub), and `##[`, `##vso[`,
# `##teamcity[` wherever it stands (GitHub, Azure, TeamCity).
_COMMAND: Final = re.compile(r"^(\s*):(?=:)|#(?=#\w*\[)")
_IN_MARKUP: Final = re.compile(r"(?<=#)#(?=\w*\[)")
_IN_JSON: Final = re.compile(r"(?<=#)#(?=\w*\[)|(?<=:):")


def plain(text: str) -> str:
    """Text with everything that a terminal would obey, or a reader not see, spelled out: `\\u001b`."""
    return _UNSAFE.sub(escape_character, text) if not text.isascii() or not text.isprintable() else text


def escape_character(found: re.Match[str]) -> str:
    """A character by its number."""
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def json_text(data: Any, indent: int | None = None) -> str:
    """Data as JSON that is the same data to who reads it, and to no terminal or pipeline anything else: what cannot be
    seen, or would be a command, is written as JSON itself writes characters that it cannot show."""
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    if not text.isascii() or not text.replace("\n", "").isprintable():
        text = "\n".join(_UNSAFE.sub(_in_json, line) for line in text.split("\n"))
    return _IN_JSON.sub(_in_json, text) if "::" in text or "##" in text else text


def _in_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))


def flowing(text: str) -> str:
    """The same for prose: where its lines end is of no interest, and a line break is a blank."""
    return plain(text.replace("\n", " ")) if "\n" in text else plain(text)


def inert(line: str) -> str:
    """A line that no pipeline takes for a command to itself: a blank breaks what would be one."""
    return _COMMAND.sub(r"\g<0> ", line) if "::" in line or "##" in line else line


def neutralize_markup(markup: str) -> str:
    """HTML or XML that reads the same and holds no command: there is another way to write one of its characters."""
    return _IN_MARKUP.sub("&#35;", markup) if "##" in markup else markup


def shorten_to(text: str, width: int) -> str:
    """Text no longer than a width, with an ellipsis where it was cut."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"
