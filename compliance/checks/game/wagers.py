"""Wagers beside each other: names, limits, and which needs which."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from compliance.checks.names import letters
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, unstated
from compliance.documents.game import Game, Wager
from compliance.documents.values import show_money
from compliance.routes import Route

# The table's limits are for these; a bonus wager has limits of its own, a raise may go beyond, and the ante of a game
# that is played for a pot is less than its bets.
_AT_TABLE_LIMITS: Final = ("base", "ante")


@check("one-name-one-thing")
def one_name_one_thing(game: Game) -> Verdicts:
    """No two wagers go by the same name."""
    names: dict[str, tuple[str, Route]] = {}
    clean = True
    for id, wager in game.each_wager():
        route: Route = ("wagers", id)
        called: list[tuple[str, Route]] = [(id, route)]
        called += [(wager.name, (*route, "name"))] if wager.name else []
        called += [(alias, (*route, "aliases", number)) for number, alias in enumerate(wager.aliases)]
        for name, place in called:
            owner, first = names.setdefault(letters(name), (id, place))
            if owner != id:
                clean = False
                yield failed(f"{name} is a name of {owner} and of {id}.", place, [(first, f"of {owner}")], "two wagers")
    if not names:
        yield not_applicable("The rules name no wager.")
    elif clean:
        yield passed(f"Each of {len(names)} names stands for one wager.", ("wagers",))


@check("prerequisite-stated")
def prerequisite_stated(game: Game, kinds: list[str]) -> Verdicts:
    """Whether a bonus wager needs a base wager is stated."""
    for name, wager in game.each_wager():
        if wager.kind not in kinds:
            continue
        route: Route = ("wagers", name, "needs")
        if wager.needs is None:
            yield unstated("review", f"Whether {wager.name or name} may be placed alone is not stated.", route)
        else:
            yield passed(f"{wager.name or name} needs {wager.needs}.", route)


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


@check("wager-limits-agree")
def wager_limits_agree(game: Game) -> Verdicts:
    """A wager's least is not above its most, and both fit the table's limits."""
    looked = False
    for name, wager in game.each_wager():
        if wager.minimum is None and wager.maximum is None:
            continue
        looked = True
        found = list(_misfits(game, name, wager))
        yield from found
        if not found:
            yield passed(f"The limits of {name} fit each other and the table's.", ("wagers", name))
    table = game.table
    if table is not None and table.minimum is not None and table.maximum is not None:
        looked = True
        least, most = table.minimum, table.maximum
        if most.high is not None and least.low > most.high:
            message = f"The least wager at the table, {least}, is above the highest, {most}."
            yield failed(message, ("table", "minimum"), [(("table", "maximum"), "the highest")])
        else:
            yield passed(f"The table takes wagers from {least} to {most}.", ("table", "minimum"))
    if not looked:
        yield not_applicable("The rules state no limit of a wager.")


def _misfits(game: Game, name: str, wager: Wager) -> Iterator[Verdict]:
    least, most = wager.minimum, wager.maximum
    bound = (wager.kind or "base") in (_AT_TABLE_LIMITS if game.bank.by != "pot" else _AT_TABLE_LIMITS[:1])
    low: Route = ("wagers", name, "minimum")
    high: Route = ("wagers", name, "maximum")
    if least is not None and most is not None and least > most:
        message = f"The least {name} wager is {show_money(least)} and the most is {show_money(most)}."
        yield failed(message, low, [(high, "the most")])
    table = game.table
    top = table.maximum.high if table is not None and table.maximum is not None else None
    floor = table.minimum.low if table is not None and table.minimum is not None else None
    above: list[tuple[Route, str]] = [(("table", "maximum"), "the table's")]
    below: list[tuple[Route, str]] = [(("table", "minimum"), "the table's")]
    if top is not None and least is not None and least > top:
        yield failed(f"The least {name} wager is {show_money(least)}; {_table_has('highest', top)}.", low, above)
    elif top is not None and most is not None and most > top and bound:
        yield failed(f"The most {name} wager is {show_money(most)}; {_table_has('highest', top)}.", high, above)
    if floor is not None and most is not None and most < floor and bound:
        yield failed(f"The most {name} wager is {show_money(most)}; {_table_has('least', floor)}.", high, below)
    elif floor is not None and least is not None and least < floor and bound:
        yield failed(f"The least {name} wager is {show_money(least)}; {_table_has('least', floor)}.", low, below)


def _table_has(end: str, amount: Decimal) -> str:
    return f"the table's {end} wager is {show_money(amount)}"


@check("bonus-fits-base")
def bonus_fits_base(game: Game) -> Verdicts:
    """A wager that is limited by another one can be placed, and is not also said to go beyond it."""
    looked = False
    for name, wager in game.each_wager():
        base = wager.at_most
        limit = game.wagers.get(base) if base is not None and game.wagers is not None else None
        if base is None or limit is None:
            continue
        looked = True
        route: Route = ("wagers", name, "at-most")
        if wager.may_exceed == base:
            message = f"{name} is at most {base}, and may exceed {base}."
            yield failed(message, ("wagers", name, "may-exceed"), [(route, "said here")])
        elif wager.minimum is not None and limit.maximum is not None and wager.minimum > limit.maximum:
            least, most = show_money(wager.minimum), show_money(limit.maximum)
            message = f"The least {name} wager is {least}; it is at most {base}, which is at most {most}."
            yield failed(message, ("wagers", name, "minimum"), [(("wagers", base, "maximum"), "the limit")])
        else:
            yield passed(f"{name} is at most {base}, and can be.", route)
    if not looked:
        yield not_applicable("No wager is limited by another one.")


@check("splits-limited")
def splits_limited(game: Game) -> Verdicts:
    """Where cards may be split, the rules say how often."""
    play = game.play
    if play is None or play.split is None:
        yield not_applicable("The rules do not speak of splitting.")
    elif play.split_at_most is None:
        message = f"Cards may be split ({play.split}); how often is not stated."
        yield unstated("fail", message, ("play", "split-at-most"))
    else:
        yield passed(f"Cards may be split {play.split_at_most} times at most.", ("play", "split-at-most"))
