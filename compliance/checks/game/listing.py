"""Games on a list, and what is listed beside a game."""

from collections.abc import Mapping

from compliance.checks.names import families_of
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, unstated
from compliance.documents.game import Game
from compliance.documents.routes import facts


@check("listed-game")
def listed_game(game: Game, listed: list[str], others_if_approved: str) -> Verdicts:
    """The game is one of a list, or, where the law opens the list, one that is approved."""
    names = families_of(game)
    approval = game.approval
    if not names:
        yield unstated("review", "The document does not state the family of the game.", ("family",))
    elif names & set(listed):
        yield passed(f"{sorted(names & set(listed))[0].capitalize()} is one of the listed games.", ("family",))
    elif others_if_approved != "yes":
        yield failed(f"{game.family} is not one of the listed games.", ("family",), label="not on the list")
    elif approval is not None and (approval.date is not None or approval.id is not None):
        yield passed(f"{game.family} is not on the list; an approval is named.", ("approval",))
    else:
        yield unstated("review", f"{game.family} is not on the list, and no approval is named.", ("approval",))


@check("listed-apart")
def listed_apart(game: Game, blocks: Mapping[Where, str]) -> Verdicts:
    """What is added to a game is listed as an activity of its own."""
    listed = {activity.kind for activity in game.activities}
    found = False
    for block, kind in blocks.items():
        for route, _ in facts(game, block):
            found = True
            if kind in listed:
                yield passed(f"The {block.replace('-', ' ')} is listed among the activities.", route)
            else:
                yield failed(f"The {block.replace('-', ' ')} is not listed among the activities as a {kind}.", route)
    if not found:
        yield not_applicable("Nothing is added to the game.")
