"""The families that a game is of, by its own names."""

from compliance.checks.expressions.derived import Placed, Thing, derive
from compliance.checks.names import has_part, has_word, letters
from compliance.documents.facts import find_facts
from compliance.documents.game import Game

_READS = ["family", "other-family-names"]


@derive("families", of=Game, gives="list of words", reads=_READS)
def list_families(thing: Thing) -> list[Placed] | None:
    """The families that a game says it belongs to."""
    found = [
        Placed(name, route)
        for text in ("family", "other-family-names / *")
        for route, name in find_facts(thing.value, text)
    ]
    return found or None


@derive(
    "family-among",
    of=Game,
    gives="text",
    reads=[*_READS, "title", "aliases"],
    takes=["names", "parts-of-names", "other-names"],
)
def match_family(thing: Thing, names: list[str], parts: list[str], others: list[str]) -> str:
    """Whether a game is of some families: `yes` by its names or a part of them, `no` where its family is one of the
    others, and `unknown` where its names do not tell, or its title tells otherwise."""
    game = thing.value
    families = {placed.value for placed in list_families(thing) or ()}
    if families & set(names) or any(has_part(name, parts) for name in families):
        return "yes"
    titled = any(has_word(name, letters(part)) for name in (game.title, *game.aliases) for part in parts)
    return "no" if families & set(others) and not titled else "unknown"
