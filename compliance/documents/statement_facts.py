"""The facts that statements stand for: to state that the house never banks is to state `bank / house / takes-part`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.documents.restatements import is_same_text
from compliance.documents.values import UNCLEAR, read_value
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.documents.blocks import Document, Statement

# By name: the fact, its value where the statement is made, and where its opposite is (none where that tells no value).
_FACTS: Final[Mapping[str, tuple[tuple[str, str, str], ...]]] = {
    "ample-notice": (("terms / notice", "given", "none"),),
    "fees-collected-before-play": (("terms / fees-collected", "before play", "after play"),),
    "fees-determined-before-play": (("terms / fees-determined", "before play", "after play"),),
    "fees-posted": (("terms / posted", "at every table", "nowhere"), ("fees / posted", "at every table", "nowhere")),
    "free-collection-when-uncovered": (("fees / uncovered", "free collection", ""),),
    "game-stops-without-taker": (("bank / rotation / if-nobody-takes-it", "game stops", "holder goes on"),),
    "house-has-no-interest": (("bank / house / interest", "none", "yes"),),
    "house-never-player-dealer": (("bank / house / takes-part", "never", "yes"),),
    "intervening-player-dealer": (("bank / rotation / intervening", "required", "not required"),),
    "no-betting-with-player-dealer": (("bank / backed-by-others", "never", "allowed"),),
    "no-consecutive-third-party-turns": (("bank / third-party / consecutive-turns", "never", "allowed"),),
    "no-other-bank": (("bank / house / bars-other-banks", "yes", "no"),),
    "no-refund-when-uncovered": (("fees / uncovered", "no refund", ""),),
    "one-option-per-table": (("terms / options-in-use", "one per table", "any"),),
    "one-third-party-per-table": (("bank / third-party / per-table", "1", ""),),
    "paid-to-extent-of-wager": (("bank / pays-up-to", "its wager", "no limit stated"),),
    "player-dealer-seated": (("bank / seated", "yes", "no"),),
    "position-offered-systematically": (("bank / rotation / systematic", "yes", "no"),),
    "position-rotates": (("bank / rotation / verb", "rotates", "stays"),),
    "third-party-settles-only-as-player-dealer": (("bank / third-party / wagers-only-as-bank", "yes", "no"),),
    "two-consecutive-hands": (("bank / rotation / at-most", "2 hands", ""),),
    "uncovered-wagers-returned": (("bank / uncovered-wagers", "returned", "not returned"),),
    "waiver-notice": (("terms / waiver-notice", "given", "none"),),
}


class StatedFact(NamedTuple):
    """A fact as a statement gives it: the name of the statement, the value, none where it gives none, as a sentence
    does that nobody has read, and a value that it rules out."""

    name: str
    statement: Statement
    value: Any
    ruled_out: Any = None


def _list_by_fact() -> dict[str, list[tuple[str, Any, Any]]]:
    found: dict[str, list[tuple[str, Any, Any]]] = defaultdict(list)
    for name, facts in _FACTS.items():
        for route, made, denied in facts:
            found[route].append((name, read_value(made), read_value(denied) if denied else None))
    return dict(found)


_BY_FACT: Final = _list_by_fact()


def has_statements(route: str) -> bool:
    """Whether a statement stands for the fact at a route."""
    return route in _BY_FACT


def list_statements_for(route: str) -> list[str]:
    """The statements that stand for the fact at a route."""
    return [name for name, _, _ in _BY_FACT.get(route, ())]


def list_facts_of(name: str) -> list[tuple[str, str]]:
    """The facts that a statement stands for, each with the value that it gives."""
    return [(route, made) for route, made, _ in _FACTS.get(name, ())]


def find_stated_facts(document: Document, route: str) -> Iterator[StatedFact]:
    """What the statements of a document say of a fact."""
    made = document.statements
    for name, value, opposite in _BY_FACT.get(route, ()) if made is not None else ():
        statement = made.get(name) if made is not None else None
        if statement is not None:
            means = statement.means
            ruled_out = value if means is False and opposite is None else None
            yield StatedFact(name, statement, None if means is None else value if means else opposite, ruled_out)


def list_stated_facts(document: Document) -> Iterator[tuple[str, str, str]]:
    """The facts that the statements of a document give: the fact, its value as it is written, the statement. What is
    denied and has no opposite is unclear."""
    for name, statement in document.statements.items() if document.statements is not None else ():
        for route, made, denied in _FACTS.get(name, ()) if statement.means is not None else ():
            yield route, made if statement.means else denied or UNCLEAR, name


def is_ruled_out(route: str, at: Route, value: Any) -> bool:
    """Whether the opposite of the statement at a place rules out a value of a fact."""
    facts = _FACTS[str(at[-1])] if at[0] == "statements" else ()
    return any(fact == route and is_same_text(value, made) for fact, made, _ in facts)
