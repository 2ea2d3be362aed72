"""What is known of the word at a place: what a key means, and what a value is held against, by which law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final, TypedDict

from compliance.documents import meanings
from compliance.editing import known
from compliance.editing.completion import about_key
from compliance.editing.here import Here, Text, here, text_of
from compliance.editing.markdown import code, words
from compliance.editing.names import Definition, definitions, what_is_named
from compliance.editing.positions import Position, Range
from compliance.findings import Finding
from compliance.grouping import order
from compliance.routes import Route, show_route

_MOST: Final = 8
_SAID: Final = {
    "fail": "Fails",
    "error": "Not decided",
    "review": "For a person to look at",
    "waived": "Waived",
    "answered": "Answered",
    "information": "For information",
    "pass": "Passes",
    "not-applicable": "Does not apply",
}


class Hover(TypedDict):
    """What is told, and about which stretch of the text."""

    range: Range
    markdown: str


def hover(
    texts: Mapping[str, str], name: str, position: Position, findings: Iterable[Finding] = (), day: date | None = None
) -> Hover | None:
    """What is known at a place of a text. `findings` are those of a run of a day, those that passed included."""
    text = text_of(texts[name])
    word = here(text, position)
    if word is None or not word.word:
        return None
    route = (*word.route, word.word.strip("'\"")) if word.role == "key" else word.route
    told = [_meaning(text, route, word), *_named(texts, name, text, route, word)]
    held = _held_against(name, route, text, word, findings)
    if held:
        told.append("---")
        told += [_told(one) for one in held[:_MOST]]
        if len(held) > _MOST:
            told.append(f"And {len(held) - _MOST} more answers.")
        if day is not None:
            told.append(f"The law as read for {day}.")
    markdown = "\n\n".join(one for one in told if one)
    return Hover(range=text.sheet.range(word.start, word.end), markdown=markdown) if markdown else None


def _meaning(text: Text, route: Route, word: Here) -> str:
    """What the key means to which the word belongs."""
    steps = route
    while steps and isinstance(steps[-1], int):
        steps = steps[:-1]
    key = known.key_at(text.kind, steps)
    where = f"**{words(show_route(route))}**"
    if key is not None:
        return f"{where}\n\n{about_key(key)}"
    kinds = known.kinds_at(text.kind, route)
    about = [f"*{kind}*: {told.sentence} Example: {code(told.example)}" for kind in kinds if (told := _kind(kind))]
    return f"{where}\n\n" + "\n\n".join(about) if about else where if word.role == "value" or about else ""


def _kind(kind: str) -> meanings.Meaning | None:
    return meanings.of_kind(kind)


def _named(texts: Mapping[str, str], name: str, text: Text, route: Route, word: Here) -> list[str]:
    """What a name stands for."""
    what = what_is_named(text.kind, route, as_key=word.role == "key")
    spoken = word.word.strip("'\"")
    found = [one for one in definitions(texts, name, what) if one.name == spoken] if what else []
    return [_definition(one, name) for one in found[:1]]


def _definition(one: Definition, name: str) -> str:
    where = "" if one.file == name else f" ({words(one.file)})"
    return f"{code(one.name)}: {words(one.detail)}{where}" if one.detail else ""


def _held_against(name: str, route: Route, text: Text, word: Here, findings: Iterable[Finding]) -> list[Finding]:
    """The answers that are about this very place: told at its route or at its stretch of text."""
    shown = show_route(route)
    line = text.sheet.line_at(word.start) + 1
    column = word.start - text.sheet.start_of(line - 1) + 1
    found = [one for one in findings if one.status != "not-applicable" and _is_at(one, name, shown, line, column)]
    return sorted(found, key=order)


def _is_at(finding: Finding, name: str, shown: str, line: int, column: int) -> bool:
    """Whether an answer is about a route; or about what begins at this very place, as where an option takes it over
    from a rate, or where a file cannot be read for it."""
    for number, place in enumerate(finding.places):
        if place.path != name or (place.span[:2] == (1, 1) and not place.route):
            continue
        span = place.span
        if place.route == shown or (span.line, span.column) == (line, column):
            return True
        if number == 0 and not place.route and span.line == line and span.column <= column < span.end_column:
            return True
    return False


def _told(finding: Finding) -> str:
    law = f" ({words(finding.citation)})" if finding.citation else ""
    said = f"**{_SAID[finding.status]}**: {words(finding.title)}{law}"
    parts: Sequence[str] = [finding.message] if finding.status == "pass" else [finding.words, finding.remedy]
    told = [said, *(words(part) for part in parts if part)]
    if finding.decision:
        told.append(words(finding.decision))
    told.append(code(finding.requirement))
    return "  \n".join(told)
