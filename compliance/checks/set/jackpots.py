"""Money that is dropped for a jackpot, and the jackpot that it is for."""

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, ScheduleExtract
from compliance.checks.set.mentions import named
from compliance.checks.set.money import Drop, for_game
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review


@check("drop-has-jackpot")
def drop_has_jackpot(document: ScheduleExtract, documents: DocumentSet) -> Verdicts:
    """Money that is dropped for a jackpot goes to a jackpot that the rules of a game it is dropped in describe."""
    nothing = not_applicable("Nothing is dropped for a jackpot.", ("options",))
    return look_at(document.drops, lambda drop: _goes_to(drop, document, documents), nothing=nothing)


def _goes_to(drop: Drop, document: Extract, documents: DocumentSet) -> Verdict:
    games = [game for _, game, _, _ in document.games if for_game(drop, game)]
    rules = [found for found in (documents.rules_of(game, document) for game in games) if found is not None]
    without = [game for game in rules if "jackpot" not in game.points]
    if without:
        others = " and ".join(named(game) for game in without[:2])
        message = f"{drop.text} is dropped for a jackpot; the rules of {others} describe none."
        return failed(message, drop.route, label="for which jackpot?")
    if rules and len(rules) == len(games):
        return passed(f"{drop.text} is dropped for the jackpot that {named(rules[0])} describes.", drop.route)
    if rules:
        return review(f"{drop.text} is dropped for a jackpot; not all rules of its games are in the set.", drop.route)
    return not_applicable("The rules of the games in which it is dropped are not in the set.", drop.route)
