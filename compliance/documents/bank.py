"""Who pays winners and collects from losers: blocks that games and general terms share."""

from typing import Literal

from compliance.documents.blocks import Block
from compliance.documents.fields import (
    Count,
    Name,
    Quotable,
    Said,
    TurnsText,
    YesNo,
)

# What may follow where nobody takes the bank.
Taker = Literal["game stops", "another takes it", "holder goes on", "house takes it"]


class Rotation(Block):
    """How the bank moves from player to player."""

    verb: Quotable[Literal["rotates", "is offered", "may be taken", "stays"]] | None = None
    systematic: Quotable[YesNo] | None = None
    continuous: Quotable[YesNo] | None = None
    direction: Literal["clockwise", "counterclockwise"] | None = None
    at_most: TurnsText | None = None
    every: TurnsText | None = None
    intervening: Quotable[Literal["required", "not required"]] | None = None
    if_nobody_takes_it: Said[Taker] | None = None
    held_at_most: TurnsText | None = None
    then_stops: TurnsText | None = None
    other_holders: Count | None = None
    within: TurnsText | None = None


class House(Block):
    """What part the house has in the game."""

    takes_part: Quotable[Literal["never", "yes"]] | None = None
    interest: Quotable[Literal["none", "yes"]] | None = None
    bars_other_banks: Quotable[YesNo] | None = None


class PlayerBanking(Block):
    """When a player may bank a game that the house banks."""

    allowed: YesNo
    every: TurnsText | None = None
    covers: list[Name] = []


class ThirdParty(Block):
    """Third-party providers of proposition player services. `per-table` counts providers, not their people."""

    allowed: YesNo | None = None
    per_table: Count | None = None
    players_of_one_provider: Count | None = None
    consecutive_turns: Quotable[Literal["never", "allowed"]] | None = None
    wagers_only_as_bank: Quotable[YesNo] | None = None
    follows_game_rules: YesNo | None = None


Holder = Literal[
    "players",
    "third party",
    "backline bettors",
    "observers",
    "employees",
    "key employees",
    "owners",
    "shareholders",
    "partners",
    "landlord",
    "house",
]


class Bank(Block):
    """Who pays winners and collects from losers, for how long, and how far."""

    # The one closed list that every game must choose from: `unclear` is a choice, and open to whoever reads it.
    by: Literal["house", "player-dealer", "pot", "unclear"]
    rotation: Rotation | None = None
    pays_up_to: Quotable[Literal["its wager", "no limit stated"]] | None = None
    wager_limit: Quotable[Literal["fixed before the hand", "no maximum"]] | None = None
    uncovered_wagers: Quotable[Literal["returned", "not returned", "free collection"]] | None = None
    seated: Quotable[YesNo] | None = None
    may_be_held_by: list[Holder] = []
    backed_by_others: Quotable[Literal["never", "allowed"]] | None = None
    house: House | None = None
    player_banking: PlayerBanking | None = None
    third_party: ThirdParty | None = None
