"""Sentences about what an expression found: the fact first, then what was expected of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from compliance.checks.expressions.compiler import Compiled, Scope
from compliance.checks.expressions.quantities import show_value
from compliance.checks.expressions.results import STATED, Blamed, Result
from compliance.checks.expressions.syntax import (
    SIZES,
    Choice,
    Compare,
    FirstOf,
    Joined,
    LawValue,
    Literal,
    Not,
    Path,
    Some,
    State,
)
from compliance.checks.fact_names import label_fact
from compliance.source.routes import Route

NAME_IN_TEMPLATE: Final = re.compile(r"\{([a-z][a-z0-9.*-]*)\}")
_MOST_SHOWN: Final = 3
_HOW_MANY: Final = re.compile(r"^how many (.+?)(?: (?:the|may|are|is|a|an|one|there|it|its|of them|lie|says?)\b.*)?$")
# What is asked of an amount, and what of the opposite.
_RULES: Final[Mapping[str, tuple[str, str]]] = {
    "at most": ("at most {} allowed", "must be above {}"),
    "at least": ("at least {} required", "must be below {}"),
    "above": ("must be above {}", "at most {} allowed"),
    "below": ("must be below {}", "at least {} required"),
    "before": ("must be before {}", "may not be before {}"),
    "after": ("must be after {}", "may not be after {}"),
    "the same as": ("must be {}", "may not be {}"),
    "is": ("must be {}", "may not be {}"),
    "one of": ("must be {}", "may not be {}"),
    "none of": ("which is not allowed", "must be {}"),
}


def name_fact(route: Route) -> str:
    """A fact as the subject of a sentence: `Betting areas`, `The highest wager`."""
    words = label_fact(route)
    counted = _HOW_MANY.match(words)
    words = counted[1] if counted is not None else words
    return words[:1].upper() + words[1:]


def describe_fact(blamed: Blamed) -> str:
    """What a fact says: `Betting areas: 10`."""
    if blamed.value is None:
        return f"Not stated: {label_fact(blamed.route)}"
    return f"{name_fact(blamed.route)}: {shorten(show_value(blamed.value))}"


def shorten(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:197]}..."


def describe(compiled: Compiled, scope: Scope, truth: bool, is_fault: bool = False) -> str:
    """What a condition found, and what was asked, without a full stop. `truth` is what it came to; `is_fault` is for a
    condition that is a fault where it holds, so that what it says of an amount is the opposite of what is asked."""
    found = list(dict.fromkeys(_describe(compiled, scope, truth, False, is_fault)))
    more = f" (and {len(found) - _MOST_SHOWN} more)" if len(found) > _MOST_SHOWN else ""
    return "; ".join(found[:_MOST_SHOWN]) + more


def _describe(compiled: Compiled, scope: Scope, truth: bool, negated: bool, is_fault: bool) -> Iterable[str]:
    node, parts = compiled.node, compiled.parts
    match node:
        case Not():
            return _describe(parts[0], scope, not truth, not negated, is_fault)
        case Joined():
            results = [(part, part.run(scope)) for part in parts]
            alike = [part for part, result in results if result.state == STATED and result.value == truth]
            return [text for part in alike for text in _describe(part, scope, truth, negated, is_fault)]
        case Compare():
            return [_describe_comparison(compiled, node, scope, truth, negated, is_fault)]
        case State():
            return [_describe_state(compiled, node, scope)]
        case Some():
            return _describe_some(compiled, scope)
        case _:
            return [describe_fact(one) for one in compiled.run(scope).blamed[:1]]


def _describe_comparison(
    compiled: Compiled, node: Compare, scope: Scope, truth: bool, negated: bool, is_fault: bool
) -> str:
    left, right = (part.run(scope) for part in compiled.parts)
    if node.how.startswith("includes"):
        return _describe_list(node.how, left, right, scope, truth)
    if left.blamed and node.how in ("one of", "none of", "is"):
        decided = compiled.run(scope).blamed
        said = "; ".join(describe_fact(one) for one in decided[:_MOST_SHOWN])
    else:
        said = _describe_value(compiled.parts[0], left)
    rule = describe_rule(node.how, right, negated != (is_fault and node.how in SIZES))
    if right.blamed and isinstance(compiled.parts[1].node, (Path, FirstOf)):
        rule = f"{rule} ({label_fact(right.blamed[0].route)})"
    if truth != negated and node.how not in SIZES:
        return said
    return f"{said}; {rule}" if not rule.startswith("which") else f"{said}, {rule}"


def _describe_value(part: Compiled, result: Result) -> str:
    """A value with what it is called: a fact by its name, what is worked out by its first fact."""
    if isinstance(part.node, Path | FirstOf | Choice) and result.blamed:
        return f"{name_fact(result.blamed[0].route)}: {shorten(show_value(result.value))}"
    if not result.blamed:
        return show_value(result.value)
    return f"{name_fact(result.blamed[0].route)}: {describe_number(result)} in all"


def describe_number(result: Result) -> str:
    return shorten(show_value(result.value))


def describe_rule(how: str, right: Result, negated: bool = False) -> str:
    """What is asked: `at most 9 allowed`."""
    items = right.value if isinstance(right.value, tuple) and not hasattr(right.value, "_fields") else (right,)
    shown = [show_value(one.value) for one in items]
    words = " or ".join(shown[:8]) + (f" or one of {len(shown) - 8} others" if len(shown) > 8 else "")
    return _RULES[how][negated].format(words)


def _describe_list(how: str, left: Result, right: Result, scope: Scope, truth: bool) -> str:
    held = [show_value(one.value) for one in scope.facts.list_entries(left)]
    wanted = [show_value(one.value) for one in scope.facts.list_entries(right)]
    lower = {one.lower() for one in held}
    name = name_fact(left.blamed[0].route) if left.blamed else "The list"
    if how == "includes none of" or truth:
        return f"{name}: {shorten(', '.join(held))}"
    lacks = [one for one in wanted if one.lower() not in lower]
    return f"{name}: {', '.join(lacks)} {'is' if len(lacks) == 1 else 'are'} missing"


def _describe_state(compiled: Compiled, node: State, scope: Scope) -> str:
    found = compiled.parts[0].run(scope)
    if node.how == "stated" or found.state != STATED:
        if found.state != STATED:
            return f"Not stated: {label_fact(found.blamed[0].route)}" if found.blamed else "Not stated"
        return f"{name_fact(found.blamed[0].route)}: {_show_fact(found)}" if found.blamed else "Stated"
    entries = scope.facts.list_entries(found)
    if not entries:
        return f"{name_fact(found.blamed[0].route)}: none" if found.blamed else "None found"
    said = ", ".join(show_value(one.value) for one in entries[:_MOST_SHOWN])
    name = name_fact(entries[0].blamed[0].route) if entries[0].blamed else "Found"
    return f"{name}: {shorten(said)}"


def _show_fact(result: Result) -> str:
    shown = show_value(_list_values(result))
    return "stated" if "a group of entries" in shown else shorten(shown)


def _describe_some(compiled: Compiled, scope: Scope) -> list[str]:
    found = compiled.run(scope).blamed[:_MOST_SHOWN]
    return [describe_fact(one) if one.value is None or _is_plain(one.value) else name_fact(one.route) for one in found]


def _is_plain(value: Any) -> bool:
    return show_value(value) != "a group of entries"


def fill_template(text: str, find: Callable[[str], Result | None]) -> str:
    """A message with the values that it names; what is not stated is said to be so."""

    def fill(match: re.Match[str]) -> str:
        found = find(match[1])
        if found is None or found.state != STATED:
            if found is not None and found.state == "unclear" and found.note:
                return found.note.rstrip(".")
            return "(not stated)" if found is None or found.state != "unclear" else "(unclear)"
        return shorten(show_value(_list_values(found)))

    return NAME_IN_TEMPLATE.sub(fill, text)


def _list_values(result: Result) -> Any:
    value = result.value
    if isinstance(value, tuple) and value and isinstance(value[0], Result):
        return tuple(one.value for one in value)
    return value


def find_limit_label(compiled: Compiled, scope: Scope) -> str:
    """What would make a comparison hold, as a label at its place: `at most 9`."""
    node = compiled.node
    if isinstance(node, Compare) and node.how in (*SIZES, "is", "one of"):
        right = compiled.parts[1].run(scope)
        if right.state == STATED:
            rule = describe_rule(node.how, right)
            return rule.removesuffix(" allowed").removesuffix(" required").replace("must be", "expected")
    return ""


__all__ = ["LawValue", "Literal", "describe", "describe_fact", "fill_template", "find_limit_label", "name_fact"]
