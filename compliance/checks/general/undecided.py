"""Dates on which the law sets nothing, or on which nobody has seen what it set. Neither is a pass."""

from compliance.checks.naming import called, stating
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, not_applicable, review, unstated
from compliance.documents.blocks import Document
from compliance.documents.routes import facts, route_of


@check("no-rule")
def no_rule(document: Document, because: str) -> Verdicts:
    """On these dates nothing of this kind is asked, and the reason is given.

    because: the reason
    """
    yield not_applicable(because)


@check("not-established")
def not_established(document: Document, what: Where, because: str) -> Verdicts:
    """On these dates something was asked that nobody has seen: whatever the document says goes to a person.

    what: where the document would say it
    because: what is known, and what is not
    """
    found = list(facts(document, what))
    if not found:
        yield unstated("review", f"The document does not state {called(what)}. {because}", route_of(what))
        return
    said = "; ".join(stating(route, value) for route, value in found)
    (first, _), *others = found
    yield review(f"{said}. {because}", first, [(route, "") for route, _ in others])
