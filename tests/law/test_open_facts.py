"""Open is open: a fact that decides an answer, once it is marked as open, leaves that answer to a person.

Every fact of every base document is removed, and then marked `unclear`. Where a requirement answers otherwise without
the fact, it needs the fact: with the fact open it neither passes nor falls away.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from compliance.engine.checking import check
from compliance.engine.findings import Findings
from compliance.law.cases import base_document, changed_tree
from compliance.law.catalog import Catalog
from compliance.law.files import schemas_folder
from compliance.source import read_source
from compliance.source.routes import show_route
from tests.catalogs import catalog_of, law

DAY = date(2026, 11, 16)
BASES = sorted(path.name.removesuffix(".base.yaml") for path in schemas_folder().glob("*/bases/*.base.yaml"))
# What a document is, and whose: without it nothing can be asked at all.
KEYS_OF_THE_DOCUMENT = ("document", "title", "jurisdiction")
# Requirements on what is open itself.
ABOUT_OPENNESS = frozenset({"integrity.open-facts"})


def routes(node: Any, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every entry of a document, blocks and single values. An only entry is left out: without it an empty block would
    be left, which is open too. So are keys that are routes themselves."""
    entries = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in entries:
        if isinstance(node, dict) and len(node) > 1 and " / " not in str(key):
            yield (*above, key)
        yield from routes(value, (*above, key))


def statuses(findings: Findings) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for finding in findings.findings:
        found[finding.requirement].add(finding.status)
    return {requirement: frozenset(answers) for requirement, answers in found.items()}


def answers(tree: Any, asked: Catalog | None = None) -> dict[str, frozenset[str]] | None:
    # JSON is YAML too, and written at once.
    document = ("document.yaml", json.dumps(tree).encode())
    results = check([document], DAY, asked or law())
    return None if results.unread else statuses(results)


@pytest.mark.parametrize("base", BASES)
def test_an_open_fact_leaves_what_needs_it_to_a_person(base: str) -> None:
    text = base_document(base)
    before = answers(changed_tree(text, {}))
    assert before is not None
    hidden: list[str] = []
    for route in routes(read_source(text.encode()).tree):
        place = show_route(route)
        without = answers(changed_tree(text, {}, [place])) if route[0] not in KEYS_OF_THE_DOCUMENT else None
        if without is None:
            continue  # the document cannot be read so, which hides nothing
        needing = {one for one, said in before.items() if without.get(one) != said} - ABOUT_OPENNESS
        opened = answers(changed_tree(text, {place: "unclear"}), catalog_of(frozenset(needing))) if needing else None
        if opened is None:
            continue  # nothing needs the fact; or, again, the document cannot be read so
        for requirement in sorted(needing):
            if not opened.get(requirement, frozenset()) & {"review", "fail"}:
                hidden.append(f"{requirement}: {place}: {sorted(opened.get(requirement, ()))}")
    assert hidden == []


# Facts that a document must state, with what they may be: to leave them out is no way to see who needs them.
MUST_BE_STATED = {"bank / by": ("house", "player-dealer", "pot")}


@pytest.mark.parametrize("base", [base for base in BASES if "\nbank:" in base_document(base)])
def test_what_must_be_stated_may_be_open(base: str) -> None:
    text = base_document(base)
    before = answers(changed_tree(text, {}))
    assert before is not None
    for place, choices in MUST_BE_STATED.items():
        others = [answers(changed_tree(text, {place: choice})) for choice in choices]
        needing = {one for one, said in before.items() for other in others if other and other.get(one) != said}
        for opened in (place, place.split(" / ")[0]):
            said = answers(changed_tree(text, {opened: "unclear"}))
            assert said is not None
            assert [one for one in sorted(needing) if not said[one] & {"review", "fail"}] == []


@pytest.mark.parametrize(
    ("base", "place", "requirement"),
    [
        ("california-schedule", "options", "california.collection-rate-count"),
        ("california-schedule", "options / 1 / collections", "california.collection-rate-count"),
        ("washington-game", "envy / qualifies / at-least", "washington.envy-qualifier"),
    ],
)
def test_a_block_that_lacks_what_it_must_say_is_open(base: str, place: str, requirement: str) -> None:
    said = answers(changed_tree(base_document(base), {place: "unclear"}))
    assert said is not None
    assert said[requirement] & {"review", "fail"}
