"""The words of definitions: ranks, suits, numbers, and which cards are meant."""

import re
from collections.abc import Mapping
from itertools import combinations
from typing import Final

from compliance.odds.cards import ACE, RANK_NAMES, SUIT_NAMES, TEN
from compliance.odds.conditions import EVERY_RANK, HandPart, Look, NumberRange


class BadDefinition(ValueError):
    """A definition that cannot be read: names the words, what was expected, and the place as keys."""

    def __init__(self, message: str, *at: str) -> None:
        super().__init__(message)
        self.at = at

    def move_below(self, *at: str) -> "BadDefinition":
        """The same, seen from further out."""
        return BadDefinition(str(self), *at, *self.at)


_PLURALS: Final = {"sixes": "six"}
_DIGITS: Final = {str(rank + 2): rank for rank in range(9)} | {"j": 9, "q": 10, "k": 11, "a": ACE}
_GROUPS: Final = {
    "card": EVERY_RANK,
    "picture card": frozenset({9, 10, 11}),
    "face card": frozenset({9, 10, 11}),
    "ten-value card": frozenset({TEN, 9, 10, 11}),
}
_MOST: Final = 10**9


def rank(text: str) -> int:
    """`nine`, `nines`, `9` or `K`."""
    word = text.strip().lower()
    word = _PLURALS.get(word, word.removesuffix("s"))
    if word in RANK_NAMES:
        return RANK_NAMES.index(word)
    if word in _DIGITS:
        return _DIGITS[word]
    raise BadDefinition(f"`{text}` is no rank; expected two to ten, jack, queen, king or ace")


def ranks(text: str) -> frozenset[int]:
    """`nines`, `jack or better`, `at most jack`, `nine to king`, `picture cards`, `aces, kings`."""
    words = text.strip().lower()
    if words.removesuffix("s") in _GROUPS:
        return _GROUPS[words.removesuffix("s")]
    if words.endswith((" or better", " or higher")):
        return frozenset(range(rank(words.rsplit(" or ", 1)[0]), ACE + 1))
    if words.startswith("at most "):
        return frozenset(range(rank(words[8:]) + 1))
    if words.startswith("at least "):
        return frozenset(range(rank(words[9:]), ACE + 1))
    if words.endswith(" or lower"):
        return frozenset(range(rank(words[:-9]) + 1))
    if " to " in words:
        low, high = (rank(end) for end in words.split(" to ", 1))
        if low > high:
            raise BadDefinition(f"`{words}` runs backwards; expected the lower rank first, and aces are high")
        return frozenset(range(low, high + 1))
    return frozenset(rank(part) for part in re.split(r", ?| or | and ", words))


def suit(text: str) -> int:
    word = text.strip().lower()
    for place, name in enumerate(SUIT_NAMES):
        if word in (name, name.removesuffix("s")):
            return place
    raise BadDefinition(f"`{text}` is no suit; expected spades, hearts, clubs or diamonds")


_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "no": 0, "a": 1, "an": 1}


def number(text: str) -> int:
    """`3`, `three`, `no`; and below zero for margins."""
    word = text.strip().lower()
    if word in _NUMBERS:
        return _NUMBERS[word]
    if re.fullmatch(r"-?[0-9]{1,9}", word):
        return int(word)
    raise BadDefinition(f"`{text}` is no number; expected one such as 3")


def parse_count(text: object) -> int:
    """A number of cards, players or decks: none is below zero."""
    found = number(str(text))
    if found < 0:
        raise BadDefinition(f"`{text}` is below zero; expected how many, such as 3")
    return found


def span(text: object) -> NumberRange:
    """`9`, `0-6`, `8+`, `8 or more`, `6 or less`, `over 21`, `under 12`, `-9 to -1`, `exactly 1`."""
    words = str(text).strip().lower()
    if words.startswith("over "):
        return NumberRange(number(words[5:]) + 1)
    if words.startswith("under "):
        return NumberRange(-_MOST, number(words[6:]) - 1)
    if words.endswith(("+", " or more")):
        return NumberRange(number(words.removesuffix("+").removesuffix(" or more")))
    if words.startswith("at least "):
        return NumberRange(number(words[9:]))
    if words.startswith("at most "):
        return NumberRange(-_MOST, number(words[8:]))
    if words.endswith(" or less"):
        return NumberRange(-_MOST, number(words.removesuffix(" or less")))
    found = re.fullmatch(r"(-?[0-9]+)(?: to |-)(-?[0-9]+)", words)
    if found:
        low, high = int(found[1]), int(found[2])
        if low > high:
            raise BadDefinition(f"`{words}` runs backwards; expected the smaller number first")
        return NumberRange(low, high)
    only = number(words.removeprefix("exactly "))
    return NumberRange(only, only)


def is_yes(written: object) -> bool:
    """Yes or no, and nothing else."""
    word = str(written).strip().lower()
    if word not in ("yes", "no", "true", "false"):
        raise BadDefinition(f"`{written}` is neither yes nor no")
    return word in ("yes", "true")


def spans(value: object) -> list[NumberRange]:
    """One span, or a list of them; commas in one text part them too."""
    parts = value if isinstance(value, list) else str(value).split(",")
    return [span(part) for part in parts]


_PLACES: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}


def look(value: object, hands: Mapping[str, int]) -> Look:
    """`player`, `player + dealer`, `player first 2`, `dealer first card`, `player third card`."""
    found = tuple(_part(words.strip(), hands) for words in re.split(r"\+| and |,", str(value)))
    for one, other in combinations(found, 2):
        ends = [hands[part.hand] if part.first is None else part.first for part in (one, other)]
        if one.hand == other.hand and max(one.after, other.after) < min(ends):
            raise BadDefinition(f"`{value}` names cards of {one.hand} twice; name each card once")
    return found


def _part(words: str, hands: Mapping[str, int]) -> HandPart:
    words = words.removeprefix("the ").removesuffix(" hand")
    if found := re.fullmatch(r"(.+?)(?:'s)? (first|second|third|fourth|fifth) card", words):
        place = _PLACES[found[2]]
        part = HandPart(found[1], place, place - 1)
    elif found := re.fullmatch(r"(.+?)(?:'s)? first ([0-9]+|two|three)(?: cards)?", words):
        part = HandPart(found[1], parse_count(found[2]))
    else:
        part = HandPart(words)
    if part.hand not in hands:
        known = ", ".join(hands)
        raise BadDefinition(f"`{words}` names no hand of the deal; the deal has {known or 'none'}")
    return part
