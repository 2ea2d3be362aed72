"""Slips that make a document say something nobody can do: dollars where heads are counted, wagers that need each other,
a schedule that replaces itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from compliance.checks.cards import letters
from compliance.checks.integrity_coverage import charges
from compliance.checks.registry import Verdict, Verdicts, check, failed, not_applicable, passed
from compliance.documents.routes import facts
from compliance.documents.values import Band, Share
from compliance.routes import Key, Route, show_route

if TYPE_CHECKING:
    from compliance.documents.game import Game
    from compliance.documents.schedule import Collection, Option, Schedule

_HEADS: Final = "players"
_UNMEASURED: Final = "nothing"
_MONEY_ROUTES: Final = (
    "table-limits / minimum",
    "table-limits / maximum",
    "options / * / table-limit",
    "options / * / wager",
)


# --- schedules --------------------------------------------------------------------------------------------------------


@check("bands-in-kind")
def bands_in_kind(schedule: Schedule) -> Verdicts:
    """Amounts of money have a dollar sign, and numbers of players have none."""
    looked = False
    for route, band, money in _measures(schedule):
        looked = True
        if band.money == money:
            what = "money" if money else "a number of players"
            yield passed(f"{band} is written as {what}.", route)
        elif money:
            message = f"{show_route(route)}: {band} stands for money and has no dollar sign."
            yield failed(message, route, label="no dollar sign")
        else:
            message = f"{show_route(route)}: {band} stands for a number of players and has a dollar sign."
            yield failed(message, route, label="players are no money")
    if not looked:
        yield not_applicable("The schedule has no bands and no limits.", ("options",))


def _measures(schedule: Schedule) -> Iterator[tuple[Route, Band, bool]]:
    """Every band and limit of a schedule, and whether it must be money."""
    yield from ((route, band, True) for text in _MONEY_ROUTES for route, band in facts(schedule, text))
    yield from ((route, band, False) for route, band in facts(schedule, "options / * / players"))
    for route, _, collection in schedule.collections():
        if collection.bands is not None and collection.by != _UNMEASURED:
            for band, _ in collection.bands.rows():
                yield (*route, "bands", Key(band.text)), band, collection.by != _HEADS


@check("one-flat-fee")
def one_flat_fee(schedule: Schedule) -> Verdicts:
    """An option takes one flat fee from a payer for one thing."""
    looked = False
    for number, option in enumerate(schedule.options):
        found = list(_flat_twice(number, option)) if not option.not_for_play else []
        looked = looked or any(map(charges, option.collections))
        yield from found
        if not found:
            yield passed(f"Option {option.option} takes no two flat fees for the same thing.", ("options", number))
    if not looked:
        yield not_applicable("The schedule charges no fee.", ("options",))


def _flat_twice(number: int, option: Option) -> Iterator[Verdict]:
    seen: dict[tuple[object, ...], tuple[int, Collection]] = {}
    for place, collection in enumerate(option.collections):
        if collection.fee is None or not charges(collection):
            continue
        told = (collection.payer, collection.per, collection.by, collection.type, collection.counts, collection.when)
        key = (*told, collection.fee.per, collection.fee.share is None, collection.waived_when, *collection.also_from)
        first, other = seen.setdefault(key, (place, collection))
        if other.fee is not None and other.fee[:2] != collection.fee[:2]:
            base: Route = ("options", number, "collections")
            message = f"Option {option.option} takes {other.fee} and {collection.fee} from the same payer for the same."
            yield failed(message, (*base, place, "fee"), [((*base, first, "fee"), str(other.fee))], str(collection.fee))


@check("replaced-by-another")
def replaced_by_another(schedule: Schedule) -> Verdicts:
    """A schedule that is superseded is so by another one."""
    by = schedule.superseded_by
    route: Route = ("superseded-by",)
    if by is None:
        yield not_applicable("The schedule is not superseded.")
    elif schedule.id is not None and letters(by) == letters(schedule.id):
        yield failed(f"The schedule says that it is superseded by {by}, which is itself.", route, [(("id",), "its id")])
    else:
        yield passed(f"The schedule is superseded by {by}.", route)


# --- games ------------------------------------------------------------------------------------------------------------


@check("wagers-can-be-made")
def wagers_can_be_made(game: Game) -> Verdicts:
    """No wager needs one that it excludes, nor, by way of others, itself."""
    wagers = dict(game.each_wager())
    needs = {name: wager.needs for name, wager in wagers.items() if wager.needs is not None and wager.needs in wagers}
    clean = True
    for name, needed in needs.items():
        if needed in wagers[name].excludes or name in wagers[needed].excludes:
            clean = False
            message = f"The wager {name} needs {needed}, and the two exclude each other."
            yield failed(message, ("wagers", name, "needs"), label="cannot be made")
    for ring in _rings(needs):
        clean = False
        at, *also = [(("wagers", name, "needs"), "") for name in ring]
        yield failed(f"None of these can be made first: {' needs '.join([*ring, ring[0]])}.", at[0], also)
    if needs and clean:
        yield passed("Each wager can be made with those that it needs.", ("wagers",))


def _rings(needs: dict[str, str]) -> Iterator[list[str]]:
    """Wagers that need each other in a ring; one that needs itself is a ring of one."""
    seen: dict[str, str] = {}
    for start in needs:
        path: list[str] = []
        name = start
        while name in needs and name not in seen:
            seen[name] = start
            path.append(name)
            name = needs[name]
        if seen.get(name) == start:
            yield path[path.index(name) :]


@check("wagers-opened")
def wagers_opened(game: Game) -> Verdicts:
    """What a round closes was opened before, and no step names a wager twice in its order."""
    wagers = {name for name, _ in game.each_wager()}  # prizes and choices, such as surrender, need no opening
    opened: set[str] = set()
    clean, says = True, any(step.opens for step in game.round)
    for number, step in enumerate(game.round):
        opened |= set(step.opens)
        for place, name in enumerate(step.closes if says else ()):
            if name in wagers and name not in opened:
                clean = False
                message = f"Step {number + 1} closes {name}, which no step before it opens."
                yield failed(message, ("round", number, "closes", place), label="never opened")
        placed: set[str] = set()
        for place, name in enumerate(step.order):
            if name in placed:
                clean = False
                message = f"Step {number + 1} names {name} twice in its order."
                yield failed(message, ("round", number, "order", place), label="a second time")
            placed.add(name)
    if clean and any(step.opens or step.closes or step.order for step in game.round):
        yield passed("What the round closes was opened, and each wager has one place in an order.", ("round",))


@check("jackpot-there")
def jackpot_there(game: Game) -> Verdicts:
    """Where a share of a jackpot is paid, the game has a jackpot."""
    there = next((name for name in ("progressive", "house-jackpot", "player-jackpot") if _has(game, name)), None)
    shares = [
        (("wagers", name, *route), str(payout))
        for name, wager in game.each_wager()
        for route, payout in wager.payouts()
        if isinstance(payout, Share)
    ]
    if not shares:
        return
    (at, share), *others = shares
    if there is not None:
        yield passed(f"{share} is paid, and the game has a jackpot.", at, [((there,), "")])
    else:
        message = f"{share} is paid, and the rules describe no jackpot: neither a progressive one nor another."
        yield failed(message, at, others, share)


def _has(game: Game, block: str) -> bool:
    return next(facts(game, block), None) is not None
