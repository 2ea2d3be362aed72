"""Who banks a game, by what its rules pay."""

from compliance.checks.expressions.derived import Placed, Thing, derive
from compliance.checks.game.pot import marks_of_a_bank
from compliance.documents.game import Game

_READS = ["wagers.*.banked-by", "wagers.*.pays", "wagers.*.commission", "wagers.*.on", "dealer", "tables.*.given"]


@derive("sure-marks-of-a-bank", of=Game, gives="list of texts", reads=_READS)
def list_sure_marks_of_a_bank(thing: Thing) -> list[Placed] | None:
    """What nobody but a bank can do: pay at set odds, or bank a wager."""
    return [Placed(mark.told, mark.at) for mark in marks_of_a_bank(thing.value) if mark.certain] or None


@derive(
    "marks-of-a-bank",
    of=Game,
    gives="list of texts",
    reads=["wagers.*.banked-by", "wagers.*.pays", "wagers.*.commission", "wagers.*.on", "dealer", "tables.*.given"],
)
def list_marks_of_a_bank(thing: Thing) -> list[Placed] | None:
    """What shows that somebody banks a game: set odds, fixed prizes, a dealer's hand, a commission, envy, a jackpot."""
    return [Placed(mark.told, mark.at) for mark in marks_of_a_bank(thing.value)] or None
