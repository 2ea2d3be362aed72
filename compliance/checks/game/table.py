"""The table: how many sit at it, and where wagers lie."""

from collections.abc import Sequence
from typing import Final

from compliance.checks.names import families_of, some
from compliance.checks.parameters import Affirms
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, on_a_word, passed, review, unstated
from compliance.checks.wording import Phrases, read_words
from compliance.documents.game import Game
from compliance.routes import Route

_MAY_BE_EXEMPT: Final = "Public rules that are played unchanged are exempt; the document does not say that these are."


@check("players-at-table")
def players_at_table(
    game: Game,
    most: int,
    families_exempt: Sequence[str] = (),
    certain: int | None = None,
    unchanged: str = "",
    affirms: Affirms = (),
) -> Verdicts:
    """At most so many players; unchanged public games of some families are exempt. Above `certain` nobody has seen
    whether the number was allowed on this date.

    most: how many
    families-exempt: families of public games that are exempt
    certain: how many were allowed for sure, where it is not established that `most` were
    unchanged: the statement that the public rules are played unchanged
    """
    players = game.table.players if game.table is not None else None
    route: Route = ("table", "players")
    if _exempt(game, families_exempt, unchanged, affirms):
        yield not_applicable(f"{game.family} by public rules that are played unchanged is exempt.", ("family",))
    elif players is None:
        yield unstated("review", "The document does not state how many players may sit at the table.", route)
    elif players > most and _of_exempt_family(game, families_exempt):
        yield review(f"{players} players may sit at the table; at most {most} are allowed. {_MAY_BE_EXEMPT}", route)
    elif players > most:
        yield failed(
            f"{players} players may sit at the table; at most {most} are allowed.", route, label=f"at most {most}"
        )
    elif certain is not None and players > certain:
        message = f"{players} players may sit at the table; whether more than {certain}, up to {most}, were allowed"
        yield review(f"{message} on this date is not established.", route)
    else:
        said = f"{players} players may sit at the table; at most {most} are allowed."
        larger = [seats for seats in (game.table.other_seats if game.table is not None else []) if seats > most]
        yield _at_a_larger_table(max(larger), most, game, families_exempt) if larger else passed(said, route)


def _at_a_larger_table(seats: int, most: int, game: Game, families_exempt: Sequence[str]) -> Verdict:
    exempt = f" {_MAY_BE_EXEMPT}" if _of_exempt_family(game, families_exempt) else ""
    message = (
        f"A table of {seats} seats may be used; at most {most} players are allowed. Whether as many may play there"
    )
    return review(f"{message} is for a person to say.{exempt}", ("table", "other-seats"))


def _of_exempt_family(game: Game, families_exempt: Sequence[str]) -> bool:
    return bool(families_of(game) & set(families_exempt)) and game.owner is None


def _exempt(game: Game, families_exempt: Sequence[str], unchanged: str, affirms: Sequence[str]) -> bool:
    """Whether a game that nobody owns says that it is played by public rules without a change. That it is of the family
    is not enough."""
    made = game.statements.get(unchanged) if game.statements is not None else None
    if made is None or not _of_exempt_family(game, families_exempt):
        return False
    words = made.says or made.value
    return words is None or read_words(words, Phrases(affirms)) == "affirms"


@check("one-player-per-area")
def one_player_per_area(
    game: Game, families_exempt: Sequence[str] = (), unchanged: str = "", affirms: Affirms = ()
) -> Verdicts:
    """One player wagers on one area of the layout: nobody bets behind another.

    families-exempt: families of public games that are exempt
    unchanged: the statement that the public rules are played unchanged
    """
    if _exempt(game, families_exempt, unchanged, affirms):
        return iter(
            [not_applicable(f"{game.family} by public rules that are played unchanged is exempt.", ("family",))]
        )
    shared = list(_sharing(game))
    if _of_exempt_family(game, families_exempt):
        shared = [review(f"{one.message} {_MAY_BE_EXEMPT}", one.at) for one in shared]
    return iter(shared or [_alone(game)])


def _sharing(game: Game) -> Verdicts:
    """Whoever wagers without an area of their own, by the figures and words of the table."""
    table = game.table
    if table is None:
        return
    if table.backline == "allowed":
        yield failed("Backline wagers put several players on one wagering area.", ("table", "backline"))
    if table.one_player_per_area is False:
        yield failed("Several players may wager on one area.", ("table", "one-player-per-area"))
    for key, count in (("unseated", table.unseated), ("behind-each-seat", table.behind_each_seat)):
        if count:
            message = f"{count} may wager without a seat, on the area of somebody else."
            yield failed(message, ("table", key), label="no area of their own")
    if table.players is not None and table.wagering_areas is not None and table.players > table.wagering_areas:
        message = f"{table.players} players wager on {table.wagering_areas} areas: some must share one."
        yield failed(message, ("table", "players"), [(("table", "wagering-areas"), "the areas")])


def _alone(game: Game) -> Verdict:
    """The answer where nothing puts two players on one area: by figures, by a word, or not at all."""
    table, at = game.table, ("table", "one-player-per-area")
    if table is None or (table.one_player_per_area is None and table.backline != "not allowed"):
        return unstated("review", "The document does not state whether a wagering area is for one player only.", at)
    if table.players is not None and table.wagering_areas is not None and table.backline == "not allowed":
        said = f"{table.players} players have {table.wagering_areas} areas, and nobody bets from behind"
        return passed(f"{said}: an area is for one player.", at)
    return on_a_word(passed("The rules say that a wagering area is for one player.", at))


