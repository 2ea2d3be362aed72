"""Cards, what they are dealt from, and how many people sit at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from compliance.checks.comparisons import families
from compliance.checks.registry import Verdicts, check, failed, not_applicable, passed, review, unstated
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import Game


@check("standard-cards")
def standard_cards(game: Game, allowed: list[str], pack: int) -> Verdicts:
    """The game is played with standard cards, or with another kind that the law names."""
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
    elif deck.cards in (pack, pack + (deck.jokers or 0)) or deck.removed is not None:
        yield passed(f"The game is played with a deck of {deck.cards} cards.", ("deck", "cards"))
    else:
        yield review(f"A deck of {deck.cards} cards is not a standard one.", ("deck", "cards"))


@check("players-at-table")
def players_at_table(
    game: Game, most: int, families_exempt: Sequence[str] = (), certain: int | None = None
) -> Verdicts:
    """At most so many players; unchanged public games of some families are exempt. Above `certain` nobody has seen
    whether the number was allowed on this date."""
    players = game.table.players if game.table is not None else None
    route: Route = ("table", "players")
    if _exempt(game, families_exempt):
        yield not_applicable(
            f"A {game.family} game that nobody owns is exempt, as long as it is played unchanged.", ("family",)
        )
    elif players is None:
        yield unstated("review", "The document does not state how many players may sit at the table.", route)
    elif certain is not None and players > certain:
        message = f"{players} players may sit at the table; whether more than {certain}, up to {most}, were allowed"
        yield review(f"{message} on this date is not established.", route)
    elif players > most:
        yield failed(
            f"{players} players may sit at the table; at most {most} are allowed.", route, label=f"at most {most}"
        )
    else:
        yield passed(f"{players} players may sit at the table; at most {most} are allowed.", route)


def _exempt(game: Game, families_exempt: Sequence[str]) -> bool:
    return bool(families(game) & set(families_exempt)) and game.owner is None


@check("one-player-per-area")
def one_player_per_area(game: Game, families_exempt: Sequence[str] = ()) -> Verdicts:
    """One player wagers on one area of the layout: nobody bets behind another."""
    table = game.table
    if _exempt(game, families_exempt):
        yield not_applicable(
            f"A {game.family} game that nobody owns is exempt, as long as it is played unchanged.", ("family",)
        )
    elif table is not None and table.backline == "allowed":
        yield failed("Backline wagers put several players on one wagering area.", ("table", "backline"))
    elif table is None or (table.one_player_per_area is None and table.backline != "not allowed"):
        message = "The document does not state whether a wagering area is for one player only."
        yield unstated("review", message, ("table", "one-player-per-area"))
    elif table.one_player_per_area is False:
        yield failed("Several players may wager on one area.", ("table", "one-player-per-area"))
    else:
        yield passed("A wagering area is for one player.", ("table", "one-player-per-area"))


@check("shoe-needed")
def shoe_needed(game: Game, by_hand: int) -> Verdicts:
    """Cards are dealt from a shoe or a shuffler; by hand only when there are few decks."""
    deck = game.deck
    device = deck.dealt_from if deck is not None else None
    decks = deck.decks if deck is not None else None
    if not device:
        yield unstated("review", "The document does not state what the cards are dealt from.", ("deck", "dealt-from"))
    elif "hand" not in device:
        yield passed(f"Cards are dealt from a {' or '.join(device)}.", ("deck", "dealt-from"))
    elif not decks:
        message = f"Cards are dealt by hand, which is allowed with at most {by_hand} decks; their number is not stated."
        yield unstated("review", message, ("deck", "decks"))
    elif max(decks) > by_hand:
        message = f"{max(decks)} decks are dealt by hand; with more than {by_hand} a shoe or a shuffler is needed."
        yield failed(message, ("deck", "dealt-from"), [(("deck", "decks"), "the decks")])
    else:
        yield passed(f"Cards are dealt by hand from at most {by_hand} decks.", ("deck", "dealt-from"))
