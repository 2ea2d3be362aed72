"""What the options of a schedule share, put into each of them.

`shared`, `groups` and `rates` are written once; whoever reads a schedule sees whole options. This is done on the tree,
before anything else looks at it: each part keeps the place where it is written, and a value that is left open there is
open wherever it is taken over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from compliance.documents.values import UNCLEAR
from compliance.routes import Route
from compliance.source import Limits, Map, Problem, Seq, Source, Value

SHARING: Final = ("shared", "groups", "rates")
OF_OPTION: Final = ("for", "table-limit", "wager", "players", "stakes", "buy-in")
_OWN: Final = frozenset({"uses", "payer", "fee", "bands", "jackpot-drop", "without-flop"})
_COLLECTIONS: Final = "collections"


def with_shared(source: Source) -> tuple[Source, tuple[Problem, ...]]:
    """A file whose options are whole, or why they would be too much for anybody."""
    tree = source.tree
    options = tree.get("options") if isinstance(tree, Map) else None
    if not isinstance(tree, Map) or not isinstance(options, Seq) or not _shares(tree, options):
        return source, ()
    sharing = _Sharing(tree)
    whole = _copy(tree)
    filled = Seq()
    filled.places = options.places
    for option in options:
        filled.append(sharing.option(option))
        if sharing.taken > Limits().nodes:
            message = "The options take over more of `shared`, `groups` and `rates` than one file may hold."
            span = source.place(("options",)).key or source.place(("options",)).value
            return source, (Problem("too-large", message, "Make several schedules of it.", span),)
    whole["options"] = filled
    return Source(source.text, whole, source.problems, source.root), ()


def taken_over(source: Source, route: Route) -> Iterator[Route]:
    """The places in options at which a value that is written for several of them is taken over."""
    tree = source.tree
    options = tree.get("options") if isinstance(tree, Map) else None
    if route[0] not in SHARING or not isinstance(options, Seq):
        return
    written, key = source.place(route), str(route[-1])
    for number, option in enumerate(options):
        collections = option.get(_COLLECTIONS) if isinstance(option, Map) else None
        holders: list[Route] = [("options", number)]
        count = len(collections) if isinstance(collections, Seq) else 0
        holders += [("options", number, _COLLECTIONS, place) for place in range(count)]
        yield from ((*at, key) for at in holders if source.place((*at, key)) == written)


def _shares(tree: Map, options: Seq) -> bool:
    """Whether any option takes anything over: most schedules say everything in place."""
    if any(key in tree for key in SHARING):
        return True
    listed = (option.get(_COLLECTIONS) for option in options if isinstance(option, Map))
    items = (item for collections in listed if isinstance(collections, Seq) for item in collections)
    return any("uses" in item if isinstance(item, Map) else isinstance(item, str) for item in items)


@cache
def _of_collection() -> frozenset[str]:
    """The keys of a collection that may be said for several."""
    from compliance.documents.schedule import Collection

    return frozenset(str(field.alias) for field in Collection.model_fields.values()) - _OWN - {"source"}


class _Sharing:
    """What is said for several options, and how much of it they have taken over."""

    def __init__(self, tree: Map) -> None:
        self._shared = tree.get("shared")
        self._groups = _group(tree.get("groups"))
        self._rates = _group(tree.get("rates"))
        self._sizes: dict[int, int] = {}
        self.taken = 0

    def option(self, option: Value) -> Value:
        if not isinstance(option, Map):
            return option
        group = self._groups.get(_word(option.get("group")))
        defaults = [default for default in (group, self._shared) if isinstance(default, Map)]
        whole = _copy(option)
        for default in defaults:
            self._take(whole, default, OF_OPTION)
        self._collect(whole, option, defaults)
        return whole

    def _collect(self, whole: Map, option: Map, defaults: Sequence[Map]) -> None:
        """The collections that all options have, then those of the group, then the option's own."""
        own = option.get(_COLLECTIONS)
        holders = [*reversed(defaults), *([option] if isinstance(own, Seq) else [])]
        lists = [(holder, holder.get(_COLLECTIONS)) for holder in holders]
        found = Seq()
        found.places = []
        for _, items in lists:
            for item, place in zip(items, items.places, strict=True) if isinstance(items, Seq) else ():
                if isinstance(item, str) and item != UNCLEAR:
                    named = Map(uses=item)
                    named.places = {"uses": place}
                    item = named
                found.append(self._collection(item, defaults) if isinstance(item, Map) else item)
                found.places.append(place)
        holder = next((holder for holder, items in reversed(lists) if isinstance(items, Seq)), None)
        if holder is not None and (own is None or isinstance(own, Seq)):
            whole[_COLLECTIONS] = found
            whole.places[_COLLECTIONS] = holder.places[_COLLECTIONS]

    def _collection(self, written: Map, defaults: Sequence[Map]) -> Map:
        whole = _copy(written)
        rate = self._rates.get(_word(written.get("uses")))
        if isinstance(rate, Map):
            self._take(whole, rate, rate)
        for default in defaults:
            of_payer = _group(default.get("by-payer")).get(_word(whole.get("payer")))
            for said in (of_payer, default):
                if isinstance(said, Map):
                    self._take(whole, said, _of_collection())
        self.taken += self._size(whole)
        return whole

    def _take(self, whole: Map, default: Map, keys: Iterable[str]) -> None:
        for key in keys:
            if key in default and key not in whole:
                whole[key] = default[key]
                whole.places[key] = default.places[key]

    def _size(self, node: Value) -> int:
        """How many values a node holds. The same nodes are taken over again and again, so that each is counted once."""
        if not isinstance(node, (Map, Seq)):
            return 1
        if id(node) not in self._sizes:
            items = node.values() if isinstance(node, Map) else node
            self._sizes[id(node)] = 1 + sum(self._size(item) for item in items)
        return self._sizes[id(node)]


def _group(node: Value) -> dict[str, Value]:
    return node if isinstance(node, Map) else {}


def _word(value: Value) -> str:
    return value if isinstance(value, str) else ""


def _copy(node: Map) -> Map:
    made = Map(node)
    made.places = dict(node.places)
    return made
