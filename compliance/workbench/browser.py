"""The way in for a page that runs Pit Boss by itself: the law as it was prepared, and one function to ask."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from compliance.workbench.calls import answer_json, use_law

_LAW: Final = Path(__file__).parent / "law.json"

use_law(_LAW.read_text("utf-8"))


def answer_text(text: str) -> str:
    """A request as text, answered as text."""
    return answer_json(text)
