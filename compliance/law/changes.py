"""What changed in law: between two days, and on which days anything did."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final, NamedTuple

from compliance.law.catalog import Catalog, Holding, Requirement
from compliance.law.levels import ADVISORY

# Changes of what is asked by law; all others are of how it is known or worded, or of rules that are no duty.
CHANGES: Final = ("begins", "changes", "ends", "back in force")
_ONE_DAY: Final = timedelta(days=1)


class LawChange(NamedTuple):
    """What happened to a requirement from one day to another."""

    kind: str
    requirement: Requirement
    before: Holding | None
    after: Holding | None


def applies_in(requirement: Requirement, place: str | None) -> bool:
    """Whether a requirement holds in a jurisdiction."""
    return place is None or requirement.applies.jurisdiction in (place, None)


def turning_days(catalog: Catalog, place: str) -> list[date]:
    """The days on which anything in the law of a jurisdiction is another than the day before, in order."""
    histories = [one.history for one in catalog if one.applies.jurisdiction == place]
    firsts = {holding.from_ for history in histories for holding in history if holding.from_ is not None}
    ended = {holding.until for history in histories for holding in history if holding.until not in (None, date.max)}
    return sorted(firsts | {last + _ONE_DAY for last in ended if last is not None})


def changes_on(catalog: Catalog, day: date, place: str) -> list[LawChange]:
    """What is another on a day than on the day before."""
    return differences(catalog, day - _ONE_DAY, day, place) if day > date.min else []


def differences(catalog: Catalog, first: date, second: date, place: str | None) -> list[LawChange]:
    """What changed in law between two days, in the catalog's order."""
    changes = []
    for requirement in catalog:
        before, after = requirement.holding_on(first), requirement.holding_on(second)
        if _describe_parts(before) != _describe_parts(after) and applies_in(requirement, place):
            changes.append(LawChange(kind_of_change(before, after), requirement, before, after))
    return changes


def _describe_parts(holding: Holding | None) -> tuple[object, ...] | None:
    """What makes a change worth a line: that other words of a text are quoted is none."""
    return holding and tuple(holding._replace(from_=None, from_is="", until=None, says="", copy=""))


def kind_of_change(before: Holding | None, after: Holding | None) -> str:
    """What happened to a requirement. Of rules that a court stopped none is said to begin."""
    if after is None:
        return "ends"
    if after.authority in ADVISORY:
        return "enjoined later" if after.authority == "later enjoined" else "suspended"
    # The day on which a text was first seen is not the day on which the law changed.
    first_seen = after.from_is == "first seen"
    if before is None:
        return "first seen" if first_seen else "begins"
    if before.authority in ADVISORY:
        return "back in force"
    return _kind_of_rewording(before, after, first_seen)


def _kind_of_rewording(before: Holding, after: Holding, first_seen: bool) -> str:
    if _decisive_parts(before) != _decisive_parts(after):
        return "changes"
    if first_seen and before.asks == after.asks:
        return "first seen"
    if before.asks != after.asks:
        return "reworded"
    return "cited anew" if before.cite != after.cite else "known otherwise"


def _decisive_parts(holding: Holding) -> tuple[object, ...]:
    """What decides the answer on a day, whatever says so, in whatever words, and however well it is known."""
    return (holding.check, holding.clause, holding.parameters, holding.when)
