"""Schedules that may stand in each other's way."""

from decimal import Decimal
from itertools import islice, zip_longest

from compliance.checks.names import letters
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, ScheduleExtract, for_game
from compliance.checks.set.mentions import SHOWN, Mention, beside, named
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.charges import read_band
from compliance.documents.values import show_money
from compliance.routes import Route


@check("one-live-schedule")
def one_live_schedule(document: ScheduleExtract, documents: DocumentSet) -> Verdicts:
    """No other live schedule names the same game with other fees or limits."""
    if document.superseded:
        yield passed("The schedule is superseded.", ("superseded-by",))
        return
    if not document.games and not document.unsettled:
        yield _for_any_game(document, documents)
        return
    rivals: dict[str, list[tuple[Route, str, Mention]]] = {}
    for route, game, printed, _ in document.games:
        at_odds = (
            place for place in documents.rivals(document, game) if _at_odds(document, place.document, game, printed)
        )
        for place in islice(at_odds, SHOWN):
            rivals.setdefault(place.document.path, []).append((route, printed or game, place))
    if document.unsettled:
        names = ", ".join(printed for _, printed, _ in document.unsettled[:SHOWN])
        message = f"Which rules are meant by {names} is not settled, nor so whether another schedule is for them too."
        first, *others = [(*route, "game") for route, _, _ in document.unsettled]
        yield review(message, first, [(route, "not settled") for route in others])
    elif not rivals:
        yield passed("No other live schedule in the set names these games with other fees.", ("games",))
    for found in rivals.values():
        other = found[0][2].document
        games = ", ".join(name for _, name, _ in found)
        undated = document.dated is None and other.dated is None
        why = "Neither is dated, so it is" if undated else "No date tells which replaces the other, so it is"
        said = f"this one {_amounts(document)}, {named(other)} {_amounts(other)}"
        if _amounts(document) == _amounts(other):
            said = f"{_difference(document, other)} in {named(other)}"
        message = f"Two schedules charge for {games}: {said}. {why} not clear which is in force."
        verdict = failed(message, found[0][0], [(route, "") for route, _, _ in found[1:]], "has another schedule too")
        yield beside(verdict, *((place, "named here too") for _, _, place in found))


def _amounts(document: Extract) -> str:
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


def _difference(document: Extract, other: Extract) -> str:
    """The first option in which two schedules differ."""
    for (name, here), (_, there) in zip_longest(document.fees, other.fees, fillvalue=("", "")):
        if here != there:
            return f"option {name or 'more'} is {here or 'not there'} here and {there or 'not there'}"
    return "the limits differ from those"


def _for_any_game(document: Extract, documents: DocumentSet) -> Verdict:
    """A schedule that names no game may be for those of every other schedule of its establishment."""
    others = [
        other for other in documents.schedules_at(document.establishment)[: SHOWN + 1] if other.path != document.path
    ]
    if not others:
        return not_applicable("The schedule names no game, and no other schedule is in the set.", ("games",))
    names = ", ".join(named(other) for other in others[:SHOWN])
    message = f"The schedule names no game; whether it is for games of other live schedules is not stated: {names}."
    verdict = review(message, ("games",))
    return beside(verdict, *((Mention(other, ("games",)), "names games") for other in others[:SHOWN]))


def _at_odds(document: Extract, other: Extract, game: str, printed: str | None) -> bool:
    """Whether two schedules say different things of one game. The same fees for another limit under another printed
    name (a no-limit game, say) are no contradiction."""
    if _for_other_tables(document, other):
        return False
    here, there = _of_game(document, game), _of_game(other, game)
    if [fees for fees, _ in here] != [fees for fees, _ in there]:
        return True
    limits = here != there
    names = {letters(name or id) for _, id, name, _ in other.games if id == game}
    return limits and letters(printed or game) in names


def _of_game(document: Extract, game: str) -> list[tuple[str, str]]:
    """The fees and the limit of each option that is for a game."""
    options = zip(document.fees, document.rates, strict=True)
    return [(fees, rates.limit) for (_, fees), rates in options if for_game(rates, game)]


def _for_other_tables(document: Extract, other: Extract) -> bool:
    """Whether two schedules are for tables of different limits, none of which is in both."""
    here, there = ([rates.limit for rates in one.rates] for one in (document, other))
    if not here or not there or not all((*here, *there)):
        return False
    bands = [(read_band(one), read_band(two)) for one in here for two in there]
    return not any(one.holds(two.low) or two.holds(one.low) for one, two in bands)
