"""What can be done about a finding with one click: rows that it offers, safe fixes, and what may have been meant.

An action is `safe` when it changes the spelling and not the meaning, or adds what its finding offers and leaves empty
what only a person can say. What is not safe says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, TypedDict

from compliance.authoring.fixer import FixResult, fix_document
from compliance.authoring.pages import UneditableText
from compliance.editor.cursor import outline_text
from compliance.editor.entry_edits import add_entry, append_lines, build_edits, insert_before, load_page
from compliance.editor.outline import walk_outline
from compliance.editor.positions import Edit, Sheet
from compliance.engine.findings import Finding, Place
from compliance.source import Map, Seq, Source, read_source
from compliance.source.routes import Route, value_at

_SUGGESTED: Final = re.compile(r"(?:Did you mean|[Ww]as|Write) `([^`]{1,200})`")
_GUESS: Final = "This is a guess from what is written: look whether it is what you mean."
_UNLESS: Final = "unless: "
_KEY: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class CodeAction(TypedDict):
    """Something that may be done: what it is called, whether it is safe, why not if not, and the edits of the text."""

    title: str
    safe: bool
    why: str
    edits: list[Edit]


def find_actions(text: str, finding: Finding) -> list[CodeAction]:
    """What can be done in a text about one of its findings."""
    found: list[CodeAction] = []
    for make in (_offer_rows, _offer_spelling, _offer_suggestion):
        try:
            made = make(text, finding)
        except UneditableText:
            continue
        found += [one for one in made if one["edits"] not in [other["edits"] for other in found]]
    return found


def build_fix_all(text: str) -> CodeAction | None:
    """Everything that is safe, as one action: the document in its present spelling."""
    fixed = _apply_fixes(text)
    if fixed is None:
        return None
    after = fixed.data.decode("utf-8")
    return CodeAction(
        title=f"Put the document into its present spelling: {'; '.join(fixed.done)}",
        safe=True,
        why="",
        edits=list(compute_edits(text, after)),
    )


@lru_cache(maxsize=8)
def _apply_fixes(text: str) -> FixResult | None:
    data = text.encode("utf-8", "replace")
    if read_source(data).problems:
        return None
    fixed = fix_document(data)
    return fixed if fixed.done and not fixed.refused and fixed.data != data else None


def compute_edits(before: str, after: str) -> Iterator[Edit]:
    """The edits that make one text of another: of the lines that differ, what differs in them."""
    sheet, new = Sheet(before), Sheet(after)
    old, made = _split_lines(sheet.flat), _split_lines(new.flat)
    at = list(accumulate(map(len, old), initial=0))
    for tag, first, last, start, end in SequenceMatcher(None, old, made, autojunk=False).get_opcodes():
        if tag != "equal":
            was, now = "".join(old[first:last]), "".join(made[start:end])
            same = _common_length(was, now)
            tail = _common_length(was[same:][::-1], now[same:][::-1])
            yield sheet.edit(at[first] + same, at[last] - tail, now[same : len(now) - tail])


def _split_lines(text: str) -> list[str]:
    """Lines with their line breaks. The last has none, and is left out where it is empty."""
    *lines, last = text.split("\n")
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _common_length(one: str, other: str) -> int:
    """How many characters two texts have in common at their start."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


# --- rows that a finding offers ---


def _offer_rows(text: str, finding: Finding) -> list[CodeAction]:
    """The rows of a decision table or of bands that would mend it, where they belong. What they decide is left empty,
    so that the document cannot be used until somebody has said it."""
    if not finding.paste or not finding.places:
        return []
    source = load_page(Sheet(text).flat).source
    route = _find_route(text, source, finding.places[0])
    first = finding.paste[0]
    if first.startswith(_UNLESS):
        value = _parse_exceptions(finding.paste)
        made = build_edits(text, add_entry, route, "unless", value, _last_key(source, route))
        return [CodeAction(title="Let this rule give way there", safe=False, why=_WHICH, edits=made)]
    count = len(finding.paste)
    if first.startswith("- "):
        made = build_edits(text, append_lines, (*route, "rules"), finding.paste)
        rows = "the missing row" if count == 1 else f"the {count} missing rows"
        return [CodeAction(title=f"Add {rows}; say what happens there", safe=True, why="", edits=made)]
    made = build_edits(text, insert_before, route, first)
    return [
        CodeAction(title=f"Add the missing band {first.partition(':')[0]}; say its fee", safe=True, why="", edits=made)
    ]


