"""What collection fees cost: as a share of the action they are taken on, and against the edge of the game.

All of it is exact. The fee of a band is the largest share at its lower end and the smallest at its upper end; where a
band has no upper end the share falls towards nothing. The player-dealer gains the edge on every dollar of action and
pays the fee: it breaks even where the edge on the action is the fee.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.documents.fee_units import count_minutes
from compliance.documents.values import show_money

if TYPE_CHECKING:
    from compliance.documents.schedule import Collection, Option, Schedule

_OF_MONEY: Final = ("wager-amount", "total-table-action", "pot-size", "table-limit")


class FeeBand(NamedTuple):
    """One band with its fee: the least and the most action in it (None where it has no end), in chips that exist."""

    text: str
    low: Fraction
    high: Fraction | None
    fee: Fraction

    @property
    def low_share(self) -> Fraction:
        return self.fee / self.low

    @property
    def high_share(self) -> Fraction | None:
        return self.fee / self.high if self.high else None

    def break_even(self, edge: Fraction) -> Fraction | None:
        """The action at which an edge pays the fee, if there is one."""
        return self.fee / edge if edge > 0 else None

    def gains_from(self, edge: Fraction, step: Fraction) -> Fraction | None:
        """The least action of this band, in chips, at which the edge is at least the fee; None where none is."""
        if not self.fee:
            return self.low if edge >= 0 else None
        least = self.break_even(edge)
        if least is None:
            return None
        chips = max(self.low, -(-least // step) * step)
        return chips if self.high is None or chips <= self.high else None


class FeeLine(NamedTuple):
    """What one payer pays under an option: by bands of action, or a flat fee that goes by nothing or by time."""

    option: str
    payer: str
    basis: str
    per: str
    counts: str
    bands: tuple[FeeBand, ...]
    flat: Fraction | None = None
    minutes: int | None = None  # for which a flat fee is paid, where it goes by time
    unclear: str = ""  # why nothing is computed

    @property
    def top_shares(self) -> list[Fraction]:
        """The fee as a share of the upper end of each band that has one and charges something."""
        return [share for band in self.bands if band.fee and (share := band.high_share) is not None]

    @property
    def is_charged(self) -> bool:
        return bool(self.flat) or any(band.fee for band in self.bands) or bool(self.unclear)


def read_fees(schedule: Schedule, step: Fraction, game: str = "") -> Iterator[FeeLine]:
    """Every fee of every option of a schedule; of one game, if asked. `step` is the smallest chip."""
    names = Counter(option.option for option in schedule.options)
    for option in schedule.options:
        games = schedule.option_games(option)
        if option.not_for_play or (game and games and game not in games):
            continue
        for collection in option.collections:
            line = _fee_line(schedule, option, collection, step)
            more = option.title or ", ".join(option.for_) or option.group or ""
            yield line._replace(option=f"{option.option} ({more})") if more and names[option.option] > 1 else line


def _fee_line(schedule: Schedule, option: Option, collection: Collection, step: Fraction) -> FeeLine:
    per = collection.per or ""
    line = FeeLine(
        option.option, collection.payer or "payer not stated", collection.by, per, collection.counts or "", ()
    )
    rows = [(band, fee) for _, band, fee in collection.rows()]
    if any(fee.share is not None for _, fee in rows):
        return line._replace(unclear="the fee is a share; it costs that share")
    if len(rows) == 1 and rows[0][0] is None:
        fee = rows[0][1]
        words = fee.per or per
        return line._replace(flat=Fraction(fee.amount), per=words, minutes=count_minutes(words))
    if any(band is None for band, _ in rows):
        return line._replace(unclear="a flat fee stands beside bands")
    if collection.by not in _OF_MONEY:
        amounts = sorted({fee.amount for _, fee in rows})
        fees = show_money(amounts[0]) + (f" to {show_money(amounts[-1])}" if len(amounts) > 1 else "")
        by = "the number of players" if collection.by == "players" else "what is not stated"
        return line._replace(unclear=f"{fees} by {by}, and not by the action")
    least = _find_least_wager(schedule, option)
    bands = []
    for band, fee in rows:
        assert band is not None
        low = max(Fraction(band.low), step)
        if band.contains(least):
            low = max(low, Fraction(least))
        high = Fraction(band.high) if band.high is not None else None
        bands.append(FeeBand(str(band), low, high, Fraction(fee.amount)))
    return line._replace(bands=tuple(bands))


def _find_least_wager(schedule: Schedule, option: Option) -> Decimal:
    """The least wager that the tables of an option may have: where the house chooses in a range, its lower end."""
    bounds = (option.wager, option.table_limit, schedule.table_limits.minimum if schedule.table_limits else None)
    return next((bound.low for bound in bounds if bound is not None), Decimal(0))


class ActionRange(NamedTuple):
    """A stretch of action, both ends included; no `high` means no upper end."""

    low: Fraction
    high: Fraction | None


def gaining_stretches(bands: Sequence[FeeBand], edge: Fraction, step: Fraction) -> list[ActionRange]:
    """The action at which an edge is at least the fee, from the least up."""
    found: list[ActionRange] = []
    for band in sorted(bands, key=lambda band: band.low):
        low = band.gains_from(edge, step)
        if low is None:
            continue
        last = found[-1] if found else None
        if last is not None and last.high is not None and low <= last.high + step:
            found[-1] = ActionRange(last.low, band.high)
        else:
            found.append(ActionRange(low, band.high))
    return found


def measure_spread(line: FeeLine) -> tuple[Fraction, Fraction] | None:
    """The least and the most of the shares at the tops of bands, for three bands or more."""
    shares = line.top_shares
    return (min(shares), max(shares)) if len(shares) >= 3 else None


class GameEdge(NamedTuple):
    """The edge on a dollar of action: what it is made of, each part with its share of the action and its own edge."""

    parts: tuple[tuple[str, Fraction, Fraction], ...]

    @property
    def edge(self) -> Fraction:
        return sum((share * edge for _, share, edge in self.parts), Fraction(0))
