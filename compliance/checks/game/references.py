"""Wagers, tables and words that the rules name."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from compliance.checks.evaluation import look_at
from compliance.checks.expressions.subjects.stakes import find_stakes, list_sayings
from compliance.checks.names import letters, shorten_names
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed
from compliance.documents.facts import find_facts
from compliance.documents.game import Game
from compliance.documents.values import NAME
from compliance.source.routes import Route

_NOTHING: Final = "nothing"
_CHOICES_OF_PLAY: Final = ("double-down", "split", "surrender", "insurance")
_BY_TABLE: Final = re.compile(rf"by ({NAME.pattern})")


class KnownNames(frozenset[str]):
    """What there is of a kind, with the words for it found once for all that are missing."""

    @cached_property
    def shown_names(self) -> str:
        return shorten_names(sorted(self))


class Use(NamedTuple):
    """A name that a block uses, what it must be, and what there is of that kind."""

    route: Route
    name: str
    kind: str
    known: KnownNames


@check("names-resolve")
def names_resolve(game: Game) -> Verdicts:
    """Wagers and tables that one block of the rules names stand in another."""
    nothing = not_applicable("No block of the rules names a wager or a table.")
    return look_at(_uses(game), _resolved, nothing=nothing)


def _resolved(use: Use) -> Verdict:
    if use.name in use.known or (use.kind == "step" and letters(use.name) in {letters(name) for name in use.known}):
        return passed(f"The {use.kind} {use.name} is there.", use.route)
    message = (
        f"{use.name} is named here as a {use.kind}; the document has no such {use.kind} ({use.known.shown_names})."
    )
    # What cannot be read, or is marked as unclear, is there all the same.
    place = ((f"{use.kind}s", use.name),) if use.kind != "step" else ()
    return failed(message, use.route, label=f"no such {use.kind}")._replace(rests_on=place)


def _uses(game: Game) -> Iterator[Use]:
    wagers = KnownNames(name for name, _ in game.all_wagers())
    placed = KnownNames(wagers | _list_settled(game))
    tables = KnownNames(name for name, _ in game.tables.items()) if game.tables is not None else KnownNames()
    for route, text in find_facts(game, "wagers / * / needs"):
        if NAME.fullmatch(text) and text != _NOTHING:
            yield Use(route, text, "wager", wagers)
    yield from _measures(game, wagers)
    for what in ("wagers / * / may-exceed", "wagers / * / pays-as", "envy / qualifies / wager", "progressive / wager"):
        yield from (Use(route, name, "wager", wagers) for route, name in find_facts(game, what))
    lists = ["wagers / * / excludes / *", "bank / player-banking / covers / *", "aggregate / covers / *"]
    lists += ["table / spaces / *", "separate-games / *", "claims / * / wager"]
    lists += ["round / * / opens / *", "round / * / closes / *", "round / * / order / *"]
    for what in lists:
        yield from (Use(route, name, "wager", placed) for route, name in find_facts(game, what))
    for what in ("round / * / by", "tables / * / restates"):
        yield from (Use(route, name, "table", tables) for route, name in find_facts(game, what))
    for route, text in find_facts(game, "tables / * / rules / * / then"):
        found = _BY_TABLE.fullmatch(text)
        if found is not None:
            yield Use(route, found[1], "table", tables)


def _measures(game: Game, wagers: KnownNames) -> Iterator[Use]:
    """What the size of a wager is told by, and the steps at which it is of that size."""
    stakes = find_stakes(game)
    steps = KnownNames(step.step for step in game.round)
    for name, wager in game.all_wagers():
        for saying in list_sayings(name, wager):
            for term in saying.amount.terms:
                base = stakes.base(term) if term.of else None
                if term.of:
                    known = wagers if base is None or base[1] is not None else KnownNames({*wagers, base[0]})
                    yield Use(saying.at, base[0] if base is not None else term.of, "wager", known)
            if saying.stage and steps:
                yield Use(saying.at, saying.stage, "step", steps)


def _list_settled(game: Game) -> frozenset[str]:
    """What is opened, covered or settled like a wager without being one: prizes, and choices such as surrender."""
    blocks = {"envy": game.envy, "progressive": game.progressive, "house-jackpot": game.house_jackpot}
    names = {name for name, block in blocks.items() if block is not None}
    names |= {name for name in _CHOICES_OF_PLAY if any(True for _ in find_facts(game, f"play / {name}"))}
    return frozenset(names)
