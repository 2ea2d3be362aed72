"""What the tests of the editor share: the library as texts, and places told by a mark in a text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from compliance.editor.positions import Position, Sheet

ROOT = Path(__file__).resolve().parents[2]
CURSOR = "‸"


@cache
def library() -> dict[str, str]:
    """Every document of the library by its name."""
    files = sorted((ROOT / "rulesets").rglob("*.yaml"))
    return {file.relative_to(ROOT / "rulesets").as_posix(): file.read_bytes().decode() for file in files}


def marked(text: str) -> tuple[str, Position]:
    """A text without its mark, and the place of the mark."""
    at = text.index(CURSOR)
    whole = text.replace(CURSOR, "", 1)
    return whole, Sheet(whole).position(at)
