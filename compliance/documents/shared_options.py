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
from compliance.source import Limits, Map, Problem, Seq, Source, Value
from compliance.source.routes import Route
from compliance.source.tree import Record

SHARED_KEYS: Final = ("shared", "groups", "rates")
OPTION_KEYS: Final = ("for", "table-limit", "wager", "players", "stakes", "buy-in")
_OWN: Final = frozenset({"uses", "payer", "fee", "bands", "jackpot-drop", "without-flop", "columns", "sheet"})
_COLLECTIONS: Final = "collections"
_SHEET: Final = "sheet"
_COLUMNS: Final = "columns"


def expand_shared(source: Source) -> tuple[Source, tuple[Problem, ...]]:
    """A file whose options are whole, or why they would be too much for anybody."""
    tree = source.tree
    options = tree.get("options") if isinstance(tree, Map) else None
    if not isinstance(tree, Map) or not isinstance(options, Seq) or not _has_shared(tree, options):
        return source, ()
    uneven = tuple(_find_uneven_sheets(source, options))
    sharing = _SharedValues(tree)
    whole = _copy(tree)
    filled = Seq()
    filled.places = options.places
    for option in options:
        filled.append(sharing.expand_option(option))
        if sharing.taken > Limits().nodes:
            message = "The options take over more of `shared`, `groups` and `rates` than one file may hold."
            span = source.place(("options",)).key or source.place(("options",)).value
            return source, (Problem("too-large", message, "Make several schedules of it.", span),)
    whole["options"] = filled
    return Source(source.text, whole, source.problems, source.root), uneven


def _find_uneven_sheets(source: Source, options: Seq) -> Iterator[Problem]:
    """What is wrong with sheets of which a row has not one fee for each payer."""
    for number, option in enumerate(options):
        collections = option.get(_COLLECTIONS) if isinstance(option, Map) else None
        for place, sheet in enumerate(collections if isinstance(collections, Seq) else ()):
            for band in _find_uneven_rows(sheet) if isinstance(sheet, Map) else ():
                message = f"The row `{band}` has not one fee for each of the columns of its sheet."
                at = ("options", number, _COLLECTIONS, place, _SHEET, band)
                help = "Write as many fees as `columns` names, `waived` or `unclear` among them."
                yield Problem("bad-value", message, help, source.place(at).value)


def find_uses(source: Source, route: Route) -> Iterator[Route]:
    """The places in options at which a value that is written for several of them is taken over."""
    tree = source.tree
    options = tree.get("options") if isinstance(tree, Map) else None
    if route[0] not in SHARED_KEYS or not isinstance(options, Seq):
        return
    written, key = source.place(route), str(route[-1])
    for number, option in enumerate(options):
        collections = option.get(_COLLECTIONS) if isinstance(option, Map) else None
        holders: list[Route] = [("options", number)]
        count = len(collections) if isinstance(collections, Seq) else 0
        holders += [("options", number, _COLLECTIONS, place) for place in range(count)]
        yield from ((*at, key) for at in holders if source.place((*at, key)) == written)


def _has_shared(tree: Map, options: Seq) -> bool:
    """Whether any option takes anything over: most schedules say everything in place."""
    if any(key in tree for key in SHARED_KEYS):
        return True
    listed = (option.get(_COLLECTIONS) for option in options if isinstance(option, Map))
    items = (item for collections in listed if isinstance(collections, Seq) for item in collections)
    return any("uses" in item or _SHEET in item if isinstance(item, Map) else isinstance(item, str) for item in items)


@cache
def _collection_keys() -> tuple[str, ...]:
    """The keys of a collection that may be said for several, in the order of the model: it decides in which order they
    stand in what is built of them, and so which of several places a report names first."""
    from compliance.documents.schedule import Collection

    keys = (str(field.alias) for field in Collection.model_fields.values())
    return tuple(key for key in keys if key not in _OWN and key != "source")


