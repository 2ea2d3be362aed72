"""Money in texts: the amounts that stand in words or figures, and the wagers that a text speaks of."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from compliance.documents.values import LARGER_NUMBER_WORDS, MONEY, NUMBER_WORDS, read_money
from compliance.patterns import late

_NUMBERS: Final = NUMBER_WORDS | LARGER_NUMBER_WORDS
_PART: Final = rf"(?:[0-9][0-9,]{{0,12}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}|hundred|thousand|an?|and)"
_DOLLARS: Final = late(rf"\b((?:{_PART}[ -]){{1,8}})dollars?\b")
_SENTENCES: Final = late(r"[;:!?]|\.(?=\s|$)")
_OF_WAGERS: Final = late(r"\b(?:wager|wagers|wagered|wagering|bet|bets|betting|stake|stakes|limit|limits|maximum)\b")


def dollars(text: str) -> Iterator[Decimal]:
    """The amounts of money in a text: `$1,000`, `1,000 dollars`, `twelve hundred dollars`."""
    yield from (read_money(found[0].rstrip(".,")) for found in MONEY.finditer(text))
    yield from (_reckoned(found[1]) for found in _DOLLARS.finditer(text.lower()))


def _reckoned(words: str) -> Decimal:
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


def wagers_said(text: str) -> Iterator[tuple[str, Decimal]]:
    """The sentences of a text that speak of wagers or limits and have an amount, each with the highest."""
    if "$" not in text and "dollar" not in text.lower():
        return  # as most texts: no amount stands in it
    for sentence in _SENTENCES.split(text):
        high = max(dollars(sentence), default=None)
        if high is not None and _OF_WAGERS.search(sentence.lower()):
            yield sentence.strip(), high
