"""What the fees of a schedule have in common: who pays, by which bands, and which fees are of a type."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final, NamedTuple, TypeAlias

from compliance.checks.verdicts import Verdict, not_applicable, unstated
from compliance.documents.charges import Band, Fee
from compliance.documents.once import leaves_open, listed_once, once
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.routes import Route

FeeType: TypeAlias = Annotated[str, "the type of fee that is looked at"]
FeeTypes: TypeAlias = Annotated[Sequence[str], "types of fee that are looked at; none means all"]
Methods: TypeAlias = Annotated[Sequence[str], "ways of taking a fee that are looked at; none means all"]

NO_BANDS: Final = not_applicable("No fee goes by bands.", ("options",))


@once
def charges(collection: Collection) -> bool:
    """Whether a collection takes anything from anybody."""
    return any(fee.charges for _, _, fee in collection.rows())


@once
def may_charge(collection: Collection) -> bool:
    """Whether anybody pays this fee, as far as the document tells."""
    rows = [fee.charges for _, _, fee in collection.rows()]
    return any(rows) or not rows


def payer_of(collection: Collection) -> str:
    return f"the {collection.payer}" if collection.payer is not None else "the payer"


class Banded(NamedTuple):
    """A collection whose fee goes by bands: where they stand, and its rows from the lowest band up."""

    route: Route
    number: int
    option: Option
    collection: Collection
    rows: list[tuple[Band, Fee]]

    @property
    def said(self) -> str:
        return f"In option {self.option.option}"

    @property
    def whose(self) -> str:
        return payer_of(self.collection)

    @property
    def bands(self) -> list[Band]:
        return [band for band, _ in self.rows]

    @property
    def top(self) -> Band:
        return max(self.bands, key=lambda band: (band.high is None, band.high or 0))


def banded(schedule: Schedule, *by: str) -> Iterable[Banded]:
    """Every collection whose fee goes by bands of one of these measures; none means all."""
    if leaves_open(schedule):
        return (one for number, option in enumerate(schedule.options) for one in banded_in(number, option, *by))
    every = _banded(schedule)
    return [one for one in every if one.collection.by in by] if by else every


@listed_once
def _banded(schedule: Schedule) -> Iterator[Banded]:
    for number, option in enumerate(schedule.options):
        yield from banded_in(number, option)


def banded_in(number: int, option: Option, *by: str) -> Iterator[Banded]:
    """The same for one option."""
    for place, collection in enumerate(option.collections):
        if (not by or collection.by in by) and collection.bands is not None and len(collection.bands):
            route: Route = ("options", number, "collections", place, "bands")
            yield Banded(route, number, option, collection, collection.bands.ascending)


@listed_once
def banded_in_play(schedule: Schedule) -> Iterator[Banded]:
    """The same, without options that nobody may use."""
    return (one for one in banded(schedule) if not one.option.not_for_play)


def flat_tiers(schedule: Schedule) -> Iterator[Banded]:
    """The same for flat fees alone."""
    return (one for one in banded_in_play(schedule) if all(fee.share is None for _, fee in one.rows))


class Charged(NamedTuple):
    """A fee that somebody pays, as far as the document tells, and where it stands."""

    route: Route
    collection: Collection

    def rows(self) -> Iterator[tuple[Route, Fee]]:
        """The rows that charge something."""
        return ((self.route + place, fee) for place, _, fee in self.collection.rows() if fee.charges)

    def without_amount(self) -> Iterator[Verdict]:
        """The answer to a fee that has neither an amount nor bands."""
        if next(iter(self.collection.rows()), None) is None:
            message = f"The document does not state how high a {self.collection.charged_as} fee is."
            yield unstated("review", message, (*self.route, "fee"))


def fees_of(schedule: Schedule, types: Sequence[str], methods: Sequence[str] = ()) -> list[Charged]:
    """The fees of some types and methods that anybody pays; no types, or no methods, means all."""
    return [
        Charged(route, collection)
        for route, _, collection in schedule.collections()
        if (not types or collection.charged_as in types)
        and (not methods or collection.method in methods)
        and may_charge(collection)
    ]


def none_charged(types: Sequence[str], methods: Sequence[str] = ()) -> Verdict:
    return not_applicable(f"The schedule charges no fee by {' or '.join((*types, *methods))}.")
