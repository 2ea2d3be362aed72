"""The catalog on a day as a table or as data, and what changed in law between two days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from compliance.law.catalog import Catalog, Holding, Requirement
from compliance.law.changes import CHANGES, LawChange, applies_in, differences
from compliance.law.levels import ADVISORY
from compliance.reports.console import capture_console, indented, to_terminal_json
from compliance.reports.sentences import describe_dates, describe_holding, number
from compliance.reports.text import flowing, plain
from compliance.reports.timeline import print_value


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
        "remedy_silent": holding.remedy_silent,
    }


def render_requirements(catalog: Catalog, day: date, place: str | None, in_json: bool, long: bool = False) -> str:
    """The requirements that are asked on a day: one line each, or what each asks and the law behind it."""
    rows = [(r, holding) for r in catalog if applies_in(r, place) and (holding := r.holding_on(day)) is not None]
    if in_json:
        data = {
            "format": "pitboss.requirements/1",
            "as_of": day.isoformat(),
            "catalogue": catalog.version,
            "requirements": [_data(*row) for row in rows],
        }
        return to_terminal_json(data)
    if long:
        return capture_console(lambda console: _print_details(console, rows, day))
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    wide = max((len(requirement.id) for requirement, _ in rows), default=0)
    for column, least in (("requirement", wide), ("level", len("information")), ("what it is about", 0)):
        table.add_column(column, no_wrap=True, overflow="ellipsis", min_width=least)
    for requirement, holding in rows:
        level = "information" if holding.authority in ADVISORY else holding.level
        table.add_row(Text(plain(requirement.id)), Text(level), Text(flowing(requirement.title)))

    def fill(console: Console) -> None:
        console.print(table)
        console.print(f"{len(rows)} requirements; law as of {day}")

    return capture_console(fill)


def _print_details(console: Console, rows: list[tuple[Requirement, Holding]], day: date) -> None:
    for requirement, holding in rows:
        console.print(Text(plain(requirement.id), "bold"))
        console.print(indented(Text(flowing(holding.asks)), (0, 0, 0, 2)))
        when = "" if requirement.reason else f"; {describe_dates(holding)}"
        law = f"{flowing(holding.cite)} ({describe_holding(holding)}){when}".strip()
        console.print(indented(Text(law, "dim"), (0, 0, 0, 2)))
    console.print(f"{len(rows)} requirements; law as of {day}")


_REST: Final = {
    "first seen": "first seen then, and possibly older",
    "reworded": "reworded",
    "cited anew": "cited anew",
    "known otherwise": "known otherwise",
    "suspended": "suspended, and no duty",
    "enjoined later": "stopped by a court later",
}


def difference(catalog: Catalog, first: date, second: date, place: str | None, in_json: bool) -> str:
    """What changed in law from one day to another."""
    changes = differences(catalog, first, second, place)
    if not in_json:
        return capture_console(lambda console: _changes(console, changes, first, second))
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
    return to_terminal_json({"format": "pitboss.law-changes/1", **days, "changes": rows})


def unspoken(holding: Holding, others: Iterable[Holding]) -> str:
    """The values in which what holds differs from what is asked, in the same words, at other times."""
    alike = [other.values for other in others if other.asks == holding.asks]
    differing = ((name, value) for name, value in holding.values.items() if any(v.get(name) != value for v in alike))
    own = ", ".join(f"{name} {print_value(value)}" for name, value in differing)
    return f" ({own})" if own else ""


def _changes(
    console: Console,
    changes: list[LawChange],
    first: date,
    second: date,
) -> None:
    for kind, requirement, before, after in changes:
        console.print(Text.assemble((kind, "bold"), " ", requirement.id))
        for sign, holding, other in (("-", before, after), ("+", after, before)):
            if holding is not None:
                asks = f"{holding.asks}{unspoken(holding, [other] if other else [])}"
                line = f"{sign} {flowing(asks)} [{flowing(holding.cite)}; {describe_dates(holding)}]"
                console.print(indented(Text(line, "red" if sign == "-" else "green"), (0, 0, 0, 2)))
    kinds = Counter(kind for kind, *_ in changes)
    law = sum(kinds[kind] for kind in CHANGES)
    rest = "".join(f"; {kinds[kind]} {words}" for kind, words in _REST.items() if kinds[kind])
    console.print(f"{number(law, 'change')} in law between {first} and {second}{rest}")
