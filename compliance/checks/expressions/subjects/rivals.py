"""Schedules that may stand in each other's way: for one game, and undated, or of one date."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from compliance.checks.expressions.derived import Row, Thing, derive
from compliance.checks.expressions.results import STATED, Blamed, Result
from compliance.checks.expressions.subjects.tables import are_for_other_tables, list_amounts
from compliance.checks.names import letters
from compliance.documents.schedule import Schedule
from compliance.documents.values import show_money
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.checks.set.house import Mention, Neighbor

_COMPARED: Final = 500  # how often a schedule is held against another, over all its games
_SHOWN: Final = 3


@derive("other-live-schedules", of=Schedule, gives="list of schedules", in_house=True)
def list_other_live_schedules(thing: Thing) -> list[Neighbor]:
    """The other schedules of the house that none supersedes."""
    house, document = thing.house, thing.neighbor
    live = house.list_live_schedules(document.establishment) if house is not None and document is not None else ()
    return [other for other in live if document is not None and other.path != document.path]


@derive(
    "rival-schedules",
    of=Schedule,
    gives="list of rows",
    columns={"other": "text", "games": "text", "says": "text", "is-compared": "yes or no", "one-defect": "text"},
    reads=["superseded-by", "effective", "dated", "approval.date"],
    in_house=True,
    apart=True,
)
def list_rival_schedules(thing: Thing) -> list[Row]:
    """The other live schedules of the house that charge otherwise for a game where no date tells which holds, each with
    those games. Where a schedule has too many beside it, a row says that not all were compared."""
    house, document = thing.house, thing.neighbor
    if house is None or document is None:
        return []
    found: dict[str, list[tuple[Route, str, Mention]]] = {}
    crowded: set[Route] = set()  # games with so many rivals that all are one defect
    uncompared: list[Route] = []
    compared = 0
    for route, game, printed, _ in document.games:
        differing = 0
        for place in house.rivals(document, game):
            if compared == _COMPARED:
                uncompared.append(route)
            if compared == _COMPARED or differing > _SHOWN:
                break
            compared += 1
            if differ(document, place.document, game, printed):
                differing += 1
                if differing <= _SHOWN:
                    found.setdefault(place.document.path, []).append((route, printed or game, place))
                else:
                    crowded.add(route)
    rows = [_make_row(document, places, places[0][0] in crowded) for places in found.values()]
    if uncompared and not found:
        rows.append(Row(uncompared[0], {"is-compared": False}, tuple(uncompared[1:])))
    return rows


def _make_row(document: Neighbor, places: list[tuple[Route, str, Mention]], is_crowded: bool) -> Row:
    other = places[0][2].document
    own, theirs = document.schedule, other.schedule
    said = f"this one {_describe_amounts(own)}, {other.name} {_describe_amounts(theirs)}"
    if _describe_amounts(own) == _describe_amounts(theirs):
        said = f"{_describe_difference(own, theirs)} in {other.name}"
    undated = document.dated is None and other.dated is None
    why = "Neither is dated" if undated else "No date tells which replaces the other"
    there = tuple(Blamed(place.route, "named here too", path=other.path) for _, _, place in places)
    columns = {
        "other": Result(STATED, other.title, there, path=other.path),
        "games": ", ".join(name for _, name, _ in places),
        "says": f"{said}. {why}, so it is not clear which is in force.",
        "is-compared": True,
        "one-defect": f"schedules {document.establishment} {letters(places[0][1])}" if is_crowded else None,
    }
    return Row(places[0][0], columns, tuple(route for route, _, _ in places[1:]))


def differ(document: Neighbor, other: Neighbor, game: str, printed: str | None) -> bool:
    """Whether two schedules for the same tables say different things of one game. The same fees for another limit under
    another printed name (a no-limit game, say) are no contradiction."""
    if are_for_other_tables(document.schedule, other.schedule):
        return False
    here, there = _list_fees(document.schedule, game), _list_fees(other.schedule, game)
    if [fees for fees, _ in here] != [fees for fees, _ in there]:
        return True
    names = {letters(name or id) for _, id, name, _ in other.games if id == game}
    return here != there and letters(printed or game) in names


def _list_fees(schedule: Schedule, game: str) -> list[tuple[str, str]]:
    """The fees and the limit of each option that is for a game."""
    return [(fees, limit) for _, fees, limit, games in schedule.describe_options() if not games or game in games]


def _describe_amounts(schedule: Schedule) -> str:
    """What a schedule charges anywhere, from the least to the most."""
    amounts = [show_money(amount) for amount in sorted(list_amounts(schedule))]
    limits = [limit for _, _, limit, _ in schedule.describe_options() if limit]
    ends = f"{amounts[0]} to {amounts[-1]}" if len(amounts) > 1 else "".join(amounts)
    number = len(schedule.options)
    what = f"{ends or 'nothing'} in {number} option{'s' if number > 1 else ''}"
    return what + (f" (limit {limits[0]})" if limits else "")


def _describe_difference(schedule: Schedule, other: Schedule) -> str:
    """The first option in which two schedules differ."""
    fees, theirs = ([(name, fees) for name, fees, _, _ in one.describe_options()] for one in (schedule, other))
    for (name, here), (_, there) in zip_longest(fees, theirs, fillvalue=("", "")):
        if here != there:
            return f"option {name or 'more'} is {here or 'not there'} here and {there or 'not there'}"
    return "the limits differ from those"
