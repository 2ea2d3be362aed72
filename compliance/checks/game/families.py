"""Rules that speak to games of certain families."""

from collections.abc import Sequence
from typing import Any

from compliance.checks.general.facts import none_of, one_of
from compliance.checks.names import families_of, has_word
from compliance.checks.parameters import IfUnstated, Where
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.game import Game
from compliance.documents.routes import fact, facts
from compliance.routes import Route, show_route


@check("only-in-family")
def only_in_family(game: Game, what: Where, value: str, families_allowed: list[str]) -> Verdicts:
    """Something is done only in games of certain families.

    what: where it is said
    value: the value that says it is done
    families-allowed: the families in which it may be
    """
    for route, said in facts(game, what):
        if show(said) != value:
            yield passed(f"{show_route(route)} is {show(said)}.", route)
        elif families_of(game) & set(families_allowed):
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
    game: Game, listed: list[str], what: Where, allowed: list[Any], if_unstated: IfUnstated = "review"
) -> Verdicts:
    """A fact is one of those allowed, asked only of games that are not on a list of well-known ones.

    listed: families of games on the list
    what: where the fact stands
    allowed: the values that are allowed
    """
    known = families_of(game) & set(listed)
    if known:
        yield not_applicable(
            f"{sorted(known)[0].capitalize()} is one of the listed games, which follow their own rules.", ("family",)
        )
    else:
        yield from one_of(game, what, allowed, if_unstated)


@check("family-rule")
def family_rule(
    game: Game,
    families: Sequence[str],
    marks: Where,
    what: Where,
    allowed: Sequence[Any] | None = None,
    barred: Sequence[Any] = (),
    if_unstated: IfUnstated = "fail",
) -> Verdicts:
    """A fact of a game of certain families, or of one that states a mark of them, is allowed.

    families: the families that are looked at
    marks: where a game states something that only games of these families have
    what: where the fact stands
    allowed: the values that are allowed; without them all that are not barred
    barred: the values that are barred
    """
    if not _of_family(game, families, marks):
        yield _other_family(game, families)
    elif allowed is not None:
        yield from one_of(game, what, list(allowed), if_unstated)
    else:
        yield from none_of(game, what, list(barred), if_unstated)


@check("family-name")
def family_name(game: Game, families: Sequence[str], marks: Where, words: Sequence[Any]) -> Verdicts:
    """The names of a game of certain families have none of the words in them.

    families: the families that are looked at
    marks: where a game states something that only games of these families have
    words: the words that its names may not have
    """
    if not _of_family(game, families, marks):
        yield _other_family(game, families)
        return
    names: list[tuple[Route, str]] = [(("title",), game.title)]
    names += [(("aliases", number), alias) for number, alias in enumerate(game.aliases)]
    found = [(route, name, str(word)) for route, name in names for word in words if has_word(name, str(word))]
    if found:
        (at, name, word), *others = found
        also = [(route, f"has {other} in it") for route, _, other in others]
        yield failed(f"The name {name} has {word} in it.", at, also, f"has {word} in it")
    else:
        yield passed(f"The name {game.title} has none of these in it: {', '.join(map(str, words))}.", ("title",))


def _of_family(game: Game, families: Sequence[str], marks: str) -> bool:
    return bool({game.family, *game.other_family_names} & set(families)) or fact(game, marks) is not None


def _other_family(game: Game, families: Sequence[str]) -> Verdict:
    said = game.family or "not stated"
    return not_applicable(f"Asked only of games of the family {' or '.join(families)}; here it is {said}.", ("family",))
