"""Facts that a document says twice, and differently: the document as it reads by each saying.

What is said again is kept beside what is said first. Whoever asks a document asks it once as it stands and once with
each of the other sayings in its place, so that nothing holds only because one of two sayings was looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast, get_args

from pydantic import BaseModel

from compliance.documents.blocks import AmbiguousText, OpenText
from compliance.documents.facts import find_facts, find_types
from compliance.documents.incomplete import validate_incomplete
from compliance.documents.models import get_model
from compliance.documents.openness import OpenFact, remove_open_values
from compliance.documents.restatements import is_same_text, is_same_value, parse_restated
from compliance.documents.statement_facts import list_facts_of
from compliance.documents.values import UNCLEAR
from compliance.source import Map, Seq
from compliance.source.routes import Route, parse_route

if TYPE_CHECKING:
    from compliance.documents.models import AnyDocument

_MOST_TOLD_APART: Final = 12  # other sayings that a document is asked with one by one; the rest together


class Saying(NamedTuple):
    """A fact as it is said once more: the fact, what is said, and where; in another document where `path` names one."""

    route: Route
    value: Any
    at: Route
    path: str = ""


class Variant(NamedTuple):
    """A document as it reads where other sayings hold than those that it states first. A saying that is no value of its
    fact leaves the fact open; `touched` are the places where the document reads otherwise."""

    document: AnyDocument
    sayings: tuple[Saying, ...]
    opened: tuple[OpenFact, ...] = ()
    touched: tuple[Route, ...] = ()


def has_other_sayings(document: AnyDocument) -> bool:
    """Whether anything in a document may be said, chosen or read otherwise than it is stated first."""
    return bool(document.restatements or document.house_choices or document.open_texts)


def find_variants(document: AnyDocument, more: Iterable[Saying] = ()) -> list[Variant]:
    """The document by each of its other sayings, and by those that others make for it."""
    sayings = [*_find_sayings(document), *more]
    apart, rest = sayings[:_MOST_TOLD_APART], sayings[_MOST_TOLD_APART:]
    groups = [(one,) for one in apart] + ([tuple(rest)] if rest else [])
    found = (_apply(document, group) for group in groups)
    return [variant for variant in found if variant is not None]


def _find_sayings(document: AnyDocument) -> Iterator[Saying]:
    """What is said again and is not what is said first."""
    for number, entry in enumerate(document.restatements):
        for text, said in entry.facts():
            stated = list(find_facts(document, text))
            place: Route = ("reading", "said-again", number, text)
            if not stated and "*" not in text:
                yield Saying(parse_route(text), said, place)
            yield from (Saying(route, said, place) for route, value in stated if is_different(value, said, text))
    for mark, open_text in document.open_texts:
        for one in _list_readings(document, open_text):
            yield one._replace(at=(*mark, "readings"))
    for number, choice in enumerate(document.house_choices):
        for text in choice.touches if choice.chosen is not None else ():
            place = ("house-choices", number, "chosen")
            for route, value in find_facts(document, text):
                readable = not isinstance(value, (list, str)) and parse_restated(value, choice.chosen, False)
                if readable and is_different(value, choice.chosen, text):
                    yield Saying(route, choice.chosen, place)


def _list_readings(document: AnyDocument, text: OpenText) -> list[Saying]:
    """The readings of ambiguous text that are not what the document states; none unless each is a value of the fact."""
    if not isinstance(text, AmbiguousText) or len(text.touches) != 1:
        return []
    (touched,) = text.touches
    found = list(find_facts(document, touched))
    if len(found) != 1 or isinstance(found[0][1], (BaseModel, dict, list)):
        return []
    (route, value), readings = found[0], text.readings
    other = [one for one in readings if is_different(value, one, touched)]
    if len(other) == len(readings):  # what is stated is none of the readings
        return []
    choices = [choice for kind in find_types(type(document), route) for choice in get_args(kind)]
    if any(parse_restated(value, one, False) is None and one not in choices for one in other):
        return []
    return [Saying(route, one, ()) for one in other]


def are_weighed(document: AnyDocument, text: OpenText) -> bool:
    """Whether answers go by each reading of ambiguous text, so that nothing else need be open because of it."""
    return bool(_list_readings(document, text))


def is_different(stated: Any, said: Any, text: str) -> bool:
    """Whether another saying of a value says something else. A group of entries is not compared."""
    if isinstance(stated, (BaseModel, dict)) or (isinstance(stated, list) and any(map(_is_block, stated))):
        return False
    if isinstance(said, dict):
        return False
    again = parse_restated(stated, said, text.endswith(" / order"))
    return not is_same_value(stated, again) and not (isinstance(said, str) and is_same_text(stated, said))


def _is_block(item: Any) -> bool:
    return isinstance(item, (BaseModel, dict))


def _apply(document: AnyDocument, sayings: tuple[Saying, ...]) -> Variant | None:
    """The document with other sayings in the places of the first; None where none of them can stand there."""
    tree, variant, opened = document.raw_tree, None, []
    for one in sayings:
        for value in (one.value, _split_list(one.value), UNCLEAR):
            other = _replace(tree, one.route, value) if value is not None else None
            if other is not None and (found := _read(document, other)) is not None:
                tree, variant = other, found
                opened += [OpenFact(one.route, "unreadable")] if value == UNCLEAR else []
                break
    touched = tuple(route for one in sayings for route in _list_touched(document.raw_tree, one.route))
    return Variant(variant, sayings, tuple(opened), touched) if variant is not None else None


def _list_touched(tree: Any, route: Route) -> Iterator[Route]:
    """Where a document reads otherwise by a saying: at the fact or at the outermost block around it that is new; and at
    the facts that a statement stands for."""
    for length, step in enumerate(route):
        written = isinstance(tree, (Map, Seq)) and step in (tree if isinstance(tree, Map) else range(len(tree)))
        if not written:
            yield route[: length + 1]
            break
        tree = tree[step]
    else:
        yield route
    if route[0] == "statements":
        yield from (parse_route(fact) for fact, _ in list_facts_of(str(route[1])))


def _split_list(value: Any) -> Seq | None:
    """A list that is said again in one text: `nines, envy`."""
    if not isinstance(value, str) or "," not in value:
        return None
    items = Seq(part.strip() for part in value.split(",") if part.strip())
    items.places = []
    return items


def _read(document: AnyDocument, tree: Any) -> AnyDocument | None:
    variant = cast("AnyDocument | None", validate_incomplete(get_model(document.document), *remove_open_values(tree)))
    if variant is not None:
        variant.set_raw_tree(tree)
        if document.paper is not None:
            variant.set_paper(document.paper)
    return variant


def _replace(node: Any, route: Route, value: Any) -> Any:
    """A tree with another value at a route; None where the way there is not written."""
    if not route:
        return value
    step, *rest = route
    if isinstance(node, Map):
        below = _replace(node.get(str(step), Map() if rest else None), tuple(rest), value)
        if below is None:
            return None
        groups = Map(node)
        groups.places = getattr(node, "places", {})
        groups[str(step)] = below
        return groups
    if isinstance(node, Seq) and isinstance(step, int) and step < len(node):
        below = _replace(node[step], tuple(rest), value)
        if below is None:
            return None
        items = Seq(node)
        items.places = getattr(node, "places", [])
        items[step] = below
        return items
    return None
