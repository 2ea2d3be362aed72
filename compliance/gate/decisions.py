"""The file of decisions: what somebody answered or waived, why, in which role, since when and until when.

The file is a history: entries are added at its end and never taken out. Of several about the same point the last
counts; `decide: withdraw` takes back what stood before. docs/gate.md has an entry of each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from compliance.documents.dates import read_date
from compliance.documents.records import dump_record
from compliance.documents.sentences import fingerprint_sentence, has_sentence_length
from compliance.documents.values import Unreadable
from compliance.source import Map, Seq, Source, Value, read_source

WAIVE: Final = "waive"
MEETS: Final = "meets"
DOES_NOT_MEET: Final = "does not meet"
DOES_NOT_APPLY: Final = "does not apply"
WITHDRAW: Final = "withdraw"
ANSWERS: Final = (MEETS, DOES_NOT_MEET, DOES_NOT_APPLY)
CHOICES: Final = (WAIVE, *ANSWERS, WITHDRAW)
KEYS: Final = (
    "requirement",
    "document",
    "at",
    "sentence",
    "decide",
    "reason",
    "by",
    "role",
    "on",
    "until",
    "value",
)
_ALWAYS: Final = ("requirement", "decide", "reason", "by", "role", "on")
# Nobody answers for what will be true in ten years.
MOST_DAYS: Final = 3 * 366
_FEWEST_LETTERS: Final = 3
_HEAD: Final = (
    "# What people decided about findings, the newest last; nothing is taken out. `pitboss decide` adds to this\n"
    "# file, `pitboss check` goes by it.\ndecisions:\n"
)


class DecisionPoint(NamedTuple):
    """What a decision is about: a requirement at a place of a document, or at a sentence wherever it stands."""

    requirement: str
    document: str
    at: str
    sentence: str = ""

    @property
    def place(self) -> str:
        """The place for people."""
        return f'the sentence "{self.sentence}"' if self.sentence else f"{self.at} of {self.document}"

    @property
    def key(self) -> tuple[str, ...]:
        """The same for the same point, however its sentence is printed."""
        if self.sentence:
            return self.requirement, fingerprint_sentence(self.sentence)
        return self.requirement, self.document, self.at


class InvalidSignature(Exception):
    """A part of a decision, or of another record, that cannot be signed as it is: which, and why."""

    def __init__(self, part: str, why: str) -> None:
        super().__init__(why)
        self.part = part


class Signature(NamedTuple):
    """Who answers for something, in which role, why, since when and until when."""

    reason: str
    by: str
    role: str
    on: date
    # The last day; for what was withdrawn there is none.
    until: date | None

    @property
    def words(self) -> str:
        """The signature for people: by whom, when, until when, why."""
        until = f", until {self.until.isoformat()}" if self.until is not None else ""
        return f"{self.by} ({self.role}) on {self.on.isoformat()}{until}: {self.reason}"

    def validate(self) -> Signature:
        """Return the signature. Raises InvalidSignature for one that nobody should rely on."""
        for part in ("reason", "by", "role"):
            validate_words(part, getattr(self, part))
        if self.until is not None:
            validate_last_day(self.on, self.until)
        return self


def validate_words(part: str, text: str) -> str:
    """Return the reason, the name or the role of a signature. Raises InvalidSignature."""
    if part == "reason" and not has_sentence_length(text):
        raise InvalidSignature(part, "expected a sentence that says what was looked at and why it is so")
    if sum(letter.isalpha() for letter in text) < _FEWEST_LETTERS:
        example = "A. Person" if part == "by" else "compliance officer"
        raise InvalidSignature(part, f"`{text}` is too short; write it out, such as {example}")
    return text


def validate_last_day(on: date, until: date) -> date:
    """Return the last day of a signature. Raises InvalidSignature."""
    if until < on:
        raise InvalidSignature("until", f"{until.isoformat()} is before the day of the decision, {on.isoformat()}")
    latest = date.fromordinal(min(on.toordinal() + MOST_DAYS, date.max.toordinal()))
    if until > latest:
        raise InvalidSignature(
            "until", f"{until.isoformat()} is too far ahead; the last day may be {latest.isoformat()}"
        )
    return until


class Decision(NamedTuple):
    """What somebody decided about one point."""

    point: DecisionPoint
    choice: str
    signature: Signature
    # What stood there when it was decided: a fingerprint.
    value: str
    # Which entry of the file it is, from 1.
    number: int = 0

    @property
    def words(self) -> str:
        """The decision for people: what, by whom, when, until when, why."""
        return f"{self.choice}, decided by {self.signature.words}"


class MalformedEntry(NamedTuple):
    """An entry that cannot be used, and why. Nothing is decided by it."""

    number: int
    why: str


class DecisionFile(NamedTuple):
    """Everything that a file of decisions holds."""

    source: Source
    decisions: tuple[Decision, ...]
    malformed: tuple[MalformedEntry, ...]

    def find_in_force(self, day: date) -> dict[tuple[str, ...], list[Decision]]:
        """By point the decisions that count on a day, one for each value, the newest last. Whoever withdraws takes back
        all that was decided about the point."""
        found: dict[tuple[str, ...], list[Decision]] = {}
        for one in self.decisions:
            if one.signature.on > day:
                continue
            others = [] if one.choice == WITHDRAW else found.get(one.point.key, [])
            kept = [other for other in others if other.value != one.value]
            found[one.point.key] = [] if one.choice == WITHDRAW else [*kept, one]
        return {key: decisions for key, decisions in found.items() if decisions}


def read_decisions(data: bytes) -> DecisionFile:
    """Read a file of decisions."""
    source = read_source(data)
    if source.problems:
        first = source.problems[0]
        return DecisionFile(source, (), (MalformedEntry(0, f"line {first.span.line}: {first.message}"),))
    entries = source.tree.get("decisions") if isinstance(source.tree, Map) else None
    if not isinstance(entries, Seq) or list(source.tree or ()) != ["decisions"]:
        why = "expected one key, `decisions`, with a list of entries below it"
        return DecisionFile(source, (), (MalformedEntry(0, why),))
    read = [_parse_entry(entry, number) for number, entry in enumerate(entries, start=1)]
    decisions = tuple(one for one in read if isinstance(one, Decision))
    return DecisionFile(source, decisions, tuple(one for one in read if isinstance(one, MalformedEntry)))


def _parse_entry(entry: Value, number: int) -> Decision | MalformedEntry:
    if not isinstance(entry, Map):
        return MalformedEntry(number, "expected a group of entries such as `requirement:` and `document:`")
    if unknown := [key for key in entry if key not in KEYS]:
        return MalformedEntry(number, f"`{unknown[0]}` is no key of a decision; its keys are {', '.join(KEYS)}")
    texts = {key: value.strip() if isinstance(value, str) else "" for key, value in entry.items()}
    withdrawn = texts.get("decide") == WITHDRAW
    place = ("sentence",) if texts.get("sentence") else ("document", "at")
    wanted = (*_ALWAYS, *place, *(() if withdrawn else ("until", "value")))
    if missing := [key for key in wanted if not texts.get(key)]:
        return MalformedEntry(number, f"`{missing[0]}` is not stated")
    if excess := [key for key in entry if key not in wanted]:
        return MalformedEntry(number, f"`{excess[0]}` does not go with {_name_kind(texts)}")
    if texts["decide"] not in CHOICES:
        return MalformedEntry(number, f"`decide: {texts['decide']}` is none of {', '.join(CHOICES)}")
    try:
        until = None if withdrawn else read_date(texts["until"])
        who = (texts["reason"], texts["by"], texts["role"])
        signature = Signature(*who, read_date(texts["on"]), until).validate()
    except Unreadable as problem:
        return MalformedEntry(number, f"on, until: {problem}")
    except InvalidSignature as problem:
        return MalformedEntry(number, f"{problem.part}: {problem}")
    point = DecisionPoint(
        texts["requirement"], texts.get("document", ""), texts.get("at", ""), texts.get("sentence", "")
    )
    value = texts.get("value", "")
    if point.sentence and not withdrawn and value != fingerprint_sentence(point.sentence):
        return MalformedEntry(number, "`value` is not the fingerprint of the sentence; somebody changed one of them")
    return Decision(point, texts["decide"], signature, value, number)


def _name_kind(texts: dict[str, str]) -> str:
    return "`decide: withdraw`" if texts.get("decide") == WITHDRAW else "`sentence`"


def add_decisions(data: bytes, decisions: Sequence[Decision]) -> bytes:
    """Return a file of decisions with more at its end; what stands there keeps its bytes. Raises ValueError where the
    file cannot be added to."""
    if not decisions:
        return data
    before = read_decisions(data) if data.strip() else None
    empty = before is None or not (before.decisions or before.malformed)
    # An empty list is written in braces as often as not.
    text = _HEAD if empty else data.decode("utf-8")
    if not text.endswith("\n"):
        text += "\n"
    text += dump_record([_to_plain_data(one) for one in decisions])
    after = read_decisions(text.encode())
    kept = [one._replace(number=0) for one in (*(before.decisions if before else ()), *decisions)]
    if [one._replace(number=0) for one in after.decisions] != kept:
        why = "its list is not written as one entry below the other"
        raise ValueError(after.malformed[-1].why if after.malformed else why)
    return text.encode()


def _to_plain_data(one: Decision) -> dict[str, str]:
    signature = one.signature
    until = signature.until.isoformat() if signature.until is not None else ""
    data = one.point._asdict() | {"decide": one.choice, "reason": signature.reason, "by": signature.by}
    data |= {"role": signature.role, "on": signature.on.isoformat(), "until": until, "value": one.value}
    return {key: str(data[key]) for key in KEYS if data[key]}
