"""Stated facts: most requirements, and most city ordinances, need nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from pydantic import BaseModel

from compliance.checks.looking import look_at, or_else
from compliance.checks.naming import called, stating
from compliance.checks.parameters import AnyNumber, IfUnstated, Where
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.turns import COUNTS, sizes
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.blocks import Document
from compliance.documents.charges import Band
from compliance.documents.routes import fact, facts, route_of
from compliance.documents.values import Odds, Turns
from compliance.patterns import late
from compliance.routes import Route

_ARTICLES: Final = ("a", "an", "the")
_PLURAL: Final = late(r"[a-z-]*[a-rt-z]s")  # `fees`, and not `class`


def silent(what: str, if_unstated: IfUnstated) -> Verdict:
    """The answer to a fact that is not stated."""
    if if_unstated == "not-applicable":
        return not_applicable(f"The document does not state {called(what)}.")
    return unstated(if_unstated, f"The document does not state {called(what)}.", route_of(what))


def _size(value: Any, limit: Any) -> tuple[Any, Any] | None:
    """Two values as numbers of one kind; None when they cannot be compared (hands with minutes, say)."""
    if isinstance(value, Turns) and isinstance(limit, Turns):
        return sizes(value, limit, COUNTS)
    if isinstance(value, Band):
        value = value.high
    if isinstance(value, Odds):
        value = value.ratio
    if isinstance(limit, Odds):
        limit = limit.ratio
    if isinstance(value, (int, Decimal, Fraction)) and isinstance(limit, (int, Decimal, Fraction)):
        return value, limit
    return None


def _against_limit(document: BaseModel, what: str, limit: Any, if_unstated: str, word: str) -> Verdicts:
    """Each number at a route held against a limit: `word` is most or least."""
    rule = f"at {word} {show(limit)} is {'allowed' if word == 'most' else 'required'}"

    def judged(stated: tuple[Route, Any]) -> Verdict:
        place, value = stated
        said = stating(place, value)
        size = _size(value, limit)
        if isinstance(value, Band) and value.high is None and word == "most":
            return failed(f"{said}, without an upper end; {rule}.", place)
        if size is None:
            return review(f"{said}; that cannot be compared with {show(limit)}.", place)
        if (size[0] > size[1]) if word == "most" else (size[0] < size[1]):
            return failed(f"{said}; {rule}.", place, label=f"at {word} {show(limit)}")
        return passed(f"{said}; {rule}.", place)

    return look_at(_singles(document, what), judged, nothing=silent(what, if_unstated))


def _alike(value: Any) -> str:
    """A value as lists of words are compared by: without capitals, a leading article and plain plurals."""
    words = show(value).lower().split()
    if len(words) > 1 and words[0] in _ARTICLES:
        del words[0]
    return " ".join(word[:-1] if _PLURAL.fullmatch(word) else word for word in words)


def _singles(document: BaseModel, what: str) -> Iterator[tuple[Route, Any]]:
    """Every fact at a route, each item of a list on its own."""
    for route, value in facts(document, what):
        if isinstance(value, list):
            yield from (((*route, number), item) for number, item in enumerate(value))
        else:
            yield route, value


@check("at-most")
def at_most(document: Document, what: Where, most: AnyNumber, if_unstated: IfUnstated = "review") -> Verdicts:
    """A number is not above a limit.

    what: where the number stands
    most: the limit
    """
    return _against_limit(document, what, most, if_unstated, "most")


@check("at-least")
def at_least(document: Document, what: Where, least: AnyNumber, if_unstated: IfUnstated = "review") -> Verdicts:
    """A number is not below a limit.

    what: where the number stands
    least: the limit
    """
    return _against_limit(document, what, least, if_unstated, "least")


@check("one-of")
def one_of(document: Document, what: Where, allowed: list[Any], if_unstated: IfUnstated = "review") -> Verdicts:
    """A fact is one of those allowed.

    what: where the fact stands
    allowed: the values that are allowed
    """
    wanted = [show(item) for item in allowed]
    known = set(map(_alike, allowed))
    label = f"expected {' or '.join(wanted)}"
    asked = f"Asked is: {' or '.join(wanted)}."

    def judged(stated: tuple[Route, Any]) -> Verdict:
        place, value = stated
        said = stating(place, value)
        return passed(f"{said}.", place) if _alike(value) in known else failed(f"{said}. {asked}", place, label=label)

    return look_at(_singles(document, what), judged, nothing=silent(what, if_unstated))


@check("none-of")
def none_of(document: Document, what: Where, barred: list[Any], if_unstated: IfUnstated = "not-applicable") -> Verdicts:
    """A fact is none of those barred.

    what: where the fact stands
    barred: the values that are barred
    """
    unwanted = set(map(_alike, barred))

    def judged(stated: tuple[Route, Any]) -> Verdict:
        place, value = stated
        said = stating(place, value)
        return (
            failed(f"{said}, which is not allowed.", place) if _alike(value) in unwanted else passed(f"{said}.", place)
        )

    return look_at(_singles(document, what), judged, nothing=silent(what, if_unstated))


@check("list-without")
def list_without(document: Document, what: Where, barred: list[Any], doubtful: Sequence[Any] = ()) -> Verdicts:
    """A list of the document, which says who or what may do something, has none of those barred on it.

    what: where the list stands
    barred: what may not be on it
    doubtful: what a person must judge
    """
    unwanted = set(map(_alike, barred))
    doubts = set(map(_alike, doubtful))

    def judged(item: tuple[Route, Any]) -> Verdict:
        place, value = item
        if _alike(value) in unwanted:
            return failed(f"{stating(place, value)}, which is not allowed.", place)
        if _alike(value) in doubts:
            return review(f"{stating(place, value)}. Whether that is allowed here is for a person to say.", place)
        return passed(f"{show(value)} may be on the list.", place)

    return look_at(_singles(document, what), judged, nothing=silent(what, "not-applicable"))


@check("none-of-all")
def none_of_all(document: Document, what: Sequence[Where], barred: Sequence[Any]) -> Verdicts:
    """Several facts, as far as they are stated, are none of those barred.

    what: where the facts stand
    barred: the values that are barred
    """
    verdicts = (verdict for text in what for verdict in none_of(document, text, list(barred)))
    stated = (verdict for verdict in verdicts if verdict.status != "not-applicable")
    nothing = not_applicable(f"The document states none of: {'; '.join(map(called, what))}.")
    return or_else(stated, nothing)


@check("not-nought")
def not_nought(document: Document, what: Sequence[Where]) -> Verdicts:
    """No count, as far as it is stated, is nought.

    what: where the counts stand
    """

    def judged(counted: tuple[Route, Any]) -> Verdict:
        place, value = counted
        said = stating(place, value)
        return passed(f"{said}.", place) if value else failed(f"{said}. With none nobody can play.", place)

    counts = (counted for text in what for counted in _singles(document, text))
    return look_at(counts, judged, nothing=not_applicable("The document states none of these counts."))


@check("stated")
def stated(
    document: Document,
    what: list[Where],
    if_unstated: IfUnstated = "fail",
    instead: Mapping[Where, Where] | None = None,
) -> Verdicts:
    """Every fact on a list is stated, or another that stands for it.

    what: where the facts stand
    instead: where what stands for a fact may be found
    """
    for text in what:
        places = [text, *([instead[text]] if instead is not None and text in instead else [])]
        found = next((place for one in places for place, value in facts(document, one) if value != []), None)
        yield silent(text, if_unstated) if found is None else passed(f"The document states {called(found)}.", found)


@check("not-stated")
def not_stated(document: Document, what: list[Where]) -> Verdicts:
    """No fact on a list is stated.

    what: where the facts would stand
    """

    def judged(text: str) -> Verdicts:
        for route, value in facts(document, text):
            if value != [] and not (isinstance(value, Decimal) and not value):  # $0 says that there is none
                yield failed(f"{stating(route, value)[:200]}. There may be none.", route)

    return look_at(what, judged, clean=lambda text: passed(f"Nothing is said of {called(text)}."))


@check("lists")
def lists(document: Document, what: Where, items: list[str], if_unstated: IfUnstated = "fail") -> Verdicts:
    """A list of the document has every item that it must have.

    what: where the list stands
    items: what it must have
    """
    route, value = next(facts(document, what), (route_of(what), None))
    if not value:
        yield silent(what, if_unstated)
        return
    listed = set(map(_alike, value))
    missing = [item for item in items if _alike(item) not in listed]
    for item in items:
        if item not in missing:
            yield passed(f"Among {called(what)} is {item}.", route)
    if missing:
        are = "is" if len(missing) == 1 else "are"
        yield failed(f"Among {called(what)}, {', '.join(missing)} {are} missing.", route)


@check("within")
def within(document: Document, what: Sequence[Where], limit: Where) -> Verdicts:
    """Numbers of a document stay within a limit that the same document gives.

    what: where the numbers stand
    limit: where the limit stands
    """
    most = fact(document, limit)
    if most is None:
        return iter([not_applicable(f"The document does not state {called(limit)}.")])
    verdicts = (verdict for text in what for verdict in at_most(document, text, most, "not-applicable"))
    stated = (verdict for verdict in verdicts if verdict.status != "not-applicable")
    message = f"The limit is {show(most)}; the document states nothing to hold against it."
    return or_else(stated, review(message, route_of(limit)))
