"""What the format knows at a route: keys with their meaning, words to choose from, kinds of value."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from compliance.documents import meanings
from compliance.documents.blocks import Statement
from compliance.documents.facts import entry_types, find_types
from compliance.documents.game import Hands
from compliance.documents.kinds import KINDS, Payer
from compliance.documents.models import get_model
from compliance.documents.schedule import ByPayer
from compliance.documents.values import NOT_DEFINED, UNCLEAR
from compliance.source.routes import Route

# Hands of poker, best first, and how a hand is told that needs no words of its own.
_HANDS: Final = (
    *("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind"),
    *("two-pairs", "one-pair", "high-card"),
)
_USUAL: Final = ("poker", NOT_DEFINED)
# What people write last, if at all.
_RARE_KEYS: Final = ("ranked", "reading", "source")


class FormatKey(NamedTuple):
    """A key that may stand somewhere: what it means, an example, and what its value looks like."""

    name: str
    sentence: str
    example: str
    # `group`, `list` or `value`.
    shape: str
    kinds: tuple[str, ...]
    choices: tuple[str, ...]
    required: bool


def keys_at(kind: str, route: Route) -> tuple[FormatKey, ...]:
    """The keys that may stand in the group at a route of a kind of document; those that few write come last."""
    if not kind:
        return _document_key() if not route else ()
    found: dict[str, FormatKey] = {}
    for block in meanings.blocks_at(get_model(kind), route):
        for key in _block_keys(block):
            found.setdefault(key.name, key)
    return tuple(sorted(found.values(), key=lambda key: key.name in _RARE_KEYS))


def _document_key() -> tuple[FormatKey, ...]:
    about = meanings.find_meaning_at(get_model(KINDS[0]), (), "document")
    return (FormatKey("document", about.sentence if about else "", KINDS[0], "value", (), KINDS, True),)


@cache
def _block_keys(block: type[BaseModel]) -> tuple[FormatKey, ...]:
    """The keys of a block: there are as many of these as the format has, whatever the routes to them are."""
    own = [_build_key(block, field.alias or name, field.is_required()) for name, field in block.model_fields.items()]
    return (*own, *_usual_names(block))


def _build_key(block: type[BaseModel], key: str, required: bool) -> FormatKey:
    told = meanings.find_meaning(block, key)
    sentence, example = told[:2] if told is not None else ("", "")
    types = find_types(block, (key,))
    return FormatKey(
        key,
        sentence,
        example,
        _value_shape(types),
        tuple(meanings.list_key_kinds(block, key)),
        _list_choices(types),
        required,
    )


def _usual_names(block: type[BaseModel]) -> list[FormatKey]:
    """Names that are usual in a group in which the writer chooses them."""
    if entry_types(block) == [Statement]:
        return [FormatKey(name, *told[:2], "value", (), (), False) for name, told in meanings.list_statements().items()]
    if block is Hands:
        return [FormatKey(name, "A hand of poker.", "poker", "value", (), _USUAL, False) for name in _HANDS]
    if block is ByPayer:
        return [
            FormatKey(name, "What holds for every fee from this payer.", "", "group", (), (), False)
            for name in get_args(Payer)
        ]
    return []


def key_at(kind: str, route: Route) -> FormatKey | None:
    """The key at the end of a route, if the format knows it."""
    if not route or not isinstance(route[-1], str):
        return None
    return next((key for key in keys_at(kind, route[:-1]) if key.name == route[-1]), None)


def choices_at(kind: str, route: Route) -> tuple[str, ...]:
    """The words that a value at a route may be chosen from; `unclear` is always one more."""
    if route == ("document",):
        return KINDS
    if kind == "game" and len(route) == 2 and route[0] == "hands" and route[1] != "source":
        return _USUAL
    return _list_choices(find_types(get_model(kind), route)) if kind else ()


def is_list(kind: str, route: Route) -> bool:
    return bool(kind) and any(get_origin(one) is list for one in find_types(get_model(kind), route))


def kinds_at(kind: str, route: Route) -> tuple[str, ...]:
    """The kinds of value at a route: of a key, of an item of its list, or of a name that the writer chose."""
    if not kind or not route:
        return ()
    steps = route
    while steps and isinstance(steps[-1], int):
        steps = steps[:-1]
    if not steps:
        return ()
    blocks = meanings.blocks_at(get_model(kind), steps[:-1])
    return tuple(dict.fromkeys(one for block in blocks for one in meanings.list_key_kinds(block, str(steps[-1]))))


def _list_choices(types: list[Any]) -> tuple[str, ...]:
    words: list[str] = []
    for one in types:
        for each in get_args(one) if get_origin(one) is list else (one,):
            if get_origin(each) is Literal:
                words += [word for word in get_args(each) if word != UNCLEAR]
            elif each is bool:
                words += ["yes", "no"]
    return tuple(dict.fromkeys(words))


def _value_shape(types: list[Any]) -> str:
    if any(isinstance(one, type) and issubclass(one, BaseModel) for one in types):
        # What may be one word, or a group of several, begins as one word.
        others = [one for one in types if one is not type(None) and not _is_group(one)]
        return "value" if others else "group"
    if any(get_origin(one) is list for one in types):
        item = next(get_args(one)[0] for one in types if get_origin(one) is list)
        return "list of groups" if _holds_group(item) else "list"
    return "group" if any(get_origin(one) is dict for one in types) else "value"


def _is_group(one: Any) -> bool:
    return isinstance(one, type) and issubclass(one, BaseModel)


def _holds_group(annotation: Any) -> bool:
    return _is_group(annotation) or any(_holds_group(part) for part in get_args(annotation))
