"""What a proof says, in sentences; boxes in words, and as the conditions of a rule to paste into a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from compliance.tables.proof import IdleRule, RuleOutcome
from compliance.tables.regions import Box, Regions

_MOST_LISTED: Final = 12
_MOST_COUNTED: Final = 10**12
_MOST_RULES: Final = 6
_MOST_REGIONS: Final = 6
_MOST_PASTED: Final = 4_000  # characters
_NUMBERS: Final = re.compile(r"(0|[1-9][0-9]*)(-[1-9][0-9]*)?")
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9'./+-]*( [A-Za-z0-9'./+(-][A-Za-z0-9'./+)-]*)*")
_NO_TEXT: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
BLANK: Final = "# say what happens"


def describe_gaps(title: str, cases: int, found: Regions) -> str:
    """`The table draws gives no answer in 6 of 20 cases: when pair is nines and total is 0 to 5.`"""
    if found.boxes and not found.boxes[0].values:
        return f"{title} gives no answer in any case ({format_count(found.cases)})."
    of = (
        f"{_format_number(found.cases)} of {format_count(cases)}"
        if cases <= _MOST_COUNTED
        else format_count(found.cases)
    )
    if len(found.boxes) > 2 or (len(found.boxes) == 2 and found.rest):
        kinds = f"of {len(found.boxes)} kinds" + (" and more" if found.rest else "")
        first = f"{describe_condition(found.boxes[0])} ({format_count(found.boxes[0].cases)})"
        return f"{title} gives no answer in {of}, {kinds}. One kind: {first}."
    return f"{title} gives no answer in {of}: {describe_regions(found.boxes, found.rest)}."


def describe_conflict(title: str, sayings: Sequence[RuleOutcome], boxes: Sequence[Box]) -> str:
    """`The table draws says both `draw` (rule 1) and `stand` (rule 3) when total is 5 (1 case).`"""
    first, second, *others = sayings
    more = f", and {len(others)} more," if others else ""
    both = f'both "{first.then}" ({_name_rules(first)}) and "{second.then}" ({_name_rules(second)}){more}'
    return f"{title} says {both} {_list_boxes(boxes)}."


def describe_difference(title: str, other: str, sayings: Sequence[RuleOutcome], boxes: Sequence[Box]) -> str:
    """`Two tables disagree when total is 5 (1 case): "draws" gives "draw", "chart" gives "stand".`"""
    there, here = sayings
    return f'Two tables disagree {_list_boxes(boxes)}: {title} gives "{here.then}", {other} gives "{there.then}".'


def describe_regions(boxes: Sequence[Box], rest: int = 0) -> str:
    """`when total is 5`, or several, each with its number of cases."""
    return describe_condition(boxes[0]) if len(boxes) == 1 and not rest else _list_boxes(boxes, rest)


def _list_boxes(boxes: Sequence[Box], rest: int = 0) -> str:
    told = [f"{describe_condition(box)} ({format_count(box.cases)})" for box in boxes[:_MOST_REGIONS]]
    rest += sum(box.cases for box in boxes[_MOST_REGIONS:])
    return "; ".join([*told, f"and in {format_count(rest, 'other case')}"] if rest else told)


def format_exception(box: Box) -> str:
    """What a rule that gives way there says."""
    return f"unless: {format_conditions(box)}"


def limit_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines for pasting, as many as anybody would paste."""
    found, room = list[str](), _MOST_PASTED
    for line in lines:
        room -= len(line)
        if room < 0:
            break
        found.append(line)
    return tuple(found)


def describe_idle_rule(title: str, found: IdleRule) -> str:
    """`Rule 3 of the table draws never decides anything: rules 1 and 2 decide each of its cases.`"""
    one = len(found.by) == 1
    why = {
        "impossible": "none of its cases can occur",
        "excepted": "its own `unless` takes away each of its cases",
        "beaten": f"{_list_rules(found.by)} {'decides' if one else 'decide'} each of its cases",
        "repeated": f"{_list_rules(found.by)} {'says' if one else 'say'} the same already",
    }
    return f"Rule {found.rule + 1} of {_lower_first(title)} never decides anything: {why[found.reason]}."


