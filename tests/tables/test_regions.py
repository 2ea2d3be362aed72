"""Random tables against a reader that looks at one case after the other: what boxes hold, and what rows close."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compliance.documents.domains import Domain, list_texts, parse_span
from compliance.tables.grid import Grid
from compliance.tables.messages import format_conditions, format_rule
from compliance.tables.proof import Proof, Rule, RuleTable, find_differences, prove
from compliance.tables.regions import Box, Regions, find_regions

WORDS = ["nines", "other", "yes", "ace, or joker", "07", "a: b", "x-y"]
OUTCOMES = ["hit", "stand", "push"]
Case = dict[str, str]
SLOW = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# --- a naive reader of tables --------------------------------------------------------------------------------------


def values(written: Any) -> dict[str, None]:
    return list_values(tuple(list_texts(written)))


@cache
def list_values(texts: tuple[str, ...]) -> dict[str, None]:
    found: dict[str, None] = {}
    for text in texts:
        span = parse_span(text)
        found |= dict.fromkeys([text] if span is None else map(str, range(span[0], span[1] + 1)))
    return found


def cases(table: RuleTable) -> list[Case]:
    names = list(table.given)
    return [
        dict(zip(names, one, strict=True)) for one in product(*(values(written) for written in table.given.values()))
    ]


def holds(named: Mapping[str, Any], case: Case) -> bool:
    return all(case[name] in values(written) for name, written in named.items())


def possible(table: RuleTable, case: Case) -> bool:
    return not any(holds(one, case) for one in table.impossible)


def speaking(table: RuleTable, case: Case) -> list[int]:
    """The rules that decide a case: of those that hold and are not excepted the overriding ones, and of these the
    first where order decides."""
    found = [
        number
        for number, rule in enumerate(table.rules)
        if holds(rule.conditions, case) and not any(holds(one, case) for one in rule.unless)
    ]
    found = [number for number in found if table.rules[number].overrides] or found
    return found[:1] if table.first_match else found


def outcomes(table: RuleTable, case: Case) -> set[str]:
    if not possible(table, case):
        return set()
    return {table.rules[number].then for number in speaking(table, case)}


def open_cases(table: RuleTable) -> list[Case]:
    if table.otherwise is not None:
        return []
    return [case for case in cases(table) if possible(table, case) and not outcomes(table, case)]


def boxed(box: Box, table: RuleTable) -> list[Case]:
    """The possible cases of a box, read from the conditions that it offers for pasting."""
    named = yaml.safe_load(format_conditions(box))
    return [case for case in cases(table) if possible(table, case) and holds(named, case)]


def key(case: Case) -> tuple[str, ...]:
    return tuple(case.values())


def keys(several: list[Case]) -> list[tuple[str, ...]]:
    return sorted(map(key, several))


# --- random tables -------------------------------------------------------------------------------------------------


# Made once: to make them takes longer than to draw from them.
LOW, WIDTH, YES_OR_NO = st.integers(0, 3), st.integers(0, 4), st.booleans()
SOME_WORDS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True)
NAMES, OUTCOME = st.sampled_from(["a", "ab", "abc"]), st.sampled_from(OUTCOMES)
OTHERWISE = st.sampled_from([None, None, "stand"])


@cache
def choose_few(texts: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from([*texts, "0-3", "2-9"]), min_size=1, max_size=3)


@st.composite
def domains(draw: st.DrawFn) -> Any:
    low = draw(LOW)
    numbers = f"{low}-{low + draw(WIDTH)}"
    words = draw(SOME_WORDS)
    return draw(st.sampled_from([numbers, words, [words[0], numbers, *words[1:]], [numbers, "9"]]))


@st.composite
def choose_conditions(draw: st.DrawFn, declared: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, written in declared.items():
        if draw(YES_OR_NO):
            chosen = draw(choose_few(tuple(values(written))))
            found[name] = chosen[0] if len(chosen) == 1 else chosen
    return found


@st.composite
def tables(draw: st.DrawFn, declared: dict[str, Any] | None = None) -> RuleTable:
    if declared is None:
        declared = {name: draw(domains()) for name in draw(NAMES)}
    some = choose_conditions(declared)
    rules = draw(
        st.lists(
            st.builds(
                Rule,
                conditions=some,
                then=OUTCOME,
                unless=st.lists(some, max_size=2).map(tuple) | st.just(()),
                overrides=YES_OR_NO,
            ),
            max_size=6,
        )
    )
    impossible = draw(st.lists(some.filter(bool), max_size=2))
    return RuleTable(declared, rules, impossible, draw(YES_OR_NO), draw(OTHERWISE))


def proof(table: RuleTable) -> Proof:
    found = prove(table)
    assert isinstance(found, Proof)
    return found


# --- properties ----------------------------------------------------------------------------------------------------


@SLOW
@given(tables())
def test_the_boxes_of_gaps_are_disjoint_and_hold_exactly_the_open_cases(table: RuleTable) -> None:
    gaps = proof(table).gaps
    inside = [boxed(box, table) for box in gaps.boxes]
    assert [box.cases for box in gaps.boxes] == [len(one) for one in inside]
    assert keys([case for one in inside for case in one]) == keys(open_cases(table))
    assert (gaps.rest, gaps.cases) == (0, len(open_cases(table)))


@SLOW
@given(tables(), st.sampled_from(OUTCOMES))
def test_pasting_the_offered_rows_closes_the_gaps_and_changes_nothing_else(table: RuleTable, then: str) -> None:
    before = proof(table)
    rows = [yaml.safe_load(format_rule(box))[0] for box in before.gaps.boxes]
    assert all(one.pop("then") is None for one in rows)
    pasted = RuleTable(
        table.given,
        [*table.rules, *(Rule(one, then) for one in rows)],
        table.impossible,
        table.first_match,
        table.otherwise,
    )
    after = proof(pasted)
    assert after.gaps == Regions((), 0, 0, True)
    assert open_cases(pasted) == []
    assert after.conflicts == before.conflicts


@SLOW
@given(tables())
def test_the_boxes_of_conflicts_hold_exactly_the_cases_with_two_outcomes(table: RuleTable) -> None:
    conflicts = proof(table).conflicts
    twice = [case for case in cases(table) if len(outcomes(table, case)) > 1]
    inside = [(case, one) for one in conflicts.conflicts for case in boxed(one.box, table)]
    assert keys([case for case, _ in inside]) == keys(twice)
    assert (conflicts.cases, conflicts.rest) == (len(twice), 0)
    for case, one in inside:
        assert {saying.then for saying in one.outcomes} == outcomes(table, case)
        assert set(speaking(table, case)) <= {number for saying in one.outcomes for number in saying.rules}
    for one in conflicts.conflicts:
        spoken = {number for case in boxed(one.box, table) for number in speaking(table, case)}
        assert spoken == {number for saying in one.outcomes for number in saying.rules}


@SLOW
@given(tables())
def test_excepting_the_boxes_of_a_conflict_settles_it(table: RuleTable) -> None:
    rules = list(table.rules)
    for one in proof(table).conflicts.conflicts:
        for saying in one.outcomes[1:]:
            for number in saying.rules:
                rule = rules[number]
                unless = (*rule.unless, yaml.safe_load(format_conditions(one.box)))
                rules[number] = Rule(rule.conditions, rule.then, unless, rule.overrides)
    settled = RuleTable(table.given, rules, table.impossible, table.first_match, table.otherwise)
    # An overriding rule that gives way lets weaker rules speak again, where they may differ: the next to be settled.
    if not any(rule.overrides for rule in rules):
        assert proof(settled).conflicts.conflicts == ()


@SLOW
@given(tables())
def test_a_rule_is_idle_when_no_case_needs_it(table: RuleTable) -> None:
    idle = {one.rule: one for one in proof(table).idle}
    deciding = {number for case in cases(table) if possible(table, case) for number in speaking(table, case)}
    assert {number for number, one in idle.items() if one.reason != "repeated"} == set(
        range(len(table.rules))
    ) - deciding
    kept = [number for number in range(len(table.rules)) if number not in idle]
    without = RuleTable(table.given, [table.rules[number] for number in kept], table.impossible, table.first_match)
    for case in cases(table):
        assert outcomes(without, case) == outcomes(table, case)


@SLOW
@given(tables())
def test_what_beats_an_idle_rule_covers_all_its_cases(table: RuleTable) -> None:
    for one in proof(table).idle:
        rule = table.rules[one.rule]
        there = [case for case in cases(table) if possible(table, case) and holds(rule.conditions, case)]
        left = [case for case in there if not any(holds(other, case) for other in rule.unless)]
        assert one.reason == ("impossible" if not there else "excepted" if not left else one.reason)
        if one.reason == "repeated":  # where it is not beaten
            left = [case for case in left if one.rule in speaking(table, case)]
            assert {table.rules[number].then for number in one.by} == {rule.then}
        for case in left:
            alone = RuleTable(table.given, [table.rules[number] for number in one.by])
            assert speaking(alone, case)


@SLOW
@given(st.data())
def test_two_tables_differ_exactly_where_both_speak_and_say_different_things(data: st.DataObject) -> None:
    first = data.draw(tables())
    second = data.draw(tables(dict(first.given)))
    second = RuleTable(second.given, second.rules, first.impossible, second.first_match, second.otherwise)
    found = find_differences(first, second)
    assert not hasattr(found, "reason")

    def find_outcomes(table: RuleTable, case: Case) -> set[str]:
        return outcomes(table, case) or ({table.otherwise} if table.otherwise is not None else set())

    differing = {
        key(case): find_outcomes(first, case) | find_outcomes(second, case)
        for case in cases(first)
        if possible(first, case) and len(find_outcomes(first, case)) == len(find_outcomes(second, case)) == 1
    }
    differing = {case: both for case, both in differing.items() if len(both) > 1}
    told = {key(case): one for one in found.conflicts for case in boxed(one.box, first)}
    assert told.keys() == differing.keys()
    assert sum(one.box.cases for one in found.conflicts) == len(differing) == found.cases
    for case, one in told.items():
        assert {saying.then for saying in one.outcomes} == differing[case]
        assert len(one.outcomes) == 2


def partitions(cells: frozenset[tuple[int, int]], most: int) -> bool:
    """Whether cells of a plane can be split into so many boxes, by trying everything."""
    if not cells:
        return True
    if not most:
        return False
    return any(partitions(cells - box, most - 1) for box in find_boxes(min(cells), cells))


def find_boxes(cell: tuple[int, int], cells: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    for rows in range(16):
        for columns in range(16):
            box = frozenset((r, c) for r in range(4) if rows >> r & 1 for c in range(4) if columns >> c & 1)
            if cell in box and box <= cells:
                yield box


@settings(max_examples=60, deadline=None)
@given(st.integers(1, (1 << 16) - 1))
def test_few_boxes_are_the_fewest(wanted: int) -> None:
    grid = Grid({"a": "0-3", "b": "0-3"}, [{"a": str(n), "b": str(n)} for n in range(4)])
    found = find_regions(grid, wanted)
    assert found.fewest
    cells = frozenset(divmod(bit, 4) for bit in range(16) if wanted >> bit & 1)
    assert partitions(cells, len(found.boxes))
    assert not partitions(cells, len(found.boxes) - 1)


@SLOW
@given(domains(), st.lists(st.sampled_from([*WORDS, "0-3", "2-9", "1", "10"]), max_size=4))
def test_a_domain_knows_its_values_without_listing_them(declared: Any, written: list[str]) -> None:
    domain = Domain(declared)
    assert domain.size == len(values(declared))
    texts = domain.texts(domain.runs(written))
    assert set(values(list(texts))) == set(values(written)) & set(values(declared))
    assert list(domain.unknown_texts(written)) == [
        text for text in written if not set(values(text)) <= set(values(declared))
    ]
