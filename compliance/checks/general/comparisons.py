"""One stated fact held against another."""

from collections.abc import Sequence

from compliance.checks.general.facts import silent
from compliance.checks.names import families_of
from compliance.checks.naming import called, stating
from compliance.checks.parameters import IfUnstated, Where
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.blocks import Document
from compliance.documents.routes import fact, route_of


@check("not-above")
def not_above(
    document: Document,
    what: Where,
    of: list[Where],
    if_unstated: IfUnstated = "review",
    made_by: Where = "",
    families_exempt: Sequence[str] = (),
) -> Verdicts:
    """An amount is not above another amount of the document: the first of those named that is stated.

    what: where the amount stands
    of: where the other amount may stand
    made-by: where the number of people stands who may put up the amount, if their total counts
    families-exempt: families of games that have a rule of their own
    """
    amount = fact(document, what)
    if exempt := families_of(document) & set(families_exempt):
        yield not_applicable(f"{sorted(exempt)[0].capitalize()} has a rule of its own.", ("family",))
        return
    if amount is None:
        yield not_applicable(f"The document does not state {called(what)}.")
        return
    limit = next((name for name in of if fact(document, name) is not None), None)
    if limit is None:
        yield silent(of[-1], if_unstated)
        return
    said = f"{stating(what, amount)}; {called(limit)}: {show(fact(document, limit))}"
    if amount > fact(document, limit):
        yield failed(
            f"{said}. The first may not be above the second.", route_of(what), [(route_of(limit), "the limit")]
        )
    elif made_by:
        yield _in_total(document, said, what, limit, made_by)
    else:
        yield passed(f"{said}.", route_of(what))


def _in_total(document: Document, said: str, what: str, limit: str, made_by: str) -> Verdict:
    """The amount once for each of those who may put it up, against the same limit; who does put it up is not known."""
    people = fact(document, made_by)
    if people is None:
        return unstated(
            "review", f"{said}. What the first comes to in total depends on {called(made_by)}.", route_of(made_by)
        )
    total = fact(document, what) * people
    if total > fact(document, limit):
        top = show(fact(document, limit))
        message = f"{said}. If all {people} players put it up, the total is {show(total)}; it may not be above {top}."
        return review(message, route_of(what), [(route_of(limit), "the limit")])
    return passed(f"{said}; made by all {people} players it comes to {show(total)}.", route_of(what))
