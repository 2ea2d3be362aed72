"""Ranks of cards by the words that are used for them."""

from __future__ import annotations

from typing import Final

RANKS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
# Ranks whose words are numbers too: `six` may count cards.
LOWER: Final = frozenset(RANKS[:9])
_WORDS: Final = {
    **{rank: rank for rank in RANKS},
    **{f"{rank}s": rank for rank in RANKS},
    **{"sixes": "six", "deuce": "two", "deuces": "two", "trey": "three", "treys": "three"},
    **{f"{number}{ending}": RANKS[number - 2] for number in range(2, 11) for ending in ("", "s", "'s")},
    **{f"{letter}{ending}": rank for letter, rank in zip("jqka", RANKS[9:], strict=True) for ending in ("", "s", "'s")},
}
# A letter alone may be the article.
del _WORDS["a"], _WORDS["as"]


def rank_of(word: str) -> str | None:
    """The rank that a word names, in one or several: `ten`, `tens`, `10s`, `K`; None for any other word."""
    return _WORDS.get(word.lower())


def ranks_between(low: str, high: str) -> frozenset[str]:
    """The ranks from one to another, both of them too, whichever is named first."""
    first, last = sorted((RANKS.index(low), RANKS.index(high)))
    return frozenset(RANKS[first : last + 1])
