"""From a source tree to a typed document, and from a model's errors to problems that an operator understands."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from compliance.documents.models import BaseModel, ValidationError
from compliance.documents.values import UNCLEAR, whole_number
from compliance.routes import Route, first_line, key_span, show_route, span_of, value_at
from compliance.source import Map, Problem, Seq, Source, Value, read

if TYPE_CHECKING:
    from compliance.documents.game import Game
    from compliance.documents.schedule import Schedule
    from compliance.documents.terms import GeneralTerms

    AnyDocument = Game | Schedule | GeneralTerms

KINDS: Final = ("game", "schedule", "terms")
_SHOWN: Final = 60
_MOST_HELPED: Final = 200

Nearest = Callable[[str, Sequence[str], int], list[str]]

M = TypeVar("M", bound=BaseModel)


class Loaded(NamedTuple):
    """A file as read: its text and places, the document if it is whole, and what is wrong with it if not."""

    path: str
    sha256: str
    source: Source
    document: AnyDocument | None
    problems: tuple[Problem, ...]
    unclear: tuple[Route, ...] = ()


def model_of(kind: str) -> type[AnyDocument]:
    """The model of a kind of document. Loaded when asked for: building models is most of the start-up time."""
    if kind == "game":
        from compliance.documents.game import Game

        return Game
    if kind == "schedule":
        from compliance.documents.schedule import Schedule

        return Schedule
    from compliance.documents.terms import GeneralTerms

    return GeneralTerms


def document_schema(kind: str) -> dict[str, Any]:
    """The format of a kind of document as JSON Schema, with `unclear` allowed for every value."""
    from compliance.documents import pydantic_models

    with pydantic_models():
        schema = model_of(kind).model_json_schema(by_alias=True)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"Pit Boss {kind}"
    unclear = {"const": UNCLEAR}
    blocks = schema.get("$defs", {})
    _allow_short_forms(blocks)
    for block in (schema, *blocks.values()):
        required = block.get("required", [])
        for name, field in block.get("properties", {}).items():
            if name not in required and name != "source":
                block["properties"][name] = {"anyOf": [field, unclear]}
    return schema


def _allow_short_forms(blocks: dict[str, Any]) -> None:
    """What models take in a short form too: a statement as its lines alone, a list as a range or one word."""
    short = {"type": ["string", "integer", "array"]}
    if "Statement" in blocks:
        blocks["Statement"] = {"anyOf": [blocks["Statement"], short]}
    for name in ("decks", "dealt-from"):
        if "Deck" in blocks:
            blocks["Deck"]["properties"][name] = {"anyOf": [blocks["Deck"]["properties"][name], short]}


def load(path: str, data: bytes) -> Loaded:
    """Read one file. Never raises: what is wrong is in `problems`."""
    digest = sha256(data).hexdigest()
    source = read(data)
    if source.problems or source.tree is None:
        return Loaded(path, digest, source, None, source.problems)
    kind, problem = _kind(source)
    if problem is not None:
        return Loaded(path, digest, source, None, (problem,))
    tree: Value = source.tree
    unclear: list[Route] = []
    if UNCLEAR in source.text:
        tree, unclear = _without_unclear(source.tree)
    document, problems = validate(model_of(kind), tree, source)
    return Loaded(path, digest, source, document, problems, tuple(unclear))


def _kind(source: Source) -> tuple[str, Problem | None]:
    tree = source.tree
    if not isinstance(tree, Map):
        what = "a list" if isinstance(tree, Seq) else "a single value"
        message = f"The file holds {what}; a document is a group of `key: value` entries."
        return "", Problem(
            "not-a-document", message, "Start with `document: game` or `document: schedule`.", first_line(source)
        )
    kind = tree.get("document")
    if "document" not in tree:
        near = get_close_matches("document", list(tree), 1)
        message = "The file does not say what it is: `document` is missing."
        if near:
            message += f" `{near[0]}` stands here; was `document` meant?"
        span = key_span(source, (near[0],)) if near else first_line(source)
        help = "Add `document: game`, `document: schedule` or `document: terms` at the top."
        return "", Problem("not-a-document", message, help, span)
    if not isinstance(kind, str) or kind not in KINDS:
        message = f"`document` is {_show(kind)}; expected game, schedule or terms."
        near = get_close_matches(str(kind), KINDS, 1)
        help = f"Write `document: {near[0]}`." if near else "Write one of the three."
        return "", Problem("not-a-document", message, help, span_of(source, ("document",)))
    return kind, None


def _without_unclear(tree: Value) -> tuple[Value, list[Route]]:
    """A copy without the values that say only `unclear`, and the routes at which they stood."""
    found: list[Route] = []

    def strip(node: Value, route: Route) -> Value:
        if isinstance(node, Map):
            kept = Map()
            kept.places = node.places
            for key, value in node.items():
                if value == UNCLEAR:
                    found.append((*route, key))
                else:
                    kept[key] = strip(value, (*route, key))
            return kept
        if isinstance(node, Seq):
            items = Seq()
            items.places = node.places
            items.extend(strip(item, (*route, number)) for number, item in enumerate(node))
            return items
        return node

    return strip(tree, ()), found


def validate(model: type[M], tree: Value, source: Source) -> tuple[M | None, tuple[Problem, ...]]:
    """A tree as a model, or every problem that keeps it from being one."""
    try:
        return model.model_validate(tree), ()
    except ValidationError as error:
        errors = error.errors()
        found = [_problem(model, wrong, source) for wrong in errors[:_MOST_HELPED]]
        # To look for what may have been meant takes time, and helps nobody where everything is wrong.
        found += [_problem(model, wrong, source, _nothing_near) for wrong in errors[_MOST_HELPED:]]
        return None, tuple(sorted(found, key=lambda problem: problem.span))


def _nothing_near(word: str, known: Sequence[str], most: int) -> list[str]:
    return []


def _problem(model: type[BaseModel], error: Any, source: Source, near: Nearest = get_close_matches) -> Problem:
    kind, loc, given = error["type"], error["loc"], error["input"]
    if kind == "missing":
        return _missing(loc, source)
    if kind == "extra_forbidden":
        return _unknown_key(model, loc, source, near)
    if kind == "literal_error":
        return _wrong_choice(model, loc, given, list(error["ctx"]["expected"]), source)
    if kind == "value_error":
        cause = error["ctx"]["error"]
        key = getattr(cause, "key", None)
        span = key_span(source, (*loc, key)) if key else span_of(source, loc)
        return Problem("bad-value", f"At {show_route(loc)}: {cause}.", "Write it in that form.", span)
    lists = "a list (each item on a line of its own after `- `, or in brackets)"
    wanted = lists if kind == "list_type" else "a group of `key: value` entries"
    message = f"At {show_route(loc)}: {_show(given)} stands here; expected {wanted}."
    return Problem("bad-value", message, "docs/format.md shows each block.", span_of(source, loc))


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
    if re.fullmatch(r"[0-9]+(-[0-9]+)?", name):
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


def _wrong_choice(model: type[BaseModel], loc: Route, given: object, choices: list[str], source: Source) -> Problem:
    near = get_close_matches(str(given), choices, 1)
    may_be_unclear = any(type(None) in typing.get_args(annotation) for annotation in annotations_at(model, loc))
    choose = f"Write `{choices[0]}`" if len(choices) == 1 else "Choose one of them"
    help = f"Did you mean `{near[0]}`?" if near else choose + (f", or `{UNCLEAR}`." if may_be_unclear else ".")
    message = f"At {show_route(loc)}: {_show(given)} stands here; expected {_either(choices)}."
    return Problem("bad-value", message, help, span_of(source, loc))


def _either(choices: list[str]) -> str:
    return choices[0] if len(choices) == 1 else ", ".join(choices[:-1]) + " or " + choices[-1]


@cache
def known_keys(model: type[BaseModel], route: Route) -> frozenset[str]:
    """The keys that the model at a route knows; follows annotations down from the document's model."""
    models = {found for annotation in annotations_at(model, route) for found in _models_in(annotation)}
    return frozenset(field.alias or name for found in models for name, field in found.model_fields.items())


