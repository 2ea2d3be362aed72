"""General checks on stated facts: most requirements, and most city ordinances, need nothing else.

`what` is a route such as `table / players` or `wagers / * / maximum`; `*` stands for every entry. `if-unstated` says
what silence means: `fail` where the law wants the fact stated, `review` where the answer depends on it.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from compliance.checks.cards import letters
from compliance.checks.registry import Verdict, Verdicts, Where, check, failed, not_applicable, passed, review, unstated
from compliance.documents.routes import facts, route_of
from compliance.documents.values import Band, Odds, Turns, show_money, show_percent
from compliance.routes import Route, show_route

if TYPE_CHECKING:
    from compliance.documents.blocks import Document


_MINUTES: Final = {"minutes": 1, "hours": 60, "days": 24 * 60}


def show(value: Any) -> str:
    """A fact as a card room writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return show_money(value)
    if isinstance(value, Fraction):
        return show_percent(value)
    if isinstance(value, list):
        return ", ".join(show(item) for item in value)
    return "a group of entries" if is_group(value) else str(value)


def is_group(value: Any) -> bool:
    """Whether this is a block of a document and not a value."""
    return isinstance(value, (BaseModel, dict))


def silent(what: str, if_unstated: str) -> Verdict:
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


def _beyond(document: Document, what: str, limit: Any, if_unstated: str, word: str) -> Verdicts:
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
def at_most(document: Document, what: Where, most: Any, if_unstated: str = "review") -> Verdicts:
    """A number is not above a limit."""
    yield from _beyond(document, what, most, if_unstated, "most")


@check("at-least")
def at_least(document: Document, what: Where, least: Any, if_unstated: str = "review") -> Verdicts:
    """A number is not below a limit."""
    yield from _beyond(document, what, least, if_unstated, "least")


@check("one-of")
def one_of(document: Document, what: Where, allowed: list[Any], if_unstated: str = "review") -> Verdicts:
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
def none_of(document: Document, what: Where, barred: list[Any], if_unstated: str = "not-applicable") -> Verdicts:
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


@check("stated")
def stated(document: Document, what: list[Where], if_unstated: str = "fail") -> Verdicts:
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
def lists(document: Document, what: Where, items: list[str], if_unstated: str = "fail") -> Verdicts:
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


@check("name-without")
def name_without(document: Document, words: list[str], whole: bool = False) -> Verdicts:
    """The document's names are, or contain, none of the words."""
    words = [str(word) for word in words]  # a catalogue's `21` is read as a number
    names: list[tuple[Route, str]] = [(("title",), document.title)]
    names += [(("aliases", number), alias) for number, alias in enumerate(document.aliases)]
    clean = True
    for route, name in names:
        plain = letters(name)
        for word in words:
            if (plain == letters(word)) if whole else (letters(word) in plain):
                clean = False
                yield failed(f"The name {name!r} {'is' if whole else 'contains'} {word!r}.", route)
    if clean:
        yield passed(
            f"The name {document.title!r} {'is' if whole else 'contains'} none of: {', '.join(words)}.", ("title",)
        )
