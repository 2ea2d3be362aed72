"""What changed between two meanings: one change for each thing that a person did.

Entries are matched by what names them (an option by its number, a collection by its payer and measure, a rule by its
conditions), never by position alone, so that an insertion is one change and not twenty. What has another name and the
same content was renamed; what stands elsewhere in a list whose order counts was moved.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal, NamedTuple, TypeAlias

from compliance.comparison.canonical import (
    CanonicalForm,
    GroupNode,
    Leaf,
    ListNode,
    Node,
    get_child,
    is_same_node,
    name_item,
    name_items,
    to_plain_form,
)
from compliance.source.routes import Route

Kind: TypeAlias = Literal["added", "removed", "changed", "renamed", "moved"]
Pair: TypeAlias = tuple[int, int]
_Keyed: TypeAlias = tuple[int, str]
# Longer lists are matched without regard to what follows upon what: that takes time by the square.
_MOST_IN_SEQUENCE: Final = 500
_PlaceBuilder: TypeAlias = Callable[[int | None, int | None], "_Place"]


class Change(NamedTuple):
    """One change: of what, where it stands on both sides, and what stood and stands there."""

    kind: Kind
    # The keys that lead to it, a list item by what names it: `options`, `3`, `collections`, `player`, `fee`.
    trail: tuple[str, ...]
    # The same without the writer's own names: `options / * / collections / * / fee`.
    pattern: str
    old_route: Route
    new_route: Route
    old: Node | None
    new: Node | None
    # What the same edit changes elsewhere; and where the edit stands on both sides, when that is not where it is read.
    further_changes: tuple[Change, ...] = ()
    edited: tuple[Route | None, Route | None] | None = None

    @property
    def routes(self) -> tuple[Route | None, Route | None]:
        """Where the change stands in the old text and in the new one; None on a side that does not have it."""
        old = self.old_route if self.old is not None else None
        return self.edited or (old, self.new_route if self.new is not None else None)


class _Place(NamedTuple):
    trail: tuple[str, ...] = ()
    pattern: tuple[str, ...] = ()
    old: Route = ()
    new: Route = ()

    def entry(self, key: str, old: str | int, new: str | int, own_name: bool) -> _Place:
        step = "*" if own_name else key
        return _Place((*self.trail, key), (*self.pattern, step), (*self.old, old), (*self.new, new))

    def change(self, kind: Kind, old: Node | None, new: Node | None) -> Change:
        return Change(kind, self.trail, " / ".join(self.pattern), self.old, self.new, old, new)


def find_changes(old: CanonicalForm, new: CanonicalForm) -> list[Change]:
    """Every change from one meaning of a document to another, in the order of the new one's keys."""
    return list(_compare(old.tree, new.tree, _Place()))


def _compare(old: Node, new: Node, place: _Place) -> Iterator[Change]:
    if isinstance(old, GroupNode) and isinstance(new, GroupNode):
        yield from _compare_groups(old, new, place)
    elif isinstance(old, ListNode) and isinstance(new, ListNode):
        yield from _compare_items(old, new, place)
    elif not is_same_node(old, new):
        yield place.change("changed", old, new)


# --- groups -----------------------------------------------------------------------------------------------------------


def _compare_groups(old: GroupNode, new: GroupNode, place: _Place) -> Iterator[Change]:
    def build_place(before: str | None, after: str | None) -> _Place:
        shown = new.keys[after] if after is not None else old.keys[str(before)]
        own = before in old.own or after in new.own
        here = old.keys[before] if before is not None else shown
        return place.entry(shown, here, shown, own)

    for key, value in new.entries.items():
        if key in old.entries:
            yield from _compare(old.entries[key], value, build_place(key, key))
    gone = [key for key in old.entries if key not in new.entries]
    come = [key for key in new.entries if key not in old.entries]
    renamed = _pair_equal([old.entries[key] for key in gone], [new.entries[key] for key in come])
    for first, second in renamed:
        before, after = gone[first], come[second]
        named = Leaf(before, old.keys[before]), Leaf(after, new.keys[after])
        yield build_place(before, after).change("renamed", *named)
    for number, key in enumerate(gone):
        if number not in {first for first, _ in renamed}:
            yield build_place(key, None).change("removed", old.entries[key], None)
    for number, key in enumerate(come):
        if number not in {second for _, second in renamed}:
            yield build_place(None, key).change("added", None, new.entries[key])
    yield from _find_reordered(old, new, {gone[one]: come[other] for one, other in renamed}, place)