_WHICH: Final = "Which of the two rules gives way is yours to say."


def _parse_exceptions(lines: tuple[str, ...]) -> Any:
    found = [_parse_value(line.removeprefix(_UNLESS)) for line in lines]
    return found[0] if len(found) == 1 else found


def _parse_value(text: str) -> Any:
    tree = read_source(f"value: {text}\n".encode()).tree
    return tree["value"] if isinstance(tree, Map) else None


def _last_key(source: Source, route: Route) -> str | None:
    group = value_at(source, route)
    names = [name for name in group if name != "source"] if isinstance(group, Map) else []
    return names[-1] if names else None


def _find_route(text: str, source: Source, place: Place) -> Route:
    """Where a place is written. What an option takes over from a rate is found there by its line."""
    try:
        return _resolve_route(source, place.route)
    except UneditableText:
        known = outline_text(text)
        at = known.sheet.offset(known.sheet.range_of(place.span)["start"])
        for found in walk_outline(known.root):
            if found.entry is not None and found.entry.start == at and isinstance(found.entry.key, str):
                return found.route
        raise


def _resolve_route(source: Source, shown: str) -> Route:
    """A route as it is shown, in the document: what is a number to a list may be a key to a group."""
    route: list[str | int] = []
    node = source.tree
    for step in shown.split(" / ") if shown else ():
        if isinstance(node, Seq) and step.isdigit() and 0 < int(step) <= len(node):
            route.append(int(step) - 1)
        elif isinstance(node, Map) and step in node:
            route.append(step)
        else:
            raise UneditableText(f"there is no {shown}")
        node = value_at(source, tuple(route))
    return tuple(route)


# --- what cannot be read as it stands ---


def _offer_spelling(text: str, finding: Finding) -> list[CodeAction]:
    """The safe fix of the document, where it mends this very place."""
    if not finding.requirement.startswith("document.") or not finding.places:
        return []
    whole = build_fix_all(text)
    line = finding.places[0].span.line - 1
    if whole is None or not any(
        one["range"]["start"]["line"] <= line <= one["range"]["end"]["line"] for one in whole["edits"]
    ):
        return []
    return [whole]


def _offer_suggestion(text: str, finding: Finding) -> list[CodeAction]:
    """The key or the word that the message takes to be meant, in its place."""
    found = _SUGGESTED.search(f"{finding.message} {finding.remedy}")
    if found is None or not finding.places or finding.requirement not in _SUGGESTING:
        return []
    sheet = Sheet(text)
    span = finding.places[0].span
    if span.line != span.end_line:
        return []
    written = sheet.lines[span.line - 1][span.column - 1 : span.end_column - 1]
    key, colon, value = found[1].partition(": ")
    meant = value if colon and _key_before(sheet, span.line, span.column) == key else found[1] if not colon else ""
    if not meant or meant == written or (not colon and not _KEY.fullmatch(meant) and ":" in meant):
        return []
    edit = Edit(range=sheet.range_of(span), text=meant)
    return [CodeAction(title=f"Write `{meant}` for `{written[:60]}`", safe=False, why=_GUESS, edits=[edit])]


_SUGGESTING: Final = ("document.unknown-key", "document.bad-value", "document.not-a-document")


def _key_before(sheet: Sheet, line: int, column: int) -> str:
    """The key behind whose colon a place is."""
    before = sheet.lines[line - 1][: column - 1].rstrip()
    found = re.search(r"([\w-]+)\s*:$", before)
    return found[1] if found else ""
