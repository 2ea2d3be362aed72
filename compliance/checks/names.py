"""Names as checks compare them: without case, spaces and signs; and the families that a game says it is of."""

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Final

from compliance.documents.values import parse_whole_number

_NO_PART_OF_A_NAME: Final = frozenset({"the", "inc", "llc", "ltd", "corp", "co", "company", "incorporated"})
# Names are compared letter by letter, which takes long: so many names, of so many letters, with so many others.
_MOST_ASKED: Final = 20
_MOST_LETTERS: Final = 80
_MOST_COMPARED: Final = 200
_MOST_NAMED: Final = 12
_WORDS: Final = re.compile(r"[^\W_]+")
# Letters of a name, and of a word in it, of which one may be a slip.
_SHORTEST_NAME, _LONGEST_NAME, _SHORTEST_WORD = 5, 80, 3


def shorten_names(names: Collection[str]) -> str:
    """Names as far as a message has room for them, in their order."""
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return (", ".join(islice(names, _MOST_NAMED)) or "none") + more


class Nearest:
    """The name that may have been meant, among those that are known. Only the first few that ask are answered."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = list(islice((name for name in known if len(name) <= _MOST_LETTERS), _MOST_COMPARED))
        self._asked = 0

    def to(self, name: str) -> str | None:
        self._asked += 1
        if self._asked > _MOST_ASKED or len(name) > _MOST_LETTERS:
            return None
        return next(iter(get_close_matches(name, self._known, 1, 0.8)), None)


def letters(name: str) -> str:
    """A name without case, spaces and signs, for telling whether two names are the same."""
    return "".join(filter(str.isalnum, name.lower()))


def house(name: str) -> str:
    """The name of an establishment without its article and without what kind of company it is."""
    return "".join(word for word in map(letters, name.split()) if word not in _NO_PART_OF_A_NAME)


def slips_of(name: str) -> list[str]:
    """A name, and what is left of it without one of its letters; nothing of one that is too short or too long."""
    if not _SHORTEST_NAME <= len(name) <= _LONGEST_NAME:
        return []
    return list(dict.fromkeys([name, *(name[:place] + name[place + 1 :] for place in range(len(name)))]))


def is_slip(one: str, other: str) -> bool:
    """Whether two names are one letter apart: one too many, too few, another, or two in each other's place. Numbers and
    short words tell houses apart and are no slips: `Club 1` and `Club 2`, `Casino II` and `Casino III`."""
    here = [word for word in map(letters, one.split()) if word not in _NO_PART_OF_A_NAME]
    there = [word for word in map(letters, other.split()) if word not in _NO_PART_OF_A_NAME]
    if len(here) != len(there):
        return _differs_by_letter("".join(here), "".join(there))
    apart = [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]]
    return len(apart) == 1 and min(map(len, apart[0])) >= _SHORTEST_WORD and _differs_by_letter(*apart[0])


def _differs_by_letter(one: str, other: str) -> bool:
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    here, there = one[start:], other[start:]
    if here == there or any(letter.isdigit() for letter in here[:1] + there[:1]):
        return False
    swapped = here[1::-1] + here[2:] if len(here) > 1 else ""
    return here[1:] == there or here == there[1:] or here[1:] == there[1:] or swapped == there


def has_word(name: str, word: str) -> bool:
    """Whether a name has a word in it: whole, in parts (`Black Jack`), or as a number with an ending (`21st`)."""
    said = plain_words(name).split()
    ordinal = re.compile(rf"{re.escape(word)}[^\W\d_]+") if parse_whole_number(word) is not None else None
    joined = any(_starts_with_run(said, start, word) for start in range(len(said)))
    return joined or (ordinal is not None and any(ordinal.fullmatch(part) for part in said))


def _starts_with_run(said: list[str], start: int, word: str) -> bool:
    """Whether the words from a place on, joined, make a word."""
    rest = word
    for part in said[start : start + len(word)]:
        if not rest.startswith(part):
            return False
        rest = rest[len(part) :]
        if not rest:
            return True
    return False


def plain_words(name: str) -> str:
    return " ".join(_WORDS.findall(name.lower()))


def has_part(family: str, parts: Iterable[str]) -> bool:
    """Whether a name with hyphens has one of the parts in it, whole: `cedar-draw` has `draw`."""
    return any(f"-{part}-" in f"-{family}-" for part in parts)
