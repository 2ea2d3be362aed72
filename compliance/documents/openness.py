"""Facts that a document leaves open: marked `unclear`, written as nothing, or as an empty list; touched by text that is
lost, or left to the house.

To a check an open fact reads like one that is not there. So the blocks that hold open facts are watched while checks
run: an answer that looked at one of them cannot be a pass, and a condition that did is undecided. Documents without
open facts, which are most, are not watched and cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from compliance.documents.blocks import NamedEntries
from compliance.documents.quotations import get_choice, is_quotation
from compliance.documents.values import UNCLEAR, parse_whole_number
from compliance.source import Map, Seq, Value
from compliance.source.routes import Route, get_value, show_route

# Where a block keeps that it is watched, or that something below it is open: under no name that a field can have.
_OPEN: Final = "__open__"
_OPEN_BELOW: Final = "__open_below__"
# Who asks for one envy feature asks for several, too.
_ASKED_AS: Final = {"envies": ("envy",), "progressives": ("progressive",), "aggregates": ("aggregate",)}
_ENTRIES: Final = "__pydantic_extra__"

_own = object.__getattribute__


class OpenFact(NamedTuple):
    """A fact that is open: where it stands or would stand, and why, with lines of the source where that is known.

    `question` is what to ask, and `readings` are the ways in which ambiguous text can be read. Where `weighed`, each of
    them is a value of the fact, and answers go by all of them.

    `stated` is what stands there all the same, as far as it could be read: nothing, a value, or a whole entry such as a
    table. What rests on nothing is undecided; a value that is stated decides what is asked, and only the answers about
    itself are open; of an entry only the answers about it as a whole are, not those about its parts. `chosen` is what
    the house chose, or the value that a statement gives, where that is not what is stated; or the sentence that no
    choice was made for, or that seems to deny its choice, or by which general terms say otherwise."""

    route: Route
    why: Literal[
        "unclear",
        "empty",
        "lost",
        "house",
        "value",
        "unreadable",
        "ambiguous",
        "sentence",
        "denied",
        "contradicted",
        "terms",
    ] = "unclear"
    lines: str = ""
    stated: Literal["nothing", "value", "entry"] = "nothing"
    chosen: str = ""
    question: str = ""
    readings: tuple[str, ...] = ()
    weighed: bool = False

    @property
    def cause(self) -> str:
        """What leaves it open: a mark, which may leave several facts open, or the fact itself."""
        return name_cause(self.lines, self.question) if self.question else show_route(self.route)

    @property
    def sentence(self) -> str:
        """Why it is open, and what to ask, as a sentence or two."""
        where = describe_lines(self.lines) if self.lines else ""
        if self.why in ("lost", "ambiguous"):
            ways = f"can be read as {show_readings(self.readings)}"
            what = "cannot be read with certainty" if self.why == "lost" else ways
            return " ".join(part for part in (f"Source {where} {what}.", self.question) if part)
        if self.question:
            return f"Source {where}: {self.question}" if where else self.question
        return _SENTENCES.get(self.why) or f"Open here: {self.describe}."

    @property
    def describe(self) -> str:
        """Why it is open, in a few words."""
        if self.why == "value":
            return f"its value says: {self.chosen}"
        if self.why == "sentence":
            return f"no choice says what this means: \u201c{self.chosen}\u201d"
        if self.why in ("denied", "contradicted"):
            return f"the text says otherwise: \u201c{self.chosen}\u201d"
        if self.why == "terms":
            return f"general terms say otherwise: \u201c{self.chosen}\u201d"
        if self.why == "house":
            return f"chosen by the house: {self.chosen}" if self.chosen else "left to the house"
        if self.why == "lost":
            return f"text lost, {describe_lines(self.lines)}"
        if self.why == "ambiguous":
            return f"{describe_lines(self.lines)} can be read as {show_readings(self.readings)}"
        if self.question:
            return self.question.rstrip("?.")
        if self.why == "unreadable":
            return "what stands there cannot be read"
        return "left empty" if self.why == "empty" else "marked as unclear"


def join_marks(found: Iterable[OpenFact]) -> list[OpenFact]:
    """Open facts, each once: of several marks that leave one fact open, with all that they ask."""
    joined: dict[Route, OpenFact] = {}
    for one in found:
        known = joined.get(one.route)
        if known is None or not {known.why, one.why} <= {"lost", "ambiguous", "unclear"}:
            joined[one.route] = one
            continue
        lines = ", ".join(dict.fromkeys(part for part in (known.lines, one.lines) if part))
        questions = " ".join(dict.fromkeys(part for part in (known.question, one.question) if part))
        first = known._replace(why="unclear", readings=()) if "ambiguous" in (known.why, one.why) else known
        joined[one.route] = first._replace(lines=lines, question=questions, weighed=known.weighed and one.weighed)
    return list(joined.values())


def name_cause(lines: str, question: str) -> str:
    """A mark that leaves facts open, for telling marks apart."""
    return f"{lines} {question}"


def describe_lines(lines: str) -> str:
    """Lines of the source as a sentence names them."""
    return f"line {lines}" if parse_whole_number(lines) is not None else f"lines {lines}"


_SENTENCES: Final = {
    "unclear": "The document marks this as unclear.",
    "empty": "The document leaves this empty.",
    "unreadable": "What stands there cannot be read.",
    "house": "The rules leave this to the house.",
    "value": "The statement and its value differ.",
}


def show_readings(readings: Sequence[str]) -> str:
    """Readings as a sentence gives them: `exactly $5, or as $5 or more`."""
    return ", or as ".join(f"“{one}”" for one in readings)


class _Watch(NamedTuple):
    """What a block holds open, by the name of the field or entry, and where it is told that one was read."""

    looked: set[Route]
    names: dict[str, list[Route]]

    def read(self, name: str) -> None:
        self.looked.update(self.names.get(name, ()))

    def mark_all(self) -> None:
        for routes in self.names.values():
            self.looked.update(routes)


def remove_open_values(tree: Value) -> tuple[Value, list[Route]]:
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
            if isinstance(value, Map) and is_quotation(value, below):
                chosen = get_choice(value) or UNCLEAR
                if isinstance(chosen, str) and chosen != UNCLEAR:
                    kept[key] = chosen
                    continue
                value = chosen
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
            if isinstance(item, Map) and is_quotation(item, (*route, number)):
                choice = get_choice(item)
                if choice is None:  # an entry that nobody has read leaves the others as they are
                    found.append((*route, number))
                    continue
                item = choice
            items.append(item if item.__class__ is str else _strip(item, (*route, number), found))
        return items
    return node


def build_open_fact(tree: Any, route: Route) -> OpenFact:
    """An open place, as the document leaves it: marked, or with nothing in it."""
    try:
        written = get_value(tree, route)
    except (LookupError, TypeError):  # open with what it stands in
        return OpenFact(route)
    sentence = written.get("says") if isinstance(written, Map) else written
    if isinstance(sentence, str) and sentence and sentence != UNCLEAR:
        return OpenFact(route, "sentence", chosen=sentence)
    return OpenFact(route, "unclear" if written else "empty")


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


def has_open_facts(block: Any) -> bool:
    """Whether something in a block, or below it, is open."""
    return _OPEN_BELOW in block.__dict__


def get_fields(block: Any) -> dict[str, Any]:
    """The fields of a block by name, without marking open ones as read."""
    held: dict[str, Any] = _own(block, "__dict__")
    return held


def get_entries(block: Any) -> dict[str, Any]:
    """The entries of a block under names of the writer's choice, likewise."""
    return _own(block, _ENTRIES) or {}


