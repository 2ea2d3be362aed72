"""Facts as a card room writes them."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from pydantic import BaseModel

from compliance.documents.values import show_money, show_percent


def show(value: Any) -> str:
    """A fact as a card room writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return show_money(value)
    if isinstance(value, Fraction):
        return show_percent(value)
    if isinstance(value, list):
        return ", ".join(show(item) for item in value)
    return "a group of entries" if is_group(value) else str(value)


def show_dollars(amount: Fraction) -> str:
    """An exact amount as money, rounded up to a cent where it has more: nothing above a limit is shown as the limit."""
    cents = -(-amount * 100 // 1)
    return show_money(Decimal(int(cents)) / 100)


def is_group(value: Any) -> bool:
    """Whether this is a block of a document and not a value."""
    return isinstance(value, (BaseModel, dict))
