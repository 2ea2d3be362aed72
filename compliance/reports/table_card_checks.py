"""Why the card of an option would say too little, or something else than its schedule: then only a draft is printed.

A patron pays what a card says. What a schedule leaves open, sets twice or not at all is for the house to settle first.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Final

from compliance.checks.fact_names import label_fact
from compliance.reports.charts import heading, stretch_words, stretches
from compliance.reports.text import shorten_to

if TYPE_CHECKING:
    from compliance.documents.loader import LoadedDocument
    from compliance.documents.schedule import Option, Schedule

# What is open in these blocks touches every table; what options share is open in each that uses it.
_SHARED: Final = ("games", "unit", "table-limits", "effective", "approval")
_DENIED: Final = ("pending", "denied", "withdrawn")


def doubts(loaded: LoadedDocument, schedule: Schedule, number: int, day: date) -> list[str]:
    """Every doubt about the card of an option, in a sentence each."""
    option = schedule.options[number]
    return [
        *_find_expiry(schedule, day),
        *_games(schedule, option),
        *_fees(schedule, option),
        *_open(loaded, number),
    ]


def _find_expiry(schedule: Schedule, day: date) -> Iterator[str]:
    if schedule.superseded_by is not None:
        yield f"The schedule is superseded by {shorten_to(schedule.superseded_by, 80)}."
    if schedule.effective is not None and schedule.effective.first > day:
        yield f"The schedule is in effect from {schedule.effective}, and the card is for {day.isoformat()}."
    status = schedule.approval.status if schedule.approval is not None else None
    if status in _DENIED:
        yield f"The approval of the schedule is {status}."


def _games(schedule: Schedule, option: Option) -> Iterator[str]:
    known = {name for entry in schedule.games for name in (entry.game, entry.as_) if name is not None}
    for name in option.for_:
        if name not in known:
            yield f"The option is for {shorten_to(name, 80)}, which is none of the games that the schedule names."


def _fees(schedule: Schedule, option: Option) -> Iterator[str]:
    if not option.collections:
        yield "The option has no fee."
    for collection in option.collections:
        who = heading(collection)
        if collection.payer is None:
            yield f"Who pays is not stated ({who})."
        for stretch in stretches(schedule, option, collection):
            if stretch.kind != "fee":
                yield f"{who}: for {stretch} {stretch_words(stretch)}."


def _open(loaded: LoadedDocument, number: int) -> Iterator[str]:
    for one in loaded.open_facts:
        steps = tuple(one.route)
        if steps[:2] == ("options", number) or steps == ("options",) or (steps and steps[0] in _SHARED):
            words = label_fact(one.route)
            yield f"{words[:1].upper()}{words[1:]}: that is open ({one.describe})."
