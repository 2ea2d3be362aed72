"""Requirements on a screen: the catalogue as a table, one requirement in full, and what changed between two days."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import date
from io import StringIO
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from compliance.law.catalogue import Catalogue, Requirement, Wording
from compliance.law.words import AUTHORITY_WORDS, SEEN_WORDS
from compliance.reports.text import flowing, inert, json_text, plain


def _shown(fill: Callable[[Console], None]) -> str:
    """What is written on a console, as text."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    written = StringIO()
    # No markup and no highlighting: text out of a catalogue is only ever shown as text.
    wide = None if terminal else 110
    fill(Console(file=written, force_terminal=terminal, markup=False, highlight=False, emoji=False, width=wide))
    return "".join(f"{inert(line.rstrip())}\n" for line in written.getvalue().splitlines())


def _json(data: object) -> str:
    """Data as JSON. What a terminal would obey is spelled \\uXXXX, which is how JSON itself writes such characters."""
    return json_text(data, indent=1) + "\n"


def _indented(text: Text, space: tuple[int, int, int, int]) -> Padding:
    # Not expanded: no line ends in blanks.
    return Padding(text, space, expand=False)


def _of(requirement: Requirement, jurisdiction: str | None) -> bool:
    return jurisdiction is None or requirement.applies.jurisdiction in (jurisdiction, None)


def _values(wording: Wording) -> str:
    return ", ".join(f"{name} {value}" for name, value in wording.values.items())


def _asks(requirement: Requirement, wording: Wording) -> str:
    text = wording.asks or requirement.asks
    for name, value in (requirement.with_ | wording.with_ | wording.values).items():
        text = text.replace("{" + name + "}", str(value))
    return text


def _since(wording: Wording) -> str:
    if wording.from_ is None:
        return f"until {wording.until}" if wording.until else "no date established"
    known = "known to hold " if wording.from_is == "first seen" else ""
    return known + (f"{wording.from_} to {wording.until}" if wording.until else f"since {wording.from_}")


def requirement_data(requirement: Requirement, wording: Wording) -> dict[str, Any]:
    """A requirement as it stands on a day, as plain data."""
    return {
        "id": requirement.id,
        "title": requirement.title,
        "asks": _asks(requirement, wording),
        "jurisdiction": requirement.applies.jurisdiction,
        "document": requirement.applies.document,
        "level": "note" if wording.authority == "suspended" else wording.level or requirement.level,
        "check": wording.check or requirement.check,
        "values": wording.values,
        "from": wording.from_.isoformat() if wording.from_ else None,
        "from_is": wording.from_is,
        "until": wording.until.isoformat() if wording.until else None,
        "citation": wording.cite,
        "authority": wording.authority,
        "seen": wording.seen,
        "source": wording.source,
        "remedy": requirement.remedy,
    }


def show_requirements(catalogue: Catalogue, day: date, jurisdiction: str | None, as_json: bool) -> str:
    """The catalogue on a day."""
    rows = [(r, w) for r in catalogue if _of(r, jurisdiction) and (w := r.wording_on(day)) is not None]
    if as_json:
        data = {
            "format": "pitboss.requirements/1",
            "as_of": day.isoformat(),
            "catalogue": catalogue.version,
            "requirements": [requirement_data(r, w) for r, w in rows],
        }
        return _json(data)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in ("requirement", "asks", "law", "since"):
        table.add_column(column, overflow="fold", ratio={"requirement": 3, "asks": 5, "law": 3, "since": 2}[column])
    for requirement, wording in rows:
        law = Text(f"{flowing(wording.cite)}\n({_how(wording)})")
        table.add_row(Text(requirement.id), Text(flowing(_asks(requirement, wording))), law, Text(_since(wording)))

    def fill(console: Console) -> None:
        console.print(table)
        console.print(f"{len(rows)} requirements; law as of {day}")

    return _shown(fill)


def _how(wording: Wording) -> str:
    return "; ".join(part for part in (AUTHORITY_WORDS[wording.authority], SEEN_WORDS[wording.seen]) if part)


def show_requirement(requirement: Requirement) -> str:
    """One requirement in full."""
    return _shown(lambda console: _requirement(console, requirement))


def _requirement(console: Console, requirement: Requirement) -> None:
    console.print(Text(plain(requirement.id), "bold"))
    console.print(Text(flowing(requirement.title)))
    console.print()
    newest = max(requirement.law, key=lambda wording: wording.from_ or date.min)
    _section(console, "Asks", _asks(requirement, newest))
    if requirement.why:
        _section(console, "Why", requirement.why)
    _section(console, "Applies to", _applies(requirement))
    _section(console, "A failure is", f"level {requirement.level}; decided by the check {requirement.check}")
    console.print(Text("Law", "bold"))
    for wording in sorted(requirement.law, key=lambda wording: wording.from_ or date.min, reverse=True):
        _wording(console, wording)
    _examples(console, requirement)
    _section(console, "What to do", requirement.remedy)


