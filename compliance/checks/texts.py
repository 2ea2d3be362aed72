"""Free words of a document: what no field of the format gives a meaning, and what a person may have hidden there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from compliance.documents.blocks import Document
from compliance.documents.once import listed_once
from compliance.documents.routes import fact, facts, fault_of
from compliance.routes import Route

_PLACES: Final = (
    "house-choices / * / what",
    "house-choices / * / chosen",
    "not-for-play / * / what",
    "glossary / *",
    "approval / conditions / *",
    "round / * / step",
    "round / * / who",
    "round / * / note",
    "irregularities / * / when",
    "irregularities / * / then",
    "activities / * / fees",
    "activities / * / wagering",
    "activities / * / terms-explained",
    "wagers / * / wins-when",
    "wagers / * / commission-waived",
    "wagers / * / equals",
    "wagers / * / at-most",
    "wagers / * / limit-set-by",
    "action / method",
    "carryover / distribution",
    "aggregate / set-by",
    "aggregate / displayed",
    "aggregate / disclosed",
    "progressive / reseeded",
    "progressive / several-winners",
    "fees / per",
    "fees / waived-when",
    "fees / posted",
    "terms / posted",
    "terms / notice",
    "options / * / title",
    "options / * / counts",
    "options / * / collections / * / per",
    "options / * / collections / * / when",
    "options / * / collections / * / waived-when",
)


@lru_cache(maxsize=16)
def _places_in(kind: type[Document]) -> tuple[tuple[str, list[str]], ...]:
    """The places that documents of a kind may have, by the block that they stand in."""
    there = (place for place in _PLACES if fault_of(kind, place) is None)
    return tuple((block, list(places)) for block, places in groupby(there, lambda place: place.partition(" / ")[0]))


@listed_once
def free_texts(document: Document) -> Iterator[tuple[Route, str]]:
    """Every free text with its place, but for what statements say."""
    for block, places in _places_in(type(document)):
        held = fact(document, block)
        if held is not None and held != []:
            for place in places:
                yield from ((route, text) for route, text in facts(document, place) if isinstance(text, str))


def stated_words(document: Document, but: tuple[str, ...] = ()) -> Iterator[tuple[Route, str]]:
    """What each statement says, with its place; not those that are read for themselves."""
    made: Any = document.statements.items() if document.statements is not None else ()
    for name, statement in made:
        if name not in but and statement.says is not None:
            yield ("statements", name), statement.says


def said_again(document: Document) -> Iterator[tuple[Route, str, str]]:
    """What is said again of a fact: where, which fact, and what, as it is written."""
    for number, entry in enumerate(document.said_again):
        place = ("reading", "said-again", number)
        yield from (((*place, fact), fact, said) for fact, said in entry.facts() if isinstance(said, str))
