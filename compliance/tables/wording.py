"""What a proof says, in sentences; boxes in words, and as the conditions of a rule to paste into a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from compliance.patterns import late
from compliance.tables.proof import Idle, Saying
from compliance.tables.regions import Box, Regions

_MOST_LISTED: Final = 12
_MOST_COUNTED: Final = 10**12
_MOST_RULES: Final = 6
_MOST_REGIONS: Final = 6
_MOST_PASTED: Final = 4_000  # characters
_NUMBERS: Final = late(r"(0|[1-9][0-9]*)(-[1-9][0-9]*)?")
_PLAIN: Final = late(r"[A-Za-z][A-Za-z0-9'./+-]*( [A-Za-z0-9'./+(-][A-Za-z0-9'./+)-]*)*")
_NO_TEXT: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
BLANK: Final = "# say what happens"


def gaps(title: str, cases: int, found: Regions) -> str:
    """`The table draws gives no answer in 6 of 20 cases: when pair is nines and total is 0 to 5.`"""
    if found.boxes and not found.boxes[0].values:
        return f"{title} gives no answer in any case ({count(found.cases)})."
    of = f"{_number(found.cases)} of {count(cases)}" if cases <= _MOST_COUNTED else count(found.cases)
    if len(found.boxes) > 2 or (len(found.boxes) == 2 and found.rest):
        kinds = f"of {len(found.boxes)} kinds" + (" and more" if found.rest else "")
        first = f"{when(found.boxes[0])} ({count(found.boxes[0].cases)})"
        return f"{title} gives no answer in {of}, {kinds}. One kind: {first}."
    return f"{title} gives no answer in {of}: {regions(found.boxes, found.rest)}."


def conflict(title: str, sayings: Sequence[Saying], boxes: Sequence[Box]) -> str:
    """`The table draws says both `draw` (rule 1) and `stand` (rule 3) when total is 5 (1 case).`"""
    first, second, *others = sayings
    more = f", and {len(others)} more," if others else ""
    both = f'both "{first.then}" ({_by(first)}) and "{second.then}" ({_by(second)}){more}'
    return f"{title} says {both} {_each(boxes)}."


def difference(title: str, other: str, sayings: Sequence[Saying], boxes: Sequence[Box]) -> str:
    """`Two tables disagree when total is 5 (1 case): "draws" gives "draw", "chart" gives "stand".`"""
    there, here = sayings
    return f'Two tables disagree {_each(boxes)}: {title} gives "{here.then}", {other} gives "{there.then}".'


def regions(boxes: Sequence[Box], rest: int = 0) -> str:
    """`when total is 5`, or several, each with its number of cases."""
    return when(boxes[0]) if len(boxes) == 1 and not rest else _each(boxes, rest)


def _each(boxes: Sequence[Box], rest: int = 0) -> str:
    told = [f"{when(box)} ({count(box.cases)})" for box in boxes[:_MOST_REGIONS]]
    rest += sum(box.cases for box in boxes[_MOST_REGIONS:])
    return "; ".join([*told, f"and in {count(rest, 'other case')}"] if rest else told)


def exception(box: Box) -> str:
    """What a rule that gives way there says."""
    return f"unless: {conditions(box)}"


def pasted(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines for pasting, as many as anybody would paste."""
    found, room = list[str](), _MOST_PASTED
    for line in lines:
        room -= len(line)
        if room < 0:
            break
        found.append(line)
    return tuple(found)


def idle(title: str, found: Idle) -> str:
    """`Rule 3 of the table draws never decides anything: rules 1 and 2 decide each of its cases.`"""
    one = len(found.by) == 1
    why = {
        "impossible": "none of its cases can occur",
        "excepted": "its own `unless` takes away each of its cases",
        "beaten": f"{_rules(found.by)} {'decides' if one else 'decide'} each of its cases",
        "repeated": f"{_rules(found.by)} {'says' if one else 'say'} the same already",
    }
    return f"Rule {found.rule + 1} of {_inside(title)} never decides anything: {why[found.why]}."


def further_idle(title: str, rules: int) -> str:
    """`The table draws has 12 further rules that never decide anything.`"""
    return (
        f"{title} has {count(rules, 'further rule')} that {'never decides' if rules == 1 else 'never decide'} anything."
    )


def _inside(title: str) -> str:
    """A title inside a sentence: `the table draws`."""
    return title[:1].lower() + title[1:]


def further(title: str, cases: int, what: str) -> str:
    """`The table draws has 1,012 further cases without an outcome.`"""
    return f"{title} has {count(cases, 'further case')} {what}."


def count(cases: int, what: str = "case") -> str:
    """`1 case`, `1,012 cases`."""
    return f"{_number(cases)} {what}{'s' if cases != 1 else ''}"


def _number(cases: int) -> str:
    """A number that nobody would read is not written out."""
    return f"more than {_MOST_COUNTED:,}" if cases > _MOST_COUNTED else f"{cases:,}"


def _by(saying: Saying) -> str:
    return _rules(saying.rules) if saying.rules else "otherwise"


def _rules(numbers: tuple[int, ...]) -> str:
    shown = [str(number + 1) for number in numbers]
    if len(shown) > _MOST_RULES:
        shown = [*shown[: _MOST_RULES - 1], f"{len(shown) - _MOST_RULES + 1} more"]
    listed = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
    return f"rule {listed}" if len(shown) == 1 else f"rules {listed}"


def in_words(box: Box) -> str:
    """`pair is nines and total is 0 to 5`; `in every case` when nothing limits the box."""
    return " and ".join(_input(name, box) for name in box.values) or "in every case"


def when(box: Box) -> str:
    """`when pair is nines`, to stand in a sentence."""
    return f"when {in_words(box)}" if box.values else "in every case"


def _input(name: str, box: Box) -> str:
    values, others = box.values[name], box.others[name]
    shown = name.replace("-", " ")
    if len(values) > 4 and len(others) <= 2:
        return f"{shown} is anything but {_listed(others)}"
    return f"{shown} is {_listed(values)}"


def _listed(values: tuple[str, ...]) -> str:
    shown = [_value(value) for value in values]
    if len(shown) > _MOST_LISTED:
        shown = [*shown[: _MOST_LISTED - 1], f"{len(shown) - _MOST_LISTED + 1} other"]
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _value(value: str) -> str:
    if _NUMBERS.fullmatch(value):
        return value.replace("-", " to ")
    return f"`{value}`" if re.search(r",| or | and | is |^$", value) else value


def conditions(box: Box) -> str:
    """`{pair: nines, total: 0-5}`, as a rule, an `unless` or an `impossible` writes it."""
    return "{" + _pairs(box) + "}"


def row(box: Box) -> str:
    """The rule that decides the cases of a box. Its outcome is left empty, which no document may leave so: pasted as it
    stands it is an error at its own line until somebody has said what happens."""
    return "- {" + ", ".join(filter(None, (_pairs(box), "then: "))) + "}  " + BLANK


def _pairs(box: Box) -> str:
    return ", ".join(f"{_scalar(name)}: {_condition(values)}" for name, values in box.values.items())


def _condition(values: tuple[str, ...]) -> str:
    shown = [_scalar(value) for value in values]
    return shown[0] if len(shown) == 1 else "[" + ", ".join(shown) + "]"


def _scalar(text: str) -> str:
    """A text in a flow mapping: plain where every reader of YAML takes it for that text."""
    plain = _NUMBERS.fullmatch(text) or (_PLAIN.fullmatch(text) and text.lower() not in _NO_TEXT)
    return text if plain else '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08x}"
