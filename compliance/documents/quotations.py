"""Quotations: a value with the sentence of the paper that it was chosen for.

Any value may be written as `{means: game stops, says: "the game shall be broken or stopped", source: 143-145}`. What is
computed on is the choice under `means`; the sentence stays beside it. A sentence without a choice, or with `other`,
leaves the fact open: a person must say what it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from compliance.source import Map, Seq, Value
from compliance.source.routes import Route

OTHER: Final = "other"
# The blocks whose entries have `says` for another purpose, or are about the paper itself.
_OWN_SAYS: Final = ("statements", "reading", "references", "glossary", "odds")
_KEYS: Final = frozenset({"means", "says", "source"})


class Quotation(NamedTuple):
    """A sentence of the paper: the fact that it is about, its words, and the choice that was made for it, if any."""

    route: Route
    says: str
    means: Value


def is_quotation(node: Value, route: Route) -> bool:
    """Whether a group of entries is a value with its sentence."""
    return (
        isinstance(node, Map) and bool(node) and _KEYS.issuperset(node) and "says" in node and route[0] not in _OWN_SAYS
    )


def get_choice(node: Value) -> Value:
    """The choice that a quotation makes, as it is written, or several; None where it makes none."""
    means = node.get("means") if isinstance(node, Map) else None
    return None if isinstance(means, str) and means.strip().lower() == OTHER else means


def find_quotations(node: Value, route: Route = ()) -> Iterator[Quotation]:
    """The quotations of a document, statements that have words among them."""
    if isinstance(node, Map):
        if route and (is_quotation(node, route) or (route[0] == "statements" and len(route) == 2)):
            says = node.get("says")
            if isinstance(says, str):
                yield Quotation(route, says, get_choice(node))
            return
        for key, below in node.items():
            if route or key != "reading":
                yield from find_quotations(below, (*route, key))
    elif isinstance(node, Seq):
        for number, below in enumerate(node):
            yield from find_quotations(below, (*route, number))


def match_choice(text: str, choices: Sequence[str]) -> str | None:
    """The choice that a text is, but for case, hyphens and a leading article."""
    plain = _simplify(text)
    return next((choice for choice in choices if _simplify(choice) == plain), None)


def _simplify(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").split()).removeprefix("the ").removeprefix("a ")


def is_sentence(text: object) -> bool:
    """Whether what stands in the place of a choice is a sentence, or says that it is none of those known."""
    return isinstance(text, str) and (" " in text.strip() or text.strip().lower() == OTHER)
