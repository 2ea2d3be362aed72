"""Counts that are remembered: the same answers as without, whatever is remembered and however little may be spent."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compliance.commands.cache import counts_kept
from compliance.odds import counting
from compliance.odds.budget import Budget
from compliance.odds.cards import NotCounted, Shoe
from compliance.odds.conditions import Count, HandPart, Rules, Span, Total
from compliance.odds.deals import Counted, Deal, Draw, DrawRule
from compliance.odds.memory import MEMORY, Found, Memory

ON = (HandPart("player"),)
DRAWS = (Draw("player", (DrawRule(Total(ON, Span(0, 5)), True),), otherwise=False),)
DEAL = Deal({"player": 2}, DRAWS)
TABLES = [(Total(ON, Span(9)), Total(ON, Span(8))), (Count(ON, Span(2), frozenset({7})),)]
SHOES = [Shoe(1), Shoe(2)]


def ask(memory: Memory, steps: int = 100_000) -> tuple[list[Found], int]:
    """What is counted, and what is left of the budget after it."""
    whole = Budget(steps)
    return memory.counted(SHOES, DEAL, TABLES, Rules(), whole), whole.left


def nobody(*_: object) -> Any:
    raise AssertionError("counted once more")


def told(found: list[Found]) -> list[list[object]]:
    return [[str(one) if isinstance(one, NotCounted) else one for one in shoe.values()] for shoe in found]


def test_what_was_counted_is_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory()
    first = ask(memory)
    assert isinstance(first[0][0][TABLES[0]], Counted)
    kept = json.loads(json.dumps(memory.new()))
    monkeypatch.setattr(counting, "count_each", nobody)
    assert ask(memory) == first
    memory.begin(lambda: kept)
    assert ask(memory) == first
    assert memory.new() is None
    with pytest.raises(AssertionError, match="counted once more"):
        memory.counted([Shoe(3)], DEAL, TABLES, Rules(), Budget())


def test_a_budget_answers_the_same_whatever_is_remembered() -> None:
    """With every budget, from too little for one shoe to enough for both."""
    warm = Memory()
    spent = 100_000 - ask(warm)[1]
    for steps in (0, 1, spent // 3, spent - 1, spent, spent + 1):
        (cold_found, cold_left), (found, left) = ask(Memory(), steps), ask(warm, steps)
        assert (told(found), left) == (told(cold_found), cold_left), steps


def test_steps_do_not_depend_on_what_was_counted_before() -> None:
    assert ask(Memory())[1] == ask(Memory())[1]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: None,
        lambda _: [1, 2],
        lambda kept: dict.fromkeys(kept),
        lambda kept: {name: ["0", shoes] for name, (_, shoes) in kept.items()},
        lambda kept: {name: [-(10**9), shoes] for name, (_, shoes) in kept.items()},
        lambda kept: {name: [spent, shoes[:1]] for name, (spent, shoes) in kept.items()},
        lambda kept: {name: [spent, [[[1], [2]]] * 2] for name, (spent, _) in kept.items()},
        lambda kept: {name: [spent, [[[-1, 2, 3], [True, 4]]] * 2] for name, (spent, _) in kept.items()},
        lambda kept: {name: [spent, 7] for name, (spent, _) in kept.items()},
    ],
)
def test_what_is_no_count_is_counted_anew(spoil: Callable[[Any], Any]) -> None:
    memory = Memory()
    wanted = ask(memory)
    spoilt = spoil(json.loads(json.dumps(memory.new())))
    memory.begin(lambda: spoilt)
    assert ask(memory) == wanted


def test_counts_are_kept_from_run_to_run_and_not_without_a_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    with counts_kept(str(home)):
        first = ask(MEMORY)
    monkeypatch.setattr(counting, "count_each", nobody)
    with counts_kept(str(home)):
        assert ask(MEMORY) == first
    with counts_kept(None), pytest.raises(AssertionError, match="counted once more"):
        ask(MEMORY)
    (file,) = home.glob("counts-*.json")
    file.write_text(file.read_text("utf-8").replace("1", "2"), "utf-8")
    with counts_kept(str(home)), pytest.raises(AssertionError, match="counted once more"):
        ask(MEMORY)
    MEMORY.begin()
