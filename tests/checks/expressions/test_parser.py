"""Text to expression: what each form of the language becomes, and where each fault is shown."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from compliance.checks.expressions.parser import ExpressionError, parse_each, parse_expression, parse_pairs

# An expression, and what it is made of: each node by its kind, with its parts.
TREES = """
bank.by is house                         | Compare(is; bank.by; house)
bank.by is not house                     | Not(Compare(is; bank.by; house))
bank.by is "by hand"                     | Compare(is; bank.by; by hand)
bank.by is {banker}                      | Compare(is; bank.by; {banker})
a is one of [time, "by hand", {h}, 7]    | Compare(one of; a; [time, by hand, {h}, 7])
a is none of [time]                      | Compare(none of; a; [time])
a is one of {named}                      | Compare(one of; a; {named})
a is stated                              | State(stated; a)
a is not empty                           | Not(State(empty; a))
a is at most 9                           | Compare(at most; a; 9)
a is at least $5,000                     | Compare(at least; a; $5000)
a is above 5%                            | Compare(above; a; 1/20)
a is below b                             | Compare(below; a; b)
a is before 2021-06-14                   | Compare(before; a; 2021-06-14)
a is after b                             | Compare(after; a; b)
a is the same as b.c                     | Compare(the same as; a; b.c)
a is at most 2 hands                     | Compare(at most; a; 2 hands)
a includes time                          | Compare(includes; a; time)
a includes b.c                           | Compare(includes; a; b.c)
a includes all of [time, hand]           | Compare(includes all of; a; [time, hand])
a includes none of [time]                | Compare(includes none of; a; [time])
a includes 7                             | Compare(includes; a; 7)
a includes best(b)                       | Compare(includes; a; best(b))
not a is stated                          | Not(State(stated; a))
a is stated and b is stated or c         | or(and(State(stated; a), State(stated; b)), c)
a and (b or c)                           | and(a, or(b, c))
a + b * 2 - c is at most 9               | Compare(at most; -(+(a; *(b; 2)); c); 9)
wagers.*.maximum is stated               | State(stated; wagers.*.maximum)
options.1.fee is stated                  | State(stated; options.1.fee)
best-odds(wager, 2) is stated            | State(stated; best-odds(wager, 2))
sayings of bank.by is empty              | State(empty; sayings(bank.by))
if a then 1 else 2 is at most 9          | Compare(at most; if(a; 1; 2); 9)
first of (a, b) is stated                | State(stated; first(a, b))
count(a) is at most 9                    | Compare(at most; count(a); 9)
highest(w.m for w in ws) is at most 9    | Compare(at most; highest(w.m; w; ws); 9)
lowest(w.m for w in ws where w.k)        | lowest(w.m; w; ws; w.k)
some w in ws where w.k is bonus          | some(w; ws; Compare(is; w.k; bonus))
no w in ws                               | no(w; ws)
no w in ws where w.k unless w.n          | no(w; ws; w.k; w.n)
no w in ws unless w.n                    | no(w; ws; w.n)
[a, b] is empty                          | State(empty; [a, b])
count.of is stated                       | State(stated; count.of)
"""
ROWS = [[part.strip() for part in line.split("|")] for line in TREES.strip().splitlines()]


def show(node: Any) -> str:
    """A node with its parts, and without its place."""
    if node is None or isinstance(node, str):
        return node or ""
    kind, fields = type(node).__name__, {name: part for name, part in node._asdict().items() if name != "at"}
    match kind:
        case "Word":
            return str(node.text)
        case "Path":
            return ".".join(node.steps)
        case "LawValue":
            return f"{{{node.name}}}"
        case "Literal":
            return f"${node.value}" if isinstance(node.value, Decimal) else str(node.value)
        case "Words":
            return f"[{', '.join(map(show, node.items))}]"
        case "Call" | "FirstOf" | "Joined":
            name, items = {"Call": "name", "Joined": "how"}.get(kind, ""), fields.get("items", fields.get("arguments"))
            return f"{fields.get(name, 'first')}({', '.join(map(show, items or ()))})"
        case "Choice":
            return f"if({'; '.join(map(show, fields.values()))})"
        case "Sayings":
            return f"sayings({show(node.of)})"
        case "Arithmetic" | "Gathered" | "Some":
            name, *parts = (part for part in fields.values() if part not in (None, ""))
            return f"{name}({'; '.join(map(show, parts))})"
    return f"{kind}({'; '.join(map(show, fields.values()))})"


def test_each_form_becomes_what_it_says() -> None:
    found = [(text, show(parse_expression(text)), tree) for text, tree in ROWS]
    assert [row for row in found if row[1] != row[2]] == []


def test_lines_of_each_and_of_pairs_name_things_and_lists() -> None:
    each = parse_each("w in wagers, prizes where w.kind is bonus or w.a unless w.b and w.c")
    assert (each.name, [show(one) for one in each.sources]) == ("w", ["wagers", "prizes"])
    assert (show(each.where), show(each.unless)) == ("or(Compare(is; w.kind; bonus), w.a)", "and(w.b, w.c)")
    plain = parse_each("w in wagers")
    assert (plain.where, plain.unless) == (None, None)
    pair = parse_pairs("lower, higher in fee.bands")
    assert (pair.first, pair.second, show(pair.source)) == ("lower", "higher", "fee.bands")


# An expression, where its fault is shown, and how the message begins.
FAULTS = [
    ("a is one of [time", 12, "`[` is never closed."),
    ("a is one of [time,", 18, "`[` is never closed."),
    ("a is one of [=]", 13, "`=` stands where a word is expected."),
    ("a is one of [real time]", 18, "`time` stands where a comma or `]` is expected."),
    ("a is one of >", 12, "`>` is not used here."),
    ("a is <", 5, "`<` is not used here."),
    ("a is )", 5, "After `is`, `)` is written."),
    ("a is b.c", 5, "`b.c` is a fact, and after `is` stands a word."),
    ("a are b", 2, "`are` is not used here."),
    ("a.[b] is stated", 2, "After the dot `[` is written."),
    ("a is at most / 2", 13, "`/` is not used here."),
    ("a is at most ,", 13, "`,` stands where a fact or a value is expected."),
    ("a is at most )", 13, "`)` stands where a fact or a value is expected."),
    ("a is at most {X}", 13, "`{` begins no name of a value of the law."),
    ("(a is at most 9 = b)", 16, "`=` is not used here."),
    ("best(a = b)", 7, "`=` is not used here."),
    ("best(a", 0, "The parenthesis of `best` is never closed."),
    ("count(a", 0, "The parenthesis of `count` is never closed."),
    ("count(a > b)", 8, "`>` is not used here."),
    ("first of a", 9, "`a` stands where `(` is expected."),
    ("sayings of 7", 11, "A fact is expected here, and `7` is written."),
    ("a is at most 2021-13-45", 13, "`2021-13-45` is no day."),
    ("a is at most 7.5", 13, "`7.5` is no number."),
    ('a is at most "b"', 13, "A fact is expected here, and quoted words stand."),
    ("a is stated b", 12, "`stated b` are two words."),
    ("a is stated is stated", 12, "`is` does not belong here."),
    ("a is stated & b", 12, "`&` has no meaning in an expression."),
    ("some 7 in ws", 5, "A name is expected here, and `7` is written."),
    ("some count in ws", 5, "`count` is a word of the language."),
    ("a is more than 9", 5, "`more than` is not used here."),
    ("a is at-least 9", 5, "`at-least` is one name here."),
    ("(" * 21 + "a" + ")" * 21, 21, "Parentheses are nested more than 20 deep."),
    ("best(" * 21 + "a" + ")" * 21, 104, "Parentheses are nested more than 20 deep."),
]


def find_fault(text: str) -> tuple[int, str]:
    try:
        return (-1, show(parse_expression(text)))
    except ExpressionError as error:
        return (error.at, error.message)


def test_each_fault_is_shown_where_it_stands() -> None:
    found = [(text, find_fault(text), (at, message)) for text, at, message in FAULTS]
    assert [row for row in found if row[1] != row[2]] == []


@pytest.mark.parametrize("line", ["w in", "w", "in wagers", "w in wagers wagers", "w in wagers )", "7 in wagers"])
def test_a_line_of_each_that_is_broken_is_refused(line: str) -> None:
    with pytest.raises(ExpressionError):
        parse_each(line)
    with pytest.raises(ExpressionError):
        parse_pairs(f"a, {line}")


def test_what_is_closed_again_is_not_nested() -> None:
    """Thirty parentheses beside each other are not deep, of whatever they are the parentheses."""
    for one in ("(a)", "best(a)", "count(a)", "count(w for w in ws)", "first of (a, b)", "if a then 1 else 2"):
        assert show(parse_expression(" and ".join([one] * 30))).startswith("and(")


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ExpressionError, match="2,001 characters"):
        parse_expression("a" * 2_001)
    assert show(parse_expression("a" * 2_000)) == "a" * 2_000
