"""What a document says of a fact, itself or through the general terms that cover it."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from compliance.checks.looking import or_else
from compliance.checks.parameters import About, Answer, IfUnstated, Says, Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.routes import route_of
from compliance.routes import Route

_MAY_DIFFER: Final = "The document itself is unclear on it, and may say something else."


class Said(NamedTuple):
    """A fact or statement: what it says, where it stands in the document, and whose words they are if not its own:
    those of general terms, with the place there."""

    value: Any
    at: Route
    whose: str = ""
    there: tuple[tuple[str, Route, str], ...] = ()


def facts_said(document: Extract, documents: DocumentSet, fact: str) -> list[Said]:
    """Every value that the document, or general terms that cover it, give a fact; each value once."""
    found = [Said(document.facts[fact], route_of(fact))] if fact in document.facts else []
    own = [said.value for said in found]
    terms = [(value, terms) for value, terms in documents.facts_of_terms(document, fact) if value not in own]
    return found + [
        Said(value, (), _whose(terms), ((terms.path, route_of(fact), show(value)),)) for value, terms in terms
    ]


def statements_said(document: Extract, documents: DocumentSet, names: Sequence[str]) -> list[Said]:
    """Which of the statements the document makes or, where it makes none, general terms that cover it."""
    found = [Said(name, ("statements", name)) for name in names if name in document.statements]
    return found or [
        Said(name, (), _whose(terms), ((terms.path, ("statements", name), ""),))
        for terms in documents.covering(document)
        for name in names
        if name in terms.statements
    ]


def _whose(terms: Extract) -> str:
    return f" (in {terms.title}, {terms.path})"


def silence(document: Extract, status: str, about: str, fact: str, names: Sequence[str] = ()) -> Verdict:
    """The answer where neither the document nor its terms say anything: at the place that is unclear, if one is."""
    at = _unclear_place(document, fact, names) or route_of(fact)
    return unstated(status, f"Neither the document nor general terms that cover it state {about}.", at)


def _unclear_place(document: Extract, fact: str, names: Sequence[str] = ()) -> Route | None:
    """Where the document itself marks a fact, or a statement of it, as unclear."""
    places: list[Route] = [route_of(fact), *(("statements", name) for name in names)]
    return next((place for place in places if any(place[: len(r)] == r for r in document.unclear)), None)


@check("said")
def said(
    document: Extract,
    documents: DocumentSet,
    about: About,
    fact: Where,
    says: Says = (),
    is_: Sequence[Any] | None = None,
    doubtful: Sequence[Any] = (),
    otherwise: Answer = "fail",
    if_unstated: IfUnstated = "fail",
) -> Verdicts:
    """A fact is stated, as one of the values wanted, or a statement to that effect is made.

    fact: where it is stated
    is: the values that are wanted; without them any value will do
    doubtful: values that a person must judge
    otherwise: the answer to any other value
    """
    wanted = [show(value) for value in is_] if is_ is not None else None
    doubts = [show(value) for value in doubtful]
    unclear = _unclear_place(document, fact, says)

    def judged(found: Said) -> Verdict:
        told = f"On {about} it says: {show(found.value)}{found.whose}."
        if found.whose and unclear is not None:
            return review(f"{told} {_MAY_DIFFER}", unclear)
        if show(found.value) in doubts:
            return review(f"{told} Whether that is enough is for a person to say.", found.at)
        if wanted is None or show(found.value) in wanted:
            return passed(told, found.at)
        label = "" if found.whose else f"expected {' or '.join(wanted)}"
        answer = failed if otherwise == "fail" else review
        return answer(f"{told} Expected: {' or '.join(wanted)}.", found.at, label=label)

    stated = [judged(found)._replace(elsewhere=found.there) for found in facts_said(document, documents, fact)]
    made = stated or [_stated(found, unclear) for found in statements_said(document, documents, says)]
    return or_else(made, silence(document, if_unstated, about, fact, says))


def _stated(found: Said, unclear: Route | None) -> Verdict:
    told = f"It is stated: {found.value.replace('-', ' ')}{found.whose}."
    if found.whose and unclear is not None:
        return review(f"{told} {_MAY_DIFFER}", unclear)
    return passed(told, found.at)


@check("said-unless")
def said_unless(
    document: Extract,
    documents: DocumentSet,
    unless: Where,
    unless_is: Sequence[Any],
    about: About,
    fact: Where,
    says: Says = (),
    is_: Sequence[Any] | None = None,
) -> Verdicts:
    """A fact is stated, or a statement made, unless another fact takes the ground from the question.

    unless: where the other fact stands
    unless-is: its values that do so
    fact: where the fact is stated
    is: the values that are wanted; without them any value will do
    """
    without = [show(value) for value in unless_is]
    for value, at, whose, _ in placed_facts(document, documents, unless):
        if show(value) in without:
            yield not_applicable(f"{unless} is {show(value)}{whose}.", at)
            return
    yield from said(document, documents, about, fact, says, is_)


def placed_facts(document: Extract, documents: DocumentSet, fact: str) -> list[Said]:
    """What is said of a fact; what general terms say is placed where the document itself would say it."""
    return [found._replace(at=found.at or route_of(fact)) for found in facts_said(document, documents, fact)]


@check("not-both")
def not_both(
    document: Extract, documents: DocumentSet, about: About, sides: dict[str, str], facts: Sequence[Where]
) -> Verdicts:
    """Of things that exclude each other, only one is said: as the value of a fact, or as a statement.

    sides: the values that exclude each other, and the statement that says the same as each
    facts: where one of them may be said
    """
    told: dict[str, Said] = {}
    for side, statement in sides.items():
        values = [
            found for fact in facts for found in facts_said(document, documents, fact) if show(found.value) == side
        ]
        for found in values + statements_said(document, documents, [statement]):
            told.setdefault(side, found)
    if len(told) > 1:
        first, *others = told.items()
        also = [(found.at, f"{side}{found.whose}") for side, found in others]
        words = " and ".join(f"{side}{found.whose}" for side, found in told.items())
        yield failed(f"On {about} it says both: {words}.", first[1].at, also, first[0])
    else:
        for side, found in told.items():
            yield passed(f"On {about} it says one thing: {side}{found.whose}.", found.at)


@check("statements")
def statements(
    document: Extract, documents: DocumentSet, says: list[str], if_unstated: IfUnstated = "fail"
) -> Verdicts:
    """Each statement is made by the document, or by general terms that cover it.

    says: the statements
    """
    covering = documents.covering(document)
    for name in says:
        words = name.replace("-", " ")
        if name in document.statements:
            yield passed(f"It is stated: {words}.", ("statements", name))
            continue
        supplier = next((terms for terms in covering if name in terms.statements), None)
        if supplier is not None:
            yield passed(f"It is stated: {words} (in {supplier.title}, {supplier.path}).")
        else:
            looked = " Nor do the general terms that cover it." if covering else ""
            yield unstated(if_unstated, f"The document does not state: {words}.{looked}", ("statements", name))
