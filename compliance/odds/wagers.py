"""What a wager is worth: counts times pay. A house edge is the share of the wager that the house keeps, on average."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import NamedTuple

from compliance.documents.values import NoPayout, Odds, Payout, Share
from compliance.odds.cards import NotCounted
from compliance.odds.deals import Counted, Method


class Terms(NamedTuple):
    """How a pay table is to be read."""

    stake: Fraction | None = Fraction(1)  # dollars on the wager, where prizes are in dollars; None where nothing says
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
    if isinstance(payout, Share | Decimal) and terms.stake is None:
        prize = f"${payout:,}" if isinstance(payout, Decimal) else str(payout)
        raise NotCounted(f"nothing says what is wagered for a prize of {prize}; say so as stake: $1")
    stake = terms.stake or Fraction(1)
    if isinstance(payout, Share):
        return Pay(Fraction(-1), payout.of_jackpot / stake, str(payout))
    if isinstance(payout, Decimal):
        # A prize in dollars is paid for the wager, which stays with the house.
        return Pay(Fraction(payout) / stake - 1, words=f"${payout:,}")
    return Pay(Fraction(0) if payout == NoPayout("pushes") else Fraction(-1), words=str(payout))


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
    uncounted_envy: str = ""  # why envy is not counted, or for no more players than `envy` has
    meter: "Meter | None" = None
    notes: tuple[str, ...] = ()
    play: str = ""  # where best play lies, for a wager that needs it
    best_first: tuple[int, ...] = ()  # what each row would take if better paid rows went before it
    method: Method | None = None  # None: by best play
    second_method: Method | None = None  # which gave the same counts

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

    @property
    def variance(self) -> Fraction:
        """Of what the bettor gains for each unit wagered, before envy; a jackpot is at its seed."""
        seed = self.meter.seed if self.meter else Fraction(0)
        gains = [(row.probability, row.pay.net + row.pay.share * seed) for row in self.rows]
        mean = sum((chance * gain for chance, gain in gains), Fraction(0))
        return sum((chance * gain**2 for chance, gain in gains), Fraction(0)) - mean**2

    def edge_with(self, others: int) -> Fraction:
        """The edge with so many other players whose hands pay envy."""
        return self.edge - (self.envy.each * others if self.envy else 0)

    def edge_at(self, jackpot: Fraction) -> Fraction:
        """The edge with so many dollars in the jackpot."""
        return self.edge - self.share * jackpot

    @property
    def remarks(self) -> list[str]:
        """What is said beside the figures: of the order of rows, of envy, and of best play."""
        envy = f"envy is not counted in full: {self.uncounted_envy}" if self.uncounted_envy else ""
        return [remark for remark in (*self.notes, envy, self.play) if remark]

    @property
    def break_even(self) -> Fraction | None:
        """The jackpot at which neither side has an edge; None where there is none."""
        return self.edge / self.share if self.share else None

    def edges(self) -> list[tuple[str, Fraction]]:
        """Every edge that the document allows, each with what it depends on."""
        found = [("", self.edge_at(self.meter.seed) if self.meter else self.edge)]
        if self.envy:
            found += [(name_others(str(others)), self.edge_with(others)) for others in self.envy.others if others]
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
    declared: bool = False  # the document itself says why, or the reason is reported at its own place


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


def name_others(number: str) -> str:
    """So many other players, in words."""
    return "1 other player" if number == "1" else f"{number} other players"


def case_of(odds: WagerOdds, label: str = "") -> str:
    """The case of these odds among all that a document allows: decks, pay table, and what else is named."""
    decks = "1 deck" if odds.decks == 1 else f"{odds.decks} decks"
    return ", ".join(part for part in (decks, odds.table and f"table {odds.table}", label) if part)


def places(number: Fraction, digits: int = 6) -> str:
    """A fraction to so many decimal places, halves to even."""
    scaled = round(number * 10**digits)
    sign, whole = ("-" if scaled < 0 else ""), abs(scaled)
    return f"{sign}{whole // 10**digits}" + (f".{whole % 10**digits:0{digits}d}" if digits else "")


def square_root(number: Fraction, digits: int) -> Fraction:
    """The square root of a fraction to so many decimal places, halves up."""
    scaled = number * 100 ** (digits + 1)
    return Fraction((isqrt(int(scaled)) + 5) // 10, 10**digits)


def percent(number: Fraction, digits: int = 4) -> str:
    return f"{places(number * 100, digits)}%"
