"""What the fees of a schedule have in common: who pays, by which bands, and which fees are of a type."""

from collections.abc import Iterator, Sequence

from compliance.checks.verdicts import Verdict, not_applicable, unstated
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.documents.values import Band, Fee
from compliance.routes import Route


def charges(collection: Collection) -> bool:
    """Whether a collection takes anything from anybody."""
    return any(fee.charges for _, _, fee in collection.rows())


def may_charge(collection: Collection) -> bool:
    """Whether anybody pays this fee, as far as the document tells."""
    rows = [fee.charges for _, _, fee in collection.rows()]
    return any(rows) or not rows


def payer_of(collection: Collection) -> str:
    return f"the {collection.payer}" if collection.payer is not None else "the payer"


def all_banded(schedule: Schedule) -> Iterator[tuple[Route, Option, Collection, list[tuple[Band, Fee]]]]:
    """Every collection with bands, its rows from the lowest up."""
    for route, option, collection in schedule.collections():
        if collection.bands is not None and len(collection.bands):
            yield (*route, "bands"), option, collection, collection.bands.ascending


def flat_tiers(schedule: Schedule) -> Iterator[tuple[Route, Option, Collection, list[tuple[Band, Fee]]]]:
    """Every collection of flat fees by bands, from the lowest band up."""
    for route, option, collection in schedule.collections():
        if collection.bands is not None and len(collection.bands):
            rows = collection.bands.ascending
            if all(fee.share is None for _, fee in rows):
                yield (*route, "bands"), option, collection, rows


def fees_of(
    schedule: Schedule, types: Sequence[str], methods: Sequence[str] = ()
) -> Iterator[tuple[Route, Collection]]:
    """The fees of some types and methods that anybody pays; no types, or no methods, means all."""
    for route, _, collection in schedule.collections():
        wanted = (not types or collection.charged_as in types) and (not methods or collection.method in methods)
        if wanted and may_charge(collection):
            yield route, collection


def paid_rows(collection: Collection) -> Iterator[tuple[Route, Fee]]:
    """The rows of a fee that charge something."""
    return ((place, fee) for place, _, fee in collection.rows() if fee.charges)


def none_charged(types: Sequence[str], methods: Sequence[str] = ()) -> Verdict:
    return not_applicable(f"The schedule charges no fee by {' or '.join((*types, *methods))}.")


def no_amount(base: Route, collection: Collection) -> Verdict:
    """The answer to a fee that has neither an amount nor bands."""
    message = f"The document does not state how high a {collection.charged_as} fee is."
    return unstated("review", message, (*base, "fee"))
