"""Wagers, tables and words that the rules name."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from compliance.checks.game.stakes import sayings_of, stakes_of
from compliance.checks.looking import look_at
from compliance.checks.names import letters, some
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.game import Game
from compliance.documents.routes import facts
from compliance.documents.values import NAME
from compliance.patterns import late
from compliance.routes import Route

_NOTHING: Final = "nothing"
_CHOICES_OF_PLAY: Final = ("double-down", "split", "surrender", "insurance")
_BY_TABLE: Final = late(rf"by ({NAME.pattern})")


class Known(frozenset[str]):
    """What there is of a kind, with the words for it found once for all that are missing."""

    @cached_property
    def some(self) -> str:
        return some(sorted(self))


class Use(NamedTuple):
    """A name that a block uses, what it must be, and what there is of that kind."""

    route: Route
    name: str
    kind: str
    known: Known


@check("names-resolve")
def names_resolve(game: Game) -> Verdicts:
    """Wagers and tables that one block of the rules names stand in another."""
    nothing = not_applicable("No block of the rules names a wager or a table.")
    return look_at(_uses(game), _resolved, nothing=nothing)


def _resolved(use: Use) -> Verdict:
    if use.name in use.known or (use.kind == "step" and letters(use.name) in map(letters, use.known)):
        return passed(f"The {use.kind} {use.name} is there.", use.route)
    message = f"{use.name} is named here as a {use.kind}; the document has no such {use.kind} ({use.known.some})."
    return failed(message, use.route, label=f"no such {use.kind}")


def _uses(game: Game) -> Iterator[Use]:
    wagers = Known(name for name, _ in game.each_wager())
    placed = Known(wagers | _also_settled(game))
    tables = Known(name for name, _ in game.tables.items()) if game.tables is not None else Known()
    for route, text in facts(game, "wagers / * / needs"):
        if NAME.fullmatch(text) and text != _NOTHING:
            yield Use(route, text, "wager", wagers)
    yield from _measures(game, wagers)
    for what in ("wagers / * / may-exceed", "wagers / * / pays-as", "envy / qualifies / wager", "progressive / wager"):
        yield from (Use(route, name, "wager", wagers) for route, name in facts(game, what))
    lists = ["wagers / * / excludes / *", "bank / player-banking / covers / *", "aggregate / covers / *"]
    lists += ["table / spaces / *", "separate-games / *", "claims / * / wager"]
    lists += ["round / * / opens / *", "round / * / closes / *", "round / * / order / *"]
    for what in lists:
        yield from (Use(route, name, "wager", placed) for route, name in facts(game, what))
    for what in ("round / * / by", "tables / * / restates"):
        yield from (Use(route, name, "table", tables) for route, name in facts(game, what))
    for route, text in facts(game, "tables / * / rules / * / then"):
        found = _BY_TABLE.fullmatch(text)
        if found is not None:
            yield Use(route, found[1], "table", tables)


def _measures(game: Game, wagers: Known) -> Iterator[Use]:
    """What the size of a wager is told by, and the steps at which it is of that size."""
    stakes = stakes_of(game)
    steps = Known(step.step for step in game.round)
    for name, wager in game.each_wager():
        for saying in sayings_of(name, wager):
            for term in saying.amount.terms:
                base = stakes.base(term) if term.of else None
                if term.of:
                    known = wagers if base is None or base[1] is not None else Known({*wagers, base[0]})
                    yield Use(saying.at, base[0] if base is not None else term.of, "wager", known)
            if saying.stage and steps:
                yield Use(saying.at, saying.stage, "step", steps)


def _also_settled(game: Game) -> frozenset[str]:
    """What is opened, covered or settled like a wager without being one: prizes, and choices such as surrender."""
    blocks = {"envy": game.envy, "progressive": game.progressive, "house-jackpot": game.house_jackpot}
    names = {name for name, block in blocks.items() if block is not None}
    names |= {name for name in _CHOICES_OF_PLAY if any(True for _ in facts(game, f"play / {name}"))}
    return frozenset(names)


@check("terms-defined")
def terms_defined(game: Game) -> Verdicts:
    """A word of art that the text uses is in the document's glossary."""
    if game.words_used is None:
        return
    known = {letters(term) for term, _ in game.glossary.items()} if game.glossary is not None else set()
    known |= {letters(hand) for hand, _ in game.hands.items()} if game.hands is not None else set()
    used = [term for term, _ in game.words_used.items()]
    unknown = [term for term in used if letters(term) not in known]
    if unknown:
        also: list[tuple[Route, str]] = [(("reading", "words-used", term), "") for term in unknown[1:]]
        message = f"The text uses words that it does not define: {', '.join(unknown)}."
        yield review(message, ("reading", "words-used", unknown[0]), also)
    elif used:
        yield passed("The words of art that the text uses are defined.", ("reading", "words-used"))


@check("ranked-once")
def ranked_once(game: Game) -> Verdicts:
    """No name stands twice in one ranking."""

    def once(ranked: tuple[Route, Any]) -> Verdict:
        route, ranking = ranked
        return passed(f"Each name stands once in {ranking.title or route[-1]}.", route)

    nothing = not_applicable("The rules print no ranking by number.")
    return look_at(facts(game, "rankings / *"), _ranked_twice, clean=once, nothing=nothing)


def _ranked_twice(ranked: tuple[Route, Any]) -> Verdicts:
    route, ranking = ranked
    seen: dict[str, str] = {}
    for rank, name in ranking.ranks.items():
        first = seen.setdefault(letters(name), rank)
        if first != rank:
            message = f"{name} stands at rank {first} and at rank {rank} of {ranking.title or route[-1]}."
            also: list[tuple[Route, str]] = [((*route, "ranks", first), f"rank {first}")]
            yield failed(message, (*route, "ranks", rank), also, f"rank {rank}")