def _examples(console: Console, requirement: Requirement) -> None:
    from compliance.law.cases import case_entries

    cases = list(case_entries(requirement.id))
    if not cases:
        return
    console.print(Text("Examples", "bold"))
    for entry in cases:
        change = [f"{route}: {_short(value)}" for route, value in entry.set.items()]
        change += [f"{route}: (not stated)" for route in entry.remove]
        style = {"pass": "green", "fail": "red", "review": "yellow"}.get(entry.expect, "dim")
        line = Text.assemble((f"{entry.expect:<15}", style), flowing(entry.case), (f"  (as of {entry.as_of})", "dim"))
        console.print(_indented(line, (0, 0, 0, 2)))
        for text in change:
            console.print(_indented(Text(flowing(text), "dim"), (0, 0, 0, 17)))
    console.print()


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else str(value)
    return text if len(text) <= 120 else text[:117] + "..."


def _applies(requirement: Requirement) -> str:
    applies = requirement.applies
    where = (applies.jurisdiction or "").capitalize() or "any jurisdiction"
    if applies.locality is not None:
        where = f"{applies.locality}, {where}"
    when = [
        f"{route} is {' or '.join(map(str, value)) if isinstance(value, list) else value}"
        for route, value in applies.when.items()
    ]
    kinds = {"any": "every document", "terms": "general terms"}
    return f"{kinds.get(applies.document, f'a {applies.document}')} in {where}" + (
        f", where {' and '.join(when)}" if when else ""
    )


def _section(console: Console, title: str, text: str) -> None:
    console.print(Text(title, "bold"))
    console.print(_indented(Text(flowing(text)), (0, 0, 0, 2)))
    console.print()


def _wording(console: Console, wording: Wording) -> None:
    values = flowing(_values(wording))
    head = Text.assemble((_since(wording), "cyan"), f"  {values}" if values else "")
    console.print(_indented(head, (0, 0, 0, 2)))
    console.print(_indented(Text(f"{flowing(wording.cite)} ({_how(wording)})"), (0, 0, 0, 4)))
    if wording.note:
        console.print(_indented(Text(flowing(wording.note)), (0, 0, 0, 4)))
    if wording.source:
        console.print(_indented(Text(plain(wording.source), "dim"), (0, 0, 0, 4)))
    console.print()


def differences(
    catalogue: Catalogue, first: date, second: date, jurisdiction: str | None
) -> list[tuple[str, Requirement]]:
    """What changed in law between two days, in the catalogue's order."""
    changes = []
    for requirement in catalogue:
        before, after = requirement.wording_on(first), requirement.wording_on(second)
        if before is not after and _of(requirement, jurisdiction):
            changes.append((_kind_of_change(before, after), requirement))
    return changes


def _kind_of_change(before: Wording | None, after: Wording | None) -> str:
    if after is None:
        return "ends"
    if before is None:
        # The day on which a text was first seen is not the day on which the law changed.
        return "begins" if after.from_is == "first day" else "first seen"
    return "changes"


def show_difference(catalogue: Catalogue, first: date, second: date, jurisdiction: str | None, as_json: bool) -> str:
    """What changed in law between two days."""
    changes = differences(catalogue, first, second, jurisdiction)
    if as_json:
        rows = []
        for kind, requirement in changes:
            before, after = requirement.wording_on(first), requirement.wording_on(second)
            rows.append(
                {
                    "change": kind,
                    "id": requirement.id,
                    "before": requirement_data(requirement, before) if before else None,
                    "after": requirement_data(requirement, after) if after else None,
                }
            )
        data = {"format": "pitboss.law-changes/1", "from": first.isoformat(), "to": second.isoformat(), "changes": rows}
        return _json(data)
    return _shown(lambda console: _changes(console, changes, first, second))


def _changes(console: Console, changes: list[tuple[str, Requirement]], first: date, second: date) -> None:
    for kind, requirement in changes:
        console.print(Text.assemble((f"{kind} ".ljust(8), "bold"), requirement.id))
        for sign, wording in (("-", requirement.wording_on(first)), ("+", requirement.wording_on(second))):
            if wording is not None:
                line = f"{sign} {flowing(_asks(requirement, wording))} [{flowing(wording.cite)}; {_since(wording)}]"
                console.print(_indented(Text(line, "red" if sign == "-" else "green"), (0, 0, 0, 2)))
    seen = [requirement.id for kind, requirement in changes if kind == "first seen"]
    more = f"; {len(seen)} more are first seen then, and may be older" if seen else ""
    console.print(f"{len(changes) - len(seen)} changes in law between {first} and {second}{more}")