class _SharedValues:
    """What is said for several options, and how much of it they have taken over."""

    def __init__(self, tree: Map) -> None:
        self._shared = tree.get("shared")
        self._shared_place = tree.places.get("shared")
        self._groups = _to_group(tree.get("groups"))
        self._rates = _to_group(tree.get("rates"))
        self._sizes: dict[int, int] = {}
        self.taken = 0

    def expand_option(self, option: Value) -> Value:
        if not isinstance(option, Map):
            return option
        group = self._groups.get(_as_text(option.get("group")))
        defaults = [default for default in (group, self._shared) if isinstance(default, Map)]
        whole = _copy(option)
        for default in defaults:
            self._fill_missing(whole, default, OPTION_KEYS)
        place = self._find_unread(option)
        if place is not None:
            self._fill_unclear(whole, (*OPTION_KEYS, _COLLECTIONS), place)
        self._expand_collections(whole, option, defaults, place)
        return whole

    def _find_unread(self, option: Map) -> Record | None:
        """The place of defaults of which nobody knows what they say."""
        if self._shared == UNCLEAR:
            return self._shared_place
        group = option.get("group")
        return option.places["group"] if self._groups.get(_as_text(group)) == UNCLEAR else None

    def _expand_collections(self, whole: Map, option: Map, defaults: Sequence[Map], unread: Record | None) -> None:
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
                for one in _split_sheet(item) if isinstance(item, Map) else [item]:
                    found.append(self._expand_collection(one, defaults, unread) if isinstance(one, Map) else one)
                    found.places.append(place)
        holder = next((holder for holder, items in reversed(lists) if isinstance(items, Seq)), None)
        if holder is not None and (own is None or isinstance(own, Seq)):
            whole[_COLLECTIONS] = found
            whole.places[_COLLECTIONS] = holder.places[_COLLECTIONS]

    def _expand_collection(self, written: Map, defaults: Sequence[Map], unread: Record | None) -> Map:
        whole = _copy(written)
        name = _as_text(written.get("uses"))
        rate = self._rates.get(name)
        if isinstance(rate, Map):
            self._fill_missing(whole, rate, rate)
        elif name in self._rates and not rate:
            self._fill_unclear(whole, _collection_keys(), whole.places["uses"])
        payer = _as_text(whole.get("payer"))
        for default in defaults:
            by_payer = default.get("by-payer")
            of_payer = _to_group(by_payer).get(payer)
            # Whatever is said there for this payer, and cannot be read or is left open.
            if by_payer == UNCLEAR or (payer in _to_group(by_payer) and of_payer in (None, UNCLEAR)):
                self._fill_unclear(whole, _collection_keys(), default.places["by-payer"])
            for said in (of_payer, default):
                if isinstance(said, Map):
                    self._fill_missing(whole, said, _collection_keys())
        if unread is not None:
            self._fill_unclear(whole, _collection_keys(), unread)
        self.taken += self._count_values(whole)
        return whole

    def _fill_missing(self, whole: Map, default: Map, keys: Iterable[str]) -> None:
        for key in keys:
            if key in default and key not in whole:
                whole[key] = default[key]
                whole.places[key] = default.places[key]

    def _fill_unclear(self, whole: Map, keys: Iterable[str], place: Record) -> None:
        """What others say for a place, and nobody can read or has left open."""
        for key in keys:
            if key not in whole:
                whole[key] = UNCLEAR
                whole.places[key] = place

    def _count_values(self, node: Value) -> int:
        """How many values a node holds. The same nodes are taken over again and again, so that each is counted once."""
        if not isinstance(node, (Map, Seq)):
            return 1
        if id(node) not in self._sizes:
            items = node.values() if isinstance(node, Map) else node
            self._sizes[id(node)] = 1 + sum(self._count_values(item) for item in items)
        return self._sizes[id(node)]


def _split_sheet(written: Map) -> list[Map]:
    """The collections that a rate sheet stands for, one for each payer. A fee that a row lacks is unclear."""
    payers, rows = written.get(_COLUMNS), written.get(_SHEET)
    if not isinstance(payers, Seq) or not isinstance(rows, Map):
        return [written]
    made = []
    for column, payer in enumerate(payers):
        one = Map((key, value) for key, value in written.items() if key not in (_COLUMNS, _SHEET))
        one.places = {key: written.places[key] for key in one}
        one |= {"payer": payer, "bands": _take_column(rows, column)}
        one.places |= {"payer": payers.places[column], "bands": written.places[_SHEET]}
        made.append(one)
    return made


def _take_column(rows: Map, column: int) -> Map:
    bands = Map()
    bands.places = {}
    for band, fees in rows.items():
        stated = isinstance(fees, Seq) and column < len(fees)
        bands[band] = fees[column] if isinstance(fees, Seq) and stated else UNCLEAR
        place = rows.places[band]
        bands.places[band] = (*place[:2], *fees.places[column][2:]) if isinstance(fees, Seq) and stated else place
    return bands


def _find_uneven_rows(sheet: Map) -> list[str]:
    """The rows of a sheet that have not one fee for each payer."""
    payers, rows = sheet.get(_COLUMNS), sheet.get(_SHEET)
    columns = len(payers) if isinstance(payers, Seq) else 0
    found = rows.items() if isinstance(rows, Map) else ()
    return [band for band, fees in found if not isinstance(fees, Seq) or len(fees) != columns]


def _to_group(node: Value) -> dict[str, Value]:
    return node if isinstance(node, Map) else {}


def _as_text(value: Value) -> str:
    return value if isinstance(value, str) else ""


def _copy(node: Map) -> Map:
    made = Map(node)
    made.places = dict(node.places)
    return made
