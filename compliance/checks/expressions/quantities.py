"""Numbers with their units: exact, and compared only within a unit."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from compliance.checks.formatting import show, show_dollars
from compliance.checks.turns import COUNTS, MINUTES
from compliance.documents.amounts import Amount
from compliance.documents.charges import Band
from compliance.documents.values import Odds, Turns, show_rounded_percent

NUMBER: Final = "number"
DOLLARS: Final = "dollars"
SHARE: Final = "share"
ODDS: Final = "odds"

_ARTICLES: Final = ("a", "an", "the")
_PLURAL: Final = re.compile(r"[a-z-]*[a-rt-z]s")  # `fees`, and not `class`


class Quantity(NamedTuple):
    """An amount and its unit: a number, dollars, a share, odds, minutes, hands, ..."""

    amount: Fraction
    unit: str

    def __str__(self) -> str:
        if self.unit == DOLLARS:
            return show_dollars(self.amount) if self.amount >= 0 else f"-{show_dollars(-self.amount)}"
        if self.unit == SHARE:
            return show_rounded_percent(self.amount)
        figure = f"{self.amount.numerator:,}" if self.amount.denominator == 1 else f"{float(self.amount):,.4g}"
        if self.unit == ODDS:
            return f"{figure} to 1"
        return figure if self.unit == NUMBER else f"{figure} {self.unit}"


class Unbounded(NamedTuple):
    """The upper end of a band that has none: above every amount."""

    unit: str

    def __str__(self) -> str:
        return "no upper end"


def measure(value: Any) -> Quantity | Unbounded | None:
    """A value as an amount with a unit; None where it is none, or is told by something else: `2 x ante`."""
    match value:
        case Quantity() | Unbounded():
            return value
        case bool():
            return None
        case int():
            return Quantity(Fraction(value), NUMBER)
        case Decimal():
            return Quantity(Fraction(value), DOLLARS)
        case Fraction():
            return Quantity(value, SHARE)
        case Odds():
            return Quantity(value.ratio, ODDS)
        case Turns():
            return _measure_turns(value)
        case Amount() if len(value.terms) == 1 and not value.terms[0].of:
            return Quantity(Fraction(value.terms[0].amount), DOLLARS)
        case _:
            return None


def measure_end(value: Any, upper: bool) -> Quantity | Unbounded | None:
    """The end of a band that is compared: all of it must be at most, or at least, so much."""
    if not isinstance(value, Band):
        return measure(value)
    unit = DOLLARS if value.money else NUMBER
    if not upper:
        return Quantity(Fraction(value.low), unit)
    return Quantity(Fraction(value.high), unit) if value.high is not None else Unbounded(unit)


def _measure_turns(turns: Turns) -> Quantity:
    if turns.unit in MINUTES:
        return Quantity(Fraction(turns.number * MINUTES[turns.unit]), "minutes")
    return Quantity(Fraction(turns.number), "hands" if turns.unit in COUNTS else turns.unit)


def compare_sizes(left: Quantity | Unbounded, right: Quantity | Unbounded) -> int | None:
    """-1, 0 or 1 as the left is smaller, alike or larger; None across units, but that nothing is nothing in any."""
    is_zero = any(isinstance(one, Quantity) and not one.amount for one in (left, right))
    if left.unit != right.unit and not is_zero:
        return None
    if isinstance(left, Unbounded) or isinstance(right, Unbounded):
        return isinstance(left, Unbounded) - isinstance(right, Unbounded)
    return (left.amount > right.amount) - (left.amount < right.amount)


def combine(sign: str, left: Quantity, right: Quantity) -> Quantity | None:
    """A sum, difference or product; None where the units do not allow it."""
    if sign == "*":
        if NUMBER in (left.unit, right.unit):
            return Quantity(left.amount * right.amount, right.unit if left.unit == NUMBER else left.unit)
        if {SHARE, ODDS} & {left.unit, right.unit} and DOLLARS in (left.unit, right.unit):
            return Quantity(left.amount * right.amount, DOLLARS)
        return None
    if left.unit != right.unit:
        return None
    return Quantity(left.amount + right.amount if sign == "+" else left.amount - right.amount, left.unit)


def show_value(value: Any) -> str:
    """A value as a card room writes it."""
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        return ", ".join(map(show_value, value))
    return show(value)


def normalize_word(value: Any) -> str:
    """A value as lists of words are compared by: without capitals, a leading article and plain plurals."""
    return _normalize_text(value if value.__class__ is str else show(value))


@lru_cache(maxsize=4096)
def _normalize_text(text: str) -> str:
    words = text.lower().split()
    if len(words) > 1 and words[0] in _ARTICLES:
        del words[0]
    return " ".join(word[:-1] if _PLURAL.fullmatch(word) else word for word in words)