def is_watched(block: Any) -> bool:
    """Whether it is watched which open facts of a block are read."""
    return bool(type(block).__dict__.get("watches"))


def _holder(document: Any, route: Route) -> tuple[Any, str] | None:
    """The innermost block on the way to a fact, and the name under which it holds what leads there. The blocks on the
    way are marked: something below them is open."""
    node: Any = document
    holder: tuple[Any, str] | None = None
    for step in route:
        fields = getattr(type(node), "model_fields", None)
        if fields is not None:
            vars(node)[_OPEN_BELOW] = True
            name = next((name for name, field in fields.items() if field.alias == step), None)
            if name is None and not isinstance(node, NamedEntries):
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

    def is_equal(self: Any, other: object) -> bool:
        return isinstance(other, model) and bool(_get_stated(self) == _get_stated(other))

    body: dict[str, Any] = {
        "__getattribute__": read_attribute,
        "__eq__": is_equal,
        "__hash__": None,
        "__module__": model.__module__,
        "watches": True,
    }
    if issubclass(model, NamedEntries):
        body |= {"items": _items, "get": _get, "__contains__": _contains, "__len__": _len}
    # `type` makes the class: pydantic would build a validator, and nothing is validated any more.
    return type.__new__(type(model), model.__name__, (model,), body)


def _watch_of(block: Any) -> _Watch:
    watch: _Watch = object.__getattribute__(block, "__dict__")[_OPEN]
    return watch


def _entries(block: Any) -> dict[str, Any]:
    return object.__getattribute__(block, _ENTRIES) or {}


def _items(self: Any) -> Iterator[tuple[str, Any]]:
    _watch_of(self).mark_all()
    return iter(_entries(self).items())


def _len(self: Any) -> int:
    _watch_of(self).mark_all()
    return len(_entries(self))


def _get(self: Any, name: str) -> Any:
    _watch_of(self).read(name)
    return _entries(self).get(name)


def _contains(self: Any, name: object) -> bool:
    _watch_of(self).read(str(name))
    return name in _entries(self)


def _get_stated(block: Any) -> dict[str, Any]:
    own = {name: value for name, value in vars(block).items() if name not in (_OPEN, _OPEN_BELOW)}
    return own | (object.__getattribute__(block, _ENTRIES) or {})
