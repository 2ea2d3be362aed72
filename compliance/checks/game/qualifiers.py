"""Hands that must qualify: the dealer's, and a low. What the rules say of them in words, and what they code."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from compliance.checks.evaluation import look_at
from compliance.checks.fact_names import name_wager
from compliance.checks.ranks import RANKS, rank_of
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.game import Game
from compliance.documents.openness import get_entries, get_fields
from compliance.source.routes import Route

_DEALER: Final[Route] = ("dealer", "qualifies")
_LOW: Final[Route] = ("play", "low-qualifies")
# What the paper says is compared by itself; how wagers are counted has words of its own.
_NOT_READ: Final = frozenset({"reading", "odds", "references", "source"})
_LOW_WORDS: Final = re.compile(r"\blow(?:er|est)?\b")
# Words by which a hand plays only from some hand on, where nobody says that it qualifies.
_PLAYS: Final = re.compile(
    r"\b(?:dealer|banker|bank|house)(?:'s hand)? (?:only |must |will |always )*(?:plays?|opens?|stays? in|needs?)\b.*"
    r"\b(?:or better|or higher|at least|minimum)\b"
)
_OR_BETTER: Final = re.compile(r"\b([a-z0-9']+)(?: low)? or (?:better|lower|less|below|under)\b")


class LeastHand(NamedTuple):
    """The least hand that qualifies: a high card with the next one, a pair, or the highest card of a low."""

    kind: str
    ranks: tuple[str, ...] = ()


def find_least_hand(words: str) -> LeastHand | None:
    """The least hand that words name; None where they name none, or several."""
    found = list(dict.fromkeys(_find_hands(re.sub(r"[-/,()]", " ", words.lower()).split())))
    return found[0] if len(found) == 1 else None


def _find_hands(words: list[str]) -> Iterator[LeastHand]:
    taken: set[int] = set()
    for place, word in enumerate(words):
        after = [*words[place + 1 : place + 3], "", ""]
        first, second = rank_of(word), rank_of(after[0])
        if place in taken:
            continue
        if word in ("pair", "pairs") and after[0] == "of" and (rank := rank_of(after[1])) is not None:
            taken.add(place + 2)
            yield LeastHand("pair", (rank,))
        elif word in ("pair", "pairs"):
            yield LeastHand("pair")
        elif first is not None and after[0] == "high":
            yield LeastHand("high", (first,))
        elif first is not None and second is not None and RANKS.index(first) > RANKS.index(second):
            taken.add(place + 1)
            yield LeastHand("high", (first, second))


def low_of(words: str) -> str | None:
    """The highest card with which a low qualifies: `8 or better`, `an eight or lower`."""
    ranks = {rank for word in _OR_BETTER.findall(words.lower()) if (rank := rank_of(word)) is not None}
    return ranks.pop() if len(ranks) == 1 else None


@check("qualifier-in-words")
def qualifier_in_words(game: Game) -> Verdicts:
    """What the words of the rules say of the hand that qualifies is what the rules code."""
    dealer = find_least_hand(game.dealer.qualifies) if game.dealer is not None and game.dealer.qualifies else None
    low = low_of(game.play.low_qualifies) if game.play is not None and game.play.low_qualifies else None
    if dealer is None and low is None:
        yield not_applicable("The rules code no hand that qualifies, or not by its cards.")
        return
    place = _DEALER if dealer is not None else _LOW
    clean = passed("No words of the rules name another hand that qualifies.", place)
    yield from look_at(_texts(game), lambda one: _differs(*one, dealer, low, game), nothing=clean, all_clean=clean)


def _differs(route: Route, text: str, dealer: LeastHand | None, low: str | None, game: Game) -> Iterator[Verdict]:
    said = find_least_hand(text) if "qualif" in text.lower() and not _LOW_WORDS.search(text.lower()) else None
    if dealer is not None and said is not None and said != dealer and game.dealer is not None:
        coded = f"the rules code the hand with which the dealer qualifies as {game.dealer.qualifies}"
        yield failed(f"The words say: {text}; {coded}.", route, [(_DEALER, "coded")], "another hand")
    opens = said is None and dealer is not None and _PLAYS.search(text.lower()) and not _LOW_WORDS.search(text.lower())
    other = find_least_hand(text) if opens else None
    if other is not None and other != dealer and game.dealer is not None:
        coded = f"the rules code the hand with which the dealer qualifies as {game.dealer.qualifies}"
        message = f"The words say: {text}; {coded}. Whether the two are one needs a decision."
        yield review(message, route, [(_DEALER, "coded")], "another hand")
    named = low_of(text) if route == ("title",) or ("qualif" in text.lower() and _LOW_WORDS.search(text)) else None
    if low is not None and named is not None and named != low and game.play is not None:
        coded = f"the rules code the hand with which a low qualifies as {game.play.low_qualifies}"
        yield failed(f"The words say: {text}; {coded}.", route, [(_LOW, "coded")], "another low")


def _texts(game: Game) -> Iterator[tuple[Route, str]]:
    """Every text of the rules, but for those in which the hands that qualify are coded."""
    own = {_DEALER, _LOW}
    waiting: list[tuple[Route, Any]] = [((), game)]
    while waiting:
        route, value = waiting.pop()
        if isinstance(value, str):
            if route not in own:
                yield route, value
        elif isinstance(value, BaseModel):
            waiting += [((*route, key), below) for key, below in _entries(value)]
        elif isinstance(value, list):
            waiting += [((*route, number), below) for number, below in enumerate(value)]
        elif isinstance(value, dict):
            waiting += [((*route, str(key)), below) for key, below in value.items()]


def _entries(block: BaseModel) -> Iterator[tuple[str, Any]]:
    """What a block holds, read past whatever watches its facts: who looks at all texts has used none of them."""
    held = get_fields(block)
    for name, field in type(block).model_fields.items():
        key = field.alias or name
        if key not in _NOT_READ:
            yield key, held.get(name)
    yield from get_entries(block).items()


@check("low-settled")
def low_settled(game: Game) -> Verdicts:
    """Where a low must qualify, a table says what happens when none does, and no pay table pays one that cannot."""
    words = game.play.low_qualifies if game.play is not None else None
    if words is None:
        yield not_applicable("The rules do not say that a low must qualify.")
        return
    inputs = [(("tables", name, "given", one), one) for name, table in _tables(game) for one in table.given]
    told = [route for route, name in inputs if "low" in name.split("-")]
    if told:
        yield passed("A table tells apart whether a low qualifies.", told[0])
    else:
        message = f"A low qualifies with {words}; no table says what happens when none does."
        yield review(message, _LOW)
    highest = low_of(words)
    for name, wager in game.all_wagers() if highest is not None else ():
        for route, _ in wager.payouts():
            row = str(route[-1]).split("-")
            rank = rank_of(row[0]) if row[-1] == "low" else None
            if rank is not None and highest is not None and RANKS.index(rank) > RANKS.index(highest):
                message = f"{name_wager(name)} pays {' '.join(row)}; a low qualifies with {words} only."
                yield failed(message, ("wagers", name, *route), [(_LOW, "qualifies")], "does not qualify")


def _tables(game: Game) -> Iterator[tuple[str, Any]]:
    return game.tables.items() if game.tables is not None else iter(())
