"""Documents drawn from the committed JSON Schema, answered under two hash seeds:
`python -m tests.fuzz.schema_documents 10000 1000` prints how many documents and sets differ in any byte.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, Final

from compliance.engine.checking import check
from compliance.reports import ReportContext, render
from tests.catalogs import STATES, law
from tests.conftest import ROOT
from tests.fuzz.running import DAY

KINDS: Final = ("game", "schedule", "terms")
# Names from a few, so that documents and places of one document mean each other.
NAMES: Final = ("ante", "play", "bonus", "pair", "straight", "nines", "1", "2")
WORDS: Final = ("unclear", "before the deal", "the bank moves on after two hands", "clockwise", "left of the dealer")
_EITHER: Final = (("progressive", "progressives"), ("envy", "envies"), ("aggregate", "aggregates"))
_DEEPEST: Final = 7
_OF_SET: Final = 4
_SEEDS: Final = ("1", "2")


@cache
def _schema(kind: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((ROOT / "schemas" / "documents" / f"{kind}.schema.json").read_text())
    return data


class Drawing:
    """A document as it is drawn: mostly what the schema allows, sometimes a value of another place."""

    def __init__(self, random: Random, kind: str) -> None:
        self.random = random
        self.schema = _schema(kind)

    def draw(self, schema: Any, depth: int = 0) -> Any:
        """A value that a schema describes."""
        if not isinstance(schema, dict):
            return self.random.choice(WORDS)
        if "$ref" in schema:
            schema = self.schema["$defs"][schema["$ref"].rpartition("/")[2]]
        examples = schema.get("examples")
        if examples and (depth > _DEEPEST or self.random.random() < 0.5):
            return self.random.choice(examples)
        if "anyOf" in schema:
            return self.draw(self.random.choice(schema["anyOf"]), depth)
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        if schema.get("type") == "array":
            return [self.draw(schema.get("items"), depth + 1) for _ in range(self.random.randint(0, 3))]
        if schema.get("type") == "object" or "properties" in schema:
            return self._group(schema, depth)
        return self.random.choice((*WORDS, *NAMES))

    def _group(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        properties = schema.get("properties", {})
        share = 0.6 if depth == 0 else 0.5
        keys = [key for key in properties if key in schema.get("required", ()) or self.random.random() < share]
        self.random.shuffle(keys)
        drawn = {key: self.draw(properties[key], depth + 1) for key in keys}
        if schema.get("additionalProperties"):
            more = self.random.sample(NAMES, self.random.randint(1, 3))
            drawn |= {name: self.draw(schema["additionalProperties"], depth + 1) for name in more}
        return drawn


def draw_document(number: int, kind: str = "") -> bytes:
    """The document of a number, always the same."""
    random = Random(f"schema-{number}")
    kind = kind or random.choice(KINDS)
    drawn = Drawing(random, kind).draw(_schema(kind))
    for one, many in _EITHER:
        if one in drawn:
            drawn.pop(many, None)
    drawn |= {"document": kind, "jurisdiction": random.choice(STATES), "title": f"T{number}"}
    return json.dumps(drawn).encode()


def draw_set(number: int) -> dict[str, bytes]:
    """Documents of one house that name each other by chance."""
    made = {}
    for place in range(_OF_SET):
        data = json.loads(draw_document(number * _OF_SET + place + 1_000_000))
        data |= {"establishment": "House", "jurisdiction": STATES[number % len(STATES)], "id": NAMES[place]}
        made[f"{place}.yaml"] = json.dumps(data).encode()
    return made


def digests(documents: int, sets: int) -> Iterator[str]:
    """A digest of what is answered to each document, then to each set."""
    runs = [{"a.yaml": draw_document(number)} for number in range(documents)]
    for files in (*runs, *map(draw_set, range(sets))):
        found = check(files.items(), DAY, law())
        context = ReportContext(lambda path, files=files: files[path].decode().split("\n"), list, law, "1")  # type: ignore[misc]
        yield sha256("".join(str(piece) for piece in render("json", found, context)).encode()).hexdigest()[:16]


def compare(documents: int, sets: int) -> list[int]:
    """The numbers of the documents and sets whose answers differ between two hash seeds."""
    command = [sys.executable, "-m", "tests.fuzz.schema_documents", str(documents), str(sets), "digests"]
    started = [
        subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONHASHSEED": seed}
        )
        for seed in _SEEDS
    ]
    answers = [process.communicate()[0].split() for process in started]
    if any(process.returncode for process in started) or {len(one) for one in answers} != {documents + sets}:
        raise RuntimeError("a run ended before its end")
    return [number for number, (one, other) in enumerate(zip(*answers, strict=True)) if one != other]


if __name__ == "__main__":
    counts = (int(sys.argv[1]), int(sys.argv[2]))
    if len(sys.argv) > 3:
        print("\n".join(digests(*counts)))
    else:
        differing = compare(*counts)
        print(f"{counts[0]:,} documents and {counts[1]:,} sets: {len(differing):,} differ {differing[:20]}")
        sys.exit(bool(differing))
