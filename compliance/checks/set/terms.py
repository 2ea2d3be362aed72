"""What general terms say beside the rules of a game that they cover."""

from collections.abc import Sequence
from typing import Any

from compliance.checks.evaluation import look_at
from compliance.checks.fact_names import label_fact, stating
from compliance.checks.formatting import show
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.house import House
from compliance.checks.set.house_documents import HouseDocument
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, review
from compliance.documents.facts import fact_route


@check("terms-agree")
def terms_agree(
    document: HouseDocument,
    documents: House,
    block: Where,
    but: Sequence[Where] = (),
    in_words: Sequence[Where] = (),
) -> Verdicts:
    """What the rules of a game and the general terms that cover it both say in a block is the same.

    block: where both may say it
    but: facts of the block that another requirement compares
    in-words: facts that are told in free words: other words may say the same, which is for a person
    """
    told = dict.fromkeys(fact for terms in documents.covering(document) for fact in terms.facts)
    shared = [fact for fact in told if fact.startswith(f"{block} / ") and fact not in but and fact in document.facts]
    both = [(fact, *said) for fact in sorted(shared) for said in documents.facts_of_terms(document, fact)]

    def differs(said: tuple[str, Any, HouseDocument]) -> Verdicts:
        fact, there, terms = said
        here = document.facts[fact]
        if _sort_value(there) != _sort_value(here):
            message = f"{stating(fact, here)}; general terms that cover the document say: {show(there)}."
            place = ((terms.path, fact_route(fact), show(there)),)
            answer = review if fact in in_words else failed
            yield answer(message, fact_route(fact), label=show(here))._replace(elsewhere=place)

    nothing = not_applicable("No general terms in the set speak of what these rules say.")
    compared = "; ".join(map(label_fact, dict.fromkeys(fact for fact, _, _ in both)))
    clean = passed(f"General terms that cover the document say the same of: {compared}.", fact_route(block))
    return look_at(both, differs, nothing=nothing, all_clean=clean)


def _sort_value(value: Any) -> Any:
    """A value to compare: those of a list hold in any order."""
    return frozenset(map(show, value)) if isinstance(value, list | tuple) else value
