"""The facts of one document, each with its state: what an expression reads, and all that it reads.

A fact is found by its keys. What the document marks as unclear, leaves empty or has lost is known from its open places,
so that a missing fact and an unclear one are told apart here, and only here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from compliance.checks.expressions.results import (
    MISSING,
    STATED,
    UNCLEAR,
    Blamed,
    Result,
    Row,
    join_blamed,
    make_result,
)
from compliance.documents.blocks import NamedEntries
from compliance.documents.charges import Band, Fee
from compliance.documents.facts import find_entries
from compliance.documents.openness import OpenFact
from compliance.documents.restatements import is_same_text
from compliance.documents.statement_facts import StatedFact, find_stated_facts, has_statements
from compliance.documents.values import Jokers, Turns
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.checks.set.house import House, Neighbor

# What general terms state for the documents that they cover.
BLOCKS_OF_TERMS: Final = ("bank", "terms", "statements", "house-rules", "licensee")
# Parts of values that are no blocks.
_PARTS: Final[Mapping[type, Mapping[str, Callable[[Any], Any]]]] = {
    Band: {
        "low": lambda band: _find_end(band, band.low),
        "high": lambda band: _find_end(band, band.high),
        "is-money": lambda band: band.money,
    },
    Turns: {"number": lambda turns: turns.number, "unit": lambda turns: turns.unit.removesuffix("s")},
    Fee: {
        "amount": lambda fee: fee.amount if fee.share is None else None,
        "share": lambda fee: fee.share,
        "share-of": lambda fee: fee.of or None,
        "per": lambda fee: fee.per or None,
    },
    Jokers: {"number": lambda jokers: jokers.number, "in-each-deck": lambda jokers: jokers.each},
}
# The end of a route that is read for its keys alone.
_KEYS: Final = "keys"
# Who asks for one envy feature asks for several, too.
_ASKED_AS: Final = {"envy": "envies", "progressive": "progressives", "aggregate": "aggregates"}


def list_parts(kind: type) -> tuple[str, ...]:
    """The parts of a value that is no block: the ends of a band."""
    return tuple(_PARTS.get(kind, ()))


def _find_end(band: Band, amount: Any) -> Any:
    from compliance.checks.expressions.quantities import DOLLARS, NUMBER, Unbounded

    if amount is None:
        return Unbounded(DOLLARS if band.money else NUMBER)
    return amount if band.money else int(amount)


class Facts:
    """The facts of one document. `places` tells where the one thing stands that a view shows of several; `house` has
    the documents of its house, of which `neighbor` is this one; `variants` are the facts by each other saying of what
    the document says twice."""

    def __init__(
        self,
        document: Any,
        open_: Mapping[Route, OpenFact] | None = None,
        places: Mapping[str, Route] | None = None,
        path: str = "",
        house: House | None = None,
        neighbor: Neighbor | None = None,
        variants: Sequence[Facts] = (),
        as_of: date | None = None,
    ) -> None:
        self.document = document
        self.path = path
        self.house = house
        self.neighbor = neighbor
        self.variants = variants
        self.as_of = as_of
        self._open = open_ or {}
        self._places = places or {}
        self._others: dict[str, Facts] = {}
        self._words: dict[tuple[str, Route], frozenset[str]] = {}
        # What was read below a place, and the entries of a list: the document does not change while it is asked.
        self._read: dict[tuple[Route, tuple[str, ...]], tuple[Any, Result]] = {}
        self._entries: dict[Route, tuple[Any, list[Result]]] = {}
        # Derived facts that were found, by name, place and parameters.
        self.derived: dict[tuple[str, Route, str], Result] = {}
        self.root = Result(STATED, document, route=(), path=path)

    @property
    def has_open(self) -> bool:
        """Whether the document leaves anything open."""
        return bool(self._open)

    # --- other documents of the house ---

    def find_facts_of(self, path: str) -> Facts:
        """The facts of a document of the house; without a path, or with its own, of this one."""
        if not path or path == self.path or self.house is None:
            return self
        if path not in self._others:
            other = next((one for one in self.house if one.path == path), None)
            if other is None:
                return self
            open_ = {one.route: one for one in other.open if not one.weighed}
            self._others[path] = Facts(other.document, open_, {}, path, self.house, other, (), self.as_of)
        return self._others[path]

    def make_document(self, path: str) -> Result:
        """A document of the house as a thing to ask about."""
        return self.find_facts_of(path).root._replace(blamed=(Blamed((), path=path),))

    def read_sayings(self, find: Callable[[Facts], Result]) -> list[Result]:
        """A fact by each of the sayings of the document, the different ones."""
        found: list[Result] = []
        for facts in (self, *self.variants):
            one = find(facts)
            if one.state != MISSING and all(one.value != known.value for known in found):
                found.append(one)
        return found

    def rebase(self, thing: Result) -> Result:
        """A thing of the document as it is by these facts."""
        if not thing.route or thing.path not in ("", self.path) or thing.state != STATED:
            return thing
        return self.read(self.root, tuple(str(step + 1) if isinstance(step, int) else step for step in thing.route))

    def _find_elsewhere(self, found: Result) -> Result:
        """A fact that is not stated where it would stand: by a statement that stands for it, or by general terms. One
        that a statement contradicts is in doubt."""
        route = found.route or ()
        if found.state == MISSING:
            said = self._read_statements(route)
            if said is not None and said.state == STATED:
                return said
            return self._read_terms(route) or said or found
        if found.state == STATED and has_statements(text := " / ".join(map(str, route))):
            doubts = [
                doubt for one in find_stated_facts(self.document, text) for doubt in self._doubt(found.value, one)
            ]
            return found._replace(doubts=(*found.doubts, *doubts, *self._doubt_by_terms(found.value, route)))
        return found

    def _doubt(self, value: Any, said: StatedFact) -> Iterator[OpenFact]:
        """What a statement does to a fact that is stated as well: it may say otherwise, or its words may."""
        place, words = _quote(said)
        yield from (one for one in self._opens_above(place) if one.why == "denied")
        differs = said.value is not None and not is_same_text(value, str(said.value))
        if differs or (said.ruled_out is not None and is_same_text(value, str(said.ruled_out))):
            yield OpenFact(place, "contradicted", "", "value", words)

    def _doubt_by_terms(self, value: Any, route: Route) -> Iterator[OpenFact]:
        """What statements of general terms do to a fact that the document states. The doubt stands at the fact."""
        if self.house is None or self.neighbor is None or route[0] not in BLOCKS_OF_TERMS:
            return
        for terms in self.house.covering(self.neighbor):
            facts = self.find_facts_of(terms.path)
            for one in find_stated_facts(facts.document, " / ".join(map(str, route))):
                for doubt in facts._doubt(value, one):
                    yield doubt._replace(route=route, why="terms")

    def _read_statements(self, route: Route) -> Result | None:
        """A fact by the statements that stand for it: the first that was read, or one that nobody has read."""
        unread: Result | None = None
        for one in find_stated_facts(self.document, " / ".join(map(str, route))):
            place, words = _quote(one)
            if one.value is not None:
                doubts = tuple(self._opens_above(place))
                return Result(STATED, one.value, (Blamed(place, one.value, path=self.path),), doubts, route=route)
            opened = OpenFact(place, "sentence", one.statement.source or "", chosen=words)
            unread = unread or Result(UNCLEAR, None, (Blamed(place, None, opened, self.path),), route=route)
        return unread

    def _read_terms(self, route: Route) -> Result | None:
        """A fact that the document does not state itself, from the general terms that cover it."""
        if self.house is None or self.neighbor is None or not route or route[0] not in BLOCKS_OF_TERMS:
            return None
        steps = tuple(map(str, route))
        for terms in self.house.covering(self.neighbor):
            facts = self.find_facts_of(terms.path)
            found = facts.read(facts.root, steps)
            if found.state != MISSING:
                return found
        return None

    # --- reading ---

    def read(self, base: Result, steps: tuple[str, ...]) -> Result:
        """The fact at some keys below another. `*` stands for each entry: then it is the list of those stated."""
        if base.state != STATED or not steps:
            return base
        if base.path and base.path != self.path and self.house is not None:
            other = self.find_facts_of(base.path)
            if other is not self:
                return other.read(base, steps)
        if isinstance(base.value, Row):
            column = self._read_column(base.value, steps[0])
            return self.read(column._replace(doubts=base.doubts + column.doubts), steps[1:])
        if steps[0] == "*":
            return self._read_list(base, steps)
        key = (base.route or (), steps)
        known = self._read.get(key)
        # A value that was worked out may stand where another is written.
        if known is None or known[0] is not base.value:
            known = self._read[key] = (base.value, self._follow(base, steps))
        return known[1]

    def _follow(self, base: Result, steps: tuple[str, ...]) -> Result:
        """The fact to which keys below a value lead."""
        if "*" in steps:
            return self._read_list(base, steps)
        node, route = base.value, base.route or ()
        for number, step in enumerate(steps):
            if node is None:
                return self._find_elsewhere(self.make_fact((*route, *steps[number:]), None, route))
            parts = _PARTS.get(node.__class__)
            if parts is not None:
                return self._read_part(node, route, parts, steps[number:])
            if step == "key" and not _has_key(node, step):
                name = str(route[-1]) if route else ""
                return Result(STATED, name, (Blamed(route, name, path=self.path),), route=route, path=self.path)
            key, node = next(iter(find_entries(node, step)), (step, None))
            route = (*route, key)
        return self._find_elsewhere(self.make_fact(route, node))

    def _read_column(self, row: Row, column: str) -> Result:
        """What a derived thing has in one of its columns."""
        if column == "key":
            return make_result(str(row.at[-1]) if row.at else "", row.at, self.path)
        return make_result(row.columns.get(column), row.at, self.path)

    def _read_part(
        self, node: Any, route: Route, parts: Mapping[str, Callable[[Any], Any]], steps: tuple[str, ...]
    ) -> Result:
        found = self.make_fact(route, node)
        value = parts[steps[0]](node) if steps[0] in parts and len(steps) == 1 else None
        if value is None:
            return Result(MISSING, None, found.blamed, route=route)
        return found._replace(value=value)

    def _read_list(self, base: Result, steps: tuple[str, ...]) -> Result:
        """The facts below each entry of a list: those that are stated, and those that are unclear."""
        place = steps.index("*")
        above = self.read(base, steps[:place]) if place else base
        if above.state != STATED:
            return above
        below = steps[place + 1 :]
        found: list[Result] = []
        for entry in self.list_entries(above):
            one = self.read(entry, below) if below else entry
            if one.state == STATED and "*" in below:
                found += one.value
            elif one.state != MISSING:
                found.append(one)
        if not found:
            return Result(MISSING, None, (Blamed((*(base.route or ()), *steps[:place]), path=self.path),))
        return Result(STATED, tuple(found), join_blamed(found), above.doubts)

    def list_entries(self, things: Result) -> list[Result]:
        """The things that a list or a table holds, each as a fact of its own; unclear entries are among them."""
        if things.state != STATED:
            return []
        value = things.value
        if isinstance(value, tuple) and (not value or isinstance(value[0], Result)):
            return list(value)
        if things.path and things.path != self.path and (other := self.find_facts_of(things.path)) is not self:
            return other.list_entries(things)
        route = things.route
        if route is None:
            return [Result(STATED, one, things.blamed, things.doubts) for one in _list_items(value)]
        if not isinstance(value, (NamedEntries, BaseModel, dict, list)):
            return [things]
        known = self._entries.get(route)
        if known is None or known[0] is not value:
            known = self._entries[route] = (value, self._make_entries(value, route))
        return known[1]

    def _make_entries(self, value: Any, route: Route) -> list[Result]:
        entries = [self.make_fact((*route, key), node) for key, node in find_entries(value, "*") if node is not None]
        known = {entry.route for entry in entries}
        unclear = [one for one in self._open_entries(route) if one.route not in known]
        return entries + [Result(UNCLEAR, None, (Blamed(one.route, None, one, self.path),)) for one in unclear]

    def list_words(self, things: Result, normalize: Callable[[Result], str]) -> frozenset[str]:
        """The words that a list holds. Those of a list of the document are found once, however many ask for them."""
        key = (things.path, things.route) if things.route is not None else None
        if key is None or key not in self._words:
            found = frozenset(normalize(one) for one in self.list_entries(things) if one.state == STATED)
            if key is None:
                return found
            self._words[key] = found
        return self._words[key]

    def make_fact(self, route: Route, value: Any, block: Route = ()) -> Result:
        """A value at a place, with the state that the document leaves it in. An empty list says nothing; `block` is
        what is missing around it."""
        empty = value is None or (isinstance(value, list) and not value)
        doubts: tuple[OpenFact, ...] = ()
        if self._open:
            for one in self._opens_above(route):
                if one.stated == "nothing" and (empty or one.route == self._place(route)):
                    return Result(UNCLEAR, None, (Blamed(route, None, one, self.path),), route=route, path=self.path)
                if one.stated != "entry" or one.route == self._place(route):
                    doubts += (one,)
        if empty:
            blamed = Blamed(route, path=self.path, block=block)
            return Result(MISSING, None, (blamed,), route=route, path=self.path)
        return Result(STATED, value, (Blamed(route, value, path=self.path),), doubts, route=route, path=self.path)

    # --- open places ---

    @cached_property
    def _open_places(self) -> _OpenPlaces:
        return _OpenPlaces(self._open.values())

    def _place(self, route: Route) -> Route:
        """A route as the document writes it: of several envy features the one that is shown."""
        if route and route[0] in self._places:
            return (*self._places[str(route[0])], *route[1:])
        return route

    def _opens_above(self, route: Route) -> Iterator[OpenFact]:
        """The open places at a route and on the way to it."""
        placed = self._place(route)
        for length in range(1, len(placed) + 1):
            found = self._open.get(placed[:length])
            if found is not None:
                yield found
        several = _ASKED_AS.get(str(route[0])) if route else None
        if several is not None and (found := self._open.get((several,))) is not None:
            yield found

    def _open_entries(self, route: Route) -> list[OpenFact]:
        """Entries of a list or table that are open as a whole."""
        if not self._open:
            return []
        placed = self._place(route)
        below = (one for one in self._open.values() if len(one.route) == len(placed) + 1)
        return [one for one in below if one.stated == "nothing" and one.route[:-1] == placed]

    def find_open_below(self, base: Route, reads: Iterable[str]) -> list[OpenFact]:
        """The open places that touch what a derived fact reads: routes below a base, such as `pays` or `bands.*`;
        `pays.keys` reads which entries there are, and no value of theirs."""
        if not self._open:
            return []
        found: dict[int, OpenFact] = {}
        for text in reads:
            found.update(self._open_places.find((*self._place(base), *_split_route(text))))
        return [found[number] for number in sorted(found)]


def _quote(stated: StatedFact) -> tuple[Route, str]:
    """Where a statement stands, and its words."""
    return ("statements", stated.name), stated.statement.says or stated.name.replace("-", " ")


@lru_cache(maxsize=1024)
def _split_route(text: str) -> tuple[str, ...]:
    return tuple(text.split(".")) if text else ()


class _OpenPlaces:
    """Open places by the steps that lead to them: a document may leave thousands open, and a requirement may ask about
    each of a thousand things."""

    def __init__(self, open_: Iterable[OpenFact]) -> None:
        self._here: list[tuple[int, OpenFact]] = []
        self._below: dict[str | int, _OpenPlaces] = {}
        for number, one in enumerate(open_):
            node = self
            for step in one.route:
                if step not in node._below:
                    node._below[step] = _OpenPlaces(())
                node = node._below[step]
            node._here.append((number, one))

    def find(self, route: Route) -> Iterator[tuple[int, OpenFact]]:
        """The open places that touch a route that is read, at, above or below it, each with its number. An entry that
        has lost a part leaves open what is read of it as a whole, and not its other parts; a value that is open is none
        of the keys."""
        if not route:
            yield from self._list_below()
            return
        step, *rest = route
        if step == _KEYS and not rest:
            yield from self._here
            return
        yield from (one for one in self._here if one[1].stated != "entry")
        for node in self._list_nodes(step):
            yield from node.find(tuple(rest))

    def _list_below(self) -> Iterator[tuple[int, OpenFact]]:
        yield from self._here
        for node in self._below.values():
            yield from node._list_below()

    def _list_nodes(self, step: str | int) -> Iterable[_OpenPlaces]:
        if step == "*":
            return self._below.values()
        # Routes that a derived fact reads are text; entries of lists have numbers.
        keys = (step, int(step)) if isinstance(step, str) and step.isdecimal() else (step,)
        return [self._below[key] for key in keys if key in self._below]


def _list_items(value: Any) -> Iterable[Any]:
    return value if isinstance(value, (list, tuple)) and not hasattr(value, "_fields") else (value,)


def _has_key(node: Any, key: str) -> bool:
    fields = getattr(type(node), "model_fields", {})
    return any(field.alias == key for field in fields.values())
