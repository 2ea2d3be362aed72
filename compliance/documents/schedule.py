"""A collection schedule: who pays which fee, on what, for each option that a table may use."""

from collections.abc import Iterator
from decimal import Decimal
from difflib import get_close_matches
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, Self, get_args

from pydantic import model_validator

from compliance.documents.blocks import Block, Document, NamedEntries
from compliance.documents.charges import Band, Fee, read_band
from compliance.documents.fields import (
    BandText,
    Count,
    DateRangeText,
    DropText,
    FeeText,
    Money,
    MoneyStep,
    Name,
    Said,
    StakesText,
    TurnsText,
    Words,
    YesNo,
)
from compliance.documents.kinds import Payer, Posting, WaiverCondition
from compliance.documents.rates import Rate
from compliance.documents.values import Unreadable
from compliance.source.routes import Route

Method = Literal["drop box", "chip rack", "direct"]
FeeKind = Literal["flat", "time", "hand", "rake", "commission"]
Notice = Literal["given", "none"]
Basis = Literal["wager-amount", "total-table-action", "players", "table-limit", "pot-size", "nothing"]
Counted = Literal["base wagers", "base and bonus wagers", "base wagers, or base and bonus wagers"]
Moment = Literal["before play", "after the flop", "during play", "after play"]


DROP: Final[Route] = ("jackpot-drop",)


class TableLimits(Block):
    """The least and the most that may be wagered at the table; a range when the house chooses within it."""

    minimum: BandText | None = None
    maximum: BandText | None = None


class ScheduleTerms(Block):
    """What the schedule says about all its options."""

    fees_determined: Literal["before play", "after play"] | None = None
    fees_collected: Moment | None = None
    options_in_use: Literal["one per table", "any"] | None = None
    most_rates: Said[Count] | None = None
    posted: Said[Posting] | None = None
    notice: Said[Notice] | None = None
    waiver_notice: Said[Notice] | None = None
    percentage: Literal["never"] | None = None
    same_fee_for_all: YesNo | None = None
    fee_types_at_once: Count | None = None
    purchase_needed: YesNo | None = None
    free_for: list[Literal["employees", "owners", "players", "guests"]] = []
    dealer: Literal["house", "player"] | None = None
    charge_for_chips: YesNo | None = None
    deck_fee: Literal["none", "actual cost or less", "above actual cost"] | None = None
    deck_fee_paid_in: Literal["cash", "chips"] | None = None


class Bands(NamedEntries[FeeText]):
    """Fees by band: `$5-$1,000: $1`."""

    @model_validator(mode="after")
    def _check_bands(self) -> Self:
        for text, _ in self.items():
            try:
                read_band(text)
            except Unreadable as problem:
                raise Unreadable(str(problem), key=text) from None
        return self

    def rows(self) -> Iterator[tuple[Band, Fee]]:
        """Every band with its fee, in the order in which they are written."""
        for text, fee in self.items():
            yield read_band(text), fee

    @cached_property
    def ascending(self) -> list[tuple[Band, Fee]]:
        """The rows from the lowest band up."""
        return sorted(self.rows(), key=lambda row: row[0].low)


