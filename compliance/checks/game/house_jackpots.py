"""Jackpots that no wager feeds, and those that the pot feeds: by what goes in, not by what they are called."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.texts import free_texts, stated_words
from compliance.checks.verdicts import Verdict, Verdicts, failed, on_a_word, passed, review, unstated
from compliance.checks.words import mentions
from compliance.documents.game import Game
from compliance.documents.values import show_money
from compliance.documents.wagers import HouseJackpot
from compliance.routes import Route

Feeds: TypeAlias = Annotated[Sequence[str], "phrases by which something goes into a jackpot"]


@check("house-jackpot-fixed")
def house_jackpot_fixed(game: Game, feeds: Feeds = ()) -> Verdicts:
    """The amount of a house jackpot is one figure that nothing makes grow."""
    jackpot = game.house_jackpot
    at: Route = ("house-jackpot", "amount")
    if jackpot is None:
        return
    grows = [*_grows(jackpot), *_fed_elsewhere(game, feeds)]
    yield from grows
    if jackpot.amount is None:
        yield unstated("review", "The document does not state the amount of the house jackpot.", at)
    elif not grows:
        yield passed(f"The house jackpot is {show_money(jackpot.amount)}, and nothing makes it grow.", at)


def _grows(jackpot: HouseJackpot) -> Verdicts:
    if jackpot.contribution:
        message = f"{_part(jackpot)} goes into the house jackpot: it is no fixed amount."
        yield failed(message, ("house-jackpot", "contribution"), label="grows with wagers")
    if jackpot.meter == "real time":
        message = "A meter counts the house jackpot up in real time: it is no fixed amount."
        yield failed(message, ("house-jackpot", "meter"), label="grows")


def _fed_elsewhere(game: Game, feeds: Sequence[str]) -> Verdicts:
    """Words anywhere in the rules by which something goes into a jackpot, where no progressive or player-supported one
    is there for them to be about."""
    if game.progressive is not None or game.player_jackpot is not None:
        return
    for route, text in (*free_texts(game), *stated_words(game)):
        if mentions(text, feeds):
            yield review(f"The text says: {text}. Whether that feeds the house jackpot is for a person to say.", route)


def _part(jackpot: HouseJackpot) -> str:
    return f"{show(jackpot.contribution)} of a wager"


@check("house-jackpot-funded")
def house_jackpot_funded(game: Game, feeds: Feeds = ()) -> Verdicts:
    """A house jackpot is the house's own money: no part of a wager goes into it. A word for it confirms, and does not
    outweigh a contribution."""
    jackpot = game.house_jackpot
    if jackpot is None:
        return
    fed: Route = ("house-jackpot", "contribution")
    elsewhere = list(_fed_elsewhere(game, feeds))
    yield from elsewhere
    word: Route = ("house-jackpot", "funded-by")
    if jackpot.contribution:
        yield failed(f"{_part(jackpot)} goes into the house jackpot.", fed, label="players' money")
    if jackpot.funded_by == "players":
        yield on_a_word(failed("The house jackpot is funded by players; expected house.", word, label="expected house"))
    elif jackpot.contribution is not None and not jackpot.contribution and not elsewhere:
        yield passed("No part of a wager goes into the house jackpot: the house pays for it.", fed)
    elif jackpot.funded_by == "house" and jackpot.contribution is None and not elsewhere:
        said = "The rules say that the house funds it; what part of a wager goes into it is not stated"
        yield on_a_word(passed(f"{said}.", word))
    elif jackpot.contribution is None and not elsewhere:
        yield unstated("review", "The document does not state what feeds the house jackpot.", word)


@check("jackpot-of-the-pot")
def jackpot_of_the_pot(game: Game, banks: list[str], barred: str) -> Verdicts:
    """A jackpot that players feed belongs to a game in which players win from each other: by who banks the game and who
    banks each wager.

    banks: who may bank the game
    barred: who may bank none of it
    """
    at: Route = ("bank", "by")

    def judged(bank: tuple[Route, str]) -> Verdict | list[Verdict]:
        place, by = bank
        return failed(f"The {by} banks it.", place, label=f"expected {' or '.join(banks)}") if by == barred else []

    banked: list[tuple[Route, str]] = [(at, game.bank.by)] if game.bank.by not in banks else []
    wagers = list(game.each_wager())
    banked += [(("wagers", name, "banked-by"), wager.banked_by) for name, wager in wagers if wager.banked_by == barred]
    if banked:
        return look_at(banked, judged)
    paid = [name for name, wager in wagers if wager.banked_by is None and any(True for _ in wager.payouts())]
    if game.bank.by == "pot" and paid:
        message = f"The game is played for a pot, and {paid[0]} is paid at set odds: who banks it is not stated."
        return iter([review(message, ("wagers", paid[0], "pays"))])
    return iter([passed(f"Players play for the money of the {game.bank.by}; nothing is banked by the {barred}.", at)])
