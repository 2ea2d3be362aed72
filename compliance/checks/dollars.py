"""Money in texts: the amounts that stand in words or figures."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from compliance.documents.values import LARGER_NUMBER_WORDS, MONEY, NUMBER_WORDS, read_money

_NUMBERS: Final = NUMBER_WORDS | LARGER_NUMBER_WORDS
_PART: Final = rf"(?:[0-9][0-9,]{{0,12}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}|hundred|thousand|an?|and)"
_DOLLARS: Final = re.compile(rf"\b((?:{_PART}[ -]){{1,8}})dollars?\b")


def find_dollars(text: str) -> Iterator[Decimal]:
    """The amounts of money in a text: `$1,000`, `1,000 dollars`, `twelve hundred dollars`."""
    yield from (read_money(found[0].rstrip(".,")) for found in MONEY.finditer(text))
    yield from (_compute_dollars(found[1]) for found in _DOLLARS.finditer(text.lower()))


def _compute_dollars(words: str) -> Decimal:
    """A number of dollars in words: each hundred and thousand multiplies what stands before it."""
    thousands, rest = Decimal(0), Decimal(0)
    for word in words.replace("-", " ").split():
        if word == "hundred":
            rest = max(rest, Decimal(1)) * 100
        elif word == "thousand":
            thousands, rest = thousands + max(rest, Decimal(1)) * 1000, Decimal(0)
        elif word[0].isdigit():
            rest += Decimal(word.replace(",", ""))
        else:
            rest += _NUMBERS.get(word, 0)
    return thousands + rest
