"""What an expression is made of, as the parser builds it. Every node knows where it begins in its text."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias


class Literal(NamedTuple):
    """A number with its unit: `9`, `$5,000`, `5%`, `2 hands`."""

    value: Any
    at: int


class LawValue(NamedTuple):
    """A value that a section of law sets: `{wager-limit}`."""

    name: str
    at: int


class Word(NamedTuple):
    """A word of the vocabulary: `house`, "changed by hand"."""

    text: str
    at: int


class Words(NamedTuple):
    """A list of words: `[time, hand, rake]`; lists of the law may stand in it."""

    items: tuple[Node, ...]
    at: int


class Path(NamedTuple):
    """The way to a fact: `table.players`, `wagers.*.maximum`; the first step may be a name of the clause."""

    steps: tuple[str, ...]
    at: int


class Call(NamedTuple):
    """A derived fact: `best-odds(wager)`."""

    name: str
    arguments: tuple[Node, ...]
    at: int


class Sayings(NamedTuple):
    """Every value that the document gives for one fact."""

    of: Node
    at: int


class Choice(NamedTuple):
    """`if condition then value else other`."""

    condition: Node
    then: Node
    otherwise: Node
    at: int


class FirstOf(NamedTuple):
    """The first value that is stated."""

    items: tuple[Node, ...]
    at: int


class Gathered(NamedTuple):
    """`count(x)`, `highest(x.amount for x in things where ...)`."""

    how: str
    item: Node
    name: str
    source: Node | None
    where: Node | None
    at: int


class Arithmetic(NamedTuple):
    """A sum, a difference or a product."""

    sign: str
    left: Node
    right: Node
    at: int


class Compare(NamedTuple):
    """`a is at most b`, `a is house`, `a is one of [...]`, `a includes b`."""

    how: str
    left: Node
    right: Node
    at: int


class State(NamedTuple):
    """`a is stated`, `a is empty`."""

    how: str
    of: Node
    at: int


class Not(NamedTuple):
    """The opposite of a condition."""

    of: Node
    at: int


class Joined(NamedTuple):
    """Conditions joined by `and`, or by `or`."""

    how: str
    items: tuple[Node, ...]
    at: int


class Some(NamedTuple):
    """`some wager in wagers where ...`, `no wager in wagers where ...`."""

    how: str
    name: str
    source: Node
    where: Node | None
    unless: Node | None
    at: int


class Each(NamedTuple):
    """One line of `each`: the name of the thing, the lists it comes from, and which of them are meant."""

    name: str
    sources: tuple[Node, ...]
    where: Node | None
    unless: Node | None
    at: int


class Pair(NamedTuple):
    """The line of `pairs`: two names for neighbors in a list."""

    first: str
    second: str
    source: Node
    at: int


Node: TypeAlias = (
    Literal
    | LawValue
    | Word
    | Words
    | Path
    | Call
    | Sayings
    | Choice
    | FirstOf
    | Gathered
    | Arithmetic
    | Compare
    | State
    | Not
    | Joined
    | Some
)

GATHERERS: Final = ("count", "highest", "lowest", "sum", "distinct", "every")
# How amounts are compared, and how two facts are.
SIZES: Final = ("at most", "at least", "above", "below")
# How days are compared: all of one before or after all of the other.
DAYS: Final = ("before", "after")
# The day as of which the law is read.
AS_OF: Final = "as-of"
LANGUAGE: Final = frozenset(
    {
        *("and", "or", "not", "is", "in", "where", "unless", "some", "no", "stated", "empty", "includes", "all", "of"),
        *(
            "at",
            "most",
            "least",
            "above",
            "below",
            "before",
            "after",
            "the",
            "same",
            "as",
            "one",
            "none",
            "first",
            "sayings",
            "for",
        ),
        *("if", "then", "else"),
    }
)


def list_parts_of_node(node: Node | None) -> tuple[Node, ...]:
    """The nodes directly below a node."""
    match node:
        case Words(items=items) | FirstOf(items=items) | Joined(items=items):
            return items
        case Call(arguments=arguments):
            return arguments
        case Sayings(of=of) | State(of=of) | Not(of=of):
            return (of,)
        case Choice(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
        case Arithmetic(left=left, right=right) | Compare(left=left, right=right):
            return (left, right)
        case Gathered(item=item, source=source, where=where):
            return tuple(one for one in (source, where, item) if one is not None)
        case Some(source=source, where=where, unless=unless):
            return tuple(one for one in (source, where, unless) if one is not None)
        case _:
            return ()


def find_law_values(node: Node) -> list[str]:
    """The names of the law values that an expression uses, each once."""
    found = [node.name] if isinstance(node, LawValue) else []
    for part in list_parts_of_node(node):
        found += find_law_values(part)
    return list(dict.fromkeys(found))
