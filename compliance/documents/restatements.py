"""Whether two sayings of a fact say the same, however each is written."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from compliance.documents import charges, dates, values
from compliance.documents.amounts import Amount, read_amount
from compliance.documents.domains import Domain

_MOST_LISTED: Final = 1000
_WORD: Final = re.compile(r"[a-z0-9$%.]+")
# Values that only say that it is so.
_SO: Final = frozenset({"yes", "will", "must", "shall"})
_READERS: Final[tuple[tuple[type | tuple[type, ...], Callable[[object], Any]], ...]] = (
    (bool, values.read_yes_no),
    (int, values.read_count),
    (Decimal, values.read_money),
    (Fraction, values.read_percent),
    ((values.Odds, values.Share, values.NoPayout), values.read_payout),
    (values.Turns, values.read_turns),
    (charges.Band, charges.read_band),
    (charges.Fee, charges.read_fee),
    (dates.DateRange, dates.read_date_range),
    (Amount, read_amount),
)


def is_same_value(stated: Any, again: Any) -> bool:
    """Whether two values say the same, however they are written: $5 and $5.00, 2019-03-12 and 2019-03."""
    if again is None or type(stated) is not type(again):
        return False
    if isinstance(stated, charges.Band):
        return bool(stated[:3] == again[:3])
    if isinstance(stated, charges.Fee):
        return bool(stated[:3] == again[:3]) and normalize_text(stated.per) == normalize_text(again.per)
    if isinstance(stated, dates.DateRange):
        return bool(stated.first <= again.last and again.first <= stated.last)
    if isinstance(stated, Amount):
        return bool(_amount_key(stated) == _amount_key(again))
    if isinstance(stated, values.Odds):
        return bool(stated.ratio == again.ratio)
    return bool(again == stated)


def _amount_key(amount: Amount) -> Any:
    """What an amount comes to, however it is written; the words where nobody can tell."""
    terms = [(term.times, normalize_text(term.of), term.amount) for term in amount.terms]
    return (terms, " to " in amount.text) if terms else normalize_text(amount.text)


def parse_restated(stated: Any, said: Any, ordered: bool) -> Any:
    """What is said again, read as the same kind of value; None when it cannot be."""
    if isinstance(stated, list):
        items = (
            said
            if isinstance(said, list)
            else _expand_ranges(said)
            if all(isinstance(i, int) for i in stated)
            else [said]
        )
        here, there = [_format_item(item) for item in stated], [str(item) for item in items]
        if not ordered:
            here, there = sorted(here), sorted(there)
        return stated if here == there else items
    for kind, reader in _READERS:
        if isinstance(stated, kind):
            try:
                return reader(said)
            except values.Unreadable:
                return None
    return None


def _format_item(item: Any) -> str:
    """One of a list as a document writes it."""
    if isinstance(item, Decimal):
        return values.show_money(item)
    return values.show_percent(item) if isinstance(item, Fraction) else str(item)


def _expand_ranges(said: Any) -> list[str]:
    """`1-8` as the numbers it stands for, unless they are more than anybody means."""
    domain = Domain(said)
    return list(domain.values()) if domain.size <= _MOST_LISTED else [str(said)]


def normalize_text(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").split())


def is_same_text(stated: Any, said: str) -> bool:
    """Whether a text says what is stated: as the same kind of value, or in the same words."""
    return is_same_value(stated, parse_restated(stated, said, False)) or normalize_text(
        _format_value(stated)
    ) == normalize_text(said)


def _format_value(stated: Any) -> str:
    """A value as a person may write it among words."""
    if isinstance(stated, bool):
        return "yes" if stated else "no"
    return ", ".join(map(_format_item, stated)) if isinstance(stated, list) else _format_item(stated)


def adds_information(says: str, value: str) -> bool:
    """Whether a value is more than the words beside it say: a figure or a word that does not stand among them."""
    return not _word_set(value) - _SO <= _word_set(says)


def _word_set(text: str) -> set[str]:
    """The words of a text in small letters, numbers as figures."""
    words = (written.rstrip("$.") for written in _WORD.findall(text.lower()))
    return {str(values.NUMBER_WORDS.get(word, word)) for word in words if word}
