"""Games within a game: each wager with an aim of its own, whose hand it is on, and over how many deals it runs.

`parts` are the kinds of wager that belong to another one (a raise, a toke) and are no game of their own.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Annotated, TypeAlias

from compliance.checks.game.dealing import runs_on
from compliance.checks.names import families_of
from compliance.checks.naming import the_wager
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, on_a_word, passed, review, unstated
from compliance.checks.words import asserted
from compliance.documents.game import Game
from compliance.documents.values import show_money
from compliance.documents.wagers import Wager
from compliance.routes import Route

WagerParts: TypeAlias = Annotated[
    Sequence[str], "kinds of wager that belong to another one and are no game of their own"
]

HOUSE_JACKPOT = "house-jackpot"


def own_games(game: Game, parts: Sequence[str]) -> Iterator[tuple[str, Wager]]:
    """The wagers that are games of their own: not those that equal another wager and are paid by its odds."""
    wagers = ((name, wager) for name, wager in game.each_wager() if wager.kind not in parts)
    return ((name, wager) for name, wager in wagers if wager.pays_as is None or wager.equals is None)


@check("separate-games-identified")
def separate_games_identified(game: Game, parts: WagerParts) -> Verdicts:
    """The rules name every separate game: each wager with an aim of its own, and each jackpot. Nothing else is one."""
    places: dict[str, Route] = {name: ("wagers", name) for name, _ in own_games(game, parts)}
    if game.progressive is not None:
        places.setdefault(game.progressive.wager, ("progressive", "wager"))
    if game.house_jackpot is not None:
        places[HOUSE_JACKPOT] = ("house-jackpot",)
    at: Route = ("separate-games",)
    if game.separate_games is None:
        if places:
            message = f"The rules do not identify their separate games. By their wagers these are: {', '.join(places)}."
            yield unstated("fail", message, at)
        return
    listed = frozenset(game.separate_games)
    for name, place in places.items():
        if name in listed:
            yield passed(f"`{name}` is identified as a separate game.", at)
        else:
            yield failed(
                f"`{name}` is a separate game that the rules do not identify as one.", at, [(place, "not listed")]
            )
    known = {*places, *(name for name, _ in game.each_wager())}
    for number, name in enumerate(game.separate_games):
        if name not in known:
            message = f"`{name}` is listed as a separate game and has no wager of its own."
            yield failed(message, ("separate-games", number), label="not a separate game")


@check("separate-games-at-most")
def separate_games_at_most(game: Game, most: int, parts: WagerParts) -> Verdicts:
    """At most so many separate games on one hand.

    most: how many
    """
    names = [name for name, _ in own_games(game, parts)]
    if not names:
        yield not_applicable("The document lists no wagers.")
        return
    said = f"{len(names)} separate games are offered on a hand: {', '.join(names)}"
    if len(names) > most:
        yield failed(f"{said}; at most {most} are allowed.", ("wagers", names[most]), label=f"number {most + 1}")
    else:
        yield passed(f"{said}; at most {most} are allowed.{_listed_too(game, names)}", ("wagers",))


def _listed_too(game: Game, names: Sequence[str]) -> str:
    """What to say where the rules list other games than are counted here."""
    more = [name for name in game.separate_games or [] if name not in names]
    if not more:
        return ""
    listed = f"The document's own list has {len(game.separate_games or [])}, with {', '.join(more)}"
    return f" {listed}: a wager that belongs to another one, and what is no wager, are not counted here."


@check("separate-games-over")
def separate_games_over(game: Game, most: int, above: Decimal, parts: WagerParts) -> Verdicts:
    """At most so many separate games take a wager above an amount. A game without a maximum may.

    most: how many
    above: the amount
    """
    games = list(own_games(game, parts))
    over = [name for name, wager in games if wager.maximum is not None and wager.maximum > above]
    silent = [name for name, wager in games if wager.maximum is None]
    if not games:
        yield not_applicable("The document lists no wagers.")
    elif len(over) > most:
        said = f"{len(over)} separate games take wagers above {show_money(above)}: {', '.join(over)}"
        yield failed(f"{said}; at most {most} may.", ("wagers", over[most], "maximum"))
    elif len(over) + len(silent) > most:
        message = (
            f"No maximum is stated for {', '.join(silent)}; at most {most} games may go above {show_money(above)}."
        )
        yield unstated("review", message, ("wagers", silent[0], "maximum"))
    else:
        said = f"{len(over) + len(silent)} of {len(games)} separate games may go above {show_money(above)}"
        listed = _listed_too(game, [name for name, _ in games])
        yield passed(f"{said}; at most {most} are allowed.{listed}", ("wagers",))


@check("hand-wagered-on")
def hand_wagered_on(
    game: Game, own: str, parts: WagerParts, others: Sequence[str] = (), unsure: Sequence[str] = ()
) -> Verdicts:
    """Each player has a hand and plays it; a wager is on that hand, or on another only where that is allowed.

    own: what the player's own hand is called
    others: other hands that a wager may be on; none means its own alone
    unsure: hands of which it was not seen whether a wager may be on them
    """
    has_own = game.play.own_hand if game.play is not None else None
    for name, wager in own_games(game, parts):
        route: Route = ("wagers", name, "on")
        if wager.on is None and has_own is None:
            yield unstated("review", f"The document does not state whose hand the {name} wager is on.", route)
        elif (wager.on or own) == own:
            yield _on_own_hand(game, name, wager, route)
        elif wager.on in others:
            yield passed(f"The {name} wager is on {wager.on}.", route)
        elif wager.on in unsure:
            yield review(
                f"The {name} wager is on {wager.on}; whether that was allowed on this date was not seen.", route
            )
        else:
            yield failed(f"The {name} wager is on {wager.on}; expected {own}{_or(others)}.", route)


def _on_own_hand(game: Game, name: str, wager: Wager, route: Route) -> Verdict:
    """A wager on the player's own hand: players must be dealt one. A word for it confirms, and is not enough."""
    has_own = game.play.own_hand if game.play is not None else None
    dealt = game.deck.each_player if game.deck is not None else None
    on = f"The {name} wager is on the player's own hand"
    if has_own is False:
        return failed(f"{on}, and players do not have one.", ("play", "own-hand"))
    if dealt == 0:
        return failed(f"{on}, and no cards are dealt to a player.", ("deck", "each-player"))
    if wager.on is None or dealt is None:
        return on_a_word(passed(f"{on}.", route))
    return passed(f"{on}, of {dealt} cards.", route)