def annotations_at(model: type[BaseModel], route: Route) -> list[object]:
    """The types that a value at a route may have."""
    current: list[object] = [model]
    for step in route:
        below: list[object] = []
        for parent in {found for annotation in current for found in _models_in(annotation)}:
            field = next((f for f in parent.model_fields.values() if f.alias == step), None)
            if field is not None:
                below.append(field.annotation)
            elif isinstance(step, int) or whole_number(str(step)) is not None:
                below.append(parent)
            else:
                # A group of the writer's own names: what it holds is its type argument.
                below += [m for kind in parent.__mro__ for m in _type_arguments(kind)]
        current = below
    return current


def _type_arguments(kind: type) -> tuple[object, ...]:
    metadata = getattr(kind, "__pydantic_generic_metadata__", None)
    return tuple(metadata["args"]) if metadata else ()


def _models_in(annotation: object) -> set[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {annotation}
    return {model for part in typing.get_args(annotation) for model in _models_in(part)}


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


def given_lines(source: Source, route: Route) -> tuple[tuple[str, str], ...]:
    """The lines of the source document that a file gives for a route: the nearest `source` (or `at`) on the way up."""
    root = value_at(source, ("source",))
    file = root.get("file") if isinstance(root, Map) else None
    if not isinstance(root, Map) or not isinstance(file, str):
        return ()
    for length in range(len(route), -1, -1):
        node = value_at(source, route[:length])
        if isinstance(node, Map):
            lines = _lines(node.get("source") if length else root.get("lines")) or _lines(node.get("at"))
            if lines:
                return ((file, lines),)
    return ()


def _lines(written: Value) -> str:
    if isinstance(written, Seq):
        return ", ".join(str(item) for item in written)
    return written if isinstance(written, str) else ""
