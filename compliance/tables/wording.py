"""What a proof says, in sentences; boxes in words, and as the conditions of a rule to paste into a document."""

from __future__ import annotations

import re
from typing import Final

from compliance.tables.proof import Conflict, Idle, Saying
from compliance.tables.regions import Box

_MOST_LISTED: Final = 12
_MOST_COUNTED: Final = 10**12
_MOST_RULES: Final = 6
_NUMBERS: Final = re.compile(r"(0|[1-9][0-9]*)(-[1-9][0-9]*)?")
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9'./+-]*( [A-Za-z0-9'./+(-][A-Za-z0-9'./+)-]*)*")
_NO_TEXT: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
BLANK: Final = "# say what happens"


def gap(title: str, box: Box) -> str:
    """`The table draws has no outcome when pair is nines and total is 0 to 5 (6 cases).`"""
    return f"{title} has no outcome {when(box)} ({count(box.cases)})."


def conflict(title: str, found: Conflict) -> str:
    """`The table draws says both `draw` (rule 1) and `stand` (rule 3) when total is 5 (1 case).`"""
    first, second, *others = found.sayings
    more = f", and {len(others)} more," if others else ""
    both = f"both `{first.then}` ({_by(first)}) and `{second.then}` ({_by(second)}){more}"
    return f"{title} says {both} {when(found.box)} ({count(found.box.cases)})."


def settling(found: Conflict) -> str:
    """What to write where one of the rules of a conflict is the exception to the others."""
    return (
        "Where one of them is the exception, add `overrides: yes` to it, or to each rule that gives way "
        f"`unless: {conditions(found.box)}`."
    )


def idle(title: str, found: Idle) -> str:
    """`Rule 3 of the table draws never decides anything: rules 1 and 2 decide each of its cases.`"""
    one = len(found.by) == 1
    why = {
        "impossible": "none of its cases can occur",
        "excepted": "its own `unless` takes away each of its cases",
        "beaten": f"{_rules(found.by)} {'decides' if one else 'decide'} each of its cases",
        "repeated": f"{_rules(found.by)} {'says' if one else 'say'} the same already",
    }
    return f"Rule {found.rule + 1} of {title[:1].lower() + title[1:]} never decides anything: {why[found.why]}."


def further(title: str, cases: int, what: str) -> str:
    """`The table draws has 1,012 further cases without an outcome.`"""
    return f"{title} has {count(cases, 'further case')} {what}."


def count(cases: int, what: str = "case") -> str:
    """`1 case`, `1,012 cases`; a number that nobody would read is not written out."""
    if cases > _MOST_COUNTED:
        return f"more than {_MOST_COUNTED:,} {what}s"
    return f"1 {what}" if cases == 1 else f"{cases:,} {what}s"


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