def _or(words: Sequence[str]) -> str:
    return "".join(f" or {word}" for word in words)


@check("one-deal")
def one_deal(game: Game, families_exempt: list[str], parts: WagerParts, several_deals: Sequence[str] = ()) -> Verdicts:
    """Every wager is won or lost within one deal, but for a carry-over pot and a streak wager where allowed.

    families-exempt: the families of games that may have a streak wager
    several-deals: phrases by which what makes a wager win goes over several deals
    """
    settled = game.play.settled_in if game.play is not None else None
    streaks = bool(families_of(game) & set(families_exempt))
    for name, wager in own_games(game, parts):
        decided = _decided(game, name, wager, streaks, settled)
        yield _won_later(name, wager, several_deals) or decided if decided.status == "pass" else decided
    if settled == "several deals" and game.carryover is None and not (streaks and _has_streak(game)):
        yield failed("The game is settled over several deals and has no carry-over pot.", ("play", "settled-in"))


def _decided(game: Game, name: str, wager: Wager, streaks: bool, settled: str | None) -> Verdict:
    """Within how many deals a wager is decided: by what it says of itself, else by what is said of the whole game."""
    route: Route = ("wagers", name, "decided-by")
    later = runs_on(name, wager)
    if later is not None and wager.kind == "streak" and streaks:
        return passed(f"The {name} wager is a streak wager, which this family of games may have.", route)
    if later is not None:
        return later._replace(label="one deal is the rule")
    if wager.decided_by is not None or wager.deals is not None:
        return passed(f"The {name} wager is decided by one deal.", route)
    if settled == "one deal":
        return on_a_word(passed(f"The {name} wager is decided by one deal, as the rules say of the game.", route))
    if game.carryover is not None:
        return passed(f"The {name} wager is decided by one deal, or goes to the carry-over pot.", route)
    return unstated("review", f"The document does not state within how many deals the {name} wager is decided.", route)


def _won_later(name: str, wager: Wager, several_deals: Sequence[str]) -> Verdict | None:
    """A wager that is said to be decided by one deal, and wins by what several of them bring."""
    text = wager.wins_when
    if text is None or wager.kind == "streak" or not asserted(text, several_deals):
        return None
    message = f"The {name} wager wins when {text}. Whether one deal decides that is for a person to say."
    return review(message, ("wagers", name, "wins-when"))


def _has_streak(game: Game) -> bool:
    return any(wager.kind == "streak" for _, wager in game.each_wager())


@check("streak-wager")
def streak_wager(game: Game, families_allowed: list[str], deals: int) -> Verdicts:
    """A wager on several deals in a row: only in certain games, optional, over so many deals.

    families-allowed: the families of games that may have one
    deals: over how many deals it runs
    """
    for name, wager in game.each_wager():
        if wager.kind != "streak":
            continue
        route: Route = ("wagers", name)
        if not families_of(game) & set(families_allowed):
            only = " or ".join(families_allowed)
            yield failed(f"{the_wager(name)} runs over several deals; only {only} may have such a wager.", route)
        elif wager.required:
            yield failed(f"{the_wager(name)} runs over several deals and must be optional.", (*route, "required"))
        elif wager.required is None:
            message = (
                f"The document does not state whether the {name} wager, which runs over several deals, is optional."
            )
            yield unstated("review", message, (*route, "required"))
        elif wager.deals is None:
            yield unstated(
                "review", f"The document does not state over how many deals the {name} wager runs.", (*route, "deals")
            )
        elif wager.deals != deals:
            yield failed(
                f"{the_wager(name)} runs over {wager.deals} deals; {deals} in a row are allowed.", (*route, "deals")
            )
        else:
            yield passed(f"{the_wager(name)} is optional, and on {deals} deals in a row.", (*route, "deals"))


@check("wagers-of-kind")
def wagers_of_kind(game: Game, kind: str, most: int) -> Verdicts:
    """At most so many wagers of one kind.

    kind: the kind of wager
    most: how many
    """
    names = [name for name, wager in game.each_wager() if wager.kind == kind]
    if not names:
        yield not_applicable(f"The document lists no {kind} wager.")
    elif kind == "progressive" and len(game.each_progressive()) > max(most, len(names)):
        message = f"{len(game.each_progressive())} progressives are offered; at most {most} is allowed."
        yield failed(message, ("progressives", most))
    elif len(names) > most:
        message = f"{len(names)} {kind} wagers are offered: {', '.join(names)}; at most {most} is allowed."
        yield failed(message, ("wagers", names[most]))
    else:
        yield passed(f"{len(names)} {kind} wager is offered.", ("wagers", names[0]))
