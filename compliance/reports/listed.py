"""The catalogue on a day as a table or as data, and what changed in law between two days."""

from __future__ import annotations

from datetime import date
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from compliance.law.catalogue import Catalogue, Holding, Requirement
from compliance.reports.console import as_json, indented, shown
from compliance.reports.sentences import how_known_then as how_known
from compliance.reports.sentences import since
from compliance.reports.text import flowing


def _of(requirement: Requirement, place: str | None) -> bool:
    return place is None or requirement.applies.jurisdiction in (place, None)


def _data(requirement: Requirement, holding: Holding) -> dict[str, Any]:
    """A requirement as it stands on a day, as plain data."""
    return {
        "id": requirement.id,
        "title": requirement.title,
        "asks": holding.asks,
        "jurisdiction": requirement.applies.jurisdiction,
        "document": requirement.applies.document,
        "level": holding.level,
        "check": holding.check,
        "values": holding.values,
        "from": holding.from_.isoformat() if holding.from_ else None,
        "from_is": holding.from_is,
        "until": holding.until.isoformat() if holding.until else None,
        "citation": holding.cite,
        "authority": holding.authority,
        "seen": holding.seen,
        "source": holding.source or None,
        "basis": holding.basis,
        "looked_up": holding.looked_up or None,
        "remedy": holding.remedy,
    }


def listed(catalogue: Catalogue, day: date, place: str | None, in_json: bool) -> str:
    """The requirements that are asked on a day."""
    rows = [(r, holding) for r in catalogue if _of(r, place) and (holding := r.on(day)) is not None]
    if in_json:
        data = {
            "format": "pitboss.requirements/1",
            "as_of": day.isoformat(),
            "catalogue": catalogue.version,
            "requirements": [_data(*row) for row in rows],
        }
        return as_json(data)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in ("requirement", "asks", "law", "since"):
        table.add_column(column, overflow="fold", ratio={"requirement": 3, "asks": 5, "law": 3, "since": 2}[column])
    for requirement, holding in rows:
        law = Text("\n".join(part for part in (flowing(holding.cite), f"({how_known(holding)})") if part))
        when = "" if requirement.reason else since(holding)
        table.add_row(Text(requirement.id), Text(flowing(holding.asks)), law, Text(when))

    def fill(console: Console) -> None:
        console.print(table)
        console.print(f"{len(rows)} requirements; law as of {day}")

    return shown(fill)


def _differences(
    catalogue: Catalogue, first: date, second: date, place: str | None
) -> list[tuple[str, Requirement, Holding | None, Holding | None]]:
    """What changed in law between two days, in the catalogue's order."""
    changes = []
    for requirement in catalogue:
        before, after = requirement.on(first), requirement.on(second)
        if before is not after and _of(requirement, place):
            changes.append((_kind_of_change(before, after), requirement, before, after))
    return changes


def _kind_of_change(before: Holding | None, after: Holding | None) -> str:
    if after is None:
        return "ends"
    # The day on which a text was first seen is not the day on which the law changed.
    first_seen = after.from_is == "first seen"
    if before is None:
        return "first seen" if first_seen else "begins"
    return "first seen" if first_seen and _asked(before) == _asked(after) else "changes"


def _asked(holding: Holding) -> tuple[object, ...]:
    """What is asked on a day, whatever says so and however well it is known."""
    return (holding.asks, holding.check, holding.parameters, holding.when)


def difference(catalogue: Catalogue, first: date, second: date, place: str | None, in_json: bool) -> str:
    """What changed in law from one day to another."""
    changes = _differences(catalogue, first, second, place)
    if not in_json:
        return shown(lambda console: _changes(console, changes, first, second))
    rows = [
        {
            "change": kind,
            "id": requirement.id,
            "before": _data(requirement, before) if before else None,
            "after": _data(requirement, after) if after else None,
        }
        for kind, requirement, before, after in changes
    ]
    days = {"from": first.isoformat(), "to": second.isoformat()}
    return as_json({"format": "pitboss.law-changes/1", **days, "changes": rows})


def _changes(
    console: Console,
    changes: list[tuple[str, Requirement, Holding | None, Holding | None]],
    first: date,
    second: date,
) -> None:
    for kind, requirement, before, after in changes:
        console.print(Text.assemble((f"{kind} ".ljust(8), "bold"), requirement.id))
        for sign, holding in (("-", before), ("+", after)):
            if holding is not None:
                line = f"{sign} {flowing(holding.asks)} [{flowing(holding.cite)}; {since(holding)}]"
                console.print(indented(Text(line, "red" if sign == "-" else "green"), (0, 0, 0, 2)))
    seen = [requirement.id for kind, requirement, _, _ in changes if kind == "first seen"]
    more = f"; {len(seen)} more are first seen then, and may be older" if seen else ""
    console.print(f"{len(changes) - len(seen)} changes in law between {first} and {second}{more}")
