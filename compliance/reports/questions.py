"""Missing facts as questions for the drafter, with the clause that answers each.

The facts that are missing most often have a question of their own in `questions.tsv`, by the pattern of their route:
`*` is any name, `#` any number. Others are asked for by what their key means: `State the date of the rules.`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from compliance.checks.fact_names import label_fact, ordinal

# The printed name of an item of a block: of `wagers` and `joker-in-hand`.
NameItem = Callable[[str, str], str]

# Blocks whose items have names.
_NAMED: Final = frozenset({"wagers", "tables", "hands", "groups", "by-payer", "rates", "pays"})


def name_plainly(_block: str, item: str) -> str:
    """The name of an item where the document has no other."""
    return item.replace("-", " ")


def ask_for(route: str, name_item: NameItem = name_plainly) -> str:
    """What a drafter is asked where a document does not state the fact at a route."""
    asked = _fill(route, 0, name_item) or f"State {label_fact(route)}."
    return f"{asked[:1].upper()}{asked[1:]}"


def propose_clause(route: str, name_item: NameItem = name_plainly) -> str:
    """A clause that states the fact at a route, with brackets where words are missing; empty if none is known."""
    return _fill(route, 1, name_item) if route else ""


def _fill(route: str, column: int, name_item: NameItem) -> str:
    """The question (0) or the clause (1) for the fact at a route, with the names that it speaks of."""
    steps = route.split(" / ")
    text = _load_questions().get(_pattern_of(steps), ("", ""))[column]
    items = [
        name_item(steps[place - 1], step) for place, step in enumerate(steps) if place and steps[place - 1] in _NAMED
    ]
    number = steps[1] if len(steps) > 1 and steps[1].isdigit() else ""
    words = {"ordinal": ordinal(int(number)), "option": name_item("options", number)} if number else {}
    return text.format("", *items, last=steps[-1], **words)


@cache
def _load_questions() -> Mapping[str, tuple[str, str]]:
    """Question and clause, by the pattern of a route."""
    lines = Path(__file__).with_name("questions.tsv").read_text("utf-8").splitlines()
    rows = ([*line.split("\t"), ""] for line in lines)
    return {pattern: (question, clause) for pattern, question, clause, *_ in rows}


def _pattern_of(steps: list[str]) -> str:
    return " / ".join(
        "#" if step.isdigit() else "*" if place and steps[place - 1] in _NAMED else step
        for place, step in enumerate(steps)
    )
