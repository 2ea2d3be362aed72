"""What answers rest on, and how grave a failure may be: one table, by authority, how the law was seen, and basis."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.law.cases import base_document, changed
from compliance.law.files import BadCatalog
from compliance.law.levels import (
    ADVISORY,
    BASES,
    CONSEQUENCES,
    HIGHEST_LEVELS,
    LEVELS,
    SEEN_WORDS,
    highest_level,
    lower,
)
from compliance.source import read_source
from tests.catalogs import law

DAY = date(2026, 11, 16)
LAW = law()


@pytest.mark.parametrize(
    ("authority", "seen", "levels"),
    [
        ("statute", "text", ("error", "error", "warning")),
        ("regulation", "digest", ("error", "warning", "warning")),
        ("regulation", "inferred", ("warning", "warning", "warning")),
        ("statute", "recital", ("warning", "warning", "note")),
        ("regulation", "secondary", ("warning", "warning", "note")),
        ("case", "text", ("warning", "warning", "note")),
        ("approval practice", "recital", ("warning", "warning", "note")),
        ("agency letter", "text", ("note", "note", "note")),
        ("suspended", "secondary", ("note", "note", "note")),
        ("ordinance", "text", ("error", "error", "warning")),
        ("house policy", "inferred", ("error", "error", "warning")),
        ("good order", "", ("error", "error", "warning")),
    ],
)
def test_the_table_of_levels(authority: str, seen: str, levels: tuple[str, str, str]) -> None:
    assert tuple(highest_level(authority, seen, basis) for basis in BASES) == levels


def test_the_table_has_every_authority_and_way_and_never_rises_with_a_weaker_basis() -> None:
    for authority, ways in HIGHEST_LEVELS.items():
        assert "" in ways or set(ways) == set(SEEN_WORDS), authority
        for levels in ways.values():
            assert [LEVELS.index(level) for level in levels] == sorted(map(LEVELS.index, levels), reverse=True)


def test_every_requirement_says_what_it_rests_on_and_none_is_above_the_table() -> None:
    for path in sorted(Path("schemas").glob("*/*/*.yaml")):
        tree = read_source(path.read_bytes()).tree
        if isinstance(tree, dict) and "requirement" in tree:
            assert tree.get("basis") in BASES, f"{path}: basis is one of {BASES}"
    for requirement in LAW:
        for holding in requirement.history:
            highest = highest_level(holding.authority, holding.seen, holding.basis)
            assert requirement.id in LAW.headlines or lower(holding.level, highest) == holding.level, requirement.id
            good_order = bool(requirement.reason)
            assert holding.basis == "computed" or not good_order, f"{requirement.file}: good order is computed"


def test_each_level_is_that_of_its_consequence() -> None:
    """Good order always; law where it stays below what its authority allows."""
    listed = read_source(Path("docs/levels.yaml").read_bytes()).tree
    assert isinstance(listed, dict)
    assert set(listed) == set(CONSEQUENCES)
    kinds = {str(id): kind for kind, ids in listed.items() for id in ids or ()}
    assert sum(len(ids or ()) for ids in listed.values()) == len(kinds), "a requirement is listed once"
    for requirement in LAW:
        newest = requirement.newest
        highest = highest_level(newest.authority, newest.seen, newest.basis)
        told = f"{requirement.id} is {newest.level}; list it in docs/levels.yaml under what becomes of a document"
        if requirement.reason or (newest.level != highest and not newest.headline):
            kind = kinds.pop(requirement.id, "")
            assert kind, told
            assert CONSEQUENCES[kind][0] == newest.level, told
    assert not kinds, "listed in docs/levels.yaml, and no such requirement, or its level follows from its law"


def test_the_headline_requirements_are_errors_whatever_they_rest_on() -> None:
    marked = {requirement.id for requirement in LAW if requirement.newest.headline}
    assert marked == LAW.headlines
    assert {requirement.newest.level for requirement in LAW if requirement.id in LAW.headlines} == {"error"}


def test_no_other_requirement_may_be_a_headline() -> None:
    entry = b"""\
sections: [{section: Code 1, title: X, authority: ordinance, wordings: [{seen: text}]}]
requirements:
  - requirement: harbor.limit
    headline: yes
    title: X
    asks: X
    applies: {document: game}
    rests-on: Code 1
    level: error
    need: "table.maximum is at most $5"
    remedy: X
"""
    with pytest.raises(BadCatalog) as refused:
        read_catalog([("harbor.yaml", entry)])
    [problem] = refused.value.problems
    assert problem.problem.code == "no-headline"
    assert problem.problem.span.line == 4


def answer(base: str, requirement: str, changes: dict[str, str]) -> Finding:
    text = changed(base_document(base), changes).encode()
    [found] = [one for one in check([("d.yaml", text)], DAY, LAW).findings if one.requirement == requirement]
    return found


def test_envy_in_the_aggregate_is_an_error() -> None:
    found = answer("washington-game", "washington.envy-outside-aggregate", {"envy / in-aggregate": "yes"})
    assert (found.status, found.level, found.basis, found.seen) == ("fail", "error", "reading", "inferred")


def test_a_verdict_that_rests_on_a_reading_weighs_less_than_others_of_its_requirement() -> None:
    text = changed(base_document("washington-game"), {"aggregate / covers": ["line", "nines"]}).encode()
    found = [f for f in check([("d.yaml", text)], DAY, LAW).findings if f.status == "fail"]
    [types] = [f for f in found if f.requirement == "washington.aggregate-one-prize-type"]
    assert (types.basis, types.level) == ("reading", "warning")
    assert LAW.requirements[types.requirement].newest.level == "error"


def test_passes_of_law_are_counted_by_what_they_rest_on() -> None:
    results = check([("d.yaml", base_document("washington-game").encode())], DAY, LAW)
    passes = [f for f in results.findings if f.status == "pass" and f.authority not in ("good order", *ADVISORY)]
    assert results.about.bases == {basis: sum(f.basis == basis for f in passes) for basis in BASES}
    assert all(results.about.bases[basis] for basis in BASES)
    # What is only counted, and not kept, is counted alike.
    kept = check([("d.yaml", base_document("washington-game").encode())], DAY, LAW, frozenset({"fail"}))
    assert kept.about.bases == results.about.bases
