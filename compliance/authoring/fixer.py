"""All rules, one after the other, on the bytes of one document.

After each rule the text is read again: its tree must be the one that the rule foresaw, or nothing is changed.
"""

from __future__ import annotations

import copy
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from compliance.authoring import (
    amount_spellings,
    paper_blocks,
    round_steps,
    spellings,
    statement_notes,
    undefined_hands,
)
from compliance.authoring.edits import Edit, InPlaceEdit
from compliance.authoring.pages import Page, UneditableText, splice_text
from compliance.documents.kinds import KINDS
from compliance.documents.values import UNCLEAR
from compliance.source import Map, Seq

_ROUNDS = 8


class FixRule(NamedTuple):
    """One kind of edit: what it is about, and what it would do to a document."""

    title: str
    edits: Callable[[Map], Iterable[Edit]]


class FixResult(NamedTuple):
    """What became of a document: its bytes, what was done to it, and what is left to a person."""

    data: bytes
    done: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    # Why nothing was changed, although something should have been.
    refused: str = ""


_SAFE = (
    FixRule("keys in their present spelling", spellings.fix_keys),
    FixRule("values in their present spelling", spellings.fix_values),
    FixRule("blocks about the paper below `reading`", paper_blocks.move_blocks),
    FixRule("references within the text below `reading / points-to`", paper_blocks.move_pointers),
    FixRule("repetitions as notes", paper_blocks.move_repetitions),
    FixRule("steps of the round by their words", round_steps.fix_step_names),
    FixRule("amounts in their present spelling", amount_spellings.fix_amounts),
    FixRule("hands that are not defined in these words alone", undefined_hands.fix_undefined),
    FixRule("`reading` at the end", paper_blocks.move_reading_last),
)


def fix_document(data: bytes, read: frozenset[str] = frozenset(), unsafe: bool = False) -> FixResult:
    """A document in the present spelling. `read` are the statements that requirements read. With `unsafe`, also what
    may change its meaning: statements that nothing reads, and hands that the text names and does not define."""
    rules = list(_SAFE)
    if unsafe:
        more = [FixRule("statements that nothing reads as notes", partial(statement_notes.move_unread, read=read))]
        more += [FixRule("hands that are unclear as not defined", undefined_hands.fix_unclear)]
        rules[-1:-1] = more
    try:
        return _run_rules(data, rules)
    except UneditableText as reason:
        return FixResult(data, refused=str(reason))


def _run_rules(data: bytes, rules: Iterable[FixRule]) -> FixResult:
    mark = BOM_UTF8 if data.startswith(BOM_UTF8) else b""
    text = data[len(mark) :].decode()
    line_break, flat = _normalize_breaks(text)
    page = Page(flat)
    if page.tree.get("document") not in KINDS:
        return FixResult(data)
    done = []
    for rule in rules:
        after = _apply_repeatedly(page, rule)
        if after is not page:
            done.append(rule.title)
            page = after
    fixed = page.text if flat.endswith("\n") else page.text.removesuffix("\n")
    needs = tuple(_list_needs(page.tree))
    return FixResult(mark + fixed.replace("\n", line_break).encode() if done else data, tuple(done), needs)


def _normalize_breaks(text: str) -> tuple[str, str]:
    """The line break of a text, and the text with line feeds only."""
    found = [one for one in ("\r\n", "\r", "\n") if one in text.replace("\r\n", "\0\0" if one != "\r\n" else "\r\n")]
    if len(found) > 1:
        raise UneditableText("it has several kinds of line breaks; save it with one of them")
    line_break = found[0] if found else "\n"
    return line_break, text.replace(line_break, "\n")


def _apply_repeatedly(page: Page, rule: FixRule) -> Page:
    """A key that is spelt anew may make its block known, and with it the keys inside."""
    for _ in range(_ROUNDS):
        after = _apply(page, rule)
        if after is page:
            break
        page = after
    return page


def _apply(page: Page, rule: FixRule) -> Page:
    """What one rule does to a page, proved."""
    edits = list(rule.edits(page.tree))
    if not edits:
        return page
    foreseen = _to_plain(page.tree)
    after = page
    for _, alike in groupby(edits, lambda edit: isinstance(edit, InPlaceEdit)):
        together = list(alike)
        # Made at once, on the names and places of the text before: what is inside a group comes before the group.
        in_place = sorted((one for one in together if isinstance(one, InPlaceEdit)), key=lambda one: -len(one.route))
        if in_place:
            after = Page(splice_text(after.text, *(one.splice(after) for one in in_place)))
        for one in in_place or together:
            one.foresee(foreseen)
            after = after if isinstance(one, InPlaceEdit) else Page(one.edit(after))
    if _to_ordered(_to_plain(after.tree)) != _to_ordered(foreseen):
        raise UneditableText(f"{rule.title} would change more than it may")
    return after


def _to_plain(tree: Any) -> Any:
    if isinstance(tree, Map):
        return {key: _to_plain(value) for key, value in tree.items()}
    return [_to_plain(value) for value in tree] if isinstance(tree, Seq) else copy.copy(tree)


def _to_ordered(tree: Any) -> Any:
    """A tree in which the order of entries counts, as it does in documents, but for the parts of `reading`."""
    if isinstance(tree, dict):
        return [(key, _to_unordered(value) if key == "reading" else _to_ordered(value)) for key, value in tree.items()]
    return [_to_ordered(value) for value in tree] if isinstance(tree, list) else tree


def _to_unordered(reading: Any) -> Any:
    return (
        sorted((key, repr(_to_ordered(value))) for key, value in reading.items())
        if isinstance(reading, dict)
        else reading
    )


def _list_needs(tree: Map) -> Iterable[str]:
    """What only a person can settle."""
    deck = tree.get("deck")
    if isinstance(deck, Map):
        jokers, decks = deck.get("jokers"), deck.get("decks")
        several = decks not in (None, "1", UNCLEAR)
        if isinstance(jokers, str) and jokers.isdigit() and int(jokers) and several:
            yield f"deck / jokers: {jokers} with {decks} decks: are they per deck or in all?"
