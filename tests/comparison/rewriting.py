"""Documents written anew: the same tree in another hand, and trees with one thing changed.

For tests, and for a long run by hand: `python -m tests.comparison.rewriting 1000 2000` prints its counts.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Final

from compliance.comparison.canonical import _REMARK_KEYS, CanonicalForm, build_canonical_form
from compliance.comparison.document_comparison import DescribedChange, compare_document
from compliance.documents.loader import LoadedDocument, load_document
from compliance.source import Map, Seq, Value, read_source
from compliance.source.routes import Route, find_span

LIBRARY: Final = sorted((Path(__file__).parents[2] / "rulesets").rglob("*.yaml"))
_PLAIN: Final = re.compile(r"[A-Za-z0-9$][A-Za-z0-9$. -]*(?<! )")
# Where the order of keys is itself a value: hands stand best first.
_IN_ORDER: Final = frozenset({"hands"})


class Hand:
    """A way of writing: which quotes, which style, how many remarks, chosen at random."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._anchors: dict[str, str] = {}

    def write(self, tree: Value) -> str:
        return "# written anew\n" + self._block(tree, 0, "")

    def _block(self, node: Value, depth: int, key: str) -> str:
        pad = "  " * depth
        if isinstance(node, Map):
            items = list(node.items())
            if key not in _IN_ORDER:
                self._dice.shuffle(items)
            return "".join(f"{pad}{self._remark(pad)}{self._scalar(k)}:{self._put(v, depth, k)}" for k, v in items)
        assert isinstance(node, Seq)
        return "".join(f"{pad}-{self._put(item, depth, '')}" for item in node)

    def _put(self, node: Value, depth: int, key: str) -> str:
        if isinstance(node, (Map, Seq)) and node and self._dice.random() < 0.7:
            return "\n" + self._block(node, depth + 1, key)
        return f" {self._flow(node, key)}\n"

    def _flow(self, node: Value, key: str) -> str:
        if isinstance(node, Map):
            items = list(node.items())
            if key not in _IN_ORDER:
                self._dice.shuffle(items)
            return "{" + ", ".join(f"{self._scalar(k)}: {self._flow(v, k)}" for k, v in items) + "}"
        if isinstance(node, Seq):
            return "[" + ", ".join(self._flow(item, "") for item in node) + "]"
        return self._scalar(node, may_repeat=True)

    def _scalar(self, text: Value, may_repeat: bool = False) -> str:
        if text is None:
            return "~"
        assert isinstance(text, str)
        style = self._dice.random()
        if may_repeat and text in self._anchors and style < 0.5:
            return f"*{self._anchors[text]}"
        written = json.dumps(text, ensure_ascii=False)
        if style < 0.4 and _PLAIN.fullmatch(text):
            written = text
        elif style < 0.7 and "\n" not in text:
            written = "'" + text.replace("'", "''") + "'"
        if may_repeat and text not in self._anchors and self._dice.random() < 0.05:
            self._anchors[text] = f"a{len(self._anchors)}"
            return f"&{self._anchors[text]} {written}"
        return written

    def _remark(self, pad: str) -> str:
        return f"# a remark\n{pad}" if self._dice.random() < 0.1 else ""


def meaning(loaded: LoadedDocument) -> CanonicalForm:
    assert loaded.document is not None, loaded.problems
    return build_canonical_form(loaded.document, loaded.unclear_routes)


def rewritten(data: bytes, seed: int) -> bytes:
    """The same tree in another hand."""
    return Hand(seed).write(read_source(data).tree).encode()


def places_of(node: Value, route: Route = ()) -> list[Route]:
    """Every value that means something."""
    if isinstance(node, Map):
        # A statement may be written as its source lines alone.
        meant = [(key, below) for key, below in node.items() if _has_meaning(key)]
        if route == ("statements",):
            meant = [(key, below) for key, below in meant if isinstance(below, Map)]
        return [found for key, below in meant for found in places_of(below, (*route, key))]
    if isinstance(node, Seq):
        return [found for number, below in enumerate(node) for found in places_of(below, (*route, number))]
    return [route] if node is not None else []


def _has_meaning(key: str) -> bool:
    return key not in _REMARK_KEYS and key != "reading"


def _copy_without_aliases(node: Value) -> Value:
    """The same tree without aliases: what stands in two places is there twice."""
    if isinstance(node, Map):
        return Map({key: _copy_without_aliases(value) for key, value in node.items()})
    return Seq(_copy_without_aliases(value) for value in node) if isinstance(node, Seq) else node


def mutated(data: bytes, dice: random.Random) -> tuple[Route, str, bytes]:
    """The same document with one value changed or taken out; it may be no document any more."""
    tree = _copy_without_aliases(read_source(data).tree)
    route = dice.choice(places_of(tree))
    node = tree
    for step in route[:-1]:
        node = node[step]  # type: ignore[index]
    assert isinstance(node, (Map, Seq))
    last = route[-1]
    text = str(node[last])  # type: ignore[index]
    digit = re.search(r"[1-8]", text)
    if digit and dice.random() < 0.6:
        kind = "changed"
        node[last] = text[: digit.start()] + str(int(digit[0]) + 1) + text[digit.end() :]  # type: ignore[index]
    else:
        kind = "taken out"
        del node[last]  # type: ignore[arg-type]
    return route, kind, Hand(0).write(tree).encode()


def describe_changes(old: LoadedDocument, new: LoadedDocument) -> tuple[DescribedChange, ...]:
    """The changes from one document to another, as they are told."""
    return compare_document("it", old, new).changes


def is_there(told: DescribedChange, route: Route, old: LoadedDocument, new: LoadedDocument) -> bool:
    """Whether a change is told where the edit was made, or at the block that it came or went with; on either side that
    has it."""
    spots = [(told.old, old), (told.new, new)]
    lines = [{find_span(side.source, route[:n])[:2] for n in range(1, len(route) + 1)} for _, side in spots]
    return any(spot is not None for spot, _ in spots) and all(
        spot is None or (spot.line, spot.column) in found for (spot, _), found in zip(spots, lines, strict=True)
    )


def main(rewrites: int, mutations: int) -> None:
    """A long run: how many rewrites tell a change, how many mutations tell other than one."""
    documents = [(path.stem, path.read_bytes()) for path in LIBRARY]
    told: Counter[str] = Counter()
    for name, data in documents:
        before = meaning(load_document(name, data))
        for seed in range(rewrites):
            after = load_document(name, rewritten(data, seed))
            told["rewrites"] += 1
            told["rewrites that tell a change"] += meaning(after).fingerprint != before.fingerprint
    dice = random.Random(1)
    while told["mutations"] < mutations:
        name, data = dice.choice(documents)
        made = mutated(data, dice)
        after = load_document(name, made[2])
        if after.document is None:
            told["mutations that are no document"] += 1
            continue
        changes = describe_changes(load_document(name, data), after)
        told["mutations"] += 1
        told[f"mutations that tell {len(changes)}"] += 1
        told.update(f"class {change.klass.name}" for change in changes)
        placed = all(is_there(change, made[0], load_document(name, data), after) for change in changes)
        told["mutations that tell another place"] += not placed
        if len(changes) != 1 or not placed:
            print(name, made[0], made[1], len(changes), [change.text for change in changes][:3])
    print("\n".join(f"{count:7,} {what}" for what, count in sorted(told.items())))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
