"""Documents to measure with.

`write_differing_documents`: the documents of the library over and over, each time of another house, under other ids,
and with a third of all amounts changed. No two are alike, as the documents of a state are.

`write_near_copies`: made-up games and schedules of about 120 lines that differ in a few lines, one in ten of them with
a defect: what a gate sees that checks variants of one game.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

_ROOT = Path(__file__).resolve().parents[1]
_BASES = _ROOT / "schemas"
_LIBRARY = sorted((_ROOT / "rulesets").rglob("*.yaml"))
_AMOUNT = re.compile(r"(?<=\$)[1-9][0-9]*(?![0-9,.])")
_IDS = re.compile(r"(?<=GEGA-)[0-9]{6}")
_CHANGED_OF_AMOUNTS = 1 / 3
_DEFECT_EVERY = 10


def _schedule(number: int, defect: bool) -> str:
    """A schedule that passes, with four more options that differ from file to file."""
    text = (_BASES / "california/bases/california-schedule.base.yaml").read_text("utf-8")
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
    text = (_BASES / "washington/bases/washington-game.base.yaml").read_text("utf-8")
    text = _own(text, number)
    if defect:
        text = text.replace("in-aggregate: no", "in-aggregate: yes")
    words = "".join(f"  word-{place}: what the word of number {place} means in game {number}\n" for place in range(18))
    return text.rstrip() + ("\nglossary:\n" + words if "\nglossary:" not in text else "\n")


def _change_amounts(text: str, random: Random) -> str:
    """A third of the amounts raised a little, whatever that does to the bands that they stand in."""

    def change(found: re.Match[str]) -> str:
        amount = int(found[0])
        return (
            str(amount + random.randint(1, max(1, amount // 5))) if random.random() < _CHANGED_OF_AMOUNTS else found[0]
        )

    return _AMOUNT.sub(change, text)


def _move_numbers(text: str, by: int) -> str:
    """Approval numbers of another house."""
    return _IDS.sub(lambda found: f"{(int(found[0]) + by) % 1_000_000:06}", text)


def write_differing_documents(folder: Path, count: int, houses: int) -> int:
    """Write `count` documents of so many houses, no two alike, and return how many lines they have in all."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = 0
    for number in range(count):
        random = Random(number)
        house, source = number % houses, _LIBRARY[number // houses % len(_LIBRARY)]
        text = _change_amounts(source.read_text("utf-8"), random)
        text = _move_numbers(text, 7919 * (house + 1))
        text = re.sub(r"(?m)^(id: .*)$", rf"\1-{number}", text)
        text = re.sub(r"(?m)^establishment: .*\n", "", text)
        text = re.sub(r"(?m)^(jurisdiction: .*)$", rf"\1\nestablishment: Card room number {house}", text, count=1)
        (folder / f"house-{house:03}-{number:05}.yaml").write_text(text, "utf-8")
        lines += text.count("\n")
    return lines


def write_near_copies(folder: Path, count: int) -> int:
    """Write `count` documents, half games and half schedules, and return how many lines they have in all."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = 0
    for number in range(count):
        defect = number // 2 % _DEFECT_EVERY == 0
        text = _schedule(number, defect) if number % 2 else _game(number, defect)
        (folder / f"document-{number:05}.yaml").write_text(text, "utf-8")
        lines += text.count("\n")
    return lines
