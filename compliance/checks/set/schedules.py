"""Schedules that may stand in each other's way."""

from decimal import Decimal
from itertools import zip_longest
from operator import itemgetter
from typing import Final, NamedTuple

from compliance.checks.names import letters
from compliance.checks.registry import check
from compliance.checks.set.house import House
from compliance.checks.set.house_documents import HouseDocument, HouseSchedule
from compliance.checks.set.mentions import SHOWN, Mention, add_places, name_document
from compliance.checks.set.money import is_for_game
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.charges import Band, read_band
from compliance.documents.values import show_money
from compliance.source.routes import Route

_COMPARED: Final = 500  # how often a schedule is held against another, over all its games


@check("one-live-schedule")
def one_live_schedule(document: HouseSchedule, documents: House) -> Verdicts:
    """No other live schedule names the same game with other fees or limits."""
    if document.superseded:
        yield passed("The schedule is superseded.", ("superseded-by",))
        return
    if not document.games and not document.unsettled:
        yield _report_general(document, documents)
        return
    rivals, uncompared = _rivals(document, documents)
    if document.unsettled:
        names = ", ".join(printed for _, printed, _ in document.unsettled[:SHOWN])
        message = (
            f"Which rules are meant by {names} is unclear, so an overlap with other schedules could not be checked."
        )
        first, *others = [(*route, "game") for route, _, _ in document.unsettled]
        yield review(message, first, [(route, "not settled") for route in others])
    elif uncompared:
        message = "So many live schedules name the same games that this one was held against the first of them only."
        yield review(message, uncompared[0], [(route, "here too") for route in uncompared[1:]])
    elif not rivals:
        yield passed("No other live schedule in the set names these games with other fees.", ("games",))
    yield from (_report_rivals(document, found) for found in rivals.values())


class Rival(NamedTuple):
    """A game of a schedule, where it stands, and where another schedule that is at odds with it names the game. So many
    may be at odds over one game that they are told together."""

    route: Route
    name: str
    place: Mention
    shared: str


def _rivals(document: HouseDocument, documents: House) -> tuple[dict[str, list[Rival]], list[Route]]:
    """Other live schedules of the same games with other fees or limits, the first of them, by path; and the games with
    more schedules than were looked at."""
    rivals: dict[str, list[Rival]] = {}
    uncompared: list[Route] = []
    apart: dict[str, bool] = {}  # whether another is for other tables, which is the same for every game
    room = _COMPARED
    for route, game, printed, _ in document.games:
        found: list[Mention] = []
        for place in documents.rivals(document, game):
            if not room:
                uncompared.append(route)
            if not room or len(found) > SHOWN:
                break
            room -= 1
            other = place.document
            if other.path not in apart:
                apart[other.path] = are_for_other_tables(document, other)
            if not apart[other.path] and _differ(document, other, game, printed):
                found.append(place)
        shared = f"schedules {document.establishment} {game}" if len(found) > SHOWN else ""
        for place in found[:SHOWN]:
            rivals.setdefault(place.document.path, []).append(Rival(route, printed or game, place, shared))
    return rivals, uncompared


def _report_rivals(document: HouseDocument, found: list[Rival]) -> Verdict:
    other = found[0].place.document
    games = ", ".join(rival.name for rival in found)
    undated = document.dated is None and other.dated is None
    why = "Neither is dated, so it is" if undated else "No date tells which replaces the other, so it is"
    said = f"this one {_amounts(document)}, {name_document(other)} {_amounts(other)}"
    if _amounts(document) == _amounts(other):
        said = f"{_difference(document, other)} in {name_document(other)}"
    message = f"Two schedules charge for {games}: {said}. {why} not clear which is in force."
    verdict = failed(message, found[0].route, [(rival.route, "") for rival in found[1:]], "has another schedule too")
    verdict = add_places(verdict, *((rival.place, "named here too") for rival in found))
    return verdict._replace(shared=found[0].shared)


def _amounts(document: HouseDocument) -> str:
    """What a schedule charges anywhere, from the least to the most."""
    amounts = sorted(frozenset[Decimal]().union(*(rates.anywhere for rates in document.rates)))
    limits = [rates.limit for rates in document.rates if rates.limit]
    ends = (
        f"{show_money(amounts[0])} to {show_money(amounts[-1])}"
        if len(amounts) > 1
        else "".join(map(show_money, amounts))
    )
    what = f"{ends or 'nothing'} in {len(document.rates)} option{'s' if len(document.rates) > 1 else ''}"
    return what + (f" (limit {limits[0]})" if limits else "")


def _difference(document: HouseDocument, other: HouseDocument) -> str:
    """The first option in which two schedules differ."""
    for (name, here), (_, there) in zip_longest(document.fees, other.fees, fillvalue=("", "")):
        if here != there:
            return f"option {name or 'more'} is {here or 'not there'} here and {there or 'not there'}"
    return "the limits differ from those"


def _report_general(document: HouseDocument, documents: House) -> Verdict:
    """A schedule that names no game may be for those of every other schedule of its establishment."""
    others = [
        other for other in documents.schedules_at(document.establishment)[: SHOWN + 1] if other.path != document.path
    ]
    if not others:
        return not_applicable("The schedule names no game, and no other schedule is in the set.", ("games",))
    names = ", ".join(name_document(other) for other in others[:SHOWN])
    message = f"The schedule names no game; whether it is for games of other live schedules is not stated: {names}."
    verdict = unstated("review", message, ("games",))
    return add_places(verdict, *((Mention(other, ("games",)), "names games") for other in others[:SHOWN]))


def _differ(document: HouseDocument, other: HouseDocument, game: str, printed: str | None) -> bool:
    """Whether two schedules for the same tables say different things of one game. The same fees for another limit under
    another printed name (a no-limit game, say) are no contradiction."""
    here, there = _list_fees(document, game), _list_fees(other, game)
    if [fees for fees, _ in here] != [fees for fees, _ in there]:
        return True
    limits = here != there
    names = {letters(name or id) for _, id, name, _ in other.games if id == game}
    return limits and letters(printed or game) in names


def _list_fees(document: HouseDocument, game: str) -> list[tuple[str, str]]:
    """The fees and the limit of each option that is for a game."""
    options = zip(document.fees, document.rates, strict=True)
    return [(fees, rates.limit) for (_, fees), rates in options if is_for_game(rates, game)]


def are_for_other_tables(document: HouseDocument, other: HouseDocument) -> bool:
    """Whether two schedules are for tables of different limits, none of which is in both."""
    here, there = ([rates.limit for rates in one.rates] for one in (document, other))
    if not here or not there or not all((*here, *there)):
        return False
    return not _meet([read_band(one) for one in here], [read_band(two) for two in there])


def _meet(here: list[Band], there: list[Band]) -> bool:
    """Whether any band of one list begins inside one of the other. In the order of their lower ends it is enough to
    look at the band of each list that reaches farthest so far."""
    reach: list[Band | None] = [None, None]
    sides = sorted([(band.low, 0, band) for band in here] + [(band.low, 1, band) for band in there], key=itemgetter(0))
    for low, side, band in sides:
        other, own = reach[1 - side], reach[side]
        if other is not None and other.contains(low):
            return True
        if own is None or (own.high is not None and (band.high is None or band.high > own.high)):
            reach[side] = band
    return False
