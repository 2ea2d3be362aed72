"""Documents that leave open what they must say: each open fact opens what holds it, until the model takes the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from compliance.documents.values import UNCLEAR
from compliance.source import Limits, Map, Seq, Value
from compliance.source.routes import Route, get_value

M = TypeVar("M", bound=BaseModel)

# What every document of its kind must say, and may leave open: what stands for it until somebody looks.
_STAND_IN: Final[dict[Route, Callable[[], Value]]] = {
    ("bank",): lambda: Map({"by": UNCLEAR}),
    ("bank", "by"): lambda: UNCLEAR,
    ("options",): Seq,
    ("options", "collections"): Seq,
    ("options", "option"): lambda: UNCLEAR,
}


def validate_incomplete(model: type[M], tree: Value, unclear: list[Route]) -> M | None:
    """A document that leaves open what it must say; None when something else is wrong with it. Each round opens what
    holds the open facts of the one before, so there are no more of them than levels."""
    # Loaded for the few that it is needed for: most documents are whole.
    from compliance.documents.model_problems import error_route

    for _ in range(Limits().depth):
        try:
            return model.model_validate(tree)
        except ValidationError as error:
            errors = error.errors(include_url=False)
            if _read_sentences(model, tree, errors, unclear):
                continue
            open_ = dict.fromkeys(error_route(one["loc"]) for one in errors)
            otherwise = any(one["type"] != "missing" and one["input"] != UNCLEAR for one in errors)
            if otherwise or not _open_blocks(tree, open_, unclear):
                return None
    return None


def _read_sentences(model: type[BaseModel], tree: Value, errors: list[ErrorDetails], unclear: list[Route]) -> bool:
    """Put choices in the place of texts that are one in another spelling, and open the facts of which there is only a
    sentence. Says whether anything has changed."""
    from compliance.documents.model_problems import error_route, find_choice

    changed = False
    for one in reversed(errors):
        route = error_route(one["loc"])
        choice = find_choice(model, route, one["input"])
        if choice is None:
            continue
        changed, holder = True, get_value(tree, route[:-1])
        if choice:
            holder[route[-1]] = choice
        else:
            unclear.append(route)
            del holder[route[-1]]
    return changed


def _open_blocks(tree: Value, missing: Iterable[Route], found: list[Route]) -> bool:
    """Open what holds a fact that must be stated and is left open: a claim without its figure claims nothing. Says
    whether all that is missing is open; then the tree has changed, and what holds it may lack it now."""
    open_ = set(found)
    for route in missing:
        stand_in = _STAND_IN.get(tuple(step for step in route if isinstance(step, str)))
        above = _block_above(route)
        # Of a list in which something is open the whole list is.
        if (route not in open_ and route[:-1] not in open_) or (stand_in is None and not above):
            return False
        try:
            if stand_in is not None:
                get_value(tree, route[:-1])[route[-1]] = stand_in()
            else:
                get_value(tree, above[:-1]).pop(above[-1], None)
                found.append(above)
        except LookupError:  # what held it was opened for another fact
            continue
    return True


def _block_above(route: Route) -> Route:
    """What holds a fact, by a name: a list that holds a block is open where the block is."""
    above = route[:-1]
    while above and not isinstance(above[-1], str):
        above = above[:-1]
    return above
