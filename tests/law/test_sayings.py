"""What a document says twice and differently passes only where it would pass by each of the sayings.

For each passing case of each requirement of law, and each fact that it reads, a second saying that alone would fail
leaves no pass: said again in the text, or said otherwise by general terms that cover the document.
"""

from __future__ import annotations

import copy
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from typing import Any, Final

import pytest
import yaml

from compliance.checks.expressions.facts import BLOCKS_OF_TERMS
from compliance.documents.meanings import list_statements
from compliance.documents.statement_facts import list_facts_of
from compliance.engine.checking import check
from compliance.law.cases import Case, base_document, changed_tree
from compliance.law.catalog import Catalog, Requirement
from compliance.law.levels import side_of
from compliance.source.routes import Route, parse_route
from tests.catalogs import cases_of, catalog_of, law

GRAVITY: Final = ("not-applicable", "pass", "information", "review", "fail", "error")
OTHERS: Final = {
    "yes": ["no"],
    "no": ["yes"],
    "house": ["player-dealer", "pot"],
    "player-dealer": ["house", "pot"],
    "pot": ["house", "player-dealer"],
}
NUMBER: Final = re.compile(r"(\D*)([\d,.]+)(.*)")
DOCUMENT: Final = "document.yaml"
DAY: Final = date(2026, 11, 16)
STATEMENTS: Final = [name for name in sorted(list_statements()) if list_facts_of(name)]
REQUIREMENTS: Final = [one for one in law() if side_of(one.newest.authority) == "law"]


def find_worst(requirement: Requirement, case: Case, *trees: Any) -> tuple[str, list[str]]:
    """The gravest answer to a requirement on a document among others, and the routes of its places."""
    documents = [(DOCUMENT if number == 0 else f"{number}.yaml", one) for number, one in enumerate(trees)]
    given = [(name, json.dumps(tree).encode()) for name, tree in documents]
    given += [(f"{name}.yaml", base_document(name, case.folder).encode()) for name in case.partners]
    found = check(given, case.on, catalog_of(frozenset([requirement.id])), suspended=True).findings
    own = [one for one in found if one.path == DOCUMENT]
    worst = max((one.status for one in own), key=GRAVITY.index, default="not-applicable")
    return worst, [place.route for one in own for place in one.places if place.path == DOCUMENT]


def list_values(requirement: Requirement, case: Case, read: list[str], tree: Any) -> Iterator[tuple[Route, Any]]:
    """Facts of a case, each with another value: those of failing cases, and others of the facts that were read."""
    values: dict[str, list[Any]] = defaultdict(list)
    for other in cases_of(requirement):
        if other.expect == "fail":
            for route, value in other.set.items():
                if isinstance(value, (str, int)):
                    values[route].append(value)
    for route in read:
        stated = find_value(tree, parse_route(route)) if route else None
        if isinstance(stated, (str, int)):
            values[route] += list_others(str(stated))
    for route, others in values.items():
        steps = parse_route(route)
        stated = find_value(tree, steps)
        if stated is None or steps[0] in ("reading", "document", "id", "jurisdiction") or "source" in steps:
            continue
        yield from ((steps, value) for value in others if value != stated)


def list_others(stated: str) -> list[str]:
    """Values of the same kind that say something else."""
    number = NUMBER.fullmatch(stated)
    if number is None or not number[2].replace(",", "").isdigit():
        return OTHERS.get(stated, [])
    amount = int(number[2].replace(",", ""))
    return [f"{number[1]}{amount * 100}{number[3]}", f"{number[1]}{amount + 1}{number[3]}"]


def find_value(tree: Any, route: Route) -> Any:
    for step in route:
        try:
            tree = tree[step]
        except (LookupError, TypeError):
            return None
    return tree


def set_value(tree: Any, route: Route, value: Any) -> Any:
    changed = copy.deepcopy(tree)
    find_value(changed, route[:-1])[route[-1]] = value
    return changed


def say_again(tree: Any, route: Route, value: Any) -> Any:
    text = " / ".join(str(step + 1) if isinstance(step, int) else step for step in route)
    again = copy.deepcopy(tree)
    again.setdefault("reading", {}).setdefault("said-again", []).append({"at": "9", text: value})
    return again


