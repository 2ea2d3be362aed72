"""What arithmetic says of any document: shares above the whole, days out of order, lines beyond the end."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from pydantic import BaseModel

from compliance.checks.document.approval import days_of_rules
from compliance.checks.looking import look_at
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.blocks import Document, Source
from compliance.documents.charges import Fee
from compliance.documents.dates import When
from compliance.documents.glimpses import entries_in, held_in
from compliance.documents.routes import fact, facts
from compliance.documents.values import Share, whole_number
from compliance.routes import Route

_LINES: Final = ("source", "at")
_MOST_SHOWN: Final = 5
_BEYOND: Final = 10**10
_WORDS: Final[Route] = ("reading", "words-used")  # each with its lines
_NOTES: Final[Route] = ("reading", "notes")  # they may speak of any part of a paper, and are never a finding


@check("shares-within-whole")
def shares_within_whole(document: Document, what: Sequence[Where]) -> Verdicts:
    """No share is above the whole.

    what: where shares may stand
    """
    stated = (
        (route, value, share) for one in what for route, value in facts(document, one) if (share := _share(value))
    )
    nothing = not_applicable("The document states no share of anything.")
    return look_at(stated, lambda one: _within_whole(*one), nothing=nothing)


def _share(value: Any) -> Fraction | None:
    """The share that a value is: a percentage, a part of a jackpot, or a fee that is one."""
    if isinstance(value, Fee):
        return value.share
    return value.of_jackpot if isinstance(value, Share) else value if isinstance(value, Fraction) else None


def _within_whole(route: Route, value: Any, share: Fraction) -> Verdict:
    if share > 1:
        return failed(f"{show(value)} stands here, which is more than the whole.", route, label="at most 100%")
    return passed(f"{show(value)} is not more than the whole.", route)


@check("dates-in-order")
def dates_in_order(document: Document) -> Verdicts:
    """Rules are not younger than their approval, and nothing takes effect before it is approved."""
    given = document.approval.date if document.approval is not None else None
    dated = list(days_of_rules(document))
    effective: When | None = fact(document, "effective")
    if given is None or (not dated and effective is None):
        yield not_applicable("The document does not state both a day of approval and another day.")
        return
    also: list[tuple[Route, str]] = [(("approval", "date"), "approved on this date")]
    for at, rules in dated:
        if rules.first > given.last:
            message = f"The rules are dated {rules}, after the approval of {given}: what changed is not approved."
            yield failed(message, at, also)
        else:
            yield passed(f"What is dated {rules} was approved {given}.", at)
    if effective is not None and effective.last < given.first:
        message = f"The document takes effect on {effective} and is approved only on {given}."
        yield review(message, ("effective",), also)
    elif effective is not None:
        yield passed(f"The document takes effect on {effective}, and was approved {given}.", ("effective",))


@check("lines-inside")
def lines_inside(document: Document) -> Verdicts:
    """Lines that are given for a block or a fact lie inside the source."""
    source = _source(document)
    inside = _spans(str(source.lines)) if source is not None else []
    if source is None or not inside:
        return iter(())
    outside = [(route, lines) for route, lines in _given(document, ()) if not _all_inside(lines, inside)]
    return iter(
        [_outside(source, outside)] if outside else [passed("All lines lie inside the source.", ("reading", "source"))]
    )


def _outside(source: Source, outside: list[tuple[Route, str]]) -> Verdict:
    (first, _), *others = outside
    named = ", ".join(lines for _, lines in outside[:_MOST_SHOWN])
    more = f" and {len(outside) - _MOST_SHOWN} more" if len(outside) > _MOST_SHOWN else ""
    one = "Line" if len(outside) == 1 and whole_number(outside[0][1]) is not None else "Lines"
    verb = "lies" if one == "Line" else "lie"
    message = f"{one} {named}{more} {verb} outside the source, which is lines {source.lines}."
    if source.also:
        return review(f"{message} The document has other sources too.", first, [(route, "") for route, _ in others])
    return failed(message, first, [(route, lines) for route, lines in others], f"expected {source.lines}")


def _source(document: Document) -> Source | None:
    return document.reading.source if document.reading is not None else None


def _spans(text: str) -> list[tuple[int, int]]:
    """Stretches of lines, `12-31, 45`, those that touch made one."""
    found: list[tuple[int, int]] = []
    for part in text.split(","):
        low, _, high = part.strip().partition("-")
        first, last = whole_number(low), whole_number(high or low)
        if first is not None and last is not None:
            found.append((first, last))
    merged: list[tuple[int, int]] = []
    for first, last in sorted(found):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


def _all_inside(text: str, inside: list[tuple[int, int]]) -> bool:
    for first, last in _spans(text):
        place = bisect_right(inside, (first, _BEYOND)) - 1
        if place < 0 or last > inside[place][1]:
            return False
    return True


def _given(node: Any, route: Route) -> Iterator[tuple[Route, str]]:
    """All lines that blocks and facts give, with their places. Blocks are read past whatever watches their facts: lines
    are no facts, and who looks at them all has used none."""
    if isinstance(node, BaseModel):
        held = held_in(node)
        for name, field in type(node).model_fields.items():
            value, below = held.get(name), (*route, field.alias or name)
            if name in _LINES and isinstance(value, str):
                yield below, value
            elif not isinstance(value, Source) and below != _NOTES:
                yield from _given(value, below)
        for key, value in entries_in(node).items():
            if route == _WORDS and isinstance(value, str):
                yield (*route, key), value
            else:
                yield from _given(value, (*route, key))
    elif isinstance(node, list):
        yield from (found for number, value in enumerate(node) for found in _given(value, (*route, number)))
