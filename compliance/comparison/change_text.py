"""A change in words: `Option 3, player-dealer, $101-$300: $2 -> $3`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from compliance.comparison.canonical import GroupNode, Leaf, ListNode, Node
from compliance.comparison.changes import Change

_MOST_PARTS: Final = 6
_MOST_OPTIONS: Final = 20

# What stands for a key and the name or number below it. A key that is not here is said as it is written.
_NOUNS: Final[Mapping[str, str]] = {
    "options": "Option",
    "collections": "",
    "bands": "",
    "wagers": "Wager",
    "hands": "Hand",
    "tables": "Table",
    "rules": "rule",
    "statements": "Statement",
    "round": "Step",
    "claims": "Claim",
    "games": "Game",
    "glossary": "Word",
    "references": "Reference",
    "irregularities": "Irregularity",
    "house-choices": "House choice",
    "aggregates": "Aggregate limit",
    "envies": "Envy",
    "progressives": "Progressive",
}


def describe_subject(change: Change) -> str:
    """What changed, by names a person knows: the option's number, the payer, the band."""
    words = _join_names(change.trail, change.pattern)
    return words[:1].upper() + words[1:]


def _join_names(trail: Sequence[str], pattern: str) -> str:
    parts: list[str] = []
    names = zip(trail, pattern.split(" / ") if pattern else (), strict=True)
    for said, step in names:
        noun = _NOUNS.get(said) if step != "*" else None
        if noun is not None and step != "*":
            parts.append(f"{noun}\0")
        elif parts and parts[-1].endswith("\0"):
            parts[-1] = f"{parts[-1][:-1]} {said}".strip()
        else:
            parts.append(said.replace("-", " ") if step != "*" else said)
    if parts and parts[-1] == "\0":
        parts[-1] = trail[-1]
    return ", ".join(part.rstrip("\0") for part in parts)


def describe_change(change: Change) -> str:
    """The change in one line. What one edit changes in several options is said once, with all of them."""
    if not change.further_changes:
        return _describe_one(describe_subject(change), change)
    where: dict[str, list[str]] = {}
    for one in (change, *change.further_changes):
        head, rest = _split_option(one)
        places = where.setdefault(_describe_one(rest, one), [])
        places += [head] if head not in places else []
    heads: dict[str, list[str]] = {}
    for words, places in where.items():
        heads.setdefault(_name_options(places), []).append(words)
    return "; ".join(f"{head}{', ' if head else ''}{'; '.join(told)}" for head, told in heads.items())


def _split_option(change: Change) -> tuple[str, str]:
    """The option that a change is in, and what of it changed."""
    if change.trail[:1] != ("options",):
        return "", describe_subject(change)
    return change.trail[1], _join_names(change.trail[2:], change.pattern.partition(" / * / ")[2])


def _name_options(names: Sequence[str]) -> str:
    if not names[-1]:
        return ""
    if len(names) == 1:
        return f"Option {names[0]}"
    shown = names if len(names) <= _MOST_OPTIONS else [*names[:_MOST_OPTIONS], f"{len(names) - _MOST_OPTIONS} more"]
    return f"Options {', '.join(shown[:-1])} and {shown[-1]}"


def _describe_one(what: str, change: Change) -> str:
    if change.kind == "added":
        return f"{what}: added{_format_node(change.new)}"
    if change.kind == "removed":
        return f"{what}: removed{_format_node(change.old)}"
    if change.kind == "renamed":
        return f"{what}: was {summarize_node(change.old)}"
    if change.kind == "moved":
        return f"{what}: moved from {summarize_node(change.old)} to {summarize_node(change.new)}"
    return f"{what}: {summarize_node(change.old)} -> {summarize_node(change.new)}"


def _format_node(node: Node | None) -> str:
    shown = summarize_node(node)
    return f": {shown}" if shown else ""


def summarize_node(node: Node | None) -> str:
    """A value as it is read; of a group or a list the first few."""
    if node is None:
        return "nothing"
    if isinstance(node, Leaf):
        return node.shown
    if isinstance(node, ListNode):
        shown = [summarize_node(item) for item in node.items[:_MOST_PARTS]]
        left = len(node.items) - len(shown)
    else:
        assert isinstance(node, GroupNode)
        entries = list(node.entries.items())
        shown = [f"{node.keys[key]} {summarize_node(value)}" for key, value in entries[:_MOST_PARTS]]
        left = len(entries) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left else "")
