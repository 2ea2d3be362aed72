"""Every key of the documents that pass is read: changed to what contradicts or breaches, its value changes an answer.

`contradicting.tsv` has a row for a key: the base document, the place, the other value, and the requirement that answers
otherwise. A key without a row is marked in `meanings.tsv`, and docs/keys.md says that it is for people only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final

import yaml

from compliance.documents import meanings
from compliance.documents.models import get_model
from compliance.engine.checking import check
from compliance.source.routes import Route, parse_route
from tests.catalogs import catalog_of
from tests.conftest import ROOT
from tests.law.test_sayings import set_value

DAY: Final = date(2026, 11, 16)
BASES: Final = {one.name.split(".")[0]: one for one in sorted((ROOT / "schemas").rglob("*.base.yaml"))}
ROWS: Final = [
    line.split("\t") for line in Path(__file__).with_name("contradicting.tsv").read_text("utf-8").splitlines()
]
# By these a document finds the others of its house; of these keys the cases of requirements try other documents.
ELSEWHERE: Final = frozenset(
    {"document", "id", "establishment", "games", "schedules", "submitted-by", "kind", "other-family-names", "on-bonus"}
)
# Lines and words of the paper; and what can have one value only.
OF_THE_PAPER: Final = frozenset(
    {"source", "at", "file", "words-used", "statements", "said-again", "percentage", "several-at-once"}
)


def list_values(node: Any, route: Route = ()) -> Iterator[Route]:
    if isinstance(node, (dict, list)):
        for key, below in node.items() if isinstance(node, dict) else enumerate(node):
            yield from list_values(below, (*route, key))
    else:
        yield route


def find_key(kind: str, route: Route) -> tuple[str, str] | None:
    """The key that a value belongs to, by the block that has it."""
    model = get_model(kind)
    for end in range(len(route) - 1, -1, -1):
        step = route[end]
        for block in meanings.blocks_at(model, route[:end]) if isinstance(step, str) else ():
            if block in meanings.list_blocks() and meanings.find_meaning(block, str(step)) is not None:
                return meanings.list_blocks()[block][0], str(step)
    return None


def list_statuses(tree: Any, requirement: str) -> list[str]:
    given = [("document.yaml", json.dumps(tree).encode())]
    return sorted(
        one.status for one in check(given, DAY, catalog_of(frozenset([requirement])), suspended=True).findings
    )


def test_a_value_that_contradicts_or_breaches_changes_an_answer() -> None:
    trees = {name: yaml.load(path.read_text("utf-8"), yaml.BaseLoader) for name, path in BASES.items()}
    same = []
    for base, place, value, requirement in ROWS:
        before = list_statuses(trees[base], requirement)
        after = list_statuses(set_value(trees[base], parse_route(place), value), requirement)
        if before == after or "error" in after:
            same.append((base, place, value, requirement))
    assert not same


def test_every_key_is_read_or_is_said_to_be_for_people() -> None:
    keys: dict[tuple[str, str], str] = {}
    read = set()
    for name, path in BASES.items():
        tree = yaml.load(path.read_text("utf-8"), yaml.BaseLoader)
        for route in list_values(tree):
            key = find_key(tree["document"], route)
            if key is not None:
                keys.setdefault(key, f"{name}: {route}")
        read |= {find_key(tree["document"], parse_route(place)) for base, place, *_ in ROWS if base == name}
    marked = {
        (block, key)
        for model, blocks in meanings.list_blocks().items()
        for block in blocks
        for key in (field.alias or "" for field in model.model_fields.values())
        if (found := meanings.find_meaning(model, key)) is not None and found.for_people
    }
    unread = {key: at for key, at in keys.items() if key not in read | marked}
    assert not {key: at for key, at in unread.items() if key[1] not in ELSEWHERE | OF_THE_PAPER}
    assert not sorted(key for key in marked & read if key is not None)
