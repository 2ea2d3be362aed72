"""Inputs for the fuzzer: bytes, real documents with damaged trees, models made up from their own declarations,
catalogs and parameters. The same seed and number give the same input."""

from __future__ import annotations

import typing
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from compliance.documents.fields import FieldReader
from compliance.documents.models import get_model
from compliance.source import Map, Seq, Value, read_source
from tests.catalogs import STATES
from tests.fuzz.attacks import ATTACKS

ROOT: Final = Path(__file__).resolve().parents[2]
REAL: Final = [path.read_bytes() for path in sorted((ROOT / "rulesets").rglob("*.yaml"))]
BASES: Final = [path.read_bytes() for path in sorted((ROOT / "schemas").glob("*/bases/*.yaml"))]
WHOLE: Final = REAL + BASES
CATALOG: Final = (ROOT / "tests/cases/city-ordinance.yaml").read_bytes()

DECISIONS: Final = b"""decisions:
- {requirement: california.bank-turn, document: harbor-nines, at: bank / rotation / at-most, decide: waive,
   reason: it is known to all of us, by: A. Person, role: officer, on: 2023-01-01, until: 2025-01-01,
   value: 2f7a90c1d2e3}
- {requirement: california.approval-number, document: harbor-nines, at: approval, decide: meets,
   reason: it is known to all of us, by: A. Person, role: officer, on: 2023-01-01, until: 2025-01-01, value: nothing}
- {requirement: california.bank-turn, sentence: "The bank moves on after two hands.", decide: withdraw,
   reason: it is known to all of us, by: A. Person, role: officer, on: 2023-01-01}
"""
BASELINE: Final = (
    b"reason: it is known to all of us\nby: A. Person\nrole: officer\non: 2023-01-01\nuntil: 2025-01-01\n"
    b"known:\n- {requirement: california.bank-turn, document: harbor-nines, at: bank, value: 2f7a90c1d2e3}\n"
)

# Values that fields read, nearly read, or never should.
SCRAPS: Final = (
    *("unclear", "[]", "{}", "~", "''", "no", "yes", "0", "-1", "1", "7", "52", "010", "99999999999", "9" * 400),
    *("$0", "$1", "$5.00", "$300", "$999,999,999,999", "$0.01", "$5+", "$1-$100", "$100-$1", "$50 or less", "0%", "5%"),
    *("100%", "5% of the pot", "$6 per half hour", "waived", "1 to 1", "2,000 to 1", "0 to 0", "50% of jackpot"),
    *(
        "2 hands",
        "24 hours",
        "0 hands",
        "2024-02-30",
        "2015-07",
        "2015",
        "0-9",
        "9-0",
        "12",
        "12-31",
        "0-131000",
        "a b",
        "a-b",
        "A",
    ),
    *("line", "house", "player-dealer", "wager-amount", "before play", "1, 2, 4", "i, ii, iv", "a, b, c", "W" * 3000),
    *("\u00a0", "\u202e", "##vso[x]", "::error::", "<b>", "*x", "&x a", "!t a", "a: b", '"', "'", "\\", "\t", "- a"),
)
BYTES: Final = (
    b"\xff",
    b"\x00",
    b"\r",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b"[",
    b"{",
    b"- ",
    b": ",
    b"&a ",
    b"*a",
    b"<<: *a",
)


def arbitrary_bytes(random: Random, wholes: Sequence[bytes] = WHOLE) -> bytes:
    """Bytes of any kind, or a whole document with some of its bytes changed."""
    if random.random() < 0.2:
        return random.randbytes(random.randrange(400))
    data = bytearray(random.choice(wholes))
    for _ in range(random.randrange(1, 6)):
        start = random.randrange(len(data) + 1)
        scrap = random.choice(BYTES) if random.random() < 0.5 else random.choice(SCRAPS).encode()
        data[start : start + random.choice((0, 0, 1, 5, 40))] = scrap
    return bytes(data)


def damaged_tree(random: Random, wholes: Sequence[bytes] = WHOLE) -> bytes:
    """A whole document in which values were replaced, removed, doubled, moved or given to others."""
    tree = read_source(random.choice(wholes)).tree
    places = list(_places(tree))
    for _ in range(random.choice((1, 1, 2, 4))):
        holder, step = random.choice(places)
        try:
            _damage(random, holder, step, places)
        except (KeyError, IndexError):  # what stood there was damaged before
            continue
    return write_tree(tree)


def _places(tree: Value) -> typing.Iterator[tuple[Any, Any]]:
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (Map, Seq)):
            held: list[tuple[Any, Any]] = list(node.items() if isinstance(node, Map) else enumerate(node))
            yield from ((node, step) for step, _ in held)
            waiting += [value for _, value in held]


