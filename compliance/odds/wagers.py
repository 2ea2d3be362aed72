"""What a wager is worth: counts times pay. A house edge is the share of the wager that the house keeps, on average."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from compliance.documents.values import Odds, Payout, Share, Unpaid
from compliance.odds.cards import NotCounted
from compliance.odds.deals import Counted


class Terms(NamedTuple):
    """How a pay table is to be read."""

    stake: Fraction = Fraction(1)  # dollars on the wager, where prizes are in dollars
    commission: Fraction = Fraction(0)  # of what is won
    for_one: bool = False  # the wager is part of what is paid


class Pay(NamedTuple):
    """What the bettor gains for each unit wagered: a fixed part, and a share of a jackpot for each dollar wagered."""

    net: Fraction
    share: Fraction = Fraction(0)
    words: str = ""


def pay_of(payout: Payout, terms: Terms) -> Pay:
    """A cell of a pay table for one unit wagered."""
    if isinstance(payout, Odds):
        won = payout.ratio - 1 if terms.for_one and not payout.with_stake else payout.ratio
        return Pay(won * (1 - terms.commission) if won > 0 else won, words=str(payout))
    if isinstance(payout, Share):
        return Pay(Fraction(-1), payout.of_jackpot / terms.stake, str(payout))
    if isinstance(payout, Decimal):
        # A prize in dollars is paid for the wager, which stays with the house.
        return Pay(Fraction(payout) / terms.stake - 1, words=f"${payout:,}")
    return Pay(Fraction(0) if payout == Unpaid("pushes") else Fraction(-1), words=str(payout))


@dataclass(frozen=True)
class RowOdds:
    """One outcome of a wager."""

    name: str
    count: int
    total: int
    pay: Pay

    @property
    def probability(self) -> Fraction:
        return Fraction(self.count, self.total)

    @property
    def wins(self) -> bool:
        return self.pay.net > 0 or self.pay.share > 0


class EnvyOdds(NamedTuple):
    """What envy adds: for each other player, and so by the number of them."""

    each: Fraction
    stake: Fraction
    others: tuple[int, ...]


@dataclass(frozen=True)
class WagerOdds:
    """A wager under one pay table, with so many decks, by one reading."""

    wager: str
    decks: int
    rows: tuple[RowOdds, ...]
    table: str = ""
    reading: str = ""
    envy: EnvyOdds | None = None
    meter: "Meter | None" = None
    notes: tuple[str, ...] = ()
    play: str = ""  # where best play lies, for a wager that needs it
    best_first: tuple[int, ...] = ()  # what each row would take if better paid rows went before it

    @cached_property
    def edge(self) -> Fraction:
        """The house edge before envy, and with nothing in the jackpot."""
        return -sum((row.probability * row.pay.net for row in self.rows), Fraction(0))

    @property
    def hit_rate(self) -> Fraction:
        return sum((row.probability for row in self.rows if row.wins), Fraction(0))

    @property
    def share(self) -> Fraction:
        """What each dollar in the jackpot is worth to one unit wagered."""
        return sum((row.probability * row.pay.share for row in self.rows), Fraction(0))

    def edge_with(self, others: int) -> Fraction:
        """The edge with so many other players whose hands pay envy."""
        return self.edge - (self.envy.each * others if self.envy else 0)

    def edge_at(self, jackpot: Fraction) -> Fraction:
        """The edge with so many dollars in the jackpot."""
        return self.edge - self.share * jackpot

    @property
    def break_even(self) -> Fraction | None:
        """The jackpot at which neither side has an edge; None where there is none."""
        return self.edge / self.share if self.share else None

    def edges(self) -> list[tuple[str, Fraction]]:
        """Every edge that the document allows, each with what it depends on."""
        found = [("", self.edge_at(self.meter.seed) if self.meter else self.edge)]
        if self.envy:
            found += [(f"{others} other players", self.edge_with(others)) for others in self.envy.others if others]
        return found


class Meter(NamedTuple):
    """A jackpot that grows: what it starts with and what part of each wager goes into it."""

    seed: Fraction = Fraction(0)
    contribution: Fraction = Fraction(0)


class Uncounted(NamedTuple):
    """A wager that is not counted, and why."""

    wager: str
    reason: str
    reading: str = ""
    declared: bool = False  # the document itself says why


def rows_of(names: Sequence[str], pays: Sequence[Pay], counted: Counted) -> tuple[RowOdds, ...]:
    """The outcomes of a wager; what fits no row loses."""
    total = counted.total
    rows = [RowOdds(name, count, total, pay) for name, pay, count in zip(names, pays, counted.rows, strict=True)]
    if counted.rest:
        rows.append(RowOdds("everything else", counted.rest, total, Pay(Fraction(-1), words="loses")))
    return tuple(rows)


def envy_of(rows: Sequence[RowOdds], prizes: dict[str, Fraction], stake: Fraction, others: Sequence[int]) -> EnvyOdds:
    """Each other player's hand is as likely as the own one to be any hand, so every other player adds the same."""
    unknown = [name for name in prizes if prizes[name] and name not in {row.name for row in rows}]
    if unknown:
        raise NotCounted(f"envy is paid for {', '.join(unknown)}, which the pay table does not have")
    each = sum((row.probability * prizes.get(row.name, Fraction(0)) for row in rows), Fraction(0)) / stake
    return EnvyOdds(each, stake, tuple(others))


def case_of(odds: WagerOdds, label: str = "") -> str:
    """The case of these odds among all that a document allows: decks, pay table, and what else is named."""
    decks = "1 deck" if odds.decks == 1 else f"{odds.decks} decks"
    return ", ".join(part for part in (decks, odds.table and f"table {odds.table}", label) if part)


def places(number: Fraction, digits: int = 6) -> str:
    """A fraction to so many decimal places, halves to even."""
    scaled = round(number * 10**digits)
    sign, whole = ("-" if scaled < 0 else ""), abs(scaled)
    return f"{sign}{whole // 10**digits}" + (f".{whole % 10**digits:0{digits}d}" if digits else "")


def percent(number: Fraction, digits: int = 4) -> str:
    return f"{places(number * 100, digits)}%"
