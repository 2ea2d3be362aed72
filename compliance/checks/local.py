"""Limits that a document brings with it, and rules that speak to one family of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compliance.checks.facts import at_most, none_of, one_of, show
from compliance.checks.naming import has_word
from compliance.checks.registry import Verdict, Verdicts, Where, check, failed, not_applicable, passed, review
from compliance.documents.blocks import Document
from compliance.documents.game import Game
from compliance.documents.routes import fact, route_of
from compliance.routes import Route


@check("within")
def within(document: Document, what: Sequence[Where], limit: Where) -> Verdicts:
    """Numbers of a document stay within a limit that the same document gives."""
    most = fact(document, limit)
    if most is None:
        yield not_applicable(f"The document does not state {limit}.")
        return
    verdicts = [verdict for text in what for verdict in at_most(document, text, most, "not-applicable")]
    stated = [verdict for verdict in verdicts if verdict.status != "not-applicable"]
    yield from stated
    if not stated:
        yield review(f"The limit is {show(most)}; the document states nothing to hold against it.", route_of(limit))


@check("none-of-all")
def none_of_all(document: Document, what: Sequence[Where], barred: Sequence[Any]) -> Verdicts:
    """Several facts, as far as they are stated, are none of those barred."""
    verdicts = [verdict for text in what for verdict in none_of(document, text, list(barred))]
    stated = [verdict for verdict in verdicts if verdict.status != "not-applicable"]
    yield from stated
    if not stated:
        yield not_applicable(f"The document states none of: {', '.join(what)}.")


@check("family-rule")
def family_rule(
    game: Game,
    families: Sequence[str],
    marks: Where,
    what: Where,
    allowed: Sequence[Any] | None = None,
    barred: Sequence[Any] = (),
    if_unstated: str = "fail",
) -> Verdicts:
    """A fact of a game of certain families, or of one that states a mark of them, is allowed."""
    if not _of_family(game, families, marks):
        yield _other_family(game, families)
    elif allowed is not None:
        yield from one_of(game, what, list(allowed), if_unstated)
    else:
        yield from none_of(game, what, list(barred), if_unstated)


@check("family-name")
def family_name(game: Game, families: Sequence[str], marks: Where, words: Sequence[Any]) -> Verdicts:
    """The names of a game of certain families have none of the words in them."""
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
