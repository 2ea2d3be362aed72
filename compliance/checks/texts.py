"""Free words of a document: what no field of the format gives a meaning, and what a person may have hidden there.

They are found by the types of the models: every field that holds words, but for those that only name or number
something. Words that hide a breach may stand anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from compliance.documents.blocks import Document, NamedEntries
from compliance.documents.facts import entry_types, find_facts, find_route_fault
from compliance.documents.fields import FieldReader
from compliance.documents.openness import get_entries, get_fields, has_open_facts
from compliance.source.routes import Route

if TYPE_CHECKING:
    pass

# Fields of words that no rule stands in, by block and key: who, where, under which number, in which language.
_NO_RULE: Final = frozenset(
    {
        *(("Document", key) for key in ("version", "locality", "establishment", "owner", "local")),
        *(("Approval", key) for key in ("authority", "id", "submitted-by")),
        *(("Reference", "to"), ("HouseRules", "languages"), ("NotForPlay", "option"), ("Option", "option")),
        *(("GameFees", "schedule"), ("Schedule", "superseded-by"), ("ScheduledGame", "approval")),
        ("Activity", "approval"),
        # Statements are read for themselves, figures on odds are counted, and of the paper only what is computed on
        # makes findings.
        *(("Document", "statements"), ("Game", "claims"), ("Game", "odds"), ("Document", "reading")),
    }
)
# Texts that leave open, where they are open themselves, what is looked for in them.
_WATCHED: Final = (
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
    "aggregate / set-by",
    "aggregate / displayed",
    "aggregate / disclosed",
    "progressive / reseeded",
    "progressive / several-winners",
    "fees / per",
    "fees / waived-when",
    "options / * / title",
    "options / * / counts",
    "options / * / collections / * / per",
    "options / * / collections / * / when",
    "options / * / collections / * / waived-when",
)


class _Part(NamedTuple):
    """A field that holds words, or holds blocks that do; `words` where texts in it are free."""

    name: str
    key: str
    words: bool


@lru_cache(maxsize=16)
def _list_watched(kind: type[Document]) -> tuple[str, ...]:
    """The watched places that documents of a kind may have."""
    return tuple(place for place in _WATCHED if find_route_fault(kind, place) is None)


@lru_cache(maxsize=512)
def _parts(kind: type[BaseModel]) -> tuple[_Part, ...]:
    """The fields of a block in which words may stand."""
    blocks = {one.__name__ for one in kind.__mro__}
    barred = {key for block, key in _NO_RULE if block in blocks}
    found = []
    for name, field in kind.model_fields.items():
        key = field.alias or name
        holds = [*_kinds(field.annotation), *(one.kind for one in field.metadata if isinstance(one, FieldReader))]
        if key not in barred and ("words" in holds or any(isinstance(one, type) for one in holds)):
            found.append(_Part(name, key, "words" in holds))
    return tuple(found)


@lru_cache(maxsize=512)
def _entries_are_words(kind: type[BaseModel]) -> bool:
    return any("words" in _kinds(held) for held in entry_types(kind))


def _kinds(annotation: Any) -> list[Any]:
    """What a type is made of: kinds of values, by name, and blocks."""
    if get_origin(annotation) is Annotated:
        read = next((one.kind for one in annotation.__metadata__ if isinstance(one, FieldReader)), None)
        return [read] if read is not None else _kinds(get_args(annotation)[0])
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [kind for part in get_args(annotation) for kind in _kinds(part)]


def free_texts(document: Document) -> Iterator[tuple[Route, str]]:
    """Every free text with its place, but for what statements say. Where one of those that are watched is open, so is
    what is looked for in them."""
    for place in _list_watched(type(document)) if has_open_facts(document) else ():
        for _ in find_facts(document, place):
            pass
    yield from all_words(document)


_HOLDS_OTHERS: Final = (list, BaseModel, dict)


def all_words(document: Document) -> Iterator[tuple[Route, str]]:
    """The same, for who looks only for what speaks against an answer that other facts give."""
    return iter(_collect_texts(document, (), False, []))


def _collect_texts(node: Any, route: Route, free: bool, found: list[tuple[Route, str]]) -> list[tuple[Route, str]]:
    """The texts in a value, taken from where a block keeps them: that all were looked through opens nothing."""
    for key, value, words in _list_children(node, free):
        if value.__class__ is str:
            if words:
                found.append(((*route, key), value))
        elif isinstance(value, _HOLDS_OTHERS):
            _collect_texts(value, (*route, key), words, found)
    return found


def _list_children(node: Any, free: bool) -> Iterable[tuple[str | int, Any, bool]]:
    """What stands in a value, by key or number, and whether texts there are free."""
    if isinstance(node, BaseModel):
        held = get_fields(node)
        parts = [(key, held[name], words) for name, key, words in _parts(node.__class__) if held.get(name) is not None]
        if isinstance(node, NamedEntries):
            words = _entries_are_words(node.__class__)
            parts += [(entry, value, words) for entry, value in get_entries(node).items()]
        return parts
    return [(key, value, free) for key, value in (node.items() if isinstance(node, dict) else enumerate(node))]


def add_term(route: Route, text: str) -> str:
    """A text with the word that it explains, where it stands in a glossary."""
    return f"{route[-1]} means {text}" if route[0] == "glossary" else text


def list_stated_texts(document: Document, but: tuple[str, ...] = ()) -> Iterator[tuple[Route, str]]:
    """What each statement says, with its place; not those that are read for themselves."""
    made: Any = document.statements.items() if document.statements is not None else ()
    for name, statement in made:
        if name not in but and statement.says is not None:
            yield ("statements", name), statement.says


def list_restatements(document: Document) -> Iterator[tuple[Route, str, str]]:
    """What is said again of a fact: where, which fact, and what, as it is written."""
    for number, entry in enumerate(document.restatements):
        place = ("reading", "said-again", number)
        yield from (((*place, fact), fact, said) for fact, said in entry.facts() if isinstance(said, str))
