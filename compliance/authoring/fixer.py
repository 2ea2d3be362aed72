"""All rules, one after the other, on the bytes of one document.

After each rule the text is read again: its tree must be the one that the rule foresaw, or nothing is changed.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable
from typing import NamedTuple

from compliance.authoring import spellings
from compliance.authoring.edits import Edit
from compliance.authoring.pages import Page, UneditableText, list_in_order, make_plain, splice_text
from compliance.documents.kinds import KINDS
from compliance.source import Map

_ROUNDS = 8


class FixRule(NamedTuple):
    """One kind of edit: what it is about, and what it would do to a document."""

    title: str
    edits: Callable[[Map], Iterable[Edit]]


class FixResult(NamedTuple):
    """What became of a document: its bytes, and what was done to it."""

    data: bytes
    done: tuple[str, ...] = ()
    # Why nothing was changed, although something should have been.
    refused: str = ""


_RULES = (
    FixRule("keys in their present spelling", spellings.fix_keys),
    FixRule("values in their present spelling", spellings.fix_values),
)


def fix_document(data: bytes) -> FixResult:
    """A document in the present spelling."""
    try:
        return _run_rules(data)
    except UneditableText as reason:
        return FixResult(data, refused=str(reason))


def _run_rules(data: bytes) -> FixResult:
    mark = BOM_UTF8 if data.startswith(BOM_UTF8) else b""
    line_break, flat = _normalize_breaks(data[len(mark) :].decode())
    page = Page(flat)
    if page.tree.get("document") not in KINDS:
        return FixResult(data)
    done = []
    for rule in _RULES:
        after = _apply_repeatedly(page, rule)
        if after is not page:
            done.append(rule.title)
            page = after
    return FixResult(mark + page.text.replace("\n", line_break).encode() if done else data, tuple(done))


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
    # By the names and places of the text before: what is inside a group comes before the group.
    edits = sorted(rule.edits(page.tree), key=lambda one: -len(one.route))
    if not edits:
        return page
    after = Page(splice_text(page.text, *(one.splice(page) for one in edits)))
    foreseen = make_plain(page.tree)
    for one in edits:
        one.foresee(foreseen)
    if list_in_order(make_plain(after.tree)) != list_in_order(foreseen):
        raise UneditableText(f"{rule.title} would change more than it may")
    return after
