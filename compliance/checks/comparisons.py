"""General checks that compare one stated fact with another, or look for words in a fact that is free text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from compliance.checks.facts import one_of, show, silent
from compliance.checks.registry import Verdicts, check, failed, not_applicable, passed, review
from compliance.documents.routes import fact, facts, route_of
from compliance.routes import show_route

if TYPE_CHECKING:
    from compliance.documents.blocks import Document
    from compliance.documents.game import Game


@check("not-above")
def not_above(document: Document, what: str, of: list[str], if_unstated: str = "review") -> Verdicts:
    """An amount is not above another amount of the document: the first of those named that is stated."""
    amount = fact(document, what)
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
    else:
        yield passed(f"{said}.", route_of(what))


@check("known-words")
def known_words(
    document: Document, what: str, allowed: list[str], barred: Sequence[str] = (), if_unstated: str = "review"
) -> Verdicts:
    """Free text that holds one of the allowed words and none of the barred ones; anything else goes to a person."""
    found = False
    for route, value in facts(document, what):
        found = True
        said = f"{show_route(route)}: {show(value)}"
        words = show(value).lower()
        if any(word in words for word in barred):
            yield failed(f"{said}, which is not allowed.", route)
        elif any(word in words for word in allowed):
            yield passed(f"{said}.", route)
        else:
            yield review(f"{said}. A person must say whether that is {' or '.join(allowed)}.", route)
    if not found:
        yield silent(what, if_unstated)


def families(game: Game) -> set[str]:
    """The families that a game says it belongs to."""
    return {name for name in (game.family, *game.other_family_names) if name is not None}


@check("only-in-family")
def only_in_family(game: Game, what: str, value: str, families_allowed: list[str]) -> Verdicts:
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
    game: Game, listed: list[str], what: str, allowed: list[Any], if_unstated: str = "review"
) -> Verdicts:
    """A fact is one of those allowed, asked only of games that are not on a list of well-known ones."""
    known = families(game) & set(listed)
    if known:
        yield not_applicable(
            f"{sorted(known)[0].capitalize()} is one of the listed games, which follow their own rules.", ("family",)
        )
    else:
        yield from one_of(game, what, allowed, if_unstated)
