"""Documents to measure with: made-up games and schedules of about 120 lines, one in ten of them with a defect.

Most documents that a gate sees are in order; a set in which every file fails would measure the printing of findings.
"""

from __future__ import annotations

from pathlib import Path

_BASES = Path(__file__).resolve().parents[1] / "schemas/bases"
_DEFECT_EVERY = 10


def _schedule(number: int, defect: bool) -> str:
    """A schedule that passes, with four more options that differ from file to file."""
    text = (_BASES / "california-schedule.base.yaml").read_text("utf-8")
    head, _, second = text.partition("  - option: 2\n")
    more = "".join(_option(place, number, defect and place == 6) for place in range(3, 7))
    text = head + "  - option: 2\n" + second.rstrip() + "\n" + more
    text = text.replace("jurisdiction:", 'version: "1"\njurisdiction:')
    return _own(text, number)


def _option(place: int, number: int, defect: bool) -> str:
    second = 2 + number % 2 * 2
    return f"""\
  - option: {place}
    collections:
      - payer: player
        per: wager
        by: wager-amount
        counts: base wagers
        bands:
          $5-$100: $1
          $101-$300: ${second}
      - payer: player-dealer
        per: hand
        by: total-table-action
        counts: base and bonus wagers
        bands:
          $5-$500: ${"5%" if defect else second + 1}
          $501+: ${second + 3}
""".replace("$5%", "5% of the pot")


def _own(text: str, number: int) -> str:
    """Names and approval numbers of its own: otherwise every document would be in conflict with every other."""
    for old, new in (
        ("harbor-nines", f"harbor-nines-{number}"),
        ("Harbor Nines", f"Harbor Nines {number}"),
        ("cedar-nines", f"cedar-nines-{number}"),
        ("Cedar Nines", f"Cedar Nines {number}"),
        ("CEDAR-1", f"CEDAR-{number}"),
        ("GEGA-009995", f"GEGA-{100_000 + number}"),
        ("GEGA-009999", f"GEGA-{500_000 + number}"),
    ):
        text = text.replace(old, new)
    return text


def _game(number: int, defect: bool) -> str:
    """A game that passes, with a glossary as long as real ones are."""
    text = (_BASES / "washington-game.base.yaml").read_text("utf-8")
    text = _own(text, number)
    if defect:
        text = text.replace("in-aggregate: no", "in-aggregate: yes")
    words = "".join(f"  word-{place}: what the word of number {place} means in game {number}\n" for place in range(18))
    return text.rstrip() + ("\nglossary:\n" + words if "\nglossary:" not in text else "\n")


def write_documents(folder: Path, count: int) -> int:
    """Write `count` documents, half games and half schedules, and return how many lines they have in all."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = 0
    for number in range(count):
        defect = number // 2 % _DEFECT_EVERY == 0
        text = _schedule(number, defect) if number % 2 else _game(number, defect)
        (folder / f"document-{number:05}.yaml").write_text(text, "utf-8")
        lines += text.count("\n")
    return lines
