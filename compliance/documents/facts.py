"""Facts of a document by route: `bank / rotation / at-most`, `wagers / * / maximum`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from compliance.documents.blocks import NamedEntries
from compliance.documents.openness import has_open_facts
from compliance.documents.values import parse_whole_number
from compliance.source.routes import Route


@lru_cache(maxsize=1024)
def _split_steps(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(" / "))


@lru_cache(maxsize=256)
def _field_names(model: type[BaseModel]) -> dict[str, str]:
    return {field.alias or name: name for name, field in model.model_fields.items()}


@lru_cache(maxsize=512)
def _is_named(kind: type) -> bool:
    """Whether this is a group of the writer's own names. Asked of the type, once: pydantic has slow answers."""
    return issubclass(kind, NamedEntries)


@lru_cache(maxsize=512)
def _block_keys(kind: Any) -> dict[str, str] | None:
    """The fields of a kind of block by their keys; None for all other types, whose entries have names or numbers."""
    return _field_names(kind) if issubclass(kind, BaseModel) and not issubclass(kind, NamedEntries) else None


@lru_cache(maxsize=1024)
def _split_parts(text: str) -> tuple[tuple[str, ...], ...]:
    """The steps of a route between its `*`."""
    parts: list[list[str]] = [[]]
    for step in _split_steps(text):
        if step == "*":
            parts.append([])
        else:
            parts[-1].append(step)
    return tuple(map(tuple, parts))


def find_facts(document: BaseModel, text: str) -> Iterator[tuple[Route, Any]]:
    """Every stated fact that a route names, with its exact route. `*` stands for each entry or item. Where facts are
    open they are looked up as they are asked for: what nobody reads was not read."""
    return _find_stated_facts(document, text) if not has_open_facts(document) else _find_facts_lazily(document, text)


def _find_stated_facts(document: BaseModel, text: str) -> Iterator[tuple[Route, Any]]:
    parts = _split_parts(text)
    found = _follow_steps(document, parts[0])
    if found is None:
        return iter(())
    return iter((found,)) if len(parts) == 1 else _walk_entries(found[1], parts, 1, found[0])


def _find_facts_lazily(document: BaseModel, text: str) -> Iterator[tuple[Route, Any]]:
    yield from _find_stated_facts(document, text)


def _follow_steps(node: Any, steps: tuple[str, ...]) -> tuple[Route, Any] | None:
    """The one fact to which a route without `*` leads, where it is stated."""
    route: Route | None = None  # where it is other than the steps
    for place, step in enumerate(steps):
        keys = _block_keys(node.__class__)
        if keys is not None:
            name = keys.get(step)
            node = getattr(node, name) if name is not None else None
        else:
            key, node = next(iter(find_entries(node, step)), (step, None))
            if key != step:
                route = (*(route or steps)[:place], key, *steps[place + 1 :])
        if node is None:
            return None
    return route or steps, node


def get_fact(document: BaseModel, text: str) -> Any:
    """The one fact at a route without `*`; None when it is not stated."""
    found = _follow_steps(document, _split_parts(text)[0])
    return found[1] if found is not None else None


def fact_route(text: str) -> Route:
    """The route itself, for a fact that is not stated: where it would stand."""
    steps = _split_steps(text)
    return steps[: steps.index("*")] if "*" in steps else steps


def _walk_entries(
    node: Any, parts: tuple[tuple[str, ...], ...], number: int, route: Route
) -> Iterator[tuple[Route, Any]]:
    """The facts below the entries of a node."""
    steps = parts[number]
    last = number + 1 == len(parts)
    for key, below in find_entries(node, "*"):
        found = _follow_steps(below, steps) if steps else ((), below)
        if found is None or found[1] is None:
            continue
        place = (*route, key, *found[0])
        if last:
            yield place, found[1]
        else:
            yield from _walk_entries(found[1], parts, number + 1, place)


def find_entries(node: Any, step: str) -> Iterable[tuple[str | int, Any]]:
    """What stands one step below a block, a table or a list, with its key; `*` stands for every entry."""
    kind = node.__class__
    keys = _block_keys(kind)
    if keys is not None:
        name = keys.get(step)
        return ((step, getattr(node, name)),) if name is not None else ()
    if _is_named(kind):
        if step == "*":
            entries: Iterable[tuple[str, Any]] = node.items()
            return entries
        return ((step, node.get(step)),) if step in node else ()
    if isinstance(node, dict):
        return node.items() if step == "*" else ((step, node[step]),) if step in node else ()
    if isinstance(node, list):
        if step == "*":
            return enumerate(node)
        number = _find_item(node, step)
        if number is not None:
            return ((number, node[number]),)
    return ()


