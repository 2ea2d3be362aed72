"""What a change does, and to whom: one table from the place of a change to its class.

A class says what follows. What a regulator has approved is a text; a change of what is charged, paid, limited or done
at the table is a change of that text. A class never says that a change is allowed: it says what has to be looked at.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from compliance.meaning.canonical import OPEN, Group, Items, Leaf, Node
from compliance.meaning.changes import Change

Needs: TypeAlias = Literal["new approval and notice", "new approval", "a person", "nothing"]


class Class(NamedTuple):
    """A kind of change: its name, what it does in words, and what it needs before it is used."""

    name: str
    does: str
    needs: Needs


COSTS_MORE: Final = Class("costs-more", "costs the player more", "new approval and notice")
COSTS_LESS: Final = Class("costs-less", "costs the player less", "new approval and notice")
CHARGED_OTHERWISE: Final = Class("charged-otherwise", "is charged in another way", "new approval and notice")
PAYS_LESS: Final = Class("pays-less", "pays the player less", "new approval and notice")
PAYS_MORE: Final = Class("pays-more", "pays the player more", "new approval and notice")
PAYS_OTHERWISE: Final = Class("pays-otherwise", "pays in another way", "new approval and notice")
BANK: Final = Class("bank", "changes who may bank, or for how long", "new approval")
LIMIT: Final = Class("limit", "moves a limit", "new approval and notice")
PLAY: Final = Class("play", "changes how the game is dealt, played or settled", "new approval")
WITHDRAWN: Final = Class("statement-withdrawn", "withdraws a statement", "new approval")
STATED: Final = Class("statement-made", "makes or changes a statement", "new approval")
OPENED: Final = Class("opened", "leaves open what was settled", "a person")
SETTLED: Final = Class("settled", "settles what was open", "a person")
SCOPE: Final = Class("scope", "changes what the document is for", "new approval")
APPROVAL: Final = Class("approval", "changes what is said of the approval", "a person")
PAPER: Final = Class("paper", "is about the paper and not about the rules", "nothing")
WORDING: Final = Class("wording", "changes wording only", "nothing")

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
    PAPER,
    WORDING,
)


class _Scale(NamedTuple):
    """Classes for an amount that grew, one that shrank, and one that cannot be compared."""

    up: Class
    down: Class
    other: Class


_CHARGE: Final = _Scale(COSTS_MORE, COSTS_LESS, CHARGED_OTHERWISE)
_PAY: Final = _Scale(PAYS_MORE, PAYS_LESS, PAYS_OTHERWISE)

# The first row whose pattern fits decides. `*` is a name of the writer's own or an item of a list, `**` is anything
# below; a pattern also fits everything below the place that it names.
_TABLE: Final[tuple[tuple[str, Class | _Scale], ...]] = (
    ("reading", PAPER),
    ("title", WORDING),
    ("aliases", WORDING),
    ("version", WORDING),
    ("dated", WORDING),
    ("glossary", WORDING),
    ("references", WORDING),
    ("not-for-play", WORDING),
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
    ("bank / uncovered-wagers", BANK),
    ("bank", BANK),
    ("options / * / table-limit", LIMIT),
    ("options / * / wager", LIMIT),
    ("options / * / players", LIMIT),
    ("options / * / stakes", LIMIT),
    ("options / * / buy-in", LIMIT),
    ("table-limits", LIMIT),
    ("unit", LIMIT),
    ("local", LIMIT),
    ("options / * / collections / * / at-most", _CHARGE),
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
    ("tournament / entry-fee", _CHARGE),
    ("tournament / other-fees", _CHARGE),
    ("player-jackpot / administrative-fee", _CHARGE),
    ("betting / cut-fee", _CHARGE),
    ("wagers / * / pays", _PAY),
    ("envy / pays", _PAY),
    ("envies / * / pays", _PAY),
    ("progressive / pays", _PAY),
    ("progressives / * / pays", _PAY),
    ("progressive / seed", _PAY),
    ("progressive / contribution", _PAY),
    ("house-jackpot / amount", _PAY),
    ("aggregate / amount", _PAY),
    ("aggregate / per-player", _PAY),
    ("aggregates / * / amount", _PAY),
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


def class_of(change: Change) -> Class:
    """The class of a change; of one that is read in several places, the first class of the list that it has there."""
    return min((_class_of(one) for one in (change, *change.also)), key=CLASSES.index)


def _class_of(change: Change) -> Class:
    """By what became open or settled, then by its place, then by whether it grew or shrank."""
    about_paper = _row(change.pattern)
    if about_paper in (PAPER, WORDING):
        return PAPER if about_paper is PAPER else WORDING
    if change.new == OPEN:
        return OPENED
    if change.old == OPEN and change.kind == "changed":
        return SETTLED
    found = about_paper
    if isinstance(found, _Scale):
        # A band under another name has other ends; what it costs is the same.
        return LIMIT if change.kind == "renamed" and found is _CHARGE else _by_amount(change, found)
    if found is STATED and change.kind == "removed":
        return WITHDRAWN
    return found


def _row(pattern: str) -> Class | _Scale:
    steps = pattern.split(" / ")
    return next(found for row, found in _TABLE if row == "**" or _fits(row.split(" / "), steps))


def _fits(row: list[str], steps: list[str]) -> bool:
    return len(row) <= len(steps) and all(one in ("*", other) for one, other in zip(row, steps, strict=False))


def _by_amount(change: Change, scale: _Scale) -> Class:
    """More, less, or neither. What is added where money is paid is more of it, what is taken away is less."""
    if change.kind == "added":
        return scale.up if _amounts(change.new) else scale.other
    if change.kind == "removed":
        return scale.down if _amounts(change.old) else scale.other
    if change.kind == "changed" and isinstance(change.old, Leaf) and isinstance(change.new, Leaf):
        old, new = change.old.amount, change.new.amount
        if old is not None and new is not None and old != new and _of_one_kind(change.old, change.new):
            return scale.up if new > old else scale.down
    return scale.other


def _of_one_kind(old: Leaf, new: Leaf) -> bool:
    """Whether two amounts can be compared: money with money, odds with odds, a share with a share. Nothing is less
    than anything of any kind."""
    return not old.amount or not new.amount or _measure(old) == _measure(new)


def _measure(leaf: Leaf) -> str:
    return "odds" if leaf.exact.startswith("odds ") else "share" if "%" in leaf.shown or "/" in leaf.exact else "money"


def _amounts(node: Node | None) -> bool:
    if isinstance(node, Leaf):
        return bool(node.amount)
    below = node.items if isinstance(node, Items) else node.entries.values() if isinstance(node, Group) else ()
    return any(_amounts(one) for one in below)