@check("nobody-bets-behind")
def nobody_bets_behind(game: Game, allowed: list[str]) -> Verdicts:
    """Nobody wagers without a seat: by how many may stand behind the table, and by what the rules say.

    allowed: what the rules may say of betting from behind
    """
    table = game.table
    at: Route = ("table", "backline")
    counts = (("unseated", table.unseated), ("behind-each-seat", table.behind_each_seat)) if table is not None else ()
    stated = [(key, count) for key, count in counts if count is not None]
    for key, count in stated:
        if count:
            yield failed(f"{count} may wager from behind.", ("table", key), label="without a seat")
    word = table.backline if table is not None else None
    if word is not None and word not in allowed:
        label = f"expected {' or '.join(allowed)}"
        yield on_a_word(failed(f"table / backline is {word}; {label}.", at, label=label))
    elif stated and not any(count for _, count in stated):
        yield passed("Nobody may wager from behind: the rules count none.", ("table", stated[0][0]))
    elif word is not None and not stated:
        yield on_a_word(passed(f"table / backline is {word}.", at))
    elif word is None and not stated:
        yield unstated("review", "The document does not state whether players may bet from behind.", at)


@check("spaces-fit-wagers")
def spaces_fit_wagers(game: Game, kinds: list[str]) -> Verdicts:
    """Each wager that is placed on the layout has a betting space of its own.

    kinds: the kinds of wager that are placed on the layout
    """
    table = game.table
    if table is None or not table.spaces:
        return
    placed = [name for name, wager in game.each_wager() if (wager.kind or "base") in kinds]
    spaces = frozenset(table.spaces)
    without = [name for name in placed if name not in spaces]
    route: Route = ("table", "spaces")
    named = some(table.spaces)
    for name in without:
        message = f"There is no betting space for {name}; the layout has {named}."
        yield failed(message, route, [(("wagers", name), "no space")])
    if not without:
        yield passed(f"Each wager has its betting space: {named}.", route)
    if table.spaces_stated is not None and table.spaces_stated != len(table.spaces):
        message = f"The text speaks of {table.spaces_stated} spaces and names {len(table.spaces)}: {named}."
        yield failed(message, ("table", "spaces-stated"), [(route, "named here")])


@check("seats-fit-players")
def seats_fit_players(game: Game) -> Verdicts:
    """The table has a seat for each player, and for the bank where a player holds it."""
    table = game.table
    if table is None or table.players is None or table.seats is None:
        return
    bank = 1 if game.bank.by == "player-dealer" and table.players_include_bank is False else 0
    needed = (table.active or table.players) + bank
    said = f"{table.players} players and {table.seats} seats"
    route: Route = ("table", "seats")
    if needed > table.seats:
        yield failed(f"There are {said}; {needed} seats are needed.", route, [(("table", "players"), "")])
    else:
        yield passed(f"There are {said}.", route)


@check("areas-fit-seats")
def areas_fit_seats(game: Game) -> Verdicts:
    """The layout has a betting area for each player whom the largest table seats; the bank needs none."""
    table = game.table
    if table is None or table.wagering_areas is None:
        return
    bank = 1 if game.bank.by == "player-dealer" else 0
    seats = max(table.seats or 0, *table.other_seats, 0)
    route: Route = ("table", "wagering-areas")
    if not seats and table.players and table.players <= table.wagering_areas:
        # Whoever plays has an area, however many seats there are.
        yield passed(f"There are {table.wagering_areas} betting areas for {table.players} players.", route)
    elif not seats:
        yield unstated("review", "How many seats the table has is not stated.", ("table", "seats"))
    elif seats - bank > table.wagering_areas:
        message = f"The layout has {table.wagering_areas} betting areas; a table of {seats} seats is used as well."
        at: Route = ("table", "other-seats" if seats in table.other_seats else "seats")
        yield failed(message, route, [(at, f"{seats} seats")])
    else:
        yield passed(f"There are {table.wagering_areas} betting areas for {seats} seats.", route)


@check("bet-spot")
def bet_spot(game: Game, beside: list[str], families_: list[str], beside_in_families: list[str]) -> Verdicts:
    """A wager lies on its spot of the layout; wagers of some kinds need none, and of some more kinds may lie beside
    another one in games of certain families.

    beside: kinds of wager that need no spot in any game
    families: families of games in which more kinds may lie beside another wager
    beside-in-families: those kinds
    """
    spaces = frozenset(game.table.spaces if game.table is not None else [])
    may = beside_in_families if families_of(game) & set(families_) else ()
    for name, wager in game.each_wager():
        route: Route = ("wagers", name, "spot")
        if wager.spot == "layout" or (wager.spot is None and name in spaces):
            yield passed(f"The {name} wager has its spot on the layout.", route)
        elif wager.kind in beside:
            yield passed(f"The {name} wager, a {wager.kind}, needs no spot on the layout.", ("wagers", name))
        elif wager.spot is None:
            yield unstated(
                "review", f"The document does not state where on the layout the {name} wager is placed.", route
            )
        elif wager.spot == "anywhere":
            yield failed(f"The {name} wager may be placed anywhere.", route, label="an approved spot is needed")
        elif wager.kind in may:
            verdict = passed(f"The {name} wager, a {wager.kind}, is placed beside another wager.", route)
            # The text speaks of doubles and splits; that these are written as wagers of a kind is our reading.
            yield verdict._replace(basis="reading")
        else:
            yield review(
                f"The {name} wager is placed beside another wager; whether it may lie there is for a person to say.",
                route,
            )
