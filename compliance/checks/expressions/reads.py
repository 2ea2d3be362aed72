"""What a clause reads, known from its expressions before any document is: routes, in which `*` stands for any entry.

Two documents that agree in all of it are answered alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from compliance.checks.expressions.clauses import Clause
from compliance.checks.expressions.compiler import Compiled
from compliance.checks.expressions.derived import Derived, find_derived
from compliance.checks.expressions.syntax import (
    AS_OF,
    Call,
    Choice,
    FirstOf,
    Gathered,
    Node,
    Path,
    Sayings,
    Some,
    State,
    list_parts_of_node,
)
from compliance.source.routes import Route

# What is read of a block that is asked for its name alone, or whether it is there.
_NAME: Final = ("key",)
ANYWHERE: Final[Route] = ("**",)
# Where things stand that a derived fact lists; rows and plain values bring all that is read of them.
_PLACES: Final[Mapping[str, Route]] = {
    **dict.fromkeys(("games", "schedules", "documents", "terms"), ()),
    "wagers": ("wagers", "*"),
    "options": ("options", "*"),
    "fees": ("options", "*", "collections", "*"),
    **dict.fromkeys(("pay tables", "prizes", "collections"), ANYWHERE),
}


class Place(NamedTuple):
    """Where a value may stand: the routes that are read with it, and those below which its keys stand."""

    value: tuple[Route, ...] = ()
    below: tuple[Route, ...] = ()


class Reads:
    """All that is read, by the first key."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._by_key: dict[str | int, list[Route]] = {}
        for route in routes:
            self._by_key.setdefault(route[0] if route else ANYWHERE[0], []).append(route)

    def includes(self, touched: Route) -> bool:
        """Whether what is read may be other where a place is touched: one of them stands above the other."""
        if ANYWHERE[0] in self._by_key:
            return True
        return any(_overlaps(read, touched) for read in self._by_key.get(touched[0], ()))


def _overlaps(read: Route, touched: Route) -> bool:
    # The number of an entry may stand for its name.
    return all(step in ("*", other) or isinstance(other, int) for step, other in zip(read, touched, strict=False))


def find_reads(clause: Clause) -> list[Route]:
    """The routes that decide the answers of a clause."""
    found: set[Route] = set()
    _trace_clause(clause, {}, found)
    return sorted(found)


def _trace_clause(clause: Clause, names: Mapping[str, Place], found: set[Route]) -> None:
    reader = _Reader(clause.let, names, found)
    reader.read(clause.only_if)
    for loop in clause.loops:
        things = reader.list_things(source.node for source in loop.sources)
        reader = reader.bind(loop.name, things)
        reader.read(loop.where, loop.unless)
    if clause.pairs is not None:
        first, second, source = clause.pairs
        things = reader.list_things([source.node])
        reader = reader.bind(first, things).bind(second, things)
    reader.read(*clause.needs, clause.doubt, *(line.condition for line in clause.answers))
    for inner in clause.clauses:
        _trace_clause(inner, reader.names, found)


class _Reader(NamedTuple):
    """Follows expressions: `names` tells where the things stand that names are bound to; `found` gathers routes."""

    let: Mapping[str, Node]
    names: Mapping[str, Place]
    found: set[Route]

    def bind(self, name: str, place: Place) -> _Reader:
        return self._replace(names={**self.names, name: place})

    def read(self, *compiled: Compiled | None) -> None:
        for one in compiled:
            if one is not None:
                self.found.update(self.trace(one.node).value)

    def list_things(self, sources: Iterable[Node]) -> Place:
        """Where the entries of lists stand; which there are is read."""
        places = list(map(self.trace, sources))
        self.found.update((*route, "*", *_NAME) for place in places for route in place.value)
        value = tuple(route if "*" in route else (*route, "*") for place in places for route in place.value)
        return Place(value, value + tuple(route for place in places if not place.value for route in place.below))

    def trace(self, node: Node) -> Place:
        """Where the value of an expression stands. What is read on the way is gathered."""
        match node:
            case Path(steps=steps):
                return self._trace_path(steps)
            case Call(name=name, arguments=arguments):
                return self._trace_call(find_derived(name), list(map(self.trace, arguments)))
            case Some(name=name, source=source, where=where, unless=unless):
                inner = self.bind(name, self.list_things([source]))
                inner._read_nodes(one for one in (where, unless) if one is not None)
                return Place()
            case Gathered(how="count", item=item, source=None):
                return self.list_things([item])._replace(value=())
            case Gathered(item=item, name=name, source=source, where=where):
                inner = self.bind(name, self.list_things([source])) if source is not None else self
                inner._read_nodes([where] if where is not None else [])
                return inner.trace(item)
            case State(how=how, of=of):
                rest = _NAME if how == "stated" else ("*", *_NAME)
                self.found.update((*route, *rest) for route in self.trace(of).value)
                return Place()
            case Choice(condition=condition, then=then, otherwise=otherwise):
                self._read_nodes([condition])
                return _join(map(self.trace, (then, otherwise)))
            case FirstOf() | Sayings():
                return _join(map(self.trace, list_parts_of_node(node)))
            case _:
                self._read_nodes(list_parts_of_node(node))
                return Place()

    def _read_nodes(self, nodes: Iterable[Node]) -> None:
        for one in nodes:
            self.found.update(self.trace(one).value)

    def _trace_path(self, steps: tuple[str, ...]) -> Place:
        first, rest = steps[0], steps[1:]
        if first == AS_OF and not rest:
            return Place()
        if first in self.names:
            place = self.names[first]
        elif first in self.let:
            place = self.trace(self.let[first])
        else:
            place, rest = Place(((),), ((),)), steps
        for step in rest:
            fact = find_derived(step)
            if fact is not None:
                place = self._trace_derived(fact, place)
            else:
                below = tuple((*route, step) for route in place.below)
                place = Place(below, below)
        return place

    def _trace_call(self, fact: Derived | None, arguments: list[Place]) -> Place:
        if fact is None:
            return Place((ANYWHERE,), (ANYWHERE,))
        subject = arguments.pop(0) if len(arguments) > len(fact.takes) else Place(((),), ((),))
        self.found.update(route for one in arguments for route in one.value)
        return self._trace_derived(fact, subject)

    def _trace_derived(self, fact: Derived, subject: Place) -> Place:
        for read in fact.reads or ("",):
            steps = tuple(step for step in read.removeprefix("/").split(".") if step)
            if steps[-1:] == ("keys",):
                steps = (*steps[:-1], "*", *_NAME)
            self.found.update((*base, *steps) for base in (((),) if read.startswith("/") else subject.below))
        place = _PLACES.get(fact.gives.removeprefix("list of "))
        return Place((), (place,) if place is not None and not fact.columns else ())


def _join(places: Iterable[Place]) -> Place:
    known = list(places)
    return Place(
        tuple(route for one in known for route in one.value), tuple(route for one in known for route in one.below)
    )