class Collection(Block):
    """One fee of an option: from whom, per what, and how much by which measure."""

    named_by: ClassVar[str] = "payer"

    uses: Name | None = None
    payer: Payer | None = None
    columns: list[Payer] = []
    sheet: dict[str, list[FeeText]] = {}
    also_from: list[Payer] = []
    type: FeeKind | None = None
    per: Words | None = None
    by: Basis = "nothing"
    counts: Counted | None = None
    bands: Bands | None = None
    fee: FeeText | None = None
    jackpot_drop: DropText | None = None
    at_most: Money | None = None
    without_flop: FeeText | None = None
    when: Words | None = None
    method: Method | None = None
    collected: Moment | None = None
    collected_by: Literal["dealer", "another employee"] | None = None
    own_box: YesNo | None = None
    emptied_every: TurnsText | None = None
    waived_when: Said[WaiverCondition] | None = None

    @property
    def fee_type(self) -> str | None:
        """The type of this fee: as stated, or as its shape shows it; None when neither tells. What is dropped for a
        jackpot is of none: whether it is a fee at all is for a person."""
        if self.type is not None:
            return self.type
        fees = [fee for route, _, fee in self.rows() if fee.is_charged and route != DROP]
        spans = {fee.per or self.per or "" for fee in fees}
        if fees and all(fee.share is not None for fee in fees):
            won = any("win" in fee.of for fee in fees)
            return "commission" if won else "rake" if self.payer == "pot" or any("pot" in f.of for f in fees) else None
        if not fees or any(fee.share is not None for fee in fees):
            return None
        if all("hour" in span or "minute" in span for span in spans):
            return "time"
        if self.payer == "pot":
            return "rake"
        return "hand" if all({"hand", "hands"} & {*span.split()} for span in spans) else None

    @property
    def is_only_drop(self) -> bool:
        """Whether all that is taken here is dropped for a jackpot."""
        return self.type is None and [route for route, _, _ in self.rows()] == [DROP]

    def rows(self) -> Iterator[tuple[Route, Band | None, Fee]]:
        """Every fee with its band and its route inside the collection, in the order in which it is written."""
        if self.fee is not None:
            yield ("fee",), None, self.fee
        if self.bands is not None:
            for text, fee in self.bands.items():
                band = read_band(text)
                # The text that is kept with the band: thousands of documents have the same few.
                yield ("bands", band.text if band.text == text else text), band, fee
        if self.without_flop is not None:
            yield ("without-flop",), None, self.without_flop
        if self.jackpot_drop is not None:
            yield DROP, None, self.jackpot_drop


def _wrap_single_values(written: Any, *keys: str) -> Any:
    """A group in which one text stands for a list of one."""
    if not isinstance(written, dict) or not any(isinstance(written.get(key), str) for key in keys):
        return written
    return {key: [value] if key in keys and isinstance(value, str) else value for key, value in written.items()}


class Option(Block):
    """One way to charge, which a table uses as a whole."""

    named_by: ClassVar[str] = "option"

    option: Words
    title: Words | None = None
    for_: list[Name] = []
    group: Name | None = None
    table_limit: BandText | None = None
    wager: BandText | None = None
    players: BandText | None = None
    stakes: list[StakesText] = []
    buy_in: BandText | None = None
    counts: Words | None = None
    collections: list[Collection]
    not_for_play: YesNo | None = None

    @model_validator(mode="before")
    @classmethod
    def _accept_single_value(cls, written: Any) -> Any:
        return _wrap_single_values(written, "for", "stakes")


class PayerDefaults(Block):
    """What holds for every fee of one payer that does not say otherwise."""

    also_from: list[Payer] = []
    type: FeeKind | None = None
    per: Words | None = None
    by: Basis | None = None
    counts: Counted | None = None
    at_most: Money | None = None
    when: Words | None = None
    method: Method | None = None
    collected: Moment | None = None
    collected_by: Literal["dealer", "another employee"] | None = None
    own_box: YesNo | None = None
    emptied_every: TurnsText | None = None
    waived_when: Words | None = None


class ByPayer(NamedEntries[PayerDefaults]):
    """The same for each payer."""

    @model_validator(mode="after")
    def _check_payers(self) -> Self:
        for name, _ in self.items():
            if name not in get_args(Payer):
                near = get_close_matches(name, get_args(Payer), 1, 0.5)
                meant = f" (was {near[0]} meant?)" if near else ""
                raise Unreadable(f"`{name[:60]}` is no payer{meant}; expected {', '.join(get_args(Payer))}", key=name)
        return self


