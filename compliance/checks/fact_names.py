"""What the facts of a document are called in a sentence: a route is no word of English.

The words are those by which every key is explained (`compliance/documents/meanings.tsv`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final

from compliance.checks.formatting import show
from compliance.documents.meanings import load_meanings
from compliance.source.routes import Route, parse_route

_DOCUMENTS: Final = ("game document", "schedule document", "terms document", "any document")
# What `it` stands for where the keys of a block are explained.
_NOUNS: Final = {
    "aggregate": "the payout limit",
    "bank": "the bank",
    "carryover": "the pot",
    "envy": "envy",
    "house-jackpot": "the house jackpot",
    "house-rules": "the house rules",
    "options": "the fee",
    "player-jackpot": "the jackpot",
    "progressive": "the progressive",
    "round": "the step",
    "tournament": "the tournament",
}
# One of a list, and the first of them.
_ONE_OF: Final = {"options": "option", "games": "game", "claims": "figure", "activities": "activity"}
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_IS_A_WAGER: Final = re.compile(r"\b(?:wagers?|bets?)$")
_IT: Final = re.compile(r"\b(?:its|it|they|them)\b")
# `reading / said-again / 1`, before the route of the fact.
_SAID_AGAIN: Final = ("reading", "said-again", 0)
# What is said of a thing by its name alone, in blocks whose keys are names.
_NAMED: Final = {
    "glossary": "what {} means",
    "hands": "what makes a {}",
    "statements": "what is said of {}",
}


def label_fact(what: Route | str) -> str:
    """What a fact is, as the object of a sentence: `how many players may sit at the table`."""
    return _label_fact(parse_route(what) if isinstance(what, str) else tuple(what))


def stating(what: Route | str, value: Any) -> str:
    """What a fact says: `How many players may sit at the table: 12`."""
    words = label_fact(what)
    return f"{words[:1].upper()}{words[1:]}: {show(value)}"


@lru_cache(maxsize=1024)
def _label_fact(route: Route) -> str:
    keys = [place for place, step in enumerate(route) if not isinstance(step, int)]
    if not keys:
        return "the document"
    if route[:2] == ("reading", "said-again") and len(route) > len(_SAID_AGAIN):
        return f"{_label_fact(parse_route(str(route[3])) + route[4:])}, stated again"
    # An item of a list is called as the list is.
    parents, key = route[: keys[-1]], str(route[keys[-1]])
    if parents and parents[0] in _NAMED:
        return _NAMED[str(parents[0])].format(_words(str(parents[1]) if len(parents) > 1 else key))
    known = load_meanings()
    for block in _blocks(parents):
        if (meaning := known.get((block, key))) is not None:
            return (meaning.name or _clause(meaning.sentence, parents)) + _describe_parent(parents)
    return f"{_label_fact(parents)} for {_words(key)}" if parents else _words(key)


def _words(name: str) -> str:
    return name.replace("-", " ") if name[:1].isalpha() else name


def _blocks(parents: Route) -> Iterator[str]:
    """The names under which the keys of a block may be explained."""
    if not parents:
        yield from _DOCUMENTS
    first = ((str(parents[0]),),) if parents else ()
    ways = (("*",) if isinstance(step, int) else (str(step), "*") for step in parents[1:])
    yield from (" / ".join(way) for way in product(*first, *ways))


def _clause(sentence: str, parents: Route) -> str:
    """A sentence of meaning as a part of another: up to what it explains further, and with a noun for `it`."""
    first = re.split(r"[.:;] |, (?:as|by which|of which|in words|told|when|if|for each)\b", sentence.rstrip("."))[0]
    first = first[:1].lower() + first[1:] if first[1:2].islower() or first[:2] == "A " else first
    noun = _noun(parents)
    return _IT.sub(lambda found: f"{noun}'s" if found[0] == "its" else noun, first) if noun else first


def _noun(parents: Route) -> str:
    if not parents:
        return ""
    if parents[0] == "wagers" and len(parents) > 1:
        return f"the {parents[1]} wager" if parents[1] != "*" else "a wager"
    return _NOUNS.get(str(parents[0]), "")


def _describe_parent(parents: Route) -> str:
    """Which of several: of a list the one with this number."""
    if len(parents) < 2 or not isinstance(parents[1], int):
        return ""
    if parents[0] == "round":
        return f" (step {parents[1] + 1})"
    one = _ONE_OF.get(str(parents[0]), f"entry of {parents[0]}")
    return f" ({ordinal(parents[1] + 1)} {one})"


def ordinal(number: int) -> str:
    """`first`, `second`, `11th`: options may bear other numbers than their place in the list."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def name_wager(name: str, printed: str | None = None) -> str:
    """A wager as the subject of a sentence: `The nines wager`, `The Bonus Bet`."""
    shown = printed or name
    return f"The {shown}" if _IS_A_WAGER.search(shown.lower()) else f"The {shown} wager"
