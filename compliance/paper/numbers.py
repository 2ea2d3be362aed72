"""Numbers as papers print them: in digits, in words, in both, with fractions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

_UNITS: Final = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_MORE: Final = "seventeen eighteen nineteen"
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_OTHERS: Final = {"single": 1, "once": 1, "pair": 2, "both": 2, "twice": 2, "double": 2, "triple": 3, "thrice": 3}
_SCALES: Final = {"hundred": 100, "thousand": 1000}

WORDS: Final[dict[str, int]] = {
    **{word: number for number, word in enumerate(f"{_UNITS} {_MORE}".split())},
    **{word: 20 + 10 * number for number, word in enumerate(_TENS.split())},
    **{word: number for number, word in enumerate(_ORDINALS.split(), 1)},
    **_OTHERS,
}
_PARTS: Final = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_ENDINGS: Final = (
    ("1/2", Fraction(1, 2)),
    ("1/4", Fraction(1, 4)),
    ("3/4", Fraction(3, 4)),
    ("and a half", Fraction(1, 2)),
    ("and one half", Fraction(1, 2)),
    ("half", Fraction(1, 2)),
)

WORD: Final = "|".join(sorted(WORDS, key=len, reverse=True))
DIGITS: Final = r"(?:(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(?:\.[0-9]{1,12})?|\.[0-9]{1,12})"
_FRACTION: Final = rf"(?:\s?[{''.join(_PARTS)}]|\s(?:1/2|1/4|3/4)\b|\s?and\s(?:a|one)\shalf\b)"
_IN_WORDS: Final = rf"\b(?:{WORD})(?:[- ](?:{WORD}))?(?:\s(?:hundred|thousand))?\b"
# A number in digits, with a fraction or without; half alone; in words, with the digits after it or without.
NUMBER: Final = (
    rf"(?>1/2\b|½|\bhalf\b|{DIGITS}{_FRACTION}?"
    rf"|{_IN_WORDS}(?:\s?\(\s?{DIGITS}\s?\))?(?:\sand\s(?:a|one)\shalf\b)?)"
)
_BOTH: Final = re.compile(rf"({_IN_WORDS})\s?\(\s?({DIGITS})\s?\)")
_LEADING: Final = re.compile(DIGITS)


def read_number(text: str) -> Fraction | None:
    """The value of a text that `NUMBER` matches. None where its words and digits are two numbers, as in `two (3)`, or
    where its words are no number."""
    lower, part = _take_fraction(" ".join(text.lower().split()))
    if not lower:
        return part or None
    if (both := _BOTH.match(lower)) is not None:
        digits = _read_digits(both[2])
        return digits + part if _read_words(both[1]) in (digits, None) else None
    if _LEADING.match(lower):
        return _read_digits(lower) + part
    whole = _read_words(lower)
    return whole + part if whole is not None else None


def _take_fraction(text: str) -> tuple[str, Fraction]:
    for sign, value in _PARTS.items():
        if text.endswith(sign):
            return text.removesuffix(sign).strip(), value
    for ending, value in _ENDINGS:
        if text.endswith(ending):
            return text.removesuffix(ending).strip(), value
    return text, Fraction(0)


def _read_digits(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


def _read_words(text: str) -> Fraction | None:
    total = 0
    for place, word in enumerate(text.replace("-", " ").split()):
        if word in _SCALES:
            total *= _SCALES[word]
        elif place and not (20 <= total <= 90 and 0 < WORDS[word] < 10):
            return None
        else:
            total += WORDS[word]
    return Fraction(total)


def is_in_words(text: str) -> bool:
    return not any(letter.isdigit() for letter in text)
