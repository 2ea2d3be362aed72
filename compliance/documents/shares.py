"""Shares in any clothes: `5%`, `one percent of the pot`, `1/20 of the winnings`, `$1 per $100 wagered`.

A fixed fee for each stated amount of money is a share of that money. What cannot be reckoned is not guessed: a text
that only mentions a share is told apart from one that gives it.
"""

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import normalize

from compliance.patterns import late

_UNITS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS: Final = {
    **{word: number for number, word in enumerate(_UNITS, 1)},
    **{"a": 1, "an": 1, "fifteen": 15, "twenty": 20, "twenty-five": 25, "fifty": 50, "hundred": 100, "thousand": 1000},
}
_PARTS: Final = {
    **{"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "twelfth": 12},
    **{"fifteenth": 15, "twentieth": 20, "twenty-fifth": 25, "fiftieth": 50, "hundredth": 100},
}
_COUNT: Final = rf"(?:[0-9]{{1,3}}(?:\.[0-9]{{1,6}})?|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_PART: Final = rf"(?:{'|'.join(sorted(_PARTS, key=len, reverse=True))})"
_OF: Final = r"(?: of (?:the |a |an |each |every |any )?(.+))?"
_PERCENT: Final = late(rf"({_COUNT}) ?(?:%|per ?cent(?:um)?){_OF}")
_FRACTION: Final = late(rf"([0-9]{{1,3}}) ?/ ?([0-9]{{1,4}}){_OF}")
_ORDINAL: Final = late(rf"({_COUNT}) ({_PART})s?(?: part)?{_OF}")
# What `read_share` reads, in any case and with any spaces.
SHARES: Final = (_PERCENT.pattern, _FRACTION.pattern, _ORDINAL.pattern)
_FIGURES: Final = r"[0-9][0-9,]*(?:\.[0-9]{2})?"
_MONEY: Final = late(
    rf"(?:for )?(?:each |every |any )*(?:\$(?P<money>{_FIGURES})|(?P<dollars>{_FIGURES}) dollars"
    r"|(?P<big>(?:[a-z]+ )??(?:hundred|thousand))(?: dollars)?|(?P<few>[a-z]+) dollars|dollar)"
    r"(?: of| in| from)?(?: the| a| each)?(?: (?P<of>.+))?"
)
# What stands for money without saying how much: chips, or a bare number of something that is neither time nor people.
_VALUABLE: Final = late(
    r"\b(?:chips?|dollars?|money|unit wagered|amount (?:wagered|won))\b"
    r"|^(?:for )?(?:each |every )*[0-9][0-9,.]*"
    r"(?![ -]?(?:minutes?|hours?|hands?|players?|seats?|rounds?|deals?|games?|days?))\b"
)
# A text that speaks of a share of what is staked or won, or of an amount for each amount.
_MENTION: Final = late(
    rf"[0-9] ?%|\bper ?cent(?:um|ages?)?\b|\bpct\b|\bbasis points?\b|\bvig(?:orish)?\b|\bcommissions?\b"
    rf"|(?:\b[0-9]+/[0-9]+|\b{_PART}) of (?:the |a |an |each |every )?"
    r"(?:pot|wager|bet|stake|win|winning|winnings|action|payout)"
    r"|(?:\$[0-9][0-9.,]*|\bdollars?|\bcents?) (?:per|for each|for every|on each|on every|on the) "
    r"(?:\$?[0-9]+ ?(?:dollars|wagered|won|bet)|\$[0-9]|(?:[a-z]+ )?(?:hundred|thousand|dollar))"
    # A coin of each dollar, so many cents of each ten dollars, one in twenty of what is won.
    r"|\b(?:cents?|penny|pennies|nickels?|dimes?|quarters?|dollars?) (?:of|from|in|out of|on) (?:each|every|the|any|a) "
    r"(?:\$[0-9]|(?:[a-z0-9]+ )?dollars?\b|hundred|thousand)"
    rf"|\b(?:one|[0-9]+) (?:in|out of) (?:each |every )?{_COUNT} "
    r"(?:dollars?|chips?|of (?:the |each |every )?(?:pot|wager|bet|win))"
)
# One of these stands in every such text. Most texts have none, which is seen in a tenth of the time.
_SIGN: Final = late(
    r"%|\$|cent|pct|basis|vig|commission|dollar|penn|nickel|dime|quarter|chip"
    r"|of (?:the |a |an |each |every )?(?:pot|wager|bet|stake|win|action|payout)"
)
_DENIAL: Final = late(r"\b(?:no|not|never|none|neither|nor|without|cannot)\b")
_FIGURE: Final = late(rf"[0-9]%|\b(?!an? ){_COUNT} per ?cent\b")


class PartOf(NamedTuple):
    """A share, and of what it is one; `per` is the amount of money that it was written for, if it was."""

    share: Fraction
    of: str
    per: str = ""


def read_share(text: str) -> PartOf | None:
    """A share written as a percentage, a fraction or in words; None for anything else."""
    words = " ".join(text.lower().split())
    if found := _PERCENT.fullmatch(words):
        return PartOf(_number(found[1]) / 100, found[2] or "")
    if (found := _FRACTION.fullmatch(words)) and int(found[2]):
        return PartOf(Fraction(int(found[1]), int(found[2])), found[3] or "")
    if found := _ORDINAL.fullmatch(words):
        return PartOf(_number(found[1]) / _PARTS[found[2]], found[3] or "")
    return None


@lru_cache(maxsize=1024)
def share_per_money(amount: Decimal, per: str) -> PartOf | None:
    """A fixed fee for each stated amount of money, as the share that it is; None where `per` names no amount."""
    words = " ".join(per.lower().split())
    found = _MONEY.fullmatch(words)
    measure = _measure(found) if found is not None else None
    if found is None or not measure:
        return None
    return PartOf(Fraction(amount) / measure, found["of"] or "", per)


@lru_cache(maxsize=1024)
def per_something_of_value(per: str) -> bool:
    """Whether a fee is taken for each of something that stands for money, whose amount is not stated."""
    return _VALUABLE.search(per.lower()) is not None


def mentions_share(text: str) -> bool:
    """Whether a text speaks of a share of what is wagered or won, and does not only deny that there is one."""
    # `½`, and figures and signs of other widths, mean what they look like.
    words = (text if text.isascii() else normalize("NFKC", text).replace("\u2044", "/")).lower()
    words = " ".join(words.replace("-", " ").split())
    if _SIGN.search(words) is None or _MENTION.search(words) is None:
        return False
    return _DENIAL.search(words) is None or _FIGURE.search(words) is not None


def _number(text: str) -> Fraction:
    return Fraction(_NUMBERS[text]) if text in _NUMBERS else Fraction(Decimal(text))


def _measure(found: re.Match[str]) -> Fraction | None:
    """The amount of money that a fee is taken for."""
    if figures := found["money"] or found["dollars"]:
        return Fraction(Decimal(figures.replace(",", "")))
    if found["big"]:
        *before, unit = found["big"].split()
        times = _NUMBERS.get(before[0]) if before else 1
        return Fraction(times * _NUMBERS[unit]) if times is not None else None
    if found["few"]:
        return Fraction(_NUMBERS[found["few"]]) if found["few"] in _NUMBERS else None
    return Fraction(1)
