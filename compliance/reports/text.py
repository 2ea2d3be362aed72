"""Document text made safe to show. Every renderer that writes text out of a document passes it through here."""

from __future__ import annotations

import re
from typing import Final

# Control characters, and the marks that reorder or hide text on a screen.
_UNSAFE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


# What GitHub and Azure take for a command: two colons at the start of a line, after any blanks, and `##[` or `##vso[`
# wherever it stands.
_COMMAND: Final = re.compile(r"^(\s*):(?=:)|#(?=#(?:vso)?\[)")


def plain(text: str) -> str:
    """Text with everything that a terminal would obey, or a reader not see, spelled out: `\\u001b`."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def flowing(text: str) -> str:
    """The same for prose: where its lines end is of no interest, and a line break is a blank."""
    return plain(text.replace("\n", " ")) if "\n" in text else plain(text)


def inert(line: str) -> str:
    """A line that no pipeline takes for a command to itself: a blank breaks what would be one."""
    return _COMMAND.sub(r"\g<0> ", line) if "::" in line or "##" in line else line


def cut(text: str, width: int) -> str:
    """Text no longer than a width, with an ellipsis where it was cut."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"
