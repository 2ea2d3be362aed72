"""Fees that stand in words of a schedule, beside those that it charges."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.schedule.told_fees import parts_of_pots
from compliance.checks.texts import free_texts, stated_words, with_term
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review
from compliance.checks.words import in_digits
from compliance.documents.charges import Band
from compliance.documents.once import once
from compliance.documents.schedule import Schedule
from compliance.documents.shares import mentions_share, read_share
from compliance.documents.units import minutes_of
from compliance.documents.values import show_percent
from compliance.patterns import late

_HOUR: Final = 60
_MONEY: Final = late(
    r"(?<![/-])\$([0-9][0-9,]*(?:\.[0-9]{1,2})?)(?![0-9/-]| ?(?:buy|limit|spread|no limit))|\b([0-9]{1,4}) dollars?\b"
)
_SHARE: Final = late(r"([0-9]{1,3}(?:\.[0-9]{1,6})?) ?(?:%|per ?cent)")
# What makes an amount in a text one that is charged.
_CHARGED: Final = late(
    r"\b(?:fees?|rakes?|raked|drops?|dropped|collections?|charges?|charged|surcharges?|pays?|more|extra|rates?|taken|takes)\b"
    r"|\b(?:per|each|every|an?) (?:half )?(?:hand|hour|player|seat|deal|round|pot)\b"
)
_DUE: Final = late(r" (?:per|an?|each|every|from each|from every) (?:(hand|pot)|(?:half )?(hour))\b")
# By which types of fee something is charged.
_DUE_AS: Final = {"hand": ("hand", "rake"), "pot": ("rake",), "time": ("time",)}
_NOT_CHARGED: Final = late(
    r"\b(?:no|not|never|none|without|jackpots?|prizes?|bonus(?:es)?|buy ?ins?|stakes?|blinds?|tournaments?|limits?|"
    r"wagers?|bets?|decks?)\b"
)


@check("fees-in-words")
def fees_in_words(schedule: Schedule, most: Fraction) -> Verdicts:
    """No text speaks of a fee, as an amount or a share, that is none of those that the schedule charges.

    most: the highest share that a fee may be; a text that is nothing but a higher one fails
    """
    clean = passed("No text speaks of a fee beside those that the schedule charges.", ("options",))
    return look_at([schedule] if schedule.options else [], lambda one: _told(one, most), all_clean=clean)


def _told(schedule: Schedule, most: Fraction) -> Iterator[Verdict]:
    for route, text in (*free_texts(schedule), *stated_words(schedule)):
        figure = _unknown_figure(schedule, with_term(route, text))
        share = read_share(text) if figure else None
        if share is not None and share.share > most:
            message = f"The text says: {text}; at most {show_percent(most)} of what is wagered is allowed."
            yield failed(message, route, label=f"at most {show_percent(most)}")
        elif figure:
            message = f"The text says: {text}. The schedule has no fee of {figure}; whether one is charged beside those"
            yield review(f"{message} that it states is for a person to say.", route)


def _unknown_figure(schedule: Schedule, text: str) -> str:
    """The first amount or share that a text charges and the schedule does not have; nothing where there is none."""
    small = in_digits(text)
    amounts, shares = _figures(schedule)
    if mentions_share(text, of_a_fee=False, among_fees=True):
        for found in _SHARE.finditer(small):
            if Fraction(Decimal(found[1])) / 100 not in shares:
                return found[0]
        for part in parts_of_pots(text):
            if part not in shares:
                return show_percent(part)
    if _CHARGED.search(small) is not None and _NOT_CHARGED.search(small) is None:
        for found in _MONEY.finditer(small):
            if Decimal((found[1] or found[2]).replace(",", "")) not in amounts:
                return found[0]
            if due := _due_for_nothing_charged(schedule, small, found.end()):
                return f"{found[0]} {due}"
    return ""


def _due_for_nothing_charged(schedule: Schedule, text: str, at: int) -> str:
    """For what an amount is due by the words right behind it, where no fee of the schedule is due for that."""
    due = _DUE.match(text, at)
    if due is None:
        return ""
    types = _DUE_AS["time" if due[2] else due[1]]
    known = any(one.charged_as in (*types, None) for _, _, one in schedule.collections())
    return "" if known else due[0].strip()


@once
def _figures(schedule: Schedule) -> tuple[frozenset[Decimal], frozenset[Fraction]]:
    """Every amount that a schedule has, limits among them, and every share. A fee by time is known by the hour too."""
    amounts: set[Decimal] = set()
    shares: set[Fraction] = set()
    for _, option, collection in schedule.collections():
        for band in (option.table_limit, option.wager, option.buy_in):
            amounts |= _ends(band)
        amounts |= {collection.at_most} if collection.at_most is not None else set()
        for _, band, fee in collection.rows():
            amounts |= _ends(band) | {fee.amount}
            shares |= {fee.share} if fee.share is not None else set()
            minutes = minutes_of(fee.per or collection.per or "")
            amounts |= {fee.amount * _HOUR / minutes, fee.amount * _HOUR / minutes / 2} if minutes else set()
    if schedule.table_limits is not None:
        amounts |= _ends(schedule.table_limits.minimum) | _ends(schedule.table_limits.maximum)
    return frozenset(amounts), frozenset(shares)


def _ends(band: Band | None) -> set[Decimal]:
    return {end for end in (band.low, band.high) if end is not None} if band is not None else set()
