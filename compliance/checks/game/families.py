"""Rules that speak to games of certain families."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from compliance.checks.general.comparisons import not_above
from compliance.checks.general.facts import at_most, none_of, one_of
from compliance.checks.looking import look_at
from compliance.checks.names import families_of, has_part, has_word, letters
from compliance.checks.naming import stating
from compliance.checks.parameters import Answer, AnyNumber, IfUnstated, Where
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.game import Game
from compliance.documents.routes import fact, facts
from compliance.routes import Route

_NEARLY: Final = 0.85  # how like two names are that differ by a slip


class Families(NamedTuple):
    """Families that a limit is for: by name, by a word that their names have; and those that it is not for."""

    names: Sequence[str]
    words: Sequence[str] = ()
    others: Sequence[str] = ()

    def held_by(self, game: Game) -> bool | None:
        """Whether a game is of these families; None where its names do not tell, or its title tells otherwise."""
        families = families_of(game)
        if families & set(self.names) or any(has_part(name, self.words) for name in families):
            return True
        titled = any(has_word(name, letters(word)) for name in (game.title, *game.aliases) for word in self.words)
        return False if families & set(self.others) and not titled else None

    def answers(self, game: Game, verdicts: Iterable[Verdict], if_unknown: str = "review") -> Verdicts:
        """Verdicts on a limit of these families. A name cannot switch it off: where the family is missing or unknown
        the limit is asked, and what would fail is for a person."""
        of_them = self.held_by(game)
        said = f"the family of the game is {game.family or 'not stated'}"
        if of_them is False:
            yield not_applicable(f"Asked of {self.names[0]} and its like; {said}.", ("family",))
            return
        for verdict in verdicts:
            if of_them is None and verdict.absent and if_unknown == "not-applicable":
                yield not_applicable(f"{verdict.message} Only {self.names[0]} has it, and {said}.", ("family",))
            elif of_them is None and verdict.status == "fail":
                message = (
                    f"{verdict.message} That is the limit of {self.names[0]}; {said}: a person must say what it is."
                )
                yield verdict._replace(status="review", message=message)
            else:
                yield verdict


@check("family-limit")
def family_limit(
    game: Game,
    what: Where,
    families: list[str],
    family_words: Sequence[str] = (),
    other_families: Sequence[str] = (),
    most: AnyNumber | None = None,
    allowed: Sequence[Any] | None = None,
    of: Sequence[Where] = (),
    if_unknown: Answer = "review",
) -> Verdicts:
    """A fact of a game of certain families keeps within a limit. A game of a family that is missing or unknown is asked
    too, and goes to a person where it does not keep to it.

    what: where the fact stands
    families: the families that the limit is for
    family-words: words that make a family one of these
    other-families: the families that the limit is not for
    most: the limit
    allowed: instead, the values that are allowed
    of: instead, where the limit may stand in the document
    if-unknown: the answer to silence where the family is not known
    """
    if most is not None:
        verdicts = at_most(game, what, most)
    elif allowed is not None:
        verdicts = one_of(game, what, list(allowed))
    else:
        verdicts = not_above(game, what, list(of))
    return Families(families, family_words, other_families).answers(game, verdicts, if_unknown)


@check("only-in-family")
def only_in_family(
    game: Game, what: Where, value: str, families_allowed: list[str], families_alike: Sequence[str] = ()
) -> Verdicts:
    """Something is done only in games of certain families.

    what: where it is said
    value: the value that says it is done
    families-allowed: the families in which it may be
    families-alike: families that may be variants of those, for a person to say
    """
    for route, said in facts(game, what):
        if show(said) != value:
            yield passed(f"{stating(route, said)}.", route)
        elif families_of(game) & set(families_allowed):
            yield passed(f"{stating(route, value)}, in a game of the family {game.family}.", route)
        elif game.family is None or families_of(game) & set(families_alike):
            family = f"the family of the game is {game.family or 'not stated'}"
            yield review(f"{stating(route, value)}; {family}. Whether that is allowed is for a person to say.", route)
        else:
            wanted = " or ".join(families_allowed)
            yield failed(f"{stating(route, value)}, in a game of the family {game.family}; only {wanted} may.", route)


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


@check("family-spelt")
def family_spelt(game: Game, known: Sequence[str]) -> Verdicts:
    """The family of a game is not nearly one that requirements know, and yet another.

    known: the families that requirements know
    """
    named: list[tuple[Route, str]] = [(("family",), game.family)] if game.family is not None else []
    named += [(("other-family-names", number), name) for number, name in enumerate(game.other_family_names)]

    def slip(one: tuple[Route, str]) -> Iterator[Verdict]:
        route, name = one
        near = get_close_matches(name, known, 1, _NEARLY) if name not in known else []
        if near:
            message = f"The family is {name}, which no requirement knows; {near[0]} is one that they know."
            yield review(f"{message} What is asked of the game depends on it.", route, label=f"is {near[0]} meant?")

    nothing = not_applicable("The rules do not name the family of the game.")
    clean = passed("No family is nearly another one.", named[0][0] if named else ())
    return look_at(named, slip, nothing=nothing, all_clean=clean)
