"""Who pays winners and collects from losers: blocks that games and general terms share."""

from typing import Literal

from compliance.documents.blocks import Block
from compliance.documents.fields import (
    Count,
    Later,
    Name,
    TurnsText,
    Words,
    YesNo,
)


class Rotation(Block):
    """How the bank moves from player to player."""

    verb: Literal["rotates", "is offered", "may be taken"] | None = None
    systematic: YesNo | None = None
    continuous: YesNo | None = None
    direction: Literal["clockwise", "counterclockwise"] | None = None
    at_most: TurnsText | None = None
    every: TurnsText | None = None
    intervening: Literal["required", "not required"] | None = None
    if_nobody_takes_it: Words | None = None
    held_at_most: TurnsText | None = None
    then_stops: TurnsText | None = None
    other_holders: Count | None = None
    within: TurnsText | None = None


class House(Block):
    """What part the house has in the game."""

    takes_part: Literal["never", "yes"] | None = None
    interest: Literal["none", "yes"] | None = None
    bars_other_banks: YesNo | None = None


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
    consecutive_turns: Literal["never", "allowed"] | None = None
    wagers_only_as_bank: YesNo | None = None
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
    rotation: Later[Rotation] | None = None
    pays_up_to: Literal["its wager", "no limit stated"] | None = None
    wager_limit: Literal["fixed before the hand", "no maximum"] | None = None
    uncovered_wagers: Literal["returned", "not returned", "free collection"] | None = None
    seated: YesNo | None = None
    may_be_held_by: list[Holder] = []
    backed_by_others: Literal["never", "allowed"] | None = None
    house: Later[House] | None = None
    player_banking: Later[PlayerBanking] | None = None
    third_party: Later[ThirdParty] | None = None