def _find_item(items: list[Any], step: str) -> int | None:
    """Which item of a list is meant: the only one that has this name, or the one with this number, from 1."""
    key = next((getattr(type(item), "named_by", None) for item in items), None)
    named = [number for number, item in enumerate(items) if getattr(item, key, None) == step] if key is not None else []
    if len(named) == 1:
        return named[0]
    number = parse_whole_number(step) or 0
    return number - 1 if 0 < number <= len(items) else None


def locate_fact(document: BaseModel, text: str) -> tuple[Route, str | None]:
    """Where a fact stands, or would stand, and the step that leads nowhere: to an entry or item that is not there."""
    node: Any = document
    route: list[str | int] = []
    for step in _split_steps(text):
        found = next(iter(find_entries(node, step)), None)
        if found is None and isinstance(node, NamedEntries | list | dict):
            return tuple(route), step
        route.append(found[0] if found is not None else step)
        node = found[1] if found is not None else None
    return tuple(route), None


def entry_names(document: BaseModel, route: Route) -> list[str]:
    """The names of the entries at a route."""
    node: Any = document
    for step in route:
        text = str(step + 1) if isinstance(step, int) else step
        node = next((value for _, value in find_entries(node, text)), None)
    if isinstance(node, NamedEntries | dict):
        return [name for name, _ in node.items()]
    return []


class RouteFault(NamedTuple):
    """The step of a route that leads nowhere, and the keys that are known there."""

    step: str
    known: tuple[str, ...]


def find_route_fault(model: type[BaseModel], text: str) -> RouteFault | None:
    """Why a route can never lead to a fact of this model: catches misspelt routes in a catalog."""
    current: list[Any] = [model]
    for step in _split_steps(text):
        below = [found for annotation in current for found in find_types_below(annotation, step)]
        if not below:
            models = (kind for kind in current if isinstance(kind, type) and issubclass(kind, BaseModel))
            return RouteFault(step, tuple(sorted({key for kind in models for key in _field_names(kind)})))
        current = below
    return None


def find_types(model: type[BaseModel], route: Iterable[str | int]) -> list[Any]:
    """The types that a value at a route may have."""
    current: list[Any] = [model]
    for step in route:
        current = [found for annotation in current for found in find_types_below(annotation, step)]
    return current


def find_types_below(annotation: Any, step: str | int) -> list[Any]:
    """The types of what may stand one step further on."""
    if annotation is Any:
        return [Any]
    if get_origin(annotation) is list:
        below = _alternatives(get_args(annotation)[0])
        named = any(hasattr(kind, "named_by") for kind in below)
        return below if named or step == "*" or isinstance(step, int) or parse_whole_number(step) else []
    if get_origin(annotation) is dict:
        return _alternatives(get_args(annotation)[1])
    if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
        return []
    field = next((field for field in annotation.model_fields.values() if field.alias == step), None)
    if field is not None:
        return _alternatives(field.annotation)
    if annotation.model_config.get("extra") != "allow":
        return []
    return [one for kind in entry_types(annotation) or [Any] for one in _alternatives(kind)]


def entry_types(model: type[BaseModel]) -> list[Any]:
    """What a group of the writer's own names holds under each of them; nothing for other models."""
    known = (getattr(kind, "__pydantic_generic_metadata__", None) for kind in model.__mro__)
    return [held for metadata in known if metadata for held in metadata["args"]][:1]


def _alternatives(annotation: Any) -> list[Any]:
    """The types that one annotation allows, without what is only said about them."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _alternatives(get_args(annotation)[0])
    if origin in (Union, UnionType):
        return [one for part in get_args(annotation) for one in _alternatives(part)]
    return [annotation]


@lru_cache(maxsize=1024)
def is_choice(model: type[BaseModel], text: str) -> bool:
    """Whether the fact at a route is one of a few words that the format knows, not the writer's own words."""
    return any(_has_literal(found) for found in find_types(model, _split_steps(text)))


def _has_literal(annotation: object) -> bool:
    return get_origin(annotation) is Literal or any(_has_literal(part) for part in get_args(annotation))
