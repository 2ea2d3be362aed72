"""Sentences of a paper as people decide about them: the same sentence has the same fingerprint in every document."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final
from unicodedata import normalize

_FEWEST_WORDS: Final = 4
_DIGITS: Final = 12
_STRAIGHT: Final = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


def fingerprint_sentence(text: str) -> str:
    """Return the fingerprint of a sentence. Line breaks, capitals, curly quotes and the full stop make no difference;
    every other character does."""
    plain = " ".join(normalize("NFC", text).translate(_STRAIGHT).split()).casefold()
    return sha256(plain.rstrip(".").encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def has_sentence_length(text: str) -> bool:
    """Whether a text has words enough to be a sentence, and no value such as `before play` or `$5 per hand`."""
    return len(_WORD.findall(text)) >= _FEWEST_WORDS
