"""What the settlement of a game comes to, for those who play against each other."""

from collections.abc import Iterator
from typing import Any, Final

from compliance.checks.evaluation import default_to
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, not_applicable, passed, review
from compliance.documents.game import DecisionRule, Game
from compliance.source.routes import Route

# What is better for whoever has it, as tables name it: `nearer-nine: player`; and values that are nobody.
_BETTER: Final = frozenset({"nearer", "closer", "higher", "better", "best", "winner"})
_NOBODY: Final = frozenset({"same", "neither", "none", "tie", "equal", "identical", "both"})
_WINS: Final = " wins"


@check("better-side-can-win")
def better_side_can_win(game: Game) -> Verdicts:
    """A side that is nearer, higher or better wins by some rule of the settlement; where it loses is an exception."""
    compared = list(_list_comparisons(game))
    if not compared:
        return iter([not_applicable("No settlement table says which side is nearer, higher or better.", ("tables",))])
    winners = {side for side, _, _, rule in compared if rule.then == f"{side}{_WINS}"}
    losing = {side: (at, given, rule) for side, at, given, rule in reversed(compared) if rule.then.endswith(_WINS)}
    verdicts = (
        review(f"The {side} never wins where {given} is {side}; the rule says: {rule.then}. Is that meant?", at)
        for side, (at, given, rule) in sorted(losing.items(), key=lambda one: one[1][0])
        if side not in winners
    )
    return default_to(verdicts, passed("Whichever side the settlement calls better can win.", ("tables",)))


def _list_comparisons(game: Game) -> Iterator[tuple[str, Route, str, DecisionRule]]:
    """The rules that say which side is better: the side, the place, the input that says so, and the rule."""
    for name, table in game.tables.items() if game.tables is not None else ():
        settles = table.kind == "settlement"
        inputs = [given for given in table.given if settles and _BETTER & set(given.split("-"))]
        for number, rule in enumerate(table.rules if inputs else ()):
            for given in inputs:
                for side in _list_values(rule.conditions().get(given)):
                    if side not in _NOBODY:
                        yield side, ("tables", name, "rules", number), given, rule


def _list_values(written: Any) -> list[str]:
    """The values that a rule names for an input; none where it leaves the input open."""
    if isinstance(written, list):
        return [str(one) for one in written]
    return [str(written)] if written is not None else []
