"""What the facts of a document are called in a sentence: a route is no word of English.

The words are those by which every key is explained (`compliance/documents/meanings.tsv`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final

from compliance.checks.showing import show
from compliance.documents.meanings import rows
from compliance.patterns import late
from compliance.routes import Route, read_route

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
_IS_A_WAGER: Final = late(r"\b(?:wagers?|bets?)$")
_IT: Final = late(r"\b(?:its|it|they|them)\b")
# What is said of a thing by its name alone, in blocks whose keys are names.
_NAMED: Final = {
    "glossary": "what {} means",
    "hands": "what makes a {}",
    "statements": "what is said of {}",
}


def called(what: Route | str) -> str:
    """What a fact is, as the object of a sentence: `how many players may sit at the table`."""
    return _called(read_route(what) if isinstance(what, str) else tuple(what))


def stating(what: Route | str, value: Any) -> str:
    """What a fact says: `How many players may sit at the table: 12`."""
    words = called(what)
    return f"{words[:1].upper()}{words[1:]}: {show(value)}"


@lru_cache(maxsize=1024)
def _called(route: Route) -> str:
    keys = [place for place, step in enumerate(route) if not isinstance(step, int)]
    if not keys:
        return "the document"
    # An item of a list is called as the list is.
    parents, key = route[: keys[-1]], str(route[keys[-1]])
    if parents and parents[0] in _NAMED:
        return _NAMED[str(parents[0])].format(_words(str(parents[1]) if len(parents) > 1 else key))
    known = rows()
    for block in _blocks(parents):
        if (meaning := known.get((block, key))) is not None:
            return _clause(meaning.sentence, parents) + _which(parents)
    return f"{_called(parents)} for {_words(key)}" if parents else _words(key)


def _words(name: str) -> str:
    return name.replace("-", " ") if name.replace("-", "").isalpha() else name


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


def _which(parents: Route) -> str:
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


def the_wager(name: str, printed: str | None = None) -> str:
    """A wager as the subject of a sentence: `The nines wager`, `The Bonus Bet`."""
    shown = printed or name
    return f"The {shown}" if _IS_A_WAGER.search(shown.lower()) else f"The {shown} wager"


def inside(words: str) -> str:
    """The same inside a sentence."""
    return f"{words[:1].lower()}{words[1:]}"


def on(about: str) -> str:
    """What a text is about, at the start of a sentence: `On whether fees are posted`."""
    return f"On {re.sub(r'^that ', 'whether ', about)}"
