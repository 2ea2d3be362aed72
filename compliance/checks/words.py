"""Texts in plain words: small letters, number words as digits. A name is found in them whole; nothing else is read."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from compliance.documents.values import LARGER_NUMBER_WORDS, NUMBER_WORDS

_NUMBER_WORDS: Final = {
    word: str(number) for word, number in {"zero": 0, **NUMBER_WORDS, **LARGER_NUMBER_WORDS}.items()
}
_NUMBER_WORD: Final = re.compile(rf"\b({'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})\b")
_NO_WORD: Final = re.compile(r"[^a-z0-9$%/.,']+")
_NO_POINT: Final = re.compile(r"[.,](?![0-9])|(?<![0-9])[.,]|(?<![a-z0-9])'|'(?![a-z0-9'])")
# A whole number of a plain text, which is no amount, no share and no part of a longer number.
A_NUMBER: Final = re.compile(r"(?<![$0-9.,])\b[0-9]{1,4}\b(?![%.,]?[0-9])")


def spell_digits(text: str) -> str:
    """A text in small letters, with number words as digits."""
    return _NUMBER_WORD.sub(lambda found: _NUMBER_WORDS[found[1]], text.lower())


def normalize_words(text: str) -> str:
    """A text in small letters and single spaces, with number words as digits."""
    text = _NO_POINT.sub(" ", _NO_WORD.sub(" ", text.lower().replace("\u2019", "'")))
    return _NUMBER_WORD.sub(lambda found: _NUMBER_WORDS[found[1]], " ".join(text.split()))


def mentions(text: str, names: Iterable[str]) -> bool:
    """Whether one of some names stands in a text, whole."""
    words = f" {normalize_words(text)} " if text else ""
    return any(f" {_normalize_name(name)} " in words for name in names)


_normalize_name = lru_cache(maxsize=2048)(normalize_words)