def describe_idle_count_rules(title: str, rules: int) -> str:
    """`The table draws has 12 further rules that never decide anything.`"""
    verb = "never decides" if rules == 1 else "never decide"
    return f"{title} has {format_count(rules, 'further rule')} that {verb} anything."


def _lower_first(title: str) -> str:
    """A title inside a sentence: `the table draws`."""
    return title[:1].lower() + title[1:]


def describe_more_cases(title: str, cases: int, what: str) -> str:
    """`The table draws has 1,012 further cases without an outcome.`"""
    return f"{title} has {format_count(cases, 'further case')} {what}."


def format_count(cases: int, what: str = "case") -> str:
    """`1 case`, `1,012 cases`."""
    return f"{_format_number(cases)} {what}{'s' if cases != 1 else ''}"


def _format_number(cases: int) -> str:
    """A number that nobody would read is not written out."""
    return f"more than {_MOST_COUNTED:,}" if cases > _MOST_COUNTED else f"{cases:,}"


def _name_rules(saying: RuleOutcome) -> str:
    return _list_rules(saying.rules) if saying.rules else "otherwise"


def _list_rules(numbers: tuple[int, ...]) -> str:
    shown = [str(number + 1) for number in numbers]
    if len(shown) > _MOST_RULES:
        shown = [*shown[: _MOST_RULES - 1], f"{len(shown) - _MOST_RULES + 1} more"]
    listed = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
    return f"rule {listed}" if len(shown) == 1 else f"rules {listed}"


def describe_box(box: Box) -> str:
    """`pair is nines and total is 0 to 5`; `in every case` when nothing limits the box."""
    return " and ".join(_describe_input(name, box) for name in box.values) or "in every case"


def describe_condition(box: Box) -> str:
    """`when pair is nines`, to stand in a sentence."""
    return f"when {describe_box(box)}" if box.values else "in every case"


def _describe_input(name: str, box: Box) -> str:
    values, others = box.values[name], box.others[name]
    shown = name.replace("-", " ")
    if len(values) > 4 and len(others) <= 2:
        return f"{shown} is anything but {_join_values(others)}"
    return f"{shown} is {_join_values(values)}"


def _join_values(values: tuple[str, ...]) -> str:
    shown = [_format_value(value) for value in values]
    if len(shown) > _MOST_LISTED:
        shown = [*shown[: _MOST_LISTED - 1], f"{len(shown) - _MOST_LISTED + 1} other"]
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _format_value(value: str) -> str:
    if _NUMBERS.fullmatch(value):
        return value.replace("-", " to ")
    return f"“{value}”" if re.search(r",| or | and | is |^$", value) else value


def format_conditions(box: Box) -> str:
    """`{pair: nines, total: 0-5}`, as a rule, an `unless` or an `impossible` writes it."""
    return "{" + _format_pairs(box) + "}"


def format_rule(box: Box) -> str:
    """The rule that decides the cases of a box. Its outcome is left empty, which no document may leave so: pasted as it
    stands it is an error at its own line until somebody has said what happens."""
    return "- {" + ", ".join(filter(None, (_format_pairs(box), "then: "))) + "}  " + BLANK


def _format_pairs(box: Box) -> str:
    return ", ".join(f"{_format_scalar(name)}: {_format_condition(values)}" for name, values in box.values.items())


def _format_condition(values: tuple[str, ...]) -> str:
    shown = [_format_scalar(value) for value in values]
    return shown[0] if len(shown) == 1 else "[" + ", ".join(shown) + "]"


def _format_scalar(text: str) -> str:
    """A text in a flow mapping: plain where every reader of YAML takes it for that text."""
    plain = _NUMBERS.fullmatch(text) or (_PLAIN.fullmatch(text) and text.lower() not in _NO_TEXT)
    return text if plain else '"' + "".join(map(_escape_character, text)) + '"'


def _escape_character(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08x}"
