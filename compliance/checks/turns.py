"""Numbers with a unit, held against each other: hours with minutes, hands with rounds, never hands with minutes."""

from collections.abc import Mapping
from typing import Final

from compliance.documents.values import Turns

MINUTES: Final[Mapping[str, int]] = {"minutes": 1, "hours": 60, "days": 24 * 60}
DEALS: Final[Mapping[str, int]] = {"hands": 1, "rounds": 1, "deals": 1}
COUNTS: Final[Mapping[str, int]] = {**DEALS, "turns": 1, "times": 1}


def sizes(one: Turns, other: Turns, counts: Mapping[str, int] = DEALS) -> tuple[int, int] | None:
    """Two numbers in one unit; None when they cannot be compared. `counts` are the units that count the same."""
    for units in (MINUTES, counts, {one.unit: 1}):
        if one.unit in units and other.unit in units:
            return one.number * units[one.unit], other.number * units[other.unit]
    return None
