"""What a change does, and to whom: one table from the place of a change to its class.

A class says what follows. What a regulator has approved is a text; a change of what is charged, paid, limited or done
at the table is a change of that text. A class never says that a change is allowed: it says what has to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from compliance.comparison.canonical import OPEN, GroupNode, Leaf, ListNode, Node
from compliance.comparison.changes import Change

Needs: TypeAlias = Literal["new approval and notice", "new approval", "a person", "nothing"]


class ChangeClass(NamedTuple):
    """A kind of change: its name, what it does in words, and what it needs before it is used."""

    name: str
    effect: str
    needs: Needs


COSTS_MORE: Final = ChangeClass("costs-more", "costs the player more", "new approval and notice")
COSTS_LESS: Final = ChangeClass("costs-less", "costs the player less", "new approval and notice")
CHARGED_OTHERWISE: Final = ChangeClass("charged-otherwise", "is charged in another way", "new approval and notice")
PAYS_LESS: Final = ChangeClass("pays-less", "pays the player less", "new approval and notice")
PAYS_MORE: Final = ChangeClass("pays-more", "pays the player more", "new approval and notice")
PAYS_OTHERWISE: Final = ChangeClass("pays-otherwise", "pays in another way", "new approval and notice")
BANK: Final = ChangeClass("bank", "changes who may bank, or for how long", "new approval")
LIMIT: Final = ChangeClass("limit", "moves a limit", "new approval and notice")
PLAY: Final = ChangeClass("play", "changes how the game is dealt, played or settled", "new approval")
WITHDRAWN: Final = ChangeClass("statement-withdrawn", "withdraws a statement", "new approval")
STATED: Final = ChangeClass("statement-made", "makes or changes a statement", "new approval")
OPENED: Final = ChangeClass("opened", "leaves open what was settled", "a person")
SETTLED: Final = ChangeClass("settled", "settles what was open", "a person")
SCOPE: Final = ChangeClass("scope", "changes what the document is for", "new approval")
APPROVAL: Final = ChangeClass("approval", "changes what is said of the approval", "a person")
PAPER: Final = ChangeClass("paper", "is about the paper and not about the rules", "nothing")
WORDING: Final = ChangeClass("wording", "changes wording only", "nothing")
FIGURES: Final = ChangeClass("figures-in-words", "changes words that hold a figure", "a person")

CLASSES: Final = (
    COSTS_MORE,
    COSTS_LESS,
    CHARGED_OTHERWISE,
    PAYS_LESS,
    PAYS_MORE,
    PAYS_OTHERWISE,
    BANK,
    LIMIT,
    PLAY,
    WITHDRAWN,
    STATED,
    OPENED,
    SETTLED,
    SCOPE,
    APPROVAL,
    FIGURES,
    PAPER,
    WORDING,
)


class _Scale(NamedTuple):
    """Classes for an amount that grew, one that shrank, and one that cannot be compared. Where there is no cap,
    anything goes: a new one makes it less."""

    up: ChangeClass
    down: ChangeClass
    other: ChangeClass
    cap: bool = False


_CHARGE: Final = _Scale(COSTS_MORE, COSTS_LESS, CHARGED_OTHERWISE)
_MOST_CHARGED: Final = _CHARGE._replace(cap=True)
_PAY: Final = _Scale(PAYS_MORE, PAYS_LESS, PAYS_OTHERWISE)
_MOST_PAID: Final = _PAY._replace(cap=True)

# A sum or a share in running text.
_FIGURE: Final = re.compile(r"\$\s*\d[\d,.]*|[\w,.]+\s*(?:%|percent\b|dollars?\b|cents?\b)")

# The first row whose pattern fits decides. `*` is a name of the writer's own or an item of a list, `**` is anything
# below; a pattern also fits everything below the place that it names.
_TABLE: Final[tuple[tuple[str, ChangeClass | _Scale], ...]] = (
    ("reading", PAPER),
    ("title", WORDING),
    ("aliases", WORDING),
    ("version", APPROVAL),
    ("dated", APPROVAL),
    ("glossary", PLAY),
    ("references", STATED),
    ("not-for-play", SCOPE),
    ("options / * / title", WORDING),
    ("options / * / option", WORDING),
    ("tables / * / title", WORDING),
    ("wagers / * / name", WORDING),
    ("wagers / * / aliases", WORDING),
    ("envy / name", WORDING),
    ("envy / aliases", WORDING),
    ("irregularities", PLAY),
    ("house-choices", PLAY),
    ("approval", APPROVAL),
    ("games / * / approval", APPROVAL),
    ("submission", APPROVAL),
    ("statements", STATED),
    ("terms / notice", STATED),
    ("terms / posted", STATED),
    ("house-rules", STATED),
    ("document", SCOPE),
    ("id", SCOPE),
    ("jurisdiction", SCOPE),
    ("locality", SCOPE),
    ("establishment", SCOPE),
    ("owner", SCOPE),
    ("licensee", SCOPE),
    ("family", SCOPE),
    ("other-family-names", SCOPE),
    ("separate-games", SCOPE),
    ("games", SCOPE),
    ("covers", SCOPE),
    ("effective", SCOPE),
    ("superseded-by", SCOPE),
    ("options / * / for", SCOPE),
    ("options / * / not-for-play", SCOPE),
    ("bank", BANK),
    ("wagers / * / banked-by", BANK),
    ("envy / banked-by", BANK),
    ("envies / * / banked-by", BANK),
    ("options / * / table-limit", LIMIT),
    ("options / * / wager", LIMIT),
    ("options / * / players", LIMIT),
    ("options / * / stakes", LIMIT),
    ("options / * / buy-in", LIMIT),
    ("table-limits", LIMIT),
    ("unit", LIMIT),
    ("local", LIMIT),
    ("options / * / collections / * / at-most", _MOST_CHARGED),
    ("options / * / collections / * / bands / *", _CHARGE),
    ("options / * / collections / * / fee", _CHARGE),
    ("options / * / collections / * / without-flop", _CHARGE),
    ("options / * / collections / * / jackpot-drop", _CHARGE),
    ("options / * / collections", CHARGED_OTHERWISE),
    ("options", CHARGED_OTHERWISE),
    ("fees / commission", _CHARGE),
    ("fees / charges / *", _CHARGE),
    ("fees", CHARGED_OTHERWISE),
    ("terms", CHARGED_OTHERWISE),
    ("wagers / * / commission", _CHARGE),
    ("wagers / * / commission-on", CHARGED_OTHERWISE),
    ("wagers / * / commission-waived", CHARGED_OTHERWISE),
    ("tournament / entry-fee", _CHARGE),
    ("tournament / other-fees", _CHARGE),
    ("player-jackpot / administrative-fee", _CHARGE),
    ("betting / cut-fee", _CHARGE),
    ("betting / cut-fee-to", CHARGED_OTHERWISE),
    ("wagers / * / pays", _PAY),
    ("wagers / * / pays-as", PAYS_OTHERWISE),
    ("wagers / * / if-several", PAYS_OTHERWISE),
    ("dealer / otherwise", _PAY),
    ("envy / pays", _PAY),
    ("envies / * / pays", _PAY),
    ("progressive / pays", _PAY),
    ("progressives / * / pays", _PAY),
    ("progressive / seed", _PAY),
    ("progressive / contribution", _PAY),
    ("progressive / cap", _MOST_PAID),
    ("progressives / * / seed", _PAY),
    ("progressives / * / contribution", _PAY),
    ("progressives / * / cap", _MOST_PAID),
    ("house-jackpot / amount", _PAY),
    ("aggregate / amount", _MOST_PAID),
    ("aggregate / per-player", _MOST_PAID),
    ("aggregates / * / amount", _MOST_PAID),
    ("aggregates / * / per-player", _MOST_PAID),
    ("aggregates", PAYS_OTHERWISE),
    ("aggregate", PAYS_OTHERWISE),
    ("envy", PAYS_OTHERWISE),
    ("envies", PAYS_OTHERWISE),
    ("progressive", PAYS_OTHERWISE),
    ("progressives", PAYS_OTHERWISE),
    ("house-jackpot", PAYS_OTHERWISE),
    ("player-jackpot", PAYS_OTHERWISE),
    ("prizes", PAYS_OTHERWISE),
    ("extra-prizes", PAYS_OTHERWISE),
    ("claims", STATED),
    ("wagers / * / minimum", LIMIT),
    ("wagers / * / maximum", LIMIT),
    ("wagers / * / at-least", LIMIT),
    ("wagers / * / at-most", LIMIT),
    ("wagers / * / equals", LIMIT),
    ("wagers / * / may-exceed", LIMIT),
    ("wagers / * / limit-set-by", LIMIT),
    ("table / minimum", LIMIT),
    ("table / maximum", LIMIT),
    ("table / players", LIMIT),
    ("table / seats", LIMIT),
    ("table / per-space", LIMIT),
    ("betting / maximum", LIMIT),
    ("betting / all-in-maximum", LIMIT),
    ("betting / first-round-maximum", LIMIT),
    ("betting / stakes", LIMIT),
    ("betting / buy-in", LIMIT),
    ("**", PLAY),
)


def classify_change(change: Change) -> ChangeClass:
    """The class of a change; of one that is read in several places, the first class of the list that it has there."""
    return min((_classify_one(one) for one in (change, *change.further_changes)), key=CLASSES.index)


def _classify_one(change: Change) -> ChangeClass:
    """By what became open or settled, then by its place, then by whether it grew or shrank."""
    found = _find_row(change.pattern)
    if found is PAPER:
        return _classify_paper_change(change)
    if found is WORDING:
        return FIGURES if _find_figures(change.old) != _find_figures(change.new) else WORDING
    if change.new == OPEN:
        return OPENED
    if change.old == OPEN and change.kind == "changed":
        return SETTLED
    if isinstance(found, _Scale):
        # A band under another name has other ends; what it costs is the same.
        return LIMIT if change.kind == "renamed" and found is _CHARGE else _classify_by_amount(change, found)
    if found is STATED and change.kind == "removed":
        return WITHDRAWN
    return found


def _classify_paper_change(change: Change) -> ChangeClass:
    """What is known of the paper: text that is lost leaves facts open, and facts that are said again are said."""
    block = change.new if isinstance(change.new, GroupNode) else change.old
    parts = change.pattern.split(" / ")[1:2] or (list(block.entries) if isinstance(block, GroupNode) else [])
    gone = change.kind == "removed"
    if not {"lost", "ambiguous", "unclear"}.isdisjoint(parts):
        return SETTLED if gone else OPENED
    if "said-again" in parts:
        return WITHDRAWN if gone else STATED
    return PAPER


@lru_cache(maxsize=1024)
def _find_row(pattern: str) -> ChangeClass | _Scale:
    steps = pattern.split(" / ")
    return next(found for row, found in _TABLE if row == "**" or _is_match(row.split(" / "), steps))


def _is_match(row: list[str], steps: list[str]) -> bool:
    return len(row) <= len(steps) and all(one in ("*", other) for one, other in zip(row, steps, strict=False))


def _classify_by_amount(change: Change, scale: _Scale) -> ChangeClass:
    """More, less, or neither. What is added where money is paid is more of it, what is taken away is less; a cap is the
    other way round."""
    if change.kind in ("added", "removed"):
        more = (change.kind == "added") != scale.cap
        node = change.new if change.kind == "added" else change.old
        return (scale.up if more else scale.down) if _has_amount(node) else scale.other
    if change.kind == "changed" and isinstance(change.old, Leaf) and isinstance(change.new, Leaf):
        old, new = change.old.amount, change.new.amount
        if old is not None and new is not None and old != new and _is_comparable(change.old, change.new):
            return scale.up if new > old else scale.down
    return scale.other


def _is_comparable(old: Leaf, new: Leaf) -> bool:
    """Whether two amounts can be compared: they have one measure, or one of them is nothing, which is less than
    anything of any kind."""
    return old.measure == new.measure or min(old.amount or 0, new.amount or 0) <= 0


def _find_figures(node: Node | None) -> list[str]:
    """The sums and shares that a text names: `$9`, `5%`, `five dollars`."""
    if isinstance(node, Leaf):
        return _FIGURE.findall(node.shown.casefold())
    return [figure for one in _list_below(node) for figure in _find_figures(one)]


def _has_amount(node: Node | None) -> bool:
    if isinstance(node, Leaf):
        return node.amount is not None and node.amount > 0
    return any(_has_amount(one) for one in _list_below(node))


def _list_below(node: Node | None) -> Iterable[Node]:
    if isinstance(node, ListNode):
        return node.items
    return node.entries.values() if isinstance(node, GroupNode) else ()
