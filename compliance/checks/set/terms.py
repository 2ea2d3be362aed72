"""What general terms say beside the rules of a game that they cover."""

from collections.abc import Sequence
from typing import Any

from compliance.checks.evaluation import look_at
from compliance.checks.fact_names import label_fact, stating
from compliance.checks.formatting import show
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.house import House, Neighbor
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, review, wait_for
from compliance.documents.facts import fact_route
from compliance.source.routes import show_route


@check("terms-agree")
def terms_agree(
    document: Neighbor,
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
    said: dict[str, list[tuple[Any, Neighbor]]] = {}
    for terms in documents.covering(document):
        for fact, value in terms.facts.items():
            known = said.setdefault(fact, []) if fact.startswith(f"{block} / ") and fact not in but else []
            if value not in [other for other, _ in known]:
                known.append((value, terms))
    for one in document.open:
        if one.stated == "nothing" and any(f"{fact} /".startswith(f"{show_route(one.route)} /") for fact in said):
            yield wait_for(passed("", one.route), one)
    both = [(fact, *one) for fact in sorted(said) if fact in document.facts for one in said[fact]]

    def differs(said: tuple[str, Any, Neighbor]) -> Verdicts:
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
    yield from look_at(both, differs, nothing=nothing, all_clean=clean)


def _sort_value(value: Any) -> Any:
    """A value to compare: those of a list hold in any order."""
    return frozenset(map(show, value)) if isinstance(value, list | tuple) else value
