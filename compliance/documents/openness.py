"""Facts that a document leaves open: marked `unclear`, written as nothing, or as an empty list; touched by text that is
lost, or left to the house.

To a check an open fact reads like one that is not there. So the blocks that hold open facts are watched while checks
run: an answer that looked at one of them cannot be a pass, and a condition that did is undecided. Documents without
open facts, which are most, are not watched and cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from compliance.documents.blocks import Named
from compliance.documents.once import KNOWN, remember_nothing
from compliance.documents.values import UNCLEAR, whole_number
from compliance.routes import Route, within
from compliance.source import Map, Seq, Value

_OPEN: Final = "__open__"
# Who asks for one envy feature asks for several, too.
_ASKED_AS: Final = {"envies": ("envy",), "progressives": ("progressive",), "aggregates": ("aggregate",)}
_ENTRIES: Final = "__pydantic_extra__"
# What every document of its kind must say, and may leave open: what stands for it until somebody looks.
_STAND_IN: Final[dict[Route, Callable[[], Value]]] = {
    ("bank",): lambda: Map({"by": UNCLEAR}),
    ("bank", "by"): lambda: UNCLEAR,
    ("options",): Seq,
    ("options", "collections"): Seq,
    ("options", "option"): lambda: UNCLEAR,
}


class Open(NamedTuple):
    """A fact that is open: where it stands or would stand, and why, with lines of the source where that is known.

    `stated` is what stands there all the same, as far as it could be read: nothing, a value, or a whole entry such as a
    table. What rests on nothing is undecided; a value that is stated decides what is asked, and only the answers about
    itself are open; of an entry only the answers about it as a whole are, not those about its parts. `chosen` is what
    the house chose, or the value that a statement gives, where that is not what is stated."""

    route: Route
    why: Literal["unclear", "empty", "lost", "house", "value"] = "unclear"
    lines: str = ""
    stated: Literal["nothing", "value", "entry"] = "nothing"
    chosen: str = ""

    @property
    def told(self) -> str:
        """Why it is open, in a few words."""
        if self.why == "value":
            return f"its value says: {self.chosen}"
        if self.why == "house":
            return f"chosen by the house: {self.chosen}" if self.chosen else "left to the house"
        if self.why == "lost":
            return f"text lost, {said_lines(self.lines)}"
        return "left empty" if self.why == "empty" else "marked as unclear"


def said_lines(lines: str) -> str:
    """Lines of the source as a sentence names them."""
    return f"line {lines}" if whole_number(lines) is not None else f"lines {lines}"


class _Watch(NamedTuple):
    """What a block holds open, by the name of the field or entry, and where it is told that one was read."""

    looked: set[Route]
    names: dict[str, list[Route]]

    def read(self, name: str) -> None:
        self.looked.update(self.names.get(name, ()))

    def read_all(self) -> None:
        for routes in self.names.values():
            self.looked.update(routes)


def without_open(tree: Value) -> tuple[Value, list[Route]]:
    """A copy of a tree without the values that say only `unclear`, and the routes of all that say nothing.

    What is empty stays in the copy, so that the model can say what it thinks of it: `{maximum: $5,000}` has a key 000.
    """
    found: list[Route] = []
    return _strip(tree, (), found), found


def _strip(node: Value, route: Route, found: list[Route]) -> Value:
    # Not within the function that asks for it: one that knows itself is freed only by looking for cycles.
    if isinstance(node, Map):
        kept = Map()
        kept.places = node.places
        for key, value in node.items():
            if value.__class__ is str and value and value != UNCLEAR:
                kept[key] = value
                continue
            below = (*route, key)
            if not value or value == UNCLEAR:
                found.append(below)
            if value != UNCLEAR:
                kept[key] = _strip(value, below, found)
        return kept
    if isinstance(node, Seq):
        items = Seq()
        items.places = node.places
        if None in node or UNCLEAR in node:
            found.append(route)
        for number, item in enumerate(node):
            items.append(item if item.__class__ is str else _strip(item, (*route, number), found))
        return items
    return node


def opened(tree: Any, route: Route) -> Open:
    """An open place, as the document leaves it: marked, or with nothing in it."""
    try:
        return Open(route, "unclear" if within(tree, route) else "empty")
    except (LookupError, TypeError):  # open with what it stands in
        return Open(route)


def with_blocks_open(tree: Value, missing: Iterable[Route], found: list[Route]) -> bool:
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
                within(tree, route[:-1])[route[-1]] = stand_in()
            else:
                within(tree, above[:-1]).pop(above[-1], None)
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


def watch(document: Any, routes: Iterable[Route]) -> set[Route]:
    """Watch the open facts of a document. Those that are read from now on gather in the set that is returned."""
    looked: set[Route] = set()
    for route in routes:
        holder = _holder(document, route)
        if holder is not None:
            block, name = holder
            held: _Watch | None = vars(block).get(_OPEN)
            if held is None or held.looked is not looked:  # the document was looked at before
                held = vars(block)[_OPEN] = _Watch(looked, {})
            for called in (name, *_ASKED_AS.get(name, ())):
                held.names.setdefault(called, []).append(route)
            object.__setattr__(block, "__class__", _watching(block.__class__))
    looked.clear()
    return looked


def is_watched(block: Any) -> bool:
    """Whether it is watched which open facts of a block are read."""
    return bool(type(block).__dict__.get("watches"))


def _holder(document: Any, route: Route) -> tuple[Any, str] | None:
    """The innermost block on the way to a fact, and the name under which it holds what leads there. From now on nothing
    is remembered of the blocks on the way."""
    node: Any = document
    holder: tuple[Any, str] | None = None
    for step in route:
        fields = getattr(type(node), "model_fields", None)
        if fields is not None:
            remember_nothing(node)
            name = next((name for name, field in fields.items() if field.alias == step), None)
            if name is None and not isinstance(node, Named):
                return holder
            holder = (node, name or str(step))
            node = getattr(node, name) if name is not None else node.get(str(step))
        elif isinstance(node, dict):
            node = node.get(step)
        elif isinstance(node, list) and isinstance(step, int) and step < len(node):
            node = node[step]
        else:
            return holder
    return holder


_own = object.__getattribute__


@cache
def _watching(model: Any) -> Any:
    """A model whose instances tell when something open is read from them. It is the same model in every other way."""
    if model.__dict__.get("watches"):
        return model

    def read_attribute(self: Any, name: str) -> Any:
        # Every field of every block is read through this, so it calls nothing that it need not.
        if name[:2] != "__" and (routes := _own(self, "__dict__")[_OPEN].names.get(name)):
            _watch_of(self).looked.update(routes)
        return _own(self, name)

    def same(self: Any, other: object) -> bool:
        return isinstance(other, model) and bool(_stated(self) == _stated(other))

    body: dict[str, Any] = {
        "__getattribute__": read_attribute,
        "__eq__": same,
        "__hash__": None,
        "__module__": model.__module__,
        "watches": True,
    }
    if issubclass(model, Named):
        body |= {"items": _items, "get": _get, "__contains__": _contains, "__len__": _len}
    # `type` makes the class: pydantic would build a validator, and nothing is validated any more.
    return type.__new__(type(model), model.__name__, (model,), body)


def _watch_of(block: Any) -> _Watch:
    watch: _Watch = object.__getattribute__(block, "__dict__")[_OPEN]
    return watch


def _entries(block: Any) -> dict[str, Any]:
    return object.__getattribute__(block, _ENTRIES) or {}


def _items(self: Any) -> Iterator[tuple[str, Any]]:
    _watch_of(self).read_all()
    return iter(_entries(self).items())


def _len(self: Any) -> int:
    _watch_of(self).read_all()
    return len(_entries(self))


def _get(self: Any, name: str) -> Any:
    _watch_of(self).read(name)
    return _entries(self).get(name)


def _contains(self: Any, name: object) -> bool:
    _watch_of(self).read(str(name))
    return name in _entries(self)


def _stated(block: Any) -> dict[str, Any]:
    own = {name: value for name, value in vars(block).items() if name not in (_OPEN, KNOWN)}
    return own | (object.__getattribute__(block, _ENTRIES) or {})
