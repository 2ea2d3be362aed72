"""How fast odds are counted, beside laying out every hand in C: `python benchmarks/odds.py`.

All is measured in one run, the best of five, in processor time. The C program is compiled with `cc`; without one, and
with `--quick`, only what Pit Boss takes is told. This is a measurement, not a test: read the ratios, not the seconds.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from compliance.odds.cards import Shoe
from compliance.odds.conditions import CardRules, HandPart
from compliance.odds.counting import count_tables
from compliance.odds.deals import Counted, Deal
from compliance.odds.definitions import Definitions
from compliance.odds.documents import odds_of

ROOT: Final = Path(__file__).resolve().parents[1]
POKER: Final = (
    *("five-aces", "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush"),
    *("three-of-a-kind", "straight"),
)


SEVEN: Final = "C(53,7), nine rows"
SHOE: Final = "baccarat, eight decks, five wagers"


def best(work: Callable[[], object], times: int = 5) -> float:
    """Processor time of the fastest of some runs, in seconds."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def seven_cards() -> list[int]:
    known = Definitions({}, {"player": 7})
    rows = [known.condition(name, (HandPart("player"),)) for name in POKER]
    (counted,) = count_tables(Shoe(jokers=1), Deal({"player": 7}), [rows], CardRules())
    assert isinstance(counted, Counted)
    return [*counted.rows, counted.rest]


def baccarat(document: dict[str, Any]) -> dict[str, int]:
    """Eight decks with two side bets, everything worked out anew."""
    wins = {odds.wager: row.count for odds in odds_of(document).wagers for row in odds.rows if row.name == "wins"}
    return {"tie": wins["tie-bet"], "dragon": wins["dragon-7-bonus-bet"], "panda": wins["panda-8-bet"]}


def eight_decks(document: dict[str, Any]) -> dict[str, Any]:
    """Baccarat with eight decks, read in one way."""
    odds = {key: value for key, value in document["odds"].items() if key != "other-readings"}
    return {**document, "deck": {"decks": "8"}, "odds": odds}


def library() -> dict[str, Any]:
    texts = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "rulesets").rglob("*.yaml"))}
    found = {name: yaml.load(text, Loader=yaml.BaseLoader) for name, text in texts.items()}
    return {name: document for name, document in found.items() if "odds" in document}


def brute(program: str, what: str) -> tuple[float, dict[str, int]]:
    """Processor time of the C program, and what it counted."""
    before = os.times().children_user
    said = subprocess.run([program, what], capture_output=True, text=True, check=True).stdout
    counts = {name: int(count) for name, count in (line.split() for line in said.splitlines())}
    return os.times().children_user - before, counts


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--quick", action="store_true", help="leave the C program out, which takes half a minute")
    quick = reader.parse_args().quick
    games = library()
    shoe = eight_decks(games["ez-baccarat-panda-8"])
    ours = {SEVEN: best(seven_cards), SHOE: best(lambda: baccarat(shoe))}
    theirs: dict[str, float] = {}
    compiler = None if quick else shutil.which("cc")
    if compiler:
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "odds_brute")
            subprocess.run([compiler, "-O2", "-o", program, str(ROOT / "benchmarks" / "odds_brute.c")], check=True)
            theirs[SEVEN], counts = brute(program, "joker")
            assert list(counts.values()) == seven_cards(), counts
            theirs[SHOE], deals = brute(program, "baccarat")
            assert {name: deals[name] for name in ("tie", "dragon", "panda")} == baccarat(shoe)
    for name, document in games.items():
        ours[name] = best(lambda document=document: odds_of(document), 2)  # type: ignore[misc]
    ours["the whole library"] = sum(ours[name] for name in games)
    for name, seconds in ours.items():
        beside = (
            f"  1/{theirs[name] / seconds:,.0f} of laying out in C ({theirs[name]:.2f} s)" if name in theirs else ""
        )
        print(f"{name:40} {seconds * 1000:8.1f} ms{beside}")


if __name__ == "__main__":
    main()
