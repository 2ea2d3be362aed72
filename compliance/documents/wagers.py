"""What players stake, and what they can win: wagers with their pay tables, envy, jackpots and limits on payouts."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Tag

from compliance.documents.amounts import Amount
from compliance.documents.blocks import Block, NamedEntries
from compliance.documents.fields import (
    MEMBER,
    AmountText,
    Count,
    LimitText,
    Money,
    Name,
    PartText,
    PayoutText,
    Percent,
    Said,
    Words,
    YesNo,
)
from compliance.documents.values import Payout

_ONE, _TABLE, _TABLES, _STAGES = (f"{MEMBER}{name}" for name in ("one", "table", "tables", "stages"))


class PayTable(NamedEntries[PayoutText]):
    """What each hand or event pays."""


def _classify_pays(written: Any) -> str:
    if isinstance(written, (PayTable, PayTables)) or not isinstance(written, dict):
        return _TABLES if isinstance(written, PayTables) else _TABLE if isinstance(written, PayTable) else _ONE
    rows = [value for key, value in written.items() if key != "source"]
    return _TABLES if rows and all(isinstance(row, dict) for row in rows) else _TABLE


class PayTables(NamedEntries[PayTable]):
    """Several pay tables to choose from, by the name that the text gives them."""


Pays = Annotated[
    Annotated[PayoutText, Tag(_ONE)] | Annotated[PayTable, Tag(_TABLE)] | Annotated[PayTables, Tag(_TABLES)],
    Discriminator(_classify_pays),
]


# Whether a pay table runs with the ranking of hands, against it, or neither.
# Over which tables one progressive runs.
Link = Literal[
    "not linked",
    "tables of the same game in one card room",
    "games with the same winning hand and probability in one card room",
    "other games",
    "another location",
]
JackpotCondition = Literal[
    "distribution when it ends",
    "winning conditions",
    "prize",
    "cost to take part",
    "administrative fee",
    "other conditions",
]
PayOrder = Literal["best hand first", "worst hand first", "no order"]


class AmountStages(NamedEntries[AmountText]):
    """What a wager must be at each stage of the hand, by the name of the step in which it is made."""


class LimitStages(NamedEntries[LimitText]):
    """The most or the least that a wager may be at each stage of the hand."""


def _classify_stages(written: Any) -> str:
    return _STAGES if isinstance(written, (dict, AmountStages, LimitStages)) else _ONE


StagedAmount = Annotated[
    Annotated[AmountText, Tag(_ONE)] | Annotated[AmountStages, Tag(_STAGES)], Discriminator(_classify_stages)
]


StagedLimit = Annotated[
    Annotated[LimitText, Tag(_ONE)] | Annotated[LimitStages, Tag(_STAGES)], Discriminator(_classify_stages)
]


class Wager(Block):
    """Something that a player may stake money on."""

    name: Words | None = None
    aliases: list[Words] = []
    kind: Literal["base", "bonus", "progressive", "insurance", "raise", "blind", "ante", "toke", "streak"] | None = None
    required: YesNo | None = None
    needs: Words | None = None
    excludes: list[Name] = []
    may_exceed: Name | None = None
    pays_as: Name | None = None
    placed: Words | None = None
    at_least: StagedLimit | None = None
    at_most: StagedLimit | None = None
    equals: StagedAmount | None = None
    minimum: Money | None = None
    maximum: Money | None = None
    limit_set_by: Words | None = None
    on: Literal["own hand", "community cards", "dealer's hand", "any hand at the table", "another table"] | None = None
    decided_by: Literal["one deal", "several deals"] | None = None
    deals: Count | None = None
    banked_by: Literal["house", "player-dealer", "pot"] | None = None
    if_folded: Literal["forfeited", "stays", "returned"] | None = None
    wins_when: Words | None = None
    pays: Pays | None = None
    order: PayOrder | None = None
    if_several: Literal["highest pays", "all pay"] | None = None
    commission: Percent | None = None
    commission_on: Literal["winning hand", "every wager"] | None = None
    commission_waived: Words | None = None
    spot: Literal["layout", "beside the wager", "anywhere"] | None = None

    def amounts(self, *keys: str) -> Iterator[tuple[str, str, Amount]]:
        """What is said of its size under some keys, none means all: the key, the stage, and the amount."""
        said = {"equals": self.equals, "at-most": self.at_most, "at-least": self.at_least}
        for key in keys or said:
            amount = said[key]
            if isinstance(amount, (AmountStages, LimitStages)):
                yield from ((key, stage, one) for stage, one in amount.items())
            elif amount is not None:
                yield key, "", amount

    def pay_tables(self) -> Iterator[tuple[str | None, PayTable]]:
        """The tables of this wager, each with its name when there are several."""
        if isinstance(self.pays, PayTable):
            yield None, self.pays
        elif isinstance(self.pays, PayTables):
            yield from self.pays.items()

    def payouts(self) -> Iterator[tuple[tuple[str, ...], Payout]]:
        """Everything this wager can pay, with its route inside the wager."""
        if self.pays is None:
            return
        for name, table in self.pay_tables():
            for hand, payout in table.items():
                yield ("pays", *([name] if name else []), hand), payout
        if not isinstance(self.pays, (PayTable, PayTables)):
            yield ("pays",), self.pays


class Qualifier(Block):
    """What makes a player eligible."""

    wager: Name
    at_least: Money


class Envy(Block):
    """A prize for another player's hand, without a wager of its own (a bonus feature)."""

    name: Words | None = None
    aliases: list[Words] = []
    banked_by: Literal["house", "player-dealer"] | None = None
    qualifies: Qualifier | None = None
    own_wager: Money | None = None
    pays: Pays | None = None
    order: PayOrder | None = None
    promised: list[Name] = []
    triggered_by: Literal["any other player", "any hand", "a player with the wager"] | None = None
    never_for: list[Literal["own hand", "bank's hand"]] = []
    own_second_spot: Literal["pays", "does not pay"] | None = None
    several_at_once: Literal["each pays", "highest pays", "house chooses"] | None = None
    linked: Literal["same table only", "other tables", "other games"] | None = None
    in_aggregate: YesNo | None = None
    progressive: YesNo | None = None