def _find_reordered(old: GroupNode, new: GroupNode, renamed: dict[str, str], place: _Place) -> Iterator[Change]:
    """Entries whose order says something, and that stand elsewhere now: as few as explain it."""
    before = [renamed.get(key, key) for key in old.order]
    kept = [key for key in before if key in new.order]
    for key in _find_moved(kept, [key for key in new.order if key in set(kept)]):
        here = place.entry(new.keys[key], old.keys.get(key, key), new.keys[key], own_name=True)
        yield here.change("moved", _build_position(before, key), _build_position(new.order, key))


def _build_position(keys: Sequence[str], key: str) -> Leaf:
    number = keys.index(key) + 1
    return Leaf(str(number), f"place {number}")


def _find_moved(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """What was moved between two orders of the same names: all that is not in their longest common run."""
    places = {key: number for number, key in enumerate(old)}
    sequence = [places[key] for key in new]
    ends: list[int] = []
    lengths = []
    for value in sequence:
        length = bisect_left(ends, value)
        ends[length : length + 1] = [value]
        lengths.append(length)
    wanted = len(ends) - 1
    kept = set()
    for number in reversed(range(len(sequence))):
        if lengths[number] == wanted:
            kept.add(number)
            wanted -= 1
    return [key for number, key in enumerate(new) if number not in kept]


def _pair_equal(old: Sequence[Node], new: Sequence[Node]) -> list[Pair]:
    """Pairs of what means the same under another name, each once."""
    keyed = [[(number, repr(to_plain_form(node))) for number, node in enumerate(nodes)] for nodes in (old, new)]
    return _pair_by_key(*keyed)


def name_route(meaning: CanonicalForm, route: Route) -> str:
    """A route with list items by their names instead of their numbers, so that an insertion above changes nothing."""
    node: Node | None = meaning.tree
    said: list[str] = []
    for step in route:
        if isinstance(node, ListNode) and isinstance(step, int) and step < len(node.items):
            said.append(meaning.item_names(node)[step] or _conditions_key(node.items[step]) or str(step + 1))
        else:
            said.append(str(step))
        node = get_child(node, step) if node is not None else None
    return " / ".join(said)


# --- lists ------------------------------------------------------------------------------------------------------------


def _compare_items(old: ListNode, new: ListNode, place: _Place) -> Iterator[Change]:
    pairs = _match(old, new)
    names = {id(old): name_items(old), id(new): name_items(new)}

    def build_place(first: int | None, second: int | None) -> _Place:
        items, number = (new, second) if second is not None else (old, first or 0)
        name = names[id(items)][number] or (names[id(old)][first] if first is not None else "")
        name = name or _conditions_key(items.items[number]) or str(number + 1)
        return place.entry(name, first if first is not None else number, number, own_name=True)

    for first, second in sorted(pairs, key=lambda pair: pair[1]):
        yield from _compare(old.items[first], new.items[second], build_place(first, second))
    matched_old, matched_new = {first for first, _ in pairs}, {second for _, second in pairs}
    for number, item in enumerate(old.items):
        if number not in matched_old:
            yield build_place(number, None).change("removed", item, None)
    for number, item in enumerate(new.items):
        if number not in matched_new:
            yield build_place(None, number).change("added", None, item)
    if old.ordered or new.ordered:
        yield from _compare_positions(pairs, build_place)


def _compare_positions(pairs: list[Pair], build_place: _PlaceBuilder) -> Iterator[Change]:
    by_old = [str(second) for _, second in sorted(pairs)]
    by_new = [str(second) for second in sorted(second for _, second in pairs)]
    before = {second: first for first, second in pairs}
    for number in map(int, _find_moved(by_old, by_new)):
        first = before[number]
        places = Leaf(str(first + 1), f"place {first + 1}"), Leaf(str(number + 1), f"place {number + 1}")
        yield build_place(first, number).change("moved", *places)


def _match(old: ListNode, new: ListNode) -> list[Pair]:
    """Which entry became which: the same ones first, then those of one name, then those of the same content under
    another name, then those that are left, in order, where one side is left with one or has no names for them."""
    pairs: list[Pair] = []
    left_old, left_new = list(range(len(old.items))), list(range(len(new.items)))
    for key in (_full_key, _name_key, _content_key):
        keyed = [(number, key(old, number)) for number in left_old], [(n, key(new, n)) for n in left_new]
        found = _pair_in_sequence(*keyed) if old.ordered and key is _full_key else _pair_by_key(*keyed)
        pairs += found
        firsts, seconds = {first for first, _ in found}, {second for _, second in found}
        left_old = [number for number in left_old if number not in firsts]
        left_new = [number for number in left_new if number not in seconds]
    named = [[_name_key(items, n) for n in left] for items, left in ((old, left_old), (new, left_new))]
    if len(left_old) == 1 == len(left_new) or not all(any(names) for names in named):
        pairs += zip(left_old, left_new, strict=False)
    return pairs


def _pair_by_key(old: Sequence[_Keyed], new: Sequence[_Keyed]) -> list[Pair]:
    """Those of one key, those at one place before others."""
    by_place = dict(new)
    pairs = [(number, number) for number, key in old if key and by_place.get(number) == key]
    paired = {number for number, _ in pairs}
    free: dict[str, deque[int]] = {}
    for number, key in new:
        if number not in paired:
            free.setdefault(key, deque()).append(number)
    rest = [(number, key) for number, key in old if number not in paired]
    return pairs + [(number, free[key].popleft()) for number, key in rest if key and free.get(key)]


def _pair_in_sequence(old: Sequence[_Keyed], new: Sequence[_Keyed]) -> list[Pair]:
    """The same where order counts and entries repeat: what follows upon one another in both, before all others."""
    pairs: list[Pair] = []
    if max(len(old), len(new)) <= _MOST_IN_SEQUENCE:
        matcher = SequenceMatcher(None, [key for _, key in old], [key for _, key in new], autojunk=False)
        for first, second, length in matcher.get_matching_blocks():
            pairs += [(old[first + n][0], new[second + n][0]) for n in range(length)]
    firsts, seconds = {first for first, _ in pairs}, {second for _, second in pairs}
    rest = [one for one in old if one[0] not in firsts], [one for one in new if one[0] not in seconds]
    return pairs + _pair_by_key(*rest)


def _full_key(items: ListNode, number: int) -> str:
    return repr(to_plain_form(items.items[number]))


def _name_key(items: ListNode, number: int) -> str:
    item = items.items[number]
    return name_item(item, items.identity) or _conditions_key(item)


def _conditions_key(item: Node) -> str:
    """A rule of a table is named by its conditions."""
    if not isinstance(item, GroupNode) or "then" not in item.entries:
        return ""
    stated = {key: node for key, node in item.entries.items() if key != "then"}
    return ", ".join(f"{item.keys[key]} {_format_node(node)}" for key, node in sorted(stated.items()))


def _format_node(node: Node) -> str:
    if isinstance(node, Leaf):
        return node.shown
    if isinstance(node, ListNode):
        return " or ".join(_format_node(item) for item in node.items)
    return ", ".join(f"{node.keys[key]} {_format_node(below)}" for key, below in sorted(node.entries.items()))


def _content_key(items: ListNode, number: int) -> str:
    """An entry without what names it."""
    item = items.items[number]
    if not isinstance(item, GroupNode):
        return ""
    names = items.identity or tuple(key for key in item.entries if key != "then")
    rest = {key: to_plain_form(node) for key, node in sorted(item.entries.items()) if key not in names}
    return repr(rest) if rest else ""
