"""General checks that compare one stated fact with another, and what games say of the family they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from compliance.checks.facts import one_of, show, silent
from compliance.checks.registry import Verdict, Verdicts, Where, check, failed, not_applicable, passed, review, unstated
from compliance.documents.routes import fact, facts, route_of
from compliance.routes import show_route

if TYPE_CHECKING:
    from compliance.documents.blocks import Document
    from compliance.documents.game import Game
    from compliance.documents.reading import AnyDocument


@check("not-above")
def not_above(
    document: AnyDocument,
    what: Where,
    of: list[Where],
    if_unstated: str = "review",
    made_by: Where = "",
    families_exempt: Sequence[str] = (),
) -> Verdicts:
    """An amount is not above another amount of the document: the first of those named that is stated. Where the law
    counts the total, `made-by` names the number of people who may put up the amount."""
    amount = fact(document, what)
    if document.document == "game" and (exempt := families(document) & set(families_exempt)):
        yield not_applicable(f"{sorted(exempt)[0].capitalize()} has a rule of its own.", ("family",))
        return
    if amount is None:
        yield not_applicable(f"The document does not state {what}.")
        return
    limit = next((name for name in of if fact(document, name) is not None), None)
    if limit is None:
        yield silent(of[-1], if_unstated)
        return
    said = f"{what} is {show(amount)} and {limit} is {show(fact(document, limit))}"
    if amount > fact(document, limit):
        yield failed(
            f"{said}; the first may not be above the second.", route_of(what), [(route_of(limit), "the limit")]
        )
    elif made_by:
        yield _in_total(document, said, what, limit, made_by)
    else:
        yield passed(f"{said}.", route_of(what))


def _in_total(document: Document, said: str, what: str, limit: str, made_by: str) -> Verdict:
    """The amount once for each of those who may put it up, against the same limit; who does put it up is not known."""
    people = fact(document, made_by)
    if people is None:
        return unstated("review", f"{said}; what it comes to in total depends on {made_by}.", route_of(made_by))
    total = fact(document, what) * people
    if total > fact(document, limit):
        top = show(fact(document, limit))
        message = (
            f"{said}. If all {people} players make it, it comes to {show(total)}; the total may not be above {top}."
        )
        return review(message, route_of(what), [(route_of(limit), "the limit")])
    return passed(f"{said}; made by all {people} players it comes to {show(total)}.", route_of(what))


def families(game: Game) -> set[str]:
    """The families that a game says it belongs to."""
    return {name for name in (game.family, *game.other_family_names) if name is not None}


@check("only-in-family")
def only_in_family(game: Game, what: Where, value: str, families_allowed: list[str]) -> Verdicts:
    """Something is done only in games of certain families."""
    for route, said in facts(game, what):
        if show(said) != value:
            yield passed(f"{show_route(route)} is {show(said)}.", route)
        elif families(game) & set(families_allowed):
            yield passed(f"{show_route(route)} is {value}, in a game of the family {game.family}.", route)
        elif game.family is None:
            yield review(f"{show_route(route)} is {value}; the document does not state the family of the game.", route)
        else:
            wanted = " or ".join(families_allowed)
            yield failed(
                f"{show_route(route)} is {value}, in a game of the family {game.family}; only {wanted} may.", route
            )


@check("unlisted-game-one-of")
def unlisted_game_one_of(
    game: Game, listed: list[str], what: Where, allowed: list[Any], if_unstated: str = "review"
) -> Verdicts:
    """A fact is one of those allowed, asked only of games that are not on a list of well-known ones."""
    known = families(game) & set(listed)
    if known:
        yield not_applicable(
            f"{sorted(known)[0].capitalize()} is one of the listed games, which follow their own rules.", ("family",)
        )
    else:
        yield from one_of(game, what, allowed, if_unstated)