def _damage(random: Random, holder: Any, step: Any, places: list[tuple[Any, Any]]) -> None:
    way = random.randrange(6)
    if way == 0:
        del holder[step]
    elif way == 1:
        other, place = random.choice(places)
        holder[step] = _copied(other[place])
    elif way == 2 and isinstance(holder, Seq):
        holder.extend(_copied(holder[step]) for _ in range(random.choice((1, 3, 60))))
    elif way == 3 and isinstance(holder, Map):
        holder[random.choice(SCRAPS)] = holder.pop(step)
    elif way == 4:
        holder[step] = _copied(random.choice(([], {}, [[]], {"a": "b"}, ["a", "b"])))
    else:
        holder[step] = "unclear" if random.random() < 0.5 else random.choice(SCRAPS)


def _copied(value: Any, depth: int = 40) -> Any:
    if isinstance(value, dict) and depth:
        copy = Map((key, _copied(held, depth - 1)) for key, held in value.items())
        return copy
    if isinstance(value, list) and depth:
        return Seq(_copied(held, depth - 1) for held in value)
    return value if not isinstance(value, (dict, list)) else ""


def make_model(random: Random, _wholes: Sequence[bytes] = ()) -> bytes:
    """A document made from what its model declares, each field with something that it may hold or nearly may."""
    kind = random.choice(("game", "game", "schedule", "terms"))
    tree = _model(random, get_model(kind), 0)
    tree |= {"document": kind, "title": "Made up", "jurisdiction": random.choice(STATES)}
    if kind == "game":
        tree.setdefault("bank", {"by": random.choice(("house", "player-dealer", "pot"))})
    if kind == "terms":
        tree["covers"] = {"games": ["a"], "schedules": ["b"]}
    if kind == "schedule":
        tree.setdefault("options", [])
    return write_tree(tree)


def _model(random: Random, model: Any, depth: int) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for field in model.model_fields.values():
        if field.is_required() or random.random() < (0.25 if depth < 3 else 0.1):
            made[field.alias] = _value(random, field.annotation, field.metadata, depth + 1)
    if model.model_config.get("extra") == "allow":
        held = (getattr(model, "__pydantic_generic_metadata__", None) or {}).get("args") or (str,)
        keys = ("line", "nines", "a", "b", "$1-$100", "$101+", "total", "three-nines", "first")
        made |= {random.choice(keys): _field(random, held[0], depth + 1) for _ in range(random.randrange(4))}
    return made


def _field(random: Random, annotation: Any, depth: int) -> Any:
    if random.random() < 0.005:
        return random.choice(SCRAPS)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if isinstance(annotation, type) and hasattr(annotation, "model_fields"):
        return _model(random, annotation, depth)
    if origin is typing.Literal:
        return random.choice(arguments)
    if origin is list:
        return [_field(random, arguments[0], depth) for _ in range(random.randrange(4))]
    if origin is dict:
        return {random.choice(("a", "b", "1", "2")): _field(random, arguments[1], depth) for _ in range(3)}
    if arguments and origin is not typing.Annotated:
        return _field(random, random.choice([one for one in arguments if one is not type(None)]), depth)
    if origin is typing.Annotated:
        return _value(random, arguments[0], annotation.__metadata__, depth)
    return _readable(random, None)


def _value(random: Random, annotation: Any, notes: typing.Iterable[Any], depth: int) -> Any:
    """A value of a type about which something is said: who reads it, perhaps."""
    reader = next((note.reader for note in notes if isinstance(note, FieldReader)), None)
    return _readable(random, reader) if reader is not None else _field(random, annotation, depth)


def _readable(random: Random, reader: Any) -> str:
    """Something that a field's reader takes."""
    return random.choice(_accepted_scraps(reader)) if reader is not None else random.choice(SCRAPS)


@cache
def _accepted_scraps(reader: Any) -> list[str]:
    taken = []
    for scrap in SCRAPS:
        try:
            reader(scrap)
        except ValueError:
            continue
        taken.append(scrap)
    return taken or ["unclear"]


def attack(random: Random, _wholes: Sequence[bytes] = ()) -> bytes:
    """One of the attacks, small enough that thousands can be made."""
    one = random.choice([one for one in ATTACKS.values() if "set" not in one.name])
    return next(iter(one.make(random.randrange(1, one.small + 1)).values()))


def damaged(whole: bytes) -> Callable[[Random, Sequence[bytes]], bytes]:
    """Makes files like one, in which values were changed."""

    def make(random: Random, _wholes: Sequence[bytes] = ()) -> bytes:
        tree = read_source(whole).tree
        places = list(_places(tree))
        for _ in range(random.randrange(1, 4)):
            holder, step = random.choice(places)
            try:
                _damage(random, holder, step, places)
            except (KeyError, IndexError):
                continue
        return write_tree(tree)

    return make


def write_tree(tree: Any) -> bytes:
    """A tree as YAML: as JSON, which YAML reads, with every scalar a text."""
    import json

    return json.dumps(tree, ensure_ascii=False, indent=1).encode("utf-8", "replace")


KINDS: Final = {
    "bytes": arbitrary_bytes,
    "tree": damaged_tree,
    "model": make_model,
    "attack": attack,
    "catalogue": damaged(CATALOG),
    "decisions": damaged(DECISIONS),
    "baseline": damaged(BASELINE),
    "difference": damaged_tree,
    "fix": damaged_tree,
}
