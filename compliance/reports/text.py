"""Document text made safe to show. Every renderer that writes text out of a document passes it through here."""

from __future__ import annotations

import re
from typing import Final

# Control characters, and the marks that reorder or hide text on a screen.
_UNSAFE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


def plain(text: str) -> str:
    """Text with everything that a terminal would obey, or a reader not see, spelled out: `\\u001b`."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def cut(text: str, width: int) -> str:
    """Text no longer than a width, with an ellipsis where it was cut."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"
