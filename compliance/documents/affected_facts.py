"""Which facts of a document lost text touches, or a choice of the house: what `touches` names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, Final, Literal, get_origin

from pydantic import BaseModel

from compliance.documents.blocks import AmbiguousText, HouseChoice, LostText, OpenText
from compliance.documents.citations import LineRange, parse_citation
from compliance.documents.facts import entry_names, entry_types, find_facts, find_route_fault, find_types, locate_fact
from compliance.documents.openness import OpenFact
from compliance.documents.restatements import is_same_text
from compliance.source import Problem, Source
from compliance.source.routes import Route, find_span, is_written, parse_route, show_route

# Blocks that are one thing and may be open as a whole. To open another would hide what is wrong in it.
_WHOLE: Final = ("approval", "fees", "aggregate", "envy", "progressive", "dealer")


def find_affected_facts(
    document: BaseModel,
    naming: Sequence[tuple[Route, OpenText | HouseChoice]],
    source: Source,
    weighed: Sequence[Route] = (),
) -> tuple[list[OpenFact], tuple[Problem, ...]]:
    """The open facts, and a problem for each route that leads nowhere or to too much."""
    found: list[OpenFact] = []
    problems: list[Problem] = []
    for at, entry in naming:
        for text in entry.touches:
            route, fault = _locate(document, text, source)
            if fault:
                message = f"At {' / '.join(map(str, at[:-1]))}: `touches: {text}` {fault}"
                help = "Name the fact by its route, such as bank / rotation / at-most."
                problems.append(Problem("bad-value", message, help, find_span(source, (*at, "touches"))))
                if route and not isinstance(entry, HouseChoice):  # something there is open, and nobody can say what
                    found.append(_build_open_fact(entry, route, "value"))
            else:
                value = next((value for _, value in find_facts(document, text)), None)
                if not isinstance(entry, HouseChoice):
                    made = _build_open_fact(entry, route, _classify_value(value))
                    found.append(made._replace(weighed=at in weighed))
                elif entry.chosen is None or not _is_settled(value, entry.chosen):
                    found.append(
                        OpenFact(route, "house", entry.source or "", _classify_value(value), entry.chosen or "")
                    )
    return found, tuple(problems)


def find_open_charts(document: Any, marks: Iterable[OpenText]) -> Iterator[OpenFact]:
    """The decision tables that hold lines which are lost, or whose lines are all unclear: nobody can say that such a
    table is complete, whatever else its lines leave open."""
    charts = document.tables.items() if getattr(document, "tables", None) is not None else ()
    cited = [(name, parse_citation(chart.source)) for name, chart in charts if chart.source is not None]
    for mark in marks:
        lines = parse_citation(mark.at) if mark.at is not None and not isinstance(mark, AmbiguousText) else ()
        for name, stretches in cited if lines else ():
            if _is_lost(stretches, lines) if isinstance(mark, LostText) else _is_all(stretches, lines):
                yield _build_open_fact(mark, ("tables", name), "entry")


def _is_lost(stretches: Sequence[LineRange], lost: Sequence[LineRange]) -> bool:
    """Whether some line of one citation is in another."""
    return any(one.first <= other.last and other.first <= one.last for one in stretches for other in lost)


def _is_all(stretches: Sequence[LineRange], unclear: Sequence[LineRange]) -> bool:
    """Whether every line of one citation is in another."""
    return all(any(other.first <= one.first and one.last <= other.last for other in unclear) for one in stretches)


def _build_open_fact(entry: OpenText, route: Route, stated: Literal["nothing", "value", "entry"]) -> OpenFact:
    """A fact that some text leaves open, with the question that its entry asks."""
    why: Literal["ambiguous", "lost", "unclear"] = "unclear"
    readings: tuple[str, ...] = ()
    if isinstance(entry, AmbiguousText):
        why, readings = "ambiguous", tuple(entry.readings)
    elif isinstance(entry, LostText):
        why = "lost"
    return OpenFact(route, why, entry.at or "", stated, "", entry.question, readings)


def _is_settled(value: Any, chosen: str) -> bool:
    """Whether what the house chose is what the rules state. Anything else leaves the fact open: a choice in words may
    take back what is stated, and nobody reads it as a value of its own."""
    return _classify_value(value) == "value" and is_same_text(value, chosen)


def _locate(document: BaseModel, text: str, source: Source) -> tuple[Route, str]:
    """Where a route leads, and what is wrong with it."""
    fault = find_route_fault(type(document), text)
    if fault is not None:
        return (), f"leads nowhere: `{fault.step}` is no key there.{_suggest_step(fault.step, fault.known)}"
    route, missing = locate_fact(document, text)
    missing = missing or _find_missing_name(document, route)
    if missing is not None and is_written(source, written := parse_route(text)):  # an entry that is open itself
        return written, ""
    if missing is not None:
        return (
            route,
            f"leads nowhere: there is no `{missing}` there.{_suggest_step(missing, entry_names(document, route))}",
        )
    if len(route) == 1 and route[0] not in _WHOLE and any(map(_is_block, find_types(type(document), route))):
        return (), "opens the whole block and would hide what is wrong in it; name the fact in it that is open."
    return route, ""


def _find_missing_name(document: BaseModel, route: Route) -> str | None:
    """The name of an entry or an item in a group that the document does not have at all."""
    for length in range(1, len(route)):
        if not any(True for _ in find_facts(document, show_route(route[:length]))):
            kinds = find_types(type(document), route[:length])
            if any(get_origin(kind) is list or (_is_block(kind) and entry_types(kind)) for kind in kinds):
                return str(route[length])
    return None


def _classify_value(value: Any) -> Literal["nothing", "value", "entry"]:
    if value is None or value == []:
        return "nothing"
    items = value if isinstance(value, list) else [value]
    return "entry" if any(isinstance(item, BaseModel | dict) for item in items) else "value"


def _is_block(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _suggest_step(step: str, known: Sequence[str]) -> str:
    near = get_close_matches(step, known, 1)
    return f" Did you mean `{near[0]}`?" if near else ""
