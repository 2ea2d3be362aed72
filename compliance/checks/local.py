"""Limits that a document brings with it, and rules that speak to one family of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compliance.checks.facts import at_most, none_of, one_of, show
from compliance.checks.registry import Verdicts, check, not_applicable, review
from compliance.documents.blocks import Document
from compliance.documents.game import Game
from compliance.documents.routes import fact, route_of


@check("within")
def within(document: Document, what: Sequence[str], limit: str) -> Verdicts:
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


@check("family-rule")
def family_rule(
    game: Game,
    families: Sequence[str],
    marks: str,
    what: str,
    allowed: Sequence[Any] | None = None,
    barred: Sequence[Any] = (),
    if_unstated: str = "fail",
) -> Verdicts:
    """A fact of a game of certain families, or of one that states a mark of them, is allowed."""
    if not {game.family, *game.other_family_names} & set(families) and fact(game, marks) is None:
        said = game.family or "not stated"
        yield not_applicable(
            f"Asked only of games of the family {' or '.join(families)}; here it is {said}.", ("family",)
        )
    elif allowed is not None:
        yield from one_of(game, what, list(allowed), if_unstated)
    else:
        yield from none_of(game, what, list(barred), if_unstated)
