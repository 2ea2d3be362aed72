"""What an expression comes to: a value or a truth, its state, and the facts that decided it.

A fact is stated, missing (the document says nothing) or unclear (marked so, left empty, lost). A condition is true,
false, missing or unclear; how these combine is written in `docs/catalogue.md`, and tested as tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from compliance.documents.openness import OpenFact
from compliance.source.routes import Route

STATED: Final = "stated"
MISSING: Final = "missing"
UNCLEAR: Final = "unclear"


class Blamed(NamedTuple):
    """A fact that decided a result: where it stands or would stand, what it says, and why it is unclear; in another
    document where `path` names one. Of a missing fact `block` is what is missing with it, where that is more."""

    route: Route
    value: Any = None
    open: OpenFact | None = None
    path: str = ""
    block: Route = ()

    @property
    def place(self) -> Route:
        """Where it is shown."""
        return self.block or self.route


class Result(NamedTuple):
    """A value with its state. `doubts` are places where text is lost though a value stands; `silent` marks what is
    false because nothing is stated; `note` says why no comparison was possible."""

    state: str
    value: Any = None
    blamed: tuple[Blamed, ...] = ()
    doubts: tuple[OpenFact, ...] = ()
    silent: bool = False
    route: Route | None = None
    note: str = ""
    path: str = ""

    @property
    def is_true(self) -> bool:
        return self.state == STATED and self.value is True

    @property
    def is_false(self) -> bool:
        return self.state == STATED and self.value is False


class Placed(NamedTuple):
    """A derived value with the places that decided it, the first one first."""

    value: Any
    at: Route
    also: tuple[Route, ...] = ()


class Unknown(NamedTuple):
    """A derived value that cannot be told, why, and where a person must look."""

    note: str
    at: Route = ()


class Row(NamedTuple):
    """A derived thing with columns of its own, and where it stands: a fee that is charged, a table of a house."""

    at: Route
    columns: Mapping[str, Any]
    also: tuple[Route, ...] = ()


def make_result(found: Any, at: Route, path: str = "", blamed: tuple[Blamed, ...] | None = None) -> Result:
    """What Python worked out, as a result: a plain value at a place, or one that brings its own places."""
    if found is None:
        return Result(MISSING, None, (Blamed(at, path=path),) if blamed is None else blamed, path=path)
    if isinstance(found, Result):
        return found
    if isinstance(found, Unknown):
        place = found.at or at
        own = (Blamed(place, path=path),) if blamed is None or found.at else blamed
        return Result(UNCLEAR, None, own, note=found.note, path=path)
    if isinstance(found, Placed):
        if isinstance(found.value, Unknown):
            return make_result(found.value, found.at, path)
        also = (Blamed(route, "", path=path) for route in dict.fromkeys(found.also) if route != found.at)
        return Result(STATED, found.value, (Blamed(found.at, found.value, path=path), *also), route=found.at, path=path)
    if isinstance(found, Row):
        places = tuple(Blamed(route, "", path=path) for route in dict.fromkeys((found.at, *found.also)))
        return Result(STATED, found, places, route=found.at, path=path)
    if isinstance(found, (list, tuple)) and not hasattr(found, "_fields"):
        own = (Blamed(at, path=path),) if blamed is None else blamed
        items = tuple(make_result(one, at, path, own) for one in found)
        return Result(STATED, items, join_blamed(items) or own, path=path)
    return Result(STATED, found, (Blamed(at, found, path=path),) if blamed is None else blamed, path=path)


def make_stated(value: Any, *operands: Result) -> Result:
    """A value that follows from others, with the facts and the doubts of all of them."""
    return Result(STATED, value, join_blamed(operands), join_doubts(operands))


def make_truth(value: bool, *operands: Result) -> Result:
    """Whether something holds."""
    return Result(STATED, value, join_blamed(operands), join_doubts(operands))


def join_blamed(results: Iterable[Result]) -> tuple[Blamed, ...]:
    """The facts of several results, each place once, in order."""
    given = [result.blamed for result in results if result.blamed]
    if len(given) <= 1:
        return given[0] if given else ()
    found: dict[tuple[str, Route], Blamed] = {}
    for blamed in given:
        for one in blamed:
            found.setdefault((one.path, one.route), one)
    return tuple(found.values())


def join_doubts(results: Iterable[Result]) -> tuple[OpenFact, ...]:
    """The doubts of several results, each once."""
    given = [result.doubts for result in results if result.doubts]
    return tuple(dict.fromkeys(doubt for doubts in given for doubt in doubts)) if given else ()


def find_absence(operands: Sequence[Result]) -> Result | None:
    """What an operation on several values is when one of them has no value: missing before unclear, since a value that
    is missing is missing whatever the unclear one is."""
    if all(one.state == STATED for one in operands):
        return None
    for state in (MISSING, UNCLEAR):
        found = [one for one in operands if one.state == state]
        if found:
            note = next((one.note for one in found if one.note), "")
            return Result(state, None, join_blamed(found), note=note)
    return None


def negate(result: Result) -> Result:
    """True and false exchanged; missing and unclear stay. What rests on silence does so either way."""
    return result._replace(value=not result.value) if result.state == STATED else result


def join_by_and(results: Sequence[Result]) -> Result:
    """False if any is false; else unclear, else missing, if any is; else true. It rests on silence where all does that
    makes it so."""
    wrong = [one for one in results if one.is_false]
    if wrong:
        return _decide(False, wrong)._replace(silent=all(one.silent for one in wrong))
    return _find_open(results) or make_truth(True, *results)._replace(silent=all(one.silent for one in results))


def join_by_or(results: Sequence[Result]) -> Result:
    """True if any is true; else unclear, else missing, if any is; else false."""
    right = [one for one in results if one.is_true]
    if right:
        return _decide(True, right)
    return _find_open(results) or make_truth(False, *results)._replace(silent=all(one.silent for one in results))


def _decide(value: bool, deciding: Sequence[Result]) -> Result:
    """What each of several results alone makes so: where one of them is certain, it is."""
    found = make_truth(value, *deciding)
    return found if all(one.doubts for one in deciding) else found._replace(doubts=())


def _find_open(results: Sequence[Result]) -> Result | None:
    if all(one.state == STATED for one in results):
        return None
    for state in (UNCLEAR, MISSING):
        found = [one for one in results if one.state == state]
        if found:
            note = next((one.note for one in found if one.note), "")
            return Result(state, None, join_blamed(found), join_doubts(results), note=note)
    return None
