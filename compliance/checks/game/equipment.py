"""What a game is played with, and whether there is enough of it."""

import re
from collections.abc import Sequence
from typing import Final

from compliance.checks.registry import check
from compliance.checks.texts import told_of_play
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review, unstated
from compliance.checks.words import asserted
from compliance.documents.game import Game
from compliance.documents.values import whole_number
from compliance.routes import Route

_SIDES: Final = 6


@check("standard-cards")
def standard_cards(game: Game, allowed: list[str], pack: int) -> Verdicts:
    """The game is played with standard cards, or with another kind that is allowed.

    allowed: the kinds of cards that are allowed
    pack: how many cards a pack has
    """
    deck = game.deck
    if deck is None or (deck.kind is None and deck.cards is None and deck.tiles is None):
        yield unstated(
            "review", "The document does not state what kind of cards the game is played with.", ("deck", "kind")
        )
    elif deck.tiles is not None or (deck.kind is not None and deck.kind not in allowed):
        other = deck.kind is not None and deck.kind not in allowed
        message = f"The game is played with {deck.kind if other else 'tiles'}; expected {' or '.join(allowed)} alone."
        yield failed(message, ("deck", "kind" if other else "tiles"), label=f"expected {' or '.join(allowed)}")
    elif deck.special is not None:
        yield review(f"Beside the ordinary cards the game uses: {deck.special}.", ("deck", "special"))
    elif deck.kind is not None:
        yield passed(f"The game is played with {deck.kind}.", ("deck", "kind"))
    elif deck.cards in (pack, pack + (deck.joker_count(1) or 0)) or deck.removed is not None:
        yield passed(f"The game is played with a deck of {deck.cards} cards.", ("deck", "cards"))
    else:
        yield review(f"A deck of {deck.cards} cards is not a standard one.", ("deck", "cards"))


@check("shoe-needed")
def shoe_needed(game: Game, by_hand: int, hand_words: Sequence[str] = ()) -> Verdicts:
    """Cards are dealt from a shoe or a shuffler; by hand only when there are few decks.

    by-hand: the most decks that may be dealt by hand
    hand-words: phrases by which a text says that cards are dealt by hand
    """
    deck = game.deck
    device = deck.dealt_from if deck is not None else None
    decks = deck.decks if deck is not None else None
    if not device:
        yield unstated("review", "The document does not state what the cards are dealt from.", ("deck", "dealt-from"))
    elif "hand" not in device:
        told = [] if decks and max(decks) <= by_hand else _said_by_hand(game, hand_words)
        yield from told or [passed(f"Cards are dealt from a {' or '.join(device)}.", ("deck", "dealt-from"))]
    elif not decks:
        message = f"Cards are dealt by hand, which is allowed with at most {by_hand} decks; their number is not stated."
        yield unstated("review", message, ("deck", "decks"))
    elif max(decks) > by_hand:
        message = f"{max(decks)} decks are dealt by hand; with more than {by_hand} a shoe or a shuffler is needed."
        yield failed(message, ("deck", "dealt-from"), [(("deck", "decks"), "the decks")])
    else:
        yield passed(f"Cards are dealt by hand from at most {by_hand} decks.", ("deck", "dealt-from"))


def _said_by_hand(game: Game, phrases: Sequence[str]) -> list[Verdict]:
    """Texts that have more decks dealt by hand than may be."""
    return [
        review(f"The text says: {text}. Whether these decks are then dealt by hand is for a person to say.", route)
        for route, text in told_of_play(game)
        if asserted(text, phrases)
    ]


@check("dice-totals-possible")
def dice_totals_possible(game: Game) -> Verdicts:
    """Each total that the rules speak of can be thrown with the dice; a list of most of them has all."""
    action = game.action
    dice = (action.dice if action is not None else None) or (game.deck.dice if game.deck is not None else None)
    if action is None or dice is None or not action.totals:
        return
    lowest, highest = dice, dice * _SIDES
    seen: set[int] = set()
    for text in action.totals:
        for part in text.replace(" and ", ",").replace(" or ", ",").split(","):
            total = whole_number(part.strip())
            if total is not None:
                seen.add(total)
                if not lowest <= total <= highest:
                    message = f"The rules speak of a total of {total}; {dice} dice make {lowest} to {highest}."
                    yield failed(message, ("action", "totals", text))
    possible = range(lowest, highest + 1)
    missing = [str(total) for total in possible if total not in seen]
    # A few totals are examples, or those of one seat; a list of most is meant to be whole.
    if missing and len(missing) <= len(possible) // 4 and all(map(_is_numbers, action.totals)):
        message = f"Nothing is said of a total of {', '.join(missing)}; {dice} dice make {lowest} to {highest}."
        yield failed(message, ("action", "totals"))
    elif all(total in possible for total in seen):
        yield passed(f"The totals can be thrown with {dice} dice.", ("action", "totals"))


def _is_numbers(text: str) -> bool:
    return all(whole_number(part) is not None for part in re.split(r" and | or |, ?", text))


@check("cards-suffice")
def cards_suffice(game: Game) -> Verdicts:
    """There are enough cards or tiles for every player and the bank."""
    deck, table = game.deck, game.table
    if deck is None or table is None or deck.each_player is None:
        return
    decks = min(deck.decks or [1])
    stock = deck.tiles or (deck.cards or 0) * decks + deck.least_jokers(decks)
    hands = table.active or table.players
    if not stock or hands is None:
        return
    # Where a player holds the bank, only a text that says so makes the bank one hand more.
    bank = 1 if game.bank.by == "house" or table.players_include_bank is False else 0
    needed = (hands + bank) * deck.each_player + (deck.community or 0)
    said = f"{hands + bank} hands of {deck.each_player} take {needed} of {stock} {'tiles' if deck.tiles else 'cards'}"
    route: Route = ("deck", "each-player")
    yield passed(f"{said}.", route) if needed <= stock else failed(f"{said}.", route)
