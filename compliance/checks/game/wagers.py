"""Wagers beside each other: names, limits, and which needs which."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Final

from compliance.checks.game.stakes import Saying, sayings_of, stakes_of, top_of
from compliance.checks.looking import look_at
from compliance.checks.names import letters
from compliance.checks.naming import inside, the_wager
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.game import Game
from compliance.documents.values import show_money
from compliance.documents.wagers import Wager
from compliance.routes import Route

# The table's limits are for these; a bonus wager has limits of its own, a raise may go beyond, and the ante of a game
# that is played for a pot is less than its bets.
_AT_TABLE_LIMITS: Final = ("base", "ante")


@check("one-name-one-thing")
def one_name_one_thing(game: Game) -> Verdicts:
    """No two wagers go by the same name."""
    names = list(_names(game))
    count = len({letters(name) for name, _, _ in names})
    clean = passed(f"Each of {count} names stands for one wager.", ("wagers",))
    nothing = not_applicable("The rules name no wager.")
    return look_at([names] if names else [], _shared, nothing=nothing, all_clean=clean)


def _names(game: Game) -> Iterator[tuple[str, str, Route]]:
    """Every name of a wager, whose it is, and where it stands."""
    for id, wager in game.each_wager():
        route: Route = ("wagers", id)
        yield id, id, route
        if wager.name:
            yield wager.name, id, (*route, "name")
        yield from ((alias, id, (*route, "aliases", number)) for number, alias in enumerate(wager.aliases))


def _shared(names: list[tuple[str, str, Route]]) -> Verdicts:
    owners: dict[str, tuple[str, Route]] = {}
    for name, id, place in names:
        owner, first = owners.setdefault(letters(name), (id, place))
        if owner != id:
            yield failed(
                f"Two wagers bear the name {name}: {owner} and {id}.", place, [(first, f"of {owner}")], "two wagers"
            )


@check("prerequisite-stated")
def prerequisite_stated(game: Game, kinds: list[str]) -> Verdicts:
    """Whether a bonus wager needs a base wager is stated.

    kinds: the kinds of wager that are looked at
    """
    for name, wager in game.each_wager():
        if wager.kind not in kinds:
            continue
        route: Route = ("wagers", name, "needs")
        if wager.needs is None:
            yield unstated(
                "review", f"Whether {inside(the_wager(name, wager.name))} may be placed alone is not stated.", route
            )
        else:
            yield passed(f"{the_wager(name, wager.name)} needs {wager.needs}.", route)


@check("wagers-can-be-made")
def wagers_can_be_made(game: Game) -> Verdicts:
    """No wager needs one that it excludes, nor one that opens only later, nor, by way of others, itself."""
    wagers = dict(game.each_wager())
    needs = {name: wager.needs for name, wager in wagers.items() if wager.needs is not None and wager.needs in wagers}
    clean = passed("Each wager can be made with those that it needs.", ("wagers",))
    opened: dict[str, int] = {}
    for number, step in enumerate(game.round):
        for name in step.opens:
            opened.setdefault(name, number)

    def judged(one: dict[str, str]) -> Iterator[Verdict]:
        yield from _cannot_be_made(wagers, one)
        yield from _needs_a_later_one(one, opened)

    return look_at([needs] if needs else [], judged, all_clean=clean)


def _needs_a_later_one(needs: dict[str, str], opened: Mapping[str, int]) -> Iterator[Verdict]:
    for name, needed in needs.items():
        first, later = opened.get(name), opened.get(needed)
        if first is not None and later is not None and later > first:
            message = f"The wager {name} opens in step {first + 1} and needs {needed}, which opens in step {later + 1}."
            yield failed(message, ("wagers", name, "needs"), [(("round", later), f"{needed} opens")], "not there yet")


def _cannot_be_made(wagers: Mapping[str, Wager], needs: dict[str, str]) -> Verdicts:
    for name, needed in needs.items():
        if needed in wagers[name].excludes or name in wagers[needed].excludes:
            message = f"The wager {name} needs {needed}, and the two exclude each other."
            yield failed(message, ("wagers", name, "needs"), label="cannot be made")
    for ring in _rings(needs):
        at, *also = [(("wagers", name, "needs"), "") for name in ring]
        yield failed(f"None of these can be made first: {' needs '.join([*ring, ring[0]])}.", at[0], also)


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

    def fits(stated: tuple[str, Wager | None]) -> Verdict:
        name, wager = stated
        if wager is None:
            return passed(f"The table takes wagers from {least} to {most}.", ("table", "minimum"))
        return passed(f"The limits of {name} fit each other and the table's.", ("wagers", name))

    def judged(stated: tuple[str, Wager | None]) -> Verdicts:
        name, wager = stated
        if wager is not None:
            yield from _misfits(game, name, wager)
        elif least is not None and most is not None and most.high is not None and least.low > most.high:
            message = f"The least wager at the table, {least}, is above the highest, {most}."
            yield failed(message, ("table", "minimum"), [(("table", "maximum"), "the highest")])

    least, most = (game.table.minimum, game.table.maximum) if game.table is not None else (None, None)
    limited: list[tuple[str, Wager | None]] = [
        (name, wager)
        for name, wager in game.each_wager()
        if wager.minimum is not None or wager.maximum is not None or _on_a_space(game, wager)
    ]
    if least is not None and most is not None:
        limited.append(("table", None))
    return look_at(limited, judged, clean=fits, nothing=not_applicable("The rules state no limit of a wager."))


def _misfits(game: Game, name: str, wager: Wager) -> Iterator[Verdict]:
    least, most = wager.minimum, wager.maximum
    bound = (wager.kind or "base") in (_AT_TABLE_LIMITS if game.bank.by != "pot" else _AT_TABLE_LIMITS[:1])
    low: Route = ("wagers", name, "minimum")
    high: Route = ("wagers", name, "maximum")
    if least is not None and most is not None and least > most:
        message = f"The least {name} wager is {show_money(least)} and the most is {show_money(most)}."
        yield failed(message, low, [(high, "the most")])
    table = game.table
    yield from _beyond_space(game, name, wager)
    top = table.maximum.high if table is not None and table.maximum is not None else None
    floor = table.minimum.low if table is not None and table.minimum is not None else None
    above: list[tuple[Route, str]] = [(("table", "maximum"), "the table's")]
    below: list[tuple[Route, str]] = [(("table", "minimum"), "the table's")]
    if top is not None and least is not None and least > top:
        yield failed(f"The least {name} wager is {show_money(least)}; {_table_has('highest', top)}.", low, above)
    elif top is not None and most is not None and most > top and bound:
        yield failed(f"The most {name} wager is {show_money(most)}; {_table_has('highest', top)}.", high, above)
    elif top is not None and most is not None and most > top and wager.kind == "bonus":
        message = f"The most {name} wager is {show_money(most)}; {_table_has('highest', top)}."
        yield review(f"{message} Whether a bonus wager may be above it is for a person to say.", high, above)
    if floor is not None and most is not None and most < floor and bound:
        yield failed(f"The most {name} wager is {show_money(most)}; {_table_has('least', floor)}.", high, below)
    elif floor is not None and least is not None and least < floor and bound:
        yield failed(f"The least {name} wager is {show_money(least)}; {_table_has('least', floor)}.", low, below)


def _on_a_space(game: Game, wager: Wager) -> bool:
    """Whether a wager that another tells is held against the limits of a space."""
    return game.table is not None and game.table.per_space is not None and any(True for _ in wager.amounts())


def _beyond_space(game: Game, name: str, wager: Wager) -> Iterator[Verdict]:
    """All wagers on one space have limits together: none of them can be above these."""
    space = game.table.per_space if game.table is not None else None
    top = top_of(game, name, wager) if space is not None and wager.kind != "raise" else None
    if space is None or top is None or top.amount is None:
        return
    if space.high is not None and top.amount > space.high and top.at[0] == "wagers":
        message = f"The most {name} wager is {show_money(top.amount)}; one space takes {space} in all."
        yield failed(message, top.at, [(("table", "per-space"), "the limit of a space")])


def _table_has(end: str, amount: Decimal) -> str:
    return f"the table's {end} wager is {show_money(amount)}"


@check("bonus-fits-base")
def bonus_fits_base(game: Game) -> Verdicts:
    """A wager that is limited by another one can be placed, and is not also said to go beyond it."""
    limited = (
        (name, wager, saying)
        for name, wager in game.each_wager()
        for saying in sayings_of(name, wager, "at-most", "equals")
        if any(term.of for term in saying.amount.terms)
    )
    nothing = not_applicable("No wager is limited by another one.")
    return look_at(limited, lambda one: _within_base(game, *one), nothing=nothing)


def _within_base(game: Game, name: str, wager: Wager, saying: Saying) -> Verdict:
    stakes = stakes_of(game)
    bases = [base[0] for term in saying.amount.terms if (base := stakes.base(term)) is not None]
    times = [term.times for term in saying.amount.terms]
    if wager.may_exceed in bases and max(times) <= 1:
        message = f"{the_wager(name)} is at most {saying.words}, and may exceed {wager.may_exceed}."
        return failed(message, ("wagers", name, "may-exceed"), [(saying.at, "said here")])
    top = stakes.told(name, saying)
    if wager.minimum is not None and top.amount is not None and wager.minimum > top.amount:
        least, most = show_money(wager.minimum), show_money(top.amount)
        message = f"The least {name} wager is {least}; it is at most {saying.words}, which is at most {most}."
        return failed(message, ("wagers", name, "minimum"), [(saying.at, "the limit")])
    return passed(f"{the_wager(name)} is at most {saying.words}, and can be.", saying.at)


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
