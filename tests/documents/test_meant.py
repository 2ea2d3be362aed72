"""A wrong key or word is answered by the one that was meant."""

from __future__ import annotations

import json
from typing import Any, get_origin

import pytest

from compliance.documents import meanings, suggestions
from compliance.documents.facts import find_route_fault, find_types
from compliance.documents.kinds import KINDS
from compliance.documents.loader import load_document
from compliance.documents.models import get_model
from compliance.source import read_source

NEEDED: dict[str, dict[str, Any]] = {
    "game": {"bank": {"by": "pot"}},
    "schedule": {"options": []},
    "terms": {"covers": {}},
}
LINES = [line.split("\t") for line in suggestions.FILE.read_text("utf-8").splitlines()]
BLOCKS = sorted({block for block, *_ in LINES})


def helps(kind: str, block: str, written: str) -> list[str] | None:
    """What is told of a document with something written in a block of it; None if the kind has no such block."""
    if block.endswith(" document") and block not in (f"{kind} document", "any document"):
        return None
    route, model = route_of(block), get_model(kind)
    if not meanings.blocks_at(model, tuple(route)):
        return None
    tree = read_source(written.encode()).tree
    node: Any = tree if isinstance(tree, dict) else {written: "x"}
    for number in range(len(route), 0, -1):
        several = any(get_origin(found) is list for found in find_types(model, route[: number - 1]))
        node = [node] if several else {route[number - 1] if route[number - 1] != "*" else "line": node}
    whole = {"document": kind, "title": "X", "jurisdiction": "california", **NEEDED[kind], **node}
    return [problem.help for problem in load_document("x.yaml", json.dumps(whole).encode()).problems]


@pytest.mark.parametrize("block", BLOCKS)
def test_what_is_meant_is_told_wherever_the_format_has_it(block: str) -> None:
    for written, right in [line[1:3] for line in LINES if line[0] == block]:
        told = {kind: helps(kind, block, written) for kind in KINDS}
        assert any(one is not None for one in told.values()), (block, written)
        for kind, one in told.items():
            if one is None:
                continue
            assert one, f"`{written}` is a key of {block}: the line says nothing"
            shown = any(f"`{right}`" in help for help in one)
            assert shown == is_known(kind, block, right), (kind, block, written, one)


def route_of(block: str) -> list[str]:
    return [] if block.endswith(" document") else (block if block != "*" else "wagers / *").split(" / ")


def is_known(kind: str, block: str, right: str) -> bool:
    """Whether the format has the key, and takes the value, in a document that may lack others."""
    key, _, value = right.partition(": ")
    if find_route_fault(get_model(kind), " / ".join([*route_of(block), key])) is not None:
        return False
    return not value or key == "document" or all(one.startswith("Add ") for one in helps(kind, block, right) or ())


def test_the_file_has_one_sorted_line_for_each() -> None:
    assert [line for line in LINES if line[3:] not in ([], ["fix"]) or not all(line)] == []
    assert sorted(LINES) == LINES
    assert len(suggestions.load_suggestions()) == len(LINES)


@pytest.mark.parametrize(
    ("kind", "block", "written", "help"),
    [
        ("game", "wagers / *", "payout: 1 to 1", "Did you mean `pays`? What it pays: one payout"),
        ("game", "game document", "bank: house", "Did you mean `bank: {by: house}`? Who pays winners"),
        ("schedule", "any document", "jurisdiction: CA", "Did you mean `jurisdiction: california`?"),
        ("game", "bank", "Pays Up To: its wager", "Did you mean `pays-up-to`? How far the bank pays"),
        ("game", "bank", "uncoverd_wagers: returned", "Did you mean `uncovered-wagers`?"),
        ("game", "game document", "rotation: {verb: rotates}", "`rotation` is a key of `bank`."),
        ("schedule", "schedule document", "minimum: $5", "`minimum` is a key of `table-limits`."),
        ("game", "bank", "by: Player-Dealer", "Did you mean `by: player-dealer`?"),
        ("game", "game document", "round: deal", "The steps of one round, in order. Write it such as `round: [{"),
        ("game", "bank", "colour: red", "Known keys: backed-by-others, by,"),
        ("game", "game document", "document: Rules of Play", "Write `document: game`."),
    ],
)
def test_the_answer_says_what_the_key_means(kind: str, block: str, written: str, help: str) -> None:
    told = helps(kind, block, written)
    assert told is not None
    assert any(one.startswith(help) for one in told), told


def test_a_missing_key_is_sought_under_its_other_names() -> None:
    table = "{given: {x: 0-1}, rules: [{result: y}]}"
    text = f"document: game\ntitle: X\nstate: california\nbank: {{by: pot}}\ntables: {{a: {table}}}\n"
    told = [problem.help for problem in load_document("x.yaml", text.encode()).problems]
    assert any(help.startswith("Did you mean `jurisdiction`?") for help in told)
    assert not any("Add `jurisdiction" in help for help in told)  # one slip is told once
    assert "`result` stands there; was `then` meant?" in told


def test_a_file_that_says_its_kind_under_another_name_is_told_so() -> None:
    (problem,) = load_document("x.yaml", b"type: game\ntitle: X\n").problems
    assert "`type` stands here; was `document` meant?" in problem.message
