"""Fees that stand in words of the rules of a game, each with what it is due for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from compliance.checks.words import in_digits
from compliance.documents.shares import read_share
from compliance.documents.units import minutes_of
from compliance.patterns import late

_AMOUNT: Final = late(r"\$([0-9][0-9,]{0,9}(?:\.[0-9]{1,2})?)|\b([0-9]{1,4}) (dollars?|cents?)\b")
_DUE: Final = late(r"\b(?:per|an?|each|every) ((?:half |quarter |[0-9]{1,3} )?[a-z]+)|/ ?(hour|half hour|hand)\b")
_SHARE: Final = late(
    r"\b([0-9]{1,3}(?:\.[0-9]{1,6})?) ?(?:%|per ?cent) (?:of|from|out of) (?:the |each |every |a )?(\w+)"
)
_PART: Final = late(
    r"\b(?:an?|one|two|three|[0-9]{1,3})[ -](?:half|third|quarter|[a-z]{3,10}(?:-[a-z]{3,6})?th)s? of "
    r"(?:the |each |every |a )?(?:pots?|wagers|total)\b"
)
_HANDS: Final = ("hand", "deal", "round", "player", "seat", "game", "pot")
_POTS: Final = ("pot", "pots", "hand", "wagers", "bets", "money", "total")
_HOUSE: Final = r"(?:house|card ?room|casino|club|licensee|management)"
# What makes an amount or a share one that is charged.
_CHARGED: Final = late(
    r"\b(?:fees?|rakes?|raked|drops?|dropped|collections?|collects|collected|charges?|charged|surcharges?)\b"
    rf"|\bpays? (?:\S+ )?{_HOUSE}\b|\bto the {_HOUSE}\b"
    rf"|\b{_HOUSE}(?:'s)? (?:cut|share|part|portion|percentage)\b"
    rf"|\b{_HOUSE} (?:\S+ )?(?:takes?|keeps?|gets?|retains?|receives?)\b"
)
_NOT_CHARGED: Final = late(
    r"\b(?:no|not|never|none|without|neither|jackpots?|prizes?|bonus(?:es)?|buy ?ins?|antes?|blinds?|tournaments?|"
    r"entry|raises?|decks?|cuts|a cut|administrative|winner|limits?|stakes?|points?)\b"
)

_WAGES: Final = late(r"\b(?:wages?|salary|salaries|earns?|dealers? (?:is|are) paid|employees? (?:is|are) paid|worth)\b")


class ToldFee(NamedTuple):
    """A fee in words: an amount with the minutes that it is for, or for a hand where there are none; or a share."""

    amount: Decimal | None
    minutes: int | None
    share: Fraction | None = None


def told_fees(text: str) -> Iterator[ToldFee]:
    """The fees that a text charges, as far as it says for what each is due."""
    small = in_digits(text)
    if _NOT_CHARGED.search(small) is not None:
        return
    charged = _CHARGED.search(small) is not None
    amounts = list(_AMOUNT.finditer(small))
    ends = [*(found.start() for found in amounts[1:]), len(small)]
    for found, end in zip(amounts, ends, strict=False):
        due = [one[1] or one[2] for one in _DUE.finditer(small, found.end(), end)]
        minutes = next((minutes for span in due if (minutes := minutes_of(span)) is not None), None)
        # Nothing in a card room but a seat costs so much an hour.
        if minutes is not None and _WAGES.search(small) is None:
            yield ToldFee(_dollars(found), minutes)
        elif minutes is None and charged and any(span.split()[-1].rstrip("s") in _HANDS for span in due):
            yield ToldFee(_dollars(found), None)
    for found in _SHARE.finditer(small) if charged else ():
        if found[2] in _POTS:
            yield ToldFee(None, None, Fraction(Decimal(found[1])) / 100)
    for part in parts_of_pots(text) if charged else ():
        yield ToldFee(None, None, part)


def parts_of_pots(text: str) -> Iterator[Fraction]:
    """The shares of a pot that a text names by a part: `a fifth of the pot`."""
    for found in _PART.finditer(text.lower()):
        share = read_share(found[0])
        if share is not None:
            yield share.share


def _dollars(found: re.Match[str]) -> Decimal:
    amount = Decimal((found[1] or found[2]).replace(",", ""))
    return amount / 100 if (found[3] or "").startswith("cent") else amount
