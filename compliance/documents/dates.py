"""Days as a document gives them: `2015-07-14`, or the month `2015-07` or the year, from its first day to its last."""

import re
from datetime import date
from typing import Final, NamedTuple

from compliance.documents.values import get_text, refuse


class DateRange(NamedTuple):
    """A date, or a month or year that a document gives instead: from its first day to its last."""

    first: date
    last: date
    text: str

    def __str__(self) -> str:
        return self.text


_WHEN: Final = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_WHEN_EXPECTED: Final = "a date such as 2015-07-14, a month such as 2015-07, or a year"


def read_date_range(value: object) -> DateRange:
    """`2015-07-14`, `2015-07` or `2015`."""
    text = get_text(value, _WHEN_EXPECTED)
    found = _WHEN.fullmatch(text)
    if found is None:
        raise refuse(text, _WHEN_EXPECTED + _suggest_date(text))
    year, month, day = int(found[1]), found[2], found[3]
    text = "-".join([found[1], *(part.zfill(2) for part in (month, day) if part)])
    try:
        first = date(year, int(month or 1), int(day or 1))
        if day:
            return DateRange(first, first, text)
        last_month = int(month) if month else 12
        after = date(year + last_month // 12, last_month % 12 + 1, 1)
        return DateRange(first, date.fromordinal(after.toordinal() - 1), text)
    except ValueError:
        raise refuse(text, _WHEN_EXPECTED) from None


_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_IN_WORDS: Final = re.compile(r"([a-z]{3,9})\.? (?:([0-9]{1,2})(?:st|nd|rd|th)?,? )?([0-9]{4})", re.IGNORECASE)


def _suggest_date(text: str) -> str:
    """How a date with the month in a word is written. In figures alone nobody can tell the month from the day."""
    found = _IN_WORDS.fullmatch(text)
    months = [number for number, name in enumerate(_MONTHS, 1) if found and name.startswith(found[1].lower())]
    if found is None or not months:
        figures = re.fullmatch(r"[0-9]{1,2}/[0-9]{1,2}/([0-9]{4})", text)
        return f" (year first, then the month: {figures[1]}-..-..)" if figures else ""
    day = f"-{int(found[2]):02}" if found[2] else ""
    return f" (write {found[3]}-{months[0]:02}{day})"


def read_date(value: object) -> date:
    """A whole date: `2015-07-14`."""
    found = read_date_range(value)
    if found.first != found.last:
        raise refuse(found.text, "a whole date such as 2015-07-14")
    return found.first
