"""The bank, as the rules of one game tell of it."""

from collections.abc import Iterator, Sequence

from compliance.checks.looking import look_at
from compliance.checks.names import families_of, has_part
from compliance.checks.registry import check
from compliance.checks.texts import spoken
from compliance.checks.turns import sizes
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, on_a_word, passed, review, unstated
from compliance.checks.words import asserted, mentions
from compliance.documents.game import Game
from compliance.documents.values import Turns
from compliance.routes import Route


@check("position-featured")
def position_featured(game: Game) -> Verdicts:
    """Where wagers are paid at odds, and not from a pot, a player holds the bank that pays them."""
    if game.bank.by != "pot":
        return iter([passed("The rules have a player hold the bank.", ("bank", "by"))])

    def unbanked(name: str) -> Verdict:
        message = (
            f"The game is played for a pot, and the wager {name} is paid at set odds: nobody is named who pays it."
        )
        return failed(message, ("wagers", name, "pays"), [(("bank", "by"), "no player-dealer")])

    paid = (name for name, wager in game.each_wager() if any(True for _ in wager.payouts()))
    nothing = not_applicable("Players play for a pot, and no wager is paid at set odds.", ("bank", "by"))
    return look_at(paid, unbanked, nothing=nothing)


@check("house-pays-nobody")
def house_pays_nobody(game: Game, barred: str, pays: Sequence[str]) -> Verdicts:
    """Winners of the game are not paid by the house: by who banks it, by who banks its wagers whatever the bank is
    called, and by what the round says of who pays.

    barred: who may not bank the game
    pays: phrases of a round by which the house pays
    """
    by: Route = ("bank", "by")
    unclear = game.bank.by == "unclear"
    banked = [(name, wager.banked_by) for name, wager in game.each_wager() if wager.banked_by is not None]
    if game.bank.by == barred:
        yield failed(f"The {barred} banks the game, which is not allowed.", by)
    elif banked and all(who == barred for _, who in banked):
        whose = "Who banks is unclear" if unclear else f"The bank is called the {game.bank.by}"
        message = f"{whose}, and every wager that says who banks it is banked by the {barred}."
        yield failed(message, ("wagers", banked[0][0], "banked-by"), [(by, "called so here")])
    paid = [(number, text) for number, text in _told_of_steps(game) if mentions(text, pays)]
    for number, text in paid:
        yield failed(f"In step {number + 1} the house pays: {text}.", ("round", number), label="the house pays")
    if game.bank.by != barred and not paid and not (banked and all(who == barred for _, who in banked)):
        whose = "Who pays winners is unclear" if unclear else f"The {game.bank.by} pays winners"
        verdict = passed(f"{whose}; no step and no wager has the {barred} pay them.", by)
        yield verdict if banked else on_a_word(verdict)


def _told_of_steps(game: Game) -> Iterator[tuple[int, str]]:
    for number, step in enumerate(game.round):
        yield number, " ".join(text for text in (step.who, step.step, step.note) if text is not None)


@check("player-banking")
def player_banking(
    game: Game,
    families_allowed: list[str],
    least: Turns,
    families_alike: Sequence[str] = (),
    free_words: Sequence[str] = (),
) -> Verdicts:
    """A player banks only in certain games, and not oftener than every so many hands.

    families-allowed: the families of games in which a player may bank
    families-alike: words in the names of families that may be variants of those, for a person to say
    least: the number of hands in which it may be once
    free-words: phrases that have a player bank, wherever they stand
    """
    banking = game.bank.player_banking
    if banking is None or not banking.allowed:
        told = [(route, text) for route, text in spoken(game) if asserted(text, free_words)]
        for route, text in told:
            yield review(f"The text says: {text}. Whether a player banks by that is for a person to say.", route)
        if told:
            return
    at: Route = ("bank", "player-banking", "allowed")
    if banking is None:
        yield not_applicable("The rules speak of no player who banks.")
    elif not banking.allowed:
        yield passed("Players only play; none may bank.", at)
    elif not _may_bank(game, families_allowed) and (
        game.family is None or any(has_part(name, families_alike) for name in families_of(game))
    ):
        family = f"The family of the game is {game.family or 'not stated'}"
        yield review(f"A player may bank this game. {family}: whether it is such a game is for a person to say.", at)
    elif not _may_bank(game, families_allowed):
        wanted = " or ".join(families_allowed)
        yield failed(
            f"A player may bank this game, whose family is {game.family or 'not stated'}; only {wanted} may be.", at
        )
    elif banking.every is None:
        message = f"The document does not state how often a player may bank; at most once in {least} is allowed."
        yield unstated("review", message, ("bank", "player-banking", "every"))
    elif banking.every.unit != least.unit:
        yield review(
            f"A player banks every {banking.every}; the limit is in {least.unit}.", ("bank", "player-banking", "every")
        )
    elif banking.every.number < least.number:
        message = f"A player may bank once in {banking.every}; at most once in {least} is allowed."
        yield failed(message, ("bank", "player-banking", "every"))
    else:
        yield passed(f"A player banks at most once in {banking.every}.", at)


def _may_bank(game: Game, families_allowed: Sequence[str]) -> bool:
    """Whether a game is of one of the families, or of a variant that has all the words of its name."""
    named = [family.split("-") for family in families_allowed]
    return any(set(parts) <= set(name.split("-")) for name in families_of(game) for parts in named)


@check("rotation-words")
def rotation_words(game: Game) -> Verdicts:
    """One word for how the bank moves on, one unit for how long it is held."""
    rotation = game.bank.rotation
    if rotation is None:
        return
    route: Route = ("bank", "rotation")
    if rotation.at_most is not None and rotation.every is not None and _differ(rotation.at_most, rotation.every):
        message = f"The bank is held for at most {rotation.at_most} and passed on every {rotation.every}."
        yield failed(message, (*route, "every"), [((*route, "at-most"), str(rotation.at_most))])
        return
    open_points = []
    if rotation.verb is not None and rotation.verb != "rotates":
        open_points.append(
            f"the bank {rotation.verb}, and whether a holder must give it up is not settled by that word"
        )
    if rotation.intervening is None and rotation.if_nobody_takes_it is None:
        open_points.append("nothing says who holds it in between, or what happens when nobody takes it")
    if open_points:
        yield review(f"How the bank moves on is left open: {'; '.join(open_points)}.", route)
    else:
        yield passed("The bank moves on in one way, counted in one unit.", route)


def _differ(one: Turns, other: Turns) -> bool:
    same = sizes(one, other)
    return same is None or same[0] != same[1]
