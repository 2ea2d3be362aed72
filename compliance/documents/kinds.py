"""What documents there are, and where they hold. Read by the command line too, which loads no model for it."""

from typing import Final, Literal, get_args

Kind = Literal["game", "schedule", "terms"]
KINDS: Final[tuple[str, ...]] = get_args(Kind)

Posting = Literal["at every table", "elsewhere", "nowhere"]
# What must happen at the table for a fee to be waived; `the house decides` is nothing that is seen there.
WaiverCondition = Literal[
    "there is no flop",
    "the bank does not cover the wager",
    "the hand is folded",
    "the hand is a misdeal",
    "the hand is a tie",
    "few players play",
    "all other players fold",
    "the pot is small",
    "the player is an employee",
    "the player is of a group",
    "the house decides",
]
Payer = Literal[
    "player",
    "player-dealer",
    "pot",
    "blind",
    "small blind",
    "big blind",
    "button",
    "backline bettor",
    "winner",
    "third-party provider",
    "house",
]

# Who may bank a game that is begun with `pitboss new`, and how many options a schedule may be begun with.
Banker = Literal["house", "player-dealer", "pot"]
MOST_OPTIONS: Final = 50


def select_kinds(asked: str) -> tuple[str, ...]:
    """The kinds of document that a requirement speaks to: `schedule or terms` is two, `any` is all."""
    return KINDS if asked == "any" else tuple(asked.split(" or "))