class Defaults(PayerDefaults):
    """What holds for several options, and for every fee of theirs that does not say otherwise."""

    for_: list[Name] = []
    table_limit: BandText | None = None
    wager: BandText | None = None
    players: BandText | None = None
    stakes: list[StakesText] = []
    buy_in: BandText | None = None
    by_payer: ByPayer | None = None
    collections: list[Collection] = []

    @model_validator(mode="before")
    @classmethod
    def _accept_single_value(cls, written: Any) -> Any:
        read = _wrap_single_values(written, "for", "stakes")
        if isinstance(read, dict) and isinstance(read.get("collections"), list):
            # A name of a rate: what it stands for is looked at where an option takes it over.
            read = {**read, "collections": [{"uses": c} if isinstance(c, str) else c for c in read["collections"]]}
        return read


class ScheduledGame(Block):
    """A game that the schedule covers, under the name and the number that the schedule prints for it."""

    named_by: ClassVar[str] = "game"

    game: Name | None = None
    as_: Name | None = None
    printed: Words | None = None
    approval: Words | None = None

    @model_validator(mode="before")
    @classmethod
    def _accept_name(cls, written: Any) -> Any:
        """A game may be written as its name alone."""
        return {"game": written} if isinstance(written, str) else written


class Schedule(Document):
    """Collection rates of one establishment for one or several games."""

    document: Literal["schedule"]
    games: list[ScheduledGame] = []
    effective: DateRangeText | None = None
    superseded_by: Words | None = None
    unit: MoneyStep | None = None
    table_limits: TableLimits | None = None
    terms: ScheduleTerms | None = None
    options: list[Option]
    shared: Defaults | None = None
    groups: NamedEntries[Defaults] | None = None
    rates: NamedEntries[Collection] | None = None

    def option_games(self, option: Option) -> frozenset[str]:
        """The games that an option is for, by their ids as far as these are known; none means all of the schedule."""
        if not option.for_:
            return frozenset()
        told = [game for game in self.games if game.as_ is not None and "game" in game.model_fields_set]
        ids = {game.as_: game.game or "" for game in told}
        return frozenset(ids.get(name, name) for name in option.for_)

    def collections(self) -> Iterator[tuple[Route, Option, Collection]]:
        """Every collection with its route and the option it belongs to; not those of options that nobody may use."""
        for number, option in enumerate(self.options):
            if option.not_for_play:
                continue
            for place, collection in enumerate(option.collections):
                yield ("options", number, "collections", place), option, collection

    def option_limits(self, option: Option) -> tuple[Decimal | None, Decimal | None]:
        """The least and the most wager that an option must have a fee for. Where the house may choose a limit in a
        range, an option need only fit one choice: the highest minimum and the lowest maximum."""
        if option.wager is not None:
            return option.wager.low, option.wager.high
        return self.table_wager_limits(option)

    def table_wager_limits(self, option: Option) -> tuple[Decimal | None, Decimal | None]:
        """The least and the most wager at the tables of an option."""
        if option.table_limit is not None:
            return option.table_limit.low, option.table_limit.high
        least = self.table_limits.minimum if self.table_limits is not None else None
        most = self.table_limits.maximum if self.table_limits is not None else None
        return (least.high if least is not None else None), (most.low if most is not None else None)

    def option_rates(self, number: int) -> Iterator[Rate]:
        """The fees that one option charges. A waived fee, or one of nothing, is no rate."""
        return iter(self._rates[number])

    def describe_options(self) -> list[tuple[str, str, str, frozenset[str]]]:
        """Every option by its name, its fees and its limit as text, and its games: enough to tell whether two schedules
        charge the same."""
        return [
            (
                option.option,
                "; ".join(f"{rate.payer} {rate.band or ''} {rate.fee.text}" for rate in self.option_rates(number)),
                str(option.table_limit or option.wager or ""),
                self.option_games(option),
            )
            for number, option in enumerate(self.options)
        ]

    @cached_property
    def _rates(self) -> list[list[Rate]]:
        found: list[list[Rate]] = [[] for _ in self.options]
        for base, _, collection in self.collections():
            payer = collection.payer or "payer unstated"
            found[int(base[1])] += [
                Rate(base + route, payer, band, fee, fee.amount)
                for route, band, fee in collection.rows()
                if fee.is_charged
            ]
        return found
