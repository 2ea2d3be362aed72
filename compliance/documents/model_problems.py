"""From a model's errors to problems that an operator understands: in words, each at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError

from compliance.documents import meanings
from compliance.documents.facts import find_types
from compliance.documents.fields import MEMBER, SAID
from compliance.documents.kinds import KINDS
from compliance.documents.models import get_model
from compliance.documents.quotations import is_sentence, match_choice
from compliance.documents.suggestions import (
    find_blocks_with_key,
    find_misspellings,
    fold_spelling,
    suggest_key,
    suggest_value,
)
from compliance.documents.values import UNCLEAR, describe_odd_space
from compliance.source import Limits, Map, Problem, Seq, Source
from compliance.source.routes import Route, find_span, first_line, key_span, show_route, value_at

_SHOWN: Final = 60
_MOST_HELPED: Final = 200
_MOST_WORKED_OUT: Final = 1_000
_MOST_PLACES: Final = 3
_TAKEN_OVER: Final = (("options",), ("shared",), ("groups",), ("rates",))


def collect_problems(model: type[BaseModel], error: ValidationError, source: Source) -> tuple[Problem, ...]:
    """Everything that keeps a tree from being a model, in the order of the file."""
    errors = _drop_first_halves(list(_drop_repeats(error.errors(include_url=False), source)), source)
    errors = _drop_misspelled(model, errors, source)
    # To look for what may have been meant takes time, and helps nobody where everything is wrong.
    worked_out = enumerate(errors[:_MOST_WORKED_OUT])
    found = [_build_problem(model, wrong, source, number < _MOST_HELPED) for number, wrong in worked_out]
    told = sorted(found, key=lambda problem: problem.span)[: Limits().problems]
    if len(told) < len(errors):
        told[-1] = told[-1]._replace(help=f"{told[-1].help} (Problems not shown: {len(errors) - len(told):,}.)")
    return tuple(told)


def _drop_repeats(errors: Iterable[Any], source: Source) -> Iterable[Any]:
    """What several options take over is written once, and what is wrong with it is told once."""
    seen = set()
    for error in errors:
        route = error_route(error["loc"])
        place = (error["type"], route[-1:], source.place(route) if route[:1] in _TAKEN_OVER else route)
        if place not in seen:
            seen.add(place)
            yield error


def _drop_first_halves(errors: list[Any], source: Source) -> list[Any]:
    """Without what is wrong with the first half of a value that a comma cut in two: the second half tells the slip."""
    routes = (error_route(one["loc"]) for one in errors[:_MOST_HELPED] if one["type"] == "extra_forbidden")
    halves = {(*route[:-1], before) for route in routes if (before := _find_cut_value(route, source)) is not None}
    return [one for one in errors if error_route(one["loc"]) not in halves] if halves else errors


def _drop_misspelled(model: type[BaseModel], errors: list[Any], source: Source) -> list[Any]:
    """Without keys that are missing because they are misspelled: the unknown key tells the slip."""
    unknown = [error_route(one["loc"]) for one in errors[:_MOST_HELPED] if one["type"] == "extra_forbidden"]
    meant = {(*route[:-1], suggest_known_key(model, route, value_at(source, route))) for route in unknown}
    return [one for one in errors if one["type"] != "missing" or error_route(one["loc"]) not in meant]


def suggest_known_key(model: type[BaseModel], route: Route, value: object) -> str:
    """The key that one which is not known may have been meant for; empty where none is near."""
    name = str(route[-1])
    meant = suggest_key(model, route[:-1], name, value)
    near = [meant.text.partition(":")[0]] if meant is not None else []
    near += get_close_matches(name.casefold(), sorted(list_keys(model, route[:-1])), 1)
    return near[0] if near else ""


def unknown_document_kind(source: Source) -> Problem:
    """Why a file is no document: it does not say of which kind it is."""
    tree = source.tree
    if not isinstance(tree, Map):
        what = "a list" if isinstance(tree, Seq) else "a single value"
        message = f"The file holds {what}; a document is a group of `key: value` entries."
        help = "Start with `document: game` or `document: schedule`."
        return Problem("not-a-document", message, help, first_line(source))
    if "document" not in tree:
        near = [key for key in tree if _is_document_key(key, tree[key])] or get_close_matches("document", list(tree), 1)
        message = "The file does not say what it is: `document` is missing."
        if near:
            message += f" `{near[0]}` stands here; was `document` meant?"
        span = key_span(source, (near[0],)) if near else first_line(source)
        help = "Add `document: game`, `document: schedule` or `document: terms` at the top."
        return Problem("not-a-document", message, help, span)
    kind = tree["document"]
    message = f"`document` is {_format_value(kind)}; expected game, schedule or terms."
    meant = next((told for one in KINDS if (told := suggest_value(get_model(one), ("document",), kind))), None)
    near = [f"document: {word}" for word in get_close_matches(str(kind).casefold(), KINDS, 1)]
    help = f"Write `{meant.text if meant else near[0]}`." if meant or near else "Write one of the three."
    return Problem("not-a-document", message, help, find_span(source, ("document",)))


def _is_document_key(key: str, value: object) -> bool:
    """`type: game` says what `document: game` should."""
    meant = suggest_key(get_model(KINDS[0]), (), key, value)
    return meant is not None and meant.text == "document" and value in KINDS


def _build_problem(model: type[BaseModel], error: Any, source: Source, helped: bool) -> Problem:
    kind, loc, given = error["type"], error_route(error["loc"]), error["input"]
    if kind == "missing":
        return _missing_key(model, loc, source)
    if kind == "extra_forbidden":
        return _unknown_key(model, loc, source, helped)
    if kind == "literal_error":
        return _invalid_choice(model, loc, given, source)
    meant = suggest_value(model, loc, given) if helped else None
    help = f"Did you mean `{meant.text}`? {meant.sentence}".rstrip() if meant else None
    if kind == "value_error":
        cause = error["ctx"]["error"]
        key = getattr(cause, "key", None)
        span = key_span(source, (*loc, key)) if key else find_span(source, loc)
        help = help or (_suggest_quotes(loc, source) if loc and given is None else None)
        return Problem("bad-value", f"At {show_route(loc)}: {cause}.", help or _describe_key(model, loc), span)
    lists = "a list (each item on a line of its own after `- `, or in brackets)"
    wanted = lists if kind == "list_type" else "a group of `key: value` entries"
    message = f"At {show_route(loc)}: {_format_value(given)} stands here; expected {wanted}."
    help = help or (_suggest_list(model, loc, given) if kind == "list_type" else None)
    return Problem("bad-value", message, help or _describe_key(model, loc), find_span(source, loc))


def _suggest_list(model: type[BaseModel], loc: Route, given: object) -> str | None:
    """A word where a list of words belongs, as that list."""
    told = meanings.find_meaning_at(model, loc[:-1], str(loc[-1])) if loc else None
    of_words = told is not None and not told.example.startswith("[{")
    return f"Write `{loc[-1]}: [{_shorten(given)}]`." if of_words and isinstance(given, str) else None


def error_route(loc: Iterable[str | int]) -> Route:
    """Where in the file an error is: pydantic's place without the names of a union's members."""
    return tuple(step for step in loc if not str(step).startswith(MEMBER))


def find_choice(model: type[BaseModel], loc: Route, given: object) -> str | None:
    """What a text in the place of a fact that papers tell in sentences comes to: the choice that it is in another
    spelling, nothing where it is a sentence that nobody has read; None where it is neither."""
    if not is_sentence(given) or not _is_sayable(model, loc):
        return None
    types = find_types(model, loc)
    choices = [str(choice) for found in types if get_origin(found) is Literal for choice in get_args(found)]
    return match_choice(str(given), choices) or ""


def _is_sayable(model: type[BaseModel], loc: Route) -> bool:
    while loc and not isinstance(loc[-1], str):
        loc = loc[:-1]
    blocks = meanings.blocks_at(model, loc[:-1]) if loc else []
    fields = (field for block in blocks for field in block.model_fields.values() if field.alias == loc[-1])
    return any(_is_marked(field.rebuild_annotation()) for field in fields)


def _is_marked(annotation: Any) -> bool:
    return SAID in getattr(annotation, "__metadata__", ()) or any(map(_is_marked, get_args(annotation)))


def _describe_key(model: type[BaseModel], loc: Route) -> str:
    """What a key means and how it is written, where something else stands."""
    told = meanings.find_meaning_at(model, loc[:-1], str(loc[-1])) if loc else None
    if told is None and len(loc) > 1:
        # An entry of a block that names its own keys, such as a band: the block has the example.
        block = meanings.find_meaning_at(model, loc[:-2], str(loc[-2]))
        return f"Write it as in `{loc[-2]}: {block.example}`." if block else "Write one of the forms named."
    if told is None:
        return "Write one of the forms named."
    return f"{told.sentence} Write it such as `{loc[-1]}: {told.example}`."


def _missing_key(model: type[BaseModel], loc: Route, source: Source) -> Problem:
    parent, key = loc[:-1], str(loc[-1])
    span = key_span(source, parent) if parent else first_line(source)
    where = f"`{show_route(parent)}`" if parent else "the document"
    if value_at(source, loc) == UNCLEAR:
        message = f"`{key}` is marked as unclear; {where} must say it, or nothing can be checked."
        return Problem("missing-key", message, f"Write what it is: `{key}: ...`.", find_span(source, loc))
    message = f"`{key}` is missing; {where} must say it."
    group = value_at(source, parent)
    meaning = set(find_misspellings(model, parent, key))
    written = [name for name in group if fold_spelling(name) in meaning] if isinstance(group, Map) else []
    told = meanings.find_meaning_at(model, parent, key)
    example = f"Add it, such as `{key}: {told.example}`." if told else f"Add `{key}: ...`."
    help = f"`{_shorten(written[0])}` stands there; was `{key}` meant?" if written else example
    return Problem("missing-key", message, help, span)


def _unknown_key(model: type[BaseModel], loc: Route, source: Source, helped: bool) -> Problem:
    name = str(loc[-1])
    where = f"in `{show_route(loc[:-1])}`" if len(loc) > 1 else "here"
    message = f"`{_shorten(name)}` is not a key that is known {where}."
    known = sorted(list_keys(model, loc[:-1]))
    help = _suggest_key(model, loc, source, known) if helped else None
    return Problem("unknown-key", message, help or f"Known keys: {', '.join(known)}.", key_span(source, loc))


def _other_number(key: str) -> str:
    """A key with an s at its end, or without the one that it has."""
    return key.removesuffix("s") if key.endswith("s") else f"{key}s"


def _suggest_key(model: type[BaseModel], loc: Route, source: Source, known: list[str]) -> str | None:
    """The key that was meant: another spelling, another word, a key of another block, or a slip of the pen."""
    name = str(loc[-1])
    if help := _suggest_quotes(loc, source):
        return help
    spelt = {fold_spelling(key): key for key in known}
    if fold_spelling(name) in spelt:
        return _suggest_spelling(model, loc, spelt[fold_spelling(name)])
    if meant := suggest_key(model, loc[:-1], name, value_at(source, loc)):
        return f"Did you mean `{meant.text}`? {meant.sentence}".rstrip()
    if (plural := _other_number(name)) in known:
        return _suggest_spelling(model, loc, plural)
    if places := find_blocks_with_key(model, name):
        listed = _join_choices([f"`{place}`" for place in places[:_MOST_PLACES]])
        return f"`{name}` is a key of {listed}."
    near = get_close_matches(name.casefold(), known, 1)
    return _suggest_spelling(model, loc, near[0]) if near else None


def _suggest_spelling(model: type[BaseModel], loc: Route, key: str) -> str:
    told = meanings.find_meaning_at(model, loc[:-1], key)
    return f"Did you mean `{key}`? {told.sentence if told else ''}".rstrip()


def _suggest_quotes(loc: Route, source: Source) -> str | None:
    """What to do about a comma inside braces, which cut a value in two: `{maximum: $5,000}`, `{source: 12-31, 45}`."""
    before, name = _find_cut_value(loc, source), str(loc[-1])
    if before is None:
        return None
    cut = str(value_at(source, (*loc[:-1], before)))
    if before in ("source", "at", "lines"):
        return f"Write several stretches of lines as a list: `{before}: [{cut}, {name}]`."
    between = "," if re.fullmatch(r".*[0-9]", cut) and re.fullmatch(r"[0-9]{3}", name) else ", "
    return (
        f'Inside braces a comma ends the value: write `{before}: "{_shorten(cut)}{between}{_shorten(name)}"` in quotes.'
    )


def _find_cut_value(loc: Route, source: Source) -> str | None:
    """The key whose value a comma ended, where what stands behind the comma is a key without a value."""
    group, name = value_at(source, loc[:-1]), str(loc[-1])
    if not isinstance(group, Map) or group.get(name, "") is not None:
        return None
    before = list(group)[list(group).index(name) - 1]
    cut = group[before]
    on_one_line = source.place((*loc[:-1], before)).value.end_line == key_span(source, loc).line
    return before if isinstance(cut, str) and cut and on_one_line else None


def _invalid_choice(model: type[BaseModel], loc: Route, given: object, source: Source) -> Problem:
    types = find_types(model, loc)
    listed = [choice for found in types if get_origin(found) is Literal for choice in get_args(found)]
    choices = [choice for choice in listed if choice != UNCLEAR]
    near = get_close_matches(str(given).casefold(), choices, 1)
    meant = suggest_value(model, loc, given)
    may_be_unclear = type(None) in types or UNCLEAR in listed
    choose = f"Write `{choices[0]}`" if len(choices) == 1 else "Choose one of them"
    near = [meant.text] if meant else near
    help = f"Did you mean `{near[0]}`?" if near else choose + (f", or `{UNCLEAR}`." if may_be_unclear else ".")
    if near and isinstance(loc[-1], str) and fold_spelling(near[0]) == fold_spelling(str(given)):
        help += " `pitboss fix FILE` writes it so."
    shown = f"{_format_value(given)} stands here{describe_odd_space(str(given))}"
    message = f"At {show_route(loc)}: {shown}; expected {_join_choices(choices)}."
    return Problem("bad-value", message, help, find_span(source, loc))


def _join_choices(choices: list[str]) -> str:
    return choices[0] if len(choices) == 1 else ", ".join(choices[:-1]) + " or " + choices[-1]


@cache
def list_keys(model: type[BaseModel], route: Route) -> frozenset[str]:
    """The keys that the model at a route knows."""
    models = meanings.blocks_at(model, route)
    return frozenset(field.alias or name for found in models for name, field in found.model_fields.items())


def _format_value(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a group of entries"
    if isinstance(value, list):
        return "a list"
    return f"`{_shorten(str(value))}`"


def _shorten(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
