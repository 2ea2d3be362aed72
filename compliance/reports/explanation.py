"""One requirement in full: what it asks, its history with each citation, examples, the remedy."""

from __future__ import annotations

import json
from datetime import date
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from compliance.checks.fact_names import label_fact
from compliance.documents.jurisdictions import place_title
from compliance.law.cases import Case
from compliance.law.catalog import Holding, RelatedText, Requirement
from compliance.law.levels import BASIS_WORDS, SEEN_WORDS
from compliance.reports.console import capture_console, indented
from compliance.reports.sentences import describe_dates, describe_holding
from compliance.reports.text import flowing, plain
from compliance.reports.timeline import BLOCKS, SIGNS, days, legend, marks, print_value, rows, timeline_of

_FEW: Final = 3
_NARROW: Final = 78


def explained(requirement: Requirement, cases: list[Case], day: date, every_example: bool = False) -> str:
    """All about one requirement, as text for a terminal: first what it asks on a day."""
    return capture_console(lambda console: _requirement(console, requirement, cases, day, every_example))


def _requirement(console: Console, requirement: Requirement, cases: list[Case], day: date, every_example: bool) -> None:
    present = requirement.holding_on(day)
    told = present or requirement.newest
    console.print(Text(plain(requirement.id), "bold"))
    console.print(Text(flowing(requirement.title)))
    console.print()
    _section(console, "Asks" if present else f"Asks nothing on {day}; its newest wording", told.asks)
    _section(console, "What to do", told.remedy)
    if requirement.why:
        _section(console, "Why", requirement.why)
    _section(console, "Applies to", _applies(requirement, told))
    _section(console, "A failure is", f"level {told.level}; decided by the check {told.check}")
    _section(console, "Its answers are at best", BASIS_WORDS[told.basis])
    if requirement.reason:
        _section(console, "No law, but good order", requirement.reason)
    else:
        _print_timeline(console, requirement, day)
        console.print(Text("Law", "bold"))
        # The wording of the day first, then the others, newest first.
        for holding in sorted(requirement.history, key=lambda holding: holding is not told):
            _holding(console, holding)
    _related(console, requirement.see_also)
    _examples(console, cases if every_example else _select_examples(cases, told), len(cases))


def _select_examples(cases: list[Case], told: Holding) -> list[Case]:
    """Some examples, of what holds on the day if there are any: one of each answer, before others."""
    here = sorted(cases, key=lambda case: not told.holds_on(case.on))
    first = {case.expect: case for case in reversed(here)}
    ordered = [first[answer] for answer in ("fail", "pass", "review") if answer in first]
    ordered += [case for case in here if case not in ordered]
    return ordered[:_FEW]


def _section(console: Console, title: str, text: str) -> None:
    console.print(Text(title, "bold"))
    console.print(indented(Text(flowing(text)), (0, 0, 0, 2)))
    console.print()


def _print_timeline(console: Console, requirement: Requirement, day: date) -> None:
    """The law as a line of time, where it was not always the same: blocks on a terminal, signs into a pipe."""
    given = timeline_of(requirement, day)
    if given is None or len(given.stretches) < 2:
        return
    signs = BLOCKS if console.is_terminal else SIGNS
    # On a narrow terminal the first day of each stretch is enough: the next one begins where it ends.
    told = [days(one) if console.width >= _NARROW else f"{one.first}" for one in given.stretches]
    longest = max(map(len, told))
    width = max(12, min(50, console.width - longest - 30))
    console.print(Text("Over time", "bold"))
    for when, row in zip(told, rows(given, width, signs), strict=True):
        line = Text.assemble((f"{when:<{longest}}  ", "cyan"), f"{row.bar:<{width}}  ", flowing(row.words))
        console.print(indented(line, (0, 0, 0, 2)), overflow="ellipsis", no_wrap=True)
    console.print(Text(" " * (longest + 4) + marks(given, width), "dim"))
    console.print(indented(Text(legend(given, signs), "dim"), (0, 0, 0, 2)))
    console.print()


def _holding(console: Console, holding: Holding) -> None:
    values = flowing(", ".join(f"{name} {print_value(value)}" for name, value in holding.values.items()))
    head = Text.assemble((describe_dates(holding), "cyan"), f"  {values}" if values else "")
    console.print(indented(head, (0, 0, 0, 2)))
    console.print(indented(Text(f"{flowing(holding.cite)} ({describe_holding(holding)})"), (0, 0, 0, 4)))
    if holding.says:
        console.print(indented(Text(f'"{flowing(holding.says)}"'), (0, 0, 0, 4)))
    if holding.note:
        console.print(indented(Text(flowing(holding.note)), (0, 0, 0, 4)))
    if holding.source:
        console.print(indented(Text(plain(holding.source), "dim"), (0, 0, 0, 4)))
    if holding.looked_up or holding.copy:
        read = f"Read as of {holding.looked_up}. " if holding.looked_up else ""
        console.print(indented(Text(flowing(f"{read}{holding.copy}".strip()), "dim"), (0, 0, 0, 4)))
    console.print()


def _related(console: Console, texts: tuple[RelatedText, ...]) -> None:
    """Texts of law that bear on a requirement and that it does not rest on."""
    if not texts:
        return
    console.print(Text("See also", "bold"))
    for text in texts:
        since = f", since {text.from_} at the latest" if text.from_ else ""
        console.print(
            indented(
                Text(f"{flowing(text.cite)}: {flowing(text.title)} ({SEEN_WORDS[text.seen]}{since})"), (0, 0, 0, 2)
            )
        )
        if text.says:
            console.print(indented(Text(f'"{flowing(text.says)}"'), (0, 0, 0, 4)))
        if text.note:
            console.print(indented(Text(flowing(text.note)), (0, 0, 0, 4)))
        console.print()


def _examples(console: Console, cases: list[Case], of: int) -> None:
    if not cases:
        return
    more = f" ({len(cases)} of {of}; --all-examples shows all)" if of > len(cases) else ""
    console.print(Text.assemble(("Examples", "bold"), more))
    for case in cases:
        change = [f"{route}: {_short(value)}" for route, value in case.set.items()]
        change += [f"{route}: (not stated)" for route in case.remove]
        style = {"pass": "green", "fail": "red", "review": "yellow"}.get(case.expect, "dim")
        line = Text.assemble((f"{case.expect:<15}", style), flowing(case.name), (f"  (as of {case.on})", "dim"))
        console.print(indented(line, (0, 0, 0, 2)))
        for text in change:
            console.print(indented(Text(flowing(text), "dim"), (0, 0, 0, 17)))
    console.print()


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else str(value)
    return text if len(text) <= 120 else text[:117] + "..."


def _applies(requirement: Requirement, told: Holding) -> str:
    applies = requirement.applies
    where = place_title(applies.jurisdiction or "") or "any jurisdiction"
    if applies.locality is not None:
        where = f"{applies.locality}, {where}"
    when = [
        f"{_facts(route)}: {' or '.join(map(str, value)) if isinstance(value, list) else value}"
        for route, value in told.when.items()
    ]
    kinds = {"any": "every document", "terms": "general terms"}
    return f"{kinds.get(applies.document, f'a {applies.document}')} in {where}" + (
        f" ({'; '.join(when)})" if when else ""
    )


def _facts(route: str) -> str:
    """The facts that a requirement goes by, in words."""
    return " or ".join(label_fact(one) for one in route.split(" or "))