def say_in_terms(tree: Any, route: Route, value: Any) -> Any | None:
    """General terms that cover a document and say a fact otherwise; None where terms cannot say it."""
    if route[0] not in BLOCKS_OF_TERMS or "id" not in tree or tree["document"] == "terms" or len(route) < 2:
        return None
    terms: Any = {key: tree[key] for key in ("jurisdiction", "establishment") if key in tree}
    terms |= {"document": "terms", "title": "Terms", "id": "terms-of-the-test"}
    terms["covers"] = {f"{tree['document']}s": [tree["id"]]}
    group = terms
    for step in route[:-1]:
        if not isinstance(step, str):
            return None
        group = group.setdefault(step, {})
    group[route[-1]] = value
    return terms


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda one: one.id)
def test_a_second_saying_that_alone_would_fail_leaves_no_pass(requirement: Requirement) -> None:
    passing = [case for case in cases_of(requirement) if case.expect == "pass"]
    for case in passing:
        tree = changed_tree(base_document(case.base, case.folder), case.set, case.remove)
        before, read = find_worst(requirement, case, tree)
        if before != "pass":
            continue
        for route, value in list_values(requirement, case, read, tree):
            if find_worst(requirement, case, set_value(tree, route, value))[0] != "fail":
                continue
            status, _ = find_worst(requirement, case, say_again(tree, route, value))
            assert status not in ("pass", "not-applicable"), (case.name, route, value)
            terms = say_in_terms(tree, route, value)
            if terms is not None:
                status, _ = find_worst(requirement, case, tree, terms)
                assert status not in ("pass", "not-applicable"), ("terms", case.name, route, value)


def test_a_statement_of_general_terms_that_denies_a_fact_leaves_no_pass() -> None:
    """For each statement that stands for a fact: the document states the fact, or makes the statement."""
    tree = yaml.load(base_document("california-game"), yaml.BaseLoader)
    asked = catalog_of(frozenset(one.id for one in REQUIREMENTS if one.applies.jurisdiction == "california"))
    before = find_passes(asked, tree)
    tried, wrong = 0, []
    for name in STATEMENTS:
        facts = [parse_route(route) for route, _ in list_facts_of(name)]
        denied = {name: {"means": "no", "says": "the opposite"}}
        without = copy.deepcopy(tree)
        for route in facts:
            (find_value(without, route[:-1]) or {}).pop(route[-1], None)
        failing = before - find_passes(asked, without | {"statements": without["statements"] | denied})
        terms = {"document": "terms", "title": "Terms", "id": "terms-of-the-test", "statements": denied}
        terms |= {key: tree[key] for key in ("jurisdiction", "establishment")} | {"covers": {"games": [tree["id"]]}}
        made = without | {"statements": without["statements"] | {name: {"means": "yes", "says": "so"}}}
        for told, document in (("as a fact", tree), ("by a statement", made)):
            stated = failing & find_passes(asked, document)
            wrong += [(name, told, one) for one in sorted(stated & find_passes(asked, document, terms))]
            tried += len(stated)
    assert not wrong
    assert tried > 20


def find_passes(asked: Catalog, *trees: Any) -> set[str]:
    """The requirements that the first of some documents meets."""
    given = [
        (DOCUMENT if number == 0 else f"{number}.yaml", json.dumps(one).encode()) for number, one in enumerate(trees)
    ]
    worst: dict[str, str] = {}
    for one in check(given, DAY, asked).findings:
        if one.path == DOCUMENT:
            known = worst.get(one.requirement, "not-applicable")
            worst[one.requirement] = max(known, one.status, key=GRAVITY.index)
    return {requirement for requirement, status in worst.items() if status == "pass"}


def test_there_are_sayings_enough() -> None:
    """Counted of one requirement: what the tests above try is not nothing."""
    requirement = law().requirements["california.bank-turn"]
    case = next(one for one in cases_of(requirement) if one.expect == "pass")
    tree = changed_tree(base_document(case.base, case.folder), case.set, case.remove)
    status, read = find_worst(requirement, case, tree)
    assert status == "pass"
    assert list(list_values(requirement, case, read, tree))


def test_what_is_said_again_and_is_no_value_of_a_fact_leaves_it_open() -> None:
    """Nobody can write that a fee is a percentage where the format has only `never`: it is said all the same."""
    rows = [
        ("california-game", "fees / percentage", "5% of the pot", "california.no-commission"),
        ("california-schedule", "terms / percentage", "5% of the pot", "california.no-percentage-fee"),
        ("california-game", "bank / house / takes-part", "now and then", "california.house-never-banks"),
        ("california-game", "bank / by", "whoever wants to", "california.no-house-bank"),
        ("california-schedule", "terms / fees-determined", "by and by", "california.fee-determined-before-play"),
    ]
    wrong = []
    for base, route, said, requirement in rows:
        tree = yaml.load(base_document(base), yaml.BaseLoader)
        asked = catalog_of(frozenset([requirement]))
        assert requirement in find_passes(asked, tree)
        if requirement in find_passes(asked, say_again(tree, parse_route(route), said)):
            wrong.append((base, route, said))
    assert not wrong
