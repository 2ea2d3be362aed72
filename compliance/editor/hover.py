"""What is known of the word at a place: what a key means, and what a value is held against, by which law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final, TypedDict

from compliance.documents import meanings
from compliance.editor import format_keys
from compliance.editor.completion import describe_key
from compliance.editor.cursor import Cursor, OutlinedText, find_cursor, outline_text
from compliance.editor.markdown import escape_words, format_code
from compliance.editor.names import Definition, find_definitions, find_name_group
from compliance.editor.positions import Position, Range
from compliance.engine.findings import Finding
from compliance.engine.grouping import order
from compliance.source.routes import Route, show_route

_MOST: Final = 8
_STATUS_WORDS: Final = {
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


def build_hover(
    texts: Mapping[str, str], name: str, position: Position, findings: Iterable[Finding] = (), day: date | None = None
) -> Hover | None:
    """What is known at a place of a text. `findings` are those of a run of a day, those that passed included."""
    text = outline_text(texts[name])
    word = find_cursor(text, position)
    if word is None or not word.word:
        return None
    route = (*word.route, word.word.strip("'\"")) if word.role == "key" else word.route
    told = [_describe_meaning(text, route, word), *_describe_name(texts, name, text, route, word)]
    held = _findings_at(name, route, text, word, findings)
    if held:
        told.append("---")
        told += [_describe_finding(one) for one in held[:_MOST]]
        if len(held) > _MOST:
            told.append(f"And {len(held) - _MOST} more answers.")
        if day is not None:
            told.append(f"The law as read for {day}.")
    markdown = "\n\n".join(one for one in told if one)
    return Hover(range=text.sheet.range(word.start, word.end), markdown=markdown) if markdown else None


def _describe_meaning(text: OutlinedText, route: Route, word: Cursor) -> str:
    """What the key means to which the word belongs."""
    steps = route
    while steps and isinstance(steps[-1], int):
        steps = steps[:-1]
    key = format_keys.key_at(text.kind, steps)
    where = f"**{escape_words(show_route(route))}**"
    if key is not None:
        return f"{where}\n\n{describe_key(key)}"
    kinds = format_keys.kinds_at(text.kind, route)
    about = [
        f"*{kind}*: {told.sentence} Example: {format_code(told.example)}"
        for kind in kinds
        if (told := meanings.find_kind_meaning(kind))
    ]
    return f"{where}\n\n" + "\n\n".join(about) if about else where if word.role == "value" or about else ""


def _describe_name(texts: Mapping[str, str], name: str, text: OutlinedText, route: Route, word: Cursor) -> list[str]:
    what = find_name_group(text.kind, route, as_key=word.role == "key")
    spoken = word.word.strip("'\"")
    found = [one for one in find_definitions(texts, name, what) if one.name == spoken] if what else []
    return [_describe_definition(one, name) for one in found[:1]]


def _describe_definition(one: Definition, name: str) -> str:
    where = "" if one.file == name else f" ({escape_words(one.file)})"
    return f"{format_code(one.name)}: {escape_words(one.detail)}{where}" if one.detail else ""


def _findings_at(
    name: str, route: Route, text: OutlinedText, word: Cursor, findings: Iterable[Finding]
) -> list[Finding]:
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


def _describe_finding(finding: Finding) -> str:
    law = f" ({escape_words(finding.citation)})" if finding.citation else ""
    said = f"**{_STATUS_WORDS[finding.status]}**: {escape_words(finding.title)}{law}"
    parts: Sequence[str] = [finding.message] if finding.status == "pass" else [finding.words, finding.remedy]
    told = [said, *(escape_words(part) for part in parts if part)]
    if finding.decision:
        told.append(escape_words(finding.decision))
    told.append(format_code(finding.requirement))
    return "  \n".join(told)
