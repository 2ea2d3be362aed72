"""The canonical form of a document: its model with exact values, and nothing of how it was written down.

The order of keys, quotes, comments, anchors, flow or block style, `$5` or `$5.00`, and the lines of the source
make no difference. Every value does; so does a fact that is marked as open. Where order is itself a value (hands stand
best first, a round has steps, the first match of a table wins) it is kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pydantic import BaseModel

from compliance.documents.charges import read_band
from compliance.documents.domains import list_texts, merge_runs, parse_span
from compliance.documents.sentences import fingerprint_sentence
from compliance.documents.shared_options import SHARED_KEYS
from compliance.documents.values import UNCLEAR, NoPayout, Odds, Unreadable, show_money, show_percent

if TYPE_CHECKING:
    from compliance.documents.models import AnyDocument
    from compliance.source.routes import Route

# Where something was read: no part of what is meant. The note of a step is: it says what happens there.
_REMARK_KEYS: Final = frozenset({"source", "at"})
# How options come to what they say, by block: each has all of it in it, whether it was written there or taken over.
_SHARED_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "Schedule": SHARED_KEYS,
    "Option": ("group",),
    "Collection": ("uses",),
}
# What a block says by saying nothing.
_DEFAULTS: Final[Mapping[str, tuple[str, object]]] = {"Collection": ("by", "nothing"), "Hands": ("ranked", True)}
# What a row of a pay table is worth that wins nothing: the stake comes back, or it does not.
_UNPAID: Final = {"pushes": Fraction(0), "loses": Fraction(-1)}
# The parts of exact values that only keep how they were written.
_NOTATION_PARTS: Final = frozenset({"text", "said"})

# What tells the entries of a list from one another, by the key of the list: the first of them that an entry has.
IDENTITIES: Final[Mapping[str, tuple[str, ...]]] = {
    "options": ("option",),
    "collections": ("payer", "by", "when", "type", "per"),
    "games": ("game", "as", "printed"),
    "round": ("step", "way"),
    "claims": ("what", "wager", "table", "other-players", "stake"),
    "references": ("kind", "to"),
    "points-to": ("kind", "to"),
    "irregularities": ("when",),
    "house-choices": ("what",),
    "not-for-play": ("option", "what"),
    "activities": ("name", "kind"),
    "aggregates": ("covers",),
    "envies": ("name",),
    "progressives": ("wager",),
    "lost": ("touches",),
    "ambiguous": ("touches",),
    "unclear": ("touches",),
}
# Lists whose order is part of what they say.
_ORDERED_LISTS: Final = frozenset({"round", "order"})


class Leaf(NamedTuple):
    """One value: what it is, how people read it, and how much of what it is where that can be told: two amounts are
    compared when they have one measure. One of several values to choose from has them all in `each`."""

    exact: str
    shown: str
    amount: Fraction | None = None
    measure: str = ""
    each: tuple[str, ...] = ()


class GroupNode(NamedTuple):
    """Entries by key, with each key as it is written, and which of them are names of the writer's own. `order` holds
    the keys where their order says something. What is `aside` can be looked up and is no part of what is meant."""

    entries: dict[str, Node]
    keys: dict[str, str]
    own: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    hidden: Mapping[str, Node] = MappingProxyType({})


class ListNode(NamedTuple):
    """A list in the order of the document. Without `ordered` it is a set."""

    items: list[Node]
    identity: tuple[str, ...]
    ordered: bool


Node: TypeAlias = Leaf | GroupNode | ListNode

OPEN: Final = Leaf("open", UNCLEAR)
_SENTENCE: Final = "sentence "
_NOTHING_OPEN: Final[Mapping[Route, str]] = {}


class CanonicalForm(NamedTuple):
    """What a document means."""

    kind: str
    name: str
    tree: GroupNode
    # What entries of its lists are called, by identity of the list: found when it is first asked for.
    names: dict[int, list[str]]

    def item_names(self, items: ListNode) -> list[str]:
        """What each entry of a list is called among its neighbours."""
        if id(items) not in self.names:
            self.names[id(items)] = name_items(items)
        return self.names[id(items)]

    @property
    def fingerprint(self) -> str:
        """The same for as long as the document means the same."""
        return sha256(json.dumps(to_plain_form(self.tree), ensure_ascii=True).encode()).hexdigest()


def build_canonical_form(document: AnyDocument, open_facts: Mapping[Route, str] = _NOTHING_OPEN) -> CanonicalForm:
    """The meaning of a document, with the facts that its file leaves open, and the sentences that stand there."""
    tree = _build_group(document)
    for route, sentence in open_facts.items():
        _mark_open(tree, route, sentence)
    return CanonicalForm(document.document, document.id or document.title, tree, {})


def build_sentence(sentence: str) -> Leaf:
    """A sentence that nobody chose the meaning of: the same for as long as it says the same."""
    return Leaf(f"{_SENTENCE}{fingerprint_sentence(sentence)}", sentence)


def is_unread_sentence(leaf: Leaf) -> bool:
    """Whether a value is a sentence that nobody chose the meaning of."""
    return leaf.exact.startswith(_SENTENCE)


def to_plain_form(node: Node) -> Any:
    """A node as plain data in one order, whatever the order in which it was written."""
    if isinstance(node, Leaf):
        return node.exact
    if isinstance(node, ListNode):
        items = [to_plain_form(item) for item in node.items]
        return items if node.ordered else sorted(items, key=json.dumps)
    entries = [[key, to_plain_form(value)] for key, value in sorted(node.entries.items())]
    return [entries, list(node.order)] if node.order else [entries]


def is_same_node(one: Node, other: Node) -> bool:
    """Whether two nodes mean the same."""
    return bool(to_plain_form(one) == to_plain_form(other))


def name_item(item: Node, identity: Iterable[str]) -> str:
    """What an entry of a list is called, by all that tells it from the others."""
    if isinstance(item, Leaf):
        return item.shown
    if isinstance(item, GroupNode):
        parts = [item.entries[key] for key in identity if key in item.entries]
        return ", ".join(_summarize(part) for part in parts)
    return ""


def name_items(items: ListNode) -> list[str]:
    """The same for each entry with no more than is needed among its neighbours: `player-dealer` where only one
    collection is his."""
    found = [""] * len(items.items)
    for length in range(1, len(items.identity) + 1):
        names = [name_item(item, items.identity[:length]) for item in items.items]
        times = Counter(names)
        found = [known or (name if times[name] == 1 else "") for known, name in zip(found, names, strict=True)]
    return [known or name_item(item, items.identity) for known, item in zip(found, items.items, strict=True)]


def _summarize(node: Node) -> str:
    if isinstance(node, Leaf):
        return node.shown
    return ", ".join(_summarize(item) for item in (node.items if isinstance(node, ListNode) else node.entries.values()))


# --- from a model -----------------------------------------------------------------------------------------------------


def _build_group(block: BaseModel) -> GroupNode:
    """A block: its fields, and the entries of the writer's own names."""
    own = block.__pydantic_extra__ or {}
    kind = type(block).__name__
    exact = {key: _band_key(key) if kind == "Bands" else key for key in own}
    aside: dict[str, Node] = {}
    group = GroupNode({}, {}, frozenset(exact.values()), _hand_order(block), aside)
    ordered = bool(getattr(block, "first_match", None))
    for name, field in type(block).model_fields.items():
        key = field.alias or name
        value = block.__dict__.get(name)
        if key in _REMARK_KEYS or _is_empty(value) or (key, value) == _DEFAULTS.get(kind):
            continue
        if key in _SHARED_KEYS.get(kind, ()):
            aside[key] = _build_node(value, key)
            continue
        group.entries[key] = _build_node(value, key, ordered)
        group.keys[key] = key
    for key, value in own.items():
        group.entries[exact[key]] = _build_choice(value) if kind == "DecisionRule" else _build_node(value, key)
        group.keys[exact[key]] = key
    return group


