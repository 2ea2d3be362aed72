"""Who holds the bank, and for how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.checks.registry import Verdicts, check, failed, passed, review, unstated
from compliance.documents.values import Turns
from compliance.routes import Route, show_route

if TYPE_CHECKING:
    from compliance.documents.game import Game

_SAME = frozenset({"hands", "rounds", "deals", "turns", "times"})


@check("bank-turn")
def bank_turn(game: Game, most: Turns) -> Verdicts:
    """One person holds the bank for a limited number of consecutive hands."""
    rotation = game.bank.rotation
    stated: list[tuple[Route, Turns]] = []
    if rotation is not None and rotation.at_most is not None:
        stated.append((("bank", "rotation", "at-most"), rotation.at_most))
    if rotation is not None and rotation.every is not None:
        stated.append((("bank", "rotation", "every"), rotation.every))
    if not stated:
        message = "The document does not state for how many consecutive hands one person may hold the bank."
        yield unstated("fail", message, ("bank", "rotation", "at-most"))
    for route, turns in stated:
        if turns.unit not in _SAME or most.unit not in _SAME:
            yield review(f"The bank is held for {turns}; the limit is {most}, and the units differ.", route)
        elif turns.number > most.number:
            message = f"One person may hold the bank for {turns} in a row; at most {most} are allowed."
            yield failed(message, route, label=f"at most {most}")
        else:
            yield passed(f"One person holds the bank for at most {turns} in a row.", route)


@check("bank-moves-on")
def bank_moves_on(game: Game) -> Verdicts:
    """The bank is rotated, not merely offered, and an end is set when nobody takes it."""
    rotation = game.bank.rotation
    route: Route = ("bank", "rotation", "verb")
    if rotation is None or rotation.verb is None:
        yield unstated("fail", "The document does not state that the bank rotates.", route)
    elif rotation.verb == "rotates":
        yield passed("The bank rotates.", route)
    else:
        yield review(
            f"The bank {rotation.verb}; the law wants it rotated, and leaves open whether an offer that may be "
            "declined is enough when the rules make it impossible to keep a bank by other means.",
            route,
            label="offered, not rotated" if rotation.verb == "is offered" else "",
        )


@check("bank-without-taker")
def bank_without_taker(game: Game) -> Verdicts:
    """The document says what happens when nobody takes the bank."""
    rotation = game.bank.rotation
    route: Route = ("bank", "rotation", "if-nobody-takes-it")
    said = rotation.if_nobody_takes_it if rotation is not None else None
    if said is None:
        yield unstated("review", "The document does not state what happens when nobody takes the bank.", route)
    elif any(word in said for word in ("continue", "keep", "stays", "remain")):
        yield failed(f"When nobody takes the bank: {said}; one person could hold it without end.", route)
    else:
        yield passed(f"When nobody takes the bank: {said}.", route)


@check("house-stays-out")
def house_stays_out(game: Game) -> Verdicts:
    """The house neither takes the bank nor has an interest in the play."""
    house = game.bank.house
    for field, good, words in (("takes-part", "never", "takes part in"), ("interest", "none", "has an interest in")):
        route: Route = ("bank", "house", field)
        value = None if house is None else house.takes_part if field == "takes-part" else house.interest
        if value is None:
            yield unstated("fail", f"The document does not state whether the house {words} the play.", route)
        elif value == good:
            yield passed(f"{show_route(route)} is {good}.", route)
        else:
            yield failed(f"The house {words} the play.", route)
