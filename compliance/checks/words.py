"""Words read for what they say: whether they affirm what they are filed under, deny it, or leave it open.

Nothing is affirmed because a keyword occurs: a phrase that affirms must stand without a condition and without a
negation other than its own. What is neither affirmed nor denied is unclear, and for a person. The phrases are the
catalogue's; this module knows only how English says no, perhaps, and how many.

A phrase is words; `(every|each)` gives a choice of words, `(very)?` words that may be left out, `N` a number, and
`...` up to six words of any kind.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal

from compliance.patterns import late

Reading = Literal["affirms", "denies", "unclear"]

# From nought to twelve, and the tens.
_NUMBER_NAMES: Final = (
    *enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")),
    *enumerate(("eleven", "twelve"), 11),
    *zip(
        range(20, 100, 10), ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), strict=True
    ),
)
_NUMBER_WORDS: Final = {word: str(number) for number, word in _NUMBER_NAMES}
_NUMBER_WORD: Final = late(rf"\b({'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})\b")
_AT_MOST: Final = late(
    r"\b(?:not? more than|not (?:to )?exceed(?:ing)?|up to|(?:a )?maximum of|no longer than) (?=\$?[0-9])"
)
# `Nobody holds it for more than 2 hands` says at most 2, however many words stand in between.
_NONE_MORE: Final = late(r"\b(?:nobody|no 1|no|not|never|none)\b((?: (?!at most)\S+){0,8}?) more than (?=\$?[0-9])")
_NEGATION: Final = late(
    r"\b(?:no|not|none|never|nowhere|nothing|nobody|neither|nor|without|cannot|rather than|instead of|free to|"
    r"any number|unlimited|no limit)\b"
)
_CONDITION: Final = late(
    r"\b(?:unless|except|if|where|when|may|might|at the (?:option|discretion) of|on request|upon request|subject to|"
    r"only (?:at|in|by|on)|provided|sometimes|usually)\b"
)
# What takes back a part of what is affirmed: the game stops, or somebody is found; no interest beyond a share.
_TAKEN_BACK: Final = late(
    r"\b(?:or|but|beyond|other than|apart from|save|usual|normal|normally|general|generally|typical|typically|"
    r"customary|customarily|often|mostly|as a rule|in principle)\b"
)
# What takes something out of what is said.
_EXCEPTION: Final = late(r"\b(?:unless|except|excepting|other than|apart from|as long as|save (?:for|when|that))\b")
# What stands right before a phrase and turns its sense round, or only supposes it.
_NEGATED: Final = late(r"\b(?:no|not|never|nobody|neither|nor|without|cannot)(?: \S+){0,2} $")
_TURNED: Final = late(_NEGATED.pattern + r"|\b(?:unless|except|if)\b(?: \S+){0,6} $")
_MOST_GAPS: Final = 3
_SHORT: Final = 500  # characters of a text that is kept
_SHORT_NOT: Final = late(r"n't\b")
_NO_WORD: Final = late(r"[^a-z0-9$%/.,']+")
_NO_POINT: Final = late(r"[.,](?![0-9])|(?<![0-9])[.,]")
_ITEM: Final = late(r"\(([^()]*)\)(\??)|(\.\.\.)|([^\s()]+)")


def plain(text: str) -> str:
    """A text in small letters and single spaces, with number words as digits and every `no more than` as `at most`."""
    return _plain_once(text) if len(text) <= _SHORT else _plain(text)


def _plain(text: str) -> str:
    text = text.lower().replace("’", "'").replace("can't", "cannot").replace("won't", "will not")
    text = _SHORT_NOT.sub(" not", text)
    text = _NO_WORD.sub(" ", text)
    text = _NO_POINT.sub(" ", text)
    text = _NUMBER_WORD.sub(lambda found: _NUMBER_WORDS[found[1]], " ".join(text.split()))
    text = _AT_MOST.sub("at most ", text)
    return _NONE_MORE.sub(r"\1 at most ", text).strip()


# Several requirements read the same texts, and the phrases of the catalogue are read again for each of them.
_plain_once = lru_cache(maxsize=2048)(_plain)


def reading_of(text: str, affirm: Sequence[str], deny: Sequence[str]) -> Reading:
    """What a text says of something, by phrases that affirm it and phrases that deny it."""
    read = _read_once if len(text) <= _SHORT else _read
    return read(text, tuple(affirm), tuple(deny))


def _read(text: str, affirm: tuple[str, ...], deny: tuple[str, ...]) -> Reading:
    words = plain(text) + " "
    affirming = list(_found(words, affirm))
    # `does not count towards` holds `count towards`: the longer phrase is what is said.
    denials = [span for span in _found(words, deny) if not any(_within(span, other) for other in affirming)]
    said = [span for span in affirming if not any(_overlap(span, other) for other in denials)]
    turned = [span for span in said if _NEGATED.search(words[: span[0]])]
    if denials:
        plainly = any(not _TURNED.search(words[:start]) for start, _ in denials)
        return "denies" if plainly and len(turned) == len(said) else "unclear"
    rest = _without(words, said)
    if not said or _CONDITION.search(rest):
        return "unclear"
    negations = len(_NEGATION.findall(rest))
    if not negations:
        return "unclear" if _TAKEN_BACK.search(rest) else "affirms"
    return "denies" if negations == 1 and len(turned) == len(said) else "unclear"


# The texts of a house are much the same from document to document.
_read_once = lru_cache(maxsize=2048)(_read)


def mentions(text: str, phrases: Sequence[str]) -> bool:
    """Whether any of the phrases stands in a text, whatever is said of it."""
    mentioned = _mentioned_once if len(text) <= _SHORT else _mentioned
    return mentioned(text, tuple(phrases))


def _mentioned(text: str, phrases: tuple[str, ...]) -> bool:
    return any(True for _ in _found(plain(text) + " ", phrases))


_mentioned_once = lru_cache(maxsize=2048)(_mentioned)


def denied(text: str) -> bool:
    """Whether anything in a text is negated, holds only on a condition, or is taken back."""
    words = plain(text)
    return any(pattern.search(words) is not None for pattern in (_NEGATION, _CONDITION, _TAKEN_BACK))


def excepts(text: str) -> bool:
    """Whether a text takes something out of what it says, which a fact beside it cannot put back."""
    return _EXCEPTION.search(plain(text)) is not None


def _found(words: str, phrases: Iterable[str]) -> Iterable[tuple[int, int]]:
    return (found.span() for phrase in phrases for found in _pattern(phrase).finditer(words))


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _within(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1] and one != other


def _without(words: str, spans: Iterable[tuple[int, int]]) -> str:
    """What is left of a text when some stretches of it are cut out."""
    letters = list(words)
    for start, end in spans:
        letters[start:end] = "|" * (end - start)
    return "".join(letters)


@lru_cache(maxsize=1024)
def _pattern(phrase: str) -> re.Pattern[str]:
    """A phrase as the pattern that it stands for, each word with the space after it. Nothing that is written in a
    phrase can make the pattern wrong, or slow: one with more gaps than anybody writes finds nothing."""
    if phrase.count("...") > _MOST_GAPS:
        return re.compile(r"(?!)")
    return re.compile(r"(?<!\S)" + "".join(_item(found) for found in _ITEM.finditer(phrase)))


def _item(found: re.Match[str]) -> str:
    if found[3]:
        return r"(?:\S+ ){0,6}?"
    if found[4]:
        return _words(found[4])
    choice = "|".join(_words(part) for part in found[1].split("|"))
    return f"(?:{choice}){found[2]}"


def _words(text: str) -> str:
    if text == "N":
        return r"\$?[0-9][0-9,.]* "
    inner = plain(text)
    return re.escape(inner + " ") if inner else ""
