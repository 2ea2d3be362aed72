"""Documents to measure with: real ones, made different from each other, of about 120 lines each."""

from __future__ import annotations

import re
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_SCHEDULE = _ROOT / "rulesets/california/napa-valley/pai-gow-tiles-schedule.yaml"
_GAME = _ROOT / "rulesets/washington/gow-z-gow.yaml"


def _schedule(number: int) -> str:
    """The first seven options of a real schedule, with fees that differ from file to file."""
    head, _, tail = _SCHEDULE.read_text("utf-8").partition("  - option: 8\n")
    closing = tail[tail.index("restated:") :]
    text = head + closing
    text = text.replace("id: pai-gow-tiles-schedule", f"id: schedule-{number}")
    return re.sub(r"\$501\+: \$3", f"$501+: ${3 + number % 7}", text)


def _game(number: int) -> str:
    """A real game without its last blocks."""
    text = _GAME.read_text("utf-8")
    text = text[: text.index("aggregate:")]
    text = text.replace("id: gow-z-gow", f"id: game-{number}")
    return text.replace("at-least: $5,", f"at-least: ${5 + number % 3},")


def write_documents(folder: Path, count: int) -> int:
    """Write `count` documents, half games and half schedules, and return how many lines they have in all."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = 0
    for number in range(count):
        text = _schedule(number) if number % 2 else _game(number)
        (folder / f"document-{number:05}.yaml").write_text(text, "utf-8")
        lines += text.count("\n")
    return lines
