"""The file of decisions: what, where, why, by whom, since when and until when. An entry that leaves one out is told.

decisions:
  - requirement: california.bank-rotates
    document: harbor-nines
    at: bank / rotation
    decide: meets
    reason: the button moves after every second hand, as the floor manual says
    by: A. Person, compliance
    on: 2026-11-16
    until: 2027-11-16
    value: 2f7a90c1d2e3
"""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from compliance.documents.dates import read_date
from compliance.documents.values import Unreadable
from compliance.source import Map, Seq, Source, Value, read

WAIVE: Final = "waive"
MEETS: Final = "meets"
DOES_NOT_MEET: Final = "does not meet"
DOES_NOT_APPLY: Final = "does not apply"
CHOICES: Final = (WAIVE, MEETS, DOES_NOT_MEET, DOES_NOT_APPLY)
KEYS: Final = ("requirement", "document", "at", "decide", "reason", "by", "on", "until", "value")
# Where a finding is about the document as a whole.
WHOLE: Final = "the document"


class Decision(NamedTuple):
    """What somebody decided about one requirement at one place of one document."""

    requirement: str
    document: str
    at: str
    decide: str
    reason: str
    by: str
    on: date
    until: date
    # What stood there when it was decided: part of a fingerprint.
    value: str
    # Which entry of the file it is, from 1.
    number: int

    def said(self) -> str:
        """The decision for people: what, by whom, when, until when, why."""
        days = f"on {self.on.isoformat()}, until {self.until.isoformat()}"
        return f"{self.decide}, decided by {self.by} {days}: {self.reason}"


class Malformed(NamedTuple):
    """An entry that cannot be used, and why. Nothing is decided by it."""

    number: int
    why: str


def read_decisions(data: bytes) -> tuple[Source, list[Decision], list[Malformed]]:
    """Everything that a file of decisions holds."""
    source = read(data)
    if source.problems:
        return source, [], [Malformed(0, f"line {source.problems[0].span.line}: {source.problems[0].message}")]
    entries = source.tree.get("decisions") if isinstance(source.tree, Map) else None
    if not isinstance(entries, Seq) or list(source.tree or ()) != ["decisions"]:
        return source, [], [Malformed(0, "expected one key, `decisions`, with a list of entries below it")]
    found: list[Decision] = []
    wrong: list[Malformed] = []
    seen: dict[tuple[str, str, str], int] = {}
    for number, entry in enumerate(entries, start=1):
        read_entry = _decision(entry, number)
        if isinstance(read_entry, Decision):
            first = seen.setdefault((read_entry.requirement, read_entry.document, read_entry.at), number)
            if first != number:
                read_entry = Malformed(number, f"entry {first} decides the same")
        if isinstance(read_entry, Decision):
            found.append(read_entry)
        else:
            wrong.append(read_entry)
    return source, found, wrong


def _decision(entry: Value, number: int) -> Decision | Malformed:
    if not isinstance(entry, Map):
        return Malformed(number, "expected a group of entries such as `requirement:` and `document:`")
    unknown = [key for key in entry if key not in KEYS]
    if unknown:
        return Malformed(number, f"`{unknown[0]}` is no key of a decision; its keys are {', '.join(KEYS)}")
    texts = {key: value.strip() if isinstance(value, str) else "" for key, value in entry.items()}
    missing = [key for key in KEYS if not texts.get(key)]
    if missing:
        return Malformed(number, f"`{missing[0]}` is not stated")
    if texts["decide"] not in CHOICES:
        return Malformed(number, f"`decide: {texts['decide']}` is none of {', '.join(CHOICES)}")
    try:
        on, until = read_date(texts["on"]), read_date(texts["until"])
    except Unreadable as problem:
        return Malformed(number, f"on, until: {problem}")
    if until < on:
        return Malformed(number, f"it ends on {until.isoformat()}, before it begins on {on.isoformat()}")
    what = (texts["requirement"], texts["document"], texts["at"], texts["decide"])
    return Decision(*what, texts["reason"], texts["by"], on, until, texts["value"], number)