def _hand_order(block: BaseModel) -> tuple[str, ...]:
    """Hands stand best first, unless the document says that their order is none."""
    if type(block).__name__ != "Hands" or block.__dict__.get("ranked") is False:
        return ()
    return tuple(block.__pydantic_extra__ or {})


def _build_node(value: Any, key: str, ordered: bool = False) -> Node:
    if isinstance(value, BaseModel):
        return _build_group(value)
    if isinstance(value, dict):
        kept = {str(name): _build_choice(below) for name, below in value.items()}
        return GroupNode(kept, {name: name for name in kept}, frozenset(kept))
    if isinstance(value, list):
        rules = key == "rules"
        identity = IDENTITIES.get(key, ())
        return ListNode(
            [_build_node(item, "") for item in value], identity, key in _ORDERED_LISTS or (rules and ordered)
        )
    return build_leaf(value)


def _build_choice(written: Any) -> Node:
    """What an input of a table may be: numbers in whatever ranges they are written, words in any order."""
    texts = [one.strip() for one in list_texts(written)]
    nested = any(isinstance(one, (dict, list)) for one in (written if isinstance(written, list) else [written]))
    if nested or not texts:
        return _build_node(written, "")
    spans = merge_runs(
        (span for text in texts if (span := parse_span(text)) is not None and span[0] <= span[1]), near=1
    )
    numbers = [str(low) if low == high else f"{low}-{high}" for low, high in spans]
    each = [*numbers, *sorted({text for text in texts if (span := parse_span(text)) is None or span[0] > span[1]})]
    return Leaf(json.dumps(each), " or ".join(each), each=tuple(each))


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, (list, dict)) and not value)


