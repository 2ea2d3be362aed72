"""Figures: money, odds, shares, ranges, counts, dates and numbers of approvals, each taken whole.

`$1-$100` is one figure and not two; `5 to 1` is no five. The same reader reads papers and documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from compliance.paper.numbers import DIGITS, NUMBER, WORD, is_in_words, read_number

MONEY: Final = "money"
ODDS: Final = "odds"
PERCENT: Final = "percent"
DATE: Final = "date"
CODE: Final = "code"
COUNT: Final = "number"
CHANCE: Final = "chance"
# Signs that point from a figure to a note below.
NOTE_SIGNS: Final = "*†‡§¹²³⁰⁴⁵⁶⁷⁸⁹"


class Value(NamedTuple):
    """What a figure says. A range has two ends, of which one may be open (None); odds have two numbers; a date or a
    number of an approval is a text."""

    kind: str
    low: Fraction | None = None
    high: Fraction | None = None
    text: str = ""

    @property
    def is_point(self) -> bool:
        return self.kind in (MONEY, PERCENT, COUNT) and self.low is not None and self.low == self.high

    @property
    def is_range(self) -> bool:
        return self.kind in (MONEY, PERCENT, COUNT) and self.low != self.high


class PaperFigure(NamedTuple):
    """A figure of a text: where it stands, and what it may say: `1-5` may be a range or odds."""

    start: int
    end: int
    text: str
    readings: tuple[Value, ...]

    @property
    def value(self) -> Value:
        return self.readings[0]

    @property
    def kind(self) -> str:
        return self.readings[0].kind

    @property
    def is_spelled_out(self) -> bool:
        return is_in_words(self.text)


_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH: Final = rf"(?:{'|'.join(f'{name}|{name[:3]}' for name in _MONTHS)}|sept)\.?"
_N: Final = NUMBER
_CENTS: Final = r"(?:cents?\b|¢)"
_M: Final = rf"(?:\$\s?{_N}|{_N}\s?\$(?![0-9])|{_N}\s?(?:dollars?\b|{_CENTS}))"
# Wide gaps part columns: `$5   to $200` is a fee and the beginning of a range.
_DASH: Final = r"(?:\s*[-–—‐]+\s*|\s(?:to|through)\s)"
_OPEN: Final = r"(?:no[- ]limit|unlimited|(?:and\s)?up\b|∞)"
_UPWARD: Final = r"(?:\s?\+|\)?\s(?:and|or|&)\s(?:more|above|over|up|higher|greater)\b)"
_DOWNWARD: Final = r"\)?\s(?:and|or|&)\s(?:less|fewer|below|lower|under|smaller)\b"
_LEAST: Final = (
    r"\b(?:at\sleast|(?:a\s)?minimum(?:\sof)?|no(?:t)?\s(?:less|fewer)\sthan|equal\sto\sor\s(?:greater|more)\sthan"
    r"|(?:greater|more)\sthan\sor\sequal\sto)\s(?:an?\s)?"
)
_MOST: Final = (
    r"\b(?:up\sto|at\smost|(?:a\s)?maximum(?:\sof)?|no(?:t)?\s(?:more|greater)\sthan|not\sto?\s?exceed(?:ing)?"
    r"|equal\sto\sor\s(?:less|lower)\sthan|(?:less|lower)\sthan\sor\sequal\sto)\s(?:an?\s)?"
)
_AND_AT_MOST: Final = r"(?:\s[a-z]{1,12}){0,3}\s(?:and|to)\s(?:a\s)?maximum\sof\s(?:an?\s)?"

# In this order: what is written first at a place is what stands there.
_FORMS: Final = {
    "date": (
        r"(?<![\d-])(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])(?:-[0-3][0-9])?(?![\d-])"
        rf"|\b{_MONTH}\s[0-3]?[0-9](?:st|nd|rd|th)?,?\s(?:19|20)[0-9]{{2}}\b"
        rf"|\b[0-3]?[0-9]\s{_MONTH}\s(?:19|20)[0-9]{{2}}\b|\b{_MONTH},?\s(?:19|20)[0-9]{{2}}\b"
        r"|(?<![\d/])[01]?[0-9]/[0-3]?[0-9]/(?:19|20)?[0-9]{2}(?![\d/])"
    ),
    "code": r"\b[A-Z]{2,8}[-:#]\s{0,2}[0-9]{3,12}\b"
    r"|(?<![\w.-])[0-9]{2,4}-[0-9]{1,4}-[0-9]{1,6}(?:-[0-9]{1,6})?(?![\w-])",
    "money_between": rf"(?:(?:a\s)?minimum\sof\s)?(?P<mb1>{_M}){_AND_AT_MOST}(?P<mb2>{_M})",
    "money_range": rf"(?P<mr1>{_M}|{_N}(?={_DASH}(?:\$|{_N}\s?dollars))){_DASH}"
    rf"(?P<mr2>{_M}|{_N}(?=\s?\$)|(?<=[-–—]){_N})",
    "money_open": rf"(?P<mo>{_M})(?:{_DASH}{_OPEN}|{_UPWARD})|{_LEAST}(?P<ml>{_M})",
    "money_down": rf"(?P<md>{_M}){_DOWNWARD}|{_MOST}(?P<mm>{_M})",
    "money": rf"(?P<m>{_M})",
    "chance": rf"(?P<c1>{_N})\sin\s(?P<c2>{_N})(?=\W|$)",
    "odds": rf"(?P<o1>{_N})\s?(?:\bto\b|\bfor\b|:)\s?(?P<o2>{_N})(?![\d.]*\s?%)|\beven\smoney\b",
    "times": rf"(?P<t>{_N})\s?[x×](?![A-Za-z0-9])(?!\)?\s(?:the|a|an|of|your|their)\b)",
    "percent": rf"(?P<p>-?{_N})\s?(?:%|percent\b|per\scent\b)",
    "between": rf"(?:(?:a\s)?minimum\sof\s(?:an?\s)?)?(?P<b1>{_N}){_AND_AT_MOST}(?P<b2>{_N})"
    rf"|between\s(?P<b3>{_N})\sand\s(?P<b4>{_N})",
    "range": rf"(?P<r1>{_N})\s?[-–—‐]\s?(?P<r2>{_N})(?![\d.]*\s?%)",
    "either": rf"(?P<e1>{_N})\sor\s(?P<e2>{_N})",
    "better": rf"(?P<q>{_N})[- ](?:or)[- ]better\b",
    "open": rf"(?P<u>{_N})(?:{_DASH}{_OPEN}|{_UPWARD})|{_LEAST}(?P<l>{_N})",
    "down": rf"(?P<d>{_N}){_DOWNWARD}|{_MOST}(?P<x>{_N})",
    "number": rf"(?P<n>{_N})",
}
# Where a figure can begin at all: everything else is passed over at once.
_BEGINS: Final = (
    r"(?=[-$.0-9½¼¾]|(?:a\s)?m(?:in|ax)imum|at\s|no[t\s]|up\s|equal|greater|more|less|lower|between|even\s|half"
    rf"|{_MONTH}|{WORD}|[A-Z]{{2,8}}[-:#])"
)
_ANY: Final = "|".join(f"(?P<{name}_>{form})" for name, form in _FORMS.items())
# A figure begins and ends where a word does: `4th` and `10's` are figures, `B2B` and `A-1` have none.
_FIGURE: Final = re.compile(
    rf"(?<![A-Za-z0-9.])(?<![A-Za-z]-){_BEGINS}(?:{_ANY})(?:st|nd|rd|th|'?s|’s)?(?![A-Za-z0-9])", re.IGNORECASE
)


@lru_cache(maxsize=1 << 14)
def find_figures(text: str) -> tuple[PaperFigure, ...]:
    """The figures of a text, in their order."""
    return tuple(_find(text))


def _find(text: str) -> Iterator[PaperFigure]:
    for found in _FIGURE.finditer(text):
        readings = _read(found)
        if readings:
            yield PaperFigure(found.start(), found.end(), found[0], readings)
        else:
            yield from _find_parts(found)


def _find_parts(found: re.Match[str]) -> Iterator[PaperFigure]:
    """What seemed to be one figure and is not, such as a range upside down, as the numbers that it is made of."""
    is_money = _form(found).startswith("money")
    for name, text in found.groupdict().items():
        if text and not name.endswith("_"):
            # Words and digits that are two numbers: the digits.
            number = _amount(text)
            if number is None and (digits := re.search(DIGITS, text)) is not None:
                number = _amount(digits[0])
            start, end = found.span(name)
            if number is not None:
                yield PaperFigure(start, end, text, (Value(MONEY if is_money else COUNT, number, number),))


def _form(found: re.Match[str]) -> str:
    return next(name for name in _FORMS if found[f"{name}_"] is not None)


def _read(found: re.Match[str]) -> tuple[Value, ...]:
    form = _form(found)
    if form == "date":
        return tuple(Value(DATE, text=day) for day in _read_date(found[0]))
    if form == "code":
        return (Value(CODE, text=squeeze(found[0])),)
    numbers = {name: _amount(text) for name, text in found.groupdict().items() if text and not name.endswith("_")}
    if None in numbers.values():
        return ()
    kind = MONEY if form.startswith("money") else PERCENT if form == "percent" else COUNT
    ends = list(numbers.values())
    first, last = (ends[0], ends[-1]) if ends else (Fraction(1), Fraction(1))
    assert first is not None
    assert last is not None
    if form == "times":  # with the stake or without
        return (Value(ODDS, first, Fraction(1)), Value(ODDS, first, Fraction(1), "for"))
    if form in ("odds", "chance"):
        return _read_odds(found, form, first, last)
    if form == "better":  # of a high hand and of a low one
        return (Value(kind, first, None), Value(kind, None, first))
    if form in ("money_open", "open"):
        return (Value(kind, first, None),)
    if form in ("money_down", "down"):
        return (Value(kind, None, first),)
    if form == "range":
        odds = Value(ODDS, first, last)
        return (odds,) if first > last else (Value(kind, first, last), odds)[:: 1 if first < last else -1]
    return (Value(kind, min(first, last), max(first, last)),) if first <= last or form == "either" else ()


def _read_odds(found: re.Match[str], form: str, first: Fraction, last: Fraction) -> tuple[Value, ...]:
    if form == "chance":
        return (Value(CHANCE, first, last),)
    if ":" not in found[0] and "for" not in found[0].lower() and first < last:
        both = (Value(COUNT, first, last), Value(ODDS, first, last))
        return both[::-1] if last == 1 and first.denominator != 1 else both  # `0.95 to 1`
    if "for" in found[0].lower().split():
        return (Value(ODDS, first, last, "for"),)
    return (Value(ODDS, first, last),)


def _amount(text: str) -> Fraction | None:
    """The number of a group: cents as a part of a dollar."""
    lower = text.lower().replace("$", "").strip()
    for unit, worth in (("dollars", 1), ("dollar", 1), ("cents", 100), ("cent", 100), ("¢", 100)):
        if lower.endswith(unit):
            number = read_number(lower.removesuffix(unit).strip())
            return number / worth if number is not None else None
    sign = -1 if lower.startswith("-") else 1
    number = read_number(lower.removeprefix("-").strip())
    return sign * number if number is not None else None


def _read_date(text: str) -> list[str]:
    """Days as `2015-07-14`, months as `2015-07`; of `7/4/15` both that it may be."""
    if re.match(r"[0-9]{4}-", text):
        return [text]
    if "/" in text:
        one, two, year = (int(part) for part in text.split("/"))
        year += 2000 if year < 100 else 0
        both = ((one, two), (two, one)) if one != two else ((one, two),)
        return [f"{year}-{month:02}-{day:02}" for month, day in both if month <= 12 and day <= 31]
    month = next(n for n, name in enumerate(_MONTHS, 1) if re.search(rf"\b{name[:3]}", text.lower()))
    year, *day = sorted((int(part) for part in re.findall("[0-9]+", text)), reverse=True)
    return [f"{year}-{month:02}" + (f"-{day[0]:02}" if day else "")]


def squeeze(text: str) -> str:
    """Letters and digits alone, as numbers of approvals are compared."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


def name_value(value: Value) -> str:
    """A value as messages name it."""
    if value.kind in (DATE, CODE):
        return value.text
    if value.kind == ODDS:
        return f"{_show(value.low)} {value.text or 'to'} {_show(value.high)}"
    if value.kind == CHANCE:
        return f"{_show(value.low)} in {_show(value.high)}"
    before, after = ("$", "") if value.kind == MONEY else ("", "%") if value.kind == PERCENT else ("", "")
    low, high = (
        f"{before}{_show(end, value.kind == MONEY)}{after}" if end is not None else ""
        for end in (value.low, value.high)
    )
    if value.is_point:
        return low
    return f"{low}-{high}" if low and high else f"{low} or more" if low else f"{high} or less"


def _show(number: Fraction | None, is_money: bool = False) -> str:
    if number is None:
        return ""
    if number.denominator == 1:
        return f"{number.numerator:,}"
    decimal = Decimal(number.numerator) / Decimal(number.denominator)
    return f"{decimal:,.2f}" if is_money and (number * 100).denominator == 1 else f"{decimal.normalize():f}"
