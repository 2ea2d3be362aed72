"""Derived facts: what is computed of a document in Python, and read by expressions like any other fact.

`@derive("stock", of=Game, gives="number", reads=["deck.decks"])` declares one. It is a pure function of a `Thing`: the
block that it is asked of, with its place and its document. It reads the routes that it declares and no others: where
one of them is unclear, so is the derived fact. It returns a value, None where there is none, or `Placed` values where
the facts that decided them are to be shown; `Unknown` says why it cannot be told.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.checks.expressions.facts import Facts
from compliance.checks.expressions.results import (
    UNCLEAR,
    Blamed,
    Placed,
    Result,
    Row,
    Unknown,
    join_blamed,
    make_result,
)
from compliance.documents.blocks import Document
from compliance.documents.openness import OpenFact
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.checks.set.house import House, Neighbor

_MODULES: Final = "compliance.checks.expressions.subjects"


class Thing(NamedTuple):
    """What a derived fact is asked of: a block, where it stands, and the document that it is part of; `house` has the
    documents of its house, of which `neighbor` is this one, where the fact is declared to look at them."""

    value: Any
    route: Route
    document: Any
    house: House | None = None
    neighbor: Neighbor | None = None
    as_of: date | None = None

    @property
    def key(self) -> str:
        """The name under which it stands."""
        return str(self.route[-1]) if self.route else ""


class Derived(NamedTuple):
    """A derived fact: its name, what it is asked of, what it gives, and the routes that it reads, below its subject or,
    with a leading slash, of the document. What gives rows names their columns and what stands in each."""

    name: str
    of: tuple[type, ...]
    gives: str
    takes: tuple[str, ...]
    reads: tuple[str, ...]
    run: Callable[..., Any]
    columns: Mapping[str, str] = {}
    in_house: bool = False
    apart: bool = False

    @property
    def words(self) -> str:
        """What it is, in a sentence."""
        return " ".join((self.run.__doc__ or "").split())

    @property
    def is_of_document(self) -> bool:
        """Whether it is a fact of a whole document, which an expression need not name."""
        return all(issubclass(one, Document) for one in self.of)

    def find(self, facts: Facts, subject: Result, values: Sequence[Any]) -> Result:
        """The derived fact of a thing, with its state: found once, however many ask for it."""
        facts = facts.find_facts_of(subject.path)
        if subject.route is None:
            return self._find(facts, subject, values)
        key = (self.name, subject.route, repr(values) if values else "")
        if key not in facts.derived:
            facts.derived[key] = self._find(facts, subject, values)
        return facts.derived[key]

    def _find(self, facts: Facts, subject: Result, values: Sequence[Any]) -> Result:
        route = subject.route or ()
        touched = [
            one
            for reads, base in ((self._local_reads, route), (self._document_reads, ()))
            for one in facts.find_open_below(base, reads)
        ]
        unclear = [
            Result(UNCLEAR, None, (Blamed(one.route, None, one, facts.path),))
            for one in touched
            if one.stated == "nothing"
        ]
        if unclear and not self.apart:
            return Result(UNCLEAR, None, join_blamed(unclear))
        house = facts.house if self.in_house else None
        thing = Thing(
            subject.value, route, facts.document, house, facts.neighbor if self.in_house else None, facts.as_of
        )
        found = self._make_result(self.run(thing, *values), route, subject, facts)
        if isinstance(found.value, tuple) and not hasattr(found.value, "_fields"):
            found = found._replace(value=(*(_add_doubts(one, touched) for one in found.value), *unclear))
            if self.apart:
                return found._replace(doubts=subject.doubts)
        elif found.route is not None:
            doubted = _add_doubts(found, touched)
            return found._replace(doubts=(*doubted.doubts, *subject.doubts))
        return found._replace(doubts=tuple(touched) + subject.doubts)

    @property
    def _local_reads(self) -> tuple[str, ...]:
        return tuple(text for text in self.reads if not text.startswith("/"))

    @property
    def _document_reads(self) -> tuple[str, ...]:
        return tuple(text[1:] for text in self.reads if text.startswith("/"))

    def _make_result(self, found: Any, route: Route, subject: Result, facts: Facts) -> Result:
        if self.in_house and isinstance(found, (list, tuple)):
            found = [facts.make_document(one.path) if hasattr(one, "document") else one for one in found]
        listed = isinstance(found, (list, tuple)) and not hasattr(found, "_fields")
        here = subject.blamed if route else (Blamed(self._place(route), path=facts.path),) if self.reads else ()
        blamed = here if listed else subject.blamed if isinstance(found, Unknown) else None
        return make_result(found, self._place(route) if not listed else route, facts.path, blamed)

    def _place(self, route: Route) -> Route:
        """Where a person would write it: the first place that it is read from."""
        first = next(iter(self.reads), "").partition(".*")[0]
        steps = tuple(step for step in first.removeprefix("/").split(".") if step)
        return steps if first.startswith("/") else (*route, *steps)


def _add_doubts(found: Result, touched: Sequence[OpenFact]) -> Result:
    """A value with the doubts about the place where it stands: text that is lost elsewhere casts none on it."""
    near = (one for one in touched if _overlaps(one.route, found.route or ()))
    return found._replace(doubts=(*found.doubts, *near)) if touched else found


def _overlaps(one: Route, other: Route) -> bool:
    return all(step == beside for step, beside in zip(one, other, strict=False))


_DERIVED: Final[dict[str, Derived]] = {}


def derive(
    name: str,
    *,
    of: type | Iterable[type],
    gives: str,
    reads: Sequence[str] = (),
    takes: Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    in_house: bool = False,
    apart: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare a derived fact under the name that expressions use. `apart` is for a list whose items each follow from
    their own place alone: what is unclear then makes one item unclear, and not the list."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        if name in _DERIVED:
            raise ValueError(f"two derived facts are named {name}")
        kinds = (of,) if isinstance(of, type) else tuple(of)
        _DERIVED[name] = Derived(
            name, kinds, gives, tuple(takes), tuple(reads), function, columns or {}, in_house, apart
        )
        return function

    return declare


@cache
def _load() -> None:
    """Import every module of derived facts, in the order of their names."""
    folder = os.path.join(os.path.dirname(__file__), "subjects")
    for file in sorted(os.listdir(folder)):
        if file.endswith(".py") and file != "__init__.py":
            import_module(f"{_MODULES}.{file.removesuffix('.py')}")


def find_derived(name: str) -> Derived | None:
    """A derived fact by name."""
    _load()
    return _DERIVED.get(name)


def list_derived() -> list[Derived]:
    """All derived facts, by name."""
    _load()
    return [_DERIVED[name] for name in sorted(_DERIVED)]


__all__ = ["Derived", "Placed", "Row", "Thing", "Unknown", "derive", "find_derived", "list_derived"]
