"""Words that every format uses: days, confidence, how the law is known."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Final

from compliance.law.levels import NO_LAW

if TYPE_CHECKING:
    from compliance.law.catalog import Holding

# What an answer rests on, as a reader is told how sure it is.
CONFIDENCE: Final[Mapping[str, str]] = {"computed": "computed", "stated": "quoted", "reading": "interpreted"}
CONFIDENCE_LEGEND: Final = (
    "computed: follows from figures or structure of the document; quoted: the document's own words say it; "
    "interpreted: rests on a reading of the law or of the document"
)


def count(number: int, thing: str, things: str = "") -> str:
    """A count with its noun: `1 document`, `2 documents`."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {things or thing + 's'}"


def format_day(day: date | str) -> str:
    """A day as people write it: `June 14, 2021`."""
    known = date.fromisoformat(day) if isinstance(day, str) else day
    return f"{known:%B} {known.day}, {known.year}"


def describe_start(holding: Holding) -> str:
    """Since when a text of the law is in force."""
    if holding.from_ is None:
        return f"until {format_day(holding.until)}" if holding.until else ""
    verb = "known to be in force since" if holding.from_is == "first seen" else "in force since"
    verb = "followed since at least" if holding.authority in NO_LAW else verb
    end = f" until {format_day(holding.until)}" if holding.until else ""
    return f"{verb} {format_day(holding.from_)}{end}"


_CODE: Final = re.compile(r"`([^`]*)`")


def drop_code(words: str) -> str:
    """A sentence for print, where nobody writes keys: `separate-games` is “separate games”."""
    return _CODE.sub(lambda found: f"“{found[1].replace('-', ' ').replace(' / ', ', ')}”", words)
