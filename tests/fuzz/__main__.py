"""The long run, by hand: `python -m tests.fuzz --count 100000 --seed 1`.

One process, and restartable: `--start N` goes on with input N. Prints what it counts: tracebacks, broken checks, runs
over two seconds, bytes that differ under another hash seed. What is found is written to `--keep FOLDER`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.running import Trouble, find_seed_differences, input_of, troubles_of


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0, help="the input to begin with")
    parser.add_argument("--keep", type=Path, help="a folder for inputs that made trouble")
    parser.add_argument("--seconds", type=float, default=2.0, help="the longest that an input may take")
    parser.add_argument("--hashes", type=int, default=500, help="compare every so many inputs under another hash seed")
    parser.add_argument("--light", action="store_true", help="small documents, and few that are large on purpose")
    parser.add_argument("--reports", type=int, default=1, help="make reports of every so many inputs")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    compared: list[int] = []
    begun = time.monotonic()
    for number in range(given.start, given.start + given.count):
        kind, data = input_of(given.seed, number, given.light)
        counts[f"inputs of kind {kind}"] += 1
        for trouble in troubles_of(kind, data, given.seconds, number % given.reports == 0):
            _tell(counts, trouble, given.seed, number, kind, data, given.keep)
        if number % given.hashes == 0:
            compared.append(number)
        if number % 1000 == 999:
            print(f"{number + 1:,} after {time.monotonic() - begun:.0f} s", file=sys.stderr)
    for number in find_seed_differences(given.seed, compared, given.light):
        kind, data = input_of(given.seed, number, given.light)
        _tell(counts, Trouble("differing bytes", "under another hash seed"), given.seed, number, kind, data, given.keep)
    wanted = ("traceback", "broken check", "too slow", "differing bytes")
    for name in (*sorted(set(counts) - set(wanted)), *wanted):
        print(f"{name}: {counts[name]:,}")
    print(f"compared under another hash seed: {len(compared):,}")
    return 1 if any(counts[name] for name in wanted) else 0


def _tell(
    counts: Counter[str], trouble: Trouble, seed: int, number: int, kind: str, data: bytes, keep: Path | None
) -> None:
    counts[trouble.kind] += 1
    if counts[trouble.kind] <= 20:
        print(f"{trouble.kind}: seed {seed}, input {number} ({kind}): {trouble.words}")
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{seed}-{number}-{trouble.kind.replace(' ', '-')}.yaml").write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