class Reserve(Block):
    """A second jackpot that is filled while the first is played for."""

    contribution: PartText | None = None
    at_most: Money | None = None
    used: Words | None = None


class Progressive(Block):
    """A jackpot that grows with wagers."""

    name: Words | None = None
    wager: Name
    seed: Money | None = None
    contribution: PartText | None = None
    reserve: Reserve | None = None
    reseeded: Words | None = None
    meter: Literal["real time", "updated daily", "third-party system or updated daily"] | None = None
    posted: (
        Said[Literal["amount and pay table at every table", "amount at every table", "elsewhere", "nowhere"]] | None
    ) = None
    cap: Money | None = None
    cap_posted: Literal["at or near the game", "elsewhere", "nowhere"] | None = None
    several_winners: Words | None = None
    in_aggregate: YesNo | None = None
    linked: Said[Link] | None = None
    pays: Pays | None = None
    order: PayOrder | None = None


class HouseJackpot(Block):
    """A fixed prize of the house that no wager feeds."""

    amount: Money | None = None
    funded_by: Literal["house", "players"] | None = None
    each_winner_paid_in_full: YesNo | None = None
    meter: Literal["real time", "changed by hand"] | None = None
    contribution: Percent | None = None
    posted: Said[Literal["at the table with both notices", "at the table", "elsewhere", "nowhere"]] | None = None


class PlayerJackpot(Block):
    """A player-supported jackpot of a game that the house does not bank."""

    administrative_fee: Percent | None = None
    method: Literal["drop box", "chip rack", "direct"] | None = None
    custodian: (
        Said[Literal["an owner", "a partner", "an officer", "a licensed individual", "a player", "nobody"]] | None
    ) = None
    posted: list[Said[JackpotCondition]] = []
    funded_by: Literal["pot", "house", "players directly"] | None = None
    approved: YesNo | None = None
    deductions: list[Words] = []


class Aggregate(Block):
    """The most that is paid for one deal."""

    name: Words | None = None
    amount: Money | None = None
    per_player: Money | None = None
    covers: list[Name] = []
    set_by: Words | None = None
    displayed: Said[Literal["on the layout", "on a sign on the table", "elsewhere", "nowhere"]] | None = None
    disclosed: Said[Literal["in print", "not in print"]] | None = None
