"""What is dealt and drawn, and what a count of it gives."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from compliance.odds.conditions import Condition, Look


class DrawRule(NamedTuple):
    """One row of a drawing table."""

    when: Condition
    draws: bool


class Draw(NamedTuple):
    """A hand that draws by a table: once, or again and again until the table says to stand."""

    hand: str
    rules: tuple[DrawRule, ...]
    again: bool = False
    otherwise: bool | None = None
    table: str = "the drawing table"
    sees: Look | None = None  # by best play: the cards that are seen beside the own; None where it goes by rules


class Deal(NamedTuple):
    """Hands by name with the cards that each gets, and who draws after that."""

    hands: Mapping[str, int]
    draws: tuple[Draw, ...] = ()


# By classes of ranks, by suits, one kind of hand after the other, deal by deal with its draws, or these by best play.
Method = Literal["ranks", "suits", "kinds", "draws", "best play"]


class Counted(NamedTuple):
    """How many deals each row of a pay table takes; `rest` are those that fit none."""

    rows: tuple[int, ...]
    rest: int
    method: Method = "kinds"

    @property
    def total(self) -> int:
        return sum(self.rows) + self.rest
