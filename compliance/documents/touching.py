"""Which facts of a document lost text touches, or a choice of the house: what `touches` names."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final, Literal, get_origin

from pydantic import BaseModel

from compliance.documents.blocks import HouseChoice, Lost
from compliance.documents.openness import Open
from compliance.documents.routes import below, facts, fault_of, held_by, place_of, types_at
from compliance.documents.sayings import says_the_same
from compliance.routes import Route, show_route, span_of
from compliance.source import Problem, Source

# Blocks that are one thing and may be open as a whole. To open another would hide what is wrong in it.
_WHOLE: Final = ("approval", "fees", "aggregate", "envy", "progressive", "dealer")


def opened(
    document: BaseModel, naming: Sequence[tuple[Route, Lost | HouseChoice]], source: Source
) -> tuple[list[Open], tuple[Problem, ...]]:
    """The open facts, and a problem for each route that leads nowhere or to too much."""
    found: list[Open] = []
    problems: list[Problem] = []
    for at, entry in naming:
        for text in entry.touches:
            route, fault = _place(document, text)
            if fault:
                message = f"At {' / '.join(map(str, at[:-1]))}: `touches: {text}` {fault}"
                help = "Name the fact by its route, such as bank / rotation / at-most."
                problems.append(Problem("bad-value", message, help, span_of(source, (*at, "touches"))))
            else:
                value = next((value for _, value in facts(document, text)), None)
                if isinstance(entry, Lost):
                    found.append(Open(route, "lost", entry.at, _stated(value)))
                elif entry.chosen is None or not _settled(value, entry.chosen):
                    found.append(Open(route, "house", entry.source or "", _stated(value), entry.chosen or ""))
    return found, tuple(problems)


def _settled(value: Any, chosen: str) -> bool:
    """Whether what the house chose is what the rules state. Anything else leaves the fact open: a choice in words may
    take back what is stated, and nobody reads it as a value of its own."""
    return _stated(value) == "value" and says_the_same(value, chosen)


def _place(document: BaseModel, text: str) -> tuple[Route, str]:
    """Where a route leads, and what is wrong with it."""
    fault = fault_of(type(document), text)
    if fault is not None:
        return (), f"leads nowhere: `{fault.step}` is no key there.{_meant(fault.step, fault.known)}"
    route, missing = place_of(document, text)
    missing = missing or _unnamed(document, route)
    if missing is not None:
        return (), f"leads nowhere: there is no `{missing}` there.{_meant(missing, below(document, route))}"
    if len(route) == 1 and route[0] not in _WHOLE and any(map(_is_block, types_at(type(document), route))):
        return (), "opens the whole block and would hide what is wrong in it; name the fact in it that is open."
    return route, ""


def _unnamed(document: BaseModel, route: Route) -> str | None:
    """The name of an entry or an item in a group that the document does not have at all."""
    for length in range(1, len(route)):
        if not any(True for _ in facts(document, show_route(route[:length]))):
            kinds = types_at(type(document), route[:length])
            if any(get_origin(kind) is list or (_is_block(kind) and held_by(kind)) for kind in kinds):
                return str(route[length])
    return None


def _stated(value: Any) -> Literal["nothing", "value", "entry"]:
    if value is None or value == []:
        return "nothing"
    items = value if isinstance(value, list) else [value]
    return "entry" if any(isinstance(item, BaseModel | dict) for item in items) else "value"


def _is_block(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _meant(step: str, known: Sequence[str]) -> str:
    near = get_close_matches(step, known, 1)
    return f" Did you mean `{near[0]}`?" if near else ""
