"""Games on a list, and what is listed beside a game."""

from collections.abc import Mapping, Sequence

from compliance.checks.document.approval import standing
from compliance.checks.game.pot import marks_of_a_bank, told
from compliance.checks.looking import look_at
from compliance.checks.names import families_of
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.game import Game
from compliance.documents.routes import facts
from compliance.routes import Route


@check("listed-game")
def listed_game(game: Game, listed: list[str], others_if_approved: bool) -> Verdicts:
    """The game is one of a list or, where the list is open, one that is approved.

    listed: the families of games on the list
    others-if-approved: whether the list is open
    """
    names = families_of(game)
    approval = game.approval
    marks = marks_of_a_bank(game) if game.bank.by == "pot" else []
    if marks:
        message = f"The game is said to be played for a pot, and {told(marks)}: whether it is a game without a bank, as"
        yield review(f"{message} those on the list are, is for a person to say.", marks[0].at, [(("bank", "by"), "")])
    elif not names:
        yield unstated("review", "The document does not state the family of the game.", ("family",))
    elif names & set(listed):
        yield passed(f"{sorted(names & set(listed))[0].capitalize()} is one of the listed games.", ("family",))
    elif not others_if_approved:
        yield failed(f"{game.family} is not one of the listed games.", ("family",), label="not on the list")
    elif approval is not None and (open_ := standing(approval.status, approval.submitted)) is not None:
        yield open_
    elif approval is not None and (approval.date is not None or approval.id is not None):
        yield passed(f"{game.family} is not on the list; an approval is named.", ("approval",))
    else:
        yield unstated("review", f"{game.family} is not on the list, and no approval is named.", ("approval",))


@check("listed-apart")
def listed_apart(game: Game, blocks: Mapping[Where, Sequence[str]]) -> Verdicts:
    """What is added to a game is listed as an activity of its own.

    blocks: where each addition stands, and the kinds of activity as which it may be listed
    """
    listed = {activity.kind for activity in game.activities}

    def apart(added: tuple[str, Sequence[str], Route]) -> Verdict:
        block, kinds, route = added
        said = f"What the rules have under {block.partition(' / ')[0]} is"
        if not listed.isdisjoint(kinds):
            return passed(f"{said} listed among the activities.", route)
        return failed(f"{said} not listed among the activities as a {' or '.join(kinds)}.", route)

    added = ((block, kinds, route) for block, kinds in blocks.items() for route, _ in facts(game, block))
    return look_at(added, apart, nothing=not_applicable("Nothing is added to the game."))
