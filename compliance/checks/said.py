"""What a document says of a fact, itself or through the general terms that cover it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from compliance.checks.cards import Card, Shelf
from compliance.checks.facts import show
from compliance.checks.registry import (
    Verdict,
    Verdicts,
    Where,
    check,
    failed,
    not_applicable,
    passed,
    review,
    unstated,
)
from compliance.documents.routes import route_of
from compliance.routes import Route

_MAY_DIFFER: Final = "The document itself is unclear on it, and may say something else."


class Said(NamedTuple):
    """A fact or statement: what it says, where it stands in the document, and whose words they are if not its own:
    those of general terms, with the place there."""

    value: Any
    at: Route
    whose: str = ""
    there: tuple[tuple[str, Route, str], ...] = ()


def facts_said(card: Card, cards: Shelf, fact: str) -> list[Said]:
    """Every value that the document, or general terms that cover it, give a fact; each value once."""
    found = [Said(card.facts[fact], route_of(fact))] if fact in card.facts else []
    own = [said.value for said in found]
    terms = [(value, terms) for value, terms in cards.facts_of_terms(card, fact) if value not in own]
    return found + [
        Said(value, (), _whose(terms), ((terms.path, route_of(fact), show(value)),)) for value, terms in terms
    ]


def statements_said(card: Card, cards: Shelf, names: Sequence[str]) -> list[Said]:
    """Which of the statements the document makes or, where it makes none, general terms that cover it."""
    found = [Said(name, ("statements", name)) for name in names if name in card.statements]
    return found or [
        Said(name, (), _whose(terms), ((terms.path, ("statements", name), ""),))
        for terms in cards.covering(card)
        for name in names
        if name in terms.statements
    ]


def _whose(terms: Card) -> str:
    return f" (in {terms.title}, {terms.path})"


def silence(card: Card, status: str, about: str, fact: str, names: Sequence[str] = ()) -> Verdict:
    """The answer where neither the document nor its terms say anything: at the place that is unclear, if one is."""
    at = _unclear_place(card, fact, names) or route_of(fact)
    return unstated(status, f"Neither the document nor general terms that cover it state {about}.", at)


def _unclear_place(card: Card, fact: str, names: Sequence[str] = ()) -> Route | None:
    """Where the document itself marks a fact, or a statement of it, as unclear."""
    places: list[Route] = [route_of(fact), *(("statements", name) for name in names)]
    return next((place for place in places if any(place[: len(r)] == r for r in card.unclear)), None)


@check("said", on_set=True)
def said(
    card: Card,
    cards: Shelf,
    about: str,
    fact: Where,
    says: Sequence[str] = (),
    is_: Sequence[Any] | None = None,
    doubtful: Sequence[Any] = (),
    otherwise: str = "fail",
    if_unstated: str = "fail",
) -> Verdicts:
    """A fact is stated, as one of the values wanted, or a statement to that effect is made."""
    wanted = [show(value) for value in is_] if is_ is not None else None
    doubts = [show(value) for value in doubtful]
    found = facts_said(card, cards, fact)
    unclear = _unclear_place(card, fact, says)
    for value, at, whose, there in found:
        told = f"On {about} it says: {show(value)}{whose}."
        if whose and unclear is not None:
            verdict = review(f"{told} {_MAY_DIFFER}", unclear)
        elif show(value) in doubts:
            verdict = review(f"{told} Whether that is enough is for a person to say.", at)
        elif wanted is None or show(value) in wanted:
            verdict = passed(told, at)
        else:
            answer = failed if otherwise == "fail" else review
            label = "" if whose else f"expected {' or '.join(wanted)}"
            verdict = answer(f"{told} Expected: {' or '.join(wanted)}.", at, label=label)
        yield verdict._replace(elsewhere=there)
    if found:
        return
    made = statements_said(card, cards, says)
    for value, at, whose, _ in made:
        told = f"It is stated: {value.replace('-', ' ')}{whose}."
        yield review(f"{told} {_MAY_DIFFER}", unclear) if whose and unclear is not None else passed(told, at)
    if not made:
        yield silence(card, if_unstated, about, fact, says)


@check("not-both", on_set=True)
def not_both(card: Card, cards: Shelf, about: str, sides: dict[str, str], facts: Sequence[Where]) -> Verdicts:
    """Of things that exclude each other, only one is said: as the value of a fact, or as a statement."""
    told: dict[str, Said] = {}
    for side, statement in sides.items():
        values = [found for fact in facts for found in facts_said(card, cards, fact) if show(found.value) == side]
        for found in values + statements_said(card, cards, [statement]):
            told.setdefault(side, found)
    if len(told) > 1:
        first, *others = told.items()
        also = [(found.at, f"{side}{found.whose}") for side, found in others]
        words = " and ".join(f"{side}{found.whose}" for side, found in told.items())
        yield failed(f"On {about} it says both: {words}.", first[1].at, also, first[0])
    else:
        for side, found in told.items():
            yield passed(f"On {about} it says one thing: {side}{found.whose}.", found.at)


@check("terms-agree", on_set=True)
def terms_agree(card: Card, cards: Shelf, facts: Sequence[Where]) -> Verdicts:
    """What the rules of a game and the general terms that cover it both say is the same."""
    compared = False
    clean = True
    for fact in (fact for fact in facts if fact in card.facts):
        here, at = card.facts[fact], route_of(fact)
        for there, terms in cards.facts_of_terms(card, fact):
            compared = True
            if there != here:
                clean = False
                message = f"{fact} is {show(here)}; general terms that cover the document say {show(there)}."
                place = ((terms.path, route_of(fact), show(there)),)
                yield failed(message, at, label=show(here))._replace(elsewhere=place)
    if not compared:
        yield not_applicable("No general terms in the set speak of what these rules say.")
    elif clean:
        yield passed("General terms that cover the document say the same.", ("bank",))
