"""What general terms say beside the rules of a game that they cover."""

from collections.abc import Sequence

from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, GameExtract
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, review
from compliance.documents.routes import route_of
from compliance.routes import read_route


@check("terms-agree")
def terms_agree(document: Extract, documents: DocumentSet, facts: Sequence[Where]) -> Verdicts:
    """What the rules of a game and the general terms that cover it both say is the same."""
    compared = False
    clean = True
    for fact in (fact for fact in facts if fact in document.facts):
        here, at = document.facts[fact], route_of(fact)
        for there, terms in documents.facts_of_terms(document, fact):
            compared = True
            if there != here:
                clean = False
                message = f"{fact} is {show(here)}; general terms that cover the document say {show(there)}."
                place = ((terms.path, route_of(fact), show(there)),)
                yield failed(message, at, label=show(here))._replace(elsewhere=place)
    if not compared:
        yield not_applicable("No general terms in the set speak of what these rules say.")
    elif clean:
        yield passed("General terms that cover the document say the same.", ("bank",))


@check("rotation-agrees")
def rotation_agrees(document: GameExtract, documents: DocumentSet, fact: Where) -> Verdicts:
    """The rules of a game and the general terms that cover it use the same word for how the bank moves on."""
    here = document.facts.get(fact)
    if here is None:
        return
    route = read_route(fact)
    covering = [terms for terms in documents.covering(document) if fact in terms.facts]
    if not covering:
        yield not_applicable("No general terms that cover this game are in the set.")
    for terms in covering:
        there = terms.facts[fact]
        if there != here:
            yield review(f"Here the bank {here}; in {terms.title} ({terms.path}) it {there}.", route)
        else:
            yield passed(f"{terms.title} says the same of the bank: it {here}.", route)
