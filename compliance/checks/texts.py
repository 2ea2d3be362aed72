"""Free words of a document: what no field of the format gives a meaning, and what a person may have hidden there.

They are found by the types of the models: every field that holds words, but for those that only name or number
something. Words that hide a breach may stand anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from compliance.documents.blocks import Document, Named
from compliance.documents.fields import Read
from compliance.documents.glimpses import entries_in, held_in
from compliance.documents.once import leaves_open, listed_once
from compliance.documents.routes import facts, fault_of, held_by
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import Game

# Fields of words that no rule stands in, by block and key: who, where, under which number, in which language.
_NO_RULE: Final = frozenset(
    {
        *(("Document", key) for key in ("version", "locality", "establishment", "owner", "local")),
        *(("Approval", key) for key in ("authority", "id", "submitted-by")),
        *(("Reference", "to"), ("HouseRules", "languages"), ("NotForPlay", "option"), ("Option", "option")),
        *(("FeesOfGame", "schedule"), ("Schedule", "superseded-by"), ("GameOfSchedule", "approval")),
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


class _Part(NamedTuple):
    """A field that holds words, or holds blocks that do; `words` where texts in it are free."""

    name: str
    key: str
    words: bool


@lru_cache(maxsize=16)
def _watched_in(kind: type[Document]) -> tuple[str, ...]:
    """The watched places that documents of a kind may have."""
    return tuple(place for place in _WATCHED if fault_of(kind, place) is None)


@lru_cache(maxsize=512)
def _parts(kind: type[BaseModel]) -> tuple[_Part, ...]:
    """The fields of a block in which words may stand."""
    blocks = {one.__name__ for one in kind.__mro__}
    barred = {key for block, key in _NO_RULE if block in blocks}
    found = []
    for name, field in kind.model_fields.items():
        key = field.alias or name
        holds = [*_kinds(field.annotation), *(one.kind for one in field.metadata if isinstance(one, Read))]
        if key not in barred and ("words" in holds or any(isinstance(one, type) for one in holds)):
            found.append(_Part(name, key, "words" in holds))
    return tuple(found)


@lru_cache(maxsize=512)
def _entries_are_words(kind: type[BaseModel]) -> bool:
    return any("words" in _kinds(held) for held in held_by(kind))


def _kinds(annotation: Any) -> list[Any]:
    """What a type is made of: kinds of values, by name, and blocks."""
    if get_origin(annotation) is Annotated:
        read = next((one.kind for one in annotation.__metadata__ if isinstance(one, Read)), None)
        return [read] if read is not None else _kinds(get_args(annotation)[0])
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [kind for part in get_args(annotation) for kind in _kinds(part)]


@listed_once
def free_texts(document: Document) -> Iterator[tuple[Route, str]]:
    """Every free text with its place, but for what statements say. Where one of those that are watched is open, so is
    what is looked for in them."""
    for place in _watched_in(type(document)) if leaves_open(document) else ():
        for _ in facts(document, place):
            pass
    yield from all_words(document)


_HOLDS_OTHERS: Final = (list, BaseModel, dict)


@listed_once
def all_words(document: Document) -> Iterator[tuple[Route, str]]:
    """The same, for who looks only for what speaks against an answer that other facts give."""
    return iter(_below(document, (), False, []))


def _below(node: Any, route: Route, free: bool, found: list[tuple[Route, str]]) -> list[tuple[Route, str]]:
    """The texts in a value, taken from where a block keeps them: that all were looked through opens nothing."""
    for key, value, words in _held(node, free):
        if value.__class__ is str:
            if words:
                found.append(((*route, key), value))
        elif isinstance(value, _HOLDS_OTHERS):
            _below(value, (*route, key), words, found)
    return found


def _held(node: Any, free: bool) -> Iterable[tuple[str | int, Any, bool]]:
    """What stands in a value, by key or number, and whether texts there are free."""
    if isinstance(node, BaseModel):
        held = held_in(node)
        parts = [(key, held[name], words) for name, key, words in _parts(node.__class__) if held.get(name) is not None]
        if isinstance(node, Named):
            words = _entries_are_words(node.__class__)
            parts += [(entry, value, words) for entry, value in entries_in(node).items()]
        return parts
    return [(key, value, free) for key, value in (node.items() if isinstance(node, dict) else enumerate(node))]


def with_term(route: Route, text: str) -> str:
    """A text with the word that it explains, where it stands in a glossary."""
    return f"{route[-1]} means {text}" if route[0] == "glossary" else text


# Blocks whose texts do not name again what they are about.
_SUBJECTS: Final = {
    "progressive": "progressive",
    "progressives": "progressive",
    "aggregate": "aggregate limit",
    "aggregates": "aggregate limit",
    "player-jackpot": "player-supported jackpot",
    "house-jackpot": "house jackpot",
}


def _with_subject(route: Route, text: str) -> str:
    """A text with what it is about, where only the block that it stands in says so."""
    if route[0] == "wagers" and route[-1] == "wins-when":
        return f"the {str(route[1]).replace('-', ' ')} wager wins when {text}"
    if route[0] == "activities" and route[-1] == "fees":
        return f"the fee of the activity is {text}"
    subject = _SUBJECTS.get(str(route[0]))
    return with_term(route, text) if subject is None else f"of the {subject}, {text}"


def stated_words(document: Document, but: tuple[str, ...] = ()) -> Iterator[tuple[Route, str]]:
    """What each statement says, with its place; not those that are read for themselves."""
    made: Any = document.statements.items() if document.statements is not None else ()
    for name, statement in made:
        if name not in but and statement.says is not None:
            yield ("statements", name), statement.says


# Blocks whose texts are read as one sentence: in which order, and what stands between them.
_ONE_SENTENCE: Final = {
    "irregularities": (("when", "then"), ", "),
    "house-choices": (("what", "chosen"), ", "),
    "round": (("who", "step", "note"), " "),
}


_OF_PLAY: Final = ("round", "irregularities", "statements")


@listed_once
def spoken(document: Document) -> Iterator[tuple[Route, str]]:
    """Every free text and every statement as it is to be read: a word of the glossary with what it means, what follows
    with when it does, a text of a progressive with that word. Each stands where its last words do."""
    together: dict[Route, dict[str, str]] = {}
    for route, text in all_words(document):
        if route[0] in _ONE_SENTENCE and len(route) == 3:
            together.setdefault(route[:2], {})[str(route[2])] = text
        else:
            yield route, _with_subject(route, text)
    for block, texts in together.items():
        keys, between = _ONE_SENTENCE[str(block[0])]
        said = [key for key in keys if key in texts]
        yield from (((*block, key), text) for key, text in texts.items() if key not in keys)
        if said:
            yield (*block, said[-1]), between.join(texts[key] for key in said)
    yield from _statements(document)


def told_of_play(game: Game) -> Iterator[tuple[Route, str]]:
    """What the steps of a round and the irregularities say, each as one sentence, and the statements: where rules tell
    how a game is played. What reads these alone is asked again only where one of them differs."""
    if leaves_open(game):  # that texts are looked through opens nothing
        yield from (told for told in spoken(game) if told[0][0] in _OF_PLAY)
        return
    for block, entries in (("round", game.round), ("irregularities", game.irregularities)):
        keys, between = _ONE_SENTENCE[block]
        for number, entry in enumerate(entries):
            said = [(key, text) for key in keys if (text := getattr(entry, key))]
            if said:
                yield (block, number, said[-1][0]), between.join(text for _, text in said)
    yield from _statements(game)


def _statements(document: Document) -> Iterator[tuple[Route, str]]:
    for name, statement in document.statements.items() if document.statements is not None else ():
        told = [text for text in (statement.says, statement.value) if text is not None]
        if told:
            yield ("statements", name), "; ".join(told)


def said_again(document: Document) -> Iterator[tuple[Route, str, str]]:
    """What is said again of a fact: where, which fact, and what, as it is written."""
    for number, entry in enumerate(document.said_again):
        place = ("reading", "said-again", number)
        yield from (((*place, fact), fact, said) for fact, said in entry.facts() if isinstance(said, str))
