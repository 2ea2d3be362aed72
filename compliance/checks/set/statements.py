"""What a document says of a fact, itself or through the general terms that cover it."""

from typing import Any, NamedTuple

from compliance.checks.formatting import show
from compliance.checks.set.house import House
from compliance.checks.set.house_documents import HouseDocument
from compliance.documents.facts import fact_route
from compliance.source.routes import Route


class FactSource(NamedTuple):
    """A fact or statement: what it says, where it stands in the document, and whose words they are if not its own:
    those of general terms, with the place there."""

    value: Any
    at: Route
    whose: str = ""
    there: tuple[tuple[str, Route, str], ...] = ()


def facts_said(document: HouseDocument, documents: House, fact: str) -> list[FactSource]:
    """Every value that the document, or general terms that name it, give a fact; each value once."""
    found = [FactSource(document.facts[fact], fact_route(fact))] if fact in document.facts else []
    own = [said.value for said in found]
    terms = [(value, terms) for value, terms in documents.facts_of_terms(document, fact) if value not in own]
    return found + [
        FactSource(value, (), _name_source(terms, bool(own)), ((terms.path, fact_route(fact), show(value)),))
        for value, terms in terms
    ]


def _name_source(terms: HouseDocument, beside_own: bool = False) -> str:
    """Where something stands that the document does not say itself, or says otherwise."""
    where = "in general terms" if beside_own else "only in general terms"
    return f" ({where}: {terms.title})"
