"""Stated facts: most requirements, and most city ordinances, need nothing else."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from compliance.checks.parameters import AnyNumber, IfUnstated, Where
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.blocks import Document
from compliance.documents.routes import fact, facts, route_of
from compliance.documents.values import Band, Odds, Turns
from compliance.routes import Route, show_route

_MINUTES: Final = {"minutes": 1, "hours": 60, "days": 24 * 60}


def silent(what: str, if_unstated: IfUnstated) -> Verdict:
    """The answer to a fact that is not stated."""
    if if_unstated == "not-applicable":
        return not_applicable(f"The document does not state {what}.")
    return unstated(if_unstated, f"The document does not state {what}.", route_of(what))


def _size(value: Any, limit: Any) -> tuple[Any, Any] | None:
    """Two values as numbers of one kind; None when they cannot be compared (hands with minutes, say)."""
    if isinstance(value, Turns) and isinstance(limit, Turns):
        if value.unit in _MINUTES and limit.unit in _MINUTES:
            return value.number * _MINUTES[value.unit], limit.number * _MINUTES[limit.unit]
        same = value.unit == limit.unit or {value.unit, limit.unit} <= {"hands", "rounds", "deals", "turns", "times"}
        return (value.number, limit.number) if same else None
    if isinstance(value, Band):
        value = value.high
    if isinstance(value, Odds):
        value = value.ratio
    if isinstance(limit, Odds):
        limit = limit.ratio
    if isinstance(value, (int, Decimal, Fraction)) and isinstance(limit, (int, Decimal, Fraction)):
        return value, limit
    return None


def _against_limit(document: Document, what: str, limit: Any, if_unstated: IfUnstated, word: str) -> Verdicts:
    found = False
    for route, value in facts(document, what):
        for place, single in _singles(route, value):
            found = True
            said = f"{show_route(place)} is {show(single)}"
            sizes = _size(single, limit)
            rule = f"at {word} {show(limit)} is {'allowed' if word == 'most' else 'required'}"
            if isinstance(single, Band) and single.high is None and word == "most":
                yield failed(f"{said}, without an upper end; {rule}.", place)
            elif sizes is None:
                yield review(f"{said}; it cannot be compared with {show(limit)}.", place)
            elif (sizes[0] > sizes[1]) if word == "most" else (sizes[0] < sizes[1]):
                yield failed(f"{said}; {rule}.", place, label=f"at {word} {show(limit)}")
            else:
                yield passed(f"{said}; {rule}.", place)
    if not found:
        yield silent(what, if_unstated)


def _singles(route: Route, value: Any) -> list[tuple[Route, Any]]:
    if isinstance(value, list):
        return [((*route, number), item) for number, item in enumerate(value)]
    return [(route, value)]


@check("at-most")
def at_most(document: Document, what: Where, most: AnyNumber, if_unstated: IfUnstated = "review") -> Verdicts:
    """A number is not above a limit."""
    yield from _against_limit(document, what, most, if_unstated, "most")


@check("at-least")
def at_least(document: Document, what: Where, least: AnyNumber, if_unstated: IfUnstated = "review") -> Verdicts:
    """A number is not below a limit."""
    yield from _against_limit(document, what, least, if_unstated, "least")


@check("one-of")
def one_of(document: Document, what: Where, allowed: list[Any], if_unstated: IfUnstated = "review") -> Verdicts:
    """A fact is one of those allowed."""
    wanted = [show(item) for item in allowed]
    found = False
    for route, value in facts(document, what):
        for place, single in _singles(route, value):
            found = True
            said = f"{show_route(place)} is {show(single)}"
            if show(single) in wanted:
                yield passed(f"{said}.", place)
            else:
                yield failed(f"{said}; expected {' or '.join(wanted)}.", place, label=f"expected {' or '.join(wanted)}")
    if not found:
        yield silent(what, if_unstated)


@check("none-of")
def none_of(document: Document, what: Where, barred: list[Any], if_unstated: IfUnstated = "not-applicable") -> Verdicts:
    """A fact is none of those barred."""
    unwanted = [show(item) for item in barred]
    found = False
    for route, value in facts(document, what):
        for place, single in _singles(route, value):
            found = True
            said = f"{show_route(place)} is {show(single)}"
            if show(single) in unwanted:
                yield failed(f"{said}, which is not allowed.", place)
            else:
                yield passed(f"{said}.", place)
    if not found:
        yield silent(what, if_unstated)


@check("none-of-all")
def none_of_all(document: Document, what: Sequence[Where], barred: Sequence[Any]) -> Verdicts:
    """Several facts, as far as they are stated, are none of those barred."""
    verdicts = [verdict for text in what for verdict in none_of(document, text, list(barred))]
    stated = [verdict for verdict in verdicts if verdict.status != "not-applicable"]
    yield from stated
    if not stated:
        yield not_applicable(f"The document states none of: {', '.join(what)}.")


@check("stated")
def stated(document: Document, what: list[Where], if_unstated: IfUnstated = "fail") -> Verdicts:
    """Every fact on a list is stated."""
    for route_text in what:
        found = next(facts(document, route_text), None)
        if found is None or found[1] == []:
            yield silent(route_text, if_unstated)
        else:
            yield passed(f"{show_route(found[0])} is stated.", found[0])


@check("not-stated")
def not_stated(document: Document, what: list[Where]) -> Verdicts:
    """No fact on a list is stated."""
    for route_text in what:
        found = [(route, value) for route, value in facts(document, route_text) if value != []]
        for route, value in found:
            yield failed(f"{show_route(route)} is stated ({show(value)[:80]}); it must not be.", route)
        if not found:
            yield passed(f"Nothing is said of {route_text}.")


@check("lists")
def lists(document: Document, what: Where, items: list[str], if_unstated: IfUnstated = "fail") -> Verdicts:
    """A list of the document has every item that it must have."""
    route, value = next(facts(document, what), (route_of(what), None))
    if not value:
        yield silent(what, if_unstated)
        return
    for item in items:
        if item in value:
            yield passed(f"{what} has {item}.", route)
        else:
            yield failed(f"{what} does not have {item}.", route)


@check("within")
def within(document: Document, what: Sequence[Where], limit: Where) -> Verdicts:
    """Numbers of a document stay within a limit that the same document gives."""
    most = fact(document, limit)
    if most is None:
        yield not_applicable(f"The document does not state {limit}.")
        return
    verdicts = [verdict for text in what for verdict in at_most(document, text, most, "not-applicable")]
    stated = [verdict for verdict in verdicts if verdict.status != "not-applicable"]
    yield from stated
    if not stated:
        yield review(f"The limit is {show(most)}; the document states nothing to hold against it.", route_of(limit))
