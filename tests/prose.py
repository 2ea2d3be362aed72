"""What makes a sentence hard to read, as rules: for the test that keeps every sentence that users meet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

MOST_WORDS: Final = 25
# What the project said once, and says plainly now.
_PHRASES: Final = (
    r"good order",
    r"left to people",
    r"left open|leaves? open",
    r"a reading of ours|reading known here",
    r"the answer depends on",
    r"depends on .{0,60} which the document leaves",
    r"the text in hand",
    r"nothing that this looks at",
    r"part of the text on this is lost",
    r"(?:whether|which) .{0,60} is not settled",
    r"for a person to say",
    r"Asked is",
    r"Read so:",
    r"favou?rs the bettor",
    r"have held no limit",
    r"as many as pay",
    r"behaviour|colour|favour|licence|authorised|recognise|labelled|organis",
)
_PHRASE: Final = re.compile("|".join(f"(?:{one})" for one in _PHRASES), re.IGNORECASE)
_NO: Final = r"(?:not|no|never|nothing|nobody|none|neither|without|cannot)"
_DENIED_TWICE: Final = re.compile(rf"\b{_NO}\b(?! only\b)[^.;:,()“”]*\b{_NO}\b", re.IGNORECASE)
_ID: Final = re.compile(
    r"\b(?:integrity|washington|california)\.[a-z]|`|(?<![\w/-])[a-z]+(?:-[a-z]+)* / [a-z#*]"
    r"|\b(?:19|20)\d\d-\d\d-\d\d\b"
)
_NOUNS: Final = (
    "answer|band|breach|card|citation|deck|document|duty|fee|finding|game|hand|joker|law|line|option|page|passage|player|"
    "point|question|rate|requirement|rule|schedule|seat|table|time|wager"
)
_PLURAL: Final = re.compile(
    rf"(?<![\d.,$%#-])\b1 (?:(?:{_NOUNS})(?:s|es)|duties)\b|(?<![\d.,$%-])\b(?:[2-9]|[1-9]\d+) (?:{_NOUNS})\b(?![’'-])"
)
_END: Final = re.compile(r"(?<=[.?!])\s+(?=[A-Z“\"])|\n+")
_QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"]*\"")
_LIST: Final = re.compile(r": (?:[^.:;]*, ){2,}[^.:]*")
RULES: Final = ("long", "id", "denied twice", "phrase", "plural")


def split_sentences(text: str) -> Iterator[str]:
    """The sentences of a text."""
    for sentence in _END.split(text):
        if sentence.strip():
            yield " ".join(sentence.split())


def find_faults(sentence: str, keys: bool = False) -> Iterator[str]:
    """The rules that a sentence breaks; `keys` lets it name keys and days as files do. What it quotes or lists after a
    colon is the document's."""
    own = _LIST.sub(": X", _QUOTED.sub("X", sentence))
    if len(re.findall(r"[\w'’$%§-]+", own)) > MOST_WORDS:
        yield "long"
    if not keys and _ID.search(own):
        yield "id"
    if _DENIED_TWICE.search(own):
        yield "denied twice"
    if _PHRASE.search(own):
        yield "phrase"
    if _PLURAL.search(own):
        yield "plural"
