"""What an application for approval contains, and how the approval that follows is cited."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from compliance.checks.cards import Card, Shelf
from compliance.checks.facts import show
from compliance.checks.registry import Verdicts, Where, check, failed, not_applicable, passed, review, unstated
from compliance.documents.blocks import Document
from compliance.documents.game import Game
from compliance.documents.routes import facts, route_of


@check("approved", on_set=True)
def approved(card: Card, cards: Shelf) -> Verdicts:
    """The game has an approval number, in its rules or in a schedule that names it, and a date."""
    in_schedules = [
        (number, schedule)
        for schedule in cards.schedules_of(card)
        for _, game, _, number in schedule.games
        if game == card.id and number is not None
    ]
    if card.approval is not None:
        yield passed(f"The game is approved under {card.approval}.", ("approval", "id"))
    elif in_schedules:
        number, schedule = in_schedules[0]
        yield passed(f"The game is approved under {number} (in {schedule.title}, {schedule.path}).", ("approval",))
    else:
        yield unstated("fail", "No approval number is stated for this game.", ("approval", "id"))
        return
    if card.dated is None:
        yield unstated("review", "The date of the approval is not stated.", ("approval", "date"))


@check("written-as")
def written_as(document: Document, what: Sequence[Where], forms: Sequence[str]) -> Verdicts:
    """A number has the form it must have; a 0 in the form stands for any digit."""
    patterns = [re.compile(re.sub("0", "[0-9]", re.escape(form))) for form in forms]
    found = False
    for route, value in (pair for text in what for pair in facts(document, text)):
        found = True
        if any(pattern.fullmatch(show(value)) for pattern in patterns):
            yield passed(f"{value} is a number of the usual form.", route)
        else:
            wanted = " or ".join(forms)
            yield failed(f"{value} is not of the form {wanted} (0 for any digit).", route, label=f"expected {wanted}")
    if not found:
        yield not_applicable("The document gives no such number.")


@check("parts-present")
def parts_present(document: Document, parts: Mapping[str, Sequence[Where]], elsewhere: Sequence[str] = ()) -> Verdicts:
    """Each part of an application has something in the document that answers it."""
    for part, routes in parts.items():
        found = [route for text in routes for route, value in facts(document, text) if value != []]
        if found:
            yield passed(f"The document answers: {part}.", found[0])
        elif part in elsewhere:
            message = f"Nothing in the document answers: {part}. It may stand in the collection schedule."
            yield unstated("review", message, route_of(routes[0]))
        else:
            yield unstated("fail", f"Nothing in the document answers: {part}.", route_of(routes[0]))


@check("each-has")
def each_has(document: Document, each: Where, has: Sequence[str], called: Mapping[str, str] | None = None) -> Verdicts:
    """Every entry of a list has every part that it must have. `called` gives parts other names than their keys."""
    names = called or {}
    found = False
    for route, entry in facts(document, each):
        found = True
        missing = [part for part in has if not any(True for _ in facts(entry, part))]
        for part in missing:
            name = names.get(part, part.replace("-", " "))
            yield unstated("fail", f"Entry {int(route[-1]) + 1} does not state {name}.", (*route, part))
        if not missing:
            yield passed(f"Entry {int(route[-1]) + 1} states all it must.", route)
    if not found:
        yield not_applicable(f"The document lists no {each.split(' / ')[0]}.")


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


@check("played-with")
def played_with(game: Game, allowed: Sequence[str]) -> Verdicts:
    """The game is played with the equipment that the law allows."""
    deck = game.deck
    found = _equipment(game)
    if deck is None or not found:
        yield unstated("review", "The document does not state what the game is played with.", ("deck",))
        return
    wrong = [thing for thing in found if thing not in allowed]
    words = " and ".join(found)
    if not wrong:
        yield passed(f"The game is played with {words}.", ("deck",))
    elif wrong == ["dice"] and len(found) > 1:
        message = f"The game is played with {words}; the text does not say that dice only decide where the deal starts."
        yield review(message, ("deck", "dice"))
    else:
        yield failed(f"The game is played with {words}; only {' or '.join(allowed)} are allowed.", ("deck",))


def _equipment(game: Game) -> list[str]:
    """What a game is played with. Dice that only choose where the deal starts belong to the action, not to the play."""
    deck = game.deck
    if deck is None:
        return []
    for_action = game.action is not None and game.action.dice is not None
    things = {
        "cards": deck.cards or deck.decks or deck.kind == "standard cards",
        "tiles": deck.tiles or deck.kind == "tiles",
        "dice": deck.dice and not for_action,
        "an electronic facsimile": deck.kind == "electronic facsimile",
        "something else": deck.kind == "other",
    }
    return [thing for thing, present in things.items() if present]
