"""From a model's errors to problems that an operator understands: in words, each at its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError

from compliance.documents.fields import MEMBER
from compliance.documents.kinds import KINDS
from compliance.documents.routes import types_at
from compliance.documents.values import UNCLEAR
from compliance.routes import Route, first_line, key_span, show_route, span_of, value_at
from compliance.source import Map, Problem, Seq, Source

_SHOWN: Final = 60
_MOST_HELPED: Final = 200

Nearest = Callable[[str, Sequence[str], int], list[str]]


def problems_of(model: type[BaseModel], error: ValidationError, source: Source) -> tuple[Problem, ...]:
    """Everything that keeps a tree from being a model, in the order of the file."""
    errors = error.errors(include_url=False)
    found = [_problem(model, wrong, source) for wrong in errors[:_MOST_HELPED]]
    # To look for what may have been meant takes time, and helps nobody where everything is wrong.
    found += [_problem(model, wrong, source, _nothing_near) for wrong in errors[_MOST_HELPED:]]
    return tuple(sorted(found, key=lambda problem: problem.span))


def no_document(source: Source) -> Problem:
    """Why a file is no document: it does not say of which kind it is."""
    tree = source.tree
    if not isinstance(tree, Map):
        what = "a list" if isinstance(tree, Seq) else "a single value"
        message = f"The file holds {what}; a document is a group of `key: value` entries."
        help = "Start with `document: game` or `document: schedule`."
        return Problem("not-a-document", message, help, first_line(source))
    if "document" not in tree:
        near = get_close_matches("document", list(tree), 1)
        message = "The file does not say what it is: `document` is missing."
        if near:
            message += f" `{near[0]}` stands here; was `document` meant?"
        span = key_span(source, (near[0],)) if near else first_line(source)
        help = "Add `document: game`, `document: schedule` or `document: terms` at the top."
        return Problem("not-a-document", message, help, span)
    kind = tree["document"]
    message = f"`document` is {_show(kind)}; expected game, schedule or terms."
    near = get_close_matches(str(kind), KINDS, 1)
    help = f"Write `document: {near[0]}`." if near else "Write one of the three."
    return Problem("not-a-document", message, help, span_of(source, ("document",)))


def _nothing_near(word: str, known: Sequence[str], most: int) -> list[str]:
    return []


def _problem(model: type[BaseModel], error: Any, source: Source, near: Nearest = get_close_matches) -> Problem:
    kind, loc, given = error["type"], _route(error["loc"]), error["input"]
    if kind == "missing":
        return _missing(loc, source)
    if kind == "extra_forbidden":
        return _unknown_key(model, loc, source, near)
    if kind == "literal_error":
        return _wrong_choice(model, loc, given, source)
    if kind == "value_error":
        cause = error["ctx"]["error"]
        key = getattr(cause, "key", None)
        span = key_span(source, (*loc, key)) if key else span_of(source, loc)
        return Problem("bad-value", f"At {show_route(loc)}: {cause}.", "Write it in that form.", span)
    lists = "a list (each item on a line of its own after `- `, or in brackets)"
    wanted = lists if kind == "list_type" else "a group of `key: value` entries"
    message = f"At {show_route(loc)}: {_show(given)} stands here; expected {wanted}."
    return Problem("bad-value", message, "docs/format.md shows each block.", span_of(source, loc))


def _route(loc: Iterable[str | int]) -> Route:
    """Where in the file an error is: pydantic's place without the names of a union's members."""
    return tuple(step for step in loc if not str(step).startswith(MEMBER))


def _missing(loc: Route, source: Source) -> Problem:
    parent = loc[:-1]
    span = key_span(source, parent) if parent else first_line(source)
    where = f"`{show_route(parent)}`" if parent else "the document"
    if value_at(source, loc) == UNCLEAR:
        message = f"`{loc[-1]}` is marked as unclear; {where} must say it, or nothing can be checked."
        return Problem("missing-key", message, f"Write what it is: `{loc[-1]}: ...`.", span_of(source, loc))
    return Problem("missing-key", f"`{loc[-1]}` is missing; {where} must say it.", f"Add `{loc[-1]}: ...`.", span)


def _unknown_key(model: type[BaseModel], loc: Route, source: Source, nearest: Nearest) -> Problem:
    known = sorted(known_keys(model, loc[:-1]))
    name = str(loc[-1])
    near = nearest(name, known, 1)
    where = f"in `{show_route(loc[:-1])}`" if len(loc) > 1 else "here"
    help = f"Did you mean `{near[0]}`?" if near else f"Known keys: {', '.join(known)}."
    if nearest is not _nothing_near and re.fullmatch(r"[0-9]+(-[0-9]+)?", name):
        help = _comma_help(loc, source) or help
    return Problem("unknown-key", f"`{_cut(name)}` is not a key that is known {where}.", help, key_span(source, loc))


def _comma_help(loc: Route, source: Source) -> str | None:
    """What to do about a comma inside braces, which cut a value in two: `{maximum: $5,000}`, `{source: 12-31, 45}`."""
    group, name = value_at(source, loc[:-1]), str(loc[-1])
    if not isinstance(group, Map):
        return None
    before = list(group)[list(group).index(name) - 1]
    cut = group[before]
    if not isinstance(cut, str):
        return None
    if before in ("source", "at", "lines"):
        return f"Write several stretches of lines as a list: `{before}: [{cut}, {name}]`."
    if re.fullmatch(r".*[0-9]", cut) and len(name) == 3:
        return f'Inside braces a comma ends the value: write `{before}: "{cut},{name}"` in quotes.'
    return None


def _wrong_choice(model: type[BaseModel], loc: Route, given: object, source: Source) -> Problem:
    types = types_at(model, loc)
    choices = [choice for found in types if get_origin(found) is Literal for choice in get_args(found)]
    near = get_close_matches(str(given), choices, 1)
    may_be_unclear = type(None) in types
    choose = f"Write `{choices[0]}`" if len(choices) == 1 else "Choose one of them"
    help = f"Did you mean `{near[0]}`?" if near else choose + (f", or `{UNCLEAR}`." if may_be_unclear else ".")
    message = f"At {show_route(loc)}: {_show(given)} stands here; expected {_either(choices)}."
    return Problem("bad-value", message, help, span_of(source, loc))


def _either(choices: list[str]) -> str:
    return choices[0] if len(choices) == 1 else ", ".join(choices[:-1]) + " or " + choices[-1]


@cache
def known_keys(model: type[BaseModel], route: Route) -> frozenset[str]:
    """The keys that the model at a route knows."""
    models = (found for found in types_at(model, route) if isinstance(found, type) and issubclass(found, BaseModel))
    return frozenset(field.alias or name for found in models for name, field in found.model_fields.items())


def _show(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a group of entries"
    if isinstance(value, list):
        return "a list"
    return f"`{_cut(str(value))}`"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