def build_leaf(value: Any) -> Leaf:
    """An exact value: how it is compared, how it is shown, how much it is."""
    if isinstance(value, bool):
        return Leaf("yes" if value else "no", "yes" if value else "no")
    if isinstance(value, int):
        return Leaf(str(value), f"{value:,}", Fraction(value), "number")
    if isinstance(value, Decimal):
        return Leaf(show_money(value), show_money(value), Fraction(value), "money")
    if isinstance(value, Fraction):
        return Leaf(f"{value.numerator}/{value.denominator}", show_percent(value), value, "share")
    if isinstance(value, Odds):
        return Leaf(f"odds {value.ratio}", str(value), value.ratio, "odds")
    if isinstance(value, NoPayout):
        return Leaf(value.word, value.word, _UNPAID.get(value.word), "odds")
    if isinstance(value, date):
        return Leaf(value.isoformat(), value.isoformat())
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _build_compound(value)
    # Where a text was broken into lines says nothing.
    return Leaf(" ".join(str(value).split()), str(value))


def _build_compound(value: Any) -> Leaf:
    """A value of several parts, such as a fee: it is the same when its parts are, whatever its text."""
    parts = {name: part for name, part in value._asdict().items() if name not in _NOTATION_PARTS}
    exact = json.dumps({name: _exact_part(part) for name, part in parts.items()}, sort_keys=True)
    amounts = {name: part for name, part in parts.items() if type(part) in (Decimal, Fraction, int)}
    charged = {name: Fraction(part) for name, part in amounts.items() if part}
    first = next(iter(charged), "")
    rest = {name: str(part) for name, part in parts.items() if name not in amounts and part is not None}
    # Dollars an hour are compared with dollars an hour, a share of the pot with a share of the pot.
    measure = json.dumps([type(value).__name__, first, rest], sort_keys=True)
    return Leaf(exact, str(value), charged.get(first, Fraction(0)) if amounts else None, measure)


def _exact_part(part: Any) -> Any:
    if isinstance(part, tuple) and not hasattr(part, "_asdict"):
        return [_exact_part(one) for one in part]
    return None if part is None else build_leaf(part).exact


def _band_key(text: str) -> str:
    try:
        return build_leaf(read_band(text)).exact
    except Unreadable:
        return text


def _mark_open(tree: GroupNode, route: Route, sentence: str) -> None:
    """A fact that is left open is not there in the model; that it is open belongs to what the document says, and so
    does the sentence that stands there."""
    node: Node = tree
    if route[0] in tree.hidden:
        return
    for step in route[:-1]:
        found = get_child(node, step)
        if found is None:
            if not isinstance(node, GroupNode):
                return
            found = GroupNode({}, {})
            node.entries[str(step)] = found
            node.keys[str(step)] = str(step)
        node = found
    last = str(route[-1])
    if isinstance(node, ListNode) and sentence:  # an entry that nobody has read; the others are there
        node.items.append(build_sentence(sentence))
    if isinstance(node, GroupNode) and last not in node.entries and last not in _REMARK_KEYS:
        # Where the sentence stands beside, it is an entry of its own.
        node.entries[last] = build_sentence(sentence) if sentence and "says" not in node.entries else OPEN
        node.keys[last] = last


def get_child(node: Node, step: str | int) -> Node | None:
    """What stands under a key, or at a position, as the document has it."""
    if isinstance(node, GroupNode):
        found = next((exact for exact, key in node.keys.items() if key == step), None)
        return node.entries[found] if found is not None else node.hidden.get(str(step))
    if isinstance(node, ListNode) and isinstance(step, int) and step < len(node.items):
        return node.items[step]
    return None
